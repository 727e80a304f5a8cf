"""A player's own rack and bench, for his eyes only."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import discord

import render
from engine.text.phrases import say
from engine.tiles.tiles import Tile
from services.benches import Bench, keep_desk, moved, read_bench
from services.fitting import Fitting
from services.refusals import Refusal
from services.seats import is_own
from services.seen import Seen, news
from services.tables import House
from services.waiting import is_turn_of, next_game
from storage.games import Game, Phase
from ui.deferred import in_time, put
from ui.layout import Screen, screen, text
from ui.messages.live_reply import Answer, Live
from ui.pictures import Pictures
from ui.replies import is_private, show, update
from ui.screens.bench import input as steps
from ui.screens.bench import screen as screens
from ui.screens.table import table
from ui.text_mode import for_reader, table_words

Interaction = discord.Interaction[Any]


class Racks:
    """Makes a player's private screen from the game and the draft as they are, and shows it.

    `watchers` hear which interaction's answer shows which game.
    """

    def __init__(
        self, house: House, pictures: Pictures, emoji: Callable[..., discord.PartialEmoji | None], fitting: Fitting
    ) -> None:
        self._house = house
        self._pictures = pictures
        self._emoji = emoji
        self._fitting = fitting
        self._live = Live(house, "racks", self._pushed, _is_awaited)
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        self.watchers: list[Callable[[Interaction, Game], None]] = []

    def changed(self, game: Game) -> None:
        """Show this game soon to those who look at their benches."""
        self._live.changed(game)

    async def close(self) -> None:
        """Show nothing more; a tap brings a bench up to date after the next start."""
        await self._live.close()

    def lock(self, seen: Seen) -> asyncio.Lock:
        """Return the lock of the viewer's desk: one tap after the other changes it."""
        return self._locks.setdefault((seen.id, seen.view.you or 0), asyncio.Lock())

    async def screen(self, game: Game, user_id: int, note: str = "") -> Screen:
        """The bench of this player; after the end only the news. `note` says what just happened.

        Raises:
            Refusal: the user has no seat, or no tiles yet.
        """
        if game.state is None:
            raise Refusal(say("This game has not begun: there are no tiles yet."))
        seen = self._house.seen(game, user_id)
        if game.phase is Phase.OVER:
            return await self._ended(game, user_id)
        waits = not seen.is_to_move and await next_game(self._house, user_id, game.id) is not None
        bench = replace(await read_bench(self._house, seen, user_id), note=note, others_wait=waits)
        file = await self._pictures.bench(bench)
        style = render.Style(bench.person.tiles)
        emojis = {tile: self._emoji(tile, style) for tile in seen.view.rack.tiles} if seen.view.rack else {}
        view = screens.bench(bench, file, emojis)
        return for_reader(bench.person, view, partial(_words, bench)), [file]

    async def _ended(self, game: Game, user_id: int) -> Screen:
        """The news; the last table too where no public message shows it."""
        if not is_own(game):
            return screen([text(news(game))]), []
        seen = self._house.seen(game)
        file = await self._pictures.table(seen)
        person = await self._house.settings.person(user_id)
        return for_reader(person, table(seen, file), partial(table_words, seen.view, seen.names)), [file]

    async def send(self, interaction: Interaction, game: Game, note: str = "") -> None:
        """Answer with the bench, privately."""
        await show(interaction, *await self.screen(game, interaction.user.id, note))
        self._tell(interaction, game)

    async def refresh(self, interaction: Interaction, game: Game, note: str = "") -> None:
        """Bring the tapped bench up to date; a tap on anything public is answered with a new one."""
        made = await self.screen(game, interaction.user.id, note)
        await (update if is_private(interaction) else show)(interaction, *made)
        self._tell(interaction, game)

    async def fit(self, interaction: Interaction, game: Game, seen: Seen, tiles: Sequence[Tile] | None = None) -> None:
        """Find a place for these tiles, or for those that are laid and picked, and put them there."""
        await put(interaction, *await in_time(interaction, self._fitted(game, interaction.user.id, seen, tiles)))

    async def _fitted(self, game: Game, user_id: int, seen: Seen, tiles: Sequence[Tile] | None) -> Screen:
        async with self.lock(seen):
            bench = await read_bench(self._house, seen, user_id)
            wanted = list(tiles if tiles is not None else steps.wanted(bench))
            nothing = (None, say("Pick tiles of your rack first."))
            found, said = await self._fitting.fitted(seen, wanted) if wanted else nothing
            if found is not None:
                await keep_desk(self._house, seen, moved(bench, bench.arranged.bench.as_played(found.action)))
        return await self.screen(game, user_id, said)

    async def _pushed(self, game: Game, answer: Answer) -> Screen:
        return await self.screen(game, answer.interaction.user.id)

    def _tell(self, interaction: Interaction, game: Game) -> None:
        if not is_own(game):
            self._live.shown(interaction, game)
        for watcher in self.watchers:
            watcher(interaction, game)


def _words(bench: Bench) -> str:
    """The table as it lies, and the rack."""
    view = bench.seen.view
    return f"{table_words(view, bench.seen.names)}\n{render.rack_lines(view, render.Order(bench.order))}"


def _is_awaited(game: Game, user_id: int) -> bool:
    """Does the change concern this player: is it his turn now, or the end?"""
    return game.phase is Phase.OVER or is_turn_of(game, user_id)
