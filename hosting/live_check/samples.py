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
class Sample:
    """A picture as a PNG file, and its alt text; `name` is its kind's, in small letters and hyphens."""

    name: str
    png: bytes
    alt_text: str


@cache
def make_samples() -> tuple[Sample, ...]:
    """Draw one picture of every kind, once in this process.

    They are tables, racks, a bench, an end card, a leaderboard, a profile and the themes.
    """
    return (*_draw_tables(), *_draw_private(), *_draw_people())


def _draw_tables() -> Iterator[Sample]:
    for key, variant in load().items():
        view = variant.example()
        said = render.table_text(view, NAMES)
        yield Sample(f"table-{key.replace('_', '-')}", render.png(view, NAMES), said)
        if render.is_cropped(view):
            yield Sample("board", render.whole_png(view, NAMES), said)
    first = next(iter(load().values())).example()
    yield Sample("end", render.end_png(first, NAMES, None), render.end_text(first, NAMES, None))


def _draw_private() -> Iterator[Sample]:
    variant = next(iter(load().values()))
    view = variant.view(variant.setup(len(NAMES), SEED, 0, {}).state, 0)
    order = render.Order.COLOR
    yield Sample("rack", render.rack_png(view, order), render.rack_text(view, order))
    if isinstance(view, TableView) and view.rack:
        bench = make_table_bench(view.box, view.table, view.rack.tiles)
        scene = BenchScene(view=view, bench=bench, names=NAMES)
        yield Sample("bench", render.bench_png(scene), render.bench_text(scene))
    themes = {theme: theme.value.title() for theme in render.PictureTheme}
    yield Sample("themes", render.themes_png(render.Look(), themes), ", ".join(themes.values()))


def _draw_people() -> Iterator[Sample]:
    won = dict(zip(NAMES, (8, 4), strict=True))
    name = render.Column[str](as_is("Player"), str, render.Align.LEFT, stretches=True)
    games = render.Column[str](as_is("Won"), lambda player: str(won[player]))
    places = {player: place for place, player in enumerate(NAMES, 1)}
    board = render.Leaderboard("Leaderboard", "", (name, games), NAMES, places.__getitem__, won.__getitem__)
    yield Sample("leaderboard", render.leaderboard_png(board), "Leaderboard: Ana 8, Ben 4")
    figures = (render.ProfileFigure("Games", "3"), render.ProfileFigure("Won", "2"))
    card = render.ProfileCard("Ana", "Profile", "", "Rating", "1540", "Last 3 games", (1500, 1480, 1540), figures)
    yield Sample("profile", render.profile_png(card), "Profile: rating 1540")
