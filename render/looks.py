"""How a player has the pictures that only he sees."""

from enum import StrEnum


class Style(StrEnum):
    """What tiles look like: with a mark in their colour, or filled with it."""

    MARKED = "marked"
    SOLID = "solid"
