"""Private messages about a running game, such as racks and hints, which end with it.

A user's newest message then shows the end, and their other ephemeral ones disappear. A message that can't be edited
anymore answers its next tap with the end.
"""

from collections.abc import Mapping, Sequence

from services.refusals import AlreadyOver
from services.seats import Standing, find_standing
from services.tables import Tables
from storage.games import Game, Phase
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import put
from ui.layout import Screen
from ui.messages.end_cards import EndCards
from ui.messages.private.live_responses import Change, LiveResponse, LiveResponses
from ui.replies import is_private
from ui.screens.leaving import build_gone_notice


class OpenPanels:
    """The private messages about running games, which end when their game is over or their user has left it."""

    def __init__(self, tables: Tables, end_cards: EndCards) -> None:
        self._tables = tables
        self._end_cards = end_cards
        self._live = LiveResponses(tables, "panels", _judge, self._make_screen)
        self.on_change = self._live.on_change
        self.drop = self._live.drop
        self.close = self._live.close

    def note_shown(self, interaction: Interaction, game: Game) -> None:
        """Remember that this interaction's response, which only its user sees, is about this running game.

        A solo game's own screen, which its taps edit, is shown its end by `SoloGames`.
        """
        if game.phase is Phase.PLAYING and not (game.is_solo and is_private(interaction)):
            self._live.note_shown(interaction, game)

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

    async def _make_screen(self, game: Game, panel: LiveResponse) -> Screen:
        if game.phase is Phase.PLAYING:
            return build_gone_notice(self._tables.view_for(game), panel.user_id), []
        return await self._end_cards.tell(game, panel.user_id)


def _judge(panel: LiveResponse, game: Game, is_newest: bool) -> Change | None:
    """Choose whether a panel shows that the game is over or that its user has left it, or is deleted instead."""
    is_told = game.phase is Phase.PLAYING and panel.standing is Standing.OUT
    if is_told or find_standing(game, panel.user_id) is not Standing.OUT:
        return None
    return Change.EDIT if is_newest or not panel.is_in_server else Change.DELETE
