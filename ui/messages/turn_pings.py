"""The small messages that ping the player to move, and remind them when part of their time is over."""

import logging
from collections.abc import Sequence

import discord

from engine.game.views import View
from engine.text.phrases import say, speak_in
from services.tables import Tables
from storage.games import Game
from storage.recent import LruCache
from ui.controls import make_nonce, row
from ui.layout import picture, screen, text
from ui.messages.channels.access import find_channel
from ui.messages.limits import Call, Limits
from ui.pictures import Pictures
from ui.places import describe_place
from ui.replies import DM_CLOSED
from ui.screens.table import make_rack_button

log = logging.getLogger(__name__)

MOST_GAMES = 10_000  # of which the last pinged turn is noted; the one noted longest ago is forgotten


class TurnPings:
    """The sender of pings and reminders to players; the caller deletes these messages when the turn is over."""

    def __init__(self, client: discord.Client, tables: Tables, pictures: Pictures, limits: Limits) -> None:
        self._client = client
        self._tables = tables
        self._pictures = pictures
        self._limits = limits
        self._pinged: LruCache[int] = LruCache(MOST_GAMES)  # by game: the number of the last turn with a ping

    async def call(self, game: Game, view: View, person: int, nonce: str) -> discord.Message:
        """Ping `person`, a user id, in the table's channel because their turn has begun, or the table was moved.

        If it's moved to and fro in one turn, not every ping notifies them.
        """
        words = say("{name}, it's your turn.", name=f"<@{person}>")
        deadline = "" if view.deadline is None else " " + say("Ends {when}", when=f"<t:{view.deadline}:R>")
        if self._pinged.get(game.id) != view.turns:
            message = await self._post(game, [person], words + deadline, nonce)
            self._pinged.keep(game.id, view.turns)
            return message
        called = self._limits.list_uncalled(Call.MOVE, game, [person])
        message = await self._post(game, called, words + deadline, nonce)
        self._limits.note_called(Call.MOVE, game, called)
        return message

    async def remind(self, game: Game, view: View, person: int, nonce: str) -> discord.Message:
        """Remind `person`, a user id, in the table's channel to move.

        It isn't a reply to the ping: replies need the permission Read Message History (error 160002).
        """
        name, when = f"<@{person}>", f"<t:{game.due_at}:R>"
        if view.deadline is None:
            words = say(
                "{name}, it's still your turn. A computer takes over {when} if you don't play.", name=name, when=when
            )
        else:
            words = say("{name}, half your time is gone. Your turn ends {when}.", name=name, when=when)
        return await self._post(game, [person], words, nonce)

    async def _post(self, game: Game, called: Sequence[int], words: str, nonce: str) -> discord.Message:
        mentions = discord.AllowedMentions(users=[discord.Object(user_id) for user_id in called])
        channel = find_channel(self._client, game)
        return await channel.send(words, view=_make_rack_view(game), nonce=nonce, allowed_mentions=mentions)

    async def remind_directly(self, game: Game, view: View, person: int) -> bool:
        """Remind `person`, a user id, by direct message; return False if they don't want or accept any."""
        return (await self._tables.settings.person(person)).dm and await self._send_dm(game, view, person)

    async def _send_dm(self, game: Game, view: View, person: int) -> bool:
        """Send `person` a direct message with the table's picture, in their language; return False if they accept none.

        Raises:
            discord.HTTPException: Discord refuses the message for another reason.
        """
        with speak_in(await self._tables.languages.of_person(person)):
            screen, file = await self._make_reminder(game, view)
        try:
            channel = await self._client.create_dm(discord.Object(person))
            await channel.send(view=screen, files=[file], nonce=make_nonce())
        except discord.HTTPException as error:
            if error.code not in DM_CLOSED:
                raise
            log.info("a player of table %s takes no direct messages", game.id)
            return False
        return True

    async def _make_reminder(self, game: Game, view: View) -> tuple[discord.ui.LayoutView, discord.File]:
        game_view = self._tables.view_for(game)
        file = await self._pictures.draw_table(game_view)
        name, channel, when = game_view.variant.info.name, describe_place(game_view), f"<t:{game.due_at}:R>"
        if view.deadline is None:
            words = say(
                "**{game}** in {channel}: it's still your turn. A computer takes over {when} if you don't play.",
                game=name,
                channel=channel,
                when=when,
            )
        else:
            words = say(
                "**{game}** in {channel}: half your time is gone. Your turn ends {when}.",
                game=name,
                channel=channel,
                when=when,
            )
        return screen([text(words), picture(file), row(make_rack_button(game))]), file


def _make_rack_view(game: Game) -> discord.ui.View:
    buttons = discord.ui.View(timeout=None)
    buttons.add_item(make_rack_button(game))
    buttons.stop()  # as in `ui.layout.screen`
    return buttons
