"""A database that a30b7eb wrote opens, says what it said then, and its games go on."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from engine.coach.replay import begin_story, continue_story
from engine.game.actions import Action
from storage import schema
from storage.benches import BenchStore
from storage.database import Database, open_database
from storage.games import Game, GameStore, Phase
from tests.storage.account import VARIANTS, account
from tests.storage.old_database import ACCOUNT, LOBBIES, NOW, UNTIMED, games, sort_tiles, write_database
from tests.storage.tables import url

MOVES = 6  # by which each running game goes on
PLAYING, OVER = games("playing"), games("over")
MY_DRAFTS = [
    (int(number), game["hidden"]["active"][0])
    for number, game in ACCOUNT["games"].items()
    if game["phase"] == "playing"
    and (bench := game["benches"][game["hidden"]["active"][0]])["done"]
    and bench["told"][:2] == [True, True]
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "rackety.db"
    write_database(path)
    return path


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    async with open_database(url(path)) as database:
        yield database


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What today's code says of it, as JSON has it."""
    path = tmp_path_factory.mktemp("said") / "rackety.db"
    write_database(path)

    async def read() -> Any:
        async with open_database(url(path)) as database:
            return json.loads(json.dumps(await account(database, NOW)))

    return cast("dict[str, Any]", asyncio.run(read()))


async def test_it_is_brought_up_to_the_newest_schema(database: Database) -> None:
    ((version,),) = await database.run("PRAGMA user_version")

    assert version == len(schema.migrations())
    assert [tuple(row) for row in await database.run("PRAGMA integrity_check")] == [("ok",)]
    assert await database.run("PRAGMA foreign_key_check") == []


def test_it_has_a_game_of_every_kind() -> None:
    held = ACCOUNT["games"].values()
    for phase in ("playing", "over"):
        assert {each["system"] for each in held if each["phase"] == phase} == set(VARIANTS)
    assert {each["phase"] for each in held} == set(Phase)
    running = [each for each in held if each["phase"] == "playing"]
    players = [player for each in running for player in each["players"]]
    assert all(any(player[mark] for player in players) for mark in ("computer", "away", "left", "late", "stops"))
    benches = [bench for each in running for bench in each["benches"]]
    assert {each["done"] > 0 and each["told"][1] for each in benches} == {True, False}
    assert all(any(each[kept] for each in benches) for kept in ("conflicts", "direct"))
    assert any(each["picked"][0] for each in benches)
    assert any(each["picked"][1] for each in benches)
    assert {kind for each in running for seat in each["texts"] for kind in seat} >= {"refused", "choice", "found"}
    assert not any("DoesNotReplay" in each["replay"] for each in held)
    assert all(each["replay"] for each in held if each["phase"] == "over")
    tables = [each["views"]["public"] for each in running]
    assert any(each["board"].get("claims") and "@" in each["table"] for each in tables)
    assert any("J" in each["table"].replace("J:", "") for each in tables)
    assert any("J:" in each["table"] for each in tables)


@pytest.mark.parametrize("section", [key for key in ACCOUNT if key not in {"now", "games", "menus"}])
def test_what_is_kept_beside_the_games_is_as_it_was(said: dict[str, Any], section: str) -> None:
    assert said[section] == ACCOUNT[section]


def without_sentences(game: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is worded differently today; `test_old_sentences.py` reads it."""
    kept = {key: value for key, value in game.items() if key != "news"}
    public = dict(game["views"].get("public", {}))
    if public.get("outcome"):
        winners, scores, _, ranking = public["outcome"]
        public["outcome"] = [winners, scores, ranking]
    return kept | {"views": game["views"] | ({"public": public} if public else {})}


def test_every_game_is_as_it_was(said: dict[str, Any]) -> None:
    assert list(said["games"]) == list(ACCOUNT["games"])
    for number, before in ACCOUNT["games"].items():
        now = without_sentences(said["games"][number])
        chosen, was = now.pop("chosen"), without_sentences(before)
        assert was.pop("chosen").items() <= chosen.items(), number  # options that came later have their defaults
        assert {key: now[key] for key in was} == was, number


async def test_lobbies_and_games_without_a_clock_are_timed_from_the_last_sign_of_life(database: Database) -> None:
    """The start adds the time since then, as for every clock."""
    alive, waiting = ACCOUNT["clocks"]["alive"], LOBBIES + UNTIMED
    rows = await database.run("SELECT id, waits_until FROM game WHERE waits_until IS NOT NULL")

    assert {row["id"]: row["waits_until"] for row in rows} == {
        number: alive + (1_800 if number in LOBBIES else 3 * 86_400) for number in waiting
    }
    assert {patience for (patience,) in await database.run("SELECT patience FROM game")} == {3 * 86_400}


def test_the_numbers_in_posted_menus_mean_what_they_meant(said: dict[str, Any]) -> None:
    menus = said["menus"]

    for key, before in ACCOUNT["menus"].items():
        for option, choices in before["options"].items():
            assert menus[key]["options"][option][: len(choices)] == choices, (key, option)
        assert menus[key]["presets"][: len(before["presets"])] == before["presets"], key


async def game_of(games: GameStore, number: int) -> Game:
    game = await games.get(number)
    assert game
    return game


async def moved(games: GameStore, game: Game, action: Action) -> Game:
    """Make a move and store it, as the bot does."""
    assert game.state
    step = VARIANTS[game.variant].apply(game.state, action, now=game.state.now + 1)
    phase = Phase.OVER if step.state.outcome else game.phase
    after = replace(game, state=step.state, phase=phase)
    return await games.commit(after, interaction_id=None, now=NOW, line=action.line(), seat=action.seat)


def best(game: Game) -> Action:
    """The best turn that is found for the seat to move; otherwise what it can do without tiles."""
    variant, state = VARIANTS[game.variant], game.state
    assert state
    seat, view = state.turn, variant.view(state, state.turn)
    if view.offers:
        return variant.read(seat, view.offers[0].line)
    if found := variant.find(view, view.goal):
        return found.action
    return variant.read(seat, "draw 1" if view.may_draw else "pass")


@pytest.mark.parametrize("number", PLAYING)
async def test_a_running_game_goes_on(path: Path, number: int) -> None:
    async with open_database(url(path)) as database:
        games = GameStore(database, VARIANTS)
        game = before = await game_of(games, number)
        for _ in range(MOVES):
            if game.phase is Phase.PLAYING:
                game = await moved(games, game, best(game))

    async with open_database(url(path)) as database:
        games = GameStore(database, VARIANTS)
        assert await game_of(games, number) == game
        assert game.version > before.version
        assert len(await games.log(number)) == len(ACCOUNT["games"][str(number)]["log"]) + game.version - before.version


@pytest.mark.parametrize(("number", "seat"), MY_DRAFTS)
async def test_a_draft_is_played(database: Database, number: int, seat: int) -> None:
    games = GameStore(database, VARIANTS)
    game = await game_of(games, number)
    variant, state = VARIANTS[game.variant], await BenchStore(database).get(number, seat)
    view = variant.view(game.state, seat)
    arranged = variant.prepare_draft(view, state.draft).bench

    after = await moved(games, game, arranged.action(seat))

    assert after.state
    laid = variant.view(after.state, seat)
    assert laid.rack
    assert len(laid.rack.tiles) == len(arranged.left)
    assert sort_tiles(laid.written) == sort_tiles(ACCOUNT["games"][str(number)]["benches"][seat]["now"])


@pytest.mark.parametrize("number", [*PLAYING, *OVER])
async def test_the_log_tells_a_game_from_its_deal(database: Database, number: int) -> None:
    games = GameStore(database, VARIANTS)
    game, log = await game_of(games, number), await games.log(number)
    variant = VARIANTS[game.variant]
    assert game.state

    story = continue_story(variant, begin_story(variant, game.state), game.state, log)

    assert len(story.happened) == 1 + len(log)
