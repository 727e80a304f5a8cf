"""Claims and crossings by the real bot: /claim with its list, the Claim button with its menu, and sets through sets."""

import re

import pytest

from engine.rules.claims import read_claims
from engine.table.claims.game import ClaimState
from engine.table.state import TableState
from engine.tiles.crossings import read_sets
from engine.variants import load
from playground import ShownMessage
from playground.model.values import Channel
from storage.games import Game, Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import Position, position

from .looking import (
    TURN_BUTTONS,
    find_showing,
    read_alt,
    read_rack,
    read_table,
    require_answer,
    require_private,
    wait_to_see,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

KEY = "rummi200kub"
NINES = "r8 b8 k8 / r9 b9 k9"


def laid(
    table: str = NINES, claims: str = "", *, racks: tuple[str, ...] = ("o8 o1", "o2 o3"), turn: int = 0
) -> Position:
    found = read_claims(claims, read_sets(table, load()[KEY].box))
    return position(KEY, table=table, racks=racks, claims=found, turn=turn)


def held(game: Game) -> list[tuple[str, int, int]]:
    """Who has claimed which set, and how often it was claimed."""
    assert isinstance(game.state, ClaimState)
    return [(claim.label, claim.seat, claim.times) for claim in game.state.claims]


def menu_id(shown: ShownMessage) -> str:
    """The custom id of the menu of sets."""
    found = re.search(r"rk:claimed:\w+:\w+", str(shown.json))
    assert found
    return found[0]


async def test_the_list_says_what_each_set_would_bring(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, laid(claims="a:1x2"))
    ana = running_bot.seat("Ana")

    choices = await ana.autocomplete("claim", "set", room, set="")

    assert [(each["value"], each["name"]) for each in choices] == [
        ("B", "B: 27 points → you'd have 27 · R9 B9 K9"),
        ("A", "A: 24 points → you'd have 24 · locks it · takes it from Ben · R8 B8 K8"),
    ]
    assert [each["value"] for each in await ana.autocomplete("claim", "set", room, set="b")] == ["B"]
    assert await ana.autocomplete("claim", "set", room, set="q") == []
    (stranger,) = await running_bot.stranger().autocomplete("claim", "set", room, set="")
    assert stranger["name"] == "You're not in this game."


async def test_a_set_is_claimed_by_command(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, laid())
    ana, ben = running_bot.seats(2)
    await require_answer(ana.command("table", room))

    answer = await require_private(ana.command("claim", room, set="a"))

    assert "You claimed set A for 24 points and now have 24." in answer.text
    assert read_rack(answer) == ["O1", "O8"]
    assert held(running_bot.game(room)) == [("A", 0, 1)]
    shown = await wait_to_see(ben, find_showing(f"<@{ben.user.id}> to play", room))
    assert "Ana" in read_alt(shown)
    assert "24" in read_alt(shown)
    again = await require_private(ana.command("claim", room, set="B"))
    assert again.text == "It isn't your turn. (R2-3)"


async def test_a_set_is_taken_and_locked_by_the_button(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, laid(claims="a:1x2 b:1"))
    ana, ben = running_bot.seats(2)
    public = await require_answer(ben.command("table", room))
    assert "Claim" in public.buttons

    menu = await require_private(ana.click(public, "Claim"))
    answer = await require_private(ana.select(menu, menu_id(menu), ["A"]))

    assert "It's locked." in answer.text
    assert " for 24 points and now have 24." in answer.text
    assert held(running_bot.game(room)) == [("A", 0, 3), ("B", 1, 1)]
    shown = await wait_to_see(ben, find_showing(f"<@{ben.user.id}> to play", room))
    refused = await require_private(ben.command("claim", room, set="a"))
    assert refused.text == "Set A is locked. It has been claimed three times. (R2-25)"
    own = await require_private(ben.command("claim", room, set="b"))
    assert own.text == "Set B is already yours. (R2-24)"
    assert "Claim" not in shown.buttons


async def test_the_rack_has_the_button_at_ones_turn(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, laid())
    ana, ben = running_bot.seats(2)

    mine = await require_private(ana.command("rack", room))
    others = await require_private(ben.command("rack", room))

    assert mine.buttons == ["Play: O8 to set A", "Confirm", "Draw", "Claim", *TURN_BUTTONS]
    assert "Claim" not in others.buttons
    menu = await require_private(ana.click(mine, "Claim"))
    assert "27 points → you'd have 27" in str(menu.json)


async def test_only_who_is_to_move_gets_the_menu(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, laid())
    ana, ben = running_bot.seats(2)
    public = await require_answer(ana.command("table", room))

    early = await require_private(ben.click(public, "Claim"))
    stranger = await require_private(running_bot.stranger().click(public, "Claim"))

    assert early.text == "It isn't your turn."
    assert stranger.text == "You're not in this game."


async def test_an_old_menu_changes_nothing(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, laid())
    ana, ben = running_bot.seats(2)
    public = await require_answer(ana.command("table", room))
    menu = await require_private(ana.click(public, "Claim"))
    await require_answer(ana.command("draw", room))
    await require_answer(ben.command("draw", room))

    answer = await require_private(ana.select(menu, menu_id(menu), ["A"]))

    assert "The table has changed since then" in answer.text
    assert held(running_bot.game(room)) == []


@pytest.mark.parametrize(
    ("letter", "refusal"),
    [
        ("q", "The table has no set Q."),
        ("??", "“??” isn't a set's letter."),
        ("a b", "“a b” isn't a set's letter."),
        ("1", "“1” isn't a set's letter."),
    ],
)
async def test_a_bad_letter_is_refused_with_a_sentence(
    running_bot: RunningBot, room: Channel, letter: str, refusal: str
) -> None:
    running_bot.lay(room, laid())

    answer = await require_private(running_bot.seat("Ana").command("claim", room, set=letter))

    assert answer.text.startswith(refusal)


async def test_other_games_have_no_claims(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", table="r8 b8 k8", racks=["o8 o1", "o2"]))
    ana = running_bot.seat("Ana")

    public = await require_answer(ana.command("table", room))
    answer = await require_private(ana.command("claim", room, set="a"))

    assert "Claim" not in public.buttons
    assert answer.text == "This game has no such move."
    assert await ana.autocomplete("claim", "set", room, set="") == []


async def test_a_claim_that_makes_200_ends_the_game(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, laid(claims="b:0=176"))
    ana = running_bot.seat("Ana")
    (first, *_) = await ana.autocomplete("claim", "set", room, set="")
    assert first["name"].startswith("A: 24 points → you'd have 200 · wins the game")

    await require_answer(ana.command("claim", room, set="a"))

    end = await wait_to_see(
        ana, lambda seat: next((each for each in seat.messages(room) if "Rematch" in each.buttons), None)
    )
    assert f"<@{ana.user.id}> wins" in end.text
    assert "A claim reached exactly 200 points." in end.text
    assert f"<@{ana.user.id}> **+200**" in end.text
    assert running_bot.game(room).phase is Phase.OVER


async def test_a_set_is_built_through_another_and_the_window_keeps_it(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, laid("r4 r5 r6", racks=("b5 k5 o1", "o5 o3")))
    ana, ben = running_bot.seats(2)
    (choice,) = await ana.autocomplete("play", "move", room, move="R5@A B5 K5")
    assert choice["name"] == "Valid: 2 tiles played for 10 points, 1 left."

    await require_answer(ana.command("play", room, move="R5@A B5 K5"))
    shown = await wait_to_see(ben, find_showing("R5@A", room))

    assert read_table(shown) == {"A": ["R4", "R5", "R6"], "B": ["R5@A", "B5", "K5"]}
    rack = await require_private(ben.command("rack", room))
    await ben.click(rack, "Edit as text")
    assert ben.modal is not None
    assert ben.modal.values == {"move": "table:\nR4 R5 R6\nR5@A B5 K5"}
    played = await require_answer(ben.submit(move="table:\nR4 R5 R6\nR5@A B5 K5 O5"))
    assert read_rack(played) == ["O3"]
    state = running_bot.game(room).state
    assert isinstance(state, TableState)
    assert [each.written for each in state.sets] == ["R4 R5 R6", "R5@A B5 K5 O5"]


async def test_a_crossing_that_was_not_declared_is_refused_with_the_way_to_write_it(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, laid("r4 r5 r6", racks=("b5 k5 o1", "o5 o3")))

    answer = await require_private(running_bot.seat("Ana").command("play", room, move="R5 B5 K5"))

    assert re.match(r"You don't have R5\. To cross set A, write R5@A\. \(R2-13\)", answer.text)


async def test_more_sets_than_a_list_holds_are_found_by_their_letters(running_bot: RunningBot, room: Channel) -> None:
    groups = [f"r{n} b{n} k{n}" for n in range(1, 14)] * 2
    running_bot.lay(room, laid(" / ".join(groups), racks=("o1", "o2")))
    ana = running_bot.seat("Ana")

    choices = await ana.autocomplete("claim", "set", room, set="")
    public = await require_answer(ana.command("table", room))
    menu = await require_private(ana.click(public, "Claim"))

    assert len(choices) == 25
    assert [each["value"] for each in await ana.autocomplete("claim", "set", room, set="a")] == ["A"]
    assert "`/claim` lists the rest" in menu.text
