"""Benches, on which a player arranges a turn tile by tile: the parts common to tables and grids.

A bench combines the table or grid, the rack, and the player's changes to them; the changes are stored as a draft. The
player picks up tiles and moves them to one of the targets that the bench offers.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from engine.game.actions import Action
from engine.game.bench_keys import HeldTile, Hold, Spot, TargetKey, TileKey
from engine.game.drafts import Conflict, Draft, DraftChange
from engine.text.phrases import Phrase
from engine.tiles.edits import Row
from engine.tiles.tiles import Tile, by_color


@dataclass(frozen=True, slots=True)
class Picks:
    """The tiles that are picked up: tiles of the rack, and the keys of tiles on the table, the grid or on hold."""

    rack: tuple[Tile, ...] = ()
    lying: tuple[TileKey, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rack or self.lying)


@dataclass(frozen=True, slots=True)
class Target:
    """A place for the picked tiles: its key on this bench, the row that would result, and whether that row is a set."""

    key: TargetKey
    row: Row
    fits: bool


class Bench(ABC):
    """The table or grid and the rack, as a player has rearranged them so far in a draft."""

    rack: tuple[Tile, ...]

    @property
    @abstractmethod
    def changes(self) -> tuple[DraftChange, ...]:
        """The sets or cells on the bench that differ from the table or grid."""

    @property
    @abstractmethod
    def surplus(self) -> Counter[Tile]:
        """The number of each tile on the bench, less those on the table or grid; negative if some were taken off."""

    @property
    def left(self) -> tuple[int, ...]:
        """The places in the rack, from 0, of tiles not on the bench; of equal tiles, the newest stay longest."""
        laid, left = +self.surplus, []
        for place, tile in enumerate(self.rack):
            if laid[tile]:
                laid[tile] -= 1
            else:
                left.append(place)
        return tuple(left)

    @property
    def hold(self) -> tuple[Tile, ...]:
        """The tiles that the player took off the table and hasn't put anywhere yet, sorted by color."""
        return tuple(sorted((-self.surplus).elements(), key=by_color))

    @property
    def strays(self) -> tuple[Tile, ...]:
        """The tiles on the bench that come from neither the table or grid nor the rack."""
        return tuple((+self.surplus - Counter(self.rack)).elements())

    @property
    @abstractmethod
    def written(self) -> str:
        """Everything on the bench as a play in notation, ready to edit."""

    @property
    @abstractmethod
    def spots(self) -> Mapping[Spot, Mapping[TileKey, Tile]]:
        """The places to take tiles from (each set or grid row, and the hold), each with its tiles by key, in order."""

    @property
    def _held(self) -> Mapping[Spot, Mapping[TileKey, Tile]]:
        """The hold as a spot, or nothing if it's empty."""
        held: dict[TileKey, Tile] = {HeldTile(place): tile for place, tile in enumerate(self.hold)}
        return {Hold(): held} if held else {}

    @property
    @abstractmethod
    def placed(self) -> Mapping[str, Row]:
        """The rows on the bench by letter or cell name, in the bench's order."""

    @abstractmethod
    def targets(self, picks: Picks) -> Sequence[Target]:
        """Return every target for the picked tiles, first those where they make a valid set."""

    @abstractmethod
    def taken(self, picks: Picks, key: TargetKey) -> Self | None:
        """Return the bench after moving the picked tiles to the target `key`; None if that target no longer exists."""

    @property
    @abstractmethod
    def jokers(self) -> Sequence[str]:
        """The letters of the sets, or the names of the cells, that contain jokers."""

    @abstractmethod
    def ways(self, label: str) -> Sequence[Row]:
        """Return each way to read an ambiguous set or cell, as its pieces with a face for every joker."""

    @abstractmethod
    def read_so(self, label: str, way: Row) -> Self:
        """Return the bench with the set or cell read in this way, one that `ways` returned."""

    @abstractmethod
    def action(self, seat: int) -> Action:
        """Return the bench's changes as an action of this seat."""

    @abstractmethod
    def as_played(self, action: Action) -> Self:
        """Return the bench as it would be if this action were arranged on the table instead of the present draft.

        Raises:
            IllegalMove: the action names something that isn't on the table.
        """

    def holds(self, picks: Picks) -> bool:
        """Return whether every picked tile is still where it was picked up."""
        left = [self.rack[place] for place in self.left]
        for tile in picks.rack:
            if tile not in left:
                return False
            left.remove(tile)
        keys = {key for tiles in self.spots.values() for key in tiles}
        return len(set(picks.lying)) == len(picks.lying) and keys.issuperset(picks.lying)


@dataclass(frozen=True, slots=True)
class DraftCheck:
    """The rules' judgement of a bench before it's played.

    `told` is false at a table that judges only actual plays; then the rest is empty. `refusal` is None for a legal
    turn. `points` is the value of what would be played; `needed` is what a first play must be worth in points, 0 if the
    player has opened or the rules require nothing. `wrong` has the reason why a set or cell is invalid, by letter or
    cell name. `unclear` lists the sets or cells with an ambiguous joker, which the player must settle.
    """

    told: bool = True
    refusal: Phrase | None = None
    points: int = 0
    needed: int = 0
    wrong: Mapping[str, Phrase] = field(default_factory=dict)
    unclear: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class PreparedDraft:
    """A draft adapted to the current table, the bench that results, and the conflicts: what had to be dropped."""

    draft: Draft
    bench: Bench
    conflicts: Sequence[Conflict] = ()
