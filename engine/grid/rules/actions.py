"""What a seat does on a grid: place and move tiles, and pick one while the racks are drafted."""

from dataclasses import dataclass
from typing import Self

from engine.game.actions import Action
from engine.grid.rules.cells import Placing, read_placing
from engine.tiles.notation import read_tile, write_tile
from engine.tiles.tiles import Box, Tile


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Change the grid, with tiles from the rack."""

    verb = "play"
    placing: Placing

    @classmethod
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        """Read tiles by their cells, and moves."""
        return cls(seat, read_placing(text, box))

    def line(self) -> str:
        """`play H8=R5 H9=R6 K4>J3`."""
        return f"{self.verb} {self.placing}"


@dataclass(frozen=True, slots=True)
class Pick(Action):
    """Take a tile that is laid out."""

    verb = "pick"
    tile: Tile

    @classmethod
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        """Read the tile."""
        return cls(seat, read_tile(text, box))

    def line(self) -> str:
        """`pick R5`."""
        return f"{self.verb} {write_tile(self.tile)}"
