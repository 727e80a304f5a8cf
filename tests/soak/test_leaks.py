"""What the part `leaks` looks with sees what is there, and finds what is planted."""

import logging
from collections import Counter
from dataclasses import replace
from io import BytesIO

from PIL import Image

import render
from engine.tiles.notation import read_rack, write_tiles
from render.sprites.sprites import Family
from tests.positions import position
from tests.soak.secrecy.hidden_texts import recorded, write_secrets
from tests.soak.secrecy.tile_reader import read_tiles

POSITION = position("classic", table="R4 R5 R6 / K8 B8 J", racks=["K1 K2 K3 O9 J O7", "B1 B2 B8 B9 B10 B10"])
BOX = POSITION.view().box


def test_every_tile_of_a_picture_is_read_and_no_other() -> None:
    table, rack = render.png(POSITION.view(), "AB"), render.rack_png(POSITION.view(0), render.Order.COLOR)

    assert read_tiles(table, BOX, Family.TILES) == Counter(read_rack("R4 R5 R6 K8 B8 J", BOX))
    assert read_tiles(rack, BOX, Family.TILES) == Counter(POSITION.seats[0].rack)


def test_a_changed_pixel_makes_a_tile_unreadable() -> None:
    with Image.open(BytesIO(render.png(POSITION.view(), "AB"))) as picture:
        picture.load()
        picture.paste(0, (0, 0, picture.width, picture.height // 2))
        spoilt = BytesIO()
        picture.save(spoilt, "PNG")

    assert read_tiles(spoilt.getvalue(), BOX, Family.TILES).total() < 6


def test_secrets_are_known_in_every_way_of_writing_but_to_those_who_may_read_them() -> None:
    state = replace(POSITION.state, seed=bytes(range(32)))
    rack = state.seats[1].rack
    for secret in (state.seed.hex(), write_tiles(rack), write_tiles(rack[::-1]), ", ".join(write_tiles(rack).split())):
        assert any(known in secret for known in write_secrets(state, 0)), secret

    assert not any(known in write_tiles(rack) for known in write_secrets(state, 1))


def test_logs_are_recorded_with_their_exceptions() -> None:
    with recorded() as records:
        logging.getLogger("rackety").debug("a debug line", exc_info=ValueError("a secret"))
        said = records.take()

    assert "a debug line" in said
    assert "a secret" in said
    assert not records.take()
