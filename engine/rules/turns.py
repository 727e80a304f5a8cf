"""One turn on an open table, judged: the table before, the table proposed, and the tiles that came from the rack."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Protocol

from engine.text.errors import IllegalMove, JokerUnclear, LeftTheTable, NotASet, NothingPlayed, NotOnYourRack
from engine.text.phrases import Phrase, as_is, join_with_or, later
from engine.tiles.crossing_errors import CrossingUndeclared, NoCrossings
from engine.tiles.crossings import crossings, find_table_crossings
from engine.tiles.edits import Row
from engine.tiles.melds import Meld, explain_no_set, read_melds
from engine.tiles.notation import write_pieces, write_tile, write_tiles
from engine.tiles.sets import Crossing, TableSet
from engine.tiles.tiles import JOKER, Box, Tile


class TurnRules(Protocol):
    """What the judging of a turn needs to know of a system."""

    @property
    def box(self) -> Box:
        """The tiles of the game."""

    @property
    def checks(self) -> tuple["Check", ...]:
        """The sentences of the rulebook that a turn must satisfy, in their order."""

    @property
    def crossings(self) -> bool:
        """May a tile belong to two sets?"""


@dataclass(frozen=True)
class Turn:
    """A readable turn. `opened`: the player opened in an earlier one; `played`: what came from the rack.

    `crossed` and `crossings` are where sets cross before and after it; `labels` are the letters of `before`, and
    `letters` those under which the rows of `after` were given. `claimed` are the letters of sets under tokens.
    """

    rules: TurnRules
    opened: bool
    before: tuple[Meld, ...]
    after: tuple[Meld, ...]
    played: tuple[Tile, ...]
    crossed: tuple[Crossing, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    labels: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    claimed: frozenset[str] = frozenset()

    @cached_property
    def points(self) -> int:
        """What the tiles played are worth where they lie: for an opening, the worth of its sets."""
        naturals = sum(tile.number for tile in self.played if tile != JOKER)
        return naturals + sum(self._list_new_jokers())

    def _list_new_jokers(self) -> list[int]:
        """The numbers that the jokers from the rack stand for; a joker whose face was there before is an old one."""
        faces = Counter(_list_joker_faces(self.after, self.crossings))
        faces -= Counter(_list_joker_faces(self.before, self.crossed))
        return sorted((face.number for face in faces.elements()), reverse=True)[: self.played.count(JOKER)]


Check = Callable[[Turn], None]


def _list_joker_faces(melds: Sequence[Meld], found: Sequence[Crossing]) -> Iterator[Tile]:
    """What each joker stands for, one in two sets once."""
    away = {(each.borrower, each.place) for each in found}
    return (
        face
        for row, meld in enumerate(melds)
        for place, (tile, face) in enumerate(zip(meld.tiles, meld.faces, strict=True))
        if tile == JOKER and (row, place) not in away
    )


def judge_turn(  # noqa: PLR0913  # a turn has that many sides
    rules: TurnRules,
    before: Sequence[TableSet],
    rack: Sequence[Tile],
    rows: Mapping[str, Row],
    *,
    opened: bool,
    claimed: frozenset[str] = frozenset(),
) -> Turn:
    """Judge a proposed table, given as rows by letter, against the one `before`.

    Raises:
        IllegalMove: what is wrong, by the first check that objects.
    """
    if not rules.crossings and any(piece.owner for row in rows.values() for piece in row):
        raise NoCrossings
    change = Counter(piece.tile for row in rows.values() for piece in row if piece.owner is None)
    change.subtract(tile for each in before for tile in each.own)
    labels = tuple(each.label for each in before)
    played = _take_played(+change, rack, before if rules.crossings else ())
    melds = [_list_readings(label if label in labels else None, row, rules.box) for label, row in rows.items()]
    if lost := -change:
        raise LeftTheTable(write_tiles(lost.elements()))
    turn = Turn(
        rules,
        opened,
        tuple(each.meld for each in before),
        (),
        played,
        crossed=find_table_crossings(before, rules.box),
        labels=labels,
        letters=tuple(rows),
        claimed=claimed,
    )
    return _pick_legal(turn, rows, product(*melds))


def _pick_legal(start: Turn, rows: Mapping[str, Row], tables: Iterable[tuple[Meld, ...]]) -> Turn:
    """Pick the one reading that the rules allow; what lies as before is read as before."""
    legal, refusals = [], []
    for after in tables:
        try:
            turn = replace(start, after=after, crossings=crossings(after, rows, start.rules.box))
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
    named = join_with_or([_describe_reading(meld) for meld in ways[:3]])
    return JokerUnclear(write_tiles(ways[0].tiles), named, write_tile(face))


def _describe_reading(meld: Meld) -> Phrase:
    if meld.is_group:
        return later("a group of {number}s", number=meld.value // len(meld.tiles))
    return as_is(write_tiles(meld.faces))


def _list_readings(label: str | None, row: Row, box: Box) -> tuple[Meld, ...]:
    found = read_melds(row, box)
    if not found:
        tiles = write_pieces(row)
        named = later("Set {set}, {tiles}", set=label, tiles=tiles) if label else tiles
        raise NotASet(named, explain_no_set(row, box))
    return found


def _take_played(played: Counter[Tile], rack: Sequence[Tile], to_cross: Sequence[TableSet]) -> tuple[Tile, ...]:
    foreign = played - Counter(rack)
    if foreign:
        tiles = write_tiles(foreign)
        for each in to_cross:
            if shared := [tile for tile in each.own if tile in foreign]:
                raise CrossingUndeclared(tiles, each.label, write_tile(shared[0]))
        raise NotOnYourRack(tiles)
    if not played:
        raise NothingPlayed
    return tuple(played.elements())
