"""/review: a summary of each player's turns in a finished game, and each turn beside the best one."""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.coach.replay import replay_turns
from engine.coach.review import review_turn, show_after
from engine.override import override
from engine.text.phrases import later, say
from services.concurrency.supervise import log_failure
from services.refusals import Refusal
from storage.errors import UnreadableGame
from storage.games import Game, Phase
from storage.recent import LruCache
from ui.commands import anywhere
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import await_screen, change, put
from ui.layout import Screen
from ui.places import place_of
from ui.screens.review import ReviewedGame, build_summary, build_turn_page
from ui.services import Services
from ui.text_mode import add_text_for, describe_table

log = logging.getLogger(__name__)

_REMEMBERED = 8  # cached games, each with all its states
_READERS = 200  # users whose latest interaction is remembered
_AT_ONCE = 0.8  # seconds to wait for a complete summary before an incomplete one is shown
_LONGEST_WAIT = 14 * 60  # seconds; Discord takes edits of a response for 15 minutes
_NOT_OVER = later("This game isn't over. You can review it when it ends.")


class ReviewCog(commands.Cog):
    """The command /review and its buttons. Turns are compared with the best play, one at a time in a thread."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._pictures = services.pictures
        self._recent: LruCache[ReviewedGame] = LruCache(_REMEMBERED)
        self._looking_at: LruCache[int] = LruCache(_READERS)
        self._line = asyncio.Lock()
        self._judging: dict[int, asyncio.Task[None]] = {}
        self._unfinished: set[asyncio.Task[None]] = set()
        self.taps: Mapping[str, TapHandler] = {"review": self._on_tap}

    @override
    async def cog_unload(self) -> None:
        tasks = [*self._judging.values(), *self._unfinished]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @app_commands.command(
        name="review", description=locale_str("Go through this channel's last game: the best play of every turn")
    )
    @anywhere
    async def review(self, interaction: Interaction) -> None:
        """Show the summary of this channel's last finished game."""
        channel_id = place_of(interaction)
        running = await self._tables.games.in_channel(channel_id)
        if running is not None and running.phase is Phase.PLAYING:
            raise Refusal(str(_NOT_OVER))
        game = await self._find_last_over(channel_id)
        if game is None:
            raise Refusal(say("No game has ended in this channel yet."))
        await self._show_summary(interaction, game)

    async def _find_last_over(self, channel_id: int) -> Game | None:
        try:
            return await self._tables.games.last_over(channel_id)
        except UnreadableGame:
            raise Refusal(say("This channel's last game is too old to review.")) from None

    async def _on_tap(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show a turn, the next turn in which more was possible, or the summary, as the untrusted argument says."""
        game = await self._tables.require_game(control.game)
        if game.phase is not Phase.OVER:
            raise Refusal(str(_NOT_OVER))
        wanted = re.fullmatch(r"(m?)([0-9]{1,4})", control.argument)
        if wanted is None or wanted[0] == "0":
            return await self._show_summary(interaction, game)
        self._looking_at.keep(interaction.user.id, interaction.id)
        number, user_id = int(wanted[2]), interaction.user.id
        work = (
            self._make_missed_screen(game, number, user_id)
            if wanted[1]
            else self._make_turn_screen(game, number, user_id)
        )
        return await put(interaction, *await await_screen(interaction, work))

    async def _find_reviewed(self, game: Game) -> ReviewedGame:
        async with self._line:
            known = self._recent.get(game.id)
            if known is not None:
                return known
            if game.state is None:
                raise Refusal(str(_NOT_OVER))
            done = await self._tables.games.log(game.id)
            turns = await asyncio.to_thread(replay_turns, self._tables.variant(game), game.state, done)
            reviewed = ReviewedGame(self._tables.view_for(game), turns)
            self._recent.keep(game.id, reviewed)
            return reviewed

    async def _show_summary(self, interaction: Interaction, game: Game) -> None:
        self._looking_at.keep(interaction.user.id, interaction.id)
        await put(interaction, *await await_screen(interaction, self._wait_for_summary(game)))
        judging = self._judging.get(game.id)
        if judging is not None:
            reviewed = await self._find_reviewed(game)
            task = asyncio.create_task(self._complete_summary(interaction, reviewed, judging), name="review")
            self._unfinished.add(task)
            task.add_done_callback(self._unfinished.discard)
            task.add_done_callback(log_failure)

    async def _wait_for_summary(self, game: Game) -> Screen:
        """Return the summary when all turns are judged, or after 0.8 seconds, with those that are judged by then."""
        reviewed = await self._find_reviewed(game)
        await asyncio.wait({self._start_judging(reviewed)}, timeout=_AT_ONCE)
        return build_summary(reviewed), []

    async def _complete_summary(
        self, interaction: Interaction, reviewed: ReviewedGame, judging: asyncio.Task[None]
    ) -> None:
        async with asyncio.timeout(_LONGEST_WAIT):
            await asyncio.wait({judging})
        if self._looking_at.get(interaction.user.id) == interaction.id:
            try:
                await change(interaction, build_summary(reviewed))
            except discord.HTTPException as error:
                log.info("a review could not be completed: %s", error.code)

    def _start_judging(self, reviewed: ReviewedGame) -> asyncio.Task[None]:
        """Return the task that judges every turn of this game; start it if it isn't running. All users share it."""
        number = reviewed.game_view.id
        if number not in self._judging:
            self._judging[number] = task = asyncio.create_task(self._judge_all(reviewed), name=f"review-{number}")
            task.add_done_callback(lambda _: self._judging.pop(number, None))
        return self._judging[number]

    async def _judge_all(self, reviewed: ReviewedGame) -> None:
        try:
            for index in range(len(reviewed.turns)):
                await self._judge(reviewed, index)
        except Exception:  # the turns judged so far can still be shown
            log.exception("game %s could not be judged", reviewed.game_view.id)

    async def _judge(self, reviewed: ReviewedGame, index: int) -> None:
        async with self._line:
            if index not in reviewed.judgments:
                turn = reviewed.turns[index]
                reviewed.judgments[index] = await asyncio.to_thread(review_turn, reviewed.game_view.variant, turn)

    async def _make_turn_screen(self, game: Game, number: int, user_id: int) -> Screen:
        """Return the page of the turn with this number, from 1; the summary if there's no such turn."""
        reviewed = await self._find_reviewed(game)
        if not 0 < number <= len(reviewed.turns):
            return build_summary(reviewed), []
        return await self._make_page(reviewed, number - 1, user_id)

    async def _make_missed_screen(self, game: Game, after: int, user_id: int) -> Screen:
        """Return the page of the next missed turn after number `after` (players: of their own), or the summary."""
        reviewed = await self._find_reviewed(game)
        seats = [seat for seat, player in enumerate(game.players) if player.user_id == user_id]
        for index in range(after, len(reviewed.turns)):
            if not seats or reviewed.turns[index].seat in seats:
                await self._judge(reviewed, index)
                if reviewed.judgments[index].missed:
                    return await self._make_page(reviewed, index, user_id)
        note = say("No more differences in your turns.") if seats else say("No more differences.")
        return build_summary(reviewed, note), []

    async def _make_page(self, reviewed: ReviewedGame, index: int, user_id: int) -> Screen:
        """Return the page of the turn at `index`, with pictures of the table after it and after a better play."""
        await self._judge(reviewed, index)
        game_view, turn, judgment = reviewed.game_view, reviewed.turns[index], reviewed.judgments[index]
        actions = {"played": turn.action}
        if judgment.best and judgment.missed != 0:
            actions["best"] = judgment.best.action
        views = {
            which: await asyncio.to_thread(show_after, game_view.variant, turn, action)
            for which, action in actions.items()
        }
        files = [
            await self._pictures.draw_board(view, game_view.names, f"review-{game_view.id}-{index + 1}-{which}")
            for which, view in views.items()
        ]
        words = [partial(describe_table, view, game_view.names) for view in views.values()]
        person = await self._tables.settings.person(user_id)
        return add_text_for(person, build_turn_page(reviewed, index, *files), *words), files
