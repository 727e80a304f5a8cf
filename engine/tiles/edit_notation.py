"""The notation of turns.

`R4 R5 R6` plays a set; `C+R6` adds to set C, `C-R3` takes from it, `C-R3>F` moves to F, `C>F` merges C into F, `C:5`
splits C after five tiles; `table:` and a whole table replaces everything. `R5@A` is set A's red 5, which another set
crosses.
"""

import re
from collections.abc import Iterable

from engine.text.errors import BadNotation
from engine.text.phrases import later
from engine.tiles.edits import Add, Edit, Merge, NewRow, Replace, Split, Take
from engine.tiles.notation import (
    make_example_run,
    quote_text,
    read_pieces,
    read_rows,
    require_short_text,
    split_rows,
    write_tile,
)
from engine.tiles.tiles import Box


def read_edits(text: str, box: Box) -> tuple[Edit, ...]:
    """Read a turn: edits separated by `;`, `/` or line breaks, or `table:` with a whole table.

    Raises:
        BadNotation: a part can't be read, or the text is empty or over `LONGEST_TEXT` characters.
    """
    whole = re.fullmatch(r"\s*table\s*:(.*)", text, re.IGNORECASE | re.DOTALL)
    if whole:
        return (Replace(read_rows(whole[1], box)),)
    require_short_text(text)
    edits = tuple(_read_edit(part.strip(), box) for part in split_rows(text))
    if not edits:
        *run, last = map(write_tile, make_example_run(box))
        raise BadNotation(later("Write your play, such as {set} or C+{tile}.", set=" ".join([*run, last]), tile=last))
    return edits


_LABELED = re.compile(r"(?P<label>[A-Za-z]{1,2})\s*(?P<sign>[-+>:])\s*(?P<rest>.*)", re.DOTALL)


def _read_edit(part: str, box: Box) -> Edit:
    match = _LABELED.fullmatch(part)
    if match:
        return _read_labeled(match["label"].upper(), match["sign"], match["rest"].strip(), box)
    row = read_pieces(part, box)
    if not row:
        raise BadNotation(later("“{text}” has no tile.", text=quote_text(part)))
    return NewRow(row)


def _read_labeled(label: str, sign: str, rest: str, box: Box) -> Edit:
    if sign == ":":
        return Split(label, _read_count(rest))
    if sign == ">":
        return Merge(label, read_label(rest))
    tiles, arrow, onto = rest.partition(">")
    row = read_pieces(tiles, box)
    if not row:
        raise BadNotation(later("Write tiles after {text}.", text=f"{label}{sign}"))
    if sign == "+":
        return Add(label, read_pieces(rest, box))
    return Take(label, row, read_label(onto.strip()) if arrow else None)


def _read_count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", text):
        raise BadNotation(later("“{text}” isn't a number of tiles. To split a set, write C:5.", text=quote_text(text)))
    return int(text)


def read_label(text: str) -> str:
    """Read a set's letter (one or two letters) and return it in capitals.

    Raises:
        BadNotation: the text isn't one or two letters.
    """
    if not re.fullmatch(r"[A-Za-z]{1,2}", text):
        raise BadNotation(later("“{text}” isn't a set's letter.", text=quote_text(text)))
    return text.upper()


def write_edits(edits: Iterable[Edit]) -> str:
    """Write a turn on one line, so that `read_edits` reads it back."""
    return "; ".join(map(str, edits))
