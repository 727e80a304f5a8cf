"""A found play told little by little: the view says where it is and what it changes, and this which tiles it lays."""

from collections.abc import Sequence

from engine.text.phrases import Phrase, later
from engine.tiles.notation import write_tiles
from engine.tiles.tiles import Tile, by_color


def what(played: Sequence[Tile]) -> Phrase:
    """Name the tiles of the rack that go."""
    return later("You lay {tiles}.", tiles=write_tiles(sorted(played, key=by_color)))
