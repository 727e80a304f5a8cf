"""`void-game GAME`: make a game count for nobody, such as one in which somebody cheated."""

import re
import time
from argparse import ArgumentParser, Namespace
from dataclasses import replace

from bot_settings import HIGHEST_ID, BotSettings
from engine.game.actions import Void
from engine.text.phrases import later
from hosting.command import NothingFound, OwnerCommand, OwnerError, find_database
from ratings.game_result import Unrated
from services.assembly import assemble_tables
from storage.database import Database, open_database
from storage.errors import DatabaseInUse
from storage.games import Phase
from storage.results.replay import void_result

_LINK = re.compile(r"https://(?:\w+\.)?discord(?:app)?\.com/channels/(?:\d+|@me)/\d+/(\d+)")
_NUMBER = re.compile(r"\d{1,18}")
_BY_MESSAGE = """
    SELECT CAST(substr(owner, length('table ') + 1) AS INTEGER) AS game_id FROM post
    WHERE message_id = ? AND owner GLOB 'table *'
"""


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game's number, or the link of its message on Discord")


async def _run(settings: BotSettings, arguments: Namespace) -> int:
    find_database(settings)
    try:
        async with open_database(settings.database_url) as database:
            said = await _void(database, arguments.game)
    except DatabaseInUse:
        raise OwnerError(
            "The bot is running: stop it, then void the game. A running game can also be ended with /end, by a server "
            "manager who isn't playing. Nothing has changed."
        ) from None
    print(said)
    return 0


async def _void(database: Database, named: str) -> str:
    """Make the game count for nobody, and say what was done. Raises: OwnerError if there's no game or no result."""
    now = int(time.time())
    tables = assemble_tables(database, now=lambda: now, announce=lambda _: None)
    game = await tables.games.get(await _find_id(database, named))
    if game is None:
        raise NothingFound(f"There is no game {named}.")
    is_open = game.phase is Phase.PLAYING or game.is_pending
    if game.phase is Phase.PLAYING and game.state:
        ended = later("The bot's owner ended the game.")
        game = (await tables.make_move(game, Void(game.state.turn), None, reason=ended)).game
    if game.is_pending:  # it's for the solo ladder, and would count as lost
        await tables.commit(replace(game, unrated=Unrated.VOID, waits_until=None), None)
    if is_open:
        return f"Game {game.id} has ended, and counts for nobody. Its table will say so after the next start."
    try:  # also of one that the daily job has closed, because its moves were too old
        rated_again = await database.transaction(
            lambda connection: void_result(connection, game.id, tables.variants, now)
        )
    except LookupError:
        raise OwnerError(f"Game {game.id} has no result, so there's nothing to void.") from None
    if rated_again is None:
        return f"Game {game.id} already counts for nobody."
    return f"Game {game.id} counts for nobody now. Games rated again: {rated_again}."


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
