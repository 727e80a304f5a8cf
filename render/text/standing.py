"""How a seat stands in the game, in words."""

from functools import singledispatch

from engine.game.views import GridView, TableView, View
from engine.text.phrases import say_many


@singledispatch
def standing(view: View, seat: int) -> str:
    """A seat's points so far, and what else decides; empty where nothing but tiles counts."""
    return signed_points(view.seats[seat].score)


@standing.register
def _(view: TableView, seat: int) -> str:
    score = view.seats[seat].score
    if view.outcome is not None:
        return ""
    if view.target is not None:
        return say_many("{score} of {count} point", "{score} of {count} points", view.target, score=score)
    return signed_points(score) if view.games > 1 else ""


@standing.register
def _(view: GridView, seat: int) -> str:
    crossed = view.intersections[seat]
    crossings = say_many("{count} intersection", "{count} intersections", crossed)
    return crossings if view.outcome is not None else f"{signed_points(view.seats[seat].score)} · {crossings}"


def signed(points: int) -> str:
    """With a sign, and a true minus; 0 has none."""
    return f"+{points}" if points > 0 else str(points).replace("-", "\N{MINUS SIGN}")


def signed_points(points: int) -> str:
    """`+12 points`."""
    return say_many("{points} point", "{points} points", abs(points), points=signed(points))
