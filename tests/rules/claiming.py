"""Tables with claims, and what seats then hold."""

from collections.abc import Sequence
from typing import Any

from engine.rules.claims import read_claims
from engine.tiles.crossings import read_sets
from engine.variants.rummi200kub import VARIANT
from tests.positions import Position, position

EIGHTS = "r8 b8 k8"
COURT = "k11 k12 k13 / o11 o12 o13"  # 36 points each
BOX = VARIANT.box


def table(table: str = EIGHTS, claims: str = "", racks: Sequence[str] = ("o8 o1", "o2 o3"), **more: Any) -> Position:
    return position("rummi200kub", table=table, racks=racks, claims=read_claims(claims, read_sets(table, BOX)), **more)


def claim(game: Position, *moves: str) -> Position:
    """Let seats claim, as in `0 a`, with draws between if it is not their turn."""
    for move in moves:
        seat = int(move[0])
        while game.turn != seat:
            game = game.draw(game.turn)
        game = game.does(seat, f"claim {move[2:]}")
    return game


def held(game: Position) -> list[int]:
    return [seat.score for seat in game.view().seats]
