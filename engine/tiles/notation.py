"""Notation of tiles, sets and tables; docs/notation.md explains it to players. Case doesn't matter.

A tile is its color's letter and its value: R4, K13; in a piecepack SN is the null of suns and AA the ace of arms.
`J` is a joker, `J=R6` a joker that stands for the red 6, `J=6` one in a group of sixes, `J=0` one in a group of nulls.
`R5@A` is set A's red 5, which the set being written crosses there. Spaces or commas separate words; `/`, `;` or a line
break separates sets.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from engine.text.errors import BadNotation
from engine.text.phrases import Phrase, as_tiles, later, later_many
from engine.tiles.melds import SMALLEST_SET, Meld, Piece, explain_no_set, read_melds
from engine.tiles.tiles import JOKER, Box, Color, Tile

LONGEST_TEXT = 4000
_NAMED = {0: "N", 1: "A"}
_SUITS = frozenset(color for color in Color if color.is_suit)
_FACE = r"[A-Za-z](?:[0-9]{1,2}|[NAna])"
_WORD = re.compile(
    rf"(?:[Jj][0-9]?=(?P<face>{_FACE}|[0-9]{{1,2}}|[Jj])(?![0-9])|(?P<joker>[Jj][0-9]?)(?![0-9=])|(?P<tile>{_FACE})(?![0-9]))"
    r"(?:@(?P<owner>[A-Za-z]{1,2})(?![0-9=]))?|(?P<bad>[^\s,])"
)


def read_tile(text: str, box: Box) -> Tile:
    """Read one tile of this box. Raises BadNotation: the text isn't exactly one tile of the box."""
    pieces = read_pieces(text, box)
    if len(pieces) != 1:
        raise BadNotation(later("“{text}” isn't a single tile.", text=quote_text(text)))
    return pieces[0].tile


def tile_count(count: int) -> Phrase:
    """Return a number of tiles as a phrase: `1 tile`, `3 tiles`."""
    return later_many("{count} tile", "{count} tiles", count)


def point_count(count: int) -> Phrase:
    """Return a number of points as a phrase: `1 point`, `30 points`."""
    return later_many("{count} point", "{count} points", count)


def signed_point_count(count: int) -> Phrase:
    """Return a number of points with its sign as a phrase: `+12 points`, with a true minus sign; 0 has no sign."""
    points = f"+{count}" if count > 0 else str(count).replace("-", "\N{MINUS SIGN}")
    return later_many("{points} point", "{points} points", abs(count), points=points)


@cache
def write_tile(tile: Tile) -> str:
    """Write a tile so that `read_tile` reads it back, such as `R4`, or `J` for a joker.

    Use `write_face` for a joker's face: a null whose suit is open equals `JOKER`, so it would be written `J` here.
    """
    return "J" if tile == JOKER else write_face(tile)


@cache
def write_face(tile: Tile) -> str:
    """Write a joker's face: `R6`, or just the number if its color is open."""
    if tile.color is None:
        return str(tile.number)
    value = _NAMED.get(tile.number) if tile.color in _SUITS else None
    return f"{tile.color}{value or tile.number}"


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles in order, separated by spaces."""
    return " ".join(map(write_tile, tiles))


def say_tile(tile: Tile) -> Phrase:
    """Return a tile for a sentence, which may show it as a sign."""
    return as_tiles(write_tile(tile))


def say_tiles(tiles: Iterable[Tile]) -> Phrase:
    """Return tiles in order for a sentence, which may show them as signs."""
    return as_tiles(write_tiles(tiles))


def say_pieces(pieces: Iterable[Piece]) -> Phrase:
    """Return pieces in order for a sentence, which may show them as signs."""
    return as_tiles(write_pieces(pieces))


def say_meld(meld: Meld) -> Phrase:
    """Return a set as `write_meld` writes it for a sentence, which may show its tiles as signs."""
    return as_tiles(write_meld(meld))


def write_piece(piece: Piece) -> str:
    """Write a piece: `R5` for a tile, `J=R6` for a joker with a face, `J` for one without.

    A face that is only a number, as in a group, is written (`J=6`) only if `piece.firm`. `@A` is appended to a tile
    that is borrowed from set A.
    """
    face = piece.stands_for
    said = face is not None and (face.color is not None or piece.firm)
    written = f"J={write_face(face)}" if face is not None and said else write_tile(piece.tile)
    return f"{written}@{piece.owner}" if piece.owner else written


def write_pieces(pieces: Iterable[Piece]) -> str:
    """Write pieces in order, separated by spaces."""
    return " ".join(map(write_piece, pieces))


def write_meld(meld: Meld) -> str:
    """Write a set so that `read_set` reads back the same one: jokers with their faces, as in `R4 J=R5 R6`."""
    return write_row(meld.pieces)


def write_row(pieces: Sequence[Piece]) -> str:
    """Write the pieces of a set on the table as `write_meld` does, borrowed tiles with their owner (`R5@A`)."""
    may_be_a_run = sum(piece.tile.is_joker for piece in pieces) > 1
    return write_pieces(piece._replace(firm=may_be_a_run) for piece in pieces)


def read_pieces(text: str, box: Box) -> tuple[Piece, ...]:
    """Return a row's pieces, such as `R4 J=R5 R6@A`, in order. Raises BadNotation for a tile not of this box."""
    spelled = _index_spellings(box)
    try:
        return tuple(spelled[word] for word in text.split())  # the bot's own spelling, far faster than the regex
    except KeyError:
        return tuple(_read_piece(word, spelled, box) for word in _WORD.finditer(text))


def _read_piece(word: re.Match[str], spelled: Mapping[str, Piece], box: Box) -> Piece:
    if word["bad"]:
        tiles = [Tile(box.colors[0], box.low), Tile(box.colors[-1], box.high)] + [JOKER] * (box.jokers > 0)
        text, examples = quote_text(word.string[word.start() :]), ", ".join(map(write_tile, tiles))
        raise BadNotation(later("“{text}” isn't a tile. Write tiles like {examples}.", text=text, examples=examples))
    name = word["tile"] or (f"J={word['face']}" if word["face"] else "J")
    piece = spelled.get(name.upper())
    if piece is None:
        raise BadNotation(later("This game has no tile “{text}”.", text=name))
    return piece._replace(owner=word["owner"].upper()) if word["owner"] else piece


def make_example_run(box: Box) -> tuple[Tile, ...]:
    """Return a run of three tiles of the box, as an example for a sentence."""
    return tuple(Tile(box.colors[0], number) for number in range(box.low + 3, box.low + 3 + SMALLEST_SET))


@cache
def _index_spellings(box: Box) -> Mapping[str, Piece]:
    """Map every spelling of a tile or joker of the box, in capitals, to its piece: `R4`, `J`, `J=R6`, `J=6`."""
    naturals = {spelling: tile for tile in box.tiles() if not tile.is_joker for spelling in _list_spellings(tile)}
    faces = naturals | {str(number): Tile(None, number) for number in range(box.low, box.high + 1)}
    jokers = {"J": Piece(JOKER)} | {f"J={face}": Piece(JOKER, tile) for face, tile in faces.items()}
    return {spelling: Piece(tile) for spelling, tile in naturals.items()} | (jokers if box.jokers else {})


def _list_spellings(tile: Tile) -> Iterator[str]:
    yield write_tile(tile)
    yield f"{tile.color}{tile.number}"
    if tile.color is Color.ORANGE:
        yield f"Y{tile.number}"  # some editions have yellow tiles instead of orange ones (DEC-2)


def read_rack(text: str, box: Box) -> tuple[Tile, ...]:
    """Read tiles outside of sets, in order; none for an empty text or `-`. Raises BadNotation."""
    return () if text.strip() == "-" else tuple(piece.tile for piece in read_pieces(text, box))


def read_rows(text: str, box: Box) -> tuple[tuple[Piece, ...], ...]:
    """Read sets, legal or not, in order; an empty text or `-` means none, and empty rows are skipped.

    Raises BadNotation: a word isn't a tile of this box, or the text is over `LONGEST_TEXT` characters.
    """
    require_short_text(text)
    if text.strip() == "-":
        return ()
    return tuple(row for part in split_rows(text) if (row := read_pieces(part, box)))


def require_short_text(text: str) -> None:
    """Reject a text over `LONGEST_TEXT` characters, longer than anyone writes by hand. Raises BadNotation."""
    if len(text) > LONGEST_TEXT:
        raise BadNotation(
            later("That's {length} characters. The limit is {most}.", length=len(text), most=LONGEST_TEXT)
        )


def split_rows(text: str) -> list[str]:
    """Split a text at `/`, `;` and line breaks, and return the parts that aren't blank."""
    return [part for part in re.split(r"[;/\n]", text) if part.strip()]


def read_table(text: str, box: Box) -> tuple[Meld, ...]:
    """Read a table of legal sets that share no tiles. Raises BadNotation, also for ambiguous jokers and `@`."""
    rows = read_rows(text, box)
    if any(piece.owner for row in rows for piece in row):
        raise BadNotation(later("Sets can't cross in this game, so you can't use @."))
    return tuple(read_set(row, box) for row in rows)


def read_set(row: Sequence[Piece], box: Box) -> Meld:
    """Read a set from its pieces. Raises BadNotation: the pieces aren't a set, or a joker in it is ambiguous."""
    found = read_melds(row, box)
    if not found:
        raise BadNotation(later("{tiles} isn't valid: {why}.", tiles=say_pieces(row), why=explain_no_set(row, box)))
    if len(found) > 1:
        raise BadNotation(
            later_many(
                "{tiles} can be read in {count} way. Say what the joker stands for, such as J={example}.",
                "{tiles} can be read in {count} ways. Say what the joker stands for, such as J={example}.",
                len(found),
                tiles=write_pieces(row),
                example=make_example_face(found),
            )
        )
    return found[0]


def make_example_face(ways: Sequence[Meld]) -> str:
    """Return the face of a joker, in notation, in one of the ways to read a row: of a run if there is one."""
    meld = min(ways, key=lambda way: way.is_group)
    return next(write_face(face) for tile, face in zip(meld.tiles, meld.faces, strict=True) if tile == JOKER)


def write_table(melds: Iterable[Meld]) -> str:
    """Write sets separated by ` / `; an empty table is `-`."""
    return " / ".join(map(write_meld, melds)) or "-"


def quote_text(text: str) -> str:
    """Return a player's text as a single line, cut to at most 20 characters including the `…`."""
    text = " ".join(text.split())
    return text if len(text) <= 20 else f"{text[:19]}…"  # noqa: PLR2004  # a quotation, not a limit of the game
