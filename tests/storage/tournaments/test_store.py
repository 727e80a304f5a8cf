"""Stored tournaments: each channel has one open tournament, and only its newest version can be changed."""

from dataclasses import replace

import pytest

from services.tournaments.rounds import cancel, check_in, note_game, note_table, record_result
from storage.database import Database
from storage.errors import DatabaseDamaged
from storage.games import GameStore
from storage.posts import Post, PostStore, name_tournament
from storage.tournaments.store import ChannelHasTournament, TournamentStale, TournamentStore
from storage.tournaments.tournament import PairingKey, TournamentKind, WithoutWinner
from tests.services.tournaments.playing import a_stored, signed_up, started
from tests.storage.tables import NOON, VARIANTS

SWISS = TournamentKind.SWISS
KEY = PairingKey(0, 0)


@pytest.fixture
def store(database: Database) -> TournamentStore:
    return TournamentStore(database)


async def test_everything_of_a_tournament_is_kept(store: TournamentStore) -> None:
    tournament = started(SWISS, 5)
    first, second = tournament.find(KEY).user_ids
    tournament = note_table(tournament, KEY, 98)
    tournament = note_game(check_in(check_in(tournament, second), first), KEY, 99)
    tournament = record_result(tournament, KEY, first)
    tournament = record_result(tournament, PairingKey(0, 1), WithoutWinner.TIE)
    opened = await store.open(a_stored(tournament, due_at=NOON), NOON)

    assert await store.get(opened.id) == opened
    assert opened.tournament == tournament


async def test_a_channel_has_one_open_tournament(store: TournamentStore) -> None:
    assert await store.get(1) is await store.in_channel(50) is None
    first = await store.open(a_stored(signed_up(SWISS, 4)), NOON)

    with pytest.raises(ChannelHasTournament) as refused:
        await store.open(a_stored(signed_up(SWISS, 4), thread_id=61), NOON)
    assert refused.value.tournament == first
    await store.open(a_stored(signed_up(SWISS, 4), channel_id=51), NOON)
    await store.change(replace(first, tournament=cancel(first.tournament)), None)
    second = await store.open(a_stored(signed_up(SWISS, 4), thread_id=61), NOON)
    assert await store.in_channel(50) == second


async def test_a_change_of_an_older_version_is_not_stored(store: TournamentStore) -> None:
    opened = await store.open(a_stored(signed_up(SWISS, 4)), NOON)
    changed = await store.change(replace(opened, due_at=5), None)

    with pytest.raises(TournamentStale):
        await store.change(replace(opened, due_at=6), None)
    assert (await store.get(opened.id), changed.version) == (changed, 2)


async def test_a_game_and_a_thread_lead_to_their_open_tournament_on_its_server(store: TournamentStore) -> None:
    tournament = note_game(note_table(started(SWISS, 4), PairingKey(0, 1), 60), PairingKey(0, 1), 99)
    opened = await store.open(a_stored(tournament), NOON)

    assert await store.of_game(40, 99) == opened.id
    assert await store.of_game(40, 98) is None
    assert await store.of_game(41, 99) is None
    assert [await store.of_thread(40, each) for each in (60, 99)] == [opened.id, None]
    await store.change(replace(opened, tournament=cancel(tournament)), None)
    assert await store.of_game(40, 99) is None


async def test_open_tournaments_and_those_with_old_messages_are_unsettled(
    store: TournamentStore, database: Database
) -> None:
    posts = PostStore(database)
    shown = await store.open(a_stored(signed_up(SWISS, 4)), NOON)
    await posts.settle(name_tournament(shown.id), "1")
    over = await store.open(a_stored(cancel(signed_up(SWISS, 4)), channel_id=51), NOON)
    assert await store.unsettled() == [shown.id, over.id]

    await posts.settle(name_tournament(over.id), "1")
    assert await store.unsettled() == [shown.id]

    await posts.begin(Post(name_tournament(over.id), "end", 60, None, "nonce", "once", NOON))
    assert await store.unsettled() == [shown.id, over.id]


async def test_those_that_are_due_come_in_their_order(store: TournamentStore) -> None:
    for channel, due_at in enumerate((NOON, NOON - 1, NOON + 1, None)):
        await store.open(a_stored(signed_up(SWISS, 4), channel_id=channel, due_at=due_at), NOON)
    await store.open(a_stored(cancel(signed_up(SWISS, 4)), channel_id=9, due_at=NOON), NOON)

    assert [each.due_at for each in await store.due(NOON)] == [NOON - 1, NOON]


async def test_an_unreadable_tournament_is_reported_as_damage(store: TournamentStore, database: Database) -> None:
    opened = await store.open(a_stored(signed_up(SWISS, 4)), NOON)
    await database.run("UPDATE tournament SET tournament = '{}'")

    with pytest.raises(DatabaseDamaged):
        await store.get(opened.id)


async def test_a_change_that_is_based_on_times_before_the_clock_was_set_back_moves_with_them(
    store: TournamentStore, database: Database
) -> None:
    opened = await store.open(a_stored(signed_up(SWISS, 4), due_at=NOON + 60), NOON)
    await GameStore(database, VARIANTS).shift_times(-3_600)

    changed = await store.change(replace(opened, due_at=NOON + 90), opened.due_at)

    assert changed.due_at == NOON + 90 - 3_600
    assert await store.get(opened.id) == changed
    assert (await store.change(replace(changed, due_at=None), changed.due_at)).due_at is None
