"""The looks that players can choose for their private pictures."""

from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """A way to draw tiles: ivory with a mark in their colour, or filled with their colour."""

    MARKED = "marked"
    SOLID = "solid"


class PictureTheme(StrEnum):
    """The colours of everything around the tiles, such as the table, the rack and the text."""

    FELT = "felt"
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Look:
    """A style of tiles and a theme."""

    style: Style = Style.MARKED
    theme: PictureTheme = PictureTheme.FELT


PLAIN = Look()
"""The look of all public pictures, and the default of private ones."""
