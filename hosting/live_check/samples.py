"""One picture of every kind that the bot sends, with its alt text. They show examples, and nobody's game."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import render
from engine.table.bench import make_table_bench
from engine.table.view import TableView
from engine.text.phrases import as_is
from engine.variants import load
from render.content.bench_scene import BenchScene

NAMES = ("Ana", "Ben")
SEED = bytes(32)  # of the dealt rack, so that each run sends the same pictures


@dataclass(frozen=True, slots=True)
class SamplePicture:
    """A picture as a PNG file, and its alt text; `name` is its kind's, in small letters and hyphens."""

    name: str
    png: bytes
    alt_text: str


@cache
def make_samples() -> tuple[SamplePicture, ...]:
    """Draw one picture of every kind, once in this process.

    They are tables, racks, a bench, an end card, a leaderboard, a profile and the themes.
    """
    return (*_draw_tables(), *_draw_private(), *_draw_people())


def _draw_tables() -> Iterator[SamplePicture]:
    for key, variant in load().items():
        view = variant.example()
        said = render.table_text(view, NAMES)
        yield SamplePicture(f"table-{key.replace('_', '-')}", render.png(view, NAMES), said)
        if render.is_cropped(view):
            yield SamplePicture("board", render.whole_png(view, NAMES), said)
    first = next(iter(load().values())).example()
    yield SamplePicture("end", render.end_png(first, NAMES, None), render.end_text(first, NAMES, None))


def _draw_private() -> Iterator[SamplePicture]:
    variant = next(iter(load().values()))
    view = variant.view(variant.setup(len(NAMES), SEED, 0, {}).state, 0)
    order = render.Order.COLOR
    yield SamplePicture("rack", render.rack_png(view, order), render.rack_text(view, order))
    if isinstance(view, TableView) and view.rack:
        bench = make_table_bench(view.box, view.table, view.rack.tiles)
        scene = BenchScene(view=view, bench=bench, names=NAMES)
        yield SamplePicture("bench", render.bench_png(scene), render.bench_text(scene))
    themes = {theme: theme.value.title() for theme in render.PictureTheme}
    yield SamplePicture("themes", render.themes_png(render.Look(), themes), ", ".join(themes.values()))


def _draw_people() -> Iterator[SamplePicture]:
    won = dict(zip(NAMES, (8, 4), strict=True))
    name = render.Column[str](as_is("Player"), str, render.Align.LEFT, stretches=True)
    games = render.Column[str](as_is("Won"), lambda player: str(won[player]))
    places = {player: place for place, player in enumerate(NAMES, 1)}
    board = render.Leaderboard("Leaderboard", "", (name, games), NAMES, places.__getitem__, won.__getitem__)
    yield SamplePicture("leaderboard", render.leaderboard_png(board), "Leaderboard: Ana 8, Ben 4")
    figures = (render.ProfileFigure("Games", "3"), render.ProfileFigure("Won", "2"))
    card = render.ProfileCard("Ana", "Profile", "", "Rating", "1540", "Last 3 games", (1500, 1480, 1540), figures)
    yield SamplePicture("profile", render.profile_png(card), "Profile: rating 1540")
