"""One turn on an open table, judged: the table before, the table proposed, and the tiles that came from the rack."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Protocol

from engine.edits import Row
from engine.errors import IllegalMove, JokerUnclear, LeftTheTable, NotASet, NothingPlayed, NotOnYourRack
from engine.melds import Meld, readings, why_no_set
from engine.notation import write_pieces, write_tile, write_tiles
from engine.tiles import JOKER, Box, Tile


class Rules(Protocol):
    """What the judging of a turn needs to know of a system."""

    @property
    def box(self) -> Box:
        """The tiles of the game."""

    @property
    def checks(self) -> tuple["Check", ...]:
        """The sentences of the rulebook that a turn must satisfy, in their order."""


@dataclass(frozen=True)
class Turn:
    """A readable turn. `opened`: the player opened in an earlier one; `played`: what came from the rack."""

    rules: Rules
    opened: bool
    before: tuple[Meld, ...]
    after: tuple[Meld, ...]
    played: tuple[Tile, ...]

    @cached_property
    def points(self) -> int:
        """What the tiles played are worth where they lie: for an opening, the worth of its sets."""
        naturals = sum(tile.number for tile in self.played if tile != JOKER)
        return naturals + sum(self._new_jokers())

    def _new_jokers(self) -> list[int]:
        """The numbers that the jokers from the rack stand for; a joker whose face was there before is an old one."""
        faces = Counter(_joker_faces(self.after))
        faces -= Counter(_joker_faces(self.before))
        return sorted((face.number for face in faces.elements()), reverse=True)[: self.played.count(JOKER)]


Check = Callable[[Turn], None]


def _joker_faces(melds: Sequence[Meld]) -> Iterator[Tile]:
    return (face for meld in melds for tile, face in zip(meld.tiles, meld.faces, strict=True) if tile == JOKER)


def judged(
    rules: Rules, before: Mapping[str, Meld], rack: Sequence[Tile], rows: Mapping[str, Row], *, opened: bool
) -> Turn:
    """Judge a proposed table, given as rows by letter, against the one `before`.

    Raises:
        IllegalMove: what is wrong, by the first check that objects.
    """
    change = Counter(piece.tile for row in rows.values() for piece in row)
    change.subtract(tile for meld in before.values() for tile in meld.tiles)
    played = _played(+change, rack)
    melds = [_readings(label if label in before else None, row, rules.box) for label, row in rows.items()]
    if lost := -change:
        raise LeftTheTable(write_tiles(lost.elements()))
    turns = [Turn(rules, opened, tuple(before.values()), after, played) for after in product(*melds)]
    return _only_legal(turns)


def _only_legal(turns: Sequence[Turn]) -> Turn:
    """Pick the one reading that the rules allow; what lies as before is read as before."""
    legal, refusals = [], []
    for turn in turns:
        try:
            for check in turn.rules.checks:
                check(turn)
            legal.append(turn)
        except IllegalMove as refusal:
            refusals.append(refusal)
    if not legal:
        raise refusals[0]
    if len(legal) == 1:
        return legal[0]
    kept = [(Counter(turn.after) & Counter(turn.before)).total() for turn in legal]
    calm = [turn for turn, sets in zip(legal, kept, strict=True) if sets == max(kept)]
    if len(calm) > 1:
        raise _unclear(calm)
    return calm[0]


def _unclear(turns: Sequence[Turn]) -> JokerUnclear:
    """Ask about the first set that the legal readings differ in."""
    melds = next(each for each in zip(*(turn.after for turn in turns), strict=True) if len(set(each)) > 1)
    ways = list(dict.fromkeys(melds))
    run = next(meld for meld in ways if not meld.is_group)
    face = next(face for tile, face in zip(run.tiles, run.faces, strict=True) if tile == JOKER)
    named = " or ".join(_reading(meld) for meld in ways[:3])
    return JokerUnclear(write_tiles(ways[0].tiles), named, write_tile(face))


def _reading(meld: Meld) -> str:
    return f"a group of {meld.value // len(meld.tiles)}s" if meld.is_group else write_tiles(meld.faces)


def _readings(label: str | None, row: Row, box: Box) -> tuple[Meld, ...]:
    found = readings(row, box)
    if not found:
        raise NotASet(f"Set {label}, " if label else "", write_pieces(row), why_no_set(row, box))
    return found


def _played(played: Counter[Tile], rack: Sequence[Tile]) -> tuple[Tile, ...]:
    foreign = played - Counter(rack)
    if foreign:
        raise NotOnYourRack(write_tiles(foreign))
    if not played:
        raise NothingPlayed
    return tuple(played.elements())
