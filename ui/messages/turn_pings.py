"""The small messages that ping the player to move, and remind them when half of their time is over."""

import logging

import discord

from engine.game.views import View
from engine.text.phrases import say, speak_in
from services.tables import Tables
from storage.boards import PublicMessage
from storage.games import Game
from ui.controls import make_nonce, row
from ui.layout import picture, screen, text
from ui.messages.game_channel import find_channel
from ui.pictures import Pictures
from ui.places import describe_place
from ui.replies import DM_CLOSED
from ui.screens.table import make_rack_button

log = logging.getLogger(__name__)


class TurnPings:
    """The sender of pings and reminders to players; the caller deletes these messages when the turn is over."""

    def __init__(self, client: discord.Client, tables: Tables, pictures: Pictures) -> None:
        self._client = client
        self._tables = tables
        self._pictures = pictures

    async def call(self, game: Game, view: View, person: int) -> int:
        """Ping `person`, a user id, in the table's channel because their turn has begun; return the message's id."""
        called = say("{name}, it's your turn.", name=f"<@{person}>")
        deadline = "" if view.deadline is None else " " + say("Ends {when}", when=f"<t:{view.deadline}:R>")
        message = await find_channel(self._client, game).send(
            called + deadline,
            view=_make_rack_view(game),
            nonce=make_nonce("p", game.id, view.turns),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(person)]),
        )
        return message.id

    async def remind(self, game: Game, view: View, person: int, board: PublicMessage) -> int | None:
        """Remind `person`, a user id, to move: by direct message if they want that, otherwise in the table's channel.

        In the channel, the reminder replies to the ping that `board`, the record of the game's messages, names.
        Return the reminder's id, or None after a direct message.
        """
        if (await self._tables.settings.person(person)).dm and await self._send_dm(game, view, person):
            return None
        name, when = f"<@{person}>", f"<t:{view.deadline}:R>"
        text = say("{name}, half of your time is gone. Your turn ends {when}.", name=name, when=when)
        again = make_nonce("r", game.id, view.turns)
        called = discord.AllowedMentions(users=[discord.Object(person)], replied_user=False)
        channel = find_channel(self._client, game)
        if board.ping_id is None:
            return (await channel.send(text, view=_make_rack_view(game), nonce=again, allowed_mentions=called)).id
        ping = discord.MessageReference(
            message_id=board.ping_id, channel_id=game.channel_id, guild_id=game.guild_id, fail_if_not_exists=False
        )
        message = await channel.send(
            text, view=_make_rack_view(game), nonce=again, allowed_mentions=called, reference=ping
        )
        return message.id

    async def _send_dm(self, game: Game, view: View, person: int) -> bool:
        """Send `person` a direct message with the table's picture, in their language; return False if they accept none.

        Raises:
            discord.HTTPException: Discord refuses the message for another reason.
        """
        with speak_in(await self._tables.languages.of_person(person)):
            screen, file = await self._make_reminder(game, view)
        try:
            channel = await self._client.create_dm(discord.Object(person))
            await channel.send(view=screen, files=[file], nonce=make_nonce("r", game.id, view.turns))
        except discord.HTTPException as error:
            if error.code not in DM_CLOSED:
                raise
            log.info("a player of table %s takes no direct messages", game.id)
            return False
        return True

    async def _make_reminder(self, game: Game, view: View) -> tuple[discord.ui.LayoutView, discord.File]:
        game_view = self._tables.view_for(game)
        file = await self._pictures.draw_table(game_view)
        words = say(
            "**{game}** in {channel}: half of your time is gone. Your turn ends {when}.",
            game=game_view.variant.info.name,
            channel=describe_place(game_view),
            when=f"<t:{view.deadline}:R>",
        )
        return screen([text(words), picture(file), row(make_rack_button(game))]), file


def _make_rack_view(game: Game) -> discord.ui.View:
    buttons = discord.ui.View(timeout=None)
    buttons.add_item(make_rack_button(game))
    return buttons
