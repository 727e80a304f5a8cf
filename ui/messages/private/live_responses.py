"""Responses that only their user sees, such as racks, and that follow their game.

Discord lets a response be edited for 15 minutes after its interaction, and each tap on it begins them again. Responses
are kept in memory alone: after a restart, each follows its game again from its next tap on.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto

import discord

from engine.text.phrases import speak_in
from services.concurrency.coalesce import Coalescer
from services.refusals import Refusal
from services.seats import Standing, find_standing
from services.tables import Tables
from storage.games import Game
from ui.controls import Interaction
from ui.interaction_webhooks import ORIGINAL, InteractionWebhook
from ui.layout import Screen
from ui.outages import FAILURES, describe_discord_error, is_passing

log = logging.getLogger(__name__)

PAUSE = 3.0  # seconds between two edits of one response
MOST_RESPONSES = 4_000  # of one kind; beyond that, the one tapped longest ago is no longer kept up to date

# responses that edit the tapped message; others are a message of their own
_EDITS = {discord.InteractionResponseType.message_update, discord.InteractionResponseType.deferred_message_update}

ResponseKey = tuple[int, int, int]  # a game, a user, and the interaction that created the response's message


@dataclass(slots=True, eq=False)
class LiveResponse:
    """A user's response about a game: the game's version that it shows, and the user's part in the game then."""

    key: ResponseKey
    user_id: int
    locale: str
    is_in_server: bool
    webhook: InteractionWebhook
    version: int
    standing: Standing


class Change(Enum):
    """A change of a response that shows an older version of its game; `FORGET` leaves it as it is for good."""

    EDIT = auto()
    DELETE = auto()
    FORGET = auto()


Judge = Callable[[LiveResponse, Game, bool], Change | None]
"""A function that returns what to do with a response that shows an older version of this game; None to wait.

It also gets whether the response is its user's newest about the game.
"""


class LiveResponses:
    """The responses of one kind, such as racks. When a game changes, `judge` decides what becomes of each of its own.

    `screen` returns what a response is edited to; edits of one game's responses are `pause` seconds apart. Responses
    are forgotten when their game has ended, when their time is up, and when Discord refuses to edit them. If an edit
    fails for another reason, the next change is shown. `name` is for the log.
    """

    def __init__(
        self,
        tables: Tables,
        name: str,
        judge: Judge,
        screen: Callable[[Game, LiveResponse], Awaitable[Screen]],
        pause: float | None = None,
    ) -> None:
        self._tables = tables
        self._name = name
        self._judge = judge
        self._screen = screen
        self._pause = PAUSE if pause is None else pause
        self._kept: dict[ResponseKey, LiveResponse] = {}  # the newest last
        self._updates = Coalescer(name, self._work)

    def note_shown(self, interaction: Interaction, game: Game, version: int | None = None) -> None:
        """Keep this interaction's response up to date from now on; it shows the game's present version, or this one.

        Without a response, or if that has edited a message that others see, do nothing.
        """
        is_edit = interaction.response.type in _EDITS
        key = _find_tapped(interaction, game.id) if is_edit else (game.id, interaction.user.id, interaction.id)
        if key is None or not interaction.response.is_done():
            return
        response = LiveResponse(
            key=key,
            user_id=interaction.user.id,
            locale=interaction.locale.value,
            is_in_server=interaction.guild_id is not None,
            webhook=InteractionWebhook.of(interaction),
            version=game.version if version is None else version,
            standing=find_standing(game, interaction.user.id),
        )
        self._keep(response)
        self._updates.schedule(game.id)  # the game may have changed while the response was made

    def _keep(self, response: LiveResponse) -> None:
        self._kept.pop(response.key, None)
        self._kept[response.key] = response
        if len(self._kept) > MOST_RESPONSES:
            del self._kept[next(iter(self._kept))]

    def is_on(self, interaction: Interaction, game_id: int) -> bool:
        """Return whether the tapped message is a response about this game that is kept up to date."""
        return _find_tapped(interaction, game_id) in self._kept

    def drop(self, interaction: Interaction, game_id: int) -> None:
        """Stop editing the tapped message."""
        if key := _find_tapped(interaction, game_id):
            self._kept.pop(key, None)

    @contextmanager
    def hold_back(self, interaction: Interaction, game_id: int) -> Iterator[None]:
        """Suspend updates of the tapped message in a `with` block that handles the tap: the response shows them."""
        key = _find_tapped(interaction, game_id)
        held = self._kept.pop(key, None) if key else None
        try:
            yield
        finally:
            if held and held.key not in self._kept:  # the response shows nothing of them
                self._keep(held)
                self._updates.schedule(game_id)

    def on_change(self, game: Game) -> None:
        """Schedule updates of the responses about this game; changes in quick succession are shown together."""
        if any(key[0] == game.id for key in self._kept):  # a look at all takes at most 0.15 ms
            self._updates.schedule(game.id)

    async def close(self) -> None:
        """Stop editing."""
        await self._updates.close()

    async def _work(self, game_id: int) -> None:
        game = await self._tables.games.get(game_id)
        if game is None:
            return
        here = [response for key, response in self._kept.items() if key[0] == game_id]
        newest = {response.user_id: response for response in here}
        due = {each: self._find_change(each, game, newest[each.user_id] is each) for each in here}
        await asyncio.gather(*(self._make(change, game, response) for response, change in due.items() if change))
        if Change.EDIT in due.values():
            await asyncio.sleep(self._pause)

    def _find_change(self, response: LiveResponse, game: Game, is_newest: bool) -> Change | None:
        if self._tables.now() >= response.webhook.until:
            return Change.FORGET
        change = self._judge(response, game, is_newest) if response.version < game.version else None
        return Change.FORGET if change is None and game.phase.has_ended else change

    async def _make(self, change: Change, game: Game, response: LiveResponse) -> None:
        is_last = change is not Change.EDIT or game.phase.has_ended
        try:
            if change is Change.EDIT and not await self._edit(game, response):
                return
            if change is Change.DELETE:
                await response.webhook.delete(ORIGINAL)
        except (Refusal, *FAILURES) as error:  # a refusal: the user's data was deleted
            log.info("%s of table %s: one stays as it is: %s", self._name, game.id, describe_discord_error(error))
            is_last = is_last or not is_passing(error)
        if is_last and self._is_kept(response):
            del self._kept[response.key]

    async def _edit(self, game: Game, response: LiveResponse) -> bool:
        """Show this version of the game; return False if there's a newer one by now, or if the user has tapped."""
        with speak_in(await self._tables.languages.of_reader(response.user_id, response.locale)):
            view, files = await self._screen(game, response)
        newest = await self._tables.games.get(game.id)
        if newest is None or newest.version > game.version or not self._is_kept(response):
            return False
        response.version, response.standing = game.version, find_standing(game, response.user_id)
        await response.webhook.edit(ORIGINAL, view, files)
        return True

    def _is_kept(self, response: LiveResponse) -> bool:
        """Return whether the user hasn't tapped the response since it was read."""
        return self._kept.get(response.key) is response


def _find_tapped(interaction: Interaction, game_id: int) -> ResponseKey | None:
    """Return the key of the tapped message; None if there's none, or if others see it.

    A message that no interaction has created has its own id in the key.
    """
    message = interaction.message
    if message is None or (interaction.guild_id is not None and not message.flags.ephemeral):
        return None
    created = getattr(message, "interaction_metadata", None)
    return game_id, interaction.user.id, created.id if created else message.id
