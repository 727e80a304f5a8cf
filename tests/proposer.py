"""Seeded players who find real plays in what they see: sets, additions, rearrangements, joker swaps. No solver."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.game.actions import Action
from engine.game.goals import Goal
from engine.game.state import GameState, Step
from engine.game.variant import Variant
from engine.game.views import Value, View
from engine.rummykruss.view import GridView
from engine.table.claims.view import ClaimView
from engine.table.state import TableState
from engine.table.view import TableView
from engine.text.errors import IllegalMove
from engine.tiles.melds import Piece, read_melds
from engine.tiles.notation import write_pieces, write_tile, write_tiles
from engine.tiles.sets import TableSet
from engine.tiles.tiles import JOKER, Box, Tile, by_color, remove_tiles
from tests import claim_proposer, grid_proposer
from tests.ideas import Idea, sets_in
from tests.support.fitting_options import keep_fitting

TRIED = 12
LOOKED_AT = 6


def kinds(view: View) -> frozenset[str]:
    """The sorts of moves that players find from such a beginning on, beside those that need no tiles."""
    if isinstance(view, GridView):
        return grid_proposer.KINDS
    swap = {"joker swap"} if view.box.jokers else set()
    claims = claim_proposer.KINDS if isinstance(view, ClaimView) else frozenset()
    opening = set() if all(seat.has_melded for seat in view.seats) else {"opening"}  # some systems ask for none
    return frozenset({"set", "addition", "harvest", "split", "whole table"} | opening | swap | claims)


def some_options(variant: Variant[Any], dice: random.Random) -> Mapping[str, Value]:
    """A preset, or options that fit together, none of which makes a match long.

    Each option has dice of its own, so that a new one changes none of the others.
    """
    if variant.presets and dice.random() < 0.2:
        return dice.choice(variant.presets).options
    seed = dice.random()
    own = {option.key: random.Random(f"{seed} {option.key}") for option in variant.options}  # noqa: S311  # not secret
    options = {option.key: own[option.key].choice(option.choices[:3]).value for option in variant.options}
    return keep_fitting(variant, options)


def ideas(view: View, dice: random.Random) -> Iterator[Idea]:
    """What a player might try, best first or not; drawing and passing come last."""
    if isinstance(view, ClaimView):
        yield from claim_proposer.claims(view, dice)
    offers = [Idea("offer", offer.line) for offer in dice.sample(view.offers, len(view.offers))]
    if offers and dice.random() < 0.5:  # often at once: most offers go with the first play
        yield from offers
    if dice.random() < 0.9:
        yield from plays(view, dice)
    yield from offers
    if view.may_draw:
        yield Idea("draw", f"draw {dice.randint(1, min(view.may_draw, 3))}")
    yield Idea("pass", "pass")


def plays(view: View, dice: random.Random) -> list[Idea]:
    """Plays to try in a random order; many are not legal."""
    if isinstance(view, GridView):
        return grid_proposer.placings(view, dice)
    if not isinstance(view, TableView) or view.rack is None or view.you is None:
        return []
    rack = view.rack.tiles
    if not view.seats[view.you].has_melded:
        return [*nonsense(view, dice), *openings(view, rack, dice)]
    looked_at = dice.sample(view.table, min(LOOKED_AT, len(view.table)))
    found = [
        *nonsense(view, dice),
        *(Idea("set", f"play {write_tiles(row)}") for row in sets_in(rack, view.box)),
        *whole_tables(view, rack),
        *(idea for each in looked_at for idea in additions(each, rack, view.box)),
        *(idea for each in looked_at for idea in harvests(each, rack, view.box)),
        *(idea for each in looked_at for idea in splits(each, rack)),
        *(idea for each in view.table for idea in swaps(each, rack, view.box)),
        *(
            idea
            for each in looked_at
            if isinstance(view, ClaimView)
            for idea in claim_proposer.crossings(each, rack, view.box)
        ),
    ]
    return sorted(dice.sample(found, min(TRIED, len(found))), key=lambda idea: idea.kind != "joker swap")


def openings(view: TableView, rack: Sequence[Tile], dice: random.Random) -> Iterator[Idea]:
    """All the sets that the rack holds side by side, worth enough or not."""
    rows = list(sets_in(rack, view.box))
    for _ in range(3):
        left, played = Counter(rack), []
        for row in dice.sample(rows, len(rows)):
            if not Counter(row) - left:
                left -= Counter(row)
                played.append(write_tiles(row))
        if played:
            longer = [*long_openings(view, played, left)]
            yield from dice.sample(longer, min(1, len(longer)))
            yield Idea("opening", f"play {'; '.join(played)}")


def long_openings(view: TableView, played: Sequence[str], left: Counter[Tile]) -> Iterator[Idea]:
    """An opening whose turn goes on with one more tile, on a table where that may be."""
    for each in view.table:
        for addition in additions(each, left.elements(), view.box):
            yield Idea("long opening", f"{addition.line}; {'; '.join(played)}")


def whole_tables(view: TableView, rack: Sequence[Tile]) -> Iterator[Idea]:
    """A new set, played by writing the whole table."""
    for row in sets_in(rack, view.box):
        table = "".join(f"{each.written} / " for each in view.table)
        yield Idea("whole table", f"play table: {table}{write_tiles(row)}")


def additions(each: TableSet, rack: Iterable[Tile], box: Box) -> Iterator[Idea]:
    """Single tiles that fit a set."""
    for tile in dict.fromkeys(rack):
        if read_melds((*each.meld.pieces, Piece(tile)), box):
            yield Idea("addition", f"play {each.label}+{write_tile(tile)}")


def harvests(each: TableSet, rack: Iterable[Tile], box: Box) -> Iterator[Idea]:
    """A tile that its set can spare, played with two from the rack."""
    for index, tile in enumerate(each.meld.tiles):
        left = each.meld.pieces[:index] + each.meld.pieces[index + 1 :]
        if tile == JOKER or not read_melds(left, box):
            continue
        near = [other for other in dict.fromkeys(rack) if other != JOKER and _near(tile, other)]
        for pair in combinations(near, 2):
            if read_melds([Piece(tile), *map(Piece, pair)], box):
                name = write_tile(tile)
                yield Idea("harvest", f"play {each.label}-{name}; {name} {write_tiles(pair)}")


def _near(one: Tile, other: Tile) -> bool:
    return one.number == other.number or (one.color == other.color and abs(one.number - other.number) <= 2)


def splits(each: TableSet, rack: Sequence[Tile]) -> Iterator[Idea]:
    """A long run split around a tile of the rack."""
    for index, face in enumerate(each.meld.faces):
        if not each.meld.is_group and 2 <= index < len(each.meld.faces) - 2 and face in rack:
            yield Idea("split", f"play {each.label}:{index}; {each.label}+{write_tile(face)}")


def swaps(each: TableSet, rack: Sequence[Tile], box: Box) -> Iterator[Idea]:
    """A joker replaced from the rack and played with two more of its tiles."""
    for index, tile in enumerate(each.meld.tiles):
        for face in sorted(each.meld.may_be(index, box) & set(rack), key=by_color) if tile == JOKER else ():
            for row in sets_in((*remove_tiles(rack, [face]), JOKER), box):
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
        standing = [index for index, each in enumerate(state.seats) if not each.resigned]
        seat, found = dice.choice(standing), [Idea("resignation", "resign")]
    elif chance < 0.04 and state.deadline is not None:
        prepared = isinstance(state, TableState) and found[0].line.startswith("play ")
        draft = found[0].line.removeprefix("play ") if prepared else ""
        moved = dice.choice(["idle", "moved"])
        now, found = state.deadline, [Idea("time-out", f"timeup {moved} {draft}".strip())]
    for index, idea in enumerate(found):
        action = variant.read(seat, idea.line)
        try:
            step = variant.apply(state, action, now=now)
        except IllegalMove:
            continue
        return Turned(idea.kind, state, action, now, step, tuple(found[:index]))
    return _forced(variant, state, seat, now, found)


def _forced(variant: Variant[Any], state: GameState, seat: int, now: int, tried: Sequence[Idea]) -> Turned:
    """The play of who must play and found none."""
    found = variant.find(variant.view(state, seat), Goal.ANY)
    assert found, f"{variant.info.key} has nothing to do for seat {seat}"
    step = variant.apply(state, found.action, now=now)
    return Turned("forced play", state, found.action, now, step, tuple(tried))
