import re
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image

from engine.tiles.notation import write_tile
from engine.tiles.tiles import Box, Color, Tile
from render import Style, read_emojis
from render.sprites.tile_emojis import draw_emoji, emoji_name, list_faces, write_emojis
from tests.render.scenes import picture
from tests.support.sampled import sampled

LARGEST = 256 * 1024
"""Bytes that Discord takes."""


@pytest.mark.parametrize("tile", sampled(list_faces(), 4))
@pytest.mark.parametrize("style", Style)
def test_the_shipped_emojis_are_what_the_drawing_says(style: Style, tile: Tile) -> None:
    """When this fails, `python -m render atlas` draws them anew."""
    file = picture(read_emojis()[emoji_name(tile, style)])

    assert file.convert("RGBA").tobytes() == draw_emoji(tile, style).convert("RGBA").tobytes()


def test_every_tile_of_every_box_has_one_in_each_style_and_nothing_else_does() -> None:
    suits = Box(tuple(color for color in Color if color.is_suit), 0, 5)
    tiles = {*Box().tiles(), *suits.tiles()}

    assert set(list_faces()) == tiles
    assert read_emojis().keys() == {
        f"{write_tile(tile).lower()}{end}" for tile in tiles for end in ("", f"_{Style.SOLID}")
    }


def test_names_leave_room_for_a_fingerprint_and_are_what_discord_takes() -> None:
    assert all(re.fullmatch(r"[a-z0-9_]{1,25}", name) for name in read_emojis())


def test_each_is_a_small_square_on_nothing() -> None:
    for file in read_emojis().values():
        image = picture(file).convert("RGBA")

        assert image.size == (128, 128)
        assert len(file) <= min(LARGEST, 4096)
        assert image.getpixel((0, 0))[3] < 16  # type: ignore[index]  # four channels
        assert image.getpixel((64, 64))[3] == 255  # type: ignore[index]


@pytest.mark.parametrize("style", Style)
def test_as_small_as_in_a_menu_any_two_tiles_differ_without_hue(style: Style) -> None:
    """One pixel of 20 by 20 in forty, or the eye takes one for the other."""
    small = {
        tile: _gray(read_emojis()[emoji_name(tile, style)]) for tile in list_faces() if tile.number in {0, 1, 7, 12}
    }

    for one, other in combinations(small, 2):
        assert sum(abs(a - b) > 40 for a, b in zip(small[one], small[other], strict=True)) >= 10


def _gray(file: bytes) -> bytes:
    image = Image.new("RGBA", (128, 128), "white")
    image.alpha_composite(picture(file).convert("RGBA"))
    return image.resize((20, 20), Image.Resampling.LANCZOS).convert("L").tobytes()


def test_the_same_file_comes_out_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.sprites.tile_emojis.list_faces", lambda: [Tile(Color.RED, 4)])

    write_emojis(tmp_path)
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    write_emojis(tmp_path)

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first
    assert set(first) == {"r4.png", "r4_solid.png"}
