"""What a seat sees, asked the way tests ask it."""

import re
from collections.abc import Awaitable, Callable
from typing import TypeVar

from playground import ShownMessage, SimulatedUser
from playground.client.user import PATIENCE
from playground.model.components import walk
from playground.model.values import COMPONENTS_V2, Channel
from tests.support.reading_signs import read_signs

T = TypeVar("T")


async def require_answer(answer: Awaitable[ShownMessage | None]) -> ShownMessage:
    """The message with which an act was answered."""
    shown = await answer
    assert shown is not None
    return shown


def confirm_of(shown: ShownMessage) -> str:
    """The custom id of a bench's Confirm button; its label tells how the draft stands."""
    return next(each for each in _list_ids(shown) if each.startswith("rk:confirm:"))


async def require_private(answer: Awaitable[ShownMessage | None]) -> ShownMessage:
    """The same, for nobody else to see."""
    shown = await require_answer(answer)
    assert shown.ephemeral
    return shown


async def wait_to_see(seat: SimulatedUser, until: Callable[[SimulatedUser], T | None], patience: float = PATIENCE) -> T:
    """What comes into the seat's sight within so many seconds."""
    found = await seat.wait(until, patience)
    assert found is not None
    return found


def find_public(seat: SimulatedUser, room: Channel | int) -> list[ShownMessage]:
    """The tables and lobbies that everybody sees, oldest first."""
    return [each for each in seat.messages(room) if not each.ephemeral and each.json["flags"] & COMPONENTS_V2]


def find_pings(seat: SimulatedUser, room: Channel | int) -> list[ShownMessage]:
    """The small messages that call the player to move."""
    return [each for each in seat.messages(room) if ", it's your turn." in each.content]


def find_showing(words: str, room: Channel | int) -> Callable[[SimulatedUser], ShownMessage | None]:
    """For `wait_to_see`: the public message, alone and with these words in text or picture."""

    def find(seat: SimulatedUser) -> ShownMessage | None:
        found = find_public(seat, room)
        return found[0] if len(found) == 1 and words in found[0].text + read_alt(found[0]) else None

    return find


def read_alt(shown: ShownMessage) -> str:
    """The picture in words; empty without a picture."""
    return str(shown.pictures[0]["description"]) if shown.pictures else ""


def read_rack(shown: ShownMessage) -> list[str]:
    """The tiles of a private screen."""
    return read_rack_text(read_alt(shown))


def read_rack_text(words: str) -> list[str]:
    """The tiles of a rack's alt text."""
    found = re.search(r"Your rack(?:, [^:]*)?: ([^.]*)\.", words)
    return found[1].split() if found else []


def read_table(shown: ShownMessage) -> dict[str, list[str]]:
    """The sets of the public picture by letter."""
    return read_table_text(read_alt(shown))


def read_table_text(words: str) -> dict[str, list[str]]:
    """The sets of a table's alt text by letter."""
    found = re.search(r"Sets: (.*?)(?:\.| … and)", words)
    rows = (row.split(": ") for row in found[1].split("; ")) if found else ()
    return {letter: tiles.split() for letter, tiles in rows}


def menu_of(shown: ShownMessage, part: str) -> str:
    """The only menu with this in its custom id."""
    (found,) = [each for each in _list_ids(shown) if part in each and each.startswith("rk:")]
    return found


async def choose(seat: SimulatedUser, shown: ShownMessage, verb: str, *labels: str) -> ShownMessage:
    """Choose from the menu with this verb, as its labels call it."""
    menu = next(each for each in _list_ids(shown) if each.startswith(f"rk:{verb}:"))
    offered = {read_signs(each["label"]): each["value"] for each in shown.component(menu)["options"]}
    return await require_answer(seat.select(shown, menu, [offered[label] for label in labels]))


def _list_ids(shown: ShownMessage) -> list[str]:
    return [str(each.get("custom_id", "")) for each in walk(shown.json["components"])]
