"""Explanations of errors for the user whose interaction failed, and reports of how interactions end."""

import asyncio
import time
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeGuard

import discord
from discord import app_commands

from engine.override import override
from engine.text.errors import GameError
from engine.text.phrases import Phrase, later, say, say_many
from monitoring.sink import Interacted, InteractionOutcome, MetricsSink
from services.refusals import Refusal, Remedy, RemedyKind
from storage.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseFailed,
    DatabaseFull,
    DatabaseReadOnly,
    StorageError,
    UnreadableGame,
)
from storage.games import AlreadyDone, Stale
from ui.controls import Button, Control, Interaction, read_data, row
from ui.layout import screen, text
from ui.messages.channels.access import explain_obstacle, read_channel
from ui.outages import FAILURES, NOT_TAKEN, describe_discord_error, is_not_taken
from ui.replies import GONE, MOVED_ON, is_emoji_missing, log, show, tell

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
    outcome: InteractionOutcome = InteractionOutcome.OK


_result: ContextVar[_Result | None] = ContextVar("result", default=None)


def note_error(error: BaseException) -> None:
    """Note that the interaction that the running task handles ends with this error."""
    if result := _result.get():
        result.outcome = InteractionOutcome.REFUSED if isinstance(error, REFUSALS) else InteractionOutcome.FAILED


def report_interaction(interaction: Interaction, task: asyncio.Task[Any], metrics: MetricsSink) -> None:
    """Report this interaction to `metrics` when the running task, which handles it, is done."""
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
    """Return the verb of a tap or form, or a command's name with its slash; `unknown` for what anybody may write."""
    if interaction.type is discord.InteractionType.application_command:
        return f"/{interaction.command.qualified_name}" if interaction.command else UNKNOWN
    control = Control.read(read_data(interaction).get("custom_id", ""))
    return control.verb if control and interaction.client.can_answer(control.verb) else UNKNOWN


SOMETHING_BROKE = later("Something went wrong on my end. /table shows the current table.")
MALFORMED = frozenset({0, 40005, 50006, 50035, 50109})
"""Discord's codes of requests that are wrong whatever the circumstances: an unknown route, a bad body."""
LOST_PICTURE = later("A picture was missing, so I couldn't show that. Please try again.")


async def explain(interaction: Interaction, error: Exception) -> None:
    """Tell the user in an ephemeral message what went wrong; log an unexpected error.

    A failing database logs itself. If the interaction has expired or was already answered, only log that.
    """
    cause = getattr(error, "original", error)
    note_error(cause)
    if isinstance(cause, discord.HTTPException) and cause.code in GONE:
        return log.info("an answer did not arrive: %s", cause.code)
    if is_emoji_missing(cause):
        interaction.client.dispatch("unknown_emoji")
    sentence = _find_sentence(interaction, cause)
    if sentence is SOMETHING_BROKE:
        log.error("a command failed", exc_info=cause)
    elif sentence is NOT_TAKEN or _is_refused(cause):
        log.warning("an answer did not arrive: %s", describe_discord_error(cause))
    elif isinstance(cause, StorageError) and not isinstance(cause, DatabaseFailed):
        log.error("an answer failed: %s", cause)
    try:
        if isinstance(cause, Refusal) and cause.remedy:
            await show(interaction, screen([text(str(sentence)), row(cause.remedy.game, _make_button(cause.remedy))]))
        else:
            await tell(interaction, str(sentence))
    except FAILURES as unheard:
        log.warning("a refusal could not be said: %s", describe_discord_error(unheard))
    return None


def _make_button(remedy: Remedy) -> Button:
    green = discord.ButtonStyle.success
    match remedy.kind:
        case RemedyKind.FOLLOW:
            return Button("follow", say("Follow this game"))
        case RemedyKind.JOIN:
            return Button("join", say("Join"), style=green)
        case RemedyKind.FILL:
            label = say_many("Add a computer and start", "Add {count} computers and start", remedy.computers)
            return Button("fill", label, style=green)


SENTENCES: Mapping[type[BaseException], Phrase] = {
    Stale: MOVED_ON,
    AlreadyDone: later("That's already done."),
    app_commands.CommandNotFound: later("This command no longer exists. Discord will show the new ones in a moment."),
    app_commands.CommandSignatureMismatch: later(
        "This command has changed. Discord will show its new form in a moment."
    ),
    app_commands.TransformerError: later("I can't read one of the options. Nothing has changed."),
    DatabaseBusy: later(
        "Another program is using my database, so I couldn't save that. Nothing is lost. Try again in a moment."
    ),
    DatabaseFull: later("My disk is full, so I couldn't save that. Nothing else is lost. Please tell the bot's owner."),
    DatabaseReadOnly: later("My disk is write-protected, so I couldn't save that. Please tell the bot's owner."),
    DatabaseDamaged: later("My database is damaged, so I couldn't do that. Please tell the bot's owner."),
    UnreadableGame: later("I can't read this game anymore. Please tell the bot's owner."),
    StorageError: later("I can't read or save games right now. Try again in a minute."),
}


def _find_sentence(interaction: Interaction, cause: BaseException) -> Phrase | str:
    if isinstance(cause, GameError):
        return cause.phrase
    if isinstance(cause, Refusal):
        return str(cause)
    if is_emoji_missing(cause):
        return LOST_PICTURE
    if is_not_taken(cause):
        return NOT_TAKEN
    if _is_refused(cause) and interaction.channel_id is not None:
        return explain_obstacle(read_channel(interaction), cause.code)
    return next((sentence for kind, sentence in SENTENCES.items() if isinstance(cause, kind)), SOMETHING_BROKE)


def _is_refused(error: BaseException) -> TypeGuard[discord.HTTPException]:
    """Return whether Discord refuses a request for a reason that can come at any time, such as an archived thread."""
    return isinstance(error, discord.HTTPException) and error.code not in MALFORMED


class CommandTree(app_commands.CommandTree[Any]):
    """A command tree that explains every error to the user."""

    @override
    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return True, after setting the user's language and, for a command, noting that they're active."""
        await interaction.client.track_answer(interaction)
        if interaction.type is discord.InteractionType.application_command:
            await interaction.client.note_presence(interaction)
        return True

    @override
    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Explain the error to the user, except during autocomplete, which can't show one."""
        if interaction.type is not discord.InteractionType.autocomplete:
            await explain(interaction, error)
            await interaction.client.tell_failures(interaction)
