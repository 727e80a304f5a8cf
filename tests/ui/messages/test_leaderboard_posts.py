"""The leaderboards that are posted by themselves: when, and with the right champions."""

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.override import override
from ratings.badges import Badge
from ratings.rating import DAY
from services.people.leaderboards import Leaderboards
from storage.database import Database
from storage.leaderboard_posts import LeaderboardPostStore
from storage.posts import Post, name_server
from storage.results.badges import BadgeStore
from storage.results.leaderboards import LeaderboardStore
from storage.settings import Language, Server
from tests.storage.results.test_writing import NAMES, a_result, write
from tests.storage.tables import GUILD, VARIANTS
from tests.storage.test_leaderboard_posts import FRIDAY, at
from tests.support.channels import Channels
from tests.support.databases import open_new_database
from tests.support.tables import open_tables
from ui.interaction_webhooks import InteractionWebhooks
from ui.messages.leaderboard_posts import SETTLING, LeaderboardScreens, ServerPosts
from ui.network.request_budget import RequestBudget
from ui.outbox import Outbox
from ui.pictures import Pictures

CHANNEL = 7
MONDAY = at(2027, 1, 18) + SETTLING
SPRING = at(2027, 4, 1) + SETTLING  # a Thursday
PEOPLE = (11, 22, 33)


class WatchedOutbox(Outbox):
    """An outbox that notes what it's to bring up to date."""

    owners: list[str]

    @override
    def refresh_later(self, owners: Iterable[str]) -> None:
        self.owners = [*owners]


class PostedServer:
    """A server whose leaderboard is posted, and its clock."""

    def __init__(self, database: Database) -> None:
        self.database, self.clock = database, FRIDAY
        self.there = Channels(lambda: self.clock)
        self.store = LeaderboardPostStore(database)
        tables: Any = open_tables(database)
        object.__setattr__(tables, "now", lambda: self.clock)
        pool: Any = SimpleNamespace(store=None)
        boards = Leaderboards(tables, pool, LeaderboardStore(database))
        self.tables, self.pictures = tables, Pictures()
        screens = LeaderboardScreens(tables, self.pictures, boards)
        client: Any = self.there
        webhooks = InteractionWebhooks(tables.now, is_on=False)
        self.outbox = WatchedOutbox(client, tables.posts, tables.now, webhooks=webhooks, budget=RequestBudget())
        self.posts = ServerPosts(client, tables, self.store, screens, self.outbox)

    async def choose(self) -> None:
        await self.store.choose(GUILD, CHANNEL, self.clock)

    async def at(self, moment: int) -> list[str]:
        """Look for what is due at this time, three times; return the posts since the last call."""
        self.clock, before = moment, len(self.there.messages)
        for _ in range(3):
            await self.posts.refresh_due()
            for owner in self.outbox.owners:
                await self.outbox.show(owner)
        return self.there.list_texts(CHANNEL)[before:]


@pytest.fixture
async def server(database: Database) -> AsyncIterator[PostedServer]:
    here = PostedServer(database)
    await here.choose()
    await play(database)
    yield here
    here.pictures.close()


async def play(database: Database, *people: int, at: int = FRIDAY, number: int = 1) -> None:
    await write(database, a_result(number, *(people or PEOPLE), at=at))


async def test_the_season_is_posted_on_monday_once_and_calls_nobody(server: PostedServer) -> None:
    assert await server.at(MONDAY - 1) == []

    (post,) = await server.at(MONDAY)

    assert post.startswith("## Season 1 of 2027\n-# all systems\n-# A point")
    assert "Server managers can change this post in /setup." in post
    assert await server.at(MONDAY + 7 * DAY - 1) == []
    assert len(await server.at(MONDAY + 7 * DAY)) == 1


async def test_only_the_newest_week_is_posted_after_a_long_absence(server: PostedServer) -> None:
    assert len(await server.at(MONDAY + 30 * DAY)) == 1
    assert await server.at(MONDAY + 31 * DAY) == []


async def test_a_season_without_results_is_not_posted(server: PostedServer) -> None:
    assert len(await server.at(SPRING)) == 1  # the season that is over
    assert await server.at(at(2027, 4, 5) + SETTLING) == []
    assert await server.at(at(2027, 7, 1) + SETTLING) == []


async def test_a_server_that_the_bot_does_not_see_waits_and_one_that_wants_no_posts_gets_none(
    server: PostedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(server.there, "get_guild", lambda _: None)
        assert await server.at(MONDAY) == []
    assert len(await server.at(MONDAY + DAY)) == 1

    await server.store.choose(GUILD, None, MONDAY + DAY)
    assert await server.at(MONDAY + 7 * DAY) == []


async def test_posts_are_in_the_server_s_language(server: PostedServer) -> None:
    await server.tables.settings.change_server(GUILD, lambda _: Server(language=Language.GERMAN))

    assert "Saison 1" in (await server.at(MONDAY))[0]


async def test_the_champion_is_announced_when_the_season_is_over(server: PostedServer) -> None:
    await server.at(at(2027, 3, 29) + SETTLING)
    assert await server.at(SPRING - 1) == []

    (post,) = await server.at(SPRING)

    assert post.startswith("## Season 1 of 2027 is over\n🏆 Champion: <@11>\n")
    assert await server.at(SPRING + DAY) == []


async def test_the_champion_comes_first_and_then_the_new_season_s_week(server: PostedServer) -> None:
    await play(server.database, 22, 11, at=SPRING + DAY, number=2)

    over, new = await server.at(at(2027, 4, 5) + SETTLING)

    assert over.startswith("## Season 1 of 2027 is over")
    assert new.startswith("## Season 2 of 2027\n")


async def test_only_the_season_that_ended_last_is_announced(server: PostedServer) -> None:
    await play(server.database, 22, 11, 33, at=SPRING + DAY, number=2)

    (post,) = await server.at(at(2027, 7, 1) + SETTLING)

    assert post.startswith("## Season 2 of 2027 is over\n🏆 Champion: <@22>")


@pytest.mark.parametrize("refusing", ["locked", "gone"])
async def test_a_channel_that_refuses_is_left_alone_until_the_next_week(server: PostedServer, refusing: str) -> None:
    getattr(server.there, refusing).add(CHANNEL)
    assert await server.at(MONDAY) == []
    getattr(server.there, refusing).clear()

    assert await server.at(MONDAY + DAY) == []
    assert len(await server.at(MONDAY + 7 * DAY)) == 1


async def test_a_post_that_is_perhaps_there_twice_is_looked_for(server: PostedServer) -> None:
    await server.tables.posts.begin(Post(name_server(GUILD), "week-1", CHANNEL, None, "nonce", "once", FRIDAY))

    await server.posts.refresh_due()

    assert server.outbox.owners == [name_server(GUILD)]


GAMES = st.lists(st.lists(st.sampled_from([11, 22, 33, 44]), min_size=2, max_size=4, unique=True), max_size=5)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(GAMES)
async def test_champions_are_those_who_get_the_badge(tmp_path: Path, games: list[list[int]]) -> None:
    (tmp_path / "rackety.db").unlink(missing_ok=True)
    async with open_new_database(tmp_path / "rackety.db") as database:
        here = PostedServer(database)
        await here.choose()
        for number, people in enumerate(games):
            await play(database, *people, at=FRIDAY + number * DAY, number=number + 1)
        posts = await here.at(SPRING)
        badges = BadgeStore(database)
        wanted = [user for user in NAMES if Badge.CHAMPION in await badges.earned(user, VARIANTS, SPRING)]
        here.pictures.close()

    line = next((each for post in posts for each in post.splitlines() if each.startswith("🏆")), "")
    assert sorted(int(each[2:-1]) for each in line.replace(",", "").split() if each.startswith("<@")) == sorted(wanted)
