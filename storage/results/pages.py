"""Pages of leaderboards, and the names of the players on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from storage.codec import encode
from storage.database import Database

T = TypeVar("T")

PAGE = 10  # rows
EVERYWHERE = 0
"""In place of a server's id: all servers, and games and puzzles outside of servers."""

_NAMES = """
    SELECT value, (SELECT name FROM guild_player WHERE guild_id = ? AND user_id = value) FROM json_each(?)
"""
# Only people who have allowed it are named worldwide.
_SHOWN_NAMES = """
    SELECT value, (
        SELECT json_extract(settings, '$.worldwide_name') FROM person
        WHERE user_id = value AND iif(json_valid(settings), json_extract(settings, '$.worldwide'), false)
    ) FROM json_each(?)
"""


class Standing(Protocol):
    """A player's line on a leaderboard."""

    @property
    def user_id(self) -> int:
        """The player's Discord user id."""


L = TypeVar("L", bound=Standing)


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A part of a leaderboard: up to ten players, best first, the viewer's own line, and how many players it has.

    `number` counts pages from 0. `own`, and the number of the page with it, `own_page`, are None if the viewer isn't on
    the leaderboard. A page after the last one has no lines.
    """

    number: int
    lines: tuple[T, ...]
    own: T | None
    own_page: int | None
    players: int

    @property
    def count(self) -> int:
        """The number of pages, at least 1."""
        return max(1, -(-self.players // PAGE))


def find_shown(people: Sequence[int], viewer: int, page: int) -> list[int]:
    """Return the lines, from 0, that a page shows, and the viewer's own; `people` are the user ids, best first."""
    lines = [*range(page * PAGE, min((page + 1) * PAGE, len(people)))]
    own = people.index(viewer) if viewer in people else None
    return lines if own is None or own in lines else [*lines, own]


def make_page(lines: Mapping[int, L], viewer: int, page: int, players: int) -> Page[L]:
    """Return a page, given its lines by number and the viewer's own; the leaderboard has this many players."""
    own = next((line for line, each in lines.items() if each.user_id == viewer), None)
    return Page(
        page,
        tuple(each for line, each in lines.items() if line // PAGE == page),
        None if own is None else lines[own],
        None if own is None else own // PAGE,
        players,
    )


async def find_names(database: Database, guild_id: int, people: Sequence[int]) -> dict[int, str]:
    """Return the people's names by user id; an empty one for those who have none to show.

    On a server, it's the name that they last played or solved a puzzle with there. On leaderboards of `EVERYWHERE`,
    only those who have allowed it have a name: the one of their account.
    """
    if guild_id == EVERYWHERE:
        rows = await database.read(_SHOWN_NAMES, (encode(people),))
    else:
        rows = await database.read(_NAMES, (guild_id, encode(people)))
    return {user_id: name or "" for user_id, name in rows}
