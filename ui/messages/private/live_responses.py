"""Responses that only their user sees, such as racks, and that follow their game.

Discord lets a response be edited for 15 minutes after its interaction, and each tap on it begins them again. Responses
are kept in memory alone: after a restart, each follows its game again from its next tap on.

When a game is over or its user has left it, their newest rack or panel says so, and their other ephemeral ones
disappear.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import discord

from engine.text.phrases import speak_in
from services.concurrency.coalesce import Coalescer
from services.refusals import Refusal
from services.seats import Standing, find_standing
from services.tables import Tables
from storage.games import Game, Phase
from ui.controls import Interaction
from ui.interaction_webhooks import ORIGINAL, InteractionWebhook
from ui.layout import Screen
from ui.outages import FAILURES, describe_discord_error, is_passing
from ui.replies import is_private

log = logging.getLogger(__name__)

NOT_SHOWN = 0  # the version of a game that no response shows yet
PAUSE = 3.0  # seconds between two edits of one response
AT_RACK = 120  # seconds after a tap on a rack in which its user needs no ping: the rack shows their turn
MOST_RESPONSES = 8_000  # beyond that, the one tapped longest ago is no longer kept up to date

# responses that edit the tapped message; others are a message of their own
_EDITS = {discord.InteractionResponseType.message_update, discord.InteractionResponseType.deferred_message_update}

ResponseKey = tuple[int, int, int]  # a game, a user, and the interaction that created the response's message


class Kind(Enum):
    """A kind of responses, which says when they change."""

    RACK = auto()  # a player's bench, or a question about its turn
    OWN = auto()  # the screen of a solo game
    PANEL = auto()  # something else about a running game, such as a hint
    COPY = auto()  # a table that somebody follows


@dataclass(slots=True, eq=False)
class LiveResponse:
    """A user's response about a game: the game's version that it shows, and the user's part in the game then.

    `message_id` is its message, None while that has to be posted: a follow-up of an interaction that had another
    response. `edited_at` is in the event loop's seconds, `tapped_at` in those since the epoch. While it's held, the
    user's tap on it is being answered.
    """

    key: ResponseKey
    kind: Kind
    user_id: int
    is_in_server: bool
    webhook: InteractionWebhook
    version: int
    standing: Standing
    message_id: Any = ORIGINAL
    edited_at: float = float("-inf")
    tapped_at: float = float("-inf")
    is_held: bool = False


class Change(Enum):
    """A change of a response that shows an older version of its game; `FORGET` leaves it as it is for good."""

    EDIT = auto()
    DELETE = auto()
    FORGET = auto()


class LiveResponses:
    """The responses that follow their games.

    `screens` has functions that return what a response of each kind is edited to. Responses are forgotten when their
    game has ended, when their time is up, and when Discord refuses to edit them. If an edit fails for another reason,
    the next change is shown.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.screens: dict[Kind, Callable[[Game, LiveResponse], Awaitable[Screen]]] = {}
        self._kept: dict[ResponseKey, LiveResponse] = {}  # the newest last
        self._updates = Coalescer("responses", self._work)

    def note_shown(self, interaction: Interaction, game: Game, kind: Kind, version: int | None = None) -> None:
        """Keep this interaction's response up to date from now on; it shows the game's present version, or this one.

        Without a response, or if that has edited a message that others see, do nothing. A panel in place of a rack
        gives way to it when the turn ends.
        """
        is_edit = interaction.response.type in _EDITS
        key = _find_tapped(interaction, game.id) if is_edit else (game.id, interaction.user.id, interaction.id)
        if key is None or not interaction.response.is_done():
            return
        earlier = self._kept.pop(key, None)
        for each in self._list_of(game.id, interaction.user.id):
            if each.version == NOT_SHOWN:  # this response comes first
                del self._kept[each.key]
        self._kept[key] = LiveResponse(
            key=key,
            kind=Kind.RACK if kind is Kind.PANEL and earlier and earlier.kind is Kind.RACK else kind,
            user_id=interaction.user.id,
            is_in_server=interaction.guild_id is not None,
            webhook=InteractionWebhook.of(interaction),
            version=game.version if version is None else version,
            standing=find_standing(game, interaction.user.id),
            tapped_at=self._tables.now() if is_edit else float("-inf"),
        )
        self._follow(game)  # it may have changed while the response was made

    def post_rack(self, game: Game, user_id: int, webhook: InteractionWebhook) -> None:
        """Send this user their rack as a follow-up of an earlier interaction, unless they have opened it already."""
        if any(each.kind is Kind.RACK for each in self._list_of(game.id, user_id)):
            return
        key = game.id, user_id, webhook.interaction_id
        self._kept[key] = LiveResponse(
            key=key,
            kind=Kind.RACK,
            user_id=user_id,
            is_in_server=True,
            webhook=webhook,
            version=NOT_SHOWN,
            standing=find_standing(game, user_id),
            message_id=None,
        )
        self._follow(game)

    def _follow(self, game: Game) -> None:
        if len(self._kept) > MOST_RESPONSES:
            del self._kept[next(iter(self._kept))]
        self._updates.schedule(game.id)

    def is_at_rack(self, game_id: int, user_id: int) -> bool:
        """Return whether the user tapped their rack in this game, or what took its place, in the last two minutes."""
        racks = [each for each in self._list_of(game_id, user_id) if each.kind is Kind.RACK]
        return any(self._tables.now() - each.tapped_at <= AT_RACK for each in racks)

    def _list_of(self, game_id: int, user_id: int) -> list[LiveResponse]:
        return [response for key, response in self._kept.items() if key[:2] == (game_id, user_id)]

    def note_panel(self, interaction: Interaction, game: Game) -> None:
        """Let this interaction's response, which only its user sees, end with this game if that is running.

        A solo game's own screen, which its taps edit, shows that by itself.
        """
        if game.phase is Phase.PLAYING and not (game.is_solo and is_private(interaction)):
            self.note_shown(interaction, game, Kind.PANEL)

    def find_kind(self, interaction: Interaction, game_id: int) -> Kind | None:
        """Return the kind of the tapped message, if it's a response about this game that is kept up to date."""
        tapped = self._find_kept(interaction, game_id)
        return tapped.kind if tapped else None

    def drop(self, interaction: Interaction, game_id: int) -> None:
        """Stop editing the tapped message."""
        if tapped := self._find_kept(interaction, game_id):
            del self._kept[tapped.key]

    @contextmanager
    def hold_back(self, interaction: Interaction, game_id: int) -> Iterator[None]:
        """Suspend updates of the tapped message in a `with` block that handles the tap: the response shows them.

        The rack that this user is to get waits, too: the response may be their rack.
        """
        tapped = self._find_kept(interaction, game_id)
        unposted = [each for each in self._list_of(game_id, interaction.user.id) if each.version == NOT_SHOWN]
        held = [*([tapped] if tapped else []), *unposted]
        for each in held:
            each.is_held = True
        try:
            yield
        finally:
            for each in held:
                each.is_held = False
            if held:
                self._updates.schedule(game_id)  # unless it was noted again, the response shows nothing of them

    def _find_kept(self, interaction: Interaction, game_id: int) -> LiveResponse | None:
        key = _find_tapped(interaction, game_id)
        return self._kept.get(key) if key else None

    def on_change(self, game: Game) -> None:
        """Schedule updates of the responses about this game; changes in quick succession are shown together."""
        if any(key[0] == game.id for key in self._kept):  # a look at all takes at most 0.3 ms
            self._updates.schedule(game.id)

    async def close(self) -> None:
        """Stop editing."""
        await self._updates.close()

    async def _work(self, game_id: int) -> None:
        game = await self._tables.games.get(game_id)
        if game is None:
            return
        here = [response for key, response in self._kept.items() if key[0] == game_id]
        due = {each: self._find_change(each, game, here) for each in here if not each.is_held}
        await asyncio.gather(*(self._make(change, game, response) for response, change in due.items() if change))

    def _find_change(self, response: LiveResponse, game: Game, here: Sequence[LiveResponse]) -> Change | None:
        if self._tables.now() >= response.webhook.until:
            return Change.FORGET
        mine = [each for each in here if each.user_id == response.user_id]
        change = _judge(response, game, mine) if response.version < game.version else None
        if change is Change.EDIT:
            wait = response.edited_at + PAUSE - asyncio.get_running_loop().time()
            if wait > 0:
                self._updates.schedule_within(wait, game.id)
                return None
        return Change.FORGET if change is None and game.phase.has_ended else change

    async def _make(self, change: Change, game: Game, response: LiveResponse) -> None:
        is_last = change is not Change.EDIT or game.phase.has_ended
        try:
            if change is Change.EDIT and not await self._edit(game, response):
                return
            if change is Change.DELETE:
                await response.webhook.delete(response.message_id)
        except (Refusal, *FAILURES) as error:  # a refusal: the user's data was deleted
            log.info("a response about table %s stays as it is: %s", game.id, describe_discord_error(error))
            is_last = is_last or response.message_id is None or not is_passing(error)
        if is_last and self._kept.get(response.key) is response:
            del self._kept[response.key]

    async def _edit(self, game: Game, response: LiveResponse) -> bool:
        """Show this version of the game; return False if there's a newer one by now, or if the user has tapped."""
        with speak_in(*await self._tables.languages.of_reader(response.user_id, response.webhook.locale)):
            view, files = await self.screens[response.kind](game, response)
        newest = await self._tables.games.get(game.id)
        is_tapped = response.is_held or self._kept.get(response.key) is not response
        if newest is None or newest.version > game.version or is_tapped:
            return False
        response.version, response.standing = game.version, find_standing(game, response.user_id)
        response.edited_at = asyncio.get_running_loop().time()
        if response.message_id is None:
            response.message_id = await response.webhook.whisper(view, files)
        else:
            await response.webhook.edit(response.message_id, view, files)
        return True


def _judge(response: LiveResponse, game: Game, mine: Sequence[LiveResponse]) -> Change | None:
    """Choose what to do with a response that shows an older version of this game; None to wait.

    `mine` are all of its user's about the game, the newest last. A rack is edited when it's wrong about the turn; an
    older one stays if it says that others are to play.
    """
    standing, was = find_standing(game, response.user_id), response.standing
    if response.version == NOT_SHOWN:
        return Change.FORGET if standing is Standing.OUT else Change.EDIT
    is_newest = [each for each in mine if each.kind is response.kind][-1] is response
    if response.kind is Kind.COPY:
        return Change.EDIT if is_newest else None
    if response.kind is Kind.OWN:
        state = game.state if game.phase is Phase.PLAYING else None
        is_computers_turn = state is not None and game.players[state.turn].user_id is None
        shows = was is Standing.TO_MOVE or not is_computers_turn  # computers' moves in a row are shown together
        return (Change.EDIT if shows else None) if is_newest else Change.FORGET
    if was is Standing.OUT and game.phase is Phase.PLAYING:
        return None  # it says that the user is out
    if standing is Standing.OUT:
        is_last = [each for each in mine if each.kind in {Kind.RACK, Kind.PANEL}][-1] is response
        return Change.EDIT if is_last or not response.is_in_server else Change.DELETE
    is_due = standing is not was and (is_newest or was is not Standing.WAITING)
    is_due = is_due or (is_newest and standing is Standing.TO_MOVE)
    return Change.EDIT if is_due and response.kind is Kind.RACK else None


def _find_tapped(interaction: Interaction, game_id: int) -> ResponseKey | None:
    """Return the key of the tapped message; None if there's none, or if others see it.

    A message that no interaction has created has its own id in the key.
    """
    message = interaction.message
    if message is None or (interaction.guild_id is not None and not message.flags.ephemeral):
        return None
    created = getattr(message, "interaction_metadata", None)
    return game_id, interaction.user.id, created.id if created else message.id
