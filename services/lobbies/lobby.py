"""Lobbies, in which players gather before a game: what a lobby shows, and who may change what in it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.game.goals import Level
from engine.game.variant import Variant
from engine.game.views import Assistance, Value
from engine.text.phrases import say
from engine.tiles.shuffle import SEED_BYTES
from services.game_view import mention_player, write_news
from services.options import CLOCK
from services.refusals import Refusal, Remedy, find_remedy
from services.seats import SeatChange, list_changes
from storage.games import Game, Phase
from storage.games.rows import list_people
from storage.pseudonyms import mention

NO_CLOCK = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """An open table that people can join, with everything that a screen shows of it.

    `options` are the rule system's options with which the game would begin now, by key; only those that were set.
    `clock` is the seconds for a turn, 0 without a limit; `loses_clock_alone` says that it wouldn't apply if only the
    host and computers played. `host` is a mention; `seats` are the players as mentions or bold names, each with its
    level if it's a computer; `changes` are those that the host can make to the computers. `low` and `high` are the
    fewest and the most players. `patience` is how many seconds the game waits for an absent player, 0 for as long as it
    takes; None with a clock, and for a game that one person plays alone. `closes_at` is when the lobby closes if
    nothing happens, in seconds since the epoch. `news` is what just happened.
    """

    id: int
    version: int
    variant: Variant[Any]
    options: Mapping[str, Value]
    clock: int
    loses_clock_alone: bool
    assistance: Assistance
    is_solo: bool
    host: str
    seats: tuple[tuple[str, Level | None], ...]
    changes: tuple[SeatChange, ...]
    low: int
    high: int
    patience: int | None
    closes_at: int | None
    news: str


def prepare_lobby(game: Game, variant: Variant[Any]) -> Lobby:
    """Return the lobby of this game with everything that screens show."""
    options = choose_starting_options(game)
    low, high = variant.seats(options)
    clock = variant.chosen(options)[CLOCK]
    dealt = variant.setup(low, bytes(SEED_BYTES), 0, options).state
    return Lobby(
        id=game.id,
        version=game.version,
        variant=variant,
        options=options,
        clock=clock if isinstance(clock, int) else NO_CLOCK,
        loses_clock_alone=len(game.players) == 1 and not game.has_chosen_clock,
        assistance=variant.view(dealt, None).assistance,
        is_solo=game.is_solo,
        host=mention(game.host_id),
        seats=tuple((mention_player(game, seat), player.computer) for seat, player in enumerate(game.players)),
        changes=tuple(list_changes(game.players)),
        low=low,
        high=high,
        patience=None if game.is_solo or variant.chosen(game.options)[CLOCK] else game.patience,
        closes_at=game.waits_until,
        news=write_news(game),
    )


def choose_starting_options(game: Game) -> Mapping[str, Value]:
    """Return the options with which the game would begin now.

    A lone person against computers has no clock, unless the host chose one for this table: nobody is kept waiting.
    """
    plays_computers = len(list_people(game.players)) == 1 and (game.is_solo or len(game.players) > 1)
    return {**game.options, CLOCK: NO_CLOCK} if plays_computers and not game.has_chosen_clock else game.options


def require_open_lobby(game: Game, remedy: Remedy | None = None) -> None:
    """Reject a table that can't be joined anymore; while its game is running, offer the remedy. Raises: Refusal."""
    if game.phase is Phase.PLAYING:
        raise Refusal(say("The game has already started."), remedy)
    if game.phase is not Phase.LOBBY:
        raise Refusal(say("This table is closed. /new opens another."))


def unseat(user_id: int, busy: Collection[int], game: Game) -> Game:
    """Return the lobby without this person. Raises: Refusal if they aren't at it, or it isn't a lobby anymore.

    It's closed if nobody else can host it: `busy` has the ids of users who host too many other lobbies.
    """
    require_open_lobby(game)
    left = tuple(player for player in game.players if player.user_id != user_id)
    if len(left) == len(game.players):
        raise Refusal(say("You're not in this game."))
    hosts = [each for each in list_people(left) if each == game.host_id or each not in busy]
    remaining = replace(game, players=left)
    if not hosts:
        return close_lobby(remaining)
    return replace(remaining, host_id=game.host_id if game.host_id in hosts else hosts[0])


def close_lobby(game: Game) -> Game:
    """Return the lobby as a table that people have closed. Raises: Refusal if it isn't a lobby anymore."""
    require_open_lobby(game)
    return replace(game, phase=Phase.CLOSED, waits_until=None)


def expire_lobby(game: Game) -> Game:
    """Return the lobby as a table that closed because nothing happened; it can be opened again."""
    return replace(game, phase=Phase.CLOSED)


def require_expired(game: Game) -> None:
    """Reject a table that is open, or didn't close for being idle, so that it can't be reopened. Raises: Refusal."""
    if game.phase is Phase.LOBBY:
        raise Refusal(say("This table is open again."), find_remedy(game))
    if not game.has_expired:
        require_open_lobby(game, find_remedy(game))


def require_host(game: Game, user_id: int) -> None:
    """Reject a user who isn't the host of this game, and a game that is no longer an open lobby. Raises: Refusal."""
    require_open_lobby(game)
    if user_id != game.host_id:
        raise Refusal(say("Only the host, {name}, can change the options.", name=mention(game.host_id)))


def require_room(variant: Variant[Any], options: Mapping[str, Value], players: int) -> None:
    """Reject more players in a lobby than these options allow; fewer are fine, as people can join. Raises: Refusal."""
    low, most = variant.seats(options)
    if players <= most:
        return
    if low < most:
        raise Refusal(say("Too many computers: this table seats {low} to {most}.", low=low, most=most))
    raise Refusal(say("Too many computers: this table seats {most}.", most=most))
