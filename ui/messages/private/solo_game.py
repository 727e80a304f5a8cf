"""Solo games against computers: each has one private screen, updated for 15 minutes after the last tap."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import discord

from engine.text.phrases import say, speak_in
from services.concurrency.coalesce import Coalescer
from services.lobbies.opening import NewTable, open_lobby
from services.people.waiting import is_turn_of
from services.refusals import Refusal
from services.tables import Tables
from storage.games import ChannelTaken, Game, Phase, Player
from storage.recent import LruCache
from ui.controls import Control, Interaction
from ui.layout import Screen
from ui.messages.private.private_bench import PrivateBenches
from ui.messages.public_screens import PublicScreens
from ui.messages.responses import EditableResponse, ignoring_failures
from ui.places import place_of
from ui.replies import show

MOST_GAMES = 2_000  # screens that are kept up to date; the one shown longest ago is dropped


@dataclass(frozen=True, slots=True)
class SoloScreen:
    """A solo game's screen: how to edit it, which version it shows, and whether it says that the player is to move."""

    response: EditableResponse
    version: int
    to_move: bool


class SoloGames:
    """The screens of solo games: each is updated when computers have moved. Updates of one game never overlap."""

    def __init__(self, tables: Tables, public_screens: PublicScreens, private_benches: PrivateBenches) -> None:
        self._tables = tables
        self._public_screens = public_screens
        self._private_benches = private_benches
        self._screens: LruCache[SoloScreen] = LruCache(MOST_GAMES)
        self._updates = Coalescer("own", self._work)
        self._held: set[int] = set()

    async def open(self, interaction: Interaction, wanted: NewTable) -> Game:
        """Open a lobby that only this user sees, unless they have a solo game, and return it; nothing is shown yet."""
        try:
            return await open_lobby(
                self._tables,
                wanted,
                Player(interaction.user.id, interaction.user.display_name),
                guild_id=0,
                channel_id=place_of(interaction),
                interaction_id=interaction.id,
            )
        except ChannelTaken:
            raise Refusal(say("You already have a game of your own. /table shows it, and /resign ends it.")) from None

    async def _screen(self, game: Game, user_id: int) -> Screen:
        if game.state:
            return await self._private_benches.screen(game, user_id, opens=True)
        return await self._public_screens.show(game)

    async def answer(self, interaction: Interaction, game: Game) -> None:
        """Respond with the game's current screen in an ephemeral message, and keep that up to date."""
        await show(interaction, *await self._screen(game, interaction.user.id))
        self.note_shown(interaction, game)

    def note_shown(self, interaction: Interaction, game: Game) -> None:
        """Keep this interaction's response, which shows this version of the game, up to date if it's a solo game."""
        if game.is_solo:
            self._note(interaction, game.id, game.version, to_move=is_turn_of(game, interaction.user.id))

    @contextmanager
    def hold_back(self, game_id: int) -> Iterator[None]:
        """Suspend updates of this game's screen in a `with` block that handles a tap: the response shows them."""
        self._held.add(game_id)
        try:
            yield
        finally:
            self._held.discard(game_id)
            if self._screens.get(game_id):
                self._begin(game_id)

    async def note_tap(self, interaction: Interaction, control: Control) -> None:
        """Schedule an update of the tapped message if its handler only deferred the response, which shows nothing."""
        if interaction.response.type is discord.InteractionResponseType.deferred_message_update:
            game = await self._tables.games.get(control.game)
            if game is not None and game.is_solo:
                self._note(interaction, game.id, control.version, to_move=False)

    def _note(self, interaction: Interaction, game_id: int, version: int, *, to_move: bool) -> None:
        if interaction.response.is_done():
            self._screens.keep(game_id, SoloScreen(EditableResponse.of(interaction), version, to_move))
            self._begin(game_id)

    def on_change(self, game: Game) -> None:
        """Schedule an update of this game's screen; do nothing unless it's a solo game with a known screen."""
        if game.is_solo and self._screens.get(game.id):
            self._begin(game.id)

    def _begin(self, game_id: int) -> None:
        if game_id not in self._held:
            self._updates.schedule(game_id)

    async def _work(self, game_id: int) -> None:
        """Edit the game's screen if it's outdated; while computers move, only if it shows the player's turn."""
        game, shown = await self._tables.games.get(game_id), self._screens.get(game_id)
        if game is None or shown is None or not (shown.to_move or _is_awaited(game)):
            return None
        if self._tables.now() >= shown.response.until:
            return self._screens.drop(game_id)
        if shown.version < game.version:
            await self._update(game, shown)
        now = self._screens.get(game_id)
        if game.phase.has_ended and now and (now.response, now.version) == (shown.response, game.version):
            self._screens.drop(game_id)
        return None

    async def _update(self, game: Game, shown: SoloScreen) -> None:
        response = shown.response
        updated = replace(shown, version=game.version, to_move=is_turn_of(game, response.user_id))
        self._screens.keep(game.id, updated)
        try:
            with speak_in(await self._tables.languages.of_reader(response.user_id, response.locale)):
                view, files = await self._screen(game, response.user_id)
        except Exception:
            if self._screens.get(game.id) is updated:  # unless it was tapped meanwhile
                self._screens.keep(game.id, shown)  # so that the next try doesn't take the new version for shown
            raise
        with ignoring_failures(f"the screen of game {game.id}"):
            await response.edit(view, files)

    async def close(self) -> None:
        """Stop updating screens."""
        await self._updates.close()


def _is_awaited(game: Game) -> bool:
    """Return whether to update the screen now; not while computers move, so that all their moves are shown together."""
    if game.phase is not Phase.PLAYING or game.state is None:
        return True
    return game.players[game.state.turn].user_id is not None
