"""Turns on an open table, given by edits or arranged on a bench: judging them, and the table after them."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from engine.game.bench import DraftCheck
from engine.rules.first_play import opening_points
from engine.rules.table_rules import TableRules
from engine.rules.turns import Turn, judge_turn
from engine.solver.best_turn import Position
from engine.table.bench import TableBench
from engine.table.rows import find_unclear
from engine.text.errors import IllegalMove, JokerUnclear
from engine.tiles.edits import Edit, apply_edits
from engine.tiles.melds import explain_no_set, read_melds
from engine.tiles.sets import TableSet, settle


def judge_edits(position: Position, edits: Sequence[Edit]) -> Turn:
    """Return the turn that these edits of the position's table make, if it's legal. Raises IllegalMove."""
    rows = apply_edits(position.sets, edits)
    return judge_turn(
        position.rules, position.sets, position.rack, rows, has_melded=position.has_melded, claimed=position.claimed
    )


def check_bench(
    position: Position, bench: TableBench, seat: int, cite_clauses: Callable[[], AbstractContextManager[None]]
) -> DraftCheck:
    """Return what `Variant.check_draft` says of this seat's bench; `cite_clauses` adds clauses to refusals."""
    rules, rows = position.rules, bench.rows
    if rules.mistake:
        return DraftCheck(is_judged=False)
    wrong = {label: explain_no_set(row, rules.box) for label, row in rows.items() if not read_melds(row, rules.box)}
    needed = 0 if position.has_melded else opening_points(rules.opening)
    try:
        with cite_clauses():
            turn = judge_edits(position, bench.action(seat).edits)
    except IllegalMove as refusal:
        asked = find_unclear(rows, rules.box) if isinstance(refusal, JokerUnclear) else ()
        return DraftCheck(refusal=refusal.phrase, points=bench.points, needed=needed, wrong=wrong, unclear=asked)
    return DraftCheck(points=turn.points, needed=needed)


def settle_turn(turn: Turn, rules: TableRules, before: Sequence[TableSet]) -> tuple[TableSet, ...]:
    """Return the sets on the table after a turn, by letter, with marks for the tiles that it played or moved."""
    return settle(before, turn.after, turn.played, turn.crossings, rules.kept(turn))
