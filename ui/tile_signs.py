"""Tiles in sentences as their readers see them: little pictures, or words for people who use a screen reader.

A sentence marks its tiles (`engine.text.phrases.as_tiles`). Texts get the tiles' custom emojis. Buttons and menus can't
show emojis in a label: they get each color's mark, as the pictures have it, and the first tile's emoji. While the bot
has no emojis, tiles stay in notation.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import discord

import render
from engine.text.errors import BadNotation
from engine.text.phrases import TILES, say, tile_signs
from engine.tiles.melds import Piece
from engine.tiles.notation import read_pieces, write_face, write_tile
from engine.tiles.tiles import Box, Color, Tile
from render.sprites.tile_emojis import emoji_name
from render.text.text_mode import describe_tile
from storage.settings import Person

MARKS: Mapping[Color, str] = {
    Color.RED: "◆",
    Color.BLUE: "○",
    Color.BLACK: "■",
    Color.ORANGE: "▲",
    Color.SUNS: "☀",
    Color.MOONS: "☾",
    Color.CROWNS: "♛",
    Color.ARMS: "⚔",
    Color.HEARTS: "♥",
    Color.SPADES: "♠",
    Color.CLUBS: "♣",
    Color.DIAMONDS: "♦",
}
"""Each color's mark as a character."""
JOKER_MARK = "🃏"
_ALL_TILES = Box(colors=tuple(Color), low=0)
_MARKED = re.compile(f"{TILES}([^{TILES}]*){TILES}")


class TileEmojis:
    """The custom emojis of tiles, as partial emojis; none until all of them have been uploaded to Discord."""

    def __init__(self) -> None:
        self._known: dict[str, discord.PartialEmoji] = {}

    def __bool__(self) -> bool:
        return bool(self._known)

    def of(self, tile: Tile, style: render.Style = render.Style.MARKED) -> discord.PartialEmoji | None:
        """Return the emoji of this tile in this style; None while emojis are missing."""
        return self._known.get(emoji_name(tile, style))

    def keep(self, emojis: Mapping[str, discord.PartialEmoji]) -> None:
        """Use these emojis, which are all there are, by name: `emoji_name` writes it for a tile and a style."""
        self._known = dict(emojis)

    def forget(self) -> None:
        """Forget all emojis, so that screens are made without them."""
        self._known = {}

    def signs_for(self, person: Person | None) -> "TileSigns":
        """Return the signs by which this person sees tiles; None stands for everybody in a channel."""
        if person is None:
            return TileSigns(self)
        return TileSigns(self, render.Style(person.tiles), in_words=person.text)


@dataclass(frozen=True, slots=True)
class TileSigns:
    """The signs by which a reader sees tiles: emojis in this style, or words."""

    emojis: TileEmojis
    style: render.Style = render.Style.MARKED
    in_words: bool = False

    def write_text(self, notation: str) -> str:
        """Return tiles in notation, such as `R4 J=R5 / B1 K1 O1`, as signs within a text."""
        return self._write(notation, self._write_emoji, "")

    def write_label(self, notation: str) -> str:
        """Return tiles in notation as signs within the label of a button or menu."""
        return self._write(notation, _write_mark, " ")

    def find_emoji(self, notation: str) -> discord.PartialEmoji | None:
        """Return the emoji of the first of these tiles, to go with a label; None if there's none."""
        rows = None if self.in_words else _read(notation)
        return self.emojis.of(rows[0][0].tile, self.style) if rows and rows[0] else None

    def _write(self, notation: str, write: Callable[[Tile], str], separator: str) -> str:
        rows = _read(notation) if self.in_words or self.emojis else None
        if rows is None:
            return notation
        if self.in_words:
            return " / ".join(", ".join(map(describe_tile, row)) for row in rows)
        return " / ".join(separator.join(_write_piece(piece, write) for piece in row) for row in rows)

    def _write_emoji(self, tile: Tile) -> str:
        emoji, code = self.emojis.of(tile, self.style), write_tile(tile)
        return f"<:{code if len(code) > 1 else 'joker'}:{emoji.id}>" if emoji else code  # a name has two characters


def _read(notation: str) -> list[tuple[Piece, ...]] | None:
    """Return the pieces of each set; None if they can't be read, because somebody has put the mark into a name."""
    try:
        return [read_pieces(row, _ALL_TILES) for row in notation.split("/")]
    except BadNotation:
        return None


def _write_piece(piece: Piece, write: Callable[[Tile], str]) -> str:
    said, face = write(piece.tile), piece.stands_for
    if face and piece.tile.is_joker:
        said = f"{said}={write(face) if face.color else write_face(face)}"
    return say("{tile} of set {label}", tile=said, label=piece.owner) if piece.owner else said


def _write_mark(tile: Tile) -> str:
    return MARKS[tile.color] + write_tile(tile)[1:] if tile.color else JOKER_MARK


def show_in_text(sentence: str) -> str:
    """Return a sentence whose tiles are as its reader sees them."""
    signs = tile_signs()
    return _show(sentence, signs.write_text if isinstance(signs, TileSigns) else str)


def show_in_label(sentence: str) -> tuple[str, discord.PartialEmoji | None]:
    """Return a label whose tiles are as its reader sees them, and the emoji that goes with it, if any."""
    signs, marked = tile_signs(), _MARKED.search(sentence)
    if marked is None or not isinstance(signs, TileSigns):
        return _show(sentence, str), None
    return _show(sentence, signs.write_label), signs.find_emoji(marked[1])


def _show(sentence: str, write: Callable[[str], str]) -> str:
    """Return the sentence with its marked tiles as `write` returns them; a mark without its other half is dropped."""
    if TILES not in sentence:
        return sentence
    return _MARKED.sub(lambda marked: write(marked[1]), sentence).replace(TILES, "")
