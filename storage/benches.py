"""Benches: players' drafts of their next turns, and the state of the private screens on which they arrange them.

They are stored, so that they outlive the messages that show them, and the process.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from sqlite3 import Row
from typing import Any

from engine.game.bench import Picks
from engine.game.bench_keys import Spot, read_spot, read_tile_key, write
from engine.game.drafts import Conflict, Draft
from engine.tiles.tiles import Tile
from storage.codec import decode_stored, encode
from storage.database import Database
from storage.recent import LruCache

_AT_HAND = 1_000  # benches in the cache

_GET = "SELECT bench FROM bench WHERE game_id = ? AND seat = ?"
_KEEP = "REPLACE INTO bench (game_id, seat, bench) VALUES (?, ?, ?)"
_FORGET = "DELETE FROM bench WHERE game_id = ? AND seat = ?"


@dataclass(frozen=True, kw_only=True)
class _StoredBench:
    """The fields of a bench that are the same in `BenchState` and in its stored form."""

    draft: Draft = field(default_factory=Draft)
    color: str = ""
    page: int = 0
    spots: int = 0
    targets: int = 0
    touched: int = 0
    conflicts: tuple[Conflict, ...] = ()
    together: tuple[tuple[Tile, ...], ...] = ()


@dataclass(frozen=True, kw_only=True)
class BenchState(_StoredBench):
    """The state of a seat's bench: its draft, the tiles picked up, and what its screen shows.

    `spot` is the place (a set, a grid row or the hold) whose tiles are listed in a menu. `color` is the letter of the
    only color of the rack that is shown, empty for all. `page`, `spots` and `targets` are the pages, from 0, of the
    rack and of the menus of spots and of targets, to which picks can be moved. `touched` is the turn, as counted in
    `View.turns`, in which the draft last changed. `conflicts` are the drafted sets or cells that became impossible
    since the last tap. `together` are the groups of rack tiles that the player keeps together, at the front of the
    rack, until they are played.
    """

    picks: Picks = field(default_factory=Picks)
    spot: Spot | None = None


@dataclass(frozen=True)
class _WrittenPicks:
    """The picked tiles in their stored form: those of the rack, and the others' keys as text."""

    rack: tuple[Tile, ...] = ()
    on_table: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _WrittenBench(_StoredBench):
    """A bench in its stored form, with the keys of tiles and of the spot as text; an empty `spot` means none."""

    picks: _WrittenPicks = field(default_factory=_WrittenPicks)
    spot: str = ""


class BenchStore:
    """Stores the bench of every seat; one that was never stored is empty."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent: LruCache[BenchState] = LruCache(_AT_HAND)

    def clear_cache(self) -> None:
        """Forget all benches that are cached, because something else has changed them."""
        self._recent.clear()

    async def get(self, game_id: int, seat: int) -> BenchState:
        """Return the seat's bench as it was last stored; empty if it never was."""
        key = (game_id, seat)
        known = self._recent.get(key)
        if known is None:
            rows = await self._database.run(
                _GET, key, committed=lambda rows: self._recent.keep(key, _read_only_bench(rows))
            )
            known = self._recent.get(key) or _read_only_bench(rows)
        return known

    async def keep(self, game_id: int, seat: int, bench: BenchState) -> None:
        """Store the seat's bench."""
        key = (game_id, seat)
        self._recent.drop(key)
        await self._database.run(_KEEP, (*key, encode_bench(bench)), committed=lambda _: self._recent.keep(key, bench))

    async def forget(self, game_id: int, seat: int) -> None:
        """Delete the seat's bench."""
        key = (game_id, seat)
        self._recent.drop(key)
        await self._database.run(_FORGET, key, committed=lambda _: self._recent.drop(key))


def encode_bench(bench: BenchState) -> str:
    """Return the bench in its stored form."""
    picks = _WrittenPicks(bench.picks.rack, tuple(map(write, bench.picks.on_table)))
    return encode(_WrittenBench(**_plain(bench), picks=picks, spot=write(bench.spot) if bench.spot else ""))


def decode_bench(text: str) -> BenchState:
    """Return the bench in this stored form, without the keys that can't be read."""
    stored = decode_stored(text, _WrittenBench)
    on_table = (read_tile_key(key) for key in stored.picks.on_table)
    picks = Picks(stored.picks.rack, tuple(key for key in on_table if key))
    return BenchState(**_plain(stored), picks=picks, spot=read_spot(stored.spot))


def _read_only_bench(rows: Sequence[Row]) -> BenchState:
    return decode_bench(rows[0]["bench"]) if rows else BenchState()


def _plain(bench: _StoredBench) -> dict[str, Any]:
    return {each.name: getattr(bench, each.name) for each in fields(_StoredBench)}
