"""The turns that the bot sends to the estimating process, and the JSON in which they travel."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.coach.chances import TurnChoice
from engine.game.variant import Variant
from engine.tiles.tiles import Tile
from storage.codec import decode, encode


@dataclass(frozen=True, slots=True)
class RequestedTurn:
    """A `TurnChoice` as text: its state as JSON, its actions as lines in notation."""

    place: int
    state: str
    seat: int
    action: str
    best: str
    at: int
    known: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class ChanceRequest:
    """The turns of a finished game whose chances are to be estimated; `variant` is the rule system's key."""

    variant: str
    turns: tuple[RequestedTurn, ...]


def write_request(variant: Variant[Any], choices: Sequence[TurnChoice]) -> str:
    """Return the turns of a game of this rule system as one line of JSON."""
    turns = (
        RequestedTurn(
            place=each.place,
            state=str(encode(each.state)),
            seat=each.action.seat,
            action=each.action.line(),
            best=each.best.line(),
            at=each.at,
            known=each.known,
        )
        for each in choices
    )
    return str(encode(ChanceRequest(variant.info.key, tuple(turns))))


def read_request(text: str, variants: Mapping[str, Variant[Any]]) -> tuple[Variant[Any], tuple[TurnChoice, ...]]:
    """Return the rule system and the turns that `write_request` wrote; `variants` are the rule systems by key."""
    request = decode(text, ChanceRequest)
    variant = variants[request.variant]
    choices = (
        TurnChoice(
            place=each.place,
            state=decode(each.state, variant.state_type),
            action=variant.read(each.seat, each.action),
            best=variant.read(each.seat, each.best),
            at=each.at,
            known=each.known,
        )
        for each in request.turns
    )
    return variant, tuple(choices)
