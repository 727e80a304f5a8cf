"""Leaderboards: a server's season, ratings and puzzles, and worldwide the puzzles and the solo ladder."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

from engine.coach.puzzles import day_of
from engine.game.info import Info
from engine.text.phrases import say
from ratings.seasons import find_season
from services.puzzles.pool import PuzzlePool
from services.refusals import Refusal
from services.tables import Tables
from storage.puzzles import PuzzleFigures
from storage.results.leaderboards import (
    EVERYWHERE,
    LeaderboardStore,
    Page,
    PuzzleStanding,
    RatingStanding,
    SeasonStanding,
)

ALL = "all"  # in a control, in place of a rule system's key
_KEY = re.compile(r"(?P<board>[a-z]+)-(?P<variant>\w+)-(?P<page>[0-9]{1,6})(?P<world>-world)?", re.ASCII)
NOBODY = 0
"""The viewer of a leaderboard that everybody sees, in place of a user id."""
Line = TypeVar("Line", SeasonStanding, RatingStanding, PuzzleStanding)


class Board(StrEnum):
    """A kind of leaderboard: this season's points, ratings, puzzles, or games alone against computers."""

    SEASON = "season"
    RATING = "rating"
    PUZZLES = "puzzles"
    LADDER = "ladder"


class Scope(StrEnum):
    """The players whom a leaderboard ranks: those of this server, or all."""

    SERVER = "server"
    WORLD = "world"


WORLDWIDE = frozenset({Board.PUZZLES, Board.LADDER})
"""The leaderboards that also exist for all servers together."""
OF_SYSTEM = frozenset({Board.RATING, Board.LADDER})
"""The leaderboards that always belong to one rule system."""


def choose_scope(board: Board) -> Scope:
    """Return a leaderboard's usual scope: the world for the solo ladder, whose ratings all servers share."""
    return Scope.WORLD if board is Board.LADDER else Scope.SERVER


@dataclass(frozen=True, slots=True)
class BoardKey:
    """A page of a leaderboard, counted from 0; `variant` is the key of its rule system, None for all of them."""

    board: Board
    variant: str | None
    page: int = 0
    scope: Scope = Scope.SERVER

    def write(self) -> str:
        """Return the key as a control's argument has it, such as `season-classic-0` or `puzzles-all-0-world`."""
        key = f"{self.board}-{self.variant or ALL}-{self.page}"
        return key if self.scope is Scope.SERVER else f"{key}-{self.scope}"

    @classmethod
    def read(cls, argument: str) -> "BoardKey | None":
        """Return the key in a control's argument, which is untrusted; None if it isn't one."""
        parts = _KEY.fullmatch(argument)
        if parts is None or parts["board"] not in set(Board):
            return None
        board, scope = Board(parts["board"]), Scope.WORLD if parts["world"] else Scope.SERVER
        if scope is Scope.WORLD and board not in WORLDWIDE:
            return None
        return cls(board, None if parts["variant"] == ALL else parts["variant"], int(parts["page"]), scope)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardPage(Generic[Line]):
    """A page of a leaderboard with what its screen shows beside it.

    `system` is the rule system, None for all; `season` is as in `find_season`; `guild_id` is 0 outside of servers.
    `viewer` is the user id of the person who sees it, or `NOBODY` if it's posted for everybody: it then has no viewer's
    place and no buttons. `figures` are the viewer's own puzzle results as of `today`, in days since 1 January 1970 in
    UTC. `is_named` says that the viewer lets worldwide leaderboards show their name.
    """

    key: BoardKey
    page: Page[Line]
    system: Info | None
    season: int
    guild_id: int
    viewer: int = NOBODY
    figures: Sequence[PuzzleFigures] = ()
    today: int = 0
    is_named: bool = False

    @property
    def is_public(self) -> bool:
        """Whether everybody sees it."""
        return self.viewer == NOBODY


class Leaderboards:
    """The reader of leaderboards' pages."""

    def __init__(self, tables: Tables, pool: PuzzlePool, store: LeaderboardStore) -> None:
        self._tables = tables
        self._puzzles = pool.store
        self._store = store

    async def read(self, guild_id: int, key: BoardKey, viewer: int = NOBODY) -> LeaderboardPage[Any]:
        """Return the page as `viewer` sees it, or the first if it's empty. Raises: Refusal if there's no such board."""
        if not guild_id and key.scope is Scope.SERVER:
            raise Refusal(say("This leaderboard belongs to a server. Use /leaderboard there."))
        if key.variant is None and key.board in OF_SYSTEM:
            key = replace(key, variant=self._tables.choose_system(await self._tables.settings.server(guild_id)))
        if key.variant is not None and key.variant not in self._tables.variants:
            raise Refusal(say("This rule system isn't available."))
        page = await self._read_page(guild_id, key, viewer)
        if key.page and not page.lines:
            return await self.read(guild_id, replace(key, page=0), viewer)
        today = day_of(self._tables.now())
        has_figures = viewer != NOBODY and key.board is Board.PUZZLES
        return LeaderboardPage(
            key=key,
            page=page,
            system=self._tables.variants[key.variant].info if key.variant else None,
            season=find_season(self._tables.now()),
            guild_id=guild_id,
            viewer=viewer,
            figures=await self._puzzles.figures(viewer, today) if has_figures else (),
            today=today,
            is_named=viewer != NOBODY and (await self._tables.settings.person(viewer)).worldwide,
        )

    async def read_season(self, guild_id: int, season: int) -> LeaderboardPage[SeasonStanding]:
        """Return the first page of a server's season in all rule systems, for everybody."""
        page = await self._store.season(guild_id, season, None, NOBODY)
        return LeaderboardPage(
            key=BoardKey(Board.SEASON, None), page=page, system=None, season=season, guild_id=guild_id
        )

    async def has_season(self, guild_id: int, season: int) -> bool:
        """Return whether `read_season` has any players."""
        return await self._store.has_season(guild_id, season)

    async def _read_page(self, guild_id: int, key: BoardKey, viewer: int) -> Page[Any]:
        store, now = self._store, self._tables.now()
        pool = EVERYWHERE if key.scope is Scope.WORLD else guild_id
        if key.board is Board.PUZZLES:
            return await store.puzzles(pool, day_of(now), viewer, key.page)
        if key.board is Board.LADDER:
            return await store.ladder(pool, key.variant or "", now, viewer, key.page)
        if key.board is Board.RATING:
            return await store.ratings(pool, key.variant or "", now, viewer, key.page)
        return await store.season(pool, find_season(now), key.variant, viewer, key.page)
