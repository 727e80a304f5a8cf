"""Parts of the live check on their own."""

import asyncio
import json
import re
from datetime import UTC, datetime
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosting.live_check.check import CheckResult, CheckStatus
from hosting.live_check.checks.connection import normalize
from hosting.live_check.checks.messages import build_large
from hosting.live_check.creations import Creations
from hosting.live_check.registry import CHECKS
from hosting.live_check.report import Run, summarize, write_report
from hosting.live_check.runner import ADMINISTRATOR, run_checks
from hosting.live_check.samples import make_samples
from hosting.live_check.traffic import hide_ids
from ui.pictures import LONGEST_ALT_TEXT


@given(st.integers(min_value=5_000, max_value=12_000))
def test_a_large_message_has_exactly_the_size_that_is_asked_for(size: int) -> None:
    components: Any = build_large(size).to_components()  # type: ignore[no-untyped-call]  # discord.py's own

    assert len(json.dumps(components, ensure_ascii=False, separators=(",", ":")).encode()) == size


@given(st.lists(st.integers(min_value=10**14, max_value=10**20), min_size=1, max_size=3))
def test_no_id_stays_in_a_path(ids: list[int]) -> None:
    path = "/api/v10/channels/" + "/messages/".join(map(str, ids))

    assert hide_ids(path) == "/channels/" + "/messages/".join("{id}" for _ in ids)


def test_a_path_keeps_its_words() -> None:
    assert hide_ids("/api/v10/users/@me/channels") == "/users/@me/channels"


def test_each_kind_of_picture_has_its_own_name_and_an_alt_text_that_discord_takes() -> None:
    samples = make_samples()

    assert len({each.name for each in samples}) == len(samples)
    assert all(0 < len(each.alt_text) <= LONGEST_ALT_TEXT and each.png.startswith(b"\x89PNG") for each in samples)
    assert all(re.fullmatch(r"[a-z0-9-]+", each.name) for each in samples)


@given(
    st.sampled_from(["nsfw", "required", "autocomplete", "options", "choices", "name_localizations", "description"]),
    st.sampled_from([None, False, "", [], {}]),
)
def test_a_default_that_discord_fills_in_makes_no_difference(field: str, default: object) -> None:
    command = {"name": "play", "type": 1, "options": [{"name": "move", "type": 3, "required": True}]}

    assert normalize({field: default, **command, "id": "1", "version": "2"}) == normalize(command)


def test_another_description_or_translation_makes_a_difference() -> None:
    command: dict[str, Any] = {"name": "play", "description": "Play", "description_localizations": {"de": "Spielen"}}

    assert normalize(command) != normalize(command | {"description": "play"})
    assert normalize(command) != normalize(command | {"description_localizations": {"de": "spielen"}})


def outcome(status: CheckStatus, seen: str = "seen") -> CheckResult:
    return CheckResult(CHECKS[0], status, seen, 1.0)


def run(*outcomes: CheckResult, left: tuple[str, ...] = (), total: int = 0) -> Run:
    began = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    return Run(began=began, is_real=True, outcomes=outcomes, total=total or len(outcomes), left=left)


def test_a_run_is_good_without_failures_and_leftovers_and_if_it_is_complete() -> None:
    passed, failed = outcome(CheckStatus.PASSED), outcome(CheckStatus.FAILED)

    assert run(passed, outcome(CheckStatus.SKIPPED)).is_good
    assert not run(passed, failed).is_good
    assert not run(passed, left=("a message",)).is_good
    assert not run(passed, total=2).is_good


def test_a_report_says_what_failed_what_was_expected_and_why_it_matters() -> None:
    made = run(outcome(CheckStatus.FAILED, "nothing | at all"), outcome(CheckStatus.PASSED, "a | b"), total=3)
    report = write_report(made)

    assert summarize(made) == "1 passed, 1 failed, 0 skipped, 1 not made, because the run was interrupted"
    assert "- Date: 2026-01-02 03:04 UTC" in report
    assert all(text in report for text in (CHECKS[0].does, CHECKS[0].expects, CHECKS[0].why, "nothing | at all"))
    assert "| gateway | a / b | 1.0 |" in report


async def test_an_administrator_cannot_lose_a_permission() -> None:
    class Administrator:
        permissions = discord.Permissions.all()

    check = next(each for each in CHECKS if each.name == "no-files")
    outcomes = [each async for each in run_checks(Administrator(), [check])]  # type: ignore[arg-type]  # no more is read

    assert [(each.status, each.seen) for each in outcomes] == [(CheckStatus.SKIPPED, ADMINISTRATOR)]


async def test_what_is_created_while_the_check_is_canceled_is_removed() -> None:
    created, begun, go, removed = Creations(), asyncio.Event(), asyncio.Event(), list[int]()

    async def create() -> int:
        begun.set()
        await go.wait()
        return 7

    async def remove(made: int) -> None:
        removed.append(made)

    check = asyncio.create_task(created.make("a thing", create(), remove))
    await begun.wait()
    check.cancel()
    await asyncio.wait({check})
    cleaning = asyncio.create_task(created.remove_all())
    go.set()

    assert await cleaning == []
    assert (removed, len(created)) == ([7], 0)


async def test_the_newest_is_removed_first_and_what_was_never_made_needs_no_removal() -> None:
    created, removed = Creations(), list[str]()

    async def create(name: str) -> str:
        if name == "broken":
            raise TimeoutError
        return name

    async def remove(name: str) -> None:
        removed.append(name)

    await created.make("a", create("a"), remove)
    with pytest.raises(TimeoutError):
        await created.make("b", create("broken"), remove)
    await created.make("c", create("c"), remove)

    assert await created.remove_all() == []
    assert removed == ["c", "a"]


def test_each_need_is_a_permission_that_discord_py_knows() -> None:
    assert all(hasattr(discord.Permissions(), need) for each in CHECKS for need in each.needs)
