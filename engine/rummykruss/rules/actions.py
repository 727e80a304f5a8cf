"""The actions on a grid: placing and moving tiles, and picking one in an open draft."""

from dataclasses import dataclass
from typing import Self

from engine.game.actions import Action
from engine.override import override
from engine.rummykruss.rules.cells import Placing, read_placing
from engine.tiles.notation import read_tile, write_tile
from engine.tiles.tiles import Box, Tile


@dataclass(frozen=True, slots=True)
class Place(Action):
    """A turn that places tiles from the rack, and may move tiles of the grid."""

    verb = "play"
    placing: Placing

    @classmethod
    @override
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        """Read the seat's turn from notation such as `H8=R5 K4>J3`. Raises BadNotation."""
        return cls(seat, read_placing(text, box))

    @override
    def line(self) -> str:
        return f"{self.verb} {self.placing}"


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """An action in an open draft: the seat takes one of the open tiles."""

    verb = "pick"
    tile: Tile

    @classmethod
    @override
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        return cls(seat, read_tile(text, box))

    @override
    def line(self) -> str:
        return f"{self.verb} {write_tile(self.tile)}"
