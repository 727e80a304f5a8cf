"""A user's games, and those of them that wait for the user's move."""

from dataclasses import dataclass

from engine.text.phrases import Phrase
from services.game_view import mention_player
from services.tables import Tables
from storage.games import Game, Phase
from storage.posts import list_tables, name_table

LATER = 1 << 62  # seconds; after any deadline


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list of a user's games.

    `path` is the part of a Discord link that leads to its message or channel; empty for a solo game. `server` is its
    server's name, unescaped; empty if unknown. `mover` is a mention; empty in a lobby. `deadline` is in seconds since
    the epoch. `is_mine` says that it waits for this user's move, `is_kept` that a computer keeps their seat for them.
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
    """Return this user's games: first those that wait for them, then others, then lobbies; by deadline."""
    mine = sorted(await tables.games.of_user(user_id), key=lambda game: _rank(game, user_id))
    return [
        ListedGame(
            system=tables.variant(game).info.name,
            path=await _find_path(tables, game),
            server=tables.server_name(game.guild_id),
            channel_id=game.channel_id,
            mover=mention_player(game, game.state.turn) if game.state else "",
            deadline=game.state.deadline if game.state else None,
            is_mine=is_turn_of(game, user_id),
            is_kept=any(player.user_id == user_id and player.away for player in game.players),
        )
        for game in mine
    ]


async def _find_path(tables: Tables, game: Game) -> str:
    if game.is_solo:
        return ""
    channel, posts = f"{game.guild_id}/{game.channel_id}", list_tables(await tables.posts.of(name_table(game.id)))
    there = [each.message_id for each in posts if each.message_id and each.channel_id == game.channel_id]
    return f"{channel}/{there[-1]}" if there else channel


def _rank(game: Game, user_id: int) -> tuple[bool, bool, int, int]:
    deadline = game.state.deadline if game.state else None
    return not is_turn_of(game, user_id), game.phase is Phase.LOBBY, LATER if deadline is None else deadline, game.id


async def find_next_game(tables: Tables, user_id: int, after: int) -> Game | None:
    """Return the next other game in which it's this user's turn; None if there is none.

    It has the next id after `after`, the present game's, or else the lowest, so that repeated calls visit all of them.
    """
    waiting = [game for game in await tables.games.of_user(user_id) if is_turn_of(game, user_id) and game.id != after]
    return min(waiting, key=lambda game: (game.id < after, game.id), default=None)


def is_turn_of(game: Game, user_id: int) -> bool:
    """Return whether the game waits for this user's move."""
    if game.phase is not Phase.PLAYING or game.state is None:
        return False
    player = game.players[game.state.turn]
    return player.user_id == user_id and player.level is None
