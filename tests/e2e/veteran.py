"""A veteran: lays as many tiles as can be laid, whatever must be taken apart for it, and writes all the table down."""

from collections.abc import Mapping, Sequence

from engine.game.goals import Goal
from tests.positions import position


def turn(rack: Sequence[str], table: Mapping[str, Sequence[str]], *, opened: bool) -> str | None:
    """The text of the best turn; None is to draw."""
    lying = " / ".join(map(" ".join, table.values()))
    at = position("classic", table=lying, racks=[" ".join(rack), "-"], opened=opened)
    found = at.system.find(at.view(0), Goal.TILES)
    return f"table: {at.play(0, found.action.line().removeprefix('play ')).table}" if found else None
