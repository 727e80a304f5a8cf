"""The looks that players can choose for their private pictures."""

from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """A way to draw tiles: MARKED is ivory with a mark in the tile's color, SOLID is filled with its color."""

    MARKED = "marked"
    SOLID = "solid"


class PictureTheme(StrEnum):
    """The name of a choice of colors for everything around the tiles, such as the table, the rack and the text."""

    FELT = "felt"
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Look:
    """A style of tiles and a theme for a player's private pictures."""

    style: Style = Style.MARKED
    theme: PictureTheme = PictureTheme.FELT


PLAIN = Look()
"""The look of all public pictures, and the default of private ones."""
