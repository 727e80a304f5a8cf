from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from render.sprites import atlas
from render.sprites.atlas import SHEETS, draw_sheet, ornament_atlas
from render.sprites.sprites import list_sprites, sheet_names
from render.style.palette import make_palette
from render.style.theme import FELT

QUICK_WIDTH = 45  # pixels


def some_sheets() -> list[Any]:
    """All sheets, of which the large ones take seconds to draw."""
    return [pytest.param(name, marks=pytest.mark.soak) if _is_large(name) else name for name in sheet_names()]


def _is_large(name: str) -> bool:
    return int(name.partition("-")[2] or 0) > QUICK_WIDTH


@pytest.mark.parametrize("name", some_sheets())
def test_the_shipped_sheet_is_what_the_theme_and_the_drawing_say(name: str) -> None:
    """When this fails, `python -m render atlas` draws the sheets anew."""
    with Image.open(SHEETS / f"{name}.png") as shipped:
        drawn = draw_sheet(name)

        assert shipped.convert("RGB").tobytes() == drawn.convert("RGB").tobytes()
        assert shipped.tobytes() == drawn.tobytes()


def test_the_sheets_are_saved_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas, "sheet_names", lambda: ("ornaments", "tiles-32"))

    atlas.write_sheets(tmp_path / "sheets")

    assert {path.name for path in (tmp_path / "sheets").iterdir()} == {"ornaments.png", "tiles-32.png"}


def test_no_sheet_is_shipped_that_nobody_uses() -> None:
    assert {path.stem for path in SHEETS.glob("*")} == set(sheet_names())


@pytest.mark.parametrize("name", sheet_names())
def test_every_sprite_is_opaque_and_of_the_one_palette(name: str) -> None:
    with Image.open(SHEETS / f"{name}.png") as sheet:
        sheet.load()

        assert sheet.mode == "P"
        assert not sheet.has_transparency_data
        assert (sheet.getpalette() or [])[: len(make_palette().flat)] == make_palette().flat
        assert max(sheet.tobytes()) < len(make_palette().bytes_of)


@pytest.mark.parametrize("name", sheet_names())
def test_sprites_of_a_sheet_have_names_of_their_own(name: str) -> None:
    names = [sprite.name for sprite in list_sprites(name)]

    assert len(set(names)) == len(names)


def test_the_palette_fits_a_byte() -> None:
    assert len(make_palette().bytes_of) <= 256


def test_a_color_of_the_theme_comes_out_as_itself() -> None:
    for color in FELT.flats:
        reduced = make_palette().reduce(Image.new("RGB", (1, 1), color), frozenset(FELT.flats))

        assert reduced.convert("RGB").tobytes() == bytes.fromhex(color[1:])


def test_ornaments_have_a_disc_for_every_seat() -> None:
    discs = {name.split()[1] for name in ornament_atlas() if name.startswith("disc")}

    assert discs == {"0", "1", "2", "3", "4", "5"}
