"""The records of messages, and which of them a start must look after."""

from dataclasses import replace

from storage.database import Database
from storage.games import Game, GameStore
from storage.posts import BENCH, Post, PostStore, name_bench, name_table
from storage.settings import SettingsStore
from storage.shards import Shard
from tests.storage.tables import ANN, BOB, NOON, a_game, finish

FIRST = Post("table 1", "table 7", 8, None, "one", "7 ", NOON)
SECOND = Post("table 1", "vote", 8, 6, "two", "0 1", NOON + 1)


async def test_a_post_is_begun_once_noted_doubted_and_forgotten(database: Database) -> None:
    posts = PostStore(database)
    for each in (FIRST, SECOND, replace(FIRST, shown="again"), replace(FIRST, owner="table 2")):
        await posts.begin(each)
    assert await posts.of("table 1") == [FIRST, SECOND]

    await posts.note(FIRST, 5, "7 ")
    await posts.settle("table 1", "7 ")
    assert await PostStore(database).of("table 1") == [replace(FIRST, message_id=5), SECOND]
    await posts.doubt("table 1", "table")
    assert await posts.of("table 1") == [replace(FIRST, message_id=5, shown=""), SECOND]
    await posts.forget(FIRST)

    assert await posts.of("table 1") == [SECOND]
    assert await posts.of("table 2") == [replace(FIRST, owner="table 2")]
    assert await posts.list_unsent("table") == ["table 2"]


async def settle(posts: PostStore, game: Game, version: int) -> None:
    await posts.settle(name_table(game.id), f"{version} {game.due_at or ''}")


async def test_tables_that_show_an_older_version_or_wait_for_an_answer_are_stale_the_latest_changed_first(
    database: Database, games: GameStore
) -> None:
    posts = PostStore(database)
    shown, behind, never, over_behind, over_untrue, over_never, sent = [
        await a_game(games, channel=number, interaction=10 * number) for number in range(1, 8)
    ]
    for each in (shown, over_behind, sent):
        await settle(posts, each, each.version)
    await settle(posts, behind, 1)
    await posts.begin(replace(FIRST, owner=name_table(sent.id)))
    await posts.begin(replace(FIRST, owner=name_table(over_untrue.id), message_id=5))
    await finish(games, over_behind, interaction_id=1_000, now=NOON + 9)
    await finish(games, over_untrue, interaction_id=1_001, now=NOON + 9)
    await finish(games, over_never, interaction_id=1_002, now=NOON + 9)

    assert await posts.list_stale_tables() == [over_behind.id, over_untrue.id, behind.id, never.id, sent.id]


async def test_tables_of_extended_games_are_stale_and_are_found_by_shard(database: Database, games: GameStore) -> None:
    posts, shards, found = PostStore(database), (Shard(0, 2), Shard(1, 2)), []
    for number, grace in ((6, 61), (7, 61), (8, 60)):  # the last one has enough time left
        game = await a_game(games, channel=number, interaction=10 * number)
        game = await games.commit(replace(game, guild_id=number << 22, grace=grace), interaction_id=None, now=NOON)
        await settle(posts, game, game.version)
        found.append(game.id)

    for number in (1, 0):
        await games.extend_deadlines(NOON, shards[number])
        assert await posts.list_stale_tables(shards[number]) == [found[number]]
    assert await posts.list_stale_tables() == found[:2]


async def test_direct_messages_that_were_overtaken_or_are_on_their_way_need_work(
    database: Database, games: GameStore
) -> None:
    posts = PostStore(database)
    true, sent, behind, extended, ended, forgotten = [
        await a_game(games, channel=number, interaction=10 * number) for number in range(1, 7)
    ]
    for each, message_id in (
        (true, 5),
        (sent, None),
        (replace(behind, version=1), 6),
        (replace(extended, suspended_until=NOON), 7),
        (ended, 8),
    ):
        owner = name_bench(each.id, 1)
        await posts.begin(Post(owner, BENCH, 8, message_id, "nonce", "waiting", NOON))
        await posts.settle(owner, each.shown_version)
    await posts.settle(name_bench(forgotten.id, 1), "0")
    await finish(games, ended, interaction_id=99)

    stale = [name_bench(each.id, 1) for each in (sent, behind, extended, ended)]
    assert await posts.list_stale_benches() == stale
    shards = Shard.of(true.guild_id, 2), Shard.of(true.guild_id + (1 << 22), 2)
    assert [await posts.list_stale_benches(each) for each in shards] == [stale, []]


async def test_a_player_to_move_who_wants_direct_messages_may_need_a_first_one(
    database: Database, games: GameStore
) -> None:
    posts, settings = PostStore(database), SettingsStore(database)
    never, true, ended = [await a_game(games, channel=number, interaction=10 * number) for number in range(1, 4)]
    await posts.settle(name_bench(true.id, 1), true.shown_version)
    await finish(games, ended, interaction_id=99)
    assert await posts.list_stale_benches() == []

    for player in (ANN, BOB):
        await settings.change_person(player.user_id or 0, lambda person: replace(person, dm=True))

    assert await posts.list_stale_benches() == [name_bench(never.id, 1)]
