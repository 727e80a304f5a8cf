"""Racks as direct messages: who gets one, when it's edited, and what a start finds."""

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.play import PlayCog
from engine.game.actions import Draw, Resign
from engine.override import override
from storage.games import Game, Player
from storage.posts import Post, name_bench
from storage.settings import Language
from tests.storage.tables import ANN, BOB, CLEO
from tests.support.interactions import refusal
from tests.support.panels import list_texts
from tests.support.rooms import Bot, Room

CHANNEL = 900  # Ann's direct messages


@dataclass
class DirectBot(Bot):
    """A bot with direct messages: what each shows, by its id."""

    shown: dict[int, str] = field(default_factory=dict)
    opened: int = 0  # how often it asked for the channel
    refuses_channels: bool = False
    refuses: int = 0  # Discord's code

    async def create_dm(self, _: object) -> Any:
        self.opened += 1
        if self.refuses_channels:
            raise refusal(0, 503)
        return SimpleNamespace(id=CHANNEL)

    @override
    def get_partial_messageable(self, *where: object, **_: object) -> Any:
        assert where == (CHANNEL,)
        return self

    @override
    async def send(self, text: str | None = "", *, view: Any = None, **_: object) -> Any:
        if self.refuses:
            raise refusal(self.refuses, 403)
        number = 100 + len(self.shown)
        self.shown[number] = "\n".join(list_texts(view))
        return SimpleNamespace(id=number)

    @override
    def get_partial_message(self, number: int) -> Any:
        async def edit(*, view: Any, **_: object) -> None:
            if number not in self.shown:
                raise refusal(10008, 404)
            self.edited += 1
            self.shown[number] = "\n".join(list_texts(view))

        async def delete() -> None:
            self.deleted.append(number)

        return SimpleNamespace(edit=edit, delete=delete)


COG = PlayCog
BOT = DirectBot


@pytest.fixture
async def game(room: Room) -> Game:
    """A running game in which Ann is to move, and wants direct messages."""
    await room.tables.settings.change_person(ANN.user_id or 0, lambda person: replace(person, dm=True))
    return await room.playing("R6 B9", "O2 O3", "K5 K8", players=(ANN, BOB, CLEO), pool="O9 O10 O11 K13 R2")


async def show(room: Room, game: Game, seat: int = 0) -> list[Post]:
    """Bring a seat's messages up to date, and return their records."""
    await room.services.outbox.show(name_bench(game.id, seat))
    return await room.tables.posts.of(name_bench(game.id, seat))


async def draw(room: Room, *seats: int) -> Game:
    """Let these seats draw one after the other, and return the game."""
    for seat in seats:
        await room.tables.make_move(await room.game(), Draw(seat), None)
    return await room.game()


def bot(room: Room) -> DirectBot:
    assert isinstance(room.bot, DirectBot)
    return room.bot


async def test_those_who_want_it_get_one_message_that_is_edited_as_their_turn_begins_and_ends(
    room: Room, game: Game
) -> None:
    for seat in range(3):
        await show(room, game, seat)
    assert [each.startswith("**Your turn**") for each in bot(room).shown.values()] == [True]

    await show(room, await draw(room, 0))
    await show(room, await draw(room, 1))
    assert bot(room).edited == 1
    assert "<@22> to play" in bot(room).shown[100]
    (post,) = await show(room, await draw(room, 2))

    assert (bot(room).edited, post.message_id, post.channel_id) == (2, 100, CHANNEL)
    assert bot(room).shown[100].startswith("**Your turn**")


async def test_it_follows_a_later_end_of_its_turn_and_another_channel(room: Room, game: Game) -> None:
    await show(room, await room.tables.commit(replace(game, waits_until=room.clock), None))

    await room.tables.games.extend_deadlines(room.clock + 1)
    (owner,) = await room.tables.posts.list_stale_benches()
    await room.services.outbox.show(owner)
    assert bot(room).edited == 1

    await show(room, await draw(room, 0))
    await show(room, await room.tables.commit(replace(await room.game(), channel_id=77), None))
    assert "<#77>" in bot(room).shown[100]


async def test_it_is_sent_when_the_turn_begins_and_not_before(room: Room, game: Game) -> None:
    game = await draw(room, 0)
    assert await show(room, game) == []
    assert bot(room).opened == 0

    assert len(await show(room, await draw(room, 1, 2))) == 1


async def test_it_is_sent_at_the_start_to_those_who_wait_too(room: Room, game: Game) -> None:
    await room.tables.settings.change_person(BOB.user_id or 0, lambda person: replace(person, dm=True))
    assert game.state
    dealt = await room.tables.commit(replace(game, state=replace(game.state, turns=0)), None)

    await show(room, dealt, 1)
    await show(room, dealt, 2)

    assert ["<@11> to play" in each for each in bot(room).shown.values()] == [True]


async def test_it_is_in_the_reader_s_language(room: Room, game: Game) -> None:
    await room.tables.settings.change_person(ANN.user_id or 0, lambda person: replace(person, language=Language.GERMAN))

    await show(room, game)

    assert "Du bist am Zug" in bot(room).shown[100]


@pytest.mark.parametrize("leaves", [(0,), (1, 2)])
async def test_the_last_message_stays_once_the_game_or_the_player_is_out(
    room: Room, game: Game, leaves: tuple[int, ...]
) -> None:
    await show(room, game)
    for seat in leaves:
        game = (await room.tables.make_move(game, Resign(seat), None)).game

    await show(room, game)
    await show(room, game)

    assert (bot(room).edited, bot(room).deleted, len(bot(room).shown)) == (1, [], 1)
    assert await room.tables.posts.list_stale_benches() == []


async def test_a_deleted_message_comes_back_when_the_next_turn_begins(room: Room, game: Game) -> None:
    await show(room, game)
    bot(room).shown.clear()

    assert await show(room, await draw(room, 0)) == []
    await show(room, await draw(room, 1, 2))

    assert len(bot(room).shown) == 1
    assert bot(room).opened == 1


async def test_closed_direct_messages_are_tried_again_when_the_next_turn_begins(room: Room, game: Game) -> None:
    bot(room).refuses = 50007
    await show(room, game)
    bot(room).refuses = 0
    await show(room, game)
    assert bot(room).shown == {}

    await show(room, await draw(room, 0))
    await show(room, await draw(room, 1, 2))

    assert len(bot(room).shown) == 1


async def test_nothing_is_wanted_while_discord_opens_no_channel(room: Room, game: Game) -> None:
    bot(room).refuses_channels = True
    await show(room, game)
    bot(room).refuses_channels = False

    assert bot(room).shown == {}
    assert len(room.services.outbox.failures) == 0
    assert len(await show(room, game)) == 1


async def test_a_computer_that_takes_over_is_shown(room: Room, game: Game) -> None:
    await show(room, game)
    players: tuple[Player, ...] = (replace(ANN, away=True), BOB, CLEO)

    await show(room, await room.tables.commit(replace(game, players=players), None))

    assert "a computer took over" in bot(room).shown[100]


async def test_the_rack_that_was_asked_for_last_is_the_only_one(room: Room, game: Game) -> None:
    await show(room, game)
    message: Any = SimpleNamespace(id=555, channel=SimpleNamespace(id=CHANNEL))
    bot(room).shown[555] = ""

    await room.services.direct_bench.keep(game, ANN.user_id or 0, message)
    posts = await show(room, game)

    assert [each.message_id for each in posts] == [555]
    assert (bot(room).deleted, bot(room).edited) == ([100], 0)
    await show(room, await draw(room, 0))
    assert "<@22> to play" in bot(room).shown[555]
