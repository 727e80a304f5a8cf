"""A finished game gone through: who missed what, and each turn beside the best that it could have been."""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.coach.replay import replay_turns
from engine.coach.review import review_turn, show_after
from engine.text.phrases import later, say
from services.jobs.supervise import log_failure
from services.refusals import Refusal
from storage.database import StorageError
from storage.games import Game, Phase
from storage.recent import LruCache
from ui.commands import anywhere
from ui.controls import Control, Tapped
from ui.deferred import change, in_time, put
from ui.layout import Screen
from ui.places import place_of
from ui.screens.review import Reviewed, page, review
from ui.services import Services
from ui.text_mode import for_reader, table_words

Interaction = discord.Interaction[Any]

log = logging.getLogger(__name__)

_REMEMBERED = 8  # games, each with all its states
_READERS = 200  # of whom it is known which screen they look at
_AT_ONCE = 0.8  # seconds that a summary waits to be complete
_LONGEST_COUNT = 14 * 60  # seconds; Discord takes a late answer for a quarter of an hour
_NOT_OVER = later("This game is not over: it can be reviewed when it has ended.")


class Review(commands.Cog):
    """Counts one turn after the other, beside the event loop, and tells what it knows."""

    def __init__(self, services: Services) -> None:
        self._house = services.tables
        self._pictures = services.pictures
        self._recent: LruCache[Reviewed] = LruCache(_REMEMBERED)
        self._looking_at: LruCache[int] = LruCache(_READERS)
        self._line = asyncio.Lock()
        self._counting: dict[int, asyncio.Task[None]] = {}
        self._late: set[asyncio.Task[None]] = set()
        self.taps: Mapping[str, Tapped] = {"review": self._tapped}

    async def cog_unload(self) -> None:
        """Stop counting."""
        tasks = [*self._counting.values(), *self._late]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @app_commands.command(
        name="review", description=locale_str("Go through this channel's last game: the best play of every turn")
    )
    @anywhere
    async def review(self, interaction: Interaction) -> None:
        """Show the summary."""
        channel_id = place_of(interaction)
        running = await self._house.games.in_channel(channel_id)
        if running is not None and running.phase is Phase.PLAYING:
            raise Refusal(str(_NOT_OVER))
        game = await self._last_over(channel_id)
        if game is None:
            raise Refusal(say("No game has ended in this channel yet."))
        await self._summary(interaction, game)

    async def _last_over(self, channel_id: int) -> Game | None:
        try:
            return await self._house.games.last_over(channel_id)
        except StorageError:
            raise Refusal(say("The last game of this channel is too old to be read.")) from None

    async def _tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show a page, the next missed turn behind one, or the summary; the argument is untrusted."""
        game = await self._house.game(control.game)
        if game.phase is not Phase.OVER:
            raise Refusal(str(_NOT_OVER))
        wanted = re.fullmatch(r"(m?)([0-9]{1,4})", control.argument)
        if wanted is None or wanted[0] == "0":
            return await self._summary(interaction, game)
        self._looking_at.keep(interaction.user.id, interaction.id)
        number, user_id = int(wanted[2]), interaction.user.id
        work = self._missed(game, number, user_id) if wanted[1] else self._turn(game, number, user_id)
        return await put(interaction, *await in_time(interaction, work))

    async def _reviewed(self, game: Game) -> Reviewed:
        """The turns of a game that is over."""
        async with self._line:
            known = self._recent.get(game.id)
            if known is not None:
                return known
            if game.state is None:
                raise Refusal(str(_NOT_OVER))
            done = await self._house.games.log(game.id)
            turns = await asyncio.to_thread(replay_turns, self._house.variant(game), game.state, done)
            reviewed = Reviewed(self._house.seen(game), turns)
            self._recent.keep(game.id, reviewed)
            return reviewed

    async def _summary(self, interaction: Interaction, game: Game) -> None:
        """Show what is counted by now, and all of it when that is done, if the reader has not gone on by then."""
        self._looking_at.keep(interaction.user.id, interaction.id)
        await put(interaction, *await in_time(interaction, self._counted(game)))
        counting = self._counting.get(game.id)
        if counting is not None:
            task = asyncio.create_task(self._complete(interaction, await self._reviewed(game), counting), name="review")
            self._late.add(task)
            task.add_done_callback(self._late.discard)
            task.add_done_callback(log_failure)

    async def _counted(self, game: Game) -> Screen:
        """What is known of the game after a moment."""
        reviewed = await self._reviewed(game)
        await asyncio.wait({self._count(reviewed)}, timeout=_AT_ONCE)
        return self._summed(reviewed), []

    async def _complete(self, interaction: Interaction, reviewed: Reviewed, counting: asyncio.Task[None]) -> None:
        await asyncio.wait({counting}, timeout=_LONGEST_COUNT)
        if self._looking_at.get(interaction.user.id) == interaction.id:
            try:
                await change(interaction, self._summed(reviewed))
            except discord.HTTPException as error:
                log.info("a review could not be completed: %s", error.code)

    def _summed(self, reviewed: Reviewed, note: str = "") -> discord.ui.LayoutView:
        return review(reviewed, note)

    def _count(self, reviewed: Reviewed) -> asyncio.Task[None]:
        """Judge every turn of the game, once for all who ask."""
        number = reviewed.seen.id
        if number not in self._counting:
            self._counting[number] = task = asyncio.create_task(self._judge_all(reviewed), name=f"review-{number}")
            task.add_done_callback(lambda _: self._counting.pop(number, None))
        return self._counting[number]

    async def _judge_all(self, reviewed: Reviewed) -> None:
        try:
            for place in range(len(reviewed.turns)):
                await self._judge(reviewed, place)
        except Exception:  # a turn that can't be judged must not keep the others from being shown
            log.exception("game %s could not be counted", reviewed.seen.id)

    async def _judge(self, reviewed: Reviewed, place: int) -> None:
        async with self._line:
            if place not in reviewed.judgements:
                turn = reviewed.turns[place]
                reviewed.judgements[place] = await asyncio.to_thread(review_turn, reviewed.seen.variant, turn)

    async def _turn(self, game: Game, number: int, user_id: int) -> Screen:
        """The turn of this number, counted from 1; the summary where there is none."""
        reviewed = await self._reviewed(game)
        if not 0 < number <= len(reviewed.turns):
            return self._summed(reviewed), []
        return await self._page(reviewed, number - 1, user_id)

    async def _missed(self, game: Game, after: int, user_id: int) -> Screen:
        """The next turn in which a player, or for others anybody, missed something; the summary behind the last."""
        reviewed = await self._reviewed(game)
        seats = [seat for seat, player in enumerate(game.players) if player.user_id == user_id]
        for place in range(after, len(reviewed.turns)):
            if not seats or reviewed.turns[place].seat in seats:
                await self._judge(reviewed, place)
                if reviewed.judgements[place].missed:
                    return await self._page(reviewed, place, user_id)
        note = say("You missed nothing more.") if seats else say("Nobody missed anything more.")
        return self._summed(reviewed, note), []

    async def _page(self, reviewed: Reviewed, place: int, user_id: int) -> Screen:
        """A turn, with the table after it and the one after the best play."""
        await self._judge(reviewed, place)
        seen, turn, judgement = reviewed.seen, reviewed.turns[place], reviewed.judgements[place]
        actions = {"played": turn.action}
        if judgement.best and judgement.missed != 0:
            actions["best"] = judgement.best.action
        views = {
            which: await asyncio.to_thread(show_after, seen.variant, turn, action) for which, action in actions.items()
        }
        files = [
            await self._pictures.board(view, seen.names, f"review-{seen.id}-{place + 1}-{which}")
            for which, view in views.items()
        ]
        words = [partial(table_words, view, seen.names) for view in views.values()]
        person = await self._house.settings.person(user_id)
        return for_reader(person, page(reviewed, place, *files), *words), files
