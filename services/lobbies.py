"""Lobbies, in which players gather before a game: what a lobby shows, and checks of who may change what in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.goals import Level
from engine.game.info import Option
from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.errors import GameError
from engine.text.phrases import Phrase, join_with_and, later, say
from services.game_view import mention_player, write_news
from services.refusals import Refusal
from services.seats import SeatChange, is_own, list_changes, list_people, with_computer
from storage.games import Game, Phase, Player

OWN_CLOCK = "own"
CLOCKS: Mapping[str, Phrase] = {
    "60": later("60 seconds a turn"),
    "120": later("120 seconds a turn"),
    "200": later("200 seconds a turn"),
    "86400": later("24 hours a turn"),
    "0": later("off"),
    OWN_CLOCK: later("the system's own"),
}
"""The time limits that a command offers: text for the menu, by seconds per turn as text; "0" means no limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """An open table that people can join, with everything that a screen shows of it.

    The screen's buttons carry `id` and `version`. `options` are the rule system's options that were set, by key.
    `is_own` says that one person plays it alone. `host` is a Discord mention; `seats` are the players as mentions or
    bold names, each with its level if it's a computer; `changes` are the changes that the host can make to the
    computers. `low` and `high` are the fewest and the most players under these options. `news` is what just happened,
    as text.
    """

    id: int
    version: int
    variant: Variant[Any]
    options: Mapping[str, Value]
    is_own: bool
    host: str
    seats: tuple[tuple[str, Level | None], ...]
    changes: tuple[SeatChange, ...]
    low: int
    high: int
    news: str


def prepare_lobby(game: Game, variant: Variant[Any]) -> Lobby:
    """Return the lobby of this game with everything that screens show."""
    low, high = variant.seats(game.options)
    return Lobby(
        id=game.id,
        version=game.version,
        variant=variant,
        options=game.options,
        is_own=is_own(game),
        host=f"<@{game.host_id}>",
        seats=tuple((mention_player(game, seat), player.computer) for seat, player in enumerate(game.players)),
        changes=tuple(list_changes(game.players)),
        low=low,
        high=high,
        news=write_news(game),
    )


def require_open_lobby(game: Game) -> None:
    """Reject a table that can't be joined any more.

    Raises:
        Refusal: the game has begun, or the table is closed or over.
    """
    if game.phase is Phase.PLAYING:
        raise Refusal(say("The game has begun already."))
    if game.phase is not Phase.LOBBY:
        raise Refusal(say("This table is closed. /new opens another."))


def require_host(game: Game, user_id: int) -> None:
    """Reject a user who isn't the host of this game, and a game that is no longer an open lobby.

    Raises:
        Refusal: the user isn't the host, or the lobby is no longer open.
    """
    require_open_lobby(game)
    if user_id != game.host_id:
        raise Refusal(say("Only the host, {name}, gives computers their seats.", name=f"<@{game.host_id}>"))


def require_room(variant: Variant[Any], options: Mapping[str, Value], players: int) -> None:
    """Reject more players in a lobby than the rule system allows under these options.

    Fewer than it needs are fine, because people can still join.

    Raises:
        Refusal: there are too many.
    """
    low, most = variant.seats(options)
    if players <= most:
        return
    if low < most:
        raise Refusal(
            say("So many computers find no seat: this table is for {low} to {most} players.", low=low, most=most)
        )
    raise Refusal(say("So many computers find no seat: this table is for {most} players.", most=most))


def list_options(
    variant: Variant[Any], options: Mapping[str, Value], *, unusual: bool = False
) -> list[tuple[str, str]]:
    """Return a pair of name and value for each of the rule system's options, as players read them.

    `options` has the values chosen so far by option key; the others have their defaults. With `unusual`, only options
    whose value isn't the default are included.
    """
    values = variant.chosen(options)
    return [
        (str(option.name), _name(option, values[option.key]))
        for option in variant.options
        if not unusual or values[option.key] != option.default
    ]


def _name(option: Option[Any], value: object) -> str:
    return next(str(choice.name) for choice in option.choices if choice.value == value)


def explain_open_table(game: Game) -> str:
    """Return the sentence that says why no second table can open in this table's channel."""
    if game.phase is Phase.PLAYING:
        return say("A game is being played in this channel already: /table shows it. Use another channel or a thread.")
    return say("A table is open in this channel already: /table shows it. Use another channel or a thread.")


def list_other_players(game: Game, user_id: int) -> list[int]:
    """Return the Discord user ids of the people in a game, in seat order, except this user's."""
    return [each for each in list_people(game.players) if each != user_id]


def invite_to_rematch(asked: Sequence[int]) -> tuple[Phrase, ...]:
    """Return the news (what just happened) of a rematch's lobby: an invitation to the users `asked`, if any."""
    if not asked:
        return ()
    names = join_with_and([f"<@{each}>" for each in asked])
    return (later("Rematch: {names}, tap **Join** to play again.", names=names),)


def seat_computers(host: Player, count: int, level: str | None) -> tuple[Player, ...]:
    """Return `count` computer players to play with the host, whose names differ from each other and the host's.

    `level` is a level's value, such as `strong`, from untrusted input; None means fair.

    Raises:
        Refusal: there is no such level.
    """
    if level not in {None, *Level}:
        raise Refusal(say("There is no such level."))
    players: tuple[Player, ...] = (host,)
    for _ in range(count):
        players = with_computer(players, Level(level or Level.FAIR))
    return players[1:]


def with_clock(options: dict[str, Value], clock: str | None) -> dict[str, Value]:
    """Return the options with the chosen time limit: `clock` is a key of `CLOCKS`, untrusted, or None for no change.

    Raises:
        Refusal: there is no such clock.
    """
    if clock is None:
        return options
    if clock not in CLOCKS:
        raise Refusal(say("There is no such clock."))
    others = {key: value for key, value in options.items() if key != "clock"}
    return others if clock == OWN_CLOCK else others | {"clock": int(clock)}


def is_known(variant: Variant[Any], key: str, value: Value) -> bool:
    """Return whether the rule system has an option with this key that allows this value."""
    try:
        variant.chosen({key: value})
    except GameError:
        return False
    return True
