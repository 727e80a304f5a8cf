"""The outcomes of interactions, for the metrics."""

import asyncio
import time
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from engine.text.errors import GameError
from monitoring.sink import Interacted, InteractionOutcome, MetricsSink
from services.refusals import Refusal
from storage.games import AlreadyDone, Stale
from ui.controls import Control, Interaction, read_data

UNKNOWN = "unknown"
KINDS = {
    discord.InteractionType.component: "tap",
    discord.InteractionType.application_command: "command",
    discord.InteractionType.modal_submit: "form",
}
REFUSALS = (GameError, Refusal, Stale, AlreadyDone, app_commands.AppCommandError)
"""Errors that are the answer to what somebody asked for; all others are failures."""


@dataclass
class _Result:
    """The outcome of the running task so far."""

    outcome: InteractionOutcome = InteractionOutcome.OK


_result: ContextVar[_Result | None] = ContextVar("result", default=None)


def note_error(error: BaseException) -> None:
    """Note that the interaction that the running task handles ends with this error."""
    if result := _result.get():
        result.outcome = InteractionOutcome.REFUSED if isinstance(error, REFUSALS) else InteractionOutcome.FAILED


def report_interaction(interaction: Interaction, task: asyncio.Task[Any], metrics: MetricsSink) -> None:
    """Report this interaction to `metrics` when the running task, which handles it, is done.

    Autocompletion isn't reported.
    """
    if not metrics.is_on or interaction.type not in KINDS:
        return
    result, began = _Result(), time.monotonic()
    _result.set(result)

    def report(_: object) -> None:
        metrics.note_interaction(
            Interacted(
                kind=KINDS[interaction.type],
                action=name_action(interaction),
                outcome=InteractionOutcome.FAILED if task.cancelled() else result.outcome,
                seconds=time.monotonic() - began,
            )
        )

    task.add_done_callback(report)


def name_action(interaction: Interaction) -> str:
    """Return the verb of a tap or form that a cog handles, or the name of one of the bot's commands with its slash.

    Everything else is `unknown`, because it may be anybody's text.
    """
    if interaction.type is discord.InteractionType.application_command:
        return f"/{interaction.command.qualified_name}" if interaction.command else UNKNOWN
    control = Control.read(read_data(interaction).get("custom_id", ""))
    return control.verb if control and interaction.client.can_answer(control.verb) else UNKNOWN
