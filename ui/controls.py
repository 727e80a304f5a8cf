"""Stateless buttons and selects: the custom id says everything, so they still work after a restart.

A custom id is `rk:<verb>:<game>:<version>[:<argument>]`, both numbers in base 36. It is untrusted input: it names a
game and a version, never a seat or a permission.
"""

import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase, digits
from typing import Any, Protocol, Self, TypeVar

import discord

from engine.override import override
from engine.text.phrases import TILES, say
from services.refusals import Refusal
from ui.tile_signs import show_in_label

T = TypeVar("T")

Interaction = discord.Interaction[Any]

TEMPLATE = (
    r"rk:(?P<verb>[a-z]{1,12}):(?P<game>[0-9a-z]{1,12}):(?P<version>[0-9a-z]{1,8})"
    r"(?::(?P<argument>[0-9A-Za-z_-]{1,40}))?"
)
NONCE_BYTES = 16
FORM_FIELD = "move"  # the custom id of the text field of each form
LONGEST_LABEL = 80  # Discord's limit for the characters of a button's label
LONGEST_CHOICE = 100  # Discord's limit for a choice's name and value, and for a select option's label and description
MOST_ENTRIES = 25  # Discord's limit for a select's options
_DIGITS = digits + ascii_lowercase


class Versioned(Protocol):
    """An object with a table's id and version, which the custom ids of its buttons and menus contain."""

    @property
    def id(self) -> int:
        """The table's id in storage."""

    @property
    def version(self) -> int:
        """The table's version: 1 when it's opened, and 1 more after each change."""


@dataclass(frozen=True, slots=True)
class Control:
    """The meaning of a custom id: an action (the verb), a game's id, and its version when the control was shown.

    `game` and `version` are 0 for a control that isn't about a game. The meaning of `argument` depends on the verb.
    """

    verb: str
    game: int
    version: int
    argument: str = ""

    @property
    def custom_id(self) -> str:
        """The custom id, with at most 80 of the 100 characters that Discord allows."""
        return _write_custom_id(self.verb, _name_version(self.game, self.version), self.argument)

    @classmethod
    def of(cls, verb: str, table: Versioned, argument: str = "") -> Self:
        """Return the control for the action `verb` at this table in its present version."""
        return cls(verb, table.id, table.version, argument)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Parse a custom id; return None if it isn't one of the bot's."""
        match = re.fullmatch(TEMPLATE, custom_id)
        if match is None:
            return None
        return cls(match["verb"], int(match["game"], 36), int(match["version"], 36), match["argument"] or "")


def _write_custom_id(verb: str, version: str, argument: str) -> str:
    return f"rk:{verb}:{version}:{argument}" if argument else f"rk:{verb}:{version}"


def _name_version(game: int, version: int) -> str:
    return f"{write_base36(game)}:{write_base36(version)}"


def write_base36(number: int) -> str:
    """Return a non-negative number in base 36, with the digits 0-9 and a-z."""
    head, last = divmod(number, 36)
    return (write_base36(head) if head else "") + _DIGITS[last]


def read_data(interaction: Interaction) -> Mapping[str, Any]:
    """Return an interaction's raw data; empty if it has none."""
    data: Any = interaction.data
    return data or {}


def _find_text(components: Sequence[Mapping[str, Any]]) -> str | None:
    """Return the text of the field `FORM_FIELD` in these components, or in those nested in them, or None."""
    for each in components:
        if each.get("custom_id") == FORM_FIELD and isinstance(each.get("value"), str):
            return str(each["value"])
        inner = _find_text([*each.get("components", []), *filter(None, [each.get("component")])])
        if inner is not None:
            return inner
    return None


TapHandler = Callable[[Interaction, Control, Sequence[str]], Awaitable[None]]
"""A function that answers a tap, with the values that were picked in a menu, or a form, with its text as the value."""


def read_tap(interaction: Interaction) -> tuple[Control, Sequence[str]] | None:
    """Return the control that was tapped, and the values picked in it; None if the message doesn't have it."""
    data = read_data(interaction)
    custom_id = data.get("custom_id", "")
    if interaction.message is None or custom_id not in _list_custom_ids(interaction.message.components):
        return None
    control = Control.read(custom_id)
    return None if control is None else (control, data.get("values", []))


def read_form(interaction: Interaction) -> tuple[Control, Sequence[str]] | None:
    """Return the control of a submitted form, and as its only value the text; None if it isn't one of the bot's."""
    data = read_data(interaction)
    control, text = Control.read(data.get("custom_id", "")), _find_text(data.get("components", []))
    return None if control is None or text is None else (control, [text])


def _list_custom_ids(components: Iterable[Any]) -> Iterator[str]:
    for each in components:
        if custom_id := getattr(each, "custom_id", None):
            yield custom_id
        yield from _list_custom_ids(getattr(each, "children", ()))
        if accessory := getattr(each, "accessory", None):
            yield from _list_custom_ids((accessory,))


@dataclass(frozen=True, slots=True)
class Button:
    """A screen's description of a button, which is shown but disabled if it `is_off`.

    `verb` and `argument` go into its custom id. The label must be short enough for a phone.
    """

    verb: str
    label: str
    argument: str = ""
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A screen's description of an option in a select menu; texts over 100 characters are cut."""

    label: str
    value: str
    is_chosen: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class SelectMenu:
    """A screen's description of a select menu with 1 to 25 entries; `verb` and `argument` go into its custom id.

    The user picks one entry, or with `several` any number of them.
    """

    verb: str
    placeholder: str
    entries: Sequence[MenuEntry]
    argument: str = ""
    several: bool = False


ControlRow = SelectMenu | Sequence[Button]
"""A screen's description of an action row: a select, or up to five buttons."""


def prefix_verbs(prefix: str, described: Iterable[ControlRow]) -> list[ControlRow]:
    """Return the rows with `prefix` before each verb: those of a bench outside a game, which another cog answers."""
    return [
        replace(each, verb=prefix + each.verb)
        if isinstance(each, SelectMenu)
        else [replace(button, verb=prefix + button.verb) for button in each]
        for each in described
    ]


class PreparedRow(discord.ui.Item[Any]):
    """An action row of buttons or a select menu, made at once as the payload that Discord gets.

    discord.py would make at least one object for each button and menu entry, only to turn it into this. A bench has
    over a hundred of them (`python -m benchmarks taps`).
    """

    def __init__(self, items: Sequence[dict[str, Any]]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # discord.py's own
        self.items = items

    @override
    def to_component_dict(self) -> dict[str, Any]:
        return {"type": discord.ComponentType.action_row.value, "components": self.items}

    def drop_emojis(self) -> None:
        """Show no emojis, which aren't needed to tell buttons and menu entries apart, but take up to 60 bytes each."""
        for each in self.items:
            for labeled in (each, *each.get("options", [])):
                labeled.pop("emoji", None)


def row(table: Versioned | None, *controls: Button | SelectMenu) -> PreparedRow:
    """Return an action row of up to five buttons or one select menu; their custom ids name the table, if any."""
    version = _name_version(table.id, table.version) if table else "0:0"
    return PreparedRow(
        [_make_button(version, each) if isinstance(each, Button) else _make_menu(version, each) for each in controls]
    )


def rows(table: Versioned, described: Iterable[ControlRow]) -> list[PreparedRow]:
    """Return an action row for each of these descriptions, topmost first."""
    return [row(table, each) if isinstance(each, SelectMenu) else row(table, *each) for each in described]


def _make_button(version: str, button: Button) -> dict[str, Any]:
    label, emoji = _show_tiles(button.label)
    return {
        "type": discord.ComponentType.button.value,
        "custom_id": _write_custom_id(button.verb, version, button.argument),
        "label": cut(label, LONGEST_LABEL),
        "style": button.style.value,
        "disabled": button.is_off,
        **({"emoji": emoji.to_dict()} if emoji else {}),
    }


def _make_menu(version: str, menu: SelectMenu) -> dict[str, Any]:
    least, most = (0, len(menu.entries)) if menu.several else (1, 1)
    return {
        "type": discord.ComponentType.select.value,
        "custom_id": _write_custom_id(menu.verb, version, menu.argument),
        "options": [_make_entry(each) for each in menu.entries],
        "min_values": least,
        "max_values": most,
        "placeholder": menu.placeholder,
    }


def _make_entry(entry: MenuEntry) -> dict[str, Any]:
    label, emoji = _show_tiles(entry.label)
    payload: dict[str, Any] = {"label": cut(label), "value": entry.value, "default": entry.is_chosen}
    if entry.description:
        payload["description"] = cut(_show_tiles(entry.description)[0])
    if emoji:
        payload["emoji"] = emoji.to_dict()
    return payload


def _show_tiles(label: str) -> tuple[str, discord.PartialEmoji | None]:
    """Return what `show_in_label` does; most of a screen's hundred labels have no tiles."""
    return show_in_label(label) if TILES in label else (label, None)


def pick_entry(menu: Sequence[T], values: Sequence[str]) -> T:
    """Return the entry of `menu` whose index is in the untrusted `values` of a tap. Raises: Refusal if there's none."""
    index = int(values[0]) if values and values[0].isdecimal() else len(menu)
    if index >= len(menu):
        raise Refusal(say("This menu has changed. That choice no longer exists."))
    return menu[index]


def cut(text: str, longest: int = LONGEST_CHOICE) -> str:
    """Return the text, shortened to this many characters; by default, those that Discord allows for a menu's entry."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def make_nonce() -> str:
    """Return a random nonce for a message, of 22 characters: Discord posts messages with the same nonce once."""
    return secrets.token_urlsafe(NONCE_BYTES)
