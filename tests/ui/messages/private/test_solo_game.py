"""A private game's one screen follows what the computers do, as long as its message can be changed."""

from dataclasses import replace
from typing import Any, cast

import aiohttp
import discord
import pytest
from discord import InteractionResponseType

from engine.game.goals import Level
from services.tables import Tables
from storage.games import Game, Phase, Player
from tests.storage.tables import ANN, GUILD, NOON, a_lobby, dealt, over
from tests.support.interactions import PRIVATE, Interaction, Message, refusal
from tests.support.waiting import until_done
from ui.controls import Control
from ui.layout import Screen, screen, text
from ui.messages.private import live_responses
from ui.messages.private.live_responses import Kind, LiveResponses
from ui.messages.private.solo_game import SoloGames

ADA = Player(None, "Ada", Level.STRONG)
IN_PLACE = discord.InteractionResponseType.deferred_message_update
ANSWERED = discord.InteractionResponseType.message_update


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_responses, "PAUSE", 0)


def answered_with(first: InteractionResponseType | None = ANSWERED, message: Message = PRIVATE) -> Any:
    """A tap of Ann's on her screen, which was answered like this."""
    return Interaction(guild_id=None, first=first, message=message)


def texts(asked: Interaction) -> list[str]:
    """What its message has shown since it came."""
    return [each.text for each in asked.shown]


class Screens:
    """Both kinds of screen, each with the version of the game."""

    async def screen(self, game: Game, _: int, **__: object) -> Screen:
        return screen([text(f"bench {game.version}")]), []

    async def show(self, game: Game) -> Screen:
        return screen([text(f"lobby {game.version}")]), []


class Table:
    """Ann's own game and its screen: `turn` 0 is hers, 1 the computer's."""

    def __init__(self, tables: Tables, game: Game) -> None:
        self._tables = tables
        self.game = game
        self.responses = LiveResponses(tables)
        self.own = SoloGames(tables, cast("Any", Screens()), cast("Any", Screens()), self.responses)

    def note_shown(self, interaction: Any) -> None:
        self.responses.note_shown(interaction, self.game, Kind.OWN)

    async def tapped(self, interaction: Any, control: Control) -> None:
        await self.own.note_tap(interaction, control)

    async def moved(self, turn: int) -> None:
        assert self.game.state
        await self.on_change(replace(self.game, state=replace(self.game.state, turn=turn)))

    async def on_change(self, game: Game) -> None:
        self.game = await self._tables.commit(game, None)
        self.responses.on_change(self.game)
        await idle()


async def idle() -> None:
    """Wait until every screen has been shown that is due."""
    await until_done("responses-")


async def table(tables: Tables, guild: int = 0) -> Table:
    lobby = await a_lobby(tables.games, guild=guild, computers=[ADA])
    game = replace(lobby, phase=Phase.PLAYING, state=replace(dealt(), turn=0))
    return Table(tables, await tables.games.commit(game, interaction_id=None, now=NOON))


@pytest.mark.parametrize(
    ("turns", "screens"), [((0, 0, 0), ["bench 3", "bench 4", "bench 5"]), ((1, 1, 1, 0), ["bench 3", "bench 6"])]
)
async def test_a_screen_shows_each_turn_of_its_game_once_and_those_of_computers_together(
    tables: Tables, turns: tuple[int, ...], screens: list[str]
) -> None:
    here, tap = await table(tables), answered_with()
    here.note_shown(tap)

    for turn in turns:
        await here.moved(turn)
    here.responses.on_change(here.game)
    await idle()

    assert texts(tap) == screens


async def test_computers_moves_are_shown_together_at_the_person_s_turn(tables: Tables) -> None:
    here, tap = await table(tables), answered_with()
    await here.moved(turn=1)
    here.note_shown(tap)

    for turn in (1, 0):
        await here.moved(turn)

    assert texts(tap) == ["bench 5"]


async def test_a_tap_that_left_its_message_as_it_was_has_it_followed(tables: Tables) -> None:
    here, tap, answered = await table(tables), answered_with(IN_PLACE), answered_with()
    await here.moved(turn=0)

    await here.tapped(tap, Control("draw", here.game.id, here.game.version - 1))
    await idle()
    await here.tapped(answered, Control("draw", here.game.id, here.game.version))
    await here.moved(turn=0)

    assert texts(tap) == ["bench 3", "bench 4"]
    assert texts(answered) == []


@pytest.mark.parametrize(
    ("error", "then"),
    [
        (aiohttp.ClientError(), ["bench 4"]),
        (OSError(), ["bench 4"]),
        (refusal(0, 502), ["bench 4"]),
        (refusal(10008, 404), []),
    ],
)
async def test_after_a_failure_the_screen_goes_on_with_the_next_change_unless_discord_refuses_it(
    tables: Tables, error: Exception, then: list[str]
) -> None:
    here, tap = await table(tables), answered_with()
    here.note_shown(tap)
    tap.refuses_edits = error
    await here.moved(turn=0)
    tap.refuses_edits = None

    await here.moved(turn=0)

    assert texts(tap) == then


async def test_only_the_newest_message_follows_its_game(tables: Tables) -> None:
    here, older, newest = await table(tables), answered_with(message=replace(PRIVATE, id=7)), answered_with()
    here.note_shown(older)
    here.note_shown(newest)

    await here.moved(turn=0)

    assert (texts(older), texts(newest)) == ([], ["bench 3"])


async def test_an_answer_that_is_not_there_is_not_changed(tables: Tables) -> None:
    here, earlier, tap = await table(tables), answered_with(), answered_with(None)
    here.note_shown(earlier)
    here.note_shown(tap)

    await here.moved(turn=0)

    assert (texts(earlier), texts(tap)) == (["bench 3"], [])


async def test_the_end_is_shown_whoever_was_to_move(tables: Tables) -> None:
    here, tap = await table(tables), answered_with()
    await here.moved(turn=1)
    here.note_shown(tap)

    await here.on_change(over(here.game))

    assert texts(tap) == ["bench 4"]


async def test_a_lobby_is_shown_too(tables: Tables) -> None:
    lobby, tap = await a_lobby(tables.games, guild=0), answered_with()
    here = Table(tables, lobby)
    here.note_shown(tap)

    await here.on_change(replace(lobby, players=(ANN, ADA)))

    assert texts(tap) == ["lobby 2"]


async def test_a_servers_game_is_left_to_its_public_message(tables: Tables) -> None:
    here, tapped = await table(tables, GUILD), answered_with(IN_PLACE)
    await here.moved(turn=0)
    await here.tapped(tapped, Control("draw", here.game.id, 1))
    await idle()

    assert texts(tapped) == []
