"""Faults that controls plant in the bot, so that the checks have something to find."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from storage.games import Game, GameStore
from storage.posts import Post, PostStore
from storage.pseudonyms import mention
from ui import history, outbox
from ui.controls import make_nonce
from ui.messages.public_table import PublicTables
from ui.outages import FAILURES
from ui.outbox import Outbox
from ui.wanted import Content, Wanted, WantedPost

LATE = 0.2  # seconds from an answer to the commit that it should have waited for

VERY_LATE = 2.0  # seconds until a commit
BLOCKED = 0.2  # seconds in which nothing else goes on
HOUR = 3_600

_commit = GameStore.commit
_want_ping = PublicTables._want_ping  # noqa: SLF001  # what is planted is a part of it
_begin = PostStore.begin
_leaked: list[bytes] = []
_late: set[asyncio.Task[Game]] = set()


async def _answer_first(games: GameStore, game: Game, **named: Any) -> Game:
    """Return what will be stored, and store it later."""
    if named.get("line") is None:
        return await _commit(games, game, **named)

    async def store() -> Game:
        await asyncio.sleep(LATE)
        return await _commit(games, game, **named)

    task = asyncio.create_task(store())
    _late.add(task)
    return replace(game, version=game.version + 1)


async def _store_twice(games: GameStore, game: Game, **named: Any) -> Game:
    stored = await _commit(games, game, **named)
    if named.get("line") is None:
        return stored
    return await _commit(games, stored, **{**named, "interaction_id": None})


async def _store_nothing(games: GameStore, game: Game, **named: Any) -> Game:
    """Leave out every third move of a game."""
    if named.get("line") is None or game.version % 3:
        return await _commit(games, game, **named)
    return replace(game, version=game.version + 1)


async def _block(games: GameStore, game: Game, **named: Any) -> Game:
    time.sleep(BLOCKED)  # noqa: ASYNC251  # that is the fault
    return await _commit(games, game, **named)


async def _commit_late(games: GameStore, game: Game, **named: Any) -> Game:
    await asyncio.sleep(VERY_LATE)
    return await _commit(games, game, **named)


async def _leak(games: GameStore, game: Game, **named: Any) -> Game:
    _leaked.append(bytes(range(256)) * 4096)
    return await _commit(games, game, **named)


def _call_another(tables: PublicTables, game: Game, posts: Sequence[Post]) -> Iterator[WantedPost]:
    """Ping somebody whose turn it isn't."""
    for wanted in _want_ping(tables, game, posts):
        another = next(each.user_id or 0 for each in game.players if each.user_id not in {None, *wanted.called})

        async def build(wanted: WantedPost = wanted, another: int = another) -> Content:
            return (await wanted.build())._replace(words=f"{mention(another)}, it's your turn.")

        yield replace(wanted, build=build, called=[another])


async def _crash(*_: object) -> None:
    """Fail in a way that nobody has thought of."""
    raise ZeroDivisionError


async def _try_at_once(outbox: Outbox, update: Any, _: Wanted) -> None:
    """Ask for a table's channel until Discord answers, without a pause, and then show the table."""
    while True:
        try:
            await outbox._client.fetch_channel(next(iter(update.failed.values()))[0])  # noqa: SLF001  # as above
            return outbox.refresh(update.owner)
        except FAILURES:
            await asyncio.sleep(0)


def _never_retry(outbox: Outbox) -> None:
    """Give up tables that failed."""


async def _store_another_nonce(posts: PostStore, post: Post) -> None:
    """Send each post with a nonce that nobody stores, so that it's repeated with another one."""
    await _begin(posts, replace(post, nonce=make_nonce()))


async def _do_nothing(*_: object) -> None:
    """Leave out what should be done."""


FAULTS: dict[str, tuple[Any, str, Any]] = {
    "answer-first": (GameStore, "commit", _answer_first),
    "store-half": (GameStore, "_change", _do_nothing),
    "show-nothing": (Outbox, "_work", _do_nothing),
    "store-nothing": (GameStore, "commit", _store_nothing),
    "block-loop": (GameStore, "commit", _block),
    "commit-late": (GameStore, "commit", _commit_late),
    "leak": (GameStore, "commit", _leak),
    "store-twice": (GameStore, "commit", _store_twice),
    "post-anew": (PostStore, "begin", _store_another_nonce),
    "call-another": (PublicTables, "_want_ping", _call_another),
    "crash": (Outbox, "_edit", _crash),
    "never-retry": (Outbox, "retry_failed", _never_retry),
    "wait-for-history": (history, "LOOKING_TIME", HOUR),
    "look-once": (outbox, "LOOK_EVERY", HOUR),
    "try-at-once": (Outbox, "_note_failure", _try_at_once),
}


def install(fault: str) -> None:
    """Plant this fault in the running process."""
    owner, name, planted = FAULTS[fault]
    setattr(owner, name, planted)
    if fault == "wait-for-history":
        vars(history).update(FAILURES=())
