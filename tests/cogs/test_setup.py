"""What the managers of a server choose for it, and that nobody else does."""

from collections.abc import Sequence
from types import SimpleNamespace

import discord
import pytest

from cogs.setup import SetupCog
from services.languages import NAMES
from storage.settings import Language, Server
from tests.storage.tables import GUILD, VARIANTS
from tests.support.interactions import Interaction
from tests.support.rooms import Room

COG = SetupCog
KEYS = list(VARIANTS)
CHANGED = "This menu has changed. That choice no longer exists."


def manager() -> Interaction:
    return Interaction(manages=True)


async def chosen(room: Room, argument: str, values: Sequence[str] = ()) -> Server:
    """What is stored for the server after a manager's tap."""
    answer = await room.tap("setup", None, manager(), argument=argument, values=values)
    assert not answer.is_public
    return await room.tables.settings.server(GUILD)


async def test_the_panel_is_shown_to_managers_alone(room: Room) -> None:
    answer = await room.command("setup", manager())

    assert "## Rackety on this server" in answer.text
    assert not answer.is_public
    assert "Manage Server" in await room.refused(room.command("setup"))


@pytest.mark.parametrize(
    "argument", ["channels", "role", "system", "options", "language", "threads-on", "threads-off", "posts"]
)
async def test_only_managers_change_anything(room: Room, argument: str) -> None:
    assert "Manage Server" in await room.refused(room.tap("setup", None, argument=argument, values=["1"]))


async def test_tables_are_opened_in_the_chosen_channels(room: Room) -> None:
    assert (await chosen(room, "channels", ["5", "6"])).channels == (5, 6)
    assert (await chosen(room, "channels")).channels == ()


async def test_values_that_are_no_channel_or_role_are_ignored(room: Room) -> None:
    untrusted = ["x", "-1", "", "9" * 20, "7"]

    assert (await chosen(room, "channels", untrusted)).channels == (7,)
    assert (await chosen(room, "role", untrusted)).role == 7


async def test_at_most_as_many_channels_are_kept_as_a_menu_holds(room: Room) -> None:
    assert len((await chosen(room, "channels", [str(each) for each in range(1, 60)])).channels) == 25


async def test_tables_are_opened_by_a_role_and_everyone_is_not_a_role(room: Room) -> None:
    assert (await chosen(room, "role", ["8"])).role == 8
    assert (await chosen(room, "role", [str(GUILD)])).role is None
    assert (await chosen(room, "role")).role is None


async def test_new_tables_are_of_the_chosen_system_and_another_one_forgets_the_options(room: Room) -> None:
    await room.tables.settings.change_server(GUILD, lambda _: Server(options={"clock": 120}))

    same = await chosen(room, "system", ["0"])
    other = await chosen(room, "system", ["2"])

    assert same.options == {"clock": 120}
    assert (other.variant, other.options) == (KEYS[2], None)


async def test_new_tables_begin_with_the_chosen_options(room: Room) -> None:
    preset = next(each for each in VARIANTS[KEYS[0]].presets if each.options)

    assert (await chosen(room, "options", ["2"])).options == preset.options
    assert (await chosen(room, "options", ["1"])).options == {}
    assert (await chosen(room, "options", ["0"])).options is None


async def test_public_messages_are_in_the_chosen_language(room: Room) -> None:
    german = 1 + list(NAMES).index(Language.GERMAN)

    assert (await chosen(room, "language", [str(german)])).language is Language.GERMAN
    assert (await chosen(room, "language", ["0"])).language is None


async def test_threads_are_switched_on_and_off(room: Room) -> None:
    assert (await chosen(room, "threads-on")).threads
    assert not (await chosen(room, "threads-off")).threads


@pytest.mark.parametrize("argument", ["system", "options", "language"])
@pytest.mark.parametrize("values", [[], ["99"], ["x"], ["-1"]])
async def test_a_menu_takes_nothing_that_it_has_not(room: Room, argument: str, values: list[str]) -> None:
    assert await room.refused(room.tap("setup", None, manager(), argument=argument, values=values)) == CHANGED


@pytest.mark.parametrize("argument", ["", "threads", "weather"])
async def test_there_is_nothing_else_to_choose(room: Room, argument: str) -> None:
    assert await room.refused(room.tap("setup", None, manager(), argument=argument)) == "There's no such setting."


async def test_channels_and_roles_that_the_server_has_no_more_are_not_shown(room: Room) -> None:
    await room.tables.settings.change_server(GUILD, lambda _: Server(channels=(5, 6), role=8))
    guild = SimpleNamespace(get_channel_or_thread={5: "here"}.get, get_role={}.get)

    answer = await room.command("setup", Interaction(manages=True, guild=guild))

    assert answer.screen.defaults == [5]
    assert (await room.tables.settings.server(GUILD)).channels == (5, 6)


async def posts_in(room: Room) -> int | None:
    posts = await room.services.leaderboard_posts.get(GUILD)
    return posts.channel_id if posts else None


async def test_the_leaderboard_is_posted_in_the_chosen_channel_or_in_none(room: Room) -> None:
    room.bot.channels = {7: here(), 8: here()}

    for values, channel in ((["7"], 7), (["8"], 8), ([], None)):
        answer = await room.tap("setup", None, manager(), argument="posts", values=values)
        assert await posts_in(room) == channel
        assert answer.screen.defaults == ([channel] if channel else [])
        assert "I can't post" not in answer.text


@pytest.mark.parametrize("value", ["9", "x", "-1", "9" * 19])
async def test_the_leaderboard_is_posted_on_no_other_server(room: Room, value: str) -> None:
    room.bot.channels = {7: here()}
    asked = room.tap("setup", None, manager(), argument="posts", values=[value])

    if value.isdecimal():
        assert await room.refused(asked) == "I can't find this channel here. Choose another one."
    else:
        await asked
    assert await posts_in(room) is None


async def test_managers_read_what_stops_the_posts(room: Room) -> None:
    room.bot.channels = {7: here("attach_files", "send_messages")}
    await room.services.leaderboard_posts.choose(GUILD, 7, 0)

    answer = await room.command("setup", manager())

    assert "I can't post in <#7> without these permissions: Send Messages." in answer.text
    room.bot.channels = {7: here("attach_files")}
    assert "permissions: Attach Files." in (await room.command("setup", manager())).text


async def test_a_deleted_channel_of_the_posts_is_not_shown(room: Room) -> None:
    await room.services.leaderboard_posts.choose(GUILD, 7, 0)

    assert (await room.command("setup", manager())).screen.defaults == []


def here(*missing: str) -> SimpleNamespace:
    """A channel in which the bot lacks these permissions."""
    permissions = discord.Permissions(discord.Permissions.all().value, **dict.fromkeys(missing, False))
    guild = SimpleNamespace(me="bot")
    return SimpleNamespace(guild=guild, type=discord.ChannelType.text, permissions_for=lambda _: permissions)
