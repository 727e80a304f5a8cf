"""Faults that controls plant where the bot reads what people send.

This module is instrumented as the bot's are, so that libFuzzer finds its way to the faults by the branches here.
"""

from collections.abc import Sequence
from typing import Any

import cogs.lobby_settings
import cogs.write
import engine.tiles.edit_notation
import engine.tiles.notation
from engine.tiles.edits import EditBuffer, Split
from engine.tiles.melds import Piece
from engine.tiles.notation import require_short_text, write_piece

LONG = 2**22  # turns of a loop: about a second

_kept: list[list[list[str]]] = []


def _split_anywhere(edit: Split, buffer: EditBuffer) -> None:
    row = buffer.row(edit.label)
    buffer.add_row((row[edit.after],))


def _forget_owner(piece: Piece) -> str:
    return write_piece(piece._replace(owner=None))


def _take_long(text: str) -> None:
    work = 1
    for letter in text:
        if letter == ";":
            work = min(256 * work, LONG)
    for _ in range(work):
        pass
    require_short_text(text)


def _keep_all(text: str) -> None:
    _kept.append([[text] for _ in range(10)])
    require_short_text(text)


def _count_forever(text: str) -> int:
    while text == "0":
        pass
    return int(text) if text.isdecimal() else 0


def _search_field(asked: Any, name: str) -> str | None:
    fields = [each["component"] for each in asked.data["components"] if "component" in each]
    place = 0
    while fields and fields[place]["custom_id"] != name:
        place += 1
    return str(fields[place]["value"]) if fields else None


def _pick_anything(menu: Sequence[Any], values: Sequence[str]) -> Any:
    return menu[int(values[0])]


FAULTS: dict[str, tuple[object, str, Any]] = {
    "split anywhere": (Split, "apply", _split_anywhere),
    "forget owners": (engine.tiles.notation, "write_piece", _forget_owner),
    "take long": (engine.tiles.edit_notation, "require_short_text", _take_long),
    "keep all": (engine.tiles.edit_notation, "require_short_text", _keep_all),
    "count forever": (engine.tiles.edit_notation, "_read_count", _count_forever),
    "search a field": (cogs.write, "read_field", _search_field),
    "pick anything": (cogs.lobby_settings, "pick_entry", _pick_anything),
}


def plant(fault: str) -> None:
    """Plant this fault in the running process."""
    owner, name, planted = FAULTS[fault]
    setattr(owner, name, planted)
