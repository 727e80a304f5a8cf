"""How a seat stands in the game, in words."""

from functools import singledispatch

from engine.game.views import View
from engine.grid.view import GridView
from engine.table.claims.view import ClaimView
from engine.table.view import TableView
from engine.text.phrases import say_many


@singledispatch
def describe_standing(view: View, seat: int) -> str:
    """A seat's points so far, and what else decides; empty where nothing but tiles counts."""
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
def brief_standing(view: View, seat: int, *, crowded: bool) -> str:  # noqa: ARG001  # a table's can be briefer
    """The same in as little room as four pills leave, or if it is `crowded`, more of them."""
    return describe_standing(view, seat)


@brief_standing.register
def _(view: TableView, seat: int, *, crowded: bool) -> str:
    said = describe_standing(view, seat)
    return write_signed(view.seats[seat].score) if said and crowded else said


@brief_standing.register
def _(view: ClaimView, seat: int, *, crowded: bool) -> str:  # noqa: ARG001  # it is as brief as can be
    return f"{view.seats[seat].score}/{view.target}" if view.outcome is None else ""


@singledispatch
def decides(view: View) -> bool:  # noqa: ARG001  # of most games it does
    """Tell whether the standing decides the game that is on."""
    return True


@decides.register
def _(view: TableView) -> bool:  # noqa: ARG001  # points are those of earlier games
    return False


@decides.register
def _(view: ClaimView) -> bool:  # noqa: ARG001  # who holds enough wins
    return True


def write_signed(points: int) -> str:
    """With a sign, and a true minus; 0 has none."""
    return f"+{points}" if points > 0 else str(points).replace("-", "\N{MINUS SIGN}")


def write_signed_points(points: int) -> str:
    """`+12 points`."""
    return say_many("{points} point", "{points} points", abs(points), points=write_signed(points))
