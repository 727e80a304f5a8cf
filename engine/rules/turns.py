"""Judging a turn on an open table, given the table before it, the proposed table and the player's rack."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from typing import Protocol

from engine.text.errors import IllegalMove, JokerUnclear, LeftTheTable, NotASet, NothingPlayed, NotOnYourRack
from engine.text.phrases import Phrase, as_tiles, join_with_or, later
from engine.tiles.crossing_errors import CrossingUndeclared, NoCrossings
from engine.tiles.crossings import crossings, find_table_crossings
from engine.tiles.edits import Row
from engine.tiles.melds import Meld, drop_old_faces, explain_no_set, read_in_order, read_melds
from engine.tiles.notation import make_example_face, say_pieces, say_tiles, write_row, write_tile
from engine.tiles.sets import Crossing, TableSet
from engine.tiles.tiles import JOKER, Box, Tile


class TurnRules(Protocol):
    """The part of a game's rules that judging a turn needs."""

    @property
    def box(self) -> Box:
        """The tiles of the game."""

    @property
    def checks(self) -> tuple["Check", ...]:
        """The checks of a play whose sets are all valid, in the order in which they run."""

    @property
    def crossings(self) -> bool:
        """Whether a tile may belong to two sets that cross."""


@dataclass(frozen=True)
class Turn:
    """A turn to be checked: the table before it, the table after it, both as valid sets, and the rack tiles it played.

    `has_melded`: the player opened in an earlier turn. `crossed` and `crossings` are the tiles that two sets share,
    before and after the turn. `labels` are the letters of the sets in `before`; `letters` are those under which the
    rows of `after` were given, which needn't be their final ones. `claimed` are the letters of claimed sets. `rows` has
    the sets of `after` as the player wrote them; it's empty if nobody wrote the turn.
    """

    rules: TurnRules
    has_melded: bool
    before: tuple[Meld, ...]
    after: tuple[Meld, ...]
    played: tuple[Tile, ...]
    crossed: tuple[Crossing, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    labels: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    claimed: frozenset[str] = frozenset()
    rows: tuple[Row, ...] = ()

    def quote(self, row: int) -> Phrase:
        """Return the new table's set with this index in notation as written; an unordered run in ascending order."""
        meld, written = self.after[row], self.rows[row] if self.rows else ()
        if written and meld.is_group:
            return say_pieces(drop_old_faces(written))
        is_downward = tuple(piece.tile for piece in reversed(written)) == meld.tiles
        return as_tiles(write_row(meld.pieces[::-1] if is_downward else meld.pieces))

    @cached_property
    def points(self) -> int:
        """The sum of the numbers of the rack tiles played, a joker counting as the tile that it stands for."""
        naturals = sum([tile.number for tile in self.played])  # a joker's own number is 0
        return naturals + sum(self._list_new_jokers())

    def _list_new_jokers(self) -> list[int]:
        """Return the numbers of jokers from the rack, highest first; one with an old joker's face is that one."""
        jokers = self.played.count(JOKER)
        if not jokers:
            return []
        faces = Counter(_list_joker_faces(self.after, self.crossings))
        faces -= Counter(_list_joker_faces(self.before, self.crossed))
        return sorted((face.number for face in faces.elements()), reverse=True)[:jokers]


Check = Callable[[Turn], None]


def _list_joker_faces(melds: Sequence[Meld], found: Sequence[Crossing]) -> Iterator[Tile]:
    """Yield the tile that each joker on a table stands for; a joker that two sets share (see `found`) counts once."""
    away = {(each.borrower, each.index) for each in found}
    return (
        face
        for row, meld in enumerate(melds)
        for at, (tile, face) in enumerate(zip(meld.tiles, meld.faces, strict=True))
        if tile == JOKER and (row, at) not in away
    )


def judge_turn(  # noqa: PLR0913  # a turn depends on all of these
    rules: TurnRules,
    before: Sequence[TableSet],
    rack: Sequence[Tile],
    rows: Mapping[str, Row],
    *,
    has_melded: bool,
    claimed: frozenset[str] = frozenset(),
) -> Turn:
    """Return the turn that leads from the table `before` to the proposed one, `rows` of tiles by letter, if it's legal.

    `rack`, `has_melded` and `claimed`, the letters of claimed sets, are as before the turn. Raises IllegalMove: the
    first rule that the turn breaks.
    """
    if not rules.crossings and any(piece.owner for row in rows.values() for piece in row):
        raise NoCrossings
    change = Counter([piece.tile for row in rows.values() for piece in row if piece.owner is None])
    change.subtract(Counter([tile for each in before for tile in each.own]))
    labels = tuple(each.label for each in before)
    played = _take_played(+change, rack, before if rules.crossings else ())
    known = set(labels)
    melds = [_list_readings(label if label in known else None, row, rules) for label, row in rows.items()]
    if lost := -change:
        raise LeftTheTable(say_tiles(lost.elements()))
    start = partial(
        Turn,
        rules,
        has_melded,
        tuple(each.meld for each in before),
        played=played,
        crossed=find_table_crossings(before, rules.box),
        labels=labels,
        letters=tuple(rows),
        claimed=claimed,
        rows=tuple(rows.values()),
    )
    return _pick_legal(start, rules, rows, product(*melds))


def _pick_legal(
    start: Callable[..., Turn], rules: TurnRules, rows: Mapping[str, Row], tables: Iterable[tuple[Meld, ...]]
) -> Turn:
    """Return the legal turn among the ways to read the new table; if several are legal, the one that changes least.

    In it, the most sets have the same reading as before. Raises JokerUnclear: several legal readings change equally
    little; IllegalMove: none is legal; it is the first reading's error.
    """
    legal, refusals = [], []
    for after in tables:
        try:
            turn = start(after=after, crossings=crossings(after, rows, rules.box))
            for check in rules.checks:
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
    """Return the error that asks how to read the first set in which the turns' readings of jokers differ."""
    read = zip(turns[0].rows, *(turn.after for turn in turns), strict=True)
    row, *melds = next(each for each in read if len(set(each[1:])) > 1)
    ways = list(dict.fromkeys(melds))
    named = join_with_or([_describe_reading(meld, turns[0].rules.box) for meld in ways[:3]])
    return JokerUnclear(say_pieces(drop_old_faces(row)), named, make_example_face(ways))


def _describe_reading(meld: Meld, box: Box) -> Phrase:
    if not meld.is_group:
        return say_tiles(meld.faces)
    number = meld.faces[0].number
    if not box.colors[0].is_suit:
        return later("a group of {number}s", number=number)
    named = {0: later("a set of nulls"), 1: later("a set of aces")}
    return named.get(number) or later("a set of {number}s", number=number)


def _list_readings(label: str | None, row: Row, rules: TurnRules) -> tuple[Meld, ...]:
    """Return every way to read a row as a set, in canonical order; where sets cross, groups stay as they are written.

    Games in which sets cross were recorded with plays that name tiles by their place. Raises NotASet: there is none.
    """
    found = read_melds(row, rules.box)
    if not found:
        tiles = say_pieces(row)
        named = later("Set {set} ({tiles})", set=label, tiles=tiles) if label else tiles
        raise NotASet(named, explain_no_set(row, rules.box))
    return found if rules.crossings else read_in_order(tuple(row), rules.box)


def _take_played(played: Counter[Tile], rack: Sequence[Tile], to_cross: Sequence[TableSet]) -> tuple[Tile, ...]:
    if foreign := [tile for tile, count in played.items() if count > rack.count(tile)]:
        tiles = say_tiles(foreign)
        for each in to_cross:
            if shared := [tile for tile in each.own if tile in foreign]:
                raise CrossingUndeclared(tiles, each.label, write_tile(shared[0]))
        raise NotOnYourRack(tiles)
    if not played:
        raise NothingPlayed
    return tuple(played.elements())
