"""What players have arranged on their benches so far: it outlives the message that shows it, and the process."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from sqlite3 import Row

from engine.bench import Picks
from engine.draft import Draft
from storage.codec import decode, encode
from storage.database import Database
from storage.recent import Recent

_AT_HAND = 1_000  # benches

_GET = "SELECT desk FROM bench WHERE game_id = ? AND seat = ?"
_KEEP = """
    INSERT INTO bench (game_id, seat, desk) VALUES (?, ?, ?)
    ON CONFLICT (game_id, seat) DO UPDATE SET desk = excluded.desk
"""
_FORGET = "DELETE FROM bench WHERE game_id = ? AND seat = ?"


@dataclass(frozen=True, slots=True)
class Desk:
    """What a seat is about: its draft, the tiles picked up, and what of rack and table is looked at.

    `spot` is the set, or row of a grid, whose tiles are shown; `browsing`: one is looked for. `color` is the letter of
    the only colour of the rack that is shown. `page`, `spots` and `targets` are the pages of the rack and of the menus,
    from 0. `touched` is the turn, as counted in `View.turns`, in which the draft was changed last.
    """

    draft: Draft = field(default_factory=Draft)
    picks: Picks = field(default_factory=Picks)
    spot: str = ""
    browsing: bool = False
    color: str = ""
    page: int = 0
    spots: int = 0
    targets: int = 0
    touched: int = 0


class Benches:
    """The desk of every seat. One that nobody has touched is empty."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent: Recent[Desk] = Recent(_AT_HAND)

    async def get(self, game_id: int, seat: int) -> Desk:
        """How the seat left it."""
        key = (game_id, seat)
        known = self._recent.get(key)
        if known is None:
            rows = await self._database.run(_GET, key, committed=lambda rows: self._recent.keep(key, _desk(rows)))
            known = _desk(rows)
        return known

    async def keep(self, game_id: int, seat: int, desk: Desk) -> None:
        """Keep it for the next tap."""
        key = (game_id, seat)
        self._recent.drop(key)
        await self._database.run(_KEEP, (*key, encode(desk)), committed=lambda _: self._recent.keep(key, desk))

    async def forget(self, game_id: int, seat: int) -> None:
        """Clear it."""
        key = (game_id, seat)
        self._recent.drop(key)
        await self._database.run(_FORGET, key, committed=lambda _: self._recent.drop(key))


def _desk(rows: Sequence[Row]) -> Desk:
    return decode(rows[0]["desk"], Desk) if rows else Desk()
