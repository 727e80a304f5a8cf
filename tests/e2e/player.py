"""A beginner: reads the own rack and the table in words, finds sets and additions, and otherwise draws.

Knows nothing but what a seat sees. Tiles are written as on the screen: R4, K13, J, and J=R6 on the table.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel

from .looking import read_alt, read_rack, read_table, require_answer

COLORS = "RBKO"
OPENING = 30
SMALLEST = 3  # tiles of a set


def face(tile: str) -> str:
    """What a tile of a set stands for."""
    return tile.removeprefix("J=")


def worth(tiles: Sequence[str]) -> int:
    return sum(int(face(tile)[1:]) for tile in tiles)


def runs(rack: Counter[str]) -> Iterator[list[str]]:
    """Every longest run of each color."""
    for color in COLORS:
        held = [number for number in range(1, 14) if rack[f"{color}{number}"]]
        streak: list[int] = []
        for one, following in pairwise([*held, 99]):
            streak.append(one)
            if following != one + 1:
                if len(streak) >= SMALLEST:
                    yield [f"{color}{number}" for number in streak]
                streak = []


def groups(rack: Counter[str]) -> Iterator[list[str]]:
    for number in range(1, 14):
        held = [f"{color}{number}" for color in COLORS if rack[f"{color}{number}"]]
        if len(held) >= SMALLEST:
            yield held


def with_joker(rack: Counter[str]) -> Iterator[list[str]]:
    """Groups and runs of three that a joker completes."""
    for number in range(1, 14):
        held = [color for color in COLORS if rack[f"{color}{number}"]]
        if len(held) == SMALLEST - 1:
            other = next(color for color in COLORS if color not in held)
            yield [*(f"{color}{number}" for color in held), f"J={other}{number}"]
    for color in COLORS:
        for low in range(1, 12):
            wanted = [f"{color}{number}" for number in range(low, low + SMALLEST)]
            missing = [tile for tile in wanted if not rack[tile]]
            if len(missing) == 1:
                yield [f"J={tile}" if tile in missing else tile for tile in wanted]


def sets_in(tiles: Sequence[str]) -> list[list[str]]:
    """Sets of a rack, the dearest first, no tile twice."""
    rack, found = Counter(tiles), []
    while candidates := [*runs(rack), *groups(rack), *(with_joker(rack) if rack["J"] else ())]:
        best = max(candidates, key=worth)
        found.append(best)
        rack -= Counter("J" if tile.startswith("J") else tile for tile in best)
    return found


def places(tile: str, table: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The letters of the sets to which a tile may be added."""
    for letter, row in table.items():
        faces = [face(each) for each in row if each != "J"]
        if len({each[1:] for each in faces}) == 1:
            if tile[1:] == faces[0][1:] and tile not in faces and not any("J" in each for each in row):
                yield letter
        elif tile[0] == faces[0][0] and int(tile[1:]) in {int(faces[0][1:]) - 1, int(faces[-1][1:]) + 1}:
            yield letter


def grow_sets(row: Sequence[str], tile: str) -> list[str]:
    in_front = len(row) > 1 and face(row[0])[0] == face(row[1])[0] and int(tile[1:]) < int(face(row[0])[1:])
    return [tile, *row] if in_front else [*row, tile]


@dataclass
class Move:
    """What a turn adds: new sets, and tiles by the letter of their set. `after` is the whole table."""

    new: list[list[str]] = field(default_factory=list)
    added: list[tuple[str, str]] = field(default_factory=list)
    after: list[list[str]] = field(default_factory=list)

    @property
    def by_letters(self) -> str:
        """As `R4 R5 R6; C+R7`."""
        return "; ".join([*(" ".join(row) for row in self.new), *(f"{letter}+{tile}" for letter, tile in self.added)])

    @property
    def whole(self) -> str:
        """As `table:` and every set on a line."""
        return "\n".join(["table:", *(" ".join(row) for row in self.after)])


def choose_turn(rack: Sequence[str], table: Mapping[str, Sequence[str]], *, opened: bool) -> Move | None:
    """The beginner's turn; None is to draw."""
    new = sets_in(rack)
    if not opened and sum(map(worth, new)) < OPENING:
        return None
    left = Counter(rack)
    for row in new:
        left -= Counter("J" if tile.startswith("J") else tile for tile in row)
    rows, added = {letter: list(row) for letter, row in table.items()}, []
    for tile in sorted(left.elements(), reverse=True) if opened else ():
        letter = next(places(tile, rows), None) if tile != "J" else None
        if letter is not None:
            rows[letter] = grow_sets(rows[letter], tile)
            added.append((letter, tile))
    return Move(new, added, [*rows.values(), *new]) if new or added else None


@dataclass
class Beginner:
    """Plays a seat by one habit: `letters` (/play by the picture's letters), `whole` (/play table:) or `window`."""

    seat: SimulatedUser
    room: Channel
    habit: str
    opened: bool = False
    plays: int = 0

    async def move(self) -> ShownMessage:
        """Make one turn and return the bot's private answer."""
        rack = await require_answer(self.seat.command("rack", self.room))
        assert "**Your turn**" in rack.text
        made = await self._by_window(rack) if self.habit == "window" else await self._by_command(rack)
        if made is not None:
            self.opened = True
            self.plays += 1
            assert re.search("(?:played|added|swapped|rearranged) ", made.text), made.text
            return made
        return await require_answer(self.seat.click(rack, "Draw" if "Draw" in rack.buttons else "Pass"))

    async def _by_window(self, rack: ShownMessage) -> ShownMessage | None:
        await self.seat.click(rack, "Edit as text")
        assert self.seat.modal is not None
        lines = str(self.seat.modal.values["move"]).splitlines()
        table = {str(place): line.split() for place, line in enumerate(lines[1:])}
        move = choose_turn(read_rack(rack), table, opened=self.opened)
        if move is None:
            self.seat.close_modal()
            return None
        return await self.seat.submit(move=move.whole)

    async def _by_command(self, rack: ShownMessage) -> ShownMessage | None:
        public = await require_answer(self.seat.command("table", self.room))
        move = choose_turn(read_rack(rack), read_table(public), opened=self.opened)
        if move is None:
            return None
        if self.habit == "whole" and " more" not in read_alt(public):
            return await self.seat.command("play", self.room, move=move.whole)
        return await self.seat.command("play", self.room, move=move.by_letters)
