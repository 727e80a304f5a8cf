"""Text as masks: how much of each pixel the ink covers. Fonts, names that can be drawn, and names that fit.

Rubik writes all that it knows. Kana and kanji are Noto Sans CJK JP 2.004, of which no more is shipped than Japanese
needs; with a file KANJI of every kanji that Shift_JIS has, this makes it:

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
"""Beside Rubik's: kanji so large stand about the same middle as capitals."""
_NO_CHARACTER = "\uffff"
_READ_FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True)
class Lettering:
    """A weight of Rubik at a size in pixels, and what stands in for it where it lacks characters."""

    weight: str
    size: int

    @property
    def font(self) -> ImageFont.FreeTypeFont:
        """Rubik, loaded."""
        return _load_font(f"Rubik-{self.weight}.ttf", self.size)

    @property
    def japanese(self) -> ImageFont.FreeTypeFont:
        """The font with kana and kanji, loaded; it comes in one weight."""
        return _load_font(JAPANESE, round(JAPANESE_SIZE * self.size))

    def runs(self, text: str) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
        """The text in pieces of one font."""
        for is_japanese, run in groupby(text, key=_is_japanese):
            yield "".join(run), self.japanese if is_japanese else self.font

    def length(self, text: str) -> int:
        """Pixels from where the text begins to where the next would."""
        return _measure_length(text, self)

    @property
    def cap(self) -> int:
        """Height of a capital in pixels."""
        return _measure_cap(self)

    def shorten(self, text: str, room: int) -> str:
        """The text, or its beginning with an ellipsis, in at most `room` pixels; empty if not even that fits."""
        if self.length(text) <= room:
            return text
        kept = text
        while kept and self.length(kept.rstrip() + ELLIPSIS) > room:
            kept = kept[:-1]
        return kept.rstrip() + ELLIPSIS if kept else ""

    def shrink(self, text: str, room: int, least: int) -> "Lettering":
        """As much smaller as the text needs to fit into `room` pixels, but of size `least` at least."""
        sizes = (replace(self, size=size) for size in range(self.size, least, -1))
        return next((each for each in sizes if each.length(text) <= room), replace(self, size=min(self.size, least)))


def bold(size: int) -> Lettering:
    """For numbers and letters."""
    return Lettering("Bold", size)


def semibold(size: int) -> Lettering:
    """For names and sentences."""
    return Lettering("SemiBold", size)


@cache
def _load_font(file: str, size: int) -> ImageFont.FreeTypeFont:
    # Raqm would shape text by libraries of the machine: pixels would differ from host to host.
    return ImageFont.truetype(FONTS / file, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def _measure_length(text: str, lettering: Lettering) -> int:
    return round(sum(font.getlength(run) for run, font in lettering.runs(text)))


@cache
def _measure_cap(lettering: Lettering) -> int:
    return -round(lettering.font.getbbox("H", anchor="ls")[1])


def draw_ink(text: str, lettering: Lettering) -> tuple[Image.Image, int, int]:
    """The text's mask, and where its upper left corner lies from the start of the baseline."""
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
    """Whether we can draw the character."""
    return _has_font_glyph(semibold(28).font, character) or _is_japanese(character)


@lru_cache(maxsize=4096)
def _is_japanese(character: str) -> bool:
    """Whether Rubik lacks the character and the font with kana and kanji has it."""
    lettering = semibold(28)
    return not _has_font_glyph(lettering.font, character) and _has_font_glyph(lettering.japanese, character)


def _has_font_glyph(font: ImageFont.FreeTypeFont, character: str) -> bool:
    drawn, blank = font.getmask(character), font.getmask(_NO_CHARACTER)
    return (drawn.size, bytes(drawn)) != (blank.size, bytes(blank))


def make_drawable(name: str, seat: int) -> str:
    """The name without its ornaments; its seat, such as `P3`, where the fonts would lose letters.

    Written from the right needs shaping that Rubik's basic layout does not do, so such names are seats too.
    """
    plain = unicodedata.normalize("NFKC", name[:LONGEST_NAME])
    letters = [character for character in plain if unicodedata.category(character)[0] in "LN"]
    if not letters or not all(map(_is_writable, letters)):
        return f"P{seat + 1}"
    kept = (character for character in plain if character.isspace() or _is_writable(character))
    return " ".join("".join(kept).split())


def _is_writable(character: str) -> bool:
    # Marks that no letter took up in normal form would pile up on their neighbours.
    is_loose = unicodedata.category(character)[0] in "CM"
    from_the_right = unicodedata.bidirectional(character) in _READ_FROM_THE_RIGHT
    return not is_loose and not from_the_right and has_glyph(character)
