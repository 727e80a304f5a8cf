"""/hint and the completions of /play by the real bot, as far as a table allows them; and all help in every system."""

import re

import pytest

from engine.variants import load
from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.games import Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import position
from tests.support.sampled import sampled

from .assisting import FULL, ask_for_hint, lay_out_table, sets
from .looking import confirm_of, read_alt, read_rack, require_answer, require_private
from .test_systems import moved

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEMS = load()


# /hint


async def test_a_hint_says_where_then_what_then_the_whole_turn(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, options=FULL)
    ana, ben = running_bot.seats(2)

    shown = await require_private(ana.command("hint", room))

    assert shown.text == "**Hint** · your turn\n1. This play changes set A. It makes one new set."
    assert shown.buttons == ["More", "Show the play", "Cancel"]
    more = await require_answer(ana.click(shown, "More"))
    assert more.text == f"{shown.text}\n2. You can play R7 K1 K2 K3."
    assert more.pictures == []
    whole = await require_answer(ana.click(more, "More"))
    assert whole.id == shown.id
    assert whole.text.startswith(f"{more.text}\n3. Valid: 4 tiles played")
    assert "A: R4 R5 R6 R7\nC: K1 K2 K3" in whole.text
    assert whole.buttons == ["Confirm", "Cancel"]
    assert read_alt(whole).endswith("Played: R7 K1 K2 K3.")
    assert ben.messages(room) == []
    await ana.click(whole, "Confirm")
    assert sets(running_bot, room) == ["R4 R5 R6 R7", "B9 K9 O9", "K1 K2 K3"]


async def test_the_rack_has_a_button_for_hints_where_they_are_given(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, options=FULL)
    ana = running_bot.seat("Ana")
    rack = await require_private(ana.command("rack", room))

    shown = await require_answer(ana.click(rack, "Hint"))

    assert {"Arrange", "Hint"} <= set(rack.buttons)
    assert shown.id == rack.id
    assert shown.text.startswith("**Hint**")
    assert (await require_answer(ana.click(shown, "Cancel"))).buttons == rack.buttons


async def test_a_table_that_only_fits_gives_no_hints(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room)
    ana = running_bot.seat("Ana")

    answer = await require_private(ana.command("hint", room))

    assert answer.text.startswith("This table plays with **Help: Arrange")


async def test_a_hint_can_be_to_draw(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, racks=["k1 o12", "o1"], options=FULL)
    ana = running_bot.seat("Ana")

    shown = await require_private(ana.command("hint", room))

    assert shown.text == "**Hint** · your turn\nNothing to play. Draw a tile."
    assert shown.buttons == ["Draw", "Cancel"]
    drawn = await require_answer(ana.click(shown, "Draw"))
    assert "You drew " in drawn.text


async def test_a_hint_before_the_turn_can_not_be_played(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, racks=["o1", "r7 k1"], options=FULL)
    ben = running_bot.seats(2)[1]

    whole = await ask_for_hint(ben, room)

    assert "to play, with the table as it is now" in whole.text
    assert "A: R4 R5 R6 R7" in whole.text
    assert whole.buttons == ["Cancel"]


async def test_the_table_of_a_hint_comes_in_words_for_who_wants_that(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, options=FULL)
    ana = running_bot.seat("Ana")
    plain = await ask_for_hint(ana, room)
    await ana.command("settings", room, text=True)
    whole = await ask_for_hint(ana, room)
    await ana.command("settings", room, text=False)

    assert "red 4" not in plain.text
    assert "A: red 4, red 5, red 6, red 7." in whole.text
    assert whole.buttons == plain.buttons


async def test_a_hint_begins_again_when_the_table_has_moved_on(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, options=FULL)
    ana, ben = running_bot.seats(2)
    old = await require_answer(ana.click(await require_private(ana.command("hint", room)), "More"))
    await ana.command("play", room, move="k1 k2 k3")
    await ben.command("draw", room)

    new = await require_answer(ana.click(old, "More"))

    assert new.text == "**Hint** · your turn\nThe table has changed.\n1. This play changes set A."
    assert new.buttons == ["More", "Show the play", "Cancel"]


async def test_a_claim_that_wins_is_told(running_bot: RunningBot, room: Channel) -> None:
    game = position("rummi200kub", table="r8 b8 k8 / r9 b9 k9", racks=["o1", "o2 o3"], options=FULL, opened=True)
    running_bot.lay(room, game)

    shown = await require_private(running_bot.seat("Ana").command("hint", room))

    assert shown.text == "**Hint** · your turn\nNothing to play. Draw a tile. You can claim a set."
    assert "Claim" in shown.buttons


# every system


@pytest.mark.parametrize("key", sampled(SYSTEMS, 4))
async def test_every_system_hints_fits_and_plays_what_it_shows(
    running_bot: RunningBot, room: Channel, key: str
) -> None:
    variant = SYSTEMS[key]
    seats = running_bot.seats(variant.seats({})[0])
    await begun_with_help(room, key, seats)
    await running_bot.until(lambda: running_bot.game(room).phase is Phase.PLAYING)
    await moved(running_bot, room, variant, seats, moves=8)
    seat, shown = await first_hint(running_bot, room, seats)
    told = re.search(r"2\. You can play (.*)\.", shown.text)
    assert told
    held = len(read_rack(await require_private(seat.command("rack", room))))

    fitted = await require_private(seat.command("fit", room, tiles=told[1]))
    assert "Valid: " in fitted.text, (fitted.text, shown.text, read_alt(shown))
    done = await require_answer(seat.click(fitted, confirm_of(fitted)))

    assert "\n3. Valid: " in shown.text
    assert len(read_rack(done)) == held - len(told[1].split())


async def begun_with_help(room: Channel, key: str, seats: list[SimulatedUser]) -> None:
    """Open a table whose host allows hints, and start it."""
    host, *others = seats
    lobby = await require_answer(host.command("new", room, variant=key, clock="0"))
    for each in others:
        await each.click(lobby, "Join")
    panel = await require_private(host.click(lobby, "Options"))
    (menu,) = re.findall(r"rk:option:\w+:\w+:assistance", str(panel.json))
    labels = [each["label"] for each in panel.component(menu)["options"]]
    await host.select(panel, menu, [str(next(place for place, label in enumerate(labels) if "Full" in label))])
    await host.click(lobby, "Start")


async def first_hint(
    running_bot: RunningBot, room: Channel, seats: list[SimulatedUser]
) -> tuple[SimulatedUser, ShownMessage]:
    """The first hint from now on to lay something, in full."""
    for _ in range(20):
        state = running_bot.game(room).state
        assert state is not None
        seat = seats[state.turn]
        shown = await require_private(seat.command("hint", room))
        if "More" in shown.buttons:
            more = await require_answer(seat.click(shown, "More"))
            return seat, await require_answer(seat.click(more, "More"))
        await seat.command("draw", room)
    raise AssertionError("nobody can lay anything")


# completions


async def test_a_half_written_turn_is_completed_on_a_table_that_helps_in_full(
    running_bot: RunningBot, room: Channel
) -> None:
    lay_out_table(running_bot, room, racks=["r7 k1 k2 k3 b9 o12", "o1"], table="r4 r5 r6", options=FULL)
    ana = running_bot.seat("Ana")

    empty = await ana.autocomplete("play", "move", room, move="")
    some = await ana.autocomplete("play", "move", room, move="r7")
    wrong = await ana.autocomplete("play", "move", room, move="o12")

    assert [each["name"] for each in empty] == ["Most tiles, 4: R7 K1 K2 K3"]
    assert [each["name"] for each in some] == [
        "R7 isn't valid: a set needs at least three tiles. (CL-9)",
        "Most tiles, 4: R7 K1 K2 K3",
        "Just 1 tile: R7",
    ]
    assert len(wrong) == 1
    await ana.command("play", room, move=empty[0]["value"])
    assert sets(running_bot, room) == ["R4 R5 R6 R7", "K1 K2 K3"]


async def test_a_completion_may_be_longer_than_a_choice(running_bot: RunningBot, room: Channel) -> None:
    rows = " / ".join(f"{color}{low} {color}{low + 1} {color}{low + 2}" for color in "rbko" for low in (1, 5, 9))
    lay_out_table(running_bot, room, table=f"{rows} / r13 b13 k13 o13", racks=["b13 k13 r3", "o1"], options=FULL)
    ana = running_bot.seat("Ana")

    (best, *_) = await ana.autocomplete("play", "move", room, move="")

    assert best["value"].startswith("kept:")
    again = await ana.autocomplete("play", "move", room, move=best["value"])
    assert again[0]["name"].startswith("Valid: 3 tiles played")
    await ana.command("play", room, move=best["value"])
    assert running_bot.state(room).outcome


async def test_a_table_that_only_fits_completes_nothing(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room)
    ana = running_bot.seat("Ana")

    assert await ana.autocomplete("play", "move", room, move="") == []
    assert len(await ana.autocomplete("play", "move", room, move="r7")) == 1
    assert await ana.autocomplete("play", "move", running_bot.room("empty"), move="") == []
