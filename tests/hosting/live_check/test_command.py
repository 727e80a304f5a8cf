"""The command against a playground that behaves: all checks pass, nothing is left, and the report can be shared."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import bot
import hosting
from hosting.command import OwnerError
from hosting.live_check import COMMAND
from hosting.live_check.registry import CHECKS
from playground.model.starting_world import APPLICATION_ID, TABLE_ID, THREAD_ID
from playground.model.values import ApplicationEmoji
from tests.hosting.live_check.trial import trying
from tests.support.schema import violations

MANY = 60  # requests that change something; a run makes over a hundred


def test_owners_find_it() -> None:
    assert hosting.find()["live-check"] is COMMAND


async def test_on_a_playground_that_behaves_all_checks_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        before = trial.look()

        code = await trial.run("--upload")

        assert {name: seen for name, seen in trial.ended.items() if seen[0] != "passed"} == {}
        assert (code, list(trial.ended)) == (0, [each.name for each in CHECKS])
        assert len(trial.changes) > MANY
        assert trial.look() == before


async def test_each_request_is_as_discord_documents_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        await trial.run("--upload")

        # The document has numbers for an overwrite's permissions; Discord's reference has texts, as discord.py sends.
        wrong = violations(trial.playground.requests)
        assert [each for each in wrong if not re.search(r"overwrite_id}: sent \$\.(allow|deny): ", each)] == []


async def test_it_changes_no_command_unless_it_is_told_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        code = await trial.run()

        assert (code, trial.list_ended("failed")) == (1, ["commands"])
        assert "run the check with --upload" in trial.ended["commands"][1]
        assert trial.playground.world.commands == {}


async def test_as_the_bot_is_usually_invited_it_says_which_permissions_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch, granted=()) as trial:
        code = await trial.run("--upload")

        skipped = {name: seen for name, (how, seen) in trial.ended.items() if how == "skipped"}
        assert (code, trial.list_ended("failed")) == (0, [])
        assert skipped == {
            "thread": "the bot lacks Manage Threads in the channel",
            "archived": "the bot lacks Manage Threads in the channel",
            "locked": "the bot lacks Manage Threads, Manage Roles in the channel",
            "private": "the bot lacks Create Private Threads, Manage Threads in the channel",
            "private-outside": "the bot lacks Create Private Threads, Manage Threads, Manage Roles in the channel",
            "no-sending": "the bot lacks Manage Roles in the channel",
            "no-files": "the bot lacks Manage Roles in the channel",
        }


async def test_an_owner_who_takes_no_direct_messages_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        trial.playground.seat("Ana").set_dms(are_open=False)

        assert await trial.run("--upload") == 0

        how, why = trial.ended["direct"]
        assert how == "skipped"
        assert "HTTP 403, code 50007" in why


async def test_what_the_channel_denied_before_stays_denied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        trial.playground.world.deny(TABLE_ID, ["ADD_REACTIONS"])
        before = trial.look()

        assert await trial.run("--upload") == 0

        assert trial.look() == before


async def test_the_report_can_be_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        await trial.run("--upload")
        report, world = trial.report.read_text("utf-8"), trial.playground.world

        assert not re.search(r"\d{15,}", report)
        assert trial.playground.token not in report
        assert all(name not in report for name in (world.guild_name, "Dmitri", str(trial.playground.port)))
        assert "Python 3." in report
        assert "discord.py 2." in report
        assert "22 passed, 0 failed, 0 skipped" in report
        assert "- [ ] Ana: `/new`." in report


async def test_without_a_file_the_report_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hosting.live_check.command.CHECKS", CHECKS[2:3])
    async with trying(tmp_path, monkeypatch) as trial:
        assert await COMMAND.run(trial.settings, trial.read(report=None)) == 0

        said = capsys.readouterr().out
        assert said.startswith("passed  typing: accepted\n")
        assert "## What a person must still tap" in said


async def test_what_a_killed_run_left_behind_is_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hosting.live_check.command.CHECKS", CHECKS[2:3])
    async with trying(tmp_path, monkeypatch) as trial:
        before, world = trial.look(), trial.playground.world
        thread = world.add_thread("Rackety live check", TABLE_ID, APPLICATION_ID)
        emoji = ApplicationEmoji(id=world.snowflake(), name="live_check_1a2b", data=b"x", content_type="image/png")
        world.emojis[emoji.id] = emoji

        assert await trial.run() == 0

        assert thread.id not in world.channels
        assert trial.look() == before


async def test_other_threads_emojis_and_messages_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hosting.live_check.command.CHECKS", CHECKS[2:3])
    async with trying(tmp_path, monkeypatch) as trial:
        world = trial.playground.world
        trial.playground.seat("Ana").say("-# Rackety live check")
        world.add_thread("Rackety live check", TABLE_ID, THREAD_ID)  # of another owner
        emoji = ApplicationEmoji(id=world.snowflake(), name="r4_3f2a", data=b"x", content_type="image/png")
        world.emojis[emoji.id] = emoji
        before = trial.look()

        assert await trial.run() == 0

        assert trial.look() == before


# What is wrong is one sentence, before anything is done.


async def test_a_wrong_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        trial.playground.faults.refuse_token(None, times=99)

        with pytest.raises(OwnerError, match=r"^Discord does not accept DISCORD_TOKEN: [^.]*\.$"):
            await trial.run()

        assert (trial.changes, trial.report.exists()) == ([], False)


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        ({"server": 1_100_000_000_000_000_999}, "The bot isn't a member of this server"),
        ({"channel": 1_100_000_000_000_000_999}, "There's no channel with this id."),
        ({"channel": THREAD_ID}, "This isn't a text channel"),
    ],
)
async def test_a_place_that_is_none(
    places: dict[str, int], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        with pytest.raises(OwnerError, match=rf"^{sentence}"):
            await trial.run(**places)

        assert (trial.changes, trial.report.exists()) == ([], False)


async def test_a_channel_of_another_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        route = "/channels/{channel_id}"
        trial.playground.faults.change_reply(route, lambda body: body | {"guild_id": "1100000000000000999"})

        with pytest.raises(OwnerError, match=r"^This channel is on another server than the one given\.$"):
            await trial.run()

        assert trial.changes == []


async def test_a_channel_that_the_bot_does_not_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        trial.playground.world.deny(TABLE_ID, ["VIEW_CHANNEL"])

        with pytest.raises(OwnerError, match=r"^The bot doesn't see this channel"):
            await trial.run()

        assert trial.changes == []


@pytest.mark.parametrize("path", ["", "missing/report.md", "report.md/inside"])
async def test_a_report_that_cannot_be_written(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        (tmp_path / "report.md").write_text("mine", "utf-8")

        with pytest.raises(OwnerError, match=r"^The report can't be written to [^\n]*\.$"):
            await replace(trial, report=tmp_path / path).run()

        assert trial.playground.requests == []
        assert (tmp_path / "report.md").read_text("utf-8") == "mine"


async def test_an_outage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with trying(tmp_path, monkeypatch) as trial:
        trial.playground.faults.server_error("/users/@me")

        with pytest.raises(OwnerError, match=r"^Discord can't be reached \(HTTP 503\): try again later\.$"):
            await trial.run()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--server", "12", "--channel", "1" * 18], "argument --server: an id has 15 to 20 digits"),
        (["--server", "1" * 18, "--channel", "#table"], "argument --channel: an id has 15 to 20 digits"),
        (["--server", "1" * 18], "the following arguments are required: --channel"),
        (["--server", "1" * 18, "--channel", "1" * 18, "--nonce-wait", "long"], "argument --nonce-wait: a wait is"),
        (["--server", "1" * 18, "--channel", "1" * 18, "--nonce-wait", "601"], "argument --nonce-wait: a wait is"),
    ],
)
def test_arguments_that_cannot_be_read(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main(["live-check", *arguments])

    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err
