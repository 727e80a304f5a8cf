"""A found play told little by little: where it takes place, what it lays, and how all lies then."""

from collections.abc import Sequence
from functools import singledispatch

from engine.game.goals import Goal
from engine.game.views import GridTile, GridView, TableView, View, cell_name
from engine.grid.rules.cells import Put
from engine.text.phrases import listed, say, say_many
from engine.tiles.notation import write_tiles
from engine.tiles.sets import Mark, TableSet
from engine.tiles.tiles import Tile, by_color


def best_goal(view: View) -> Goal:
    """What a good turn is after: points on a grid, laying tiles elsewhere."""
    return Goal.VALUE if isinstance(view, GridView) else Goal.TILES


def nothing(view: View) -> str:
    """What is said where no turn was found: a grid is not searched to the end."""
    return say("I find nothing that you could lay.") if isinstance(view, GridView) else say("You can lay nothing.")


@singledispatch
def where(before: View, after: View) -> str:
    """Which part of the board the play between two views is about.

    Raises:
        TypeError: nothing is known of this kind of view.
    """
    raise TypeError(f"no places on {type(before).__name__} and {type(after).__name__}")


@where.register
def _(before: TableView, after: View) -> str:
    new = len({each.label for each in _sets(after)} - _letters(before))
    part = _taking_part(before, _sets(after))
    if not part:
        return say_many("From your rack alone: a new set.", "From your rack alone: {count} new sets.", new)
    said = say_many("Set {names} takes part.", "Sets {names} take part.", len(part), names=listed(part))
    more = say_many("One set is new.", "{count} sets are new.", new)
    return f"{said} {more}" if new else said


@where.register
def _(before: GridView, after: View) -> str:  # noqa: ARG001  # a grid's marks tell it all
    laid, moved = (_marked(after, mark) for mark in (Mark.LAID, Mark.MOVED))
    rows, columns = {each.row for each in laid}, {each.column for each in laid}
    first, last = cell_name(min(rows), min(columns)), cell_name(max(rows), max(columns))
    if first == last:
        area = say("At {cell}.", cell=first)
    else:
        area = say("Between {first} and {last}.", first=first, last=last)
    moving = say_many("{count} tile of the grid moves.", "{count} tiles of the grid move.", len(moved))
    return f"{area} {moving}" if moved else area


def what(played: Sequence[Tile]) -> str:
    """Which tiles of the rack go."""
    return say("You lay {tiles}.", tiles=write_tiles(sorted(played, key=by_color)))


@singledispatch
def whole(before: View, after: View) -> tuple[str, ...]:
    """The play in notation, a line for every set or cell that is new or otherwise than before.

    Raises:
        TypeError: nothing is known of this kind of view.
    """
    raise TypeError(f"no play on {type(before).__name__} and {type(after).__name__}")


@whole.register
def _(before: TableView, after: View) -> tuple[str, ...]:
    lay = {each.label: each.written for each in before.table}
    changed = [each for each in _sets(after) if lay.get(each.label) != each.written]
    gone = [label for label in lay if label not in {each.label for each in _sets(after)}]
    return (
        *(f"{each.label}: {each.written}" for each in changed),
        *(say("{set}: taken apart", set=label) for label in gone),
    )


@whole.register
def _(before: GridView, after: View) -> tuple[str, ...]:  # noqa: ARG001  # a grid's marks tell it all
    laid, moved = (
        " ".join(str(Put((each.row, each.column), each.tile, each.face)) for each in _marked(after, mark))
        for mark in (Mark.LAID, Mark.MOVED)
    )
    return (laid, say("moved: {tiles}", tiles=moved)) if moved else (laid,)


def _sets(view: View) -> tuple[TableSet, ...]:
    return view.table if isinstance(view, TableView) else ()


def _taking_part(before: TableView, after: Sequence[TableSet]) -> list[str]:
    """The letters of the sets that change, end, or are crossed anew."""
    lie = {each.label: (each.meld, each.borrowed) for each in after}
    crossed = {there.owner for each in after for there in each.borrowed if each.label not in _letters(before)}
    return [
        each.label
        for each in before.table
        if lie.get(each.label) != (each.meld, each.borrowed) or each.label in crossed
    ]


def _letters(view: TableView) -> set[str]:
    return {each.label for each in view.table}


def _marked(view: View, mark: Mark) -> list[GridTile]:
    tiles = view.tiles if isinstance(view, GridView) else ()
    return sorted((each for each in tiles if each.mark is mark), key=lambda each: (each.row, each.column))
