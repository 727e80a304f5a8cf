"""Fonts, masks of text (how much ink each pixel has), and names that the fonts can draw.

Text is in Rubik, except for the kana and kanji that it lacks. Those are in a subset of Noto Sans CJK JP 2.004.
With KANJI, a file of every kanji in Shift_JIS, this command makes the subset:

    pyftsubset NotoSansCJK-Bold.ttc --font-number=0 --text-file=KANJI --unicodes=U+3000-303F,U+3041-30FF,U+FF01-FF60
        --layout-features= --no-hinting --notdef-outline --drop-tables+=BASE,VORG,vhea,vmtx,GPOS,GSUB --name-IDs=*
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).parents[1] / "assets" / "fonts"
ELLIPSIS = "…"
LONGEST_NAME = 100
JAPANESE = "NotoSansJP-Bold.otf"
JAPANESE_SIZE = 0.88
"""The size of kanji relative to Rubik's: at this one, they are centered on the same height as capitals."""
_NO_CHARACTER = "\uffff"
_READ_FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True)
class Lettering:
    """A weight of Rubik at a size in pixels, together with a Japanese font for the kana and kanji that Rubik lacks."""

    weight: str
    size: int

    @property
    def font(self) -> ImageFont.FreeTypeFont:
        """The Rubik font of this weight and size."""
        return _load_font(f"Rubik-{self.weight}.ttf", self.size)

    @property
    def japanese(self) -> ImageFont.FreeTypeFont:
        """The font for kana and kanji at a size that matches; it has one weight only."""
        return _load_font(JAPANESE, round(JAPANESE_SIZE * self.size))

    def runs(self, text: str) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
        """Yield the text in parts of one font each, from left to right, as (part, font)."""
        for is_japanese, run in groupby(text, key=_is_japanese):
            yield "".join(run), self.japanese if is_japanese else self.font

    def length(self, text: str) -> int:
        """Return the text's advance width in pixels: the distance from its start to the start of what follows it."""
        return _measure_length(text, self)

    @property
    def cap(self) -> int:
        """The height of a capital letter in pixels."""
        return _measure_cap(self)

    def shorten(self, text: str, room: int) -> str:
        """Return the text if it fits into `room` pixels, else its beginning with an ellipsis, or nothing at worst."""
        if self.length(text) <= room:
            return text
        kept = text
        while kept and self.length(kept.rstrip() + ELLIPSIS) > room:
            kept = kept[:-1]
        return kept.rstrip() + ELLIPSIS if kept else ""

    def shrink(self, text: str, room: int, least: int) -> "Lettering":
        """Return the lettering, made smaller until the text fits into `room` pixels, but not smaller than `least`."""
        sizes = (replace(self, size=size) for size in range(self.size, least, -1))
        return next((each for each in sizes if each.length(text) <= room), replace(self, size=min(self.size, least)))


@cache
def bold(size: int) -> Lettering:
    """Return the lettering for numbers and sets' letters, at this size in pixels."""
    return Lettering("Bold", size)


@cache
def semibold(size: int) -> Lettering:
    """Return the lettering for names and sentences, at this size in pixels."""
    return Lettering("SemiBold", size)


@cache
def _load_font(file: str, size: int) -> ImageFont.FreeTypeFont:
    # Raqm shapes text with the host's own libraries, so pixels would differ from host to host.
    return ImageFont.truetype(FONTS / file, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def _measure_length(text: str, lettering: Lettering) -> int:
    return round(sum(font.getlength(run) for run, font in lettering.runs(text)))


@cache
def _measure_cap(lettering: Lettering) -> int:
    return -round(lettering.font.getbbox("H", anchor="ls")[1])


def draw_ink(text: str, lettering: Lettering) -> tuple[Image.Image, int, int]:
    """Return the mask of a non-empty text, and x and y of its upper left corner from the start of the baseline."""
    runs, x = [], 0
    for run, font in lettering.runs(text):
        runs.append((run, font, x))
        x += round(font.getlength(run))
    boxes = [(x, font.getbbox(run, anchor="ls")) for run, font, x in runs]
    left, top = round(min(x + box[0] for x, box in boxes)), round(min(box[1] for _, box in boxes))
    right, bottom = round(max(x + box[2] for x, box in boxes)), round(max(box[3] for _, box in boxes))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    pen = ImageDraw.Draw(mask)
    for run, font, x in runs:
        pen.text((x - left, -top), run, fill=255, font=font, anchor="ls")
    return mask, left, top


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Return whether a character can be drawn, in Rubik or the Japanese font."""
    return _has_font_glyph(semibold(28).font, character) or _is_japanese(character)


@lru_cache(maxsize=4096)
def _is_japanese(character: str) -> bool:
    """Return whether Rubik lacks the character and the font with kana and kanji has it."""
    lettering = semibold(28)
    return not _has_font_glyph(lettering.font, character) and _has_font_glyph(lettering.japanese, character)


def _has_font_glyph(font: ImageFont.FreeTypeFont, character: str) -> bool:
    drawn, blank = font.getmask(character), font.getmask(_NO_CHARACTER)
    return (drawn.size, bytes(drawn)) != (blank.size, bytes(blank))


@lru_cache(maxsize=1024)
def make_drawable(name: str, seat: int) -> str:
    """Return a name without the symbols that no font has, or its seat, `P3` for 2, if letters would be lost.

    Names written from right to left become the seat, too: Pillow's basic layout can't shape them.
    """
    plain = unicodedata.normalize("NFKC", name[:LONGEST_NAME])
    letters = [character for character in plain if unicodedata.category(character)[0] in "LN"]
    if not letters or not all(map(_is_writable, letters)):
        return f"P{seat + 1}"
    kept = (character for character in plain if character.isspace() or _is_writable(character))
    return " ".join("".join(kept).split())


def _is_writable(character: str) -> bool:
    # Combining marks that normalization leaves separate would pile up on their neighbors.
    is_loose = unicodedata.category(character)[0] in "CM"
    from_the_right = unicodedata.bidirectional(character) in _READ_FROM_THE_RIGHT
    return not is_loose and not from_the_right and has_glyph(character)
