"""How a player has the pictures that only he sees; what everybody sees has the first of each."""

from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """What tiles look like: with a mark in their colour, or filled with it."""

    MARKED = "marked"
    SOLID = "solid"


class PictureTheme(StrEnum):
    """What they lie on."""

    FELT = "felt"
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Look:
    """Both."""

    style: Style = Style.MARKED
    theme: PictureTheme = PictureTheme.FELT


PLAIN = Look()
"""Of public pictures."""
