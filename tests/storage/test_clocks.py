"""Deadlines: when they come, and how they wait for players who could not play."""

from dataclasses import replace

import pytest

from engine.text.phrases import as_is
from storage.database import Database
from storage.games import Game, GameStore, Stale
from storage.shards import Shard
from tests.storage.tables import NOON, a_game, a_lobby, finish


def deadline(game: Game | None) -> int | None:
    assert game
    assert game.state
    return game.state.deadline


async def test_a_game_is_due_when_its_deadline_has_come(games: GameStore) -> None:
    late = await a_game(games, clock=120)
    soon = await a_game(games, channel=3, interaction=10, clock=60)
    await a_lobby(games, channel=4, interaction=20)

    assert await games.next_deadline() == NOON + 60
    assert await games.due(NOON + 59) == []
    assert await games.due(NOON + 60) == [soon]
    assert await games.due(NOON + 120) == [soon, late]


async def test_a_game_without_a_clock_and_one_that_is_over_are_never_due(games: GameStore) -> None:
    await a_game(games, clock=0)
    await finish(
        games, await reminding(games, await a_game(games, channel=3, interaction=10), NOON + 30), interaction_id=30
    )

    assert await games.next_deadline() is await games.next_reminder() is None
    assert await games.due(2**62) == await games.to_remind(2**62) == []


async def extended(games: GameStore, game: Game) -> Game:
    """The game with 100 seconds of grace, after a start ten seconds before its turn ends."""
    due = await games.commit(replace(game, grace=100), interaction_id=None, now=NOON)
    await games.extend_deadlines(NOON + 50)
    after = await games.get(due.id)
    assert after
    return after


async def test_deadlines_are_extended_once_and_only_as_far_as_needed(games: GameStore, fresh: GameStore) -> None:
    soon = await a_game(games)
    enough = await games.commit(
        replace(await a_game(games, channel=3, interaction=10, clock=120), grace=60), interaction_id=None, now=NOON
    )
    timeless = await a_game(games, channel=4, interaction=20, clock=0)
    ended = await finish(games, replace(await a_game(games, channel=5, interaction=30), grace=100), interaction_id=33)

    after = await extended(games, soon)
    await games.extend_deadlines(NOON + 55)

    for seen in (games, fresh):
        assert await seen.get(soon.id) == after
        assert (deadline(after), after.grace) == (NOON + 150, 0)
        assert await seen.get(timeless.id) == timeless
        assert await seen.get(ended.id) == ended
    assert await games.get(enough.id) == enough


async def test_all_times_are_set_back_together(games: GameStore, fresh: GameStore) -> None:
    one = await reminding(games, await a_game(games), NOON + 30)
    timeless = await a_game(games, channel=4, interaction=20, clock=0)

    await games.shift_times(-3_600)

    for seen in (games, fresh):
        assert await seen.next_deadline() == NOON + 60 - 3_600
        assert await seen.next_reminder() == NOON + 30 - 3_600
        assert deadline(await seen.get(one.id)) == NOON + 60 - 3_600
        assert await seen.get(timeless.id) == timeless


FIRST, SECOND = Shard(0, 2), Shard(1, 2)  # one of two shards


async def on_server(games: GameStore, game: Game, guild_id: int) -> Game:
    return await games.commit(replace(game, guild_id=guild_id), interaction_id=None, now=NOON)


@pytest.mark.parametrize(
    ("guild_id", "shard"), [(0, FIRST), (6 << 22, FIRST), (7 << 22, SECOND), ((8 << 22) - 1, SECOND)]
)
async def test_the_deadlines_of_one_shard_are_extended_alone(
    games: GameStore, fresh: GameStore, guild_id: int, shard: Shard
) -> None:
    assert Shard.of(guild_id, 2) == shard
    meant = await on_server(games, replace(await a_game(games), grace=100), guild_id)
    other = await on_server(
        games, replace(await a_game(games, channel=3, interaction=10), grace=100), guild_id ^ 1 << 22
    )

    await games.extend_deadlines(NOON, shard)

    for seen in (games, fresh):
        assert deadline(await seen.get(meant.id)) == NOON + 100
        assert deadline(await seen.get(other.id)) == NOON + 60


async def test_the_places_of_open_games_are_found_by_their_servers(games: GameStore) -> None:
    here = await on_server(games, await a_game(games), 5)
    there = await on_server(games, await a_game(games, channel=3, interaction=10), 6)
    await on_server(games, await a_game(games, channel=4, interaction=20), 7)
    ended = await on_server(games, await a_game(games, channel=5, interaction=30), 5)
    await finish(games, ended, interaction_id=40)

    assert await games.list_channels({5, 6, 8}) == [(5, here.channel_id, False), (6, there.channel_id, False)]
    assert await games.list_channels([]) == []


async def test_a_change_of_a_game_whose_times_have_moved_meanwhile_does_not_bring_them_back(games: GameStore) -> None:
    game = await games.commit(replace(await a_game(games), grace=100), interaction_id=None, now=NOON)
    await games.extend_deadlines(NOON)

    with pytest.raises(Stale) as refused:
        await games.commit(replace(game, news=(as_is("Old times."),)), interaction_id=3, now=NOON)

    assert deadline(refused.value.game) == deadline(await games.get(game.id)) == NOON + 100
    await games.commit(replace(refused.value.game, news=(as_is("New times."),)), interaction_id=3, now=NOON)
    assert deadline(await games.get(game.id)) == NOON + 100


async def test_one_game_that_can_not_be_read_stops_no_clock(
    games: GameStore, fresh: GameStore, database: Database
) -> None:
    broken = await a_game(games, clock=60)
    sound = await a_game(games, channel=3, interaction=10, clock=120)
    await database.run("UPDATE game SET state = '{}' WHERE id = ?", (broken.id,))

    assert await fresh.due(NOON + 200) == [sound]
    assert await fresh.due(NOON + 200) == [sound]
    assert await fresh.next_deadline() == NOON + 120


async def reminding(games: GameStore, game: Game, at: int) -> Game:
    return await games.commit(replace(game, remind_at=at), interaction_id=None, now=NOON)


async def test_a_player_is_to_be_reminded_when_the_moment_has_come(games: GameStore, fresh: GameStore) -> None:
    late = await reminding(games, await a_game(games), NOON + 60)
    soon = await reminding(games, await a_game(games, channel=3, interaction=10), NOON + 30)
    await a_game(games, channel=4, interaction=20)

    for seen in (games, fresh):
        assert await seen.next_reminder() == NOON + 30
        assert await seen.to_remind(NOON + 29) == []
        assert await seen.to_remind(NOON + 30) == [soon]
        assert await seen.to_remind(NOON + 60) == [soon, late]


async def test_a_player_is_reminded_once_and_nothing_else_changes(games: GameStore, fresh: GameStore) -> None:
    game = await reminding(games, await a_game(games), NOON + 30)

    assert await games.retime(game, replace(game, remind_at=None))

    for seen in (games, fresh):
        assert await seen.next_reminder() is None
        assert await seen.to_remind(2**62) == []
        assert await seen.get(game.id) == replace(game, remind_at=None)
    await games.commit(game, interaction_id=30, now=NOON)  # the version is the same: who plays is not disturbed


async def test_times_that_have_changed_meanwhile_stay(games: GameStore, fresh: GameStore) -> None:
    game = await reminding(games, await a_game(games), NOON + 30)
    await games.retime(game, replace(game, remind_at=NOON + 90))

    assert not await games.retime(game, replace(game, remind_at=None))

    for seen in (games, fresh):
        assert await seen.next_reminder() == NOON + 90
