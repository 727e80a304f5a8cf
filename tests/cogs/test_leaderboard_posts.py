"""The loop that posts servers' leaderboards; `tests/ui/messages/test_leaderboard_posts.py` looks at the posts."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.leaderboard_posts import LeaderboardPostsCog
from engine.override import override
from ratings.rating import DAY
from storage.errors import DatabaseFailed
from tests.storage.tables import GUILD, NOON
from tests.support.rooms import Bot, opened


class PostingBot(Bot):
    """A bot that keeps what it was given to post."""

    @override
    async def send(self, text: str | None = "", **named: Any) -> Any:
        assert not text
        self.posts.append(next(each.content for each in named["view"].walk_children() if hasattr(each, "content")))
        return SimpleNamespace(id=1)


async def test_the_loop_posts_what_is_due_and_outlives_a_failing_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, LeaderboardPostsCog, PostingBot()) as room:
        await room.over()
        store = room.services.leaderboard_posts
        await store.choose(GUILD, 7, NOON)
        due, failures = store.list_due, [DatabaseFailed("no")]

        async def fail_once(now: int) -> Any:
            if failures:
                raise failures.pop()
            return await due(now)

        monkeypatch.setattr(store, "list_due", fail_once)
        monkeypatch.setattr("services.concurrency.supervise.Backoff.wait", lambda *_: 0)
        await cast("Any", room.cog).cog_load()
        await room.until(lambda: not failures)
        assert room.bot.posts == []
        room.clock += 8 * DAY

        await cast("Any", room.cog).on_shard_ready(0)
        await room.until(lambda: bool(room.bot.posts))

        assert room.bot.posts == ["## Season 1 of 2027\n-# all systems"]
