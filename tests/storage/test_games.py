"""A game's way through storage: opened, changed once at a time, ended."""

import asyncio
from dataclasses import replace

import pytest

from engine.game.goals import Level
from engine.game.log import Logged
from engine.text.phrases import Phrase, as_is, later, later_many
from ratings.game_result import Unrated
from storage.database import Database, StorageError
from storage.games import (
    AlreadyDone,
    ChannelTaken,
    Game,
    GameStore,
    MoveNews,
    Phase,
    Player,
    Stale,
    TooManyLobbies,
)
from tests.storage.tables import ANN, BOB, CHANNEL, GUILD, KEY, NOON, a_game, a_lobby, finish, over, started


async def log(database: Database) -> list[tuple[object, ...]]:
    rows = await database.run(
        "SELECT game_id, version, at, seat, line, interaction_id FROM log ORDER BY game_id, version"
    )
    return [tuple(row) for row in rows]


async def test_a_lobby_is_read_as_it_was_stored(games: GameStore, fresh: GameStore) -> None:
    lobby = await a_lobby(games, computers=[Player(None, "Ada", Level.MASTER)])

    assert await fresh.get(lobby.id) == lobby
    assert await fresh.in_channel(CHANNEL) == lobby


async def test_games_with_computers_are_found_while_they_are_played(games: GameStore, fresh: GameStore) -> None:
    ada, gone = Player(None, "Ada", Level.FAIR), replace(BOB, missed_turns=2, away=True)
    sitting, keeping, ended = [
        await games.commit(
            replace(await a_game(games, channel=number, interaction=10 * number), players=(ANN, player)),
            interaction_id=None,
            now=NOON,
        )
        for number, player in enumerate((ada, gone, ada), 1)
    ]
    await a_game(games, channel=4, interaction=40)
    await a_lobby(games, channel=5, interaction=50, computers=[ada])
    await finish(games, ended, interaction_id=None)

    assert await games.with_computers() == await fresh.with_computers() == [sitting, keeping]


async def test_the_news_of_a_move_is_stored_for_everybody_and_for_its_player(
    games: GameStore, fresh: GameStore
) -> None:
    told = later_many("Ann drew {count} tile.", "Ann drew {count} tiles.", 1)
    own = later("You drew {drawn}.", drawn=told)
    news = MoveNews(told.one, told.many, told.count, told.facts, seat=0, own=own, brief=told, drawn=1)
    game = replace(await a_game(games), news=(as_is("Welcome."), news))

    stored = await games.commit(game, interaction_id=7, now=NOON)

    read = await fresh.get(game.id)
    assert read == stored
    assert read
    assert [type(each) for each in read.news] == [Phrase, MoveNews]


async def test_everything_that_changes_is_stored(games: GameStore, fresh: GameStore) -> None:
    game = await a_game(games)
    changed = replace(
        game,
        host_id=22,
        options={"clock": 0, "opening": True},
        players=(ANN, Player(33, "Cy", missed_turns=1, opening=40)),
        news=(as_is("Ann draws 1 tile."),),
        channel_id=9,
        remind_at=NOON + 30,
        has_chosen_clock=True,
        patience=0,
        waits_until=NOON + 90,
        grace=60,
        unrated=Unrated.OFTEN,
        suspended_until=NOON + 900,
    )

    stored = await games.commit(changed, interaction_id=7, now=NOON + 5)

    assert stored == replace(changed, version=3, changed_at=NOON + 5)
    read = await fresh.get(game.id)
    assert read == stored
    assert repr(read) == repr(stored)  # True is no 1
    assert read
    assert repr(read.state) == repr(stored.state)


async def test_a_game_that_never_was_is_not_there(games: GameStore) -> None:
    game = await a_lobby(games)

    assert await games.get(99) is None
    assert await games.in_channel(99) is None
    with pytest.raises(LookupError):
        await games.commit(replace(game, id=99), interaction_id=None, now=NOON)


async def test_numbers_of_games_are_never_used_again(games: GameStore, database: Database) -> None:
    first = await a_lobby(games)
    await database.run("DELETE FROM log")
    await database.run("DELETE FROM game")

    assert (await a_lobby(games)).id > first.id


async def test_every_change_stands_in_the_log(games: GameStore, database: Database) -> None:
    game = await a_game(games)
    game = await games.commit(game, interaction_id=3, now=NOON + 9, line="draw 1", seat=1)
    await games.commit(game, interaction_id=None, now=NOON + 70, line="timeup idle", seat=0)

    assert await log(database) == [
        (game.id, 1, NOON, None, None, 1),
        (game.id, 2, NOON, None, None, 2),
        (game.id, 3, NOON + 9, 1, "draw 1", 3),
        (game.id, 4, NOON + 70, 0, "timeup idle", None),
    ]


async def test_the_log_of_a_game_is_what_its_seats_did_since_the_deal(games: GameStore) -> None:
    game = await a_game(games)
    other = await a_game(games, channel=CHANNEL + 1, interaction=5)
    for seat, line in enumerate(("draw 1", "play R4 R5 R6")):
        game = await games.commit(game, interaction_id=10 + seat, now=NOON + seat, line=line, seat=seat)
    await games.commit(other, interaction_id=20, now=NOON, line="pass", seat=0)

    assert await games.log(game.id) == [Logged(NOON, 0, "draw 1"), Logged(NOON + 1, 1, "play R4 R5 R6")]
    assert await games.log(99) == []


async def test_the_last_game_of_a_channel_that_is_over_is_known(games: GameStore, fresh: GameStore) -> None:
    assert await games.last_over(CHANNEL) is None
    for interaction in (1, 10):
        game = await a_game(games, interaction=interaction)
        last = await finish(games, game, interaction_id=interaction + 5)
    await a_game(games, interaction=20)
    await a_game(games, channel=CHANNEL + 1, interaction=30)

    assert await fresh.last_over(CHANNEL) == last
    assert await fresh.last_over(CHANNEL + 1) is None


async def test_a_stale_change_is_refused_with_the_game_as_it_is(games: GameStore, database: Database) -> None:
    old = await a_lobby(games)
    game = await games.commit(started(old), interaction_id=2, now=NOON)
    before = await log(database)

    with pytest.raises(Stale) as refused:
        await games.commit(replace(old, news=(as_is("Too late."),)), interaction_id=3, now=NOON, line="draw 1", seat=0)

    assert refused.value.game == game
    assert await games.get(game.id) == game
    assert await log(database) == before


async def test_an_interaction_counts_once_for_all_games(games: GameStore, database: Database) -> None:
    """Delivered twice, the second time to a handler that has read the newest game already."""
    game, other = await a_game(games), await a_game(games, channel=3, interaction=10)
    before = await log(database)

    for each in (game, other):
        with pytest.raises(AlreadyDone) as refused:
            await games.commit(replace(each, news=(as_is("Twice."),)), interaction_id=2, now=NOON)
        assert refused.value.game == game

    assert await games.get(game.id) == game
    assert await log(database) == before


async def test_a_lobby_opened_twice_by_one_interaction_is_one(games: GameStore) -> None:
    lobby = await a_lobby(games)

    with pytest.raises(AlreadyDone) as refused:
        await a_lobby(games, channel=3)

    assert refused.value.game == lobby
    assert await games.in_channel(3) is None


async def test_only_one_of_fifty_racing_changes_is_stored(
    games: GameStore, fresh: GameStore, database: Database
) -> None:
    game = await a_game(games)
    taps = [
        games.commit(replace(game, news=(as_is(f"{tap}"),)), interaction_id=100 + tap, now=NOON) for tap in range(50)
    ]

    answers = await asyncio.gather(*taps, return_exceptions=True)

    (winner,) = [answer for answer in answers if isinstance(answer, Game)]
    assert [type(answer) for answer in answers if answer is not winner] == [Stale] * 49
    assert {str(answer.game.news) for answer in answers if isinstance(answer, Stale)} == {str(winner.news)}
    assert await games.get(game.id) == await fresh.get(game.id) == winner
    assert len(await log(database)) == 3


async def test_a_channel_has_one_open_game(games: GameStore) -> None:
    lobby = await a_lobby(games)
    with pytest.raises(ChannelTaken) as while_lobby:
        await a_lobby(games, interaction=5)
    game = await games.commit(started(lobby), interaction_id=2, now=NOON)
    with pytest.raises(ChannelTaken) as while_playing:
        await a_lobby(games, interaction=6)

    assert while_lobby.value.game == lobby
    assert while_playing.value.game == game


@pytest.mark.parametrize("is_played", [True, False])
async def test_a_channel_is_free_again_after_the_end(games: GameStore, *, is_played: bool) -> None:
    game = await a_game(games)
    if is_played:
        await finish(games, game, interaction_id=3)
    else:
        await games.commit(replace(game, phase=Phase.CLOSED), interaction_id=3, now=NOON)

    assert await games.in_channel(CHANNEL) is None
    assert (await a_lobby(games, interaction=4)).id > game.id


async def test_a_fourth_lobby_of_a_host_on_one_server_is_refused(games: GameStore) -> None:
    closed = await a_lobby(games, channel=9, interaction=9)
    await games.commit(replace(closed, phase=Phase.CLOSED), interaction_id=None, now=NOON)
    for number in (1, 2, 3):
        await a_lobby(games, channel=number, interaction=number)

    with pytest.raises(TooManyLobbies, match=r"^The host has too many lobbies\.$") as refused:
        await a_lobby(games, channel=4, interaction=4)
    with pytest.raises(TooManyLobbies):
        await games.reopen(replace(closed, version=2), interaction_id=5, now=NOON)

    assert refused.value.channels == [1, 2, 3]
    assert await games.in_channel(4) is None
    assert await a_lobby(games, channel=4, interaction=6, host=BOB)
    assert await a_lobby(games, channel=5, interaction=7, guild=GUILD + 1)
    for number in range(10, 15):  # alone with the bot, a person may have any number
        assert await a_lobby(games, channel=number, interaction=number, guild=0)


async def test_a_game_can_not_move_to_a_channel_that_has_one(games: GameStore, fresh: GameStore) -> None:
    first, second = await a_game(games), await a_game(games, channel=3, interaction=10)

    with pytest.raises(ChannelTaken) as refused:
        await games.commit(replace(second, channel_id=CHANNEL), interaction_id=20, now=NOON)

    assert refused.value.game == first
    assert await games.get(second.id) == await fresh.get(second.id) == second


async def test_the_open_games_are_known(games: GameStore) -> None:
    lobby = await a_lobby(games)
    game = await a_game(games, channel=3, interaction=10)
    ended = await a_game(games, channel=4, interaction=20)
    await finish(games, ended, interaction_id=30)

    assert await games.of_user(11) == [lobby, game]
    assert await games.of_user(22) == [game]
    assert await games.of_user(33) == []


async def test_a_value_of_the_wrong_kind_is_not_stored(games: GameStore, fresh: GameStore) -> None:
    game = await a_game(games)

    with pytest.raises(StorageError):
        await games.commit(replace(game, host_id="Ann"), interaction_id=3, now=NOON)  # type: ignore[arg-type]  # that is the point

    assert await games.get(game.id) == await fresh.get(game.id) == game


async def test_a_result_is_written_once(games: GameStore, database: Database) -> None:
    game = await finish(games, await a_game(games), interaction_id=3)
    await finish(games, replace(game, news=(as_is("Rematch?"),)), interaction_id=4)

    assert [tuple(row) for row in await database.run("SELECT * FROM finished_game")] == [
        (1, game.id, GUILD, KEY, NOON, GUILD, None)
    ]
    assert [tuple(row) for row in await database.run("SELECT * FROM seat_result")] == [
        (game.id, 0, 11, None, "Ann", 30, 1, None, 0, 0),
        (game.id, 1, 22, None, "Bob", -30, 2, None, 0, 0),
    ]
    assert [row["games"] for row in await database.run("SELECT games FROM rating")] == [1, 1]


async def test_a_game_that_is_over_needs_its_result_and_one_given_up_in_the_lobby_has_none(
    games: GameStore, database: Database
) -> None:
    game, lobby = await a_game(games), await a_lobby(games, channel=3, interaction=10)
    await games.commit(replace(lobby, phase=Phase.CLOSED), interaction_id=11, now=NOON)

    with pytest.raises(ValueError, match="has a result"):
        await games.commit(over(game), interaction_id=3, now=NOON)
    assert await games.get(game.id) == game
    assert not await database.run("SELECT * FROM finished_game")
