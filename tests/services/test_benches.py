"""Benches that are read for a screen, of which the latest checked drafts and ready plays are cached."""

from dataclasses import replace

from engine.game.actions import Draw
from services.benches import BenchScreenData, ReadyPlays, keep_bench, read_bench, sort_racks, update_state
from services.search import TurnSearch
from services.tables import MOST_DRAFTS, Tables
from storage.games import Game
from storage.settings import RackOrder
from tests.positions import position
from tests.storage.tables import ANN, BOB, KEY
from tests.support.tables import deal

ME = ANN.user_id or 0


async def running(tables: Tables) -> Game:
    """A game of Ann, whose rack has a set, and Bob."""
    racks = ["R6 B2 B3 B4 K9", "B5 B6"]
    return await deal(tables, position(KEY, table="R3 R4 R5", racks=racks, pool="O4 O5 O6", has_melded=True), ANN, BOB)


async def read(tables: Tables, game: Game) -> BenchScreenData:
    return await read_bench(tables, tables.view_for(game, ME), ME)


async def play(tables: Tables, bench: BenchScreenData) -> None:
    """Draft the first ready play."""
    listed = await ReadyPlays(TurnSearch()).add_to(bench)
    await keep_bench(tables, bench.game_view, update_state(bench, listed.ready[0].bench))


async def test_a_draft_is_checked_once(tables: Tables) -> None:
    game = await running(tables)
    first = await read(tables, game)
    await sort_racks(tables.settings, ME, RackOrder.NUMBER)

    again = await read(tables, game)

    assert again.person.order is RackOrder.NUMBER
    assert again.arranged is first.arranged
    assert again.appraisal is first.appraisal


async def test_a_changed_draft_is_checked_anew(tables: Tables) -> None:
    game = await running(tables)
    before = await read(tables, game)

    await play(tables, before)

    after = await read(tables, game)
    assert after.arranged.draft.changes
    assert after.appraisal != before.appraisal


async def test_a_draft_is_checked_anew_after_each_change_of_the_game(tables: Tables) -> None:
    game = await running(tables)
    before = await read(tables, game)

    moved = (await tables.make_move(game, Draw(game.state.turn if game.state else 0), 3)).game

    after = await read(tables, moved)
    assert len(after.arranged.bench.rack) + len(before.arranged.bench.rack) > 2 * len(before.arranged.bench.rack)


async def test_only_the_latest_checked_drafts_are_kept(tables: Tables) -> None:
    game = await running(tables)
    for version in range(MOST_DRAFTS + 10):
        await read(tables, replace(game, version=version))

    assert len(tables.drafts) == MOST_DRAFTS


async def test_ready_plays_are_listed_once_for_a_bench(tables: Tables) -> None:
    game = await running(tables)
    plays = ReadyPlays(TurnSearch())
    first = await plays.add_to(await read(tables, game))
    assert first.ready

    assert (await plays.add_to(await read(tables, game))).ready is first.ready

    await play(tables, first)
    assert (await plays.add_to(await read(tables, game))).ready != first.ready
