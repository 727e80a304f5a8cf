"""A seat's standing in the game, in words."""

from functools import singledispatch

from engine.game.views import View
from engine.grid.view import GridView
from engine.table.claims.view import ClaimView
from engine.table.view import TableView
from engine.text.phrases import say_many


@singledispatch
def describe_standing(view: View, seat: int) -> str:
    """Return a seat's standing in words: its points so far, and what else decides the game.

    It is empty if only the number of tiles counts.
    """
    return write_signed_points(view.seats[seat].score)


@describe_standing.register
def _(view: TableView, seat: int) -> str:
    return "" if view.outcome is not None or view.games == 1 else write_signed_points(view.seats[seat].score)


@describe_standing.register
def _(view: ClaimView, seat: int) -> str:
    if view.outcome is not None:
        return ""
    score = view.seats[seat].score
    return say_many("{score} of {count} point", "{score} of {count} points", view.target, score=score)


@describe_standing.register
def _(view: GridView, seat: int) -> str:
    crossed = view.intersections[seat]
    crossings = say_many("{count} intersection", "{count} intersections", crossed)
    return crossings if view.outcome is not None else f"{write_signed_points(view.seats[seat].score)} · {crossings}"


@singledispatch
def brief_standing(view: View, seat: int, *, crowded: bool) -> str:  # noqa: ARG001  # only a table's can be briefer
    """Return the standing in words short enough for a seat's pill in the header; shorter still if it is `crowded`."""
    return describe_standing(view, seat)


@brief_standing.register
def _(view: TableView, seat: int, *, crowded: bool) -> str:
    said = describe_standing(view, seat)
    return write_signed(view.seats[seat].score) if said and crowded else said


@brief_standing.register
def _(view: ClaimView, seat: int, *, crowded: bool) -> str:  # noqa: ARG001  # already as brief as it can be
    return f"{view.seats[seat].score}/{view.target}" if view.outcome is None else ""


@singledispatch
def decides(view: View) -> bool:  # noqa: ARG001  # it does in most games
    """Return whether the standing (points so far) decides the current game, or is only that of a match's past games."""
    return True


@decides.register
def _(view: TableView) -> bool:  # noqa: ARG001  # points are those of earlier games
    return False


@decides.register
def _(view: ClaimView) -> bool:  # noqa: ARG001  # the target wins
    return True


def write_signed(points: int) -> str:
    """Return a number with its sign, such as `+12`, with a true minus sign; 0 has no sign."""
    return f"+{points}" if points > 0 else str(points).replace("-", "\N{MINUS SIGN}")


def write_signed_points(points: int) -> str:
    """Return points with their sign and unit, such as `+12 points`."""
    return say_many("{points} point", "{points} points", abs(points), points=write_signed(points))
