"""Recorded games as text, and the command line that writes them.

    python -m tests.recorder FILE ...
    python -m tests.recorder --new FILE --variant KEY --seats 3 --dice 7 --options JSON

The first plays the actions of the files again and writes what comes of them; the second lets seeded players play.

A file is a head (variant, seats, seed, options), then an action a line, `> second seat line`, each followed by the
sentences that everybody reads, or by `! refusal`, and at the end the table, the racks and the outcome. Seats count
from 0 and are called A, B ... in sentences; seconds count from the deal.
"""

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

from engine.game.events import Event
from engine.game.state import GameState
from engine.game.views import Value
from engine.override import override
from engine.rummykruss.state import GridState
from engine.table.claims.game import ClaimState
from engine.table.state import TableState
from engine.text.errors import GameError
from engine.tiles.notation import write_tiles
from engine.variants import load
from tests.proposer import playthrough

DEALT = 1_800_000_000


@dataclass(frozen=True)
class Head:
    """How a game was dealt."""

    variant: str
    seats: int
    seed: bytes
    options: Mapping[str, Value]

    @override
    def __str__(self) -> str:
        return "\n".join(
            (
                f"variant: {self.variant}",
                f"seats: {self.seats}",
                f"seed: {self.seed.hex()}",
                f"options: {json.dumps(self.options)}",
            )
        )


@dataclass(frozen=True)
class Move:
    """A line that a seat gave, at so many seconds after the deal."""

    second: int
    seat: int
    line: str

    @override
    def __str__(self) -> str:
        return f"> {self.second} {self.seat} {self.line}"


def read(text: str) -> tuple[str, Head, list[Move]]:
    """The comment above the head, the head, and the moves; what is expected of them is passed over."""
    lines = text.splitlines()
    comment = "\n".join(line for line in lines if line.startswith("#"))
    said = dict(line.split(": ", 1) for line in lines if line.split(": ")[0] in {"variant", "seats", "seed", "options"})
    head = Head(said["variant"], int(said["seats"]), bytes.fromhex(said["seed"]), json.loads(said["options"]))
    moves = [line[2:].split(" ", 2) for line in lines if line.startswith("> ")]
    return comment, head, [Move(int(second), int(seat), line) for second, seat, line in moves]


def recorded(comment: str, head: Head, moves: Sequence[Move]) -> str:
    """Play the moves, and write the whole file."""
    return "\n".join((comment, str(head), "", *_told(head, moves), ""))


def _told(head: Head, moves: Sequence[Move]) -> Iterator[str]:
    variant = load()[head.variant]
    step = variant.setup(head.seats, head.seed, DEALT, head.options)
    yield from _sentences(step.events, head)
    for move in moves:
        yield str(move)
        try:
            action = variant.read(move.seat, move.line)
            step = variant.apply(step.state, action, now=DEALT + move.second)
        except GameError as refusal:
            yield f"! {type(refusal).__name__}: {refusal}"
        else:
            yield from _sentences(step.events, head)
    yield ""
    yield from write_position(step.state)


def _sentences(events: Sequence[Event], head: Head) -> Iterator[str]:
    return (f"  {event.sentence(ascii_uppercase[: head.seats])}" for event in events)


def write_position(state: GameState) -> Iterator[str]:
    """Yield the table, the racks, the pool and the outcome, a line each."""
    if isinstance(state, TableState):
        yield from (f"{each.label}: {each.written}" for each in state.sets)
    if isinstance(state, ClaimState):
        yield from (
            f"claim {each.label}: {ascii_uppercase[each.seat]} {each.value} x{each.times}" for each in state.claims
        )
    if isinstance(state, GridState):
        view = load()[state.variant].view(state, None)
        yield from view.written.splitlines()
    yield from (
        f"rack {name}: {write_tiles(seat.rack)}" for name, seat in zip(ascii_uppercase, state.seats, strict=False)
    )
    yield f"pool: {write_tiles(state.pool)}"
    if state.outcome:
        yield f"winners: {' '.join(ascii_uppercase[seat] for seat in state.outcome.winners)}"
        yield f"scores: {' '.join(map(str, state.outcome.scores))}"


def invented(head: Head, dice: random.Random) -> Iterator[Move]:
    """The moves of seeded players; the last idea that was refused in a turn is shown to be."""
    variant = load()[head.variant]
    for turned in playthrough(variant, variant.setup(head.seats, head.seed, DEALT, head.options).state, dice):
        second = turned.now - DEALT
        if turned.refused:
            yield Move(second, turned.action.seat, turned.refused[-1].line)
        yield Move(second, turned.action.seat, turned.action.line())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.recorder")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--new", action="store_true")
    parser.add_argument("--variant", default=next(iter(load())))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--dice", type=int, default=0)
    parser.add_argument("--options", type=json.loads, default={})
    given = parser.parse_args()
    for file in given.files:
        if given.new:
            dice = random.Random(given.dice)  # noqa: S311  # repeatable, not secret
            head = Head(given.variant, given.seats, dice.randbytes(32), given.options)
            file.write_text(recorded("# Played by seeded players.", head, list(invented(head, dice))), "utf-8")
        else:
            file.write_text(recorded(*read(file.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
