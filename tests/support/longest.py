"""The longest that every sentence gets in any language: what has room for that has room for all of them."""

from collections.abc import Callable
from gettext import NullTranslations

import discord

from engine.override import override
from render import Style
from render.sprites.tile_emojis import emoji_name, full_name, list_faces
from services.languages import load_catalog
from storage.settings import Language
from ui.tile_signs import TileEmojis, TileSigns


def size(text: str) -> int:
    """Bytes, of which a message's components have few."""
    return len(text.encode())


class Longest(NullTranslations):
    """A catalog of the longest translations, as `measure` has it."""

    def __init__(self, measure: Callable[[str], int]) -> None:
        super().__init__()
        self._measure = measure
        self._catalogs = [load_catalog(each) for each in Language]

    @override
    def gettext(self, message: str) -> str:
        return max((each.gettext(message) for each in self._catalogs), key=self._measure)

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return max((each.ngettext(msgid1, msgid2, n) for each in self._catalogs), key=self._measure)


LONGEST = {"characters": Longest(len), "bytes": Longest(size)}


def _make_signs() -> TileSigns:
    """Return signs with emojis of the longest names and ids."""
    known, style = TileEmojis(), Style.SOLID
    names = [emoji_name(tile, style) for tile in list_faces()]
    known.keep({name: discord.PartialEmoji(name=full_name(name, b""), id=10**18) for name in names})
    return TileSigns(known, style)


SIGNS = _make_signs()
