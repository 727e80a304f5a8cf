"""The small messages that ping the player to move, and remind them when part of their time is over.

The ping is a follow-up of the last player's interaction if its webhook can post one, because Discord doesn't count
those requests in the bot's limit.
"""

import logging
from collections.abc import Sequence
from functools import partial

import discord

from engine.game.views import View
from engine.text.phrases import say, speak_in
from services.deadlines import has_one_person_left, is_unreminded
from services.game_view import find_last_mover, follows_own_action
from services.tables import Tables
from storage.games import Game, Phase
from storage.pseudonyms import mention
from storage.public_messages import PublicMessage, Slot
from storage.recent import LruCache
from ui.controls import Control, make_nonce, row
from ui.layout import picture, screen, text
from ui.messages.channels.access import find_channel
from ui.messages.interaction_webhooks import InteractionWebhook, InteractionWebhooks
from ui.messages.limits import Call, Limits
from ui.messages.table_record import TableRecord
from ui.pictures import Pictures
from ui.places import describe_place
from ui.replies import DM_CLOSED, notify
from ui.screens.table import make_rack_button

log = logging.getLogger(__name__)

MOST_GAMES = 10_000  # of which the last pinged turn is noted; the one noted longest ago is forgotten


class TurnPings:
    """The keeper of pings and reminders to players. The caller stores the record, and holds the game's lock."""

    def __init__(
        self, client: discord.Client, tables: Tables, pictures: Pictures, limits: Limits, webhooks: InteractionWebhooks
    ) -> None:
        self._client = client
        self._tables = tables
        self._pictures = pictures
        self._limits = limits
        self._webhooks = webhooks
        self._to_remind: dict[int, int] = {}  # by game: the number of the turn to send a reminder for
        self._pinged: LruCache[int] = LruCache(MOST_GAMES)  # by game: the number of the last turn with a ping

    def is_call_due(self, game: Game, messages: PublicMessage) -> bool:
        """Return whether the player to move still has to be pinged."""
        return messages.ping_for != name_turn(game) and self._find_called(game) is not None

    def note_due_reminder(self, game: Game) -> None:
        """Remind the player to move when the messages are brought up to date next, unless the turn ends first."""
        if game.state:
            self._to_remind[game.id] = game.state.turns

    async def bring_up_to_date(self, game: Game, record: TableRecord) -> None:
        """Post the ping and the reminder that are due, and delete those that aren't wanted anymore."""
        await self._update_ping(game, record)
        await self._update_reminder(game, record)

    async def _update_ping(self, game: Game, record: TableRecord) -> None:
        """In a new turn, delete the last turn's ping and reminder, and ping the player to move."""
        turn = name_turn(game)
        if turn == record.messages.ping_for:
            return
        record.empty(Slot.PING)
        record.empty(Slot.REMINDER)
        await record.delete_leftovers()
        if (called := self._find_called(game)) is not None:
            call = partial(self._call, game, *called)
            webhook = self._webhooks.find_latest(game, find_last_mover(game))
            if webhook is None or not await record.post_by(webhook, Slot.PING, turn, call):
                await record.post(Slot.PING, turn, call)
        record.change(ping_for=turn)

    def _find_called(self, game: Game) -> tuple[View, int] | None:
        """Return the game's view and the user id of the person to ping in this turn; None if there is nobody.

        A player whose own action led to the turn isn't pinged: they are here, and a ping would push their rack up.
        """
        if game.phase is not Phase.PLAYING:
            return None
        view = self._tables.view_for(game).view
        person = game.find_person_to_move(view.turn)
        return None if person is None or follows_own_action(game, view.turn) else (view, person)

    async def _update_reminder(self, game: Game, record: TableRecord) -> None:
        """Send a reminder that is due, or delete one after which the player was active."""
        turns = self._to_remind.get(game.id)
        if turns is None:
            if is_unreminded(game):
                record.empty(Slot.REMINDER)
            return
        view = self._tables.view_for(game).view if game.phase is Phase.PLAYING and game.due_at else None
        person = game.find_person_to_move(view.turn) if view else None
        if view and person and view.turns == turns and not await self._send_dm(game, view, person):
            await record.post(Slot.REMINDER, str(turns), partial(self._remind, game, view, person))
        del self._to_remind[game.id]

    async def _call(self, game: Game, view: View, person: int, by: InteractionWebhook | str) -> discord.Message:
        """Ping `person`, a user id, in the table's channel because their turn has begun, or the table was moved.

        The ping is posted `by` an interaction's webhook, or by the bot's own route with this nonce. If the table is
        moved to and fro in one turn, not every ping notifies them.
        """
        words = say("{name}, it's your turn.", name=mention(person))
        deadline = "" if view.deadline is None else " " + say("Ends {when}", when=f"<t:{view.deadline}:R>")
        if self._pinged.get(game.id) != view.turns:
            message = await self._post(game, [person], words + deadline, by)
            self._pinged.keep(game.id, view.turns)
            return message
        called = self._limits.list_uncalled(Call.MOVE, game, [person])
        message = await self._post(game, called, words + deadline, by)
        self._limits.note_called(Call.MOVE, game, called)
        return message

    async def _remind(self, game: Game, view: View, person: int, nonce: str) -> discord.Message:
        """Remind `person`, a user id, in the table's channel to move.

        It isn't a reply to the ping: replies need the permission Read Message History (error 160002).
        """
        name, when = mention(person), f"<t:{game.due_at}:R>"
        if has_one_person_left(game):
            words = say(
                "{name}, it's still your turn. The game counts as lost {when} if you don't play.", name=name, when=when
            )
        elif view.deadline is None:
            words = say(
                "{name}, it's still your turn. A computer takes over {when} if you don't play.", name=name, when=when
            )
        else:
            words = say("{name}, half your time is gone. Your turn ends {when}.", name=name, when=when)
        return await self._post(game, [person], words, nonce)

    async def _post(
        self, game: Game, called: Sequence[int], words: str, by: InteractionWebhook | str
    ) -> discord.Message:
        mentions = notify(called)
        view = _make_rack_view(game)
        if isinstance(by, InteractionWebhook):
            return await by.post(words, view, mentions)
        return await find_channel(self._client, game).send(words, view=view, nonce=by, allowed_mentions=mentions)

    async def _send_dm(self, game: Game, view: View, person: int) -> bool:
        """Send `person` a direct message with the table's picture; return False if they want or accept none."""
        if not (await self._tables.settings.person(person)).dm:
            return False
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
        if has_one_person_left(game):
            words = say(
                "**{game}** in {channel}: it's still your turn. The game counts as lost {when} if you don't play.",
                game=name,
                channel=channel,
                when=when,
            )
        elif view.deadline is None:
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
        return screen([text(words), picture(file), row(game, make_rack_button())]), file


def name_turn(game: Game) -> str:
    """Return the number of the game's turn as `PublicMessage.ping_for` has it; empty if the game isn't running."""
    return str(game.state.turns) if game.phase is Phase.PLAYING and game.state else ""


def _make_rack_view(game: Game) -> discord.ui.View:
    buttons = discord.ui.View(timeout=None)
    rack = make_rack_button()
    control = Control.of(rack.verb, game)
    buttons.add_item(discord.ui.Button(label=rack.label, style=rack.style, custom_id=control.custom_id))
    buttons.stop()  # as in `ui.layout.screen`
    return buttons
