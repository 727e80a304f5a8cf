"""Text as masks: how much of each pixel the ink covers. Fonts, names that can be drawn, and names that fit."""

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).parent / "fonts"
ELLIPSIS = "…"
LONGEST_NAME = 100
_NO_CHARACTER = "\uffff"
_READ_FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})


@dataclass(frozen=True)
class Lettering:
    """A weight of Rubik at a size in pixels."""

    weight: str
    size: int

    @property
    def font(self) -> ImageFont.FreeTypeFont:
        """The loaded font."""
        return _font(self.weight, self.size)

    def length(self, text: str) -> int:
        """Pixels from where the text begins to where the next would."""
        return _length(text, self)

    @property
    def cap(self) -> int:
        """Height of a capital in pixels."""
        return _cap(self)

    def fitted(self, text: str, room: int) -> str:
        """The text, or its beginning with an ellipsis, in at most `room` pixels; empty if not even that fits."""
        if self.length(text) <= room:
            return text
        kept = text
        while kept and self.length(kept.rstrip() + ELLIPSIS) > room:
            kept = kept[:-1]
        return kept.rstrip() + ELLIPSIS if kept else ""


def bold(size: int) -> Lettering:
    """For numbers and letters."""
    return Lettering("Bold", size)


def semibold(size: int) -> Lettering:
    """For names and sentences."""
    return Lettering("SemiBold", size)


@cache
def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    # Raqm would shape text by libraries of the machine: pixels would differ from host to host.
    return ImageFont.truetype(FONTS / f"Rubik-{weight}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def _length(text: str, lettering: Lettering) -> int:
    return round(lettering.font.getlength(text))


@cache
def _cap(lettering: Lettering) -> int:
    return -round(lettering.font.getbbox("H", anchor="ls")[1])


def ink(text: str, lettering: Lettering) -> tuple[Image.Image, int, int]:
    """The text's mask, and where its upper left corner lies from the start of the baseline."""
    box = lettering.font.getbbox(text, anchor="ls")
    left, top = round(box[0]), round(box[1])
    mask = Image.new("L", (max(1, round(box[2]) - left), max(1, round(box[3]) - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=lettering.font, anchor="ls")
    return mask, left, top


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Whether Rubik knows the character."""
    font = semibold(28).font
    drawn, blank = font.getmask(character), font.getmask(_NO_CHARACTER)
    return (drawn.size, bytes(drawn)) != (blank.size, bytes(blank))


def drawable(name: str, seat: int) -> str:
    """The name without its ornaments; its seat, such as `P3`, where the font would lose letters.

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
