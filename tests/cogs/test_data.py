"""What people read about their data, get as a file, and delete by confirming it twice."""

import json
from gettext import NullTranslations

import pytest

from cogs.data import DataCog
from engine.text.phrases import speak_in
from storage.games import Player
from storage.personal_data.retention import Retention
from tests.storage.tables import ANN
from tests.support.filled import ME, fill, find
from tests.support.interactions import PRIVATE, Interaction
from tests.support.limits import check
from tests.support.longest import LONGEST
from tests.support.rooms import Room
from tests.support.tournaments import Discord, stop_updates
from ui.messages.limits import Limit
from ui.screens.players.data import PrivacyPolicy, build_first_question, build_privacy, build_second_question

COG = DataCog
BOT = Discord
TRACES = (str(ME.user_id), ME.name)


@pytest.fixture
async def room(room: Room) -> Room:
    await stop_updates(room)
    await fill(room)
    return room


async def test_the_policy_says_how_long_things_are_kept_and_whom_to_ask(room: Room) -> None:
    answer = await room.command("privacy", Interaction(ME))

    assert not answer.is_public
    assert "Deleted 90 days after the game." in answer.text
    assert "Deleted 730 days after your last game or puzzle." in answer.text
    assert "The bot's owner hasn't given a contact." in answer.text
    assert list(answer.screen.controls) == ["Export my data", "Delete my data"]


def test_a_contact_is_named_without_its_markup_and_no_limit_is_said() -> None:
    policy = PrivacyPolicy(Retention(0, 0, 0), "**Ann** <@11> https://example.com")
    words = str(build_privacy(policy).to_components())  # type: ignore[no-untyped-call]  # discord.py's own

    assert "\\\\<@11>" in words
    assert "Kept until someone deletes them." in words


@pytest.mark.parametrize("has_backups", [True, False])
def test_daily_backups_are_told_if_they_are_made(*, has_backups: bool) -> None:
    words = str(build_privacy(PrivacyPolicy(has_backups=has_backups)).to_components())  # type: ignore[no-untyped-call]  # as above

    assert ("Daily backups keep deleted data for up to 5 more weeks." in words) is has_backups


@pytest.mark.parametrize("how", ["command", "tap"])
async def test_a_person_gets_everything_about_them_as_a_file(room: Room, how: str) -> None:
    asked = Interaction(ME)
    answer = await (room.command("data export", asked) if how == "command" else room.tap("mydata", None, asked))

    (file,) = answer.screen.pictures
    assert not answer.is_public
    assert file.name == "rackety-data.json"
    assert json.loads(file.png)["about"]["user"] == str(ME.user_id)


async def test_exports_are_limited(room: Room) -> None:
    for _ in range(Limit.EXPORT.personal):
        await room.command("data export", Interaction(ME))

    said = await room.refused(room.command("data export", Interaction(ME)))

    assert said.startswith("You've asked for your data several times.")


async def test_a_deletion_is_asked_for_twice(room: Room) -> None:
    first = await room.command("data delete", Interaction(ME))
    again = await room.tap("forgetme", None, Interaction(ME))
    assert list(first.screen.controls) == list(again.screen.controls) == ["Continue"]
    second = await room.tap("forgetyes", None, Interaction(ME, PRIVATE))
    assert list(second.screen.controls) == ["Delete everything"]
    assert await find(room, *TRACES) != set()

    last = await room.tap("forgotten", None, Interaction(ME, PRIVATE))

    assert last.text == "Everything about you is deleted."
    assert await find(room, *TRACES) == set()


@pytest.mark.parametrize("name", ["data export", "data delete", "mydata", "forgetme", "forgotten"])
async def test_a_stranger_reads_that_nothing_is_stored(room: Room, name: str) -> None:
    is_command = " " in name
    asked = Interaction(Player(123_456, "Stranger"), None if is_command else PRIVATE)

    answer = await (room.command(name, asked) if is_command else room.tap(name, None, asked))

    assert answer.text == "Nothing is stored about you."
    assert not answer.screen.pictures


async def test_people_delete_only_themselves(room: Room) -> None:
    await room.tap("forgotten", None, Interaction(ANN, PRIVATE))

    assert await find(room, *TRACES) != set()


@pytest.mark.parametrize("catalog", LONGEST.values(), ids=LONGEST)
def test_the_longest_texts_fit(catalog: NullTranslations) -> None:
    with speak_in(catalog):
        for each in (
            build_privacy(PrivacyPolicy(contact="W" * 200)),
            build_first_question(),
            build_second_question(),
        ):
            check(each)
