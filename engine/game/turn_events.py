"""Events of turns: what a seat played or drew, and what it cost to run out of time or to be wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.game.events import LONGEST_LIST, Event
from engine.override import override
from engine.text.phrases import Phrase, as_tiles, join_sentences, join_with_and, later, later_many
from engine.tiles.changes import TableChange
from engine.tiles.notation import point_count, say_tiles, signed_point_count, tile_count, write_tiles
from engine.tiles.sets import label_order
from engine.tiles.tiles import Tile, by_color

PART = " as new set A, "
"""An example of the words beside the tiles of a set, to estimate a sentence's length in any language."""
MOST_SETS = 8
"""The most sets that a sentence names by their letters."""
_PLAYED: Mapping[str, Phrase] = {
    "new": later("{name} played {new}."),
    "added": later("{name} added {added}."),
    "new added": later("{name} played {new} and added {added}."),
    "swapped": later("{name} swapped {swapped}."),
    "new swapped": later("{name} swapped {swapped} and played {new}."),
    "added swapped": later("{name} swapped {swapped} and added {added}."),
    "new added swapped": later("{name} swapped {swapped}, played {new} and added {added}."),
    "rearranged": later("{name} rearranged {sets} and played {tiles}."),
    "many": later("{name} played {tiles} in {sets}."),
    "few": later("{name} played {tiles}."),
}
_YOU_PLAYED: Mapping[str, Phrase] = {
    "new": later("You played {new}."),
    "added": later("You added {added}."),
    "new added": later("You played {new} and added {added}."),
    "swapped": later("You swapped {swapped}."),
    "new swapped": later("You swapped {swapped} and played {new}."),
    "added swapped": later("You swapped {swapped} and added {added}."),
    "new added swapped": later("You swapped {swapped}, played {new} and added {added}."),
    "rearranged": later("You rearranged {sets} and played {tiles}."),
    "many": later("You played {tiles} in {sets}."),
    "few": later("You played {tiles}."),
}


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew `count` tiles from the pool and paid `cost` points for them; it has `held` tiles now."""

    seat: int
    count: int
    held: int
    cost: int = 0

    @property
    @override
    def tiles_drawn(self) -> int:
        return self.count

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return a sentence that says how many tiles were drawn, but not which."""
        facts: dict[str, str | int | Phrase] = {
            "name": names[self.seat],
            "tiles": tile_count(self.count),
            "held": self.held,
        }
        if self.cost:
            return later(
                "{name} drew {tiles} and holds {held}: {points}.", points=signed_point_count(-self.cost), **facts
            )
        return later("{name} drew {tiles} and holds {held}.", **facts)

    @override
    def own_sentence(self, names: Sequence[str]) -> Phrase:
        tiles = tile_count(self.count)
        if self.cost:
            return later("You drew {drawn}: {points}.", drawn=tiles, points=signed_point_count(-self.cost))
        return later("You drew {drawn}.", drawn=tiles)

    @override
    def brief_sentence(self, names: Sequence[str]) -> Phrase:
        name, tiles = names[self.seat], tile_count(self.count)
        if self.cost:
            return later(
                "{name} drew {tiles}: {points}.", name=name, tiles=tiles, points=signed_point_count(-self.cost)
            )
        return later("{name} drew {tiles}.", name=name, tiles=tiles)


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat played tiles from its rack, which changed the table; `points` is the value of a first play, else None.

    `late`: the seat's time was up, and its draft was played.
    """

    seat: int
    tiles: tuple[Tile, ...]
    points: int | None
    change: TableChange
    late: bool = False

    @property
    @override
    def tiles_played(self) -> int:
        return len(self.tiles)

    @property
    @override
    def opening_points(self) -> int:
        return self.points or 0

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        return self._join(_fill(_PLAYED, self, {"name": names[self.seat]}))

    @override
    def own_sentence(self, names: Sequence[str]) -> Phrase:
        return self._join(_fill(_YOU_PLAYED, self, {}))

    @override
    def brief_sentence(self, names: Sequence[str]) -> Phrase:
        if self.points is not None:
            return later(
                "{name} played {tiles} and opened with {points}.",
                name=names[self.seat],
                tiles=tile_count(len(self.tiles)),
                points=point_count(self.points),
            )
        return replace(_PLAYED["few"], facts={"name": names[self.seat], "tiles": tile_count(len(self.tiles))})

    def _join(self, said: Phrase) -> Phrase:
        late = [later("Time ran out.")] if self.late else []
        first = [later("First play: {points}.", points=point_count(self.points))] if self.points is not None else []
        return join_sentences([*late, said, *first]) if late or first else said


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat did nothing, because the pool is empty."""

    seat: int

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        return later("{name} passed.", name=names[self.seat])

    @override
    def own_sentence(self, names: Sequence[str]) -> Phrase:
        return later("You passed.")


@dataclass(frozen=True, slots=True)
class RanOutOfTime(Event):
    """A seat's turn ended as its time was up: it drew `drawn` tiles, paid `cost` points and has `held` tiles now."""

    seat: int
    drawn: int
    held: int
    cost: int = 0

    @property
    @override
    def tiles_drawn(self) -> int:
        return self.drawn

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        name, points = names[self.seat], signed_point_count(-self.cost)
        facts: dict[str, str | int | Phrase] = {"name": name, "tiles": tile_count(self.drawn), "held": self.held}
        if not self.drawn:
            return later("{name} ran out of time and passed.", name=name)
        if self.cost:
            return later("{name} ran out of time, drew {tiles} and holds {held}: {points}.", points=points, **facts)
        return later("{name} ran out of time, drew {tiles} and holds {held}.", **facts)

    @override
    def own_sentence(self, names: Sequence[str]) -> Phrase:
        tiles = tile_count(self.drawn)
        if not self.drawn:
            return later("Time ran out: you passed.")
        if self.cost:
            return later(
                "Time ran out: you drew {drawn} ({points}).", drawn=tiles, points=signed_point_count(-self.cost)
            )
        return later("Time ran out: you drew {drawn}.", drawn=tiles)

    @override
    def brief_sentence(self, names: Sequence[str]) -> Phrase:
        name, tiles, points = names[self.seat], tile_count(self.drawn), signed_point_count(-self.cost)
        if not self.drawn:
            return self.sentence(names)
        if self.cost:
            return later("{name} ran out of time and drew {tiles}: {points}.", name=name, tiles=tiles, points=points)
        return later("{name} ran out of time and drew {tiles}.", name=name, tiles=tiles)


@dataclass(frozen=True, slots=True)
class MadeAMistake(Event):
    """A seat's illegal play, which broke a rule's `clause`, was taken back, and the seat drew `drawn` penalty tiles."""

    seat: int
    drawn: int
    clause: str

    @property
    @override
    def tiles_drawn(self) -> int:
        return self.drawn

    @override
    def sentence(self, names: Sequence[str]) -> Phrase:
        """Return who broke which clause, and what it costs; it doesn't name the tiles, which are on the rack again."""
        cost = tile_count(self.drawn)
        return later(
            "{name}'s play broke rule {clause} and cost {tiles}.",
            name=names[self.seat],
            clause=self.clause,
            tiles=cost,
        )

    @override
    def own_sentence(self, names: Sequence[str]) -> Phrase:
        return later(
            "Your play wasn't valid, so you drew {drawn} (rule {clause}).",
            drawn=tile_count(self.drawn),
            clause=self.clause,
        )


def _fill(wording: Mapping[str, Phrase], event: Played, facts: Mapping[str, str]) -> Phrase:
    """Return the sentence for a play in this wording; long lists of tiles are replaced by their number."""
    change, tiles = event.change, say_tiles(sorted(event.tiles, key=by_color))
    parts = {
        "new": [later("{tiles} as new set {set}", tiles=as_tiles(each.tiles), set=each.label) for each in change.new],
        "added": [later("{tiles} to {set}", tiles=as_tiles(each.tiles), set=each.label) for each in change.added],
        "swapped": [
            later("the joker of {set} for {tiles}", set=each.label, tiles=as_tiles(each.tiles))
            for each in change.swapped
        ],
    }
    lists = {kind: join_with_and(said) for kind, said in parts.items() if said}
    placed = (*change.new, *change.added, *change.swapped)
    if placed and sum(len(each.tiles) + len(PART) for each in placed) <= LONGEST_LIST:
        return replace(wording[" ".join(lists)], facts={**facts, **lists})
    short = tiles if len(write_tiles(event.tiles)) <= LONGEST_LIST // 2 else tile_count(len(event.tiles))
    labels = change.rearranged or sorted({each.label for each in placed}, key=label_order)
    kind = "rearranged" if change.rearranged else "many" if placed else "few"
    return replace(wording[kind], facts={**facts, "tiles": short, "sets": _name_sets(labels)})


def _name_sets(labels: Sequence[str]) -> Phrase:
    if not labels or len(labels) > MOST_SETS:
        return later_many("{count} set", "{count} sets", len(labels))
    return join_with_and(labels)
