"""Pictures and alt texts of views (a view is a game as one viewer may see it); none of them can show a hidden tile."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.game.log import GameSummary
from engine.game.views import RackView, View
from engine.rummykruss.bench import GridBench
from engine.rummykruss.view import GridView
from engine.table.bench import TableBench
from engine.table.view import TableView
from render.content import BenchScene, Order, Sorting
from render.pictures import bench as benches
from render.pictures import bracket as brackets
from render.pictures import end_card, grid, grid_bench, leaderboard, profile, rack, table, theme_preview
from render.pictures.bracket import Bracket, BracketBox, BracketSide
from render.pictures.leaderboard import Align, Column, Leaderboard, Player
from render.pictures.profile import ProfileCard, ProfileFigure
from render.sprites.sprites import Family, family_of
from render.sprites.tile_emojis import read_emojis
from render.style.theme import PLAIN, Look, PictureTheme, Style
from render.text import alt_text, text_mode
from render.text.alt_text import bench_text, table_text
from render.text.end_text import end_lines, end_text, rank_seats, write_title
from render.text.text_mode import table_lines

__all__ = [
    "Align",
    "BenchScene",
    "Bracket",
    "BracketBox",
    "BracketSide",
    "Column",
    "Leaderboard",
    "Look",
    "Order",
    "PictureTheme",
    "ProfileCard",
    "ProfileFigure",
    "Sorting",
    "Style",
    "bench_png",
    "bench_text",
    "bracket_png",
    "end_lines",
    "end_png",
    "end_text",
    "example_png",
    "hides_tiles",
    "is_cropped",
    "leaderboard_png",
    "png",
    "profile_png",
    "rack_lines",
    "rack_png",
    "rack_text",
    "rank_seats",
    "read_emojis",
    "table_lines",
    "table_text",
    "themes_png",
    "write_title",
]


def png(view: View, names: Sequence[str], *, whole: bool = False) -> bytes:
    """Return the view's public picture as a PNG file; `names` are the players', by seat, and untrusted.

    Unless `whole`, a grid may be cropped to the part with tiles. Raises: TypeError if this kind of view has no picture.
    """
    match view:
        case TableView():
            return table.draw(view, names).png()
        case GridView():
            return grid.draw(view, names, whole=whole).png()
    raise TypeError(f"no picture of {type(view).__name__}")


def example_png(view: View) -> bytes:
    """Return a small picture of just the sets on the view's table as a PNG file. Raises: TypeError as `png`."""
    match view:
        case TableView():
            return table.draw_sets(view).png()
        case GridView():
            return grid.draw_sample(view).png()
    raise TypeError(f"no picture of {type(view).__name__}")


def is_cropped(view: View) -> bool:
    """Return whether `png` shows only a part of this view's grid."""
    return isinstance(view, GridView) and grid.is_cropped(view)


def hides_tiles(scene: BenchScene) -> bool:
    """Return whether `bench_png` leaves tiles of a grid out unless the player wants all of it."""
    return isinstance(scene.view, GridView) and grid_bench.hides_tiles(scene.view, scene)


def end_png(view: View, names: Sequence[str], summary: GameSummary | None, look: Look = PLAIN) -> bytes:
    """Return a finished game's end card as a PNG file: who won, the tiles left on the racks, and the final table.

    Raises: TypeError if this kind of view has no picture.
    """
    return end_card.draw(view, names, summary, _choose_look(view, look)).png()


def rack_png(view: View, order: Order, look: Look = PLAIN) -> bytes:
    """Return a picture of the viewer's own rack as a PNG file. Raises: ValueError for a spectator's view."""
    return rack.draw(_require_rack(view), order, family_of(view), _choose_look(view, look)).png(is_private=True)


def rack_text(view: View, order: Order) -> str:
    """Return the alt text of the viewer's rack. Raises: ValueError for a spectator's view."""
    return alt_text.rack_text(_require_rack(view), order)


def rack_lines(view: View, order: Order) -> str:
    """Return the viewer's rack as lines of plain text. Raises: ValueError for a spectator's view."""
    return text_mode.rack_lines(_require_rack(view), order)


def bench_png(scene: BenchScene, look: Look = PLAIN) -> bytes:
    """Return a PNG file of the viewer's bench, where they prepare a turn before they play it.

    Raises: TypeError if the bench doesn't fit the view, ValueError for a spectator's view.
    """
    _require_rack(scene.view)
    look = _choose_look(scene.view, look)
    match scene.view, scene.bench:
        case TableView() as view, TableBench() as bench:
            return benches.draw(view, bench, scene, look).png(is_private=True)
        case GridView() as view, GridBench() as bench:
            return grid_bench.draw(view, bench, scene, look).png(is_private=True)
    raise TypeError(f"no picture of {type(scene.bench).__name__} on {type(scene.view).__name__}")


def leaderboard_png(board: Leaderboard[Player], look: Look = PLAIN) -> bytes:
    """Return a picture of a leaderboard as a PNG file; it must have a player."""
    return leaderboard.draw(board, look).png()


def bracket_png(bracket: Bracket, look: Look = PLAIN) -> bytes:
    """Return a picture of a knockout's bracket as a PNG file; it must have a round."""
    return brackets.draw(bracket, look).png()


def profile_png(card: ProfileCard, look: Look = PLAIN) -> bytes:
    """Return a picture of a player's profile as a PNG file."""
    return profile.draw(card, look).png()


def themes_png(look: Look, names: Mapping[PictureTheme, str]) -> bytes:
    """Return a PNG file of all themes side by side in the look's style; the look's own is highlighted."""
    return theme_preview.draw(look, names)


def _choose_look(view: View, look: Look) -> Look:
    """Return the look, but always in the MARKED style for a view of playing cards, which have no other style."""
    return replace(look, style=Style.MARKED) if family_of(view) is Family.CARDS else look


def _require_rack(view: View) -> RackView:
    if view.rack is None:
        raise ValueError("A spectator has no rack.")
    return view.rack
