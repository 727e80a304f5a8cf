"""A player's own rack and bench, for his eyes only."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import discord

import render
from engine.game.actions import Action
from engine.game.bench import Bench as Arrangement
from engine.game.bench import Picks
from engine.text.errors import IllegalMove
from engine.text.phrases import say
from services.refusals import Refusal
from services.seats import is_own
from services.seen import Seen, names, news
from services.tables import House
from services.waiting import is_turn_of, next_game
from storage.benches import Desk
from storage.games import Game, Phase
from ui.layout import Screen, screen, text
from ui.messages.live_reply import Answer, Live
from ui.pictures import Pictures, look_of
from ui.replies import is_private, show, update
from ui.screens.bench import screen as screens
from ui.screens.bench.screen import Bench
from ui.screens.table import table
from ui.text_mode import for_reader, table_words

Interaction = discord.Interaction[Any]


class Racks:
    """Makes a player's private screen from the game and the draft as they are, and shows it.

    `watchers` hear which interaction's answer shows which game.
    """

    def __init__(self, house: House, pictures: Pictures, emoji: Callable[..., discord.PartialEmoji | None]) -> None:
        self._house = house
        self._pictures = pictures
        self._emoji = emoji
        self.watchers: list[Callable[[Interaction, Game], None]] = []
        self.live = Live(house, "racks", self._pushed, _is_awaited)

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
        waits = seen.view.you != seen.view.turn and await next_game(self._house, user_id, game.id) is not None
        bench = replace(await self.bench(seen, user_id), note=note, others_wait=waits)
        file = await self._pictures.bench(bench)
        person = await self._house.settings.person(user_id)
        view = screens.bench(bench, file, partial(self._emoji, style=render.Style(person.tiles)))
        return await for_reader(self._house, user_id, view, partial(_words, bench)), [file]

    async def _ended(self, game: Game, user_id: int) -> Screen:
        """The news; the last table too where no public message shows it."""
        if not is_own(game):
            return screen([text(news(game))]), []
        seen = self._house.seen(game)
        file = await self._pictures.table(seen, names(game))
        words = partial(table_words, seen.view, game)
        return await for_reader(self._house, user_id, table(seen, file), words), [file]

    async def bench(self, seen: Seen, user_id: int) -> Bench:
        """The bench on the table as it lies now. What had to be given up for that is told until the next tap."""
        seat = seen.view.you or 0
        desk = await self._house.benches.get(seen.game.id, seat)
        arranged = seen.variant.arranged(seen.view, desk.draft)
        now = replace(
            desk,
            draft=arranged.draft,
            picks=_still(arranged.bench, desk.picks),
            conflicts=tuple(arranged.conflicts) or desk.conflicts,
        )
        if now != desk:
            await self._house.benches.keep(seen.game.id, seat, now)
        order = render.Order(await self._house.settings.rack_order(user_id) or render.Order.COLOR)
        look = look_of(await self._house.settings.person(user_id))
        told = seen.variant.appraised(seen.view, arranged.bench)
        return Bench(seen, now, arranged, told, order, look=look)

    async def keep(self, seen: Seen, desk: Desk) -> None:
        """Keep the desk of the viewer's seat."""
        await self._house.benches.keep(seen.game.id, seen.view.you or 0, desk)

    async def arrange(self, seen: Seen, user_id: int, action: Action) -> bool:
        """Put a turn on the bench that can't be made, or not yet; False if what it speaks of is not there."""
        bench = await self.bench(seen, user_id)
        try:
            arrangement = bench.arranged.bench.as_played(action)
        except IllegalMove:
            return False
        if arrangement.strays:
            return False
        await self.keep(seen, moved(bench, arrangement))
        return True

    async def forget(self, game: Game, seat: int) -> None:
        """Clear the desk of a seat, after its turn."""
        await self._house.benches.forget(game.id, seat)

    async def send(self, interaction: Interaction, game: Game, note: str = "") -> None:
        """Answer with the bench, privately."""
        await show(interaction, *await self.screen(game, interaction.user.id, note))
        self._tell(interaction, game)

    async def refresh(self, interaction: Interaction, game: Game, note: str = "") -> None:
        """Bring the tapped bench up to date; a tap on anything public is answered with a new one."""
        if not is_private(interaction):
            return await self.send(interaction, game, note)
        await update(interaction, *await self.screen(game, interaction.user.id, note))
        return self._tell(interaction, game)

    async def _pushed(self, game: Game, answer: Answer) -> Screen:
        return await self.screen(game, answer.interaction.user.id)

    def _tell(self, interaction: Interaction, game: Game) -> None:
        if not is_own(game):
            self.live.shown(interaction, game)
        for watcher in self.watchers:
            watcher(interaction, game)


def _words(bench: Bench) -> str:
    """The table as it lies, and the rack."""
    view = bench.seen.view
    return f"{table_words(view, bench.seen.game)}\n{render.rack_lines(view, bench.order)}"


def _is_awaited(game: Game, user_id: int) -> bool:
    """Does the change concern this player: is it his turn now, or the end?"""
    return game.phase is Phase.OVER or is_turn_of(game, user_id)


def _still(bench: Arrangement, picks: Picks) -> Picks:
    """What was picked, if it is all still there."""
    return picks if bench.holds(picks) else Picks()


def moved(bench: Bench, arrangement: Arrangement) -> Desk:
    """The desk after a step: nothing is picked, and everything is looked at from its beginning."""
    draft = bench.desk.draft.then(arrangement.changes)
    return Desk(draft=draft, page=bench.desk.page, color=bench.desk.color, touched=bench.seen.view.turns)
