"""A turn that is arranged tile by tile: what is common to tables and grids.

A bench is what lies, what the rack holds, and what the player has made of both so far; a draft is kept of it. Tiles are
picked up, and go to one of the targets that there are for them.
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
    """What is picked up: tiles of the rack, and tiles that lie or are on hold, by their keys on the bench."""

    rack: tuple[Tile, ...] = ()
    lying: tuple[TileKey, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rack or self.lying)


@dataclass(frozen=True, slots=True)
class Target:
    """Where picked tiles can go: `key` names it on this bench, `row` is what would lie there; `fits`: that is a set."""

    key: TargetKey
    row: Row
    fits: bool


class Bench(ABC):
    """What a player has made of the table and the rack so far."""

    rack: tuple[Tile, ...]

    @property
    @abstractmethod
    def changes(self) -> tuple[DraftChange, ...]:
        """What is not as it lies on the table, in the order of the letters or cells."""

    @property
    @abstractmethod
    def surplus(self) -> Counter[Tile]:
        """How many more of each tile lie there than on the table; below 0 where tiles of the table are missing."""

    @property
    def left(self) -> tuple[int, ...]:
        """The places of the rack, from 0, whose tiles have not been laid; of equal tiles the newest goes last."""
        laid, left = +self.surplus, []
        for place, tile in enumerate(self.rack):
            if laid[tile]:
                laid[tile] -= 1
            else:
                left.append(place)
        return tuple(left)

    @property
    def hold(self) -> tuple[Tile, ...]:
        """Tiles of the table that lie nowhere now, sorted by colour."""
        return tuple(sorted((-self.surplus).elements(), key=by_color))

    @property
    def strays(self) -> tuple[Tile, ...]:
        """Tiles that lie there and come neither from the table nor from the rack."""
        return tuple((+self.surplus - Counter(self.rack)).elements())

    @property
    @abstractmethod
    def written(self) -> str:
        """All that lies, as a play in notation, ready to be edited."""

    @property
    @abstractmethod
    def spots(self) -> Mapping[Spot, Mapping[TileKey, Tile]]:
        """What tiles can be taken from: for each set, the hold, or row of a grid its tiles, in order, by their keys."""

    @property
    def _held(self) -> Mapping[Spot, Mapping[TileKey, Tile]]:
        """The hold as a spot, if anything is on it."""
        held: dict[TileKey, Tile] = {HeldTile(place): tile for place, tile in enumerate(self.hold)}
        return {Hold(): held} if held else {}

    @property
    @abstractmethod
    def placed(self) -> Mapping[str, Row]:
        """What lies there by letter or cell, in their order."""

    @abstractmethod
    def targets(self, picks: Picks) -> Sequence[Target]:
        """Every place for what is picked, those where it makes a set first."""

    @abstractmethod
    def taken(self, picks: Picks, key: TargetKey) -> Self | None:
        """The bench after what is picked went to the target of this key; None: there is no such target any more."""

    @property
    @abstractmethod
    def jokers(self) -> Sequence[str]:
        """The rows by letter, or the cells, that hold jokers."""

    @abstractmethod
    def ways(self, label: str) -> Sequence[Row]:
        """How an unclear row, or cell, can be read: each joker as what it would stand for."""

    @abstractmethod
    def read_so(self, label: str, way: Row) -> Self:
        """The bench with the row read in one of these ways."""

    @abstractmethod
    def action(self, seat: int) -> Action:
        """The turn that it is."""

    @abstractmethod
    def as_played(self, action: Action) -> Self:
        """The bench after this turn, which must fit the table, was arranged on it instead.

        Raises:
            IllegalMove: it names what does not lie there.
        """

    def holds(self, picks: Picks) -> bool:
        """Is all that is picked still where it was picked?"""
        left = [self.rack[place] for place in self.left]
        for tile in picks.rack:
            if tile not in left:
                return False
            left.remove(tile)
        keys = {key for tiles in self.spots.values() for key in tiles}
        return len(set(picks.lying)) == len(picks.lying) and keys.issuperset(picks.lying)


@dataclass(frozen=True, slots=True)
class DraftCheck:
    """What can be said of a bench before it is played.

    `refusal` is None for a legal turn. `wrong` says of sets by letter, or cells, what is wrong with them. `points` is
    what the tiles laid are worth, and `needed` what an opening has to be; 0 where the player need not open. `unclear`
    are the rows whose joker can be several things, which have to be told apart. A table that judges only what is played
    is not `told` beforehand.
    """

    told: bool = True
    refusal: Phrase | None = None
    points: int = 0
    needed: int = 0
    wrong: Mapping[str, Phrase] = field(default_factory=dict)
    unclear: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class PreparedDraft:
    """A draft on the table as it lies now, the bench that it makes, and what of it had to be given up for that."""

    draft: Draft
    bench: Bench
    conflicts: Sequence[Conflict] = ()
