"""The cache of games: what it has is what was kept last, whatever has become of the game since."""

from dataclasses import replace

import pytest

from storage.database import Database
from storage.games import Game, GameStore, Phase
from storage.games.games import RecentGames
from tests.storage.tables import CHANNEL, a_game

ELSEWHERE = CHANNEL + 1


@pytest.fixture
async def game(games: GameStore) -> Game:
    return await a_game(games)


def numbered(game: Game, *numbers: int) -> list[Game]:
    """Such a game for each number, in a channel of its own."""
    return [replace(game, id=number, channel_id=number) for number in numbers]


async def test_the_open_games_that_were_used_least_recently_are_dropped(game: Game) -> None:
    recent = RecentGames(most_open=2)
    one, two, three = numbered(game, 1, 2, 3)
    recent.keep(one)
    recent.keep(two)
    assert recent.in_channel(1) == one

    recent.keep(three)

    assert [recent.get(number) for number in (1, 2, 3)] == [one, None, three]
    assert recent.in_channel(2) is None


@pytest.mark.parametrize("phase", [Phase.OVER, Phase.CLOSED])
async def test_games_that_have_ended_push_no_open_game_out(game: Game, phase: Phase) -> None:
    recent = RecentGames(most_open=1, most_ended=2)
    recent.keep(game)

    ended = [replace(each, phase=phase) for each in numbered(game, 11, 12, 13)]
    for each in ended:
        recent.keep(each)

    assert recent.get(game.id) == game
    assert [recent.get(each.id) for each in ended] == [None, *ended[1:]]


async def test_a_game_that_ends_or_is_opened_again_is_there_once(game: Game) -> None:
    recent = RecentGames()
    closed = replace(game, phase=Phase.CLOSED, version=3)
    opened = replace(game, phase=Phase.LOBBY, version=4)

    recent.keep(game)
    recent.keep(closed)

    assert recent.get(game.id) == closed
    assert recent.in_channel(CHANNEL) is None
    recent.keep(opened)
    assert recent.get(game.id) == recent.in_channel(CHANNEL) == opened
    recent.drop(game.id)
    assert recent.get(game.id) is recent.in_channel(CHANNEL) is None


async def test_a_game_that_has_moved_is_only_in_its_new_channel(game: Game) -> None:
    recent = RecentGames()
    recent.keep(game)

    moved = replace(game, channel_id=ELSEWHERE)
    recent.keep(moved)

    assert recent.in_channel(CHANNEL) is None
    assert recent.in_channel(ELSEWHERE) == moved


async def test_a_retimed_game_is_read_anew_wherever_it_is_looked_for(games: GameStore) -> None:
    game = await a_game(games, clock=0)
    assert await games.in_channel(CHANNEL) == await games.get(game.id) == game

    assert await games.retime(game, replace(game, waits_until=1_900_000_000))

    for found in (await games.in_channel(CHANNEL), await games.get(game.id), *await games.of_user(11)):
        assert found
        assert found.waits_until == 1_900_000_000


async def test_a_game_that_was_found_is_at_hand_from_then_on(game: Game, fresh: GameStore, database: Database) -> None:
    assert await fresh.of_user(11) == [game]
    await database.run("UPDATE game SET news = 'nothing that can be read'")

    assert await fresh.get(game.id) == await fresh.in_channel(CHANNEL) == game
