"""`live-check` against a playground: what passes, what fails, and that nothing stays behind, however it ends."""

import argparse
import asyncio
import itertools
import json
import os
import re
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot_settings import BotSettings
from hosting.checks import discord_behavior
from hosting.checks.discord_behavior import CHECKS, Check
from hosting.command import OwnerError
from hosting.live_check import COMMAND, _find_obstacle
from playground import Playground
from playground.api.channels import CHANNEL, OVERWRITE
from playground.api.faults import Fault
from playground.api.messages import MESSAGE, MESSAGES
from playground.api.ratelimits import LIMITS
from playground.model import errors
from playground.model.errors import Reason, Refused
from playground.model.permissions import BITS
from playground.model.starting_world import APPLICATION_ID, GUILD_ID, TABLE_ID, THREAD_ID
from tests.support.playing_discord import point_discord_at
from tests.support.schema import violations
from ui.layout import LARGEST_MESSAGE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "live-check.md").read_text("utf-8")
PERMISSIONS = ("MANAGE_ROLES", "MANAGE_THREADS", "CREATE_PRIVATE_THREADS")
ALWAYS = 999  # times
PATIENCE = 100  # seconds; far more than it takes
Json = dict[str, Any]
Change = Callable[[Any], Any]


@dataclass(frozen=True)
class Trial:
    """The command and a playground in Discord's place."""

    playground: Playground
    report: Path

    async def run(self, **changed: Any) -> int:
        """Run the command, with changed arguments, and return its exit code."""
        here = self.playground
        settings = BotSettings(here.token, discord_api_url=here.api_url, discord_gateway_url=here.gateway_url)
        asked = {"server": GUILD_ID, "channel": TABLE_ID, "report": self.report, "nonce_wait": 0.0}
        return await COMMAND.run(settings, argparse.Namespace(**{**asked, **changed}))

    def list_ended(self, status: str) -> dict[str, str]:
        """Return what was seen in the checks of the last run that ended like this, by their names."""
        line = rf"(?m)^- {status} ([a-z-]+): (.*?)(?: \([\d.]+ s\))?$"
        return dict(re.findall(line, self.report.read_text("utf-8")))

    def look(self) -> Any:
        """Return everything that a run could leave behind."""
        world = self.playground.world
        channels = {each.id: each.denied for each in world.channels.values()}
        return channels, {each: world.messages(each) for each in channels}

    @property
    def changes(self) -> list[str]:
        """The requests so far that would change something."""
        return [f"{each.method} {each.path}" for each in self.playground.requests if each.method != "GET"]


@asynccontextmanager
async def trying(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, granted: tuple[str, ...] = PERMISSIONS
) -> AsyncIterator[Trial]:
    for key, limit in LIMITS.items():
        monkeypatch.setitem(LIMITS, key, replace(limit, seconds=0.02))
    monkeypatch.setattr(discord_behavior, "PAUSE", 0.01)
    async with Playground.start(global_limit=False, granted=granted) as playground:
        point_discord_at(playground, monkeypatch)  # so that what the command sets ends with the test
        yield Trial(playground, folder / "report.md")


async def test_on_a_playground_that_behaves_all_checks_pass_and_nothing_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report can be shared, and each request is as Discord documents it."""
    async with trying(tmp_path, monkeypatch) as trial:
        world = trial.playground.world
        world.deny(TABLE_ID, ["ADD_REACTIONS"])
        before = trial.look()

        assert await trial.run() == 0

        assert [*trial.list_ended("passed")] == [each.name for each in CHECKS]
        assert trial.look() == before
        bodies = [each.body for each in trial.playground.requests if isinstance(each.body, dict)]
        sizes = [len(json.dumps(each.get("components"), separators=(",", ":"))) for each in bodies]
        assert LARGEST_MESSAGE - 200 < max(sizes) <= LARGEST_MESSAGE
        report = trial.report.read_text("utf-8")
        assert not re.search(r"\d{15,}", report)
        assert all(each not in report for each in (trial.playground.token, world.guild_name, "Dmitri"))
        assert re.search(rf" UTC, Rackety .*: {len(CHECKS)} passed, 0 failed, 0 skipped\.\n", report)
        # The document has numbers for an overwrite's permissions; Discord's reference has texts, as discord.py sends.
        wrong = violations(trial.playground.requests)
        assert [each for each in wrong if not re.search(r"overwrite_id}: sent \$\.(allow|deny): ", each)] == []


async def test_as_the_bot_is_usually_invited_it_says_which_permissions_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch, granted=()) as trial:
        assert await trial.run() == 0

        assert trial.list_ended("skipped") == {
            "thread": "the bot lacks Manage Threads in the channel",
            "archived": "the bot lacks Manage Threads in the channel",
            "locked": "the bot lacks Manage Threads, Manage Roles in the channel",
            "private": "the bot lacks Create Private Threads, Manage Threads, Manage Roles in the channel",
            "no-sending": "the bot lacks Manage Roles in the channel",
            "no-files": "the bot lacks Manage Roles in the channel",
        }


def test_an_administrator_cannot_lose_a_permission() -> None:
    obstacles = [_find_obstacle(discord.Permissions.all(), each) for each in CHECKS if "manage_roles" in each.needs]

    assert {each.partition(" here")[0] for each in obstacles} == {"the bot is an administrator"}


def refuse_when(is_so: Callable[[Any], object], reason: Reason) -> Change:
    def change(body: Any) -> Any:
        if is_so(body):
            raise Refused(reason)
        return body

    return change


def spoil_pictures(spoil: Callable[[Json], object]) -> Change:
    def change(body: Json) -> Json:
        parts = [part for each in body["components"] for part in each.get("components", ())]
        for item in (item for part in parts for item in part.get("items", ())):
            spoil(item)
        return body

    return change


def drop_alt_text(item: Json) -> None:
    item["description"] = None


def show_first_file(item: Json) -> None:
    item["media"]["url"] = re.sub(r"-\d+\.png", "-0.png", item["media"]["url"])


def mention(body: Json) -> Json:
    return body | ({"allowed_mentions": {"parse": ["users"]}} if "<@" in json.dumps(body) else {})


def allow(permission: str) -> Change:
    """Don't take this permission away."""
    return lambda body: body | {"deny": str(int(body["deny"]) & ~BITS[permission])}


def keep_archived(body: Json) -> Json:
    if "thread_metadata" in body:
        body["thread_metadata"]["archived"] = True
    return body


def change_request(route: str, method: str, change: Change) -> Callable[[Playground], object]:
    return lambda playground: playground.faults.change_request(route, change, method=method, times=ALWAYS)


def change_reply(route: str, method: str, change: Change) -> Callable[[Playground], object]:
    return lambda playground: playground.faults.change_reply(route, change, method=method, times=ALWAYS)


def refuse_second_thread(playground: Playground) -> None:
    starts = itertools.count(1)
    change = refuse_when(lambda _: next(starts) == 2, errors.UNKNOWN_MESSAGE)
    playground.faults.change_request(f"{MESSAGE}/threads", change, method="POST", times=ALWAYS)


CARRIED_OUT = "carried out instead of refused with error"
IS_LARGE = refuse_when(lambda body: len(json.dumps(body)) > LARGEST_MESSAGE - 500, errors.INVALID_FORM)
IS_BURST = refuse_when(lambda body: "burst 4" in json.dumps(body), Reason(429, 0, "You are being rate limited."))
WAYS = {
    "pictures": (change_reply(MESSAGES, "POST", spoil_pictures(drop_alt_text)), "the alt text is missing or changed"),
    "edits": (change_reply(MESSAGE, "PATCH", spoil_pictures(show_first_file)), "the message shows another file"),
    "size": (change_request(MESSAGES, "POST", IS_LARGE), "error 50035"),
    "nonce": (change_request(MESSAGES, "POST", lambda body: body | {"enforce_nonce": False}), "sent again at once"),
    "mentions": (change_request(MESSAGE, "PATCH", mention), "its edit mentions somebody"),
    "limits": (change_request(MESSAGE, "PATCH", IS_BURST), "HTTP 429"),
    "thread": (refuse_second_thread, "a second thread: error 10008 instead of error 160004"),
    "archived": (change_reply(CHANNEL, "GET", keep_archived), "still archived after a new message"),
    "locked": (change_request(CHANNEL, "PATCH", lambda body: {} if "locked" in body else body), CARRIED_OUT),
    "private": (change_request(f"{CHANNEL}/threads", "POST", lambda body: body | {"type": 11}), "another kind"),
    "no-sending": (change_request(OVERWRITE, "PUT", allow("SEND_MESSAGES")), f"{CARRIED_OUT} 50001 or 50013"),
    "no-files": (change_request(OVERWRITE, "PUT", allow("ATTACH_FILES")), f"a message with a picture: {CARRIED_OUT}"),
}


@pytest.mark.parametrize("way", WAYS)
async def test_the_check_of_what_discord_gets_wrong_fails_alone(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave, sentence = WAYS[way]
    async with trying(tmp_path, monkeypatch) as trial:
        before = trial.look()
        misbehave(trial.playground)

        code = await trial.run()

        failed = trial.list_ended("failed")
        assert (code, [*failed], trial.list_ended("skipped")) == (1, ["pictures" if way == "edits" else way], {})
        assert sentence in str(failed)
        assert trial.look() == before


async def test_a_check_that_hangs_ends_and_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(_: object) -> Any:
        return asyncio.sleep(PATIENCE)

    monkeypatch.setattr("hosting.live_check.CHECKS", (Check(hang, seconds=0.1), *CHECKS[3:5]))
    async with trying(tmp_path, monkeypatch) as trial:
        assert await trial.run() == 1

        assert trial.list_ended("failed") == {"hang": "no end after 0.1 s"}
        assert [*trial.list_ended("passed")] == ["deleted", "mentions"]


@pytest.mark.parametrize(("route", "method"), [(OVERWRITE, "PUT"), (MESSAGES, "POST")])
async def test_a_permission_or_message_whose_answer_was_lost_is_undone(
    route: str, method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        before = trial.look()
        trial.playground.faults.lose_reply(route, 503, method=method)

        assert await trial.run() == 1

        assert len(trial.list_ended("failed")) == 1
        assert trial.look() == before


async def test_a_closed_terminal_does_not_stop_the_removal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise BrokenPipeError

    async with trying(tmp_path, monkeypatch) as trial:
        before = trial.look()
        monkeypatch.setattr("builtins.print", fail)

        with pytest.raises(BrokenPipeError):
            await trial.run()

        monkeypatch.undo()
        assert trial.changes
        assert trial.look() == before


async def test_leftovers_that_cannot_be_removed_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hosting.live_check.CHECKS", CHECKS[1:2])
    async with trying(tmp_path, monkeypatch) as trial:
        trial.playground.faults.refuse(MESSAGE, errors.MISSING_PERMISSIONS, method="DELETE", times=ALWAYS)

        assert await trial.run() == 1

        assert "left behind, to be removed by hand or by the next run: a message" in trial.report.read_text("utf-8")


async def test_threads_and_messages_of_others_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hosting.live_check.CHECKS", ())
    async with trying(tmp_path, monkeypatch) as trial:
        own = trial.playground.world.add_thread("Rackety live check", TABLE_ID, APPLICATION_ID)
        trial.playground.seat("Ana").say("-# Rackety live check")
        other = trial.playground.world.add_thread("Rackety live check", TABLE_ID, THREAD_ID)
        messages = trial.playground.world.messages(TABLE_ID)

        assert await trial.run() == 0

        channels = trial.playground.world.channels
        assert (own.id in channels, other.id in channels) == (False, True)
        assert trial.playground.world.messages(TABLE_ID) == messages


WITHOUT_PAUSES = """
import runpy
from hosting.checks import discord_behavior
discord_behavior.PAUSE = 0.01
runpy.run_path("bot.py", run_name="__main__")
"""


@asynccontextmanager
async def running(trial: Trial) -> AsyncIterator[Process]:
    """The command as a process of its own."""
    here = trial.playground
    addresses = {"DISCORD_API_URL": here.api_url, "DISCORD_GATEWAY_URL": here.gateway_url}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", WITHOUT_PAUSES, "live-check", "--server", str(GUILD_ID), "--channel", str(TABLE_ID)),
        *("--nonce-wait", "0", "--report", str(trial.report)),
        cwd=ROOT,
        env={**os.environ, "DISCORD_TOKEN": here.token, **addresses},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
            print(await process.communicate())  # noqa: T201  # pytest shows it if the test has failed


async def meet(held: Fault, process: Process) -> None:
    """Wait until a request is held; fail with what the process said if it ends before."""
    met, ended = asyncio.create_task(held.met.wait()), asyncio.create_task(process.wait())
    await asyncio.wait({met, ended}, return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    assert met.done(), await process.communicate()


@pytest.mark.parametrize(
    ("route", "method", "number"), [(MESSAGES, "POST", signal.SIGINT), (OVERWRITE, "PUT", signal.SIGTERM)]
)
async def test_a_signal_ends_the_process_only_after_the_removal(
    route: str, method: str, number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        before, held = trial.look(), trial.playground.faults.hold(route, method=method)
        async with running(trial) as process:
            await meet(held, process)
            process.send_signal(number)
            await asyncio.sleep(0.2)
            process.send_signal(number)  # somebody who doesn't want to wait
            await asyncio.sleep(0.2)
            held.release()
            _, trouble = await process.communicate()

        assert (process.returncode, trouble) == (130, b"")
        assert "not made, because the run was interrupted" in trial.report.read_text("utf-8")
        assert trial.look() == before


async def test_leftovers_of_a_killed_run_are_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        before, held = trial.look(), trial.playground.faults.hold(MESSAGE, method="PATCH")
        async with running(trial) as process:
            await meet(held, process)
            process.kill()
            await process.wait()
        held.release()
        assert trial.look() != before

        await trial.run()

        assert trial.look() == before


NOWHERE = 1_100_000_000_000_000_999


@pytest.mark.parametrize(
    ("changed", "error", "sentence"),
    [
        ({"server": NOWHERE}, OwnerError, "The bot sees no such server, or no channel with this id on it."),
        ({"channel": NOWHERE}, OwnerError, "The bot sees no such server, or no channel with this id on it."),
        ({"channel": THREAD_ID}, OwnerError, "This isn't a text channel, which the checks of threads need."),
        ({"report": Path("missing/report.md")}, FileNotFoundError, "No such file"),  # which the command line explains
    ],
)
async def test_a_place_that_is_none_is_refused_before_anything_is_done(
    changed: dict[str, Any], error: type[Exception], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        with pytest.raises(error, match=re.escape(sentence)):
            await trial.run(**changed)

        assert (trial.changes, trial.report.exists()) == ([], False)


async def test_a_wrong_token_and_an_outage_are_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        trial.playground.faults.refuse_token(None)
        with pytest.raises(OwnerError, match=r"^Discord does not accept DISCORD_TOKEN"):
            await trial.run()

        trial.playground.faults.server_error("/users/@me")
        with pytest.raises(OwnerError, match=r"can't be reached: HTTP 503\.$"):
            await trial.run()


def test_the_page_lists_the_checks() -> None:
    listed = re.findall(r"- `([a-z-]+)`: (.*?)\. ", " ".join(PAGE[: PAGE.index("## Before")].split()))

    assert listed == [(each.name, str(each.run.__doc__).rstrip(".")) for each in CHECKS]


def test_the_page_marks_each_item_with_how_it_is_tried() -> None:
    items = re.split(r"^(\d+)\. ", PAGE[PAGE.index("## First: what is not documented") :], flags=re.MULTILINE)
    mark = re.compile(
        r"\*Tried by:\* (?:`live-check` \(([a-z, -]+)\))?(?:, )?(the short session)?(?:, )?(a longer session)?\.\n"
    )
    found = [mark.findall(each) for each in items[2::2]]

    assert items[1::2] == [str(each) for each in range(1, len(found) + 1)]
    assert {len(each) for each in found} == {1}
    named = {name for ((checks, *_),) in found for name in checks.split(", ") if name}
    assert named <= {each.name for each in CHECKS}
