"""Private messages about a running game, such as racks and hints, which end with it.

A user's newest message then shows the end, and their other ephemeral ones disappear. A message that can't be edited
anymore answers its next tap with the end.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.text.phrases import speak_in
from services.concurrency.coalesce import Coalescer
from services.refusals import AlreadyOver
from services.tables import Tables
from storage.games import Game, Phase
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import put
from ui.layout import Screen
from ui.messages.end_cards import EndCards
from ui.messages.private.live_reply import PerGameMap
from ui.messages.responses import EditableResponse, ResponseKey, ignoring_failures
from ui.replies import is_private
from ui.screens.leaving import build_gone_notice

MOST_PANELS = 4_000  # messages that are remembered; beyond that, the one shown longest ago is forgotten


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """A user's private message: how to edit it, and whether it says that they have left the game or resigned."""

    response: EditableResponse
    is_gone: bool = False


class OpenPanels:
    """The private messages about running games, which end when their game is over or their user has left it."""

    def __init__(self, tables: Tables, end_cards: EndCards) -> None:
        self._tables = tables
        self._end_cards = end_cards
        self._open = PerGameMap[ResponseKey, OpenPanel](MOST_PANELS)
        self._updates = Coalescer("panels", self._work)

    def note_shown(self, interaction: Interaction, game: Game) -> None:
        """Remember that this interaction's response, which only its user sees, is about this running game.

        A solo game's own screen, which its taps edit, is shown its end by `SoloGames`.
        """
        if game.phase is not Phase.PLAYING or (game.is_solo and is_private(interaction)):
            return
        response = EditableResponse.of(interaction)
        panel = OpenPanel(response, response.user_id in game.list_gone_people())
        self._open.keep(game.id, response.key, panel)
        self._updates.schedule(game.id)  # the game may have ended while the message was made

    def on_change(self, game: Game) -> None:
        """Schedule the end of this game's messages if it's over, and of those of users who have left it."""
        if _list_outdated(game, self._open.of(game.id)):
            self._updates.schedule(game.id)

    def guard(self, taps: Mapping[str, TapHandler]) -> Mapping[str, TapHandler]:
        """Return these tap handlers by verb, each of which answers a tap about a game that is over with its end."""
        return {verb: self._guard(handler) for verb, handler in taps.items()}

    def _guard(self, handler: TapHandler) -> TapHandler:
        async def tapped(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
            try:
                await handler(interaction, control, values)
            except AlreadyOver as over:
                if over.game.state is None:
                    raise
                await put(interaction, *await self._end_cards.tell(over.game, interaction.user.id))

        return tapped

    async def _work(self, game_id: int) -> None:
        game = await self._tables.games.get(game_id)
        if game is None or game.state is None:
            return
        panels = self._open.of(game_id)
        newest = {key[0]: key for key in panels}
        edits = []
        for key, panel in _list_outdated(game, panels).items():
            if key != newest[key[0]] and panel.response.is_in_server:
                self._open.drop(game_id, key)
                edits.append(self._delete(game, panel.response))
                continue
            if game.phase is Phase.PLAYING:
                self._open.replace(game_id, key, replace(panel, is_gone=True))
            else:
                self._open.drop(game_id, key)
            edits.append(self._replace(game, panel.response))
        await asyncio.gather(*edits)

    async def _delete(self, game: Game, response: EditableResponse) -> None:
        if self._tables.now() < response.until:
            with ignoring_failures(f"a panel of table {game.id}"):
                await response.delete()

    async def _replace(self, game: Game, response: EditableResponse) -> None:
        if self._tables.now() >= response.until:
            return
        with speak_in(await self._tables.languages.of_reader(response.user_id, response.locale)):
            view, files = await self._make_screen(game, response.user_id)
        with ignoring_failures(f"a panel of table {game.id}"):
            await response.edit(view, files)

    async def _make_screen(self, game: Game, user_id: int) -> Screen:
        if game.phase is Phase.PLAYING:
            return build_gone_notice(self._tables.view_for(game), user_id), []
        return await self._end_cards.tell(game, user_id)

    async def close(self) -> None:
        """Stop editing. After a restart, a tap shows the end."""
        await self._updates.close()


def _list_outdated(game: Game, panels: Mapping[ResponseKey, OpenPanel]) -> Mapping[ResponseKey, OpenPanel]:
    if game.phase is not Phase.PLAYING:
        return panels
    gone = game.list_gone_people()
    return {key: panel for key, panel in panels.items() if key[0] in gone and not panel.is_gone}
