"""Measure what each decision takes that the bot makes beside its event loop, and how long the loop waits meanwhile.

Computers of all levels play whole games of every system with every number of seats. In some of their turns and in
positions that are made to be hard, everything that a player could ask for is measured too. All times are CPU times.
"""

import asyncio
import hmac
import json
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from importlib import import_module
from itertools import islice
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import Any, cast

from benchmarks.measure.figures import Figure
from benchmarks.measure.times import time_again, time_call
from benchmarks.solver.synthetic import freed_jokers, full_tables, racks
from engine.coach.replay import ReplayedTurn
from engine.coach.review import review_turn
from engine.game.actions import Action, Resign
from engine.game.drafts import Draft
from engine.game.goals import Goal, Level
from engine.game.self_play import derive_seed
from engine.game.state import GameState, with_seat
from engine.game.turn_events import Passed
from engine.game.variant import Variant
from engine.game.views import Value, View
from engine.rules.claims import LAST, make_claim, with_claim
from engine.solver.best_turn import Position
from engine.table.claims.game import ClaimState
from engine.table.game import TableGame
from engine.table.state import TableState
from engine.tiles.tiles import Tile, remove_tiles
from engine.variants import load
from services.computers import choose_move
from services.fitting import play_picked
from services.game_view import GameView
from services.search import TurnSearch

LONG = 100.0  # milliseconds; a decision that took longer is made again
USUAL = 150.0  # milliseconds that 99 of 100 decisions of a kind take at most
WORST = 400.0  # milliseconds that any decision takes at most
LONGEST = 400  # turns of a game
HINTS = (Goal.TILES, Goal.VALUE)  # the goals of suggested turns, besides the system's own
FEW = 3  # tiles picked at random
TICK = 0.001  # seconds between two checks of the event loop's clock
HELD_UP = 20.0  # milliseconds that the event loop may be held up, at most
TURNS = 30  # turns of each game in which that is measured
LEVELS = (Level.STRONG, Level.MASTER)

COMPUTERS = {level: f"computer: {level}" for level in Level}
HINT, PLAY, FIT, ARRANGE, READY, REVIEW = "hint", "any play?", "fit", "arrange", "ready plays", "review"
KINDS = (*COMPUTERS.values(), HINT, PLAY, FIT, ARRANGE, READY, REVIEW)
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


def start_game(variant: Variant[Any], number: int, seats: int, options: Options) -> GameState:
    """Return the state of game `number` after its deal."""
    state: GameState = variant.setup(seats, derive_seed(SERIES, number), NOW, options).state
    return state


def list_hoards(state: GameState) -> Iterator[GameState]:
    """Yield the state as if the seat to move had drawn to each size of `HOARDS`, jokers first, if the pool has them."""
    seat = state.seats[state.turn]
    pool = sorted(state.pool, key=lambda tile: not tile.is_joker)
    for tiles in HOARDS:
        missing = tiles - len(seat.rack)
        if 0 < missing <= len(pool):
            rich = replace(seat, rack=(*seat.rack, *pool[:missing]))
            yield with_seat(state, state.turn, rich, pool=tuple(pool[missing:]))


def make_positions(variant: Variant[Any]) -> Iterator[GameState]:
    """Yield made-up positions of a system on a table: full tables, jokers to be freed, and racks without a table."""
    if not isinstance(variant, TableGame):
        return
    for options in OPTIONS[variant.info.key]:
        dealt = start_game(variant, 0, variant.seats(options)[1], options)
        rules = variant.rules_of(cast("TableState", dealt))
        name = f"{variant.info.key} {options}"
        dice = random.Random(name)  # noqa: S311  # the same positions each time
        for make in (full_tables, racks, freed_jokers) if rules.box.jokers else (full_tables, racks):
            yield from (pose_position(dealt, position, dice) for position in make(rules, MADE, name))


def pose_position(dealt: Any, position: Position, dice: random.Random) -> GameState:
    """Return the game `dealt` with this position before the first seat; the other tiles are on racks and in the pool.

    In half of the positions, the pool is empty. Where sets are claimed, about half of them are, some of them up to the
    last time.
    """
    used = [*position.rack, *(tile for each in position.sets for tile in each.own)]
    rest = list(remove_tiles(position.rules.box.tiles(), used))
    dice.shuffle(rest)
    first, *others = dealt.seats
    shares = [rest[index :: len(others) + 1] for index in range(len(others) + 1)]
    pool: list[Tile] = shares.pop() if dice.random() < 1 / 2 else []
    state: GameState = replace(
        dealt.with_sets(position.sets),
        seats=(
            replace(first, rack=position.rack, has_melded=position.has_melded, fresh=0),
            *(replace(each, rack=tuple(rack), has_melded=True) for each, rack in zip(others, shares, strict=False)),
        ),
        pool=tuple(pool),
        turn=0,
        active=frozenset({0}),
    )
    if isinstance(state, ClaimState):
        for each in state.sets:
            for _ in range(dice.randrange(LAST)):
                claim = make_claim(state.claims, dice.randrange(len(state.seats)), each)
                state = replace(state, claims=with_claim(state.claims, claim))
    return state


@dataclass(frozen=True, slots=True)
class DecisionMeter:
    """The CPU ms of all decisions in a system by kind, and of computers' moves (`moves`); `runner` arranges."""

    variant: Variant[Any]
    runner: asyncio.Runner
    taken: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    moves: list[float] = field(default_factory=list)

    def _note(self, kind: str, work: Callable[[], Any], clock: Callable[[], float] = thread_time) -> Any:
        took, result = time_again(work, LONG, clock)
        self.taken[kind].append(took)
        return result

    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        """Measure the choice of a computer of this level, and return it."""
        action: Action = self._note(COMPUTERS[level], partial(choose_move, self.variant, view, level, luck))
        return action

    def move(self, state: GameState, action: Action) -> GameState:
        """Measure a computer's move, and return the state after it."""
        took, step = time_call(partial(self.variant.apply, state, action, now=state.now), thread_time)
        self.moves.append(took)
        after: GameState = step.state
        return after

    def measure(self, state: GameState, luck: bytes, action: Action | None = None, level: Level | None = None) -> None:
        """Measure everything that a seat could ask for in this state, where a computer of this level did `action`."""
        variant, note = self.variant, self._note
        view = variant.view(state, state.turn)
        for other in Level:
            if other is not level:
                self.choose(view, other, luck)
        note(PLAY, partial(variant.has_play, view))
        best = note(HINT, partial(variant.find, view, view.goal))
        for goal in HINTS:
            if goal is not view.goal:
                note(HINT, partial(variant.find, view, goal))
        for picked in _list_picks(view, best.played if best else (), luck):
            note(FIT, partial(variant.find, view, Goal.FIT, picked))
            note(ARRANGE, partial(self._arrange, view, picked), process_time)
        bench = variant.prepare_draft(view, Draft()).bench
        note(READY, partial(variant.list_ready_plays, view, bench, best))
        turn = ReplayedTurn(state, action or Resign(state.turn), state.now, Passed(state.turn), 0)
        note(REVIEW, partial(review_turn, variant, turn))

    def _arrange(self, view: View, picked: Sequence[Tile]) -> None:
        search = TurnSearch()  # which remembers nothing yet
        self.runner.run(play_picked(search, _show(self.variant, view), picked))


def _list_picks(view: View, best: Sequence[Tile], luck: bytes) -> Iterator[Sequence[Tile]]:
    """Yield tiles to be arranged: a few that go or nearly go together, a few at random, and the whole rack."""
    dice = random.Random(luck)  # noqa: S311  # the same tiles each time
    held = view.rack.tiles if view.rack else ()
    few = dice.sample(held, min(FEW, len(held)))
    yield from (picked for picked in (best, (*best, *few[:1]), few, held) if picked)


def _show(variant: Variant[Any], view: View) -> GameView:
    """Return this view of a game as the bot prepares it, without what only screens need."""
    names = ("",) * len(view.seats)
    return GameView(
        id=0,
        version=view.version,
        variant=variant,
        view=view,
        server="",
        channel_id=0,
        is_solo=True,
        names=names,
        mentions=names,
        host="",
        person_moves=True,
        is_to_move=True,
        present=names,
        undecided=names,
        absent=(),
        news=(),
    )


def play_games(meter: DecisionMeter) -> None:
    """Play games among computers and measure their choices, and in some positions everything else too."""
    variant, levels = meter.variant, list(Level)
    ranges = [(options, variant.seats(options)) for options in OPTIONS[variant.info.key]]
    settings = [(seats, options) for options, (low, high) in ranges for seats in range(low, high + 1)]
    for number, (seats, options) in enumerate(settings):
        seed, state = derive_seed(SERIES, number), start_game(variant, number, seats, options)
        for turn in range(LONGEST):
            if state.outcome is not None:
                break
            luck = hmac.digest(seed, f"luck {turn}".encode(), "sha256")
            if turn % EVERY_HOARD == EVERY_HOARD - 1:
                for rich in list_hoards(state):
                    meter.measure(rich, luck)
            level = levels[(number + state.turn) % len(levels)]
            action = meter.choose(variant.view(state, state.turn), level, luck)
            if turn % EVERY == 0:
                meter.measure(state, luck, action, level)
            state = meter.move(state, action)


def measure_system(variant: Variant[Any]) -> Iterator[Figure]:
    """Measure all decisions in this system's games and positions, print their times, and yield the figures."""
    with asyncio.Runner() as runner:
        meter = DecisionMeter(variant, runner)
        play_games(meter)
        for number, state in enumerate(make_positions(variant)):
            meter.measure(state, derive_seed(SERIES, number))
    name = str(variant.info.name)
    for kind, taken in {**{kind: meter.taken[kind] for kind in KINDS}, "(making the move)": meter.moves}.items():
        print(f"  {name:14}{kind:20}{len(taken):8}{median(taken):9.2f}{_most(taken):9.1f}{max(taken):9.1f} ms")
    usual = max(map(_most, meter.taken.values()))
    yield Figure(f"{name}: 99 % of the decisions of any kind within", usual, USUAL, " ms")
    yield Figure(f"{name}: any decision, worst", max(map(max, meter.taken.values())), WORST, " ms")


def _most(times: Sequence[float]) -> float:
    """Return the time that 99 of 100 of the times don't exceed."""
    return sorted(times)[min(len(times) - 1, int(0.99 * len(times)))]


async def _measure_delays(variant: Variant[Any]) -> float:
    """Return the longest delay of an event loop, in ms, while computers think in a thread as in the bot.

    A delay counts only as far as this process used the CPU meanwhile, so that other processes don't add to it.
    """
    late: list[float] = []

    async def tick() -> None:
        while True:
            begun, computed = perf_counter(), process_time()
            await asyncio.sleep(TICK)
            late.append(1000 * min(perf_counter() - begun - TICK, process_time() - computed))

    ticking = asyncio.create_task(tick())
    for start in (*islice(make_positions(variant), 1), start_game(variant, 0, variant.info.high, {})):
        state = start
        for turn in range(TURNS):
            if state.outcome is None:
                view = variant.view(state, state.turn)
                action = await asyncio.to_thread(variant.choose, view, LEVELS[turn % len(LEVELS)], bytes(32))
                state = (await asyncio.to_thread(partial(variant.apply, state, action, now=state.now))).state
    ticking.cancel()
    return max(late)


def measure_all(names: Sequence[str]) -> list[Figure]:
    """Measure the systems with these keys, or all without any, print their times, and return the figures."""
    found = [variant for key, variant in load().items() if not names or key in names]
    held_up = max(asyncio.run(_measure_delays(variant)) for variant in found)
    print(f"CPU of one decision{'':17}number    median     p99     worst")
    return [
        Figure("event loop held up by a computer that thinks, at most", held_up, HELD_UP, " ms"),
        *(figure for variant in found for figure in measure_system(variant)),
    ]


def run() -> Sequence[Figure]:
    """Measure in a new process, which imports the bot's modules as the bot does, and return the figures."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.bot.thinking"], capture_output=True, text=True, check=True)
    *table, figures = done.stdout.splitlines()
    print(*table, sep="\n")
    return [Figure(**each) for each in json.loads(figures)]


if __name__ == "__main__":
    import_module("bot").shorten_waits()
    print(json.dumps([asdict(figure) for figure in measure_all(sys.argv[1:])]))
