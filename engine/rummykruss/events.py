"""Events of games on a grid: tiles placed there, and tiles picked before the first turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.events import LONGEST_LIST, Event
from engine.override import override
from engine.text.phrases import Phrase, as_tiles, later, later_many
from engine.tiles.notation import say_tile, signed_point_count, tile_count
from engine.tiles.tiles import Tile


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """A seat took a tile for its rack from a row of open tiles, before the first turn of a game dealt that way."""

    seat: int
    tile: Tile

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        return later("{name} picked {tile}.", name=names[self.seat], tile=say_tile(self.tile))

    @override
    def own_sentence(self, names: Sequence[str]) -> Phrase:
        return later("You picked {tile}.", tile=say_tile(self.tile))


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A seat placed tiles on a grid (`where` is their notation with cells) and moved `moved` others.

    `count` is the number of tiles placed, `crossings` the number of intersections gained, negative if some were lost,
    and `points` the score of the turn.
    """

    seat: int
    where: str
    count: int
    moved: int
    crossings: int
    points: int

    @property
    @override
    def tiles_played(self) -> int:
        return self.count

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        facts = {"name": names[self.seat], **self._facts()}
        if self.moved and self.crossings > 0:
            return later("{name} placed {where}, moved {tiles} with {new}: {points}.", **facts)
        if self.moved:
            return later("{name} placed {where}, moved {tiles}: {points}.", **facts)
        if self.crossings > 0:
            return later("{name} placed {where} with {new}: {points}.", **facts)
        return later("{name} placed {where}: {points}.", **facts)

    @override
    def own_sentence(self, names: Sequence[str]) -> Phrase:
        facts = self._facts()
        if self.moved and self.crossings > 0:
            return later("You placed {where} and moved {tiles}, with {new}: {points}.", **facts)
        if self.moved:
            return later("You placed {where} and moved {tiles}: {points}.", **facts)
        if self.crossings > 0:
            return later("You placed {where} with {new}: {points}.", **facts)
        return later("You placed {where}: {points}.", **facts)

    @override
    def brief_sentence(self, names: Sequence[str]) -> Phrase:
        tiles, points = tile_count(self.count), signed_point_count(self.points)
        return later("{name} placed {tiles}: {points}.", name=names[self.seat], tiles=tiles, points=points)

    def _facts(self) -> dict[str, str | Phrase]:
        return {
            "where": self._say_where() if len(self.where) <= LONGEST_LIST else tile_count(self.count),
            "points": signed_point_count(self.points),
            "tiles": tile_count(self.moved),
            "new": later_many("{count} new intersection", "{count} new intersections", self.crossings),
        }

    def _say_where(self) -> Phrase:
        cells, _, tiles = zip(*(each.partition("=") for each in self.where.split()), strict=True)
        return later("{tiles} at {cells}", tiles=as_tiles(" ".join(tiles).replace(":", "=")), cells=" ".join(cells))
