"""`void-game GAME`: make a game count for nobody, such as one in which somebody cheated."""

import re
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot_settings import HIGHEST_ID, BotSettings
from engine.game.actions import Void
from engine.game.variant import Variant
from engine.text.phrases import later
from engine.variants import load
from hosting.command import NothingFound, OwnerCommand, OwnerError, find_database
from ratings.game_result import Unrated
from services.ending import find_result
from storage.database import Database, open_database
from storage.errors import DatabaseInUse
from storage.games import Game, GameStore, Phase
from storage.results.voiding import void_result

_LINK = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(?:\d+|@me)/\d+/(\d+)")
_NUMBER = re.compile(r"\d{1,18}")
_BY_MESSAGE = "SELECT game_id FROM public_messages WHERE message_id = ?"


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game's number, or the link of its message on Discord")


async def _run(settings: BotSettings, arguments: Namespace) -> int:
    find_database(settings)
    variants = load()
    try:
        async with open_database(settings.database_url) as database:
            said = await _void(database, variants, arguments.game)
    except DatabaseInUse:
        raise OwnerError(
            "The bot is running: stop it, then void the game. A running game can also be ended with /end, by a server "
            "manager who isn't playing. Nothing has changed."
        ) from None
    print(said)
    return 0


async def _void(database: Database, variants: Mapping[str, Variant[Any]], named: str) -> str:
    """Make the game count for nobody, and say what was done. Raises: OwnerError if there's no game or no result."""
    games = GameStore(database, variants)
    game = await games.get(await _find_id(database, named))
    if game is None:
        raise NothingFound(f"There is no game {named}.")
    now = int(time.time())
    if game.phase is Phase.PLAYING or game.is_pending:
        await _end_for_nobody(games, game, variants[game.variant], now)
        return f"Game {game.id} has ended, and counts for nobody. Its table will say so after the next start."
    try:  # also of one that the daily job has closed, because its moves were too old
        rated_again = await database.transaction(lambda connection: void_result(connection, game.id, variants, now))
    except LookupError:
        raise OwnerError(f"Game {game.id} has no result, so there's nothing to void.") from None
    if rated_again is None:
        return f"Game {game.id} already counts for nobody."
    return f"Game {game.id} counts for nobody now. Games rated again: {rated_again}."


async def _end_for_nobody(games: GameStore, game: Game, variant: Variant[Any], now: int) -> None:
    """End a running or voided game for nobody, instead of as lost; `now` is in seconds since the epoch."""
    line, seat = None, None
    if game.is_pending or game.state is None:
        voided = replace(game, unrated=Unrated.VOID, waits_until=None)
    else:
        action = Void(game.state.turn)
        state = variant.apply(game.state, action, now=now).state
        state = replace(state, outcome=replace(state.outcome, reason=later("The bot's owner ended the game.")))
        line, seat = action.line(), action.seat
        voided = replace(game, state=state, phase=Phase.OVER, remind_at=None, waits_until=None)
    result = find_result(voided, variant)
    await games.commit(voided, interaction_id=None, now=now, line=line, seat=seat, result=result)


async def _find_id(database: Database, named: str) -> int:
    """Return the number of the game that the owner named, by it or by its message's link. Raises: OwnerError."""
    if _NUMBER.fullmatch(named):
        return int(named)
    link = _LINK.fullmatch(named)
    if link is None:
        raise OwnerError("GAME must be a number, or a link such as https://discord.com/channels/1/2/3.")
    message_id = int(link[1])
    rows = await database.run(_BY_MESSAGE, (message_id,)) if message_id <= HIGHEST_ID else []
    if not rows:
        raise NothingFound("That message isn't the table of a game.")
    return int(rows[0]["game_id"])


COMMAND = OwnerCommand(
    name="void-game",
    help="make a game count for nobody, and rate the others again; the bot must not be running",
    run=_run,
    add_arguments=_add_arguments,
)
