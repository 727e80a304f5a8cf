"""Positions in which a decision is measured: all turns of games among computers, and positions made to be hard."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from benchmarks.solver.synthetic import freed_jokers, full_tables, racks
from engine.game.goals import Level
from engine.game.self_play import derive_seed
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.game.views import Value
from engine.rules.claims import LAST, make_claim, with_claim
from engine.solver.best_turn import Position
from engine.table.claims.game import ClaimState
from engine.table.game import TableGame
from engine.table.state import TableState
from engine.tiles.tiles import Tile, remove_tiles

NOW = 1_800_000_000
SERIES = 14
EVERY = 6  # turns between two positions of a game in which everything is measured
HOARDS = (30, 45, 60)  # tiles on a rack whose player has drawn for long
EVERY_HOARD = 25  # turns between two positions of a game that are repeated with such racks
MADE = 6  # positions that each generator makes for the same options

Options = Mapping[str, Value]

OPTIONS: Mapping[str, Sequence[Options]] = {
    "classic": (
        {},
        {"jokers": "free", "opening": False, "box": "large"},
        {"jokers": "new_set", "box": "large"},
        {"strict_mistakes": True, "must_play_when_empty": True},
    ),
    "rummy_cube": ({}, {"both_colors": "both"}),
    "packkub": ({"games": 1}, {"games": 1, "jokers": 1, "pack": "six_pack"}, {"games": 1, "pack": "double_six_pack"}),
    "rummi200kub": ({}, {"connected": True}, {"claimed_sets_movable": True, "target_mode": "at_least"}),
    "rummykruss": (
        {},
        {"size": 19, "blocks": 0, "copies": 3, "wildcards": 4},
        {"size": 9, "blocks": 25, "colors": 3, "numbers": 10, "copies": 1, "wildcards": 0, "last_only": True},
        {"no_contact_last": True, "open_draft": True, "turn_cap": 20},
    ),
}
"""The options of the games of each system: the default ones, and those that make positions harder."""


@dataclass(frozen=True, slots=True)
class DecisionPosition:
    """A game in which a seat has to decide: `level` is that of its player if it's a computer.

    `is_whole`: everything that a seat could ask for here is measured, not only this computer's choice.
    """

    variant: Variant[Any]
    state: GameState
    level: Level
    is_whole: bool


def list_settings(variant: Variant[Any]) -> Iterator[tuple[int, Options]]:
    """Yield each number of seats and the options of a game to measure."""
    for options in OPTIONS[variant.info.key]:
        low, high = variant.seats(options)
        yield from ((seats, options) for seats in range(low, high + 1))


def start_game(variant: Variant[Any], number: int, seats: int, options: Options) -> GameState:
    """Return the state of game `number` after its deal."""
    state: GameState = variant.setup(seats, derive_seed(SERIES, number), NOW, options).state
    return state


def choose_levels(number: int, seats: int) -> tuple[Level, ...]:
    """Return the levels of the computers in game `number`, by seat: all levels in turn."""
    levels = list(Level)
    return tuple(levels[(number + seat) % len(levels)] for seat in range(seats))


def hoard(state: GameState, tiles: int) -> GameState | None:
    """Return the state as if the seat to move had drawn until it had this many tiles, first the jokers in the pool.

    Return None if the pool has too few, or the rack more than that.
    """
    seat = state.seats[state.turn]
    missing = tiles - len(seat.rack)
    if not 0 < missing <= len(state.pool):
        return None
    drawn = sorted(state.pool, key=lambda tile: not tile.is_joker)[:missing]
    rich = replace(seat, rack=(*seat.rack, *drawn))
    seats = (*state.seats[: state.turn], rich, *state.seats[state.turn + 1 :])
    return replace(state, seats=seats, pool=remove_tiles(state.pool, drawn))


def list_hoards(position: DecisionPosition) -> Iterator[DecisionPosition]:
    """Yield the position again with big racks."""
    for tiles in HOARDS:
        if rich := hoard(position.state, tiles):
            yield replace(position, state=rich, is_whole=True)


def make_positions(variant: Variant[Any]) -> Iterator[DecisionPosition]:
    """Yield made-up positions of a system on a table: full tables, jokers to be freed, and racks without a table."""
    if not isinstance(variant, TableGame):
        return
    for options in OPTIONS[variant.info.key]:
        dealt = start_game(variant, 0, variant.seats(options)[1], options)
        rules = variant.rules_of(cast("TableState", dealt))
        name = f"{variant.info.key} {options}"
        made = [full_tables(rules, MADE, name), racks(rules, MADE, name)]
        made += [freed_jokers(rules, MADE, name)] if rules.box.jokers else []
        dice = random.Random(name)  # noqa: S311  # the same positions each time
        for position in (each for positions in made for each in positions):
            yield DecisionPosition(variant, pose_position(dealt, position, dice), Level.MASTER, is_whole=True)


def pose_position(dealt: Any, position: Position, dice: random.Random) -> GameState:
    """Return the game `dealt` with this position before the first seat; the other tiles are on racks and in the pool.

    In half of the positions, the pool is empty; where sets are claimed, some of them are.
    """
    used = [*position.rack, *(tile for each in position.sets for tile in each.own)]
    rest = list(remove_tiles(position.rules.box.tiles(), used))
    dice.shuffle(rest)
    first, *others = dealt.seats
    shares = [rest[place :: len(others) + 1] for place in range(len(others) + 1)]
    pool: list[Tile] = shares.pop() if dice.random() < 1 / 2 else []
    state = replace(
        dealt.with_sets(position.sets),
        seats=(
            replace(first, rack=position.rack, opened=position.opened, fresh=0),
            *(replace(each, rack=tuple(rack), has_melded=True) for each, rack in zip(others, shares, strict=False)),
        ),
        pool=tuple(pool),
        turn=0,
        active=frozenset({0}),
    )
    return claim_some(state, dice) if isinstance(state, ClaimState) else state


def claim_some(state: ClaimState, dice: random.Random) -> ClaimState:
    """Return the state with about half of the sets claimed, some of them up to the last time."""
    claims = state.claims
    for each in state.sets:
        for _ in range(dice.randrange(LAST)):
            claims = with_claim(claims, make_claim(claims, dice.randrange(len(state.seats)), each))
    return replace(state, claims=claims)
