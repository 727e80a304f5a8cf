"""Games that the solver plays against itself, as a source of realistic positions.

They are seeded, so that each game is always the same.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.game.goals import Goal
from engine.rules.table_rules import TableRules
from engine.solver.best_turn import Position, solve
from engine.table.turns import judge_edits, settle_turn
from engine.tiles.edits import Replace, Row
from engine.tiles.melds import Meld, Piece, read_melds
from engine.tiles.sets import Mark, TableSet, generate_labels
from engine.tiles.tiles import Box, Tile, remove_tiles

LONGEST = 400  # turns of a game; no game was seen to last this long
CAUTION = (0.0, 0.0, 0.2, 0.5)  # the probabilities, one drawn for each player, of drawing when able to play
CLAIMS = 0.25  # the probability of claiming a set instead of playing, where sets cross
MOST_EACH = 10  # positions sampled from one game, at most


@dataclass
class RackOwner:
    """A player: rack, whether they have opened, goal, and `caution`, the probability of drawing when able to play."""

    rack: tuple[Tile, ...]
    goal: Goal
    caution: float
    has_melded: bool


@dataclass
class TableInPlay:
    """A simple model of a game on a table, with only what the solver's turns need.

    `claimed` has the letters of claimed sets; `passes` counts the latest turns in a row in which nobody played or drew.
    """

    rules: TableRules
    dice: random.Random
    players: Sequence[RackOwner]
    pool: list[Tile]
    sets: tuple[TableSet, ...] = ()
    claimed: frozenset[str] = frozenset()
    passes: int = field(default=0, init=False)

    def positions(self) -> Iterator[Position]:
        """Play the game to its end, and before each turn, yield the position for the player to move."""
        for turn in range(LONGEST):
            player = self.players[turn % len(self.players)]
            position = Position(self.rules, self.sets, player.rack, player.has_melded, self.claimed)
            yield position
            if not self._claims():
                self._move(player, position)
            if not player.rack or self.passes >= len(self.players):
                return

    def _claims(self) -> bool:
        """Claim a random unclaimed set with probability `CLAIMS`, where sets may cross; return whether it did."""
        free = [each.label for each in self.sets if each.label not in self.claimed]
        if not (self.rules.crossings and free and self.dice.random() < CLAIMS):
            return False
        self.claimed |= {self.dice.choice(free)}
        return True

    def _move(self, player: RackOwner, position: Position) -> None:
        waits = self.pool and player.caution and self.dice.random() < player.caution
        answer = None if waits else solve(position, player.goal)
        self.passes = 0 if answer or self.pool else self.passes + 1
        if answer:
            if self.rules.crossings:  # sets that remain keep their letters
                turn = judge_edits(position, [Replace(tuple(answer.rows))])
                self.sets = settle_turn(turn, self.rules, self.sets)
            else:
                self.sets = make_sets(answer.rows, self.rules)
            self.claimed &= {each.label for each in self.sets}
            player.rack = remove_tiles(player.rack, answer.played)
            player.has_melded = True
        elif self.pool:
            player.rack = (*player.rack, self.pool.pop())


def make_sets(rows: Iterable[Iterable[Piece]], rules: TableRules) -> tuple[TableSet, ...]:
    """Return the sets of a table, with letters from A, for rows of pieces that are all valid sets."""
    melds = [_read(tuple(row), rules.box) for row in rows]
    return tuple(
        TableSet(label, meld, (Mark.STILL,) * len(meld.tiles))
        for label, meld in zip(generate_labels(), melds, strict=False)
    )


@lru_cache(10_000)
def _read(row: Row, box: Box) -> Meld:
    """Return the first valid set that a row can be read as; cached, because most sets of a table stay the same."""
    return read_melds(row, box)[0]


def deal_game(rules: TableRules, seats: int, seed: object) -> TableInPlay:
    """Deal a game for `seats` players, the same for the same seed, with goals and caution drawn at random."""
    dice = random.Random(str(seed))  # noqa: S311  # the same games each time
    pool = list(rules.box.tiles())
    dice.shuffle(pool)
    racks = [tuple(pool.pop() for _ in range(rules.deal)) for _ in range(seats)]
    has_melded = not rules.opening
    goals = Goal.TILES, Goal.VALUE
    players = [RackOwner(rack, dice.choice(goals), dice.choice(CAUTION), has_melded) for rack in racks]
    return TableInPlay(rules, dice, players, pool)


def sample_positions(rules: TableRules, seats: int, count: int, seed: object) -> list[Position]:
    """Return `count` positions at random turns of games that `seed` decides, up to `MOST_EACH` from one game."""
    found: list[Position] = []
    while len(found) < count:
        name = f"{seed} {len(found)}"
        positions = list(deal_game(rules, seats, name).positions())
        dice = random.Random(name)  # noqa: S311  # the same positions each time
        chosen = sorted(dice.sample(range(len(positions)), min(MOST_EACH, len(positions))))
        found += [positions[turn] for turn in chosen]
    return found[:count]
