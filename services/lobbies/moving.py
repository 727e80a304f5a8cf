"""Moving a table to another channel: who may, which table is meant, and the moved game."""

from collections.abc import Collection
from dataclasses import replace

from engine.text.phrases import later, say
from services.deadlines import restart_turn, resume
from services.refusals import AlreadyOver, Refusal
from services.tables import Tables
from storage.games import Game, Phase
from storage.pseudonyms import mention

_OPEN = frozenset({Phase.LOBBY, Phase.PLAYING})


async def list_movable(tables: Tables, guild_id: int, user_id: int, *, manages: bool) -> list[Game]:
    """Return the server's open tables that the user may move, oldest first: those they host, or if they manage, all."""
    return [each for each in await tables.games.of_server(guild_id) if manages or each.host_id == user_id]


async def find_table(tables: Tables, channel_id: int, user_id: int, movable: list[Game]) -> Game:
    """Return the table that a user means who names none. Raises: Refusal if there is none, or there are several.

    It's this channel's, or else the only one that they host, or that they may move.
    """
    here = await tables.games.in_channel(channel_id)
    candidates = [each for each in movable if each.host_id == user_id] or movable
    if here is None and len(candidates) > 1:
        raise Refusal(say("You can move several tables. Choose one with the option **table**."))
    return here or (candidates[0] if candidates else await tables.require_game_here(channel_id))


def move_table(game: Game, channel_id: int, mover_id: int, people: Collection[int], now: int) -> Game:
    """Return the game in this channel of the same server, with the news of who moved it there.

    If it was suspended, it goes on at `now`, in seconds since the epoch. The player to move has to find it, and so gets
    the whole turn again, once in each turn. `people` has the user ids of the players with access to the channel.

    Raises:
        AlreadyOver: it has ended.
        Refusal: it's there already, or somebody else plays at it now.
    """
    if game.phase not in _OPEN:
        raise AlreadyOver(game)
    if game.channel_id == channel_id:
        raise Refusal(say("The table is already in {channel}.", channel=f"<#{channel_id}>"))
    if not set(game.list_players_left()) <= set(people):
        raise Refusal(say("Somebody has just joined the table. Try again."))
    moved = later("{name} moved the table here.", name=mention(mover_id))
    return replace(restart_turn(resume(game, now), now), channel_id=channel_id, news=(*game.news, moved))
