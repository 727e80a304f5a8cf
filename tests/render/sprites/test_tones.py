import pytest

from engine.tiles.tiles import Color, Tile
from render.content import TrayTile
from render.parts.placed_tiles import TileManner, draw_image
from render.sprites.canvas import list_colors
from render.sprites.sprites import Family
from render.style.sizes import TileSize
from render.style.theme import FELT, Look, PictureTheme, Ring, Sign, Style

SIZE = TileSize(84)
LOOKS = [Look(style, theme) for style in Style for theme in PictureTheme]
STILL = TrayTile(Tile(Color.RED, 8), None)


def lightness(look: Look, color: Color | None, ring: Ring, *, is_dim: bool = False) -> float:
    """The mean brightness of a tile's upper half, without hues, from 0 to 255."""
    manner = TileManner(SIZE, Family.TILES, FELT.wood, is_dim)
    image = draw_image(Tile(color, 8 if color else 0), None, ring, manner, look.style)
    half = image.crop((12, 14, SIZE.pitch - 12, SIZE.height // 2)).copy()
    half.putpalette(list_colors(look))
    gray = half.convert("L").tobytes()
    return sum(gray) / len(gray)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("color", [Color.RED, Color.BLUE, Color.BLACK, Color.ORANGE, None])
def test_a_picked_tile_differs_in_lightness_in_every_look(look: Look, color: Color | None) -> None:
    assert abs(lightness(look, color, STILL.ring) - lightness(look, color, Sign.PICKED)) > 15


@pytest.mark.parametrize("look", [look for look in LOOKS if look.style is Style.MARKED])
@pytest.mark.parametrize("color", [Color.RED, Color.BLUE, Color.BLACK, Color.ORANGE])
def test_a_dimmed_tile_is_darker_than_a_bright_one(look: Look, color: Color) -> None:
    assert lightness(look, color, STILL.ring, is_dim=True) < lightness(look, color, STILL.ring) - 10


@pytest.mark.parametrize("theme", PictureTheme)
def test_the_print_of_a_filled_tile_is_dimmed_too(theme: PictureTheme) -> None:
    look = Look(Style.SOLID, theme)

    assert lightness(look, Color.RED, STILL.ring, is_dim=True) < lightness(look, Color.RED, STILL.ring)
