"""What people write: lines of every action, and positions for /solve, in every system."""

from collections.abc import Mapping, Sequence
from itertools import product

from engine.game.views import View
from engine.text.errors import GameError
from engine.tiles.notation import LONGEST_TEXT, write_tiles
from engine.variants import load
from tests.positions import tiles_in_play
from tests.soak.fuzzing.middles import find_middle
from tests.soak.fuzzing.target import require_same

SOLVED = 10  # tiles of a position whose best turn is searched; that of a large one takes seconds
BETWEEN, OPENED = "|", "!"  # a rack and its table; what a position begins with whose player has opened
WORDS = (
    *("R4", "K13", "O1", "B10", "J", "J1", "J=R6", "J=6", "J=0", "SN", "AA", "H2", "R5@A", "J=R5@B", "R6,B6", "-"),
    *("A+", "A-", ">B", "B>A", "A:2", ";", " / ", "\n", "table:", "H8=", "H8=R5", "H8>J3", "H8=J:R5", "=J:B2", "|"),
    *(*"0123456789", "10", "13"),
    *("play ", "draw ", "claim A", "pick R5", "pass", "resign", "redeal", "stop", "timeup idle ", "timeup moved "),
)


class Notation:
    """A recorded game of each system, in its middle. The first byte says which, and what is written."""

    limit = 0.5
    words = WORDS

    def __init__(self) -> None:
        games = [_Game(key) for key in load()]
        self._ways = [*product((_Game.play, _Game.do, _Game.solve), games)]
        self.samples = [
            bytes([number]) + sample.encode()
            for number, (way, game) in enumerate(self._ways)
            for sample in game.write_samples(way)
        ]

    def send(self, data: bytes) -> None:
        if data:
            way, game = self._ways[data[0] % len(self._ways)]
            way(game, data[1:].decode("utf-8", "replace")[:LONGEST_TEXT])

    def close(self) -> None:
        """Nothing is open."""


class _Game:
    def __init__(self, key: str) -> None:
        middle = find_middle(key)
        self.system, self.state, self.seat, self.lines = middle.system, middle.state, middle.seat, middle.lines
        self.tiles = tiles_in_play(self.state)

    def write_samples(self, way: object) -> Sequence[str]:
        if way == _Game.play:
            return [line.removeprefix("play ") for line in self.lines if line.startswith("play ")]
        if way == _Game.do:
            return self.lines
        view = self.system.view(self.state, self.seat)
        return [f"{OPENED}{_write_rack(view)}{BETWEEN}{_write_table(view)}", f"R4 R5 J{BETWEEN}", f"H8 L8 D8{BETWEEN}"]

    def play(self, text: str) -> None:
        self.do(f"play {text}")

    def do(self, line: str) -> None:
        """Read a line of any action, write it and read it again, preview it, and do it."""
        try:
            action = self.system.read(self.seat, line)
        except GameError:
            return
        require_same(self.system.read(self.seat, action.line()), action)
        str(self.system.preview(self.state, action))
        try:
            after = self.system.apply(self.state, action, now=self.state.deadline or self.state.now).state
        except GameError:
            return
        require_same(tiles_in_play(after), self.tiles)

    def solve(self, text: str) -> None:
        """Read a rack and a table, write them and read them again, and find the best turn of a small position."""
        opened, (rack, _, table) = text.startswith(OPENED), text.removeprefix(OPENED).partition(BETWEEN)
        try:
            state = self.system.state_of_case(_make_case(rack, table, opened=opened))
        except GameError:
            return
        view = self.system.view(state, 0)
        require_same(self.system.state_of_case(_make_case(_write_rack(view), _write_table(view), opened=opened)), state)
        if sum((tiles_in_play(state)).values()) - len(state.pool) > SOLVED:
            return
        found = self.system.find(view, view.goal)
        if found:
            self.system.foresee(view, found.action)


def _make_case(rack: str, table: str, *, opened: bool) -> Mapping[str, object]:
    return {"rack": rack, "table": table, "cells": table, "opened": opened}


def _write_rack(view: View) -> str:
    return write_tiles(view.rack.tiles) if view.rack else ""


def _write_table(view: View) -> str:
    return view.written.removeprefix("table:").strip()
