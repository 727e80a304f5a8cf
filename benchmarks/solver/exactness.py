"""The solver checked against an independent integer program, on positions of self-play in every rule system."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, product
from operator import attrgetter
from os import cpu_count

from benchmarks.integer import crossing, frozen, substitute
from benchmarks.integer.case import Aim, IntegerCase, Mode
from benchmarks.measure.figures import Alternative, Figure
from benchmarks.solver.positions import case_of, crossed_case_of
from benchmarks.solver.self_play import sample_positions
from engine.game.goals import Goal
from engine.rules.claim_rules import ClaimRules
from engine.rules.table_rules import TableRules
from engine.rules.turns import judge_turn
from engine.solver.best_turn import BestTurn, Position, can_play, is_ruled_out, solve
from engine.table.game import TableGame
from engine.text.errors import IllegalMove
from engine.tiles.edits import Replace, apply_edits
from engine.tiles.notation import write_pieces, write_tiles
from engine.tiles.sets import generate_labels
from engine.variants import load

POSITIONS = 10_000
UNPROVEN = 10  # answers that the solver needn't prove to be best, among all these positions
CROSSED = ("claimed_sets_movable",)  # options of the systems whose sets may cross
UNPROVEN_CROSSING = 120  # the same per thousand, where sets may cross
PART = 25  # positions of one kind that a worker checks in one go
MANY_JOKERS = 3  # a kind with at least this many has a quarter of the positions: its programs take 100 times as long
TOLD = ("jokers", "opening", "box", "pack", "both_colors")  # the options that affect the solver
AIMS = {Goal.TILES: Aim.TILES, Goal.VALUE: Aim.VALUE}


@cache
def kinds() -> Mapping[str, TableRules]:
    """Return the rules of all kinds of position by name: each system with each combination of options that matter here.

    Systems in which sets may cross have kinds with crossings and without.
    """
    found = {}
    for variant in load().values():
        if isinstance(variant, TableGame):
            for name, rules in _list_choices(variant, TOLD):
                plain = replace(rules, crossings=False) if isinstance(rules, ClaimRules) else rules
                found[name] = plain
            for name, rules in _list_choices(variant, CROSSED) if variant.rules.crossings else ():
                found[f"{name}, sets cross"] = rules
    return found


def _list_choices(variant: TableGame, keys: Sequence[str]) -> Iterator[tuple[str, TableRules]]:
    """Yield (name that lists the choices, rules) for each combination of choices for the options in `keys`."""
    told = [option for option in variant.options if option.key in keys]
    for choices in product(*(option.choices for option in told)):
        chosen = {option.key: choice.value for option, choice in zip(told, choices, strict=True)}
        words = [f"{option.key} {choice.value}" for option, choice in zip(told, choices, strict=True)]
        yield ", ".join([str(variant.info.name), *words]), variant.rules_for(variant.chosen(chosen))


@dataclass(frozen=True, slots=True)
class Sample:
    """Some of the positions of a kind: its name, the `number` of the first of them, and how many there are."""

    kind: str
    number: int
    size: int


@dataclass(frozen=True, slots=True)
class Checked:
    """The result for a sample: its size in positions, the faults in words, and how many answers aren't proven."""

    kind: str
    size: int
    wrong: tuple[str, ...]
    uncertain: int


def parts(total: int) -> Iterator[Sample]:
    """Yield samples of every kind of position, kind by kind; together they have at least `total` positions."""
    jokers = {name: rules.for_seats(rules.high).box.jokers for name, rules in kinds().items()}
    shares = {name: 1 if count >= MANY_JOKERS else 4 for name, count in jokers.items()}
    for name, share in shares.items():
        size = -(-total * share // sum(shares.values()))
        yield from (Sample(name, start, min(PART, size - start)) for start in range(0, size, PART))


def check(part: Sample) -> Checked:
    """Solve the positions of a sample by the solver and by the integer program, and return the result."""
    rules = kinds()[part.kind]
    seed = f"exact {part.kind} {part.number}"
    seats = random.Random(seed).randint(rules.low, rules.high)  # noqa: S311  # the same positions each time
    positions = sample_positions(rules.for_seats(seats), seats, part.size, seed)
    looked = [(position, (Goal.TILES, Goal.VALUE)[number % 2]) for number, position in enumerate(positions)]
    wrong = [fault for position, goal in looked for fault in faults(position, goal)]
    uncertain = sum(is_uncertain(position, goal) for position, goal in looked)
    return Checked(part.kind, part.size, tuple(f"{part.kind}: {fault}" for fault in wrong), uncertain)


def is_uncertain(position: Position, goal: Goal) -> bool:
    """Return whether the solver doesn't prove its answer to be best or, without an answer, that there is no play."""
    answer = solve(position, goal)
    return not answer.exact if answer else can_play(position)


def faults(position: Position, goal: Goal) -> Iterator[str]:
    """Solve a position both ways, and yield a description of each fault in the solver's answers.

    Where sets may cross, it's no fault if an answer that isn't proven gains less than the program finds.
    """
    answer, case, crosses = solve(position, goal), case_of(position), position.rules.crossings
    ours, aim = gain(answer, goal), AIMS[goal]
    theirs = crossing.best(crossed_case_of(position), aim) if crosses else best(case, aim)
    if ours != theirs and not crosses:
        with suppress(ArithmeticError):  # either run may miss a turn, but neither can find one that doesn't exist
            both = theirs, best(case, aim, presolve=True)
            theirs = max((each for each in both if each is not None), default=None)
    table = " / ".join(each.written for each in position.sets)
    where = f"{goal}, {'opened' if position.has_melded else 'not opened'}, {table} | {write_tiles(position.rack)}"
    is_excused = crosses and (ours or 0) <= (theirs or 0) and is_uncertain(position, goal)
    if ours != theirs and not is_excused:
        yield f"{theirs} by the program, {ours} by the solver: {where}"
    if answer and (objection := explain_refusal(position, answer)):
        yield f"{objection} {' / '.join(map(write_pieces, answer.rows))}: {where}"
    if goal is Goal.TILES:
        is_out = theirs == len(position.rack)
        misses = is_ruled_out(position, Goal.OUT) if crosses else solve(position, Goal.OUT) is None
        if is_out is misses and (is_out or not crosses):
            yield f"wrong about whether the rack can be sets: {where}"
    if theirs is not None and not can_play(position):
        yield f"there is a play: {where}"
    if not crosses and case.owes and case.owes.alone:
        opening = solve(position, Goal.OPENING)
        if (opening and opening.value) != best(case, Aim.OPENING):
            yield f"not the dearest opening, {opening and opening.value}: {where}"


def best(case: IntegerCase, aim: Aim, *, presolve: bool = False) -> int | None:
    """Return the largest gain of a legal turn by an integer program, or None; `presolve` is as in `Model.best`.

    The programs are written from the rules' pages alone (CL-15 to CL-19, RC-12 to RC-16). Copies of a face are alike,
    and so are jokers: a turn is legal if the rules allow any way for its tiles to have come where they are (DEC-1).
    """
    if case.owes and case.owes.alone:
        case = replace(case, table=(), mode=Mode.FREE)  # the opening leaves the table alone
    if case.mode in (Mode.FROZEN, Mode.FROZEN_BOTH):
        found = [model.best(presolve=presolve) for model in frozen.programs(case, aim)]
        return max((gain for gain in found if gain is not None), default=None)
    return substitute.program(case, aim).best(presolve=presolve)


def gain(answer: BestTurn | None, goal: Goal) -> int | None:
    """Return what an answer gains, in tiles for `Goal.TILES`, else in points, counted from its tiles."""
    if answer is None:
        return None
    return len(answer.played) if goal is Goal.TILES else sum(tile.number for tile in answer.played)


def explain_refusal(position: Position, answer: BestTurn) -> str:
    """Return why the rules' judge refuses the solver's answer, or an empty string if it doesn't."""
    rows = dict(zip((f"N{label}" for label in generate_labels()), answer.rows, strict=False))
    if position.rules.crossings:  # the letters of the sets tell which tiles are shared
        rows = apply_edits(position.sets, [Replace(tuple(answer.rows))])
    rules, has_melded = position.rules, position.has_melded or not position.rules.opening
    try:
        turn = judge_turn(rules, position.sets, position.rack, rows, has_melded=has_melded, claimed=position.claimed)
    except IllegalMove as refusal:
        return str(refusal)
    return "" if Counter(turn.played) == Counter(answer.played) else "It plays other tiles than it says."


def run() -> Sequence[Figure]:
    """Check all positions, print a line for each kind as soon as it's done, and return the figures."""
    print(f"Exactness: {POSITIONS} positions of self-play against an integer program", flush=True)
    checked: list[Checked] = []
    with ProcessPoolExecutor(cpu_count()) as workers:
        for kind, found in groupby(workers.map(check, parts(POSITIONS)), attrgetter("kind")):
            done = list(found)
            checked += done
            size, uncertain = sum(each.size for each in done), sum(each.uncertain for each in done)
            print(f"  {kind:75}{size:6}{f'  {uncertain} not proven' if uncertain else ''}")
            print(*(f"    {fault}\n" for each in done for fault in each.wrong), sep="", end="", flush=True)
    crossed = [each for each in checked if kinds()[each.kind].crossings]
    plain = [each for each in checked if each not in crossed]
    total, wrong = sum(each.size for each in checked), sum(len(each.wrong) for each in checked)
    alone = _unproven(plain)
    return [
        Figure("positions checked", total, POSITIONS, at_least=True, short="positions"),
        Figure("answers worse than the integer program's, or refused", wrong, 0, short="wrong"),
        Figure("answers not proven, of a thousand", alone, UNPROVEN / POSITIONS * 1000, short="unproven"),
        Figure(
            "answers not proven where sets cross, of a thousand",
            _unproven(crossed),
            UNPROVEN_CROSSING,
            short="unproven-crossing",
            beside=Alternative("where they don't", alone),
        ),
    ]


def _unproven(checked: Sequence[Checked]) -> float:
    return 1000 * sum(each.uncertain for each in checked) / max(1, sum(each.size for each in checked))
