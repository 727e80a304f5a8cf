"""Build the sets found by a sweep with hosts (sets with freed jokers): ordinary ones as in `reconstruct`, and hosts."""

from collections.abc import Sequence

from engine.solver.sweep.counts import DIGIT
from engine.solver.sweep.frontier import NOTHING_YET, State
from engine.solver.sweep.host_choices import HostTransition
from engine.solver.sweep.hosts import HostMeld
from engine.solver.sweep.reconstruct import NumberLevel, RebuiltMeld, faces_of, levels_of, rows_of
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import JOKER, Box, Tile


def host_rows(state: State, box: Box) -> tuple[list[RebuiltMeld], tuple[Tile, ...]]:
    """Return the sets that the path to a state describes, and the faces that table jokers keep.

    A joker that keeps its face is that tile in its set. A run may still be too short for a set.
    """
    levels, moves = levels_of(state)[::-1], _list_transitions(state)[::-1]
    faces = faces_of(box)
    rows = [row for row in rows_of(levels, box) if row.color is None]
    for row, move in zip(faces, moves, strict=True):
        groups = move.some.groups + move.stay.groups
        rows += [
            RebuiltMeld(row[0].number, None, [row[at] for at in each.colors] + [JOKER] * each.jokers) for each in groups
        ]
    for color in range(len(box.colors)):
        rows += _rebuild_runs(levels, moves, color, box)
    kept = tuple(row[color] for row, move in zip(faces, moves, strict=True) for color in move.stay.kept)
    return rows, kept


def _list_transitions(state: State) -> list[HostTransition]:
    moves = []
    while state is not NOTHING_YET:
        moves.append(state.number.transition)
        state = state.before
    return moves


def _rebuild_runs(
    levels: Sequence[NumberLevel], moves: Sequence[HostTransition], color: int, box: Box
) -> list[RebuiltMeld]:
    """Return the runs of the color with this index, including hosts. If only some ordinary runs end, the longest end.

    `levels` and `moves` are the decisions at each number, from the lowest up: those about ordinary sets, and those
    about hosts and table jokers. Hosts are runs with freed jokers. A host takes over the shortest run that would end
    where the host begins, if that run is too short for a set.
    """
    rows: list[RebuiltMeld] = []
    open_: list[RebuiltMeld] = []
    hosts: list[tuple[HostMeld, RebuiltMeld]] = []
    for level, move, faces in zip(levels, moves, faces_of(box), strict=True):
        face, through = faces[color], level.runs >> DIGIT * color & 15
        new = [RebuiltMeld(face.number, face.color) for _ in range(through + len(move.some.began))]
        before, hosts, full = hosts, [], []
        open_.sort(key=_length)
        for step in (step for step in move.some.steps if step.color == color):
            if step.before is not None:
                at = next(at for at, (host, _) in enumerate(before) if host == step.before)
                _, row = before.pop(at)
            elif len(open_) > through and len(open_[0].tiles) < SMALLEST_SET:
                row = open_.pop(0)
            else:
                row = new.pop()
            row.tiles.append(JOKER if step.is_joker else face)
            rows += [row] if len(row.tiles) == 1 else []
            if step.after is None:
                full.append(row)
            else:
                hosts.append((step.after, row))
        begun = new[: max(0, through - len(open_))]
        rows += begun
        open_ = [*begun, *open_[:through]]
        for place, row in enumerate(open_):
            row.tiles.append(face if place < level.tiles >> DIGIT * color & 15 else JOKER)
        open_ += full
    return rows


def _length(row: RebuiltMeld) -> int:
    return len(row.tiles)
