"""The hint that names the tiles of a play found by a solver; hints on its place and its effect come from views."""

from collections.abc import Sequence

from engine.text.phrases import Phrase, later
from engine.tiles.notation import write_tiles
from engine.tiles.tiles import Tile, by_color


def what(played: Sequence[Tile]) -> Phrase:
    """Return a sentence that names the rack tiles that a play uses, sorted by color."""
    return later("You can play {tiles}.", tiles=write_tiles(sorted(played, key=by_color)))
