"""How to use the bot, and how the games go."""

from dataclasses import replace

import pytest

from cogs.help import HelpCog
from tests.storage.tables import BOB, KEY, VARIANTS
from tests.support.interactions import Interaction
from tests.support.rooms import Room

COG = HelpCog


async def test_help_explains_the_bot_privately(room: Room) -> None:
    answer = await room.command("help")

    assert "/new opens a table" in answer.text
    assert all(f"**{word}" in answer.text for word in ("Pick tiles", "Confirm", "Draw"))
    assert len(answer.text) < 600
    assert not answer.is_public


async def test_the_help_has_pages_on_writing_turns_and_on_commands(room: Room) -> None:
    first = await room.command("help")
    assert list(first.screen.controls) == ["Learn by playing (1 minute)", "Turns as text", "All commands"]
    notation, commands, unknown = [
        await room.tap("help", None, argument=page) for page in ("notation", "commands", "weather")
    ]

    assert "`R4 R5 R6`" in notation.text
    assert "/leaderboard" in commands.text
    assert unknown.text == first.text
    assert "Learn by playing (1 minute)" not in commands.screen.controls


@pytest.mark.parametrize("key", VARIANTS)
async def test_the_rules_of_any_system_are_shown_with_an_example(room: Room, key: str) -> None:
    answer = await room.command("rules", variant=key)

    assert f"### {VARIANTS[key].info.name}" in answer.text
    assert [picture.name for picture in answer.screen.pictures] == ["example.png"]
    assert answer.screen.menu("clauses")
    assert not answer.is_public


async def test_without_a_table_or_a_name_the_first_system_is_explained(room: Room) -> None:
    assert f"### {VARIANTS[KEY].info.name}" in (await room.command("rules")).text


@pytest.mark.parametrize("key", VARIANTS)
async def test_each_system_s_six_rules_include_one_on_jokers(key: str) -> None:
    summary = VARIANTS[key].info.summary

    assert len(summary) == 6
    assert "oker" in str(summary["jokers"])


async def test_the_rules_of_a_table_say_what_is_different_there_and_nothing_else_of_it(room: Room) -> None:
    lobby = await room.lobby(BOB)
    usual = await room.command("rules")
    await room.tables.commit(replace(lobby, options={"jokers": "free", "opening": True, "clock": 60}), None)

    answer = await room.command("rules", Interaction(BOB))

    assert "A joker** stands for any tile" in usual.text
    assert "At this table" not in usual.text
    assert "At this table:\n- **Jokers on the table**: Move it freely, as any tile\n" in f"{answer.text}\n"
    assert "**Clock**" not in answer.text
    assert "A joker** stands for any tile" not in answer.text


async def test_another_system_than_the_table_s_is_explained_as_it_is_by_itself(room: Room) -> None:
    await room.lobby()
    other = next(key for key in VARIANTS if key != KEY)

    answer = await room.command("rules", variant=other)

    assert f"### {VARIANTS[other].info.name}" in answer.text
    assert not answer.screen.menu("option")


async def test_an_unknown_system_is_refused(room: Room) -> None:
    assert await room.refused(room.command("rules", variant="chess")) == "There's no such rule system."


async def test_the_clauses_under_a_heading_are_shown(room: Room) -> None:
    heading, clauses = list(room.tables.read_clauses(KEY).items())[1]

    answer = await room.tap("clauses", None, argument=KEY, values=["1"])

    assert answer.text == f"### {heading}\n{clauses}"
    assert not answer.is_public


@pytest.mark.parametrize(("key", "values"), [("chess", ["0"]), (KEY, ["99"]), (KEY, []), (KEY, ["x"]), ("", ["0"])])
async def test_an_unknown_heading_is_refused(room: Room, key: str, values: list[str]) -> None:
    said = await room.refused(room.tap("clauses", None, argument=key, values=values))

    assert said == "This menu has changed. That choice no longer exists."
