"""Pictures as files for Discord, drawn outside the event loop."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from contextvars import copy_context
from io import BytesIO
from typing import Any
from zlib import crc32

import discord

import render
from engine.game.log import GameSummary
from engine.game.variant import Variant
from engine.game.views import View
from engine.text.phrases import language
from services.benches import BenchScreenData
from services.game_view import GameView
from storage.recent import LruCache
from storage.settings import Person

REMEMBERED = 64
LONGEST_ALT_TEXT = 1024
THREADS = 2
EXAMPLE_NAMES = ("Ana", "Ben")
PLAIN = render.Look()


class Pictures:
    """The maker of pictures: two drawing threads (Pillow releases the GIL), with a cache of the latest pictures.

    At most two public tables are handed to the threads at a time: after a restart every table is drawn again, and a
    player's rack mustn't queue behind all of them.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="pictures")
        self._line = asyncio.Semaphore(THREADS)
        self._tables: LruCache[bytes] = LruCache(REMEMBERED)
        self._samples: LruCache[bytes] = LruCache(REMEMBERED)

    async def draw_table(self, game_view: GameView) -> discord.File:
        """Return the public picture of a table, with its alt text; `game_view` must be a spectator's."""
        key = game_view.id, game_view.version
        png = await self._draw_once(self._tables, key, lambda: render.png(game_view.view, game_view.names), self._line)
        name = f"table-{game_view.version}.png"  # a new name for each version: clients cache files by name
        return _make_file(png, name, render.table_text(game_view.view, game_view.names))

    async def draw_end(
        self, game_view: GameView, summary: GameSummary | None, look: render.Look = PLAIN
    ) -> discord.File:
        """Return a spectator's picture of a finished game, with its alt text; `look` is for a private copy."""
        key = game_view.id, game_view.version, look
        drawn = game_view.view, game_view.names, summary, look
        png = await self._draw_once(self._tables, key, lambda: render.end_png(*drawn))
        text = render.end_text(game_view.view, game_view.names, summary)
        return _make_file(png, f"end-{game_view.version}.png", text)

    async def draw_whole_board(self, game_view: GameView) -> discord.File:
        """Return a picture of a table's whole board; the public picture may crop it to the part with tiles."""
        png = await self._draw_in_thread(lambda: render.png(game_view.view, game_view.names, whole=True))
        return _make_file(png, f"board-{game_view.version}.png", render.table_text(game_view.view, game_view.names))

    async def draw_board(self, view: View, names: Sequence[str], name: str) -> discord.File:
        """Return a picture of a table as it was or could be, with its alt text; clients cache it by its `name`."""
        png = await self._draw_in_thread(lambda: render.png(view, names))
        return _make_file(png, f"{name}.png", render.table_text(view, names))

    async def draw_bench(self, bench: BenchScreenData) -> discord.File:
        """Return a picture of a player's bench, with its alt text; a changed picture has a new file name."""
        scene, look = make_bench_scene(bench), look_of(bench.person)
        png = await self._draw_in_thread(lambda: render.bench_png(scene, look))
        return _make_file(png, f"bench-{scene.view.version}-{crc32(png):08x}.png", render.bench_text(scene))

    async def draw_example(self, variant: Variant[Any]) -> discord.File:
        """Return a picture of the example table that a system's rules are shown with; it's cached."""
        view = variant.example()
        png = await self._draw_once(self._samples, variant.info.key, lambda: render.example_png(view))
        return _make_file(png, "example.png", render.table_text(view, EXAMPLE_NAMES))

    async def draw_still(self, view: View, name: str) -> discord.File:
        """Return a picture, with its alt text, of a table without a game; it's cached by its unique `name`."""
        png = await self._draw_once(self._tables, name, lambda: render.png(view, ()))
        return _make_file(png, f"{name}.png", render.table_text(view, ()))

    async def draw_leaderboard(self, board: render.Leaderboard[Any], text: str, look: render.Look) -> discord.File:
        """Return a picture of a leaderboard, with `text` as its alt text; a changed picture has a new file name."""
        png = await self._draw_in_thread(lambda: render.leaderboard_png(board, look))
        return _make_file(png, f"leaderboard-{crc32(png):08x}.png", text[:LONGEST_ALT_TEXT])

    async def draw_bracket(self, bracket: render.Bracket, text: str) -> discord.File:
        """Return a picture of a knockout, with `text` as its alt text; a changed picture has a new file name."""
        png = await self._draw_in_thread(lambda: render.bracket_png(bracket))
        return _make_file(png, f"bracket-{crc32(png):08x}.png", text[:LONGEST_ALT_TEXT])

    async def draw_profile(self, card: render.ProfileCard, text: str, look: render.Look) -> discord.File:
        """Return a picture of a player's profile, with `text` as its alt text; a changed one has a new file name."""
        png = await self._draw_in_thread(lambda: render.profile_png(card, look))
        return _make_file(png, f"profile-{crc32(png):08x}.png", text[:LONGEST_ALT_TEXT])

    async def draw_themes(self, look: render.Look, names: Mapping[render.PictureTheme, str]) -> discord.File:
        """Return a picture of all themes side by side in the look's style, with their names; it's cached."""
        png = await self._draw_once(self._samples, look, lambda: render.themes_png(look, names))
        return _make_file(png, f"themes-{look.theme}-{look.style}.png", ", ".join(names.values()))

    async def _draw_once(
        self, cache: LruCache[bytes], key: object, draw: Callable[[], bytes], line: asyncio.Semaphore | None = None
    ) -> bytes:
        """Return the picture that `draw` makes in this language, from the cache if it's there under this key."""
        key = key, language()
        png = cache.get(key)
        if png is None:
            async with line or nullcontext():
                png = await self._draw_in_thread(draw)
            cache.keep(key, png)
        return png

    async def _draw_in_thread(self, draw: Callable[[], bytes]) -> bytes:
        """Call `draw` in a drawing thread and return the picture; it has the caller's context, such as the language."""
        here = copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._threads, here.run, draw)

    def close(self) -> None:
        """Finish the pictures being drawn and cancel the waiting ones."""
        self._threads.shutdown(cancel_futures=True)


def make_bench_scene(bench: BenchScreenData) -> render.BenchScene:
    """Return what the picture of a player's bench shows."""
    state = bench.state
    return render.BenchScene(
        view=bench.game_view.view,
        bench=bench.arranged.bench,
        names=bench.game_view.names,
        appraisal=bench.appraisal,
        picks=state.picks,
        spot=state.spot,
        page=state.targets,
        framed=bench.framed,
        sorting=render.Sorting(render.Order(bench.person.order), state.together, state.color),
    )


def look_of(person: Person) -> render.Look:
    """Return the tile style and theme of this person's private pictures."""
    return render.Look(render.Style(person.tiles), render.PictureTheme(person.theme))


def _make_file(png: bytes, name: str, text: str) -> discord.File:
    return discord.File(BytesIO(png), filename=name, description=text)
