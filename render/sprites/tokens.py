"""Drawings, for the sprite sheets only, of claims on sets and of tiles that two sets share (crossings)."""

from math import ceil

from engine.tiles.sets import Mark
from render.sprites.drawing import Drawing, Extent, dash, draw_rounded_mask, enlarge, inset
from render.sprites.tile_art import draw_blank
from render.style.palette import read_rgb
from render.style.sizes import TOKENS, TileSize
from render.style.theme import FELT, SUPERSAMPLE

BORROWED = FELT.face_low
"""The face color of a borrowed tile (one that another set owns): as dark as orange numbers can be read on."""


def disc_box(size: TileSize) -> Extent:
    """Return the box of the disc that shows whose claim it is, in pixels; its upper left corner is 0, 0."""
    side = 2 * ceil(TOKENS.disc_radius * size.width)
    return (0, 0, side, side)


def plate_box(size: TileSize) -> Extent:
    """Return the box of the plate (a 2 or a padlock) beside a claim's disc, in pixels; its upper left is 0, 0."""
    side = round(TOKENS.plate * size.width)
    return (0, 0, side, side)


def draw_claim_disc(size: TileSize, seat: int) -> Drawing:
    """Draw a disc in the color of the seat that claims a set, with the seat's number, counted from 1."""
    side = disc_box(size)[2]
    drawing = Drawing.blank((side, side), FELT.tray)
    middle = (side / 2, side / 2)
    drawing.disc(middle, TOKENS.disc_radius * size.width, FELT.seats[seat])
    drawing.text(str(seat + 1), TOKENS.disc_digit * size.width, middle, FELT.on_gold)
    return drawing


def _draw_plate(size: TileSize) -> Drawing:
    side = plate_box(size)[2]
    drawing = Drawing.blank((side, side), FELT.tray)
    drawing.rounded((0, 0, side, side), 0.09 * size.width, FELT.ink)
    return drawing


def draw_second(size: TileSize) -> Drawing:
    """Draw the plate that marks a second claim: a 2."""
    drawing = _draw_plate(size)
    side = drawing.image.width / SUPERSAMPLE
    drawing.text("2", side * 0.86, (side / 2, side / 2), FELT.on_gold)
    return drawing


def draw_lock(size: TileSize) -> Drawing:
    """Draw the plate that marks a third claim: a padlock."""
    drawing = _draw_plate(size)
    side = drawing.image.width / SUPERSAMPLE
    x, thick = side / 2, side * 0.11
    drawing.rounded((x - side * 0.23, side * 0.13, x + side * 0.23, side * 0.75), side * 0.23, FELT.on_gold)
    inner = (x - side * 0.23 + thick, side * 0.13 + thick, x + side * 0.23 - thick, side * 0.75)
    drawing.rounded(inner, side * 0.23 - thick, FELT.ink)
    drawing.rounded((x - side * 0.32, side * 0.44, x + side * 0.32, side * 0.88), side * 0.06, FELT.on_gold)
    return drawing


def tag_box(size: TileSize) -> Extent:
    """Return the box, within a shared tile's cell, of the tag that has the other set's letter; in pixels."""
    left, top, right, bottom = (part * size.width for part in TOKENS.tag)
    x, y = size.tile_box[:2]
    return (round(x + left), round(y + top), round(x + right), round(y + bottom))


def draw_tag(size: TileSize) -> Drawing:
    """Draw a blank tile with the tag of a shared tile on it, but without the other set's letter."""
    drawing = draw_blank(size, FELT.tray, Mark.STILL)
    left, top, right, bottom = tag_box(size)
    drawing.rounded((left, top, right, bottom), 0.08 * size.width, FELT.room)
    return drawing


def draw_shared(size: TileSize) -> Drawing:
    """Draw a borrowed tile without print: a flat face in a dashed outline, without shadow or lip."""
    drawing = Drawing.blank(size.cell, FELT.tray)
    box = size.tile_box
    outer = enlarge(box)
    ring = draw_rounded_mask((outer[2] - outer[0], outer[3] - outer[1]), size.radius)
    breadth = max(2.0, 0.032 * size.width)
    hole = enlarge(inset(box, breadth))
    inner = draw_rounded_mask((hole[2] - hole[0], hole[3] - hole[1]), size.radius - breadth)
    ring.paste(0, (hole[0] - outer[0], hole[1] - outer[1]), inner)
    dash(ring, round(0.15 * size.width * SUPERSAMPLE))
    drawing.image.paste(read_rgb(FELT.ink), outer[:2], ring)
    apart = 0.06 * size.width
    drawing.rounded(inset(box, apart), size.radius - apart, BORROWED)
    return drawing
