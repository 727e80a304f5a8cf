"""Where the bot is with its users alone, who may type which command, roles, and the application's emojis."""

import asyncio
from typing import ClassVar

import aiohttp
import discord
import pytest
from discord import app_commands

from engine.override import override
from playground import Playground
from playground.client.inputs import InputRefused
from playground.model.starting_world import ANA_ID, APPLICATION_ID, AWAY_GUILD_ID, GUILD_ID, TABLE_ID
from playground.model.values import ChannelKind
from tests.playground.bots import Bot, running
from tests.playground.raw import PICTURE, Caller, Socket, emoji

EMOJIS = f"/applications/{APPLICATION_ID}/emojis"
Interaction = discord.Interaction[Bot]
AnyChannel = app_commands.AppCommandChannel | app_commands.AppCommandThread


class Guest(Bot):
    """Has a command that goes everywhere with its users, one for servers, and one for who manages them."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Interaction] = []

        @self.tree.command(name="solve", description="x")
        @app_commands.allowed_installs(guilds=True, users=True)
        @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
        async def solve(interaction: Interaction) -> None:
            self.heard.append(interaction)
            await interaction.response.send_message("solved")

        @self.tree.command(name="new", description="x")
        @app_commands.guild_only()
        async def new(interaction: Interaction) -> None:
            await interaction.response.send_message("new")

        @self.tree.command(name="setup", description="x")
        @app_commands.guild_only()
        @app_commands.default_permissions(manage_guild=True)
        async def setup(interaction: Interaction) -> None:
            self.heard.append(interaction)
            menu = discord.ui.RoleSelect[discord.ui.View](custom_id="role")
            await interaction.response.send_message(view=discord.ui.View().add_item(menu))

    async def on_interaction(self, interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            self.heard.append(interaction)
            await interaction.response.defer()


@pytest.mark.parametrize(("kind", "context", "guild_id"), [("group", 2, None), ("away", 0, AWAY_GUILD_ID)])
async def test_a_user_brings_the_bot_along_to_where_it_is_not(
    faithful: Playground, kind: ChannelKind, context: int, guild_id: int | None
) -> None:
    where, ana, ben = faithful.world.add_channel("friends", kind), faithful.seat("Ana"), faithful.seat("Ben")
    async with running(Guest(), faithful) as bot:
        shown = await ana.command("solve", where)

        assert shown is not None
        assert ben.messages(where)[-1].text == "solved"
        (heard,) = bot.heard
        assert heard.is_user_integration()
        assert not heard.is_guild_integration()
        assert heard.guild_id == guild_id
        assert [heard.context.guild, heard.context.dm_channel, heard.context.private_channel].index(True) == (context)
        with pytest.raises(InputRefused, match="needs the bot on the server"):
            await ana.command("new", where)
        with pytest.raises(discord.Forbidden) as refused:
            await bot.get_partial_messageable(where.id).send("x")
        assert refused.value.code == 50001
        (message,) = ana.messages(where)
        with pytest.raises(discord.Forbidden):
            await bot.get_partial_messageable(where.id).get_partial_message(message.id).edit(content="x")
        await heard.edit_original_response(content="by its token")
        assert ben.messages(where)[-1].text == "by its token"


async def test_outside_the_bot_s_servers_five_messages_may_follow_an_answer(
    playground: Playground, call: Caller, bare: Socket
) -> None:
    both = {"name": "solve", "description": "x", "integration_types": [0, 1], "contexts": [0, 1, 2]}
    await call("PUT", f"/applications/{APPLICATION_ID}/commands", [both])
    for where, last in ((playground.world.add_channel("friends", "group"), 400), (TABLE_ID, 200)):
        task = asyncio.create_task(playground.seat("Ana").command("solve", where))
        heard = await bare.event("INTERACTION_CREATE")
        path = f"/interactions/{heard['id']}/{heard['token']}/callback"
        await call("POST", path, {"type": 4, "data": {"content": "x"}})
        await task

        follow_up = f"/webhooks/{APPLICATION_ID}/{heard['token']}"
        answers = [await call("POST", follow_up, {"content": str(number)}) for number in range(6)]

        assert [each.status for each in answers] == [200] * 5 + [last]
        if last == 400:
            assert answers[-1].code == 40094


class Mover(Bot):
    """Takes a channel where messages can be read."""

    def __init__(self) -> None:
        super().__init__()
        self.named: list[app_commands.AppCommandChannel | app_commands.AppCommandThread] = []

        @self.tree.command(name="move", description="x")
        @app_commands.guild_only()
        async def move(
            interaction: Interaction, channel: app_commands.Transform[AnyChannel, ChannelsWithMessages]
        ) -> None:
            self.named.append(channel)
            await interaction.response.send_message("moved")


class ChannelsWithMessages(app_commands.Transformer):
    type = discord.AppCommandOptionType.channel
    channel_types: ClassVar = [discord.ChannelType.voice, discord.ChannelType.private_thread]

    @override
    async def transform(self, _: discord.Interaction, value: AnyChannel) -> AnyChannel:
        return value


async def test_a_named_channel_comes_with_the_users_permissions_and_is_of_the_types_that_are_asked_for(
    faithful: Playground,
) -> None:
    voice = faithful.world.add_channel("talk", "voice")
    thread = faithful.world.add_thread("secret", TABLE_ID, ANA_ID, is_private=True)
    async with running(Mover(), faithful) as bot:
        for where in (voice, thread):
            await faithful.seat("Ben").command("move", channel=str(where.id))
        with pytest.raises(InputRefused, match="another type"):
            await faithful.seat("Ben").command("move", channel=str(TABLE_ID))

        assert [each.type for each in bot.named] == [discord.ChannelType.voice, discord.ChannelType.private_thread]
        assert all(each.permissions.send_messages and not each.permissions.manage_guild for each in bot.named)


async def test_the_bot_gets_voice_channels_and_private_threads_that_let_it_in(faithful: Playground) -> None:
    voice = faithful.world.add_channel("talk", "voice")
    thread = faithful.world.add_thread("secret", TABLE_ID, ANA_ID, is_private=True)
    async with running(Bot(), faithful) as bot:
        assert isinstance(bot.get_channel(voice.id), discord.VoiceChannel)
        assert bot.get_channel(thread.id) is None
        joined = asyncio.ensure_future(bot.wait_for("thread_join"))
        await asyncio.sleep(0)

        faithful.world.let_bot_in(thread)

        assert (await joined).is_private()


async def test_a_command_for_managers_is_refused_to_others(faithful: Playground) -> None:
    async with running(Guest(), faithful):
        assert await faithful.seat("Ana").command("setup") is not None  # who owns the server
        with pytest.raises(InputRefused, match="not for everybody"):
            await faithful.seat("Ben").command("setup")


async def test_roles_are_told_to_the_bot_held_and_chosen(faithful: Playground) -> None:
    ana = faithful.seat("Ana")
    async with running(Guest(), faithful) as bot:
        role = faithful.world.add_role("Players")
        shown = await ana.command("setup")
        assert shown is not None
        await ana.select(shown, "role", [str(role.id)])
        faithful.world.give_role(ana.user.id, role)
        await ana.select(shown, "role", [str(role.id)])

        _, before, after = bot.heard
        guild = bot.get_guild(GUILD_ID)
        assert guild is not None
        assert [each.name for each in guild.roles] == ["@everyone", "Rackety", "Players"]
        assert isinstance(before.user, discord.Member)
        assert before.user.get_role(role.id) is None
        assert isinstance(after.user, discord.Member)
        assert after.user.get_role(role.id) is not None
        with pytest.raises(InputRefused):
            await ana.select(shown, "role", ["1"])


async def test_the_applications_emojis_are_made_listed_and_deleted(faithful: Playground) -> None:
    async with running(Bot(), faithful) as bot:
        made = await bot.create_application_emoji(name="red_1", image=PICTURE)
        (listed,) = await bot.fetch_application_emojis()
        assert (listed.id, listed.name, listed.is_application_owned()) == (made.id, "red_1", True)
        await listed.delete()
        assert await bot.fetch_application_emojis() == []


async def test_an_emojis_picture_is_given_out(playground: Playground, call: Caller) -> None:
    made = (await call("POST", EMOJIS, emoji())).body
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{playground.address}/cdn/emojis/{made['id']}.png") as picture:
            assert (picture.status, picture.content_type) == (200, "image/png")
            assert await picture.read() == PICTURE
        for unknown in ("1.png", "x.png"):
            async with session.get(f"{playground.address}/cdn/emojis/{unknown}") as gone:
                assert gone.status == 404


@pytest.mark.parametrize("name", ["red 1", "red-1", "rote_Ä"])
async def test_an_emojis_name_has_letters_digits_and_underscores(call: Caller, name: str) -> None:
    assert (await call("POST", EMOJIS, emoji(name))).wrong() == {"name": ["STRING_TYPE_REGEX"]}


async def test_an_application_has_2000_emojis_and_no_more(call: Caller, playground: Playground) -> None:
    first = (await call("POST", EMOJIS, emoji("first"))).body
    kept = playground.world.emojis[int(first["id"])]
    playground.world.emojis |= dict.fromkeys(range(1999), kept)

    answer = await call("POST", EMOJIS, emoji("last"))

    assert (answer.status, answer.code) == (400, 30008)


async def test_anothers_emojis_are_10002(call: Caller) -> None:
    assert (await call("GET", "/applications/1/emojis")).code == 10002
