"""A player's bench, as an ephemeral message: the private screen with the rack and the draft of a turn."""

import asyncio
from collections.abc import Awaitable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from engine.game.goals import FoundTurn, Goal
from engine.text.phrases import say
from engine.tiles.tiles import Tile
from services.benches import BenchScreenData, ReadyPlays, keep_bench, name_kind, read_bench, update_state
from services.concurrency.locks import KeyedLocks
from services.fitting import play_picked
from services.game_view import GameView
from services.people.waiting import find_next_game
from services.refusals import Refusal
from services.search import TurnSearch
from services.seats import Standing, find_standing
from services.tables import Tables
from storage.benches import BenchState
from storage.games import Game, Phase
from ui.controls import Interaction
from ui.deferred import await_screen, put
from ui.interaction_webhooks import InteractionWebhooks
from ui.layout import Layout, Screen
from ui.messages.end_cards import EndCards
from ui.messages.private.live_responses import Kind, LiveResponse, LiveResponses
from ui.pictures import Pictures
from ui.replies import is_next_original, is_private, show, update
from ui.screens.bench import input as steps
from ui.screens.bench import screen as screens
from ui.screens.leaving import build_gone_notice
from ui.text_mode import add_text_for, describe_bench

EARLY = 3  # turns of each seat in which a first bench explains the colors


class PrivateBenches:
    """The maker of players' benches, which are kept up to date until 14 minutes after the last tap."""

    def __init__(  # noqa: PLR0913  # the composition root decides each of them
        self,
        tables: Tables,
        pictures: Pictures,
        end_cards: EndCards,
        search: TurnSearch,
        *,
        responses: LiveResponses,
        webhooks: InteractionWebhooks,
    ) -> None:
        self._tables = tables
        self._pictures = pictures
        self._end_cards = end_cards
        self._search = search
        self.ready_plays = ReadyPlays(search)
        self._responses = responses
        self._webhooks = webhooks
        responses.screens |= {Kind.RACK: self._update, Kind.PANEL: self._update}
        self._locks = KeyedLocks()

    def lock(self, game_view: GameView) -> asyncio.Lock:
        """Return the lock of the viewer's bench; hold it from reading the bench until the changed bench is stored."""
        return self._locks.get((game_view.id, game_view.view.you or 0))

    async def screen(self, game: Game, user_id: int, note: str = "", *, opens: bool = False) -> Screen:
        """Return the screen of this player's bench, or of the result once the game is over.

        Whoever has left, has resigned or was replaced by a computer gets a notice instead.

        `note` is a line on what just happened, shown above the buttons. `opens`: the player asked for their bench.

        Raises:
            Refusal: the user has no seat, or the game hasn't begun.
        """
        if game.state is None:
            raise Refusal(say("This game hasn't started, so you have no tiles yet."))
        if game.phase is Phase.PLAYING and find_standing(game, user_id) in {Standing.OUT, Standing.REPLACED}:
            return build_gone_notice(self._tables.view_for(game), user_id), []
        game_view = self._tables.view_for(game, user_id)
        if game.phase is Phase.OVER:
            # a solo game has no public message with the picture, so it is shown here
            return await (self._end_cards.show_one if game.is_solo else self._end_cards.tell)(game, user_id)
        waits = not game_view.is_to_move and await find_next_game(self._tables, user_id, game.id) is not None
        bench = await self.ready_plays.add_to(await read_bench(self._tables, game_view, user_id, opens=opens))
        bench = replace(bench, note=note, others_wait=waits, has_legend=_has_legend(bench))
        file = await self._pictures.draw_bench(bench)
        view = screens.build_bench(bench, file)
        return add_text_for(bench.person, view, partial(describe_bench, bench)), [file]

    async def _update(self, game: Game, response: LiveResponse) -> Screen:
        """Return what a rack or panel is edited to; a panel's user may have no seat."""
        if game.phase is Phase.OVER:
            return await self._end_cards.tell(game, response.user_id)
        return await self.screen(game, response.user_id, opens=response.message_id is None)

    async def deal(self, game: Game, parent_id: int | None = None) -> None:
        """Send each player of a game that has just begun their bench, unless it's open or a direct message.

        That takes an interaction of the last minutes in the game's channel, or in `parent_id`, which its thread is in.
        All others ask for their bench.
        """
        for user_id in game.list_present_people():
            latest = [self._webhooks.find_latest(each, user_id) for each in (game.channel_id, parent_id) if each]
            webhook = next(filter(None, latest), None)
            if webhook and not (await self._tables.settings.person(user_id)).dm:
                self._responses.post_rack(game, user_id, webhook)

    async def send(self, interaction: Interaction, game: Game, note: str = "") -> None:
        """Respond with the user's bench in an ephemeral message, which is kept up to date if it's a first response."""
        made = await self.screen(game, interaction.user.id, note, opens=True)
        is_original = is_next_original(interaction)
        await show(interaction, *made)
        if is_original:
            self._note_shown(interaction, game)

    async def refresh(self, interaction: Interaction, game: Game, note: str = "", *, opens: bool = False) -> None:
        """Show the bench in the tapped message; if that is public, respond with the bench in an ephemeral message."""
        made = await self.screen(game, interaction.user.id, note, opens=opens)
        await (update if is_private(interaction) else show)(interaction, *made)
        self._note_shown(interaction, game)

    async def cover(self, interaction: Interaction, game: Game, view: Layout) -> None:
        """Show a question about the turn in place of the tapped bench; once the turn has ended, the bench is back."""
        await put(interaction, view)
        self._note_shown(interaction, game)

    async def answer(self, interaction: Interaction, game: Game, search: Awaitable[str]) -> None:
        """Update the tapped bench with the sentence that `search` returns; it may take longer than Discord waits."""
        await self._put(interaction, game, self._answer(game, interaction.user.id, search))

    async def _answer(self, game: Game, user_id: int, search: Awaitable[str]) -> Screen:
        return await self.screen(game, user_id, await search)

    async def fit(
        self, interaction: Interaction, game: Game, game_view: GameView, tiles: Sequence[Tile] | None = None
    ) -> None:
        """Search for a play of these tiles, put it into the draft, and show the bench.

        Without `tiles`, use the rack tiles that are picked or already in the draft. If only some can be played, play
        those; if none can, keep the draft. The bench says what was done.
        """
        await self._put(interaction, game, self._fit(game, interaction.user.id, game_view, tiles))

    async def _fit(self, game: Game, user_id: int, game_view: GameView, tiles: Sequence[Tile] | None) -> Screen:
        async with self.lock(game_view):
            bench = await read_bench(self._tables, game_view, user_id)
            wanted = list(tiles if tiles is not None else steps.list_wanted_tiles(bench))
            nothing = (None, say("Pick tiles from your rack first."))
            found, said = await play_picked(self._search, game_view, wanted) if wanted else nothing
            if found is not None:
                kept = await self._keep_turn(bench, found)
                is_same = kept.draft == bench.state.draft and kept.picks == bench.state.picks
                said = said or (say("Already arranged.") if is_same else say("Arranged for you."))
        return await self.screen(game, user_id, said)

    async def arrange_picks(self, interaction: Interaction, game: Game, game_view: GameView) -> None:
        """Show the bench after rack tiles were picked, with them and the draft's arranged if all can be played."""
        await self._put(interaction, game, self._arrange_picks(game, interaction.user.id, game_view))

    async def _arrange_picks(self, game: Game, user_id: int, game_view: GameView) -> Screen:
        async with self.lock(game_view):
            bench = await read_bench(self._tables, game_view, user_id)
            if bench.state.picks or bench.appraisal.refusal:
                found = await self._search.find(game_view, Goal.FIT, steps.list_wanted_tiles(bench))
                if found is not None:
                    await self._keep_turn(bench, found)
        return await self.screen(game, user_id)

    async def _keep_turn(self, bench: BenchScreenData, found: FoundTurn) -> BenchState:
        state = update_state(bench, bench.arranged.bench.as_played(found.action))
        await keep_bench(self._tables, bench.game_view, state)
        return state

    async def _put(self, interaction: Interaction, game: Game, work: Coroutine[Any, Any, Screen]) -> None:
        await put(interaction, *await await_screen(interaction, work))
        self._note_shown(interaction, game)

    def _note_shown(self, interaction: Interaction, game: Game) -> None:
        self._responses.note_shown(interaction, game, Kind.OWN if game.is_solo else Kind.RACK)


def _has_legend(bench: BenchScreenData) -> bool:
    """Return whether to explain the colors: at the beginning of the first game with such tiles that the player saw.

    Those who want tables in words have no use for that.
    """
    game_view, person = bench.game_view, bench.person
    is_first = person.legends.get(name_kind(game_view.view), game_view.id) == game_view.id
    return is_first and not person.text and game_view.view.turns <= EARLY * len(game_view.names)
