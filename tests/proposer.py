"""Seeded players who find real plays in what they see: sets, additions, rearrangements, joker swaps. No solver."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.errors import IllegalMove
from engine.melds import Piece, readings
from engine.notation import write_pieces, write_table, write_tile, write_tiles
from engine.tiles import JOKER, Box, Tile, by_color, without
from engine.views import TableView

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Sequence

    from engine.actions import Action
    from engine.game import GameState, Step, Variant
    from engine.sets import TableSet
    from engine.views import View

Row = tuple[Tile, ...]
TRIED = 12
LOOKED_AT = 6


@dataclass(frozen=True)
class Idea:
    """A line to try, and what sort of move it would be."""

    kind: str
    line: str


def ideas(view: View, dice: random.Random) -> Iterator[Idea]:
    """What a player might try, best first or not; drawing and passing come last."""
    if dice.random() < 0.9:
        yield from plays(view, dice)
    if view.may_draw:
        yield Idea("draw", f"draw {dice.randint(1, min(view.may_draw, 3))}")
    yield Idea("pass", "pass")


def plays(view: View, dice: random.Random) -> list[Idea]:
    """Plays to try in a random order; many are not legal."""
    if not isinstance(view, TableView) or view.rack is None or view.you is None:
        return []
    rack = view.rack.tiles
    if not view.seats[view.you].opened:
        return [*nonsense(view, dice), *openings(rack, view.box, dice)]
    looked_at = dice.sample(view.table, min(LOOKED_AT, len(view.table)))
    found = [
        *nonsense(view, dice),
        *(Idea("set", f"play {write_tiles(row)}") for row in sets_in(rack, view.box)),
        *whole_tables(view, rack),
        *(idea for each in looked_at for idea in additions(each, rack, view.box)),
        *(idea for each in looked_at for idea in harvests(each, rack, view.box)),
        *(idea for each in looked_at for idea in splits(each, rack)),
        *(idea for each in view.table for idea in swaps(each, rack, view.box)),
    ]
    return sorted(dice.sample(found, min(TRIED, len(found))), key=lambda idea: idea.kind != "joker swap")


def sets_in(rack: Sequence[Tile], box: Box) -> Iterator[Row]:
    """Groups and runs of the rack, with a joker where one is missing."""
    there, jokers = set(rack), min(1, rack.count(JOKER))
    for number in range(box.low, box.high + 1):
        yield from _filled([Tile(color, number) for color in box.colors], there, jokers)
    for color in box.colors:
        for low in range(box.low, box.high - 1):
            for high in range(low + 2, min(low + 5, box.high + 1)):
                faces = [Tile(color, number) for number in range(low, high + 1)]
                if sum(face not in there for face in faces) <= jokers:
                    yield tuple(face if face in there else JOKER for face in faces)


def _filled(faces: Sequence[Tile], there: set[Tile], jokers: int) -> Iterator[Row]:
    held = tuple(face for face in faces if face in there)
    if len(held) + jokers >= 3:
        yield held if len(held) >= 3 else (*held, JOKER)


def openings(rack: Sequence[Tile], box: Box, dice: random.Random) -> Iterator[Idea]:
    """All the sets that the rack holds side by side, worth enough or not."""
    rows = list(sets_in(rack, box))
    for _ in range(3):
        left, laid = Counter(rack), []
        for row in dice.sample(rows, len(rows)):
            if not Counter(row) - left:
                left -= Counter(row)
                laid.append(write_tiles(row))
        if laid:
            yield Idea("opening", f"play {'; '.join(laid)}")


def whole_tables(view: TableView, rack: Sequence[Tile]) -> Iterator[Idea]:
    """A new set, played by writing the whole table."""
    for row in sets_in(rack, view.box):
        table = f"{write_table(each.meld for each in view.table)} / " if view.table else ""
        yield Idea("whole table", f"play table: {table}{write_tiles(row)}")


def additions(each: TableSet, rack: Iterable[Tile], box: Box) -> Iterator[Idea]:
    """Single tiles that fit a set."""
    for tile in dict.fromkeys(rack):
        if readings((*each.meld.pieces, Piece(tile)), box):
            yield Idea("addition", f"play {each.label}+{write_tile(tile)}")


def harvests(each: TableSet, rack: Iterable[Tile], box: Box) -> Iterator[Idea]:
    """A tile that its set can spare, laid with two from the rack."""
    for place, tile in enumerate(each.meld.tiles):
        left = each.meld.pieces[:place] + each.meld.pieces[place + 1 :]
        if tile == JOKER or not readings(left, box):
            continue
        near = [other for other in dict.fromkeys(rack) if other != JOKER and _near(tile, other)]
        for pair in combinations(near, 2):
            if readings([Piece(tile), *map(Piece, pair)], box):
                name = write_tile(tile)
                yield Idea("harvest", f"play {each.label}-{name}; {name} {write_tiles(pair)}")


def _near(one: Tile, other: Tile) -> bool:
    return one.number == other.number or (one.color == other.color and abs(one.number - other.number) <= 2)


def splits(each: TableSet, rack: Sequence[Tile]) -> Iterator[Idea]:
    """A long run parted around a tile of the rack."""
    for place, face in enumerate(each.meld.faces):
        if not each.meld.is_group and 2 <= place < len(each.meld.faces) - 2 and face in rack:
            yield Idea("split", f"play {each.label}:{place}; {each.label}+{write_tile(face)}")


def swaps(each: TableSet, rack: Sequence[Tile], box: Box) -> Iterator[Idea]:
    """A joker replaced from the rack and laid with two more of its tiles."""
    for place, tile in enumerate(each.meld.tiles):
        for face in sorted(each.meld.may_be(place, box) & set(rack), key=by_color) if tile == JOKER else ():
            for row in sets_in((*without(rack, [face]), JOKER), box):
                if JOKER in row:
                    line = f"play {each.label}-J; {each.label}+{write_tile(face)}; {write_tiles(row)}"
                    yield Idea("joker swap", line)


def nonsense(view: TableView, dice: random.Random) -> Iterator[Idea]:
    """What can be read and will not do: tiles of others, broken sets, sets that are not there."""
    tiles = dice.sample(view.box.tiles(), 3)
    yield Idea("nonsense", f"play {write_tiles(tiles)}")
    if view.table:
        label = dice.choice(view.table).label
        yield Idea("nonsense", f"play {label}-{write_tile(tiles[0])}")
        yield Idea("nonsense", f"play {label}:1; Q+{write_pieces([Piece(tiles[1])])}")


@dataclass(frozen=True)
class Turned:
    """An action that a game took: from `before`, by `step`, at `now` seconds; `refused` are the lines tried first."""

    kind: str
    before: GameState
    action: Action
    now: int
    step: Step[Any]
    refused: tuple[Idea, ...]


def playthrough(variant: Variant[Any], start: GameState, dice: random.Random, *, limit: int = 3000) -> Iterator[Turned]:
    """Play a game to its end: ideas are tried until one is legal, clocks run out, and somebody may resign."""
    state = start
    for _ in range(limit):
        if state.outcome:
            return
        turned = _turned(variant, state, dice)
        yield turned
        state = turned.step.state
    raise AssertionError(f"{variant.info.key} goes on after {limit} actions")


def _turned(variant: Variant[Any], state: GameState, dice: random.Random) -> Turned:
    seat = dice.choice(sorted(state.active))
    found = list(ideas(variant.view(state, seat), dice))
    now = state.now + dice.randint(1, 30)
    chance = dice.random()
    if chance < 0.004:
        standing = [place for place, each in enumerate(state.seats) if not each.resigned]
        seat, found = dice.choice(standing), [Idea("resignation", "resign")]
    elif chance < 0.04 and state.deadline is not None:
        draft = found[0].line.removeprefix("play ") if found[0].line.startswith("play ") else ""
        moved = dice.choice(["idle", "moved"])
        now, found = state.deadline, [Idea("time-out", f"timeup {moved} {draft}".strip())]
    for place, idea in enumerate(found):
        action = variant.read(seat, idea.line)
        try:
            step = variant.apply(state, action, now=now)
        except IllegalMove:
            continue
        return Turned(idea.kind, state, action, now, step, tuple(found[:place]))
    raise AssertionError(f"{variant.info.key} has nothing to do for seat {seat}")
