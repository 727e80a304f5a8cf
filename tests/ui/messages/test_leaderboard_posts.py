"""The leaderboards that are posted by themselves: when, once, and with the right champions."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord.components import _component_factory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ratings.badges import Badge
from ratings.rating import DAY
from services.people.leaderboards import Leaderboards
from storage.database import Database
from storage.errors import DatabaseFailed
from storage.leaderboard_posts import LeaderboardPostStore
from storage.results.badges import BadgeStore
from storage.results.leaderboards import LeaderboardStore
from storage.settings import Language, Server
from tests.storage.results.test_writing import NAMES, a_result, write
from tests.storage.tables import GUILD, VARIANTS
from tests.storage.test_leaderboard_posts import FRIDAY, at
from tests.support.breaking import Killed
from tests.support.databases import open_new_database
from tests.support.interactions import refusal
from tests.support.limits import check
from tests.support.tables import open_tables
from ui.messages.leaderboard_posts import SETTLING, LeaderboardPoster, LeaderboardScreens
from ui.messages.table_record import NONCE_LIFE
from ui.pictures import Pictures

CHANNEL, BOT = 7, 99
MONDAY = at(2027, 1, 18) + SETTLING
SPRING = at(2027, 4, 1) + SETTLING  # a Thursday
PEOPLE = (11, 22, 33)


def read_components(payloads: Sequence[Any]) -> list[Any]:
    """A message's components as discord.py reads them."""
    return [_component_factory(cast("Any", {"id": 1, **each})) for each in payloads]


@dataclass
class Discord:
    """A server's channel: its messages, and the nonces that it remembers. A step of a post can fail, or be the last."""

    posts: list[Any] = field(default_factory=list)
    nonces: dict[str, int] = field(default_factory=dict)  # when each was posted first
    now: Callable[[], int] = lambda: 0
    fails_before: list[Exception] = field(default_factory=list)
    fails_after: list[BaseException] = field(default_factory=list)
    guilds: set[int] = field(default_factory=lambda: {GUILD})
    reads_history: bool = True
    history_fails: list[Exception] = field(default_factory=list)
    user: Any = field(default_factory=lambda: SimpleNamespace(id=BOT))

    def get_guild(self, guild_id: int) -> Any:
        return guild_id if guild_id in self.guilds else None

    def get_partial_messageable(self, channel_id: int, *, guild_id: int) -> Any:
        assert (channel_id, guild_id) == (CHANNEL, GUILD)
        return self

    async def send(
        self, *, view: discord.ui.LayoutView, files: Any, nonce: str, allowed_mentions: discord.AllowedMentions
    ) -> None:
        if self.fails_before:
            raise self.fails_before.pop()
        check(view)
        assert not allowed_mentions.to_dict()["parse"]
        assert len(files) == 1
        if nonce not in self.nonces or self.now() - self.nonces[nonce] > NONCE_LIFE:
            components = read_components(view.to_components())  # type: ignore[no-untyped-call]  # discord.py leaves it so
            author = SimpleNamespace(id=BOT)
            post = SimpleNamespace(author=author, components=components, created=self.now())
            post.delete = partial(self._delete, post)
            self.posts.append(post)
            self.nonces[nonce] = self.now()
        if self.fails_after:
            raise self.fails_after.pop()

    async def history(self, *, limit: int, after: Any, oldest_first: bool) -> AsyncIterator[Any]:
        assert oldest_first
        if self.history_fails:
            raise self.history_fails.pop()
        later = [each for each in self.posts if each.created >= after.timestamp()]
        for each in later[:limit] if self.reads_history else []:
            yield each

    async def _delete(self, post: Any) -> None:
        self.posts.remove(post)

    @property
    def texts(self) -> list[str]:
        return [
            "\n".join(filter(None, (getattr(part, "content", "") for part in each.components[0].children)))
            for each in self.posts
        ]


class PostedServer:
    """A server whose leaderboard is posted, and its clock."""

    def __init__(self, database: Database, there: Discord) -> None:
        self.database, self.there, self.clock = database, there, FRIDAY
        there.now = lambda: self.clock
        self.store = LeaderboardPostStore(database)
        self.restart()

    def restart(self) -> None:
        """Begin anew, with what is stored."""
        tables: Any = open_tables(self.database)
        object.__setattr__(tables, "now", lambda: self.clock)
        pool: Any = SimpleNamespace(store=None)
        boards = Leaderboards(tables, pool, LeaderboardStore(self.database))
        self.tables, self.pictures = tables, Pictures()
        screens = LeaderboardScreens(tables, self.pictures, boards)
        client: Any = self.there
        self.poster = LeaderboardPoster(client, tables, self.store, screens)

    async def choose(self) -> None:
        await self.store.choose(GUILD, CHANNEL, self.clock)

    async def at(self, moment: int) -> list[str]:
        """Look for what is due at this time, three times; return the posts since the last call."""
        self.clock, before = moment, len(self.there.posts)
        for _ in range(3):
            await self.poster.post_due()
        return self.there.texts[before:]


@pytest.fixture
async def server(database: Database) -> AsyncIterator[PostedServer]:
    here = PostedServer(database, Discord())
    await here.choose()
    await play(database)
    yield here
    here.pictures.close()


async def play(database: Database, *people: int, at: int = FRIDAY, number: int = 1) -> None:
    await write(database, a_result(number, *(people or PEOPLE), at=at))


async def test_the_season_is_posted_on_monday_once_and_calls_nobody(server: PostedServer) -> None:
    assert await server.at(MONDAY - 1) == []

    (post,) = await server.at(MONDAY)

    assert post.startswith("## Season 1 of 2027\n-# all systems\n🥇 <@11> — **2 points** · 1 of 1 game won\n🥈 <@22>")
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
    server: PostedServer,
) -> None:
    server.there.guilds.clear()
    assert await server.at(MONDAY) == []
    server.there.guilds.add(GUILD)
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

    assert post.startswith("## Season 1 of 2027 is over\n🏆 Champion: <@11>\n🥇 <@11> — **2 points**")
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


GAMES = st.lists(st.lists(st.sampled_from([11, 22, 33, 44]), min_size=2, max_size=4, unique=True), max_size=5)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(GAMES)
async def test_champions_are_those_who_get_the_badge(tmp_path: Path, games: list[list[int]]) -> None:
    (tmp_path / "rackety.db").unlink(missing_ok=True)
    async with open_new_database(tmp_path / "rackety.db") as database:
        here = PostedServer(database, Discord())
        await here.choose()
        for number, people in enumerate(games):
            await play(database, *people, at=FRIDAY + number * DAY, number=number + 1)
        posts = await here.at(SPRING)
        badges = BadgeStore(database)
        wanted = [user for user in NAMES if Badge.CHAMPION in await badges.earned(user, VARIANTS, SPRING)]
        here.pictures.close()

    line = next((each for post in posts for each in post.splitlines() if each.startswith("🏆")), "")
    assert sorted(int(each[2:-1]) for each in line.replace(",", "").split() if each.startswith("<@")) == sorted(wanted)


# failures


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_a_channel_that_refuses_is_left_alone_until_the_next_week(server: PostedServer, code: int) -> None:
    server.there.fails_before = [refusal(code, 403)]

    assert await server.at(MONDAY) == []
    assert not server.there.fails_before
    assert len(await server.at(MONDAY + 7 * DAY)) == 1


@pytest.mark.parametrize("error", [refusal(0, 503), refusal(0, 429), OSError(), TimeoutError()])
async def test_an_outage_delays_the_post(server: PostedServer, error: Exception) -> None:
    server.there.fails_before = [error] * 3
    assert await server.at(MONDAY) == []

    assert len(await server.at(MONDAY + 3600)) == 1


async def test_one_server_s_outage_delays_no_other(server: PostedServer) -> None:
    await server.store.choose(GUILD - 1, CHANNEL, FRIDAY)  # comes first, and has nothing to post
    server.there.guilds.add(GUILD - 1)

    assert len(await server.at(MONDAY)) == 1


async def lose_answer(server: PostedServer, moment: int) -> int:
    """Let a post come through whose answer is lost, and return how many there were before."""
    before = len(server.there.posts)
    server.clock, server.there.fails_after = moment, [OSError()]
    await server.poster.post_due()
    server.restart()
    return before


@pytest.mark.parametrize("later", [60, NONCE_LIFE + 60, 2 * DAY])
async def test_a_lost_answer_posts_nothing_twice(server: PostedServer, later: int) -> None:
    before = await lose_answer(server, MONDAY)

    assert await server.at(MONDAY + later) == []
    assert len(server.there.posts) == before + 1


async def test_a_post_that_the_history_does_not_tell_of_is_sent_again_and_deleted_later(server: PostedServer) -> None:
    before = await lose_answer(server, MONDAY)
    server.there.history_fails = [refusal(0, 500)] * 2
    server.clock += NONCE_LIFE + 60

    await server.poster.post_due()
    assert len(server.there.posts) == before + 2
    await server.poster.post_due()
    assert not server.there.history_fails
    server.restart()
    await server.poster.post_due()

    assert len(server.there.posts) == before + 1
    assert await server.at(server.clock + DAY) == []


async def test_a_double_that_no_history_shows_for_a_day_stays(server: PostedServer) -> None:
    before = await lose_answer(server, MONDAY)
    server.there.history_fails = [refusal(0, 500)] * 3
    server.clock += NONCE_LIFE + 60
    for _ in range(2):
        await server.poster.post_due()
    server.clock = MONDAY + DAY
    await server.poster.post_due()

    assert not server.there.history_fails
    assert await server.store.due(server.clock) == []
    assert len(server.there.posts) == before + 2


def killing(method: Callable[..., Awaitable[Any]], *, before: bool) -> Callable[..., Awaitable[Any]]:
    async def call(*arguments: Any, **named: Any) -> Any:
        if before:
            raise Killed
        await method(*arguments, **named)
        raise Killed

    return call


@pytest.mark.parametrize("later", [60, NONCE_LIFE + 60])
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("step", ["begin", "end", "send"])
async def test_a_kill_at_any_step_posts_once(
    server: PostedServer, monkeypatch: pytest.MonkeyPatch, step: str, before: bool, later: int
) -> None:
    target: Any = server.there if step == "send" else server.store
    with monkeypatch.context() as patch:
        patch.setattr(target, step, killing(getattr(target, step), before=before))
        server.clock = MONDAY
        with suppress(Killed):
            await server.poster.post_due()
    server.restart()

    await server.at(MONDAY + later)

    assert len(server.there.posts) == 1


async def test_a_failing_database_posts_nothing_that_it_could_not_note(
    server: PostedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise DatabaseFailed("no")

    with monkeypatch.context() as patch:
        patch.setattr(server.store, "begin", fail)
        server.clock = MONDAY
        with pytest.raises(DatabaseFailed):
            await server.poster.post_due()

    assert server.there.posts == []
    assert len(await server.at(MONDAY + 60)) == 1


async def test_a_message_of_somebody_else_is_not_taken_for_the_post(server: PostedServer) -> None:
    """The post was begun and not sent; meanwhile another bot wrote the same, and this one something else."""
    with suppress(Killed):
        server.clock = MONDAY
        server.there.fails_before = [Killed()]  # type: ignore[list-item]  # as if it were an error
        await server.poster.post_due()
    heading = {"type": 10, "id": 2, "content": "## Season 1 of 2027\n-# all systems"}
    same = read_components([{"type": 17, "components": [heading]}])
    other = SimpleNamespace(author=SimpleNamespace(id=1), components=same)
    own = SimpleNamespace(author=SimpleNamespace(id=BOT), components=[SimpleNamespace(type=1)])
    for message in (other, own):
        message.created = MONDAY + 1
    server.there.posts = [other, own]

    await server.poster.post_due()
    server.clock = MONDAY + NONCE_LIFE + 60
    await server.poster.post_due()

    assert len(server.there.posts) == 3
