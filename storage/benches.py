"""What players have arranged on their benches so far: it outlives the message that shows it, and the process."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from sqlite3 import Row
from typing import Any

from engine.game.bench import Picks
from engine.game.bench_keys import Spot, read_spot, read_tile_key, write
from engine.game.drafts import Conflict, Draft
from engine.tiles.tiles import Tile
from storage.codec import decode, encode
from storage.database import Database
from storage.recent import LruCache

_AT_HAND = 1_000  # benches

_GET = "SELECT desk FROM bench WHERE game_id = ? AND seat = ?"
_KEEP = """
    INSERT INTO bench (game_id, seat, desk) VALUES (?, ?, ?)
    ON CONFLICT (game_id, seat) DO UPDATE SET desk = excluded.desk
"""
_DIRECT = "SELECT channel_id, message_id, to_move FROM direct_bench WHERE game_id = ? AND seat = ?"
_KEEP_DIRECT = """
    INSERT INTO direct_bench (game_id, seat, channel_id, message_id, to_move) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (game_id, seat) DO UPDATE SET
        channel_id = excluded.channel_id, message_id = excluded.message_id, to_move = excluded.to_move
"""
_FORGET_DIRECT = "DELETE FROM direct_bench WHERE game_id = ? AND seat = ?"
_FORGET = "DELETE FROM bench WHERE game_id = ? AND seat = ?"


@dataclass(frozen=True, kw_only=True)
class _StoredBench:
    """What is stored as it is."""

    draft: Draft = field(default_factory=Draft)
    browsing: bool = False
    color: str = ""
    page: int = 0
    spots: int = 0
    targets: int = 0
    touched: int = 0
    conflicts: tuple[Conflict, ...] = ()


@dataclass(frozen=True, kw_only=True)
class BenchState(_StoredBench):
    """What a seat is about: its draft, the tiles picked up, and what of rack and table is looked at.

    `spot` is the set, or row of a grid, whose tiles are shown; `browsing`: one is looked for. `color` is the letter of
    the only colour of the rack that is shown. `page`, `spots` and `targets` are the pages of the rack and of the menus,
    from 0. `touched` is the turn, as counted in `View.turns`, in which the draft was changed last. `conflicts` are
    what of the draft was given up since, as long as the player has done nothing.
    """

    picks: Picks = field(default_factory=Picks)
    spot: Spot | None = None


@dataclass(frozen=True)
class _WrittenPicks:
    """Picks whose keys are written."""

    rack: tuple[Tile, ...] = ()
    lying: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _WrittenBench(_StoredBench):
    """A bench as it is stored, its keys written; an empty `spot` is none."""

    picks: _WrittenPicks = field(default_factory=_WrittenPicks)
    spot: str = ""


@dataclass(frozen=True, slots=True)
class DirectBenchMessage:
    """The direct message in which a bench lives. `to_move`: it says that it is its player's turn."""

    channel_id: int
    message_id: int
    to_move: bool


class BenchStore:
    """The bench of every seat. One that nobody has touched is empty."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent: LruCache[BenchState] = LruCache(_AT_HAND)

    async def get(self, game_id: int, seat: int) -> BenchState:
        """How the seat left it."""
        key = (game_id, seat)
        known = self._recent.get(key)
        if known is None:
            rows = await self._database.run(_GET, key, committed=lambda rows: self._recent.keep(key, _read_bench(rows)))
            known = _read_bench(rows)
        return known

    async def keep(self, game_id: int, seat: int, bench: BenchState) -> None:
        """Keep it for the next tap."""
        key = (game_id, seat)
        self._recent.drop(key)
        await self._database.run(
            _KEEP, (*key, encode(_written(bench))), committed=lambda _: self._recent.keep(key, bench)
        )

    async def forget(self, game_id: int, seat: int) -> None:
        """Clear it."""
        key = (game_id, seat)
        self._recent.drop(key)
        await self._database.run(_FORGET, key, committed=lambda _: self._recent.drop(key))

    async def direct(self, game_id: int, seat: int) -> DirectBenchMessage | None:
        """Where the seat's bench lives among its player's direct messages; None: nowhere."""
        rows = await self._database.run(_DIRECT, (game_id, seat))
        return (
            DirectBenchMessage(rows[0]["channel_id"], rows[0]["message_id"], bool(rows[0]["to_move"])) if rows else None
        )

    async def keep_direct(self, game_id: int, seat: int, direct: DirectBenchMessage) -> None:
        """Note where it lives now."""
        await self._database.run(
            _KEEP_DIRECT, (game_id, seat, direct.channel_id, direct.message_id, int(direct.to_move))
        )

    async def forget_direct(self, game_id: int, seat: int) -> None:
        """Note that it is gone."""
        await self._database.run(_FORGET_DIRECT, (game_id, seat))


def _written(bench: BenchState) -> _WrittenBench:
    picks = _WrittenPicks(bench.picks.rack, tuple(map(write, bench.picks.lying)))
    return _WrittenBench(**_plain(bench), picks=picks, spot=write(bench.spot) if bench.spot else "")


def _read_bench(rows: Sequence[Row]) -> BenchState:
    """The bench of a row; a key that can't be read is forgotten."""
    if not rows:
        return BenchState()
    stored = decode(rows[0]["desk"], _WrittenBench)
    lying = (read_tile_key(text) for text in stored.picks.lying)
    picks = Picks(stored.picks.rack, tuple(key for key in lying if key))
    return BenchState(**_plain(stored), picks=picks, spot=read_spot(stored.spot))


def _plain(bench: _StoredBench) -> dict[str, Any]:
    return {each.name: getattr(bench, each.name) for each in fields(_StoredBench)}
