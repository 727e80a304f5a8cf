"""The small things kept beside the games: texts, signs of life, and what is at hand."""

from storage.alive import HeartbeatStore
from storage.database import Database
from storage.games import GameStore
from storage.recent import LruCache
from storage.texts import StoredText, TextKind, TextStore
from tests.storage.tables import NOON, a_game, beat


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
