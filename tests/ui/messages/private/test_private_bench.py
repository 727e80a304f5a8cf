"""Racks that are open while their player's turn ends without a tap on them: they change at that moment."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from cogs.bench import BenchCog
from cogs.play import PlayCog
from engine.game.actions import Draw, Void
from services.benches import arrange
from services.overdue.timeouts import end_time
from storage.games import Game, Player
from tests.storage.tables import ANN, BOB, CLEO
from tests.support.interactions import PRIVATE, PUBLIC, Interaction
from tests.support.rooms import Room, opened
from tests.support.tables import listen
from tests.support.waiting import until_done
from ui.messages.private import live_responses

COG = BenchCog


@pytest_asyncio.fixture(autouse=True)
async def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_responses, "PAUSE", 0)


@pytest.fixture
def room(room: Room) -> Room:
    for each in room.services.messages[1:]:
        listen(room.tables, each.on_change)
    return room


async def timed(room: Room, *racks: str, **more: Any) -> Game:
    """A running game with a clock, in which Ann is to move."""
    game = await room.playing(*racks, **{"pool": "O9 O10 O11 K13 R2", **more})
    assert game.state
    state = replace(game.state, deadline=room.clock + 60)
    return await room.tables.commit(replace(game, state=state), None)


async def with_absent(room: Room) -> Game:
    """A running game of three with a clock, in which Ann is to move and has missed a turn."""
    return await timed(room, "R6 B9", "O2 O3", "K5 K8", players=(replace(ANN, missed_turns=1), BOB, CLEO))


async def run_out(room: Room) -> Game:
    """Let the turn's time run out."""
    game = await room.game()
    assert game.state
    room.clock = game.state.deadline or game.waits_until or 0
    await end_time(room.tables, game)
    return await room.game()


async def open_rack(room: Room, who: Player = ANN) -> Interaction:
    """Tap My rack under the table."""
    return await room.tap("rack", await room.game(), Interaction(who, PUBLIC))


def on(rack: Interaction) -> Interaction:
    """Ann's next tap on this rack."""
    return Interaction(ANN, replace(PRIVATE, id=rack.id))


async def changed(room: Room, rack: Interaction) -> str:
    """What a rack says after its next change, without its picture."""
    count = len(rack.shown)
    await room.until(lambda: len(rack.shown) > count)
    return rack.screen.text


async def test_a_rack_says_at_once_that_time_ran_out_and_what_was_drawn(room: Room) -> None:
    await timed(room)
    rack = await open_rack(room)
    assert rack.text.startswith("**Your turn** · ends")

    await run_out(room)
    said = await changed(room, rack)

    assert said.startswith("<@22> to play · ends")
    assert said.splitlines()[1] == "Time ran out: you drew R2."
    assert "Draw" not in rack.screen.controls
    assert rack.screen.is_private


async def test_an_arranged_rack_follows_its_game_too(room: Room) -> None:
    rack = await room.tap("fit", await timed(room), Interaction(ANN, PUBLIC))

    await run_out(room)

    assert "Time ran out" in await changed(room, rack)


async def test_it_says_that_the_draft_was_played(room: Room) -> None:
    game = await timed(room)
    rack = await open_rack(room)
    rack = await room.tap("pick", game, on(rack), argument="0", values=["R6"])

    await run_out(room)

    assert "Time ran out. You added R6 to A." in await changed(room, rack)


async def test_it_shows_the_end_if_the_game_ends_as_time_runs_out(room: Room) -> None:
    await timed(room, pool="", passes=1)
    rack = await open_rack(room)

    await run_out(room)

    assert "Rematch" in await changed(room, rack)
    assert "Draw" not in rack.screen.controls


async def test_a_screen_drawn_before_the_game_went_on_is_not_shown(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await timed(room)
    rack = await open_rack(room)
    draw, is_drawing, goes_on = room.services.pictures.draw_bench, asyncio.Event(), asyncio.Event()

    async def draw_slowly(*given: Any) -> Any:
        is_drawing.set()
        await goes_on.wait()
        return await draw(*given)

    monkeypatch.setattr(room.services.pictures, "draw_bench", draw_slowly)
    before = len(rack.shown)
    await run_out(room)
    await is_drawing.wait()
    await room.tables.make_move(await room.game(), Void(0), None)
    goes_on.set()

    assert "Time ran out" not in await changed(room, rack)
    assert len(rack.shown) == before + 1


@pytest.mark.parametrize("has_clock", [True, False])
async def test_a_player_replaced_by_a_computer_is_told_and_offered_the_way_back(room: Room, *, has_clock: bool) -> None:
    if has_clock:
        await with_absent(room)
    else:
        game = await room.playing("R6 B9", "O2 O3", "K5 K8", players=(ANN, BOB, CLEO))
        await room.tables.commit(replace(game, patience=60), None)
    rack = await open_rack(room)

    game = await run_out(room)
    said = await changed(room, rack)

    assert game.players[0].away
    assert said.startswith("You were away, so a computer took over your seat.")
    assert list(rack.screen.controls) == ["I'm back", "Follow", "Log"]
    await room.tables.give_seat_back(game, ANN.user_id or 0)
    said = await changed(room, rack)
    assert "<@11> is back." in said
    assert "Your rack" in said


async def test_a_rack_of_a_player_who_deletes_their_data_stays_as_it_is(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    game = await room.playing("R6 B9", "O2 O3", "K5 K8", players=(ANN, BOB, CLEO))
    rack = await open_rack(room)

    await room.services.personal_data.delete_person(ANN.user_id or 0)
    updates = [task for task in asyncio.all_tasks() if task.get_name() == f"responses-{game.id}"]
    await asyncio.gather(*updates)

    assert updates
    assert len(rack.shown) == 1
    assert "failed" not in caplog.text


async def test_all_open_racks_change_also_in_direct_messages(room: Room) -> None:
    game = await timed(room)
    taps = [Interaction(guild_id=None, message=replace(PUBLIC, id=number)) for number in (7, 8)]
    racks = [await open_rack(room), await open_rack(room), *[await room.tap("rack", game, each) for each in taps]]

    await run_out(room)

    await room.until(lambda: all("Time ran out" in each.screen.text for each in racks))


async def test_at_their_turn_a_players_newest_rack_alone_shows_every_change(room: Room) -> None:
    game = await timed(room)
    older, newest = await open_rack(room), await open_rack(room)

    await room.tables.commit(game, None)
    await until_done("responses-")

    assert (len(older.shown), len(newest.shown)) == (1, 2)


async def test_racks_of_others_turns_stay_until_their_own_begins(room: Room) -> None:
    await timed(room)
    older, newest = await open_rack(room, BOB), await open_rack(room, BOB)

    await run_out(room)

    assert "**Your turn**" in await changed(room, newest)
    await run_out(room)
    assert "Time ran out: you drew" in await changed(room, newest)
    assert len(older.shown) == 1


async def test_a_tapped_rack_is_changed_by_the_answer_to_its_tap_alone(room: Room) -> None:
    game = await timed(room)
    rack = await open_rack(room)
    tapped = on(rack)

    with room.services.responses.hold_back(tapped, game.id):  # type: ignore[arg-type]  # as much of one as it asks for
        moved = (await room.tables.make_move(game, Draw(0), tapped.id)).game
        await room.tap("rack", moved, tapped)
    await until_done("responses-")

    assert (len(rack.shown), len(tapped.shown)) == (1, 1)


async def test_a_rack_whose_tap_showed_something_else_follows_its_game_again(room: Room) -> None:
    game = await timed(room)
    rack = await open_rack(room)

    with room.services.responses.hold_back(on(rack), game.id):  # type: ignore[arg-type]  # as above
        await run_out(room)

    assert "Time ran out" in await changed(room, rack)


async def test_a_question_gives_way_to_the_rack_when_time_runs_out(tmp_path: Path) -> None:
    async with opened(tmp_path, PlayCog) as room:
        listen(room.tables, room.services.responses.on_change)
        game = await timed(room, table="R3 R4 R5 / B6 B7 B8")
        play = room.tables.variant(game).read(0, "play B+B9")
        await arrange(room.tables, room.tables.view_for(game, ANN.user_id), ANN.user_id or 0, play)
        question = await room.tap("draw", game, Interaction(message=PUBLIC))
        assert "instead of playing 1 tile" in question.text

        await run_out(room)

        assert "Time ran out. You added B9 to B." in await changed(room, question)
        assert "instead of playing" not in question.screen.text
