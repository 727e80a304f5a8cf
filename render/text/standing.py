"""The standings of seats, and the reasons why a draft's set isn't valid, in words."""

from collections import Counter
from collections.abc import Sequence

from engine.game.views import View
from engine.rummykruss.view import GridView
from engine.table.claims.view import ClaimView
from engine.table.view import TableView
from engine.text.phrases import later, say, say_many
from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.notation import write_tile
from engine.tiles.tiles import Box, Tile


def describe_standing(view: View, seat: int) -> str:
    """Return a seat's points so far, and what else decides the game; empty if only the number of tiles counts."""
    points = view.seats[seat].score
    match view:
        case TableView() if view.outcome is not None:
            return ""
        case ClaimView():
            return say_many("{score} of {count} point", "{score} of {count} points", view.target, score=points)
        case TableView():
            return "" if view.games == 1 else write_signed_points(points)
        case GridView():
            crossed = view.intersections[seat]
            crossings = say_many("{count} intersection", "{count} intersections", crossed)
            return crossings if view.outcome is not None else f"{write_signed_points(points)} · {crossings}"
    return write_signed_points(points)


def brief_standing(view: View, seat: int) -> str:
    """Return the standing in words short enough for a seat's chip in the header."""
    said, points = describe_standing(view, seat), view.seats[seat].score
    return f"{points}/{view.target}" if said and isinstance(view, ClaimView) else said


def write_signed(points: int) -> str:
    """Return a number with its sign, such as `+12`, with a true minus sign; 0 has no sign."""
    return f"+{points}" if points > 0 else str(points).replace("-", "\N{MINUS SIGN}")


def write_signed_points(points: int) -> str:
    """Return points with their sign and unit, such as `+12 points`."""
    return say_many("{points} point", "{points} points", abs(points), points=write_signed(points))


UNCLEAR = later("joker\nis ?")
"""The note for a row that is a set, but whose joker can stand for several tiles."""


def explain_row(row: Row, box: Box, *, named: bool = True) -> tuple[str, ...]:
    """Return, in one line of text or two, why a row isn't a set, such as `no` and `R5`.

    Unless `named`, no tile is named: cards don't look like their notation.
    """
    return tuple(_explain(row, box, named=named).splitlines())


def _explain(row: Row, box: Box, *, named: bool) -> str:
    tiles = [piece.tile for piece in row if not piece.tile.is_joker]
    if len(row) < SMALLEST_SET:
        return say("{count} of\n{least} tiles", count=len(row), least=SMALLEST_SET)
    in_one_color = len({tile.color for tile in tiles}) == 1
    if not in_one_color and len({tile.number for tile in tiles}) > 1:
        return say("mixed")
    twice = [tile for tile, count in Counter(tiles).items() if count > 1]
    if twice:
        return say("{tile}\ntwice", tile=write_tile(twice[0])) if named else say("one\ntwice")
    return _explain_gap(tiles, len(row) - len(tiles), box, named=named) if in_one_color else say("too\nlong")


def _explain_gap(tiles: Sequence[Tile], jokers: int, box: Box, *, named: bool) -> str:
    """Return why a row of one color isn't a run; `tiles` are those that aren't jokers, `jokers` the others' number."""
    numbers = {tile.number for tile in tiles}
    missing = [Tile(tiles[0].color, number) for number in range(min(numbers), max(numbers)) if number not in numbers]
    if len(tiles) + jokers > box.high - box.low + 1 or len(missing) <= jokers:
        return say("too\nlong")
    if len(missing) > 1:
        return say("gaps")
    return say("no\n{tile}", tile=write_tile(missing[0])) if named else say("gap")
