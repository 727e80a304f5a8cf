"""What a lobby allows, and to whom."""

from collections.abc import Mapping
from typing import Any

from engine.game.info import Option
from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import say
from services.refusals import Refusal
from storage.games import Game, Phase


def check_open(game: Game) -> None:
    """Refuse a table at which nobody can sit down any more.

    Raises:
        Refusal: the game has begun, or is over.
    """
    if game.phase is Phase.PLAYING:
        raise Refusal(say("The game has begun already."))
    if game.phase is not Phase.LOBBY:
        raise Refusal(say("This table is closed. /new opens another."))


def check_host(game: Game, user_id: int) -> None:
    """Refuse everybody but the host of a lobby.

    Raises:
        Refusal: this is not the host, or no lobby any more.
    """
    check_open(game)
    if user_id != game.host_id:
        raise Refusal(say("Only the host, {name}, gives computers their seats.", name=f"<@{game.host_id}>"))


def check_room(variant: Variant[Any], options: Mapping[str, Value], players: int) -> None:
    """Refuse more players than have room; the computers may be fewer than the table needs, for people can join.

    Raises:
        Refusal: there are more.
    """
    low, most = variant.seats(options)
    if players <= most:
        return
    if low < most:
        raise Refusal(
            say("So many computers find no seat: this table is for {low} to {most} players.", low=low, most=most)
        )
    raise Refusal(say("So many computers find no seat: this table is for {most} players.", most=most))


def chosen(variant: Variant[Any], game: Game, *, unusual: bool = False) -> list[tuple[str, str]]:
    """The options of the table with the names of their values; all, or those that differ from the system's own."""
    values = variant.chosen(game.options)
    return [
        (str(option.name), _name(option, values[option.key]))
        for option in variant.options
        if not unusual or values[option.key] != option.default
    ]


def _name(option: Option[Any], value: object) -> str:
    return next(str(choice.name) for choice in option.choices if choice.value == value)
