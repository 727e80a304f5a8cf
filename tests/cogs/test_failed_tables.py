"""Failed tables are tried again as soon as Discord reports a change that may end the cause."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.failed_tables import FailedTablesCog
from services.deadlines import WEEK
from tests.support.interactions import refusal
from tests.support.rooms import Room

COG = FailedTablesCog


@pytest.mark.parametrize(
    ("event", "times"), [("on_guild_role_delete", 1), ("on_guild_role_update", 2), ("on_guild_channel_update", 2)]
)
async def test_a_changed_channel_or_role_hurries_the_tables_of_its_server(room: Room, event: str, times: int) -> None:
    failures = room.services.outbox.failures
    game = await room.playing()
    failures.note("table 1", game.guild_id, game.channel_id, refusal(50013, 403), began=0)
    assert failures.pick_due() == []
    changed: list[Any] = [SimpleNamespace(guild=SimpleNamespace(id=game.guild_id))] * times

    (listener,) = [each for name, each in room.cog.get_listeners() if name == event]
    await listener(*changed)

    assert failures.pick_due() == ["table 1"]


def a_cog(room: Room) -> FailedTablesCog:
    return cast("FailedTablesCog", room.cog)


@pytest.mark.parametrize("event", ["on_guild_channel_delete", "on_raw_thread_delete"])
async def test_the_game_of_a_deleted_channel_or_thread_is_suspended(room: Room, event: str) -> None:
    game = await room.playing()

    await getattr(room.cog, event)(SimpleNamespace(id=game.channel_id, thread_id=game.channel_id))

    assert (await room.game()).suspended_until == room.clock + WEEK


async def test_games_are_suspended_while_the_bot_is_not_on_their_server(room: Room) -> None:
    game = await room.playing()
    guild = cast("Any", SimpleNamespace(id=game.guild_id))
    room.bot.channels[game.channel_id] = SimpleNamespace(id=game.channel_id)

    await a_cog(room).on_guild_remove(guild)
    assert (await room.game()).suspended_until == room.clock + WEEK
    room.clock += 60
    await a_cog(room).on_guild_join(guild)
    await a_cog(room).look_for_deleted()

    after = await room.game()
    assert (after.suspended_until, after.state) == (None, game.state)


async def test_servers_that_removed_the_bot_while_it_was_off_are_found_at_the_start(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.playing()

    await a_cog(room).on_ready()
    assert (await room.game()).suspended_until is None
    monkeypatch.setattr(room.bot, "get_guild", lambda _: None)
    await a_cog(room).on_ready()

    assert (await room.game()).suspended_until == room.clock + WEEK
