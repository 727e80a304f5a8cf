"""Measured values, what they were measured beside, and the values that they must reach."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.override import override

HEAD = ("figure", "measured", "alternative", "aim", "reached?")
NOTHING = "-"


def write_number(value: float) -> str:
    """Return a number with three significant digits; from 100 on, and if it's whole, without decimals."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == round(value) else f"{value:.3g}"  # noqa: PLR2004  # three digits


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way to do the same, and its value; for a ratio, `ours` is our side's value in the same `unit`."""

    name: str
    value: float
    unit: str = ""
    ours: float | None = None

    @override
    def __str__(self) -> str:
        return f"{write_number(self.value)}{self.unit} {self.name}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value and its bound, `aim`: the most that the value may be or, if `at_least`, the least.

    A figure without an aim is only reported. `spread` has more values of the same measurement by name, such as its 95th
    percentile. Pages quote a figure by its `key`; `short` is a key that is shorter than the name, or outlasts it.
    """

    name: str
    value: float
    aim: float | None = None
    unit: str = ""
    at_least: bool = False
    short: str = field(default="", kw_only=True)
    beside: Alternative | None = field(default=None, kw_only=True)
    spread: Mapping[str, float] = field(default_factory=dict, kw_only=True)

    @property
    def key(self) -> str:
        """The name by which pages quote the figure: words with hyphens between them."""
        return re.sub(r"[^a-z0-9]+", "-", (self.short or self.name).lower()).strip("-")

    @property
    def reached(self) -> bool:
        """Whether the value is within the bound."""
        if self.aim is None:
            return True
        return self.value >= self.aim if self.at_least else self.value <= self.aim

    @property
    def measured(self) -> str:
        """The value as a cell of the summary, with our side of a ratio and with the spread."""
        sides = [] if self.beside is None or self.beside.ours is None else [(self.beside.ours, self.beside.unit)]
        more = [f"{write_number(value)}{unit}" for value, unit in sides]
        more += [f"{name} {write_number(value)}" for name, value in self.spread.items()]
        value = f"{write_number(self.value)}{self.unit}"
        return f"{value} ({', '.join(more)})" if more else value

    @property
    def bound(self) -> str:
        """The bound as a cell of the summary, empty if there is none."""
        word = "at least" if self.at_least else "at most"
        return "" if self.aim is None else f"{word} {write_number(self.aim)}{self.unit}"


def write_table(figures: Sequence[Figure]) -> str:
    """Return the table: a row for each figure, with a dash for what a figure doesn't have."""
    rows = [HEAD, *map(_cells, figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _cells(figure: Figure) -> tuple[str, ...]:
    reached = NOTHING if figure.aim is None else "yes" if figure.reached else "MISSED"
    return figure.name, figure.measured, str(figure.beside or NOTHING), figure.bound or NOTHING, reached


def write_missed(figures: Sequence[Figure]) -> str:
    """Return the list of figures that missed their aims, or a sentence if none did."""
    missed = [figure for figure in figures if not figure.reached]
    lines = ["Missed targets:" if missed else "No target was missed."]
    for figure in missed:
        beside = f" beside {figure.beside}" if figure.beside else ""
        lines.append(f"- {figure.name}: {figure.measured}{beside}; {figure.bound}")
    return "\n".join(lines)
