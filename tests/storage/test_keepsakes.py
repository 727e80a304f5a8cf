"""The small things kept beside the games: messages, texts, scores, settings, signs of life, and what is at hand."""

from dataclasses import replace

from storage.alive import HeartbeatStore
from storage.database import Database
from storage.games import GameStore
from storage.public_messages import PendingPost, PublicMessage, PublicMessageStore, Slot
from storage.recent import LruCache
from storage.shards import Shard
from storage.texts import StoredText, TextKind, TextStore
from tests.storage.tables import CHANNEL, NOON, a_game, a_lobby, beat, finish


async def test_a_record_comes_back_and_is_replaced(games: GameStore, database: Database) -> None:
    lobby, messages = await a_lobby(games), PublicMessageStore(database)
    first = PublicMessage(lobby.id, 5, NOON, 1, 1, None)
    later = PublicMessage(lobby.id, None, NOON + 9, 2, 3, 6, "4", 7)

    assert await messages.get(lobby.id) is None
    for record in (first, later):
        await messages.save(record)
        assert await messages.get(lobby.id) == await PublicMessageStore(database).get(lobby.id) == record


async def test_a_record_at_hand_is_not_read_again(games: GameStore, database: Database) -> None:
    lobby, messages = await a_lobby(games), PublicMessageStore(database)
    await messages.save(PublicMessage(lobby.id, 5, NOON, 1, 1, None))
    other = PublicMessageStore(database)
    read = await other.get(lobby.id)
    unseen: list[str] = []
    await database._connection.set_trace_callback(unseen.append)  # noqa: SLF001  # SQLite's own list of statements

    assert await messages.get(lobby.id) == await other.get(lobby.id) == read
    assert unseen == []


async def test_a_response_on_its_way_is_all_that_is_known_of_a_game_that_was_never_shown(
    games: GameStore, database: Database
) -> None:
    lobby, messages = await a_lobby(games), PublicMessageStore(database)
    response = PendingPost(Slot.TABLE, "", "", NOON, interaction_id=7)

    await messages.note_response(lobby.id, CHANNEL, response)

    assert await messages.get(lobby.id) == PublicMessage(lobby.id, pending=(response,), channel_id=CHANNEL)


async def test_a_response_is_kept_by_every_save_until_it_has_arrived(games: GameStore, database: Database) -> None:
    lobby, messages = await a_lobby(games), PublicMessageStore(database)
    response, shown = (
        PendingPost(Slot.TABLE, "", "", NOON, interaction_id=7),
        PublicMessage(lobby.id, 5, NOON, 1, 1, None),
    )
    await messages.note_response(lobby.id, CHANNEL, response)

    await messages.save(shown)
    assert await PublicMessageStore(database).get(lobby.id) == replace(shown, pending=(response,))

    messages.end_response(lobby.id, response)
    await messages.save(shown)
    assert await PublicMessageStore(database).get(lobby.id) == shown


async def test_messages_that_show_an_older_version_are_stale(games: GameStore, database: Database) -> None:
    messages = PublicMessageStore(database)
    shown, behind, never, over_behind, over_never = [
        await a_game(games, channel=number, interaction=10 * number) for number in range(1, 6)
    ]
    await messages.save(PublicMessage(shown.id, 5, NOON, 1, 2, None))
    await messages.save(PublicMessage(behind.id, 5, NOON, 1, 1, None))
    await messages.save(PublicMessage(over_behind.id, 5, NOON, 1, 2, None))
    for number, game in enumerate((over_behind, over_never)):
        await finish(games, game, interaction_id=1_000 + number)

    assert await messages.stale() == [behind.id, never.id, over_behind.id]


async def test_the_latest_changed_games_are_shown_first(games: GameStore, database: Database) -> None:
    first, second, third = [await a_game(games, channel=number, interaction=10 * number) for number in range(1, 4)]
    await games.commit(second, interaction_id=1_000, now=NOON + 9)
    await finish(games, first, interaction_id=1_001, now=NOON + 5)
    await PublicMessageStore(database).save(PublicMessage(first.id, 5, NOON, 1, 2, None))

    assert await PublicMessageStore(database).stale() == [second.id, first.id, third.id]


async def test_the_messages_of_extended_games_are_stale_and_are_found_by_shard(
    games: GameStore, database: Database
) -> None:
    messages, shards = PublicMessageStore(database), (Shard(0, 2), Shard(1, 2))
    found = []
    for number, grace in ((6, 61), (7, 61), (8, 60)):  # the last one has enough time left
        game = await a_game(games, channel=number, interaction=10 * number)
        game = await games.commit(replace(game, guild_id=number << 22, grace=grace), interaction_id=None, now=NOON)
        await messages.save(PublicMessage(game.id, 5, NOON, 1, game.version, None))
        found.append(game.id)

    for number in (1, 0):
        await games.extend_deadlines(NOON, shards[number])
        messages.clear_cache()
        assert await messages.stale(shards[number]) == [found[number]]
    assert await messages.stale() == found[:2]


async def test_the_newest_text_of_each_kind_is_kept(games: GameStore, database: Database) -> None:
    game, texts = await a_game(games), TextStore(database)
    old = await texts.keep(game.id, 0, 1, "R4 R5", TextKind.REFUSED)
    other = await texts.keep(game.id, 0, 1, "R9", TextKind.CHOICE)
    new = await texts.keep(game.id, 0, 2, "R4 R5 R6", TextKind.REFUSED)

    assert await texts.get(old, game.id, 0) is None
    assert await texts.get(new, game.id, 0) == "R4 R5 R6"
    assert await texts.get(other, game.id, 0) == "R9"
    assert await texts.latest(game.id, 0, TextKind.REFUSED) == StoredText(new, 2, "R4 R5 R6")


async def test_a_text_that_is_kept_again_keeps_its_token(games: GameStore, database: Database) -> None:
    game = await a_game(games)
    texts = TextStore(database)
    first = await texts.keep(game.id, 0, 2, "R4 R5 R6", TextKind.CHOICE)

    again = await texts.keep(game.id, 0, 2, "R4 R5 R6", TextKind.CHOICE)
    later = await texts.keep(game.id, 0, 3, "R4 R5 R6", TextKind.CHOICE)
    other = await texts.keep(game.id, 0, 3, "R4 R5", TextKind.CHOICE)

    assert first == again
    assert len({first, later, other}) == 3
    assert await texts.get(first, game.id, 0) is None


async def test_a_token_opens_nothing_for_another_seat_or_game_and_a_seat_forgets_its_own(
    games: GameStore, database: Database
) -> None:
    game, other, texts = await a_game(games), await a_game(games, channel=3, interaction=10), TextStore(database)
    token = await texts.keep(game.id, 0, 1, "R4", TextKind.CHOICE)
    assert len(token) == 12
    assert await texts.latest(game.id, 1, TextKind.CHOICE) is None
    yours = await texts.keep(game.id, 1, 1, "R4", TextKind.CHOICE)

    for number, seat in ((game.id, 1), (other.id, 0)):
        assert await texts.get(token, number, seat) is None
    await texts.forget(game.id, 0)
    assert await texts.get(token, game.id, 0) is None
    assert await texts.get(yours, game.id, 1) == "R4"


async def test_the_last_sign_of_life_is_known(database: Database) -> None:
    alive = HeartbeatStore(database)
    assert await alive.last() is None

    for now in (NOON, NOON + 60):
        await alive.touch(beat(now))
        assert await alive.last() == now


def test_the_least_recently_used_value_is_dropped() -> None:
    recent: LruCache[str] = LruCache(2)
    recent.keep(1, "one")
    recent.keep(2, "two")
    recent.get(1)
    recent.keep(3, "three")

    assert [recent.get(number) for number in (1, 2, 3)] == ["one", None, "three"]
    assert len(recent) == 2
    recent.drop(1)
    recent.drop(1)
    assert len(recent) == 1
    recent.clear()
    assert len(recent) == 0
