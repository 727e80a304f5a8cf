"""Games that wait for somebody's move."""

from dataclasses import dataclass

from engine.text.phrases import Phrase
from services.game_view import mention_player
from services.seats import is_own
from services.tables import Tables
from storage.games import Game, Phase

LATER = 1 << 62  # than every deadline


@dataclass(frozen=True, slots=True)
class ListedGame:
    """One of somebody's games, as a list of them has it.

    `path` leads to its message or its channel, as Discord's addresses have it; empty for a game that its player has
    alone. `server` is its server's name, unescaped; empty if it isn't known. `mover` is who is to move, as a mention;
    empty in a lobby. `deadline` is in seconds since the epoch.
    `is_mine`: it waits for this player. `is_kept`: a computer keeps this player's seat.
    """

    system: Phrase
    path: str
    server: str
    channel_id: int
    mover: str
    deadline: int | None
    is_mine: bool
    is_kept: bool


async def list_games(tables: Tables, user_id: int) -> list[ListedGame]:
    """Return the lobbies and running games of this user, those that wait for them first."""
    mine = sorted(await tables.games.of_user(user_id), key=lambda game: _rank(game, user_id))
    return [await _describe_game(tables, game, user_id) for game in mine]


async def _describe_game(tables: Tables, game: Game, user_id: int) -> ListedGame:
    return ListedGame(
        system=tables.variant(game).info.name,
        path=await _find_path(tables, game),
        server=tables.server_name(game.guild_id),
        channel_id=game.channel_id,
        mover=mention_player(game, game.state.turn) if game.state else "",
        deadline=game.state.deadline if game.state else None,
        is_mine=is_turn_of(game, user_id),
        is_kept=any(player.user_id == user_id and player.away for player in game.players),
    )


async def _find_path(tables: Tables, game: Game) -> str:
    board = await tables.boards.get(game.id)
    if is_own(game):
        return ""
    channel = f"{game.guild_id}/{game.channel_id}"
    return f"{channel}/{board.message_id}" if board and board.message_id else channel


def _rank(game: Game, user_id: int) -> tuple[bool, bool, int, int]:
    deadline = game.state.deadline if game.state else None
    return not is_turn_of(game, user_id), game.phase is Phase.LOBBY, LATER if deadline is None else deadline, game.id


async def find_next_game(tables: Tables, user_id: int, after: int) -> Game | None:
    """The next running game, behind that of the number `after`, in which it is this user's turn; None: no other.

    Behind the last one comes the first again, so that whoever goes on sees all of them.
    """
    waiting = [game for game in await tables.games.of_user(user_id) if is_turn_of(game, user_id) and game.id != after]
    return min(waiting, key=lambda game: (game.id < after, game.id), default=None)


def is_turn_of(game: Game, user_id: int) -> bool:
    """Does the game wait for this user's move?"""
    if game.phase is not Phase.PLAYING or game.state is None:
        return False
    player = game.players[game.state.turn]
    return player.user_id == user_id and player.level is None
