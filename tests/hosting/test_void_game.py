"""`void-game GAME`, as an owner gives it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

import bot
from hosting.command import NOTHING_FOUND
from ratings.game_result import Unrated
from storage.database import Database, open_database
from storage.games import Game, GameStore, Phase
from storage.personal_data.retention import strip_old_games
from storage.posts import Post, PostStore, name_table
from storage.results.replay import replay_ratings
from storage.results.store import ResultStore
from tests.hosting.conftest import Owner
from tests.storage.backups.test_copying import dump
from tests.storage.tables import GUILD, NOON, VARIANTS, a_game, a_lobby, finish, url

RUNNING = 1  # a game that the owner's database has


def on(owner: Owner, work: Callable[[GameStore, Database], Coroutine[Any, Any, Any]]) -> Any:
    """Return what this does with the database, while nobody else uses it."""

    async def open_and_work() -> Any:
        async with open_database(url(owner.database)) as database:
            return await work(GameStore(database, VARIANTS), database)

    return asyncio.run(open_and_work())


async def a_finished_game(games: GameStore, database: Database) -> Game:
    game = await a_game(games, channel=77, interaction=770)
    await PostStore(database).begin(Post(name_table(game.id), "table 1", 77, 123456789, "nonce", "1 ", 0))
    return await finish(games, game, interaction_id=None)


def test_a_finished_game_is_voided_by_its_number_once(owner: Owner) -> None:
    on(owner, a_finished_game)

    code, said = owner.run("void-game", "2")

    assert (code, said) == (0, "Game 2 counts for nobody now. Games rated again: 0.\n")
    result = on(owner, lambda _, database: ResultStore(database).of_game(2))
    assert result.unrated is Unrated.VOID
    assert [(seat.place, seat.after) for seat in result.seats] == [(None, None)] * 2
    assert not on(owner, lambda _, database: replay_ratings(database)).has_changed
    before = dump(owner.database)
    assert owner.run("void-game", "2") == (0, "Game 2 already counts for nobody.\n")
    assert dump(owner.database) == before


def test_a_game_is_found_by_the_link_of_its_message(owner: Owner) -> None:
    on(owner, a_finished_game)

    code, said = owner.run("void-game", f"https://discord.com/channels/{GUILD}/77/123456789")

    assert (code, said[:29]) == (0, "Game 2 counts for nobody now.")


def test_a_running_game_ends_for_nobody(owner: Owner) -> None:
    code, said = owner.run("void-game", str(RUNNING))

    assert code == 0
    assert said == f"Game {RUNNING} has ended, and counts for nobody. Its table will say so after the next start.\n"
    game: Game = on(owner, lambda games, _: games.get(RUNNING))
    assert (game.phase, game.due_at) == (Phase.OVER, None)
    assert game.state
    assert game.state.outcome
    assert (game.state.outcome.void, str(game.state.outcome.reason)) == (True, "The bot's owner ended the game.")
    result = on(owner, lambda _, database: ResultStore(database).of_game(RUNNING))
    assert result.unrated is Unrated.VOID
    log = on(owner, lambda games, _: games.log(RUNNING))
    assert log[-1].line == "void"
    assert owner.run("void-game", str(RUNNING)) == (0, f"Game {RUNNING} already counts for nobody.\n")


def test_a_game_whose_moves_were_too_old_to_keep_is_voided(owner: Owner) -> None:
    on(owner, a_finished_game)
    on(owner, lambda _, database: strip_old_games(database, NOON + 1, lambda: None))

    assert owner.run("void-game", "2")[0] == 0
    assert on(owner, lambda _, database: ResultStore(database).of_game(2)).unrated is Unrated.VOID


NO_NAME = "GAME must be a number, or a link such as https://discord.com/channels/1/2/3."


async def open_lobby(games: GameStore, _: Database) -> Game:
    return await a_lobby(games, channel=5, interaction=5)


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("2", "Game 2 has no result, so there's nothing to void."),
        *((each, NO_NAME) for each in ("9" * 30, "x1", "https://discord.com/channels/1/2")),
    ],
)
def test_a_name_of_no_game_that_was_played_is_refused(owner: Owner, named: str, sentence: str) -> None:
    on(owner, open_lobby)
    before = dump(owner.database)

    assert owner.run("void-game", named)[0] == sentence
    assert dump(owner.database) == before


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("99", "There is no game 99."),
        ("9" * 18, f"There is no game {'9' * 18}."),
        ("https://discord.com/channels/@me/2/3", "That message isn't the table of a game."),
        (f"https://discord.com/channels/1/2/{2**63}", "That message isn't the table of a game."),
    ],
)
def test_an_unknown_game_has_an_exit_code_of_its_own(
    owner: Owner, capsys: pytest.CaptureFixture[str], named: str, sentence: str
) -> None:
    before = dump(owner.database)

    with pytest.raises(SystemExit) as ended:
        bot.main(["void-game", named])

    assert (ended.value.code, capsys.readouterr().err) == (NOTHING_FOUND, f"{sentence}\n")
    assert dump(owner.database) == before


async def test_the_bot_must_not_be_running(owner: Owner) -> None:
    async with open_database(url(owner.database)):
        refused, _ = await asyncio.to_thread(owner.run, "void-game", str(RUNNING))

    assert refused == (
        "The bot is running: stop it, then void the game. A running game can also be ended with /end, by a server "
        "manager who isn't playing. Nothing has changed."
    )
