"""The end of a run: a table of all figures beside their alternatives, and the list of those that missed their aims."""

from collections.abc import Iterator, Sequence

from benchmarks.measure.figures import Figure

HEAD = ("figure", "measured", "alternative", "aim", "reached?")
NOTHING = "-"


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
    return "\n".join(_missed(figures))


def _missed(figures: Sequence[Figure]) -> Iterator[str]:
    missed = [figure for figure in figures if not figure.reached]
    yield "Missed targets:" if missed else "No target was missed."
    for figure in missed:
        beside = f" beside {figure.beside}" if figure.beside else ""
        yield f"- {figure.name}: {figure.measured}{beside}; {figure.bound}"
