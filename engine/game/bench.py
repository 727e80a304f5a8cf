"""Benches, on which a player arranges a turn tile by tile: the parts common to tables and grids.

A bench combines the table or grid, the rack, and the player's changes to them; the changes are stored as a draft. The
player picks up tiles and moves them to one of the targets that the bench offers.
"""

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2s
from typing import Self

from engine.game.actions import Action
from engine.game.bench_keys import HeldTile, Hold, SetTile, Spot, TargetKey, TileKey
from engine.game.drafts import Conflict, Draft, DraftChange
from engine.text.phrases import Phrase
from engine.tiles.edits import Row
from engine.tiles.tiles import Tile, by_color

MOST_READY = 5  # plays offered at once
_KEY_BYTES = 6  # of a key: a stale menu's key can't match another play by chance


@dataclass(frozen=True, slots=True)
class Picks:
    """The tiles picked up to move to one target: those from the rack, and the keys of those on the table or on hold."""

    rack: tuple[Tile, ...] = ()
    on_table: tuple[TileKey, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rack or self.on_table)


@dataclass(frozen=True, slots=True)
class Target:
    """A place to which the picked tiles can be moved.

    `key` names the place on this bench. `row` has the tiles that would then be there; it's empty if they would be on
    the rack or on hold. `fits`: that row would be a valid set. `points` is then what the rules count for it: the set's
    value on a table, or what the turn would score on a grid; else it is 0.
    """

    key: TargetKey
    row: Row
    fits: bool
    points: int = 0


class Bench(ABC):
    """The table or grid and the rack, as a player has rearranged them so far in a private draft of a turn.

    `rack` is the player's rack before the draft. "The actual table" below means the table or grid before the draft.
    """

    rack: tuple[Tile, ...]

    @property
    @abstractmethod
    def changes(self) -> tuple[DraftChange, ...]:
        """The draft's sets or cells that differ from the actual table, each with its tiles before and after."""

    @property
    @abstractmethod
    def surplus(self) -> Counter[Tile]:
        """For each tile, its number of copies in the draft's sets or cells minus that on the actual table.

        The number is positive for tiles that come from the rack, and negative for tiles on hold.
        """

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The indexes in `rack`, from 0, of the tiles not played in the draft; of equal tiles, the newest."""
        played, left = +self.surplus, []
        for index, tile in enumerate(self.rack):
            if played.get(tile):
                played[tile] -= 1
            else:
                left.append(index)
        return tuple(left)

    @property
    def played(self) -> tuple[Tile, ...]:
        """The rack tiles that are in the draft, in the order of the rack."""
        left = set(self.left)
        return tuple(tile for index, tile in enumerate(self.rack) if index not in left)

    @cached_property
    def hold(self) -> tuple[Tile, ...]:
        """The tiles that the player took off the table and hasn't put anywhere yet, sorted by color."""
        return tuple(sorted((-self.surplus).elements(), key=by_color))

    @property
    def strays(self) -> tuple[Tile, ...]:
        """The tiles in the draft's sets or cells that come from neither the actual table nor the rack."""
        return tuple((+self.surplus - Counter(self.rack)).elements())

    @property
    @abstractmethod
    def written(self) -> str:
        """The draft's whole table or grid as the text of a play, which the player can edit."""

    @property
    @abstractmethod
    def spots(self) -> Mapping[Spot, Mapping[TileKey, Tile]]:
        """The places to take tiles from (each set or grid row, and the hold), each with its tiles in order, by key."""

    @property
    def _held(self) -> Mapping[Spot, Mapping[TileKey, Tile]]:
        held: dict[TileKey, Tile] = {HeldTile(index): tile for index, tile in enumerate(self.hold)}
        return {Hold(): held} if held else {}

    @property
    @abstractmethod
    def placed(self) -> Mapping[str, Row]:
        """The tiles of each of the draft's sets by its letter, or on each of its cells by name, in reading order."""

    def targets(self, picks: Picks) -> Sequence[Target]:
        """Return every target for the picked tiles, first those where they make a valid set.

        Those of the newest picks are remembered: the step, the menu, the picture and its alt text all ask for them.
        """
        found = self._newest_targets.get(picks)
        if found is None:
            found = self._list_targets(picks)
            self._newest_targets.clear()
            self._newest_targets[picks] = found
        return found

    @cached_property
    def _newest_targets(self) -> dict[Picks, Sequence[Target]]:
        return {}

    @abstractmethod
    def _list_targets(self, picks: Picks) -> Sequence[Target]:
        """Return every target for the picked tiles, first those where they make a valid set."""

    @abstractmethod
    def taken(self, picks: Picks, key: TargetKey) -> Self | None:
        """Return the bench after moving the picked tiles to the target `key`; None if they can't go there."""

    def place_picks(self, picks: Picks, *, opening: bool) -> Self | None:
        """Return the bench after moving each picked tile to where it fits, if there is just one best way to do so.

        No other tile moves. `opening`: the player must still make a first play, so sets of the actual table get
        nothing. Return None if there's no way or several.
        """
        del opening  # on a board where a first play needs no set of its own
        fitting = [each for each in self.targets(picks) if each.fits]
        return self.taken(picks, fitting[0].key) if len(fitting) == 1 else None

    @property
    def loose(self) -> Mapping[SetTile, Tile]:
        """The tiles that can be picked without opening their set in a menu: jokers, and those that a set can spare."""
        return {}

    @property
    @abstractmethod
    def jokers(self) -> Sequence[str]:
        """The letters of the draft's sets, or the names of its cells, that contain jokers."""

    @abstractmethod
    def ways(self, label: str) -> Sequence[Row]:
        """Return each way to read the jokers of a set or cell, by its `label`: its tiles as they then stand."""

    @abstractmethod
    def read_so(self, label: str, way: Row) -> Self:
        """Return the bench with the jokers of the set or cell `label` fixed as in `way`, one of those in `ways`."""

    @abstractmethod
    def action(self, seat: int) -> Action:
        """Return the draft as the action by which this seat would play it."""

    @abstractmethod
    def as_played(self, action: Action) -> Self:
        """Return the bench with this action's turn as its draft. Raises IllegalMove if it names what isn't there."""

    def holds(self, picks: Picks) -> bool:
        """Return whether every picked tile is still where it was picked up."""
        left = [self.rack[index] for index in self.left]
        for tile in picks.rack:
            if tile not in left:
                return False
            left.remove(tile)
        if not picks.on_table:
            return True
        keys = {key for tiles in self.spots.values() for key in tiles}
        return len(set(picks.on_table)) == len(picks.on_table) and keys.issuperset(picks.on_table)


@dataclass(frozen=True, slots=True)
class DraftCheck:
    """The rules' judgment of a bench before it's played.

    `is_judged` is false at a table that judges only actual plays; then the rest is empty. `refusal` is None for a legal
    turn. `points` is the value of what would be played; `needed` is what a first play must be worth in points, 0 if the
    player has opened or the rules require nothing. `wrong` has the reason why a set or cell is invalid, by letter or
    cell name. `unclear` lists the sets or cells with an ambiguous joker, which the player must settle.
    """

    is_judged: bool = True
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


@dataclass(frozen=True)
class ReadyPlay:
    """A legal play that adds rack tiles to a draft.

    `bench` has the play as the next step of the draft, which can then be played as it is. `sentence` names the tiles
    and where they go. `points` is what these tiles score; None if tiles aren't worth points here. `is_best`: a search
    found it, and it may rearrange the table; other plays move no tile that is on the table.
    """

    bench: Bench
    sentence: Phrase
    points: int | None = None
    is_best: bool = False

    @cached_property
    def key(self) -> str:
        """A short text of letters and digits that no other draft of this seat's bench has."""
        changes = [(each.label, each.before, each.after) for each in self.bench.changes]
        return blake2s(json.dumps(changes).encode(), digest_size=_KEY_BYTES).hexdigest()
