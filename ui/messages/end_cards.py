"""The screens of finished games: the public end card and its private copies."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

import render
from engine.text.phrases import say
from ratings.badges import Badge
from services.lobbies.rematch import find_other_system
from services.people.solo_progress import read_progress
from services.refusals import AlreadyOver
from services.replays import GameSummaries
from services.tables import Tables
from storage.errors import DatabaseFailed
from storage.games import Game
from storage.settings import Person
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import put
from ui.layout import Layout, Screen
from ui.markdown import escape_name
from ui.pictures import Pictures, look_of
from ui.screens.ending import EndedGame, build_end_card, build_end_notice
from ui.text_mode import add_text_for


class EndCards:
    """The maker of the screens that show how a game ended."""

    def __init__(self, tables: Tables, pictures: Pictures) -> None:
        self._tables = tables
        self._pictures = pictures
        self._summaries = GameSummaries(tables)

    async def show_all(self, game: Game) -> Screen:
        """Return the public end card of a finished game."""
        ended = await self._prepare(game)
        file = await self._pictures.draw_end(ended.game_view, ended.summary)
        return build_end_card(ended, file), [file]

    async def show_one(self, game: Game, user_id: int) -> Screen:
        """Return this user's private end card, in their theme and, if they want that, with the picture in words."""
        ended, person = await self._prepare_for(game, user_id), await self._tables.settings.person(user_id)
        file = await self._pictures.draw_end(ended.game_view, ended.summary, look_of(person))
        return _add_words(person, build_end_card(ended, file), ended), [file]

    async def tell(self, game: Game, user_id: int) -> Screen:
        """Return this user's private end card without a picture, for a message beside the public one."""
        ended, person = await self._prepare_for(game, user_id), await self._tables.settings.person(user_id)
        return _add_words(person, build_end_notice(ended), ended), []

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
                await put(interaction, *await self.tell(over.game, interaction.user.id))

        return tapped

    async def _prepare(self, game: Game) -> EndedGame:
        summary, result = await self._summaries.get(game), await self._tables.results.of_game(game.id)
        view = self._tables.view_for(game)
        played = replace(view, names=_name_stand_ins(game, view.names), mentions=_name_stand_ins(game, view.mentions))
        other = find_other_system(self._tables.variants, game)
        badges = await self._find_badges(game)
        return EndedGame(played, view.mentions, summary, result, badges, other.info if other else None)

    async def _prepare_for(self, game: Game, user_id: int) -> EndedGame:
        return replace(await self._prepare(game), progress=await read_progress(self._tables, game, user_id))

    async def _find_badges(self, game: Game) -> Mapping[int, Sequence[Badge]]:
        """Note the badges that the game has earned, unless the database is read-only, and return them by seat."""
        store, seats = self._tables.badges, {player.user_id: seat for seat, player in enumerate(game.players)}
        with suppress(DatabaseFailed):
            for user_id in seats:
                if user_id is not None:
                    await store.note_new(user_id, game.id, self._tables.variants, self._tables.now())
        return {seats[user_id]: badges for user_id, badges in (await store.of_game(game.id)).items()}

    def close(self) -> None:
        """Cancel running computations."""
        self._summaries.close()


def _name_stand_ins(game: Game, names: Sequence[str]) -> tuple[str, ...]:
    seats = zip(names, game.players, strict=True)
    return tuple(say("{name} (computer)", name=name) if player.away else name for name, player in seats)


def _add_words(person: Person, card: Layout, ended: EndedGame) -> Layout:
    names = [escape_name(name) for name in ended.game_view.names]
    return add_text_for(person, card, partial(render.end_lines, ended.game_view.view, names, ended.summary))
