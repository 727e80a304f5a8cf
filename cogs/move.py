"""/move-table: a table goes to another channel of its server, also out of one that was deleted."""

from dataclasses import replace
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say, speak_in
from services.lobbies.moving import find_table, list_movable, move_table
from services.refusals import Refusal
from storage.games import ChannelTaken, Game
from storage.pseudonyms import mention
from ui.commands import ChannelWithMessages, NamedChannel, offer_nothing_on_failure
from ui.controls import Interaction, cut
from ui.layout import notice
from ui.messages.channels.access import (
    THREADS,
    TableChannel,
    find_table_channel,
    look_up,
    require_players_there,
    require_writable,
)
from ui.messages.limits import Limit
from ui.permissions import require_allowed_channel
from ui.places import channel_of
from ui.replies import tell, tell_all
from ui.services import Services

_MOST_CHOICES = 25


class MoveCog(commands.Cog):
    """The command /move-table, for a table's host and for server managers."""

    def __init__(self, services: Services) -> None:
        self._client = services.client
        self._tables = services.tables
        self._tournaments = services.tournaments
        self._limits = services.limits

    @app_commands.command(name="move-table", description=locale_str("Move a table to another channel"))
    @app_commands.describe(
        channel=locale_str("The channel or thread to move it to"),
        table=locale_str("The table; by default this channel's, or else the one you host"),
    )
    @app_commands.guild_only()
    async def move(
        self,
        interaction: Interaction,
        channel: app_commands.Transform[NamedChannel, ChannelWithMessages],
        table: str | None = None,
    ) -> None:
        """Move a table to a channel that has none, where the bot can write and all its players can play."""
        game = await self._find(interaction, table)
        if game.suspended_until is None and await self._tournaments.is_table(game):
            raise Refusal(say("A tournament's table stays in its thread."))  # unless that is gone
        server = await self._tables.settings.server(game.guild_id)
        require_allowed_channel(server, channel.id, getattr(channel, "parent_id", None))
        _require_may_write(channel)
        await require_writable(self._client, _describe(self._client, channel))
        self._limits.count(Limit.SHOW, interaction.user.id, channel.id)  # also of what is refused: it asks Discord
        people = game.list_players_left()
        await require_players_there(self._client, channel, people)
        move = partial(
            move_table, channel_id=channel.id, mover_id=interaction.user.id, people=people, now=self._tables.now()
        )
        try:
            moved = await self._tables.retry(game, lambda newest: self._tables.commit(move(newest), interaction.id))
        except ChannelTaken:
            raise Refusal(
                say("{channel} already has a table. Choose another channel.", channel=_mention(channel))
            ) from None
        await self._answer(interaction, game.channel_id, moved)

    async def _find(self, interaction: Interaction, table: str | None) -> Game:
        """Return the table to move; `table` is its id, untrusted."""
        movable = await self._list_movable(interaction)
        if table is None:
            game = await find_table(self._tables, channel_of(interaction), interaction.user.id, movable)
            if game.id not in {each.id for each in movable}:
                raise Refusal(
                    say("Only the host, {name}, and server managers can move this table.", name=mention(game.host_id))
                )
            return game
        found = next((each for each in movable if str(each.id) == table), None)
        if found is None:
            raise Refusal(say("There's no such table, or you can't move it."))
        return found

    async def _list_movable(self, interaction: Interaction) -> list[Game]:
        manages = interaction.permissions.manage_guild
        return await list_movable(self._tables, interaction.guild_id or 0, interaction.user.id, manages=manages)

    @move.autocomplete("table")
    @offer_nothing_on_failure
    async def suggest(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer the tables that the user may move, by their channels, systems and players."""
        offered = [(self._name(each), str(each.id)) for each in await self._list_movable(interaction)]
        fitting = [each for each in offered if current.casefold() in each[0].casefold()]
        return [app_commands.Choice(name=cut(name), value=value) for name, value in fitting[:_MOST_CHOICES]]

    def _name(self, game: Game) -> str:
        channel = look_up(self._client, game.guild_id, game.channel_id)
        where = f"#{name}" if (name := getattr(channel, "name", "")) else say("unknown channel")
        return " · ".join(
            [where, str(self._tables.variant(game).info.name), ", ".join(each.name for each in game.players)]
        )

    async def _answer(self, interaction: Interaction, left: int, game: Game) -> None:
        """Say where the table is now: to everybody in the channel that it `left`, elsewhere only to the user."""
        link = f"<#{game.channel_id}>"
        if interaction.channel_id == left:
            with speak_in(*await self._tables.languages.of_server(game.guild_id)):
                said = say("{name} moved the table to {channel}.", name=mention(interaction.user.id), channel=link)
                await tell_all(interaction, notice(said))
        else:
            await tell(interaction, say("The table is now in {channel}.", channel=link))


def _mention(channel: NamedChannel) -> str:
    return f"<#{channel.id}>"


def _require_may_write(channel: NamedChannel) -> None:
    """Reject a channel where the user, whose permissions came with it, can't write themselves."""
    allowed = channel.permissions
    sends = allowed.send_messages_in_threads if channel.type in THREADS else allowed.send_messages
    if not (allowed.view_channel and sends):
        raise Refusal(say("You can't write in {channel}.", channel=_mention(channel)))


def _describe(client: discord.Client, channel: NamedChannel) -> TableChannel:
    """Return the channel with what the bot knows of it; it may be a thread that isn't in discord.py's cache."""
    known = find_table_channel(client, channel.guild_id, channel.id)
    if known.permissions is None and channel.type in THREADS:
        parent = find_table_channel(client, channel.guild_id, getattr(channel, "parent_id", None) or channel.id)
        moderates = parent.permissions is not None and parent.permissions.manage_threads
        is_locked = bool(getattr(channel, "locked", False)) and not moderates
        return replace(known, kind=channel.type, permissions=parent.permissions, is_locked=is_locked)
    return replace(known, kind=channel.type)
