"""What metrics are told of interactions: an action and an outcome, both from closed sets, whatever somebody sends."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import InteractionType, app_commands
from hypothesis import given
from hypothesis import strategies as st

from engine.override import override
from engine.text.errors import NothingPlayed
from monitoring.sink import Interacted, InteractionOutcome, MetricsSink
from services.refusals import Refusal
from storage.errors import DatabaseFull
from storage.games import AlreadyDone, Stale
from tests.support.interactions import Interaction, refusal
from ui.messages.error_replies import UNKNOWN, explain, name_action, report_interaction

VERBS = ("draw", "text")
TABLE: Any = SimpleNamespace(id=1)
CLIENT = SimpleNamespace(can_answer=VERBS.__contains__, dispatch=lambda _: None)


class Notes(MetricsSink):
    """What was reported."""

    is_on = True

    def __init__(self) -> None:
        self.notes: list[Interacted] = []

    @override
    def note_interaction(self, interacted: Interacted) -> None:
        self.notes.append(interacted)


def asked(custom_id: str = "rk:draw:1:1", kind: InteractionType = InteractionType.component) -> Any:
    return Interaction(type=kind, data={"custom_id": custom_id}, client=CLIENT)


async def handled(interaction: Any, work: Callable[[], Awaitable[object]], metrics: Notes) -> None:
    """Handle an interaction as the bot does, in a task of its own."""

    async def handle() -> None:
        task = asyncio.current_task()
        assert task
        report_interaction(interaction, task, metrics)
        try:
            await work()
        except Exception as error:  # noqa: BLE001  # as the bot catches it
            await explain(interaction, error)

    await asyncio.wait({asyncio.create_task(handle())})
    await asyncio.sleep(0)


def failing(error: BaseException) -> Callable[[], Awaitable[object]]:
    async def fail() -> None:
        raise error

    return fail


async def nothing() -> None:
    """Succeed."""


ERRORS = [
    (Refusal("no"), InteractionOutcome.REFUSED),
    (NothingPlayed(), InteractionOutcome.REFUSED),
    (Stale(TABLE), InteractionOutcome.REFUSED),
    (AlreadyDone(TABLE), InteractionOutcome.REFUSED),
    (app_commands.CommandNotFound("gone", []), InteractionOutcome.REFUSED),
    (DatabaseFull("full"), InteractionOutcome.FAILED),
    (refusal(50013, 403), InteractionOutcome.FAILED),
    (refusal(10062, 404), InteractionOutcome.FAILED),
    (ValueError("R5"), InteractionOutcome.FAILED),
    (asyncio.CancelledError(), InteractionOutcome.FAILED),
]


@pytest.mark.parametrize(("error", "outcome"), ERRORS, ids=lambda each: type(each).__name__)
async def test_a_refusal_is_an_answer_and_everything_else_a_failure(
    error: BaseException, outcome: InteractionOutcome
) -> None:
    metrics = Notes()

    await handled(asked(), failing(error), metrics)

    (note,) = metrics.notes
    assert (note.kind, note.action, note.outcome) == ("tap", "draw", outcome)


async def test_an_interaction_is_reported_once_with_its_duration() -> None:
    metrics = Notes()

    await handled(asked(), lambda: asyncio.sleep(0.05), metrics)

    (note,) = metrics.notes
    assert note.outcome is InteractionOutcome.OK
    assert 0.05 <= note.seconds < 5


async def test_one_failure_is_not_the_next_one_s() -> None:
    metrics = Notes()

    await handled(asked(), failing(ValueError()), metrics)
    await handled(asked(), nothing, metrics)

    assert [note.outcome for note in metrics.notes] == [InteractionOutcome.FAILED, InteractionOutcome.OK]


@pytest.mark.parametrize(("kind", "is_on"), [(InteractionType.autocomplete, True), (InteractionType.component, False)])
async def test_typed_text_is_not_reported_and_nothing_while_nobody_watches(
    kind: InteractionType, *, is_on: bool
) -> None:
    metrics = Notes()
    metrics.is_on = is_on

    await handled(asked(kind=kind), nothing, metrics)

    assert metrics.notes == []


@given(st.text() | st.from_regex(r"rk:[a-z]{1,12}:1:1(:[A-Za-z0-9_-]{1,40})?", fullmatch=True))
def test_no_custom_id_gets_a_name_that_no_cog_knows(custom_id: str) -> None:
    for kind in (InteractionType.component, InteractionType.modal_submit):
        assert name_action(asked(custom_id, kind)) in {UNKNOWN, *VERBS}


@pytest.mark.parametrize("command", [SimpleNamespace(qualified_name="new"), None])
def test_a_command_has_its_name_if_it_is_one(command: Any) -> None:
    interaction: Any = SimpleNamespace(type=discord.InteractionType.application_command, command=command)

    assert name_action(interaction) == ("/new" if command else UNKNOWN)
