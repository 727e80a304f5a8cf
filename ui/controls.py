"""Buttons and selects that need no memory: a custom id says everything, so a fresh process answers the last one's.

A custom id is `rk:<verb>:<game>:<version>[:<argument>]`, both numbers in base 36. It is untrusted input: it names a
game and a version, never a seat or a right.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, digits
from typing import Any, Protocol, Self, TypeVar

import discord

from engine.text.phrases import say
from services.refusals import Refusal

T = TypeVar("T")

Interaction = discord.Interaction[Any]

TEMPLATE = (
    r"rk:(?P<verb>[a-z]{1,12}):(?P<game>[0-9a-z]{1,12}):(?P<version>[0-9a-z]{1,8})"
    r"(?::(?P<argument>[0-9A-Za-z_-]{1,40}))?"
)
LONGEST_CHOICE = 100  # characters of a choice's name and value, and of a menu entry's label and description
_DIGITS = digits + ascii_lowercase


class Versioned(Protocol):
    """A table that controls can name: its number, and how often it has changed."""

    @property
    def id(self) -> int:
        """Its number in storage."""

    @property
    def version(self) -> int:
        """The number of its last change."""


@dataclass(frozen=True, slots=True)
class Control:
    """What a tap asks for, of which game, and the version of the game that the tapped picture showed."""

    verb: str
    game: int
    version: int
    argument: str = ""

    @property
    def custom_id(self) -> str:
        """Its text, at most 80 of Discord's 100 characters."""
        parts = [
            "rk",
            self.verb,
            write_base36(self.game),
            write_base36(self.version),
            *([self.argument] if self.argument else []),
        ]
        return ":".join(parts)

    @classmethod
    def of(cls, verb: str, table: Versioned, argument: str = "") -> Self:
        """Name this table as it is now."""
        return cls(verb, table.id, table.version, argument)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """Read a custom id; None for one that is not ours."""
        match = re.fullmatch(TEMPLATE, custom_id)
        if match is None:
            return None
        return cls(match["verb"], int(match["game"], 36), int(match["version"], 36), match["argument"] or "")


def write_base36(number: int) -> str:
    """Write a number of 0 or more with the digits 0-9a-z."""
    head, last = divmod(number, 36)
    return (write_base36(head) if head else "") + _DIGITS[last]


def read_data(interaction: Interaction) -> Mapping[str, Any]:
    """What came with an interaction, as Discord wrote it."""
    data: Any = interaction.data
    return data or {}


def read_field(interaction: Interaction, name: str) -> str | None:
    """The text of a window's field, None where the window has none of this name."""
    return _find_field(read_data(interaction).get("components", []), name)


def _find_field(components: Sequence[Mapping[str, Any]], name: str) -> str | None:
    """The same, wherever the field is nested."""
    for each in components:
        if each.get("custom_id") == name and isinstance(each.get("value"), str):
            return str(each["value"])
        inner = _find_field([*each.get("components", []), *filter(None, [each.get("component")])], name)
        if inner is not None:
            return inner
    return None


TapHandler = Callable[[Interaction, Control, Sequence[str]], Awaitable[None]]


class Tap(discord.ui.DynamicItem[discord.ui.Item[Any]], template=TEMPLATE):
    """Any button or select of ours, made again from its custom id."""

    def __init__(self, item: discord.ui.Item[Any], control: Control) -> None:
        super().__init__(item)
        self.control = control

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Make it again from what the message carries."""
        control = Control.read(match.string)
        if control is None:  # the template has matched already
            raise ValueError(match.string)
        return cls(item, control)

    async def callback(self, interaction: Interaction) -> None:
        """Hand the tap to the cog that knows its verb."""
        await interaction.client.handle_tap(interaction, self.control, read_data(interaction).get("values", []))


def button(
    control: Control,
    label: str,
    *,
    emoji: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Tap:
    """A button; labels are short enough for a phone."""
    return Tap(discord.ui.Button(label=label, emoji=emoji, style=style, custom_id=control.custom_id), control)


def select(control: Control, options: Sequence[discord.SelectOption], placeholder: str) -> Tap:
    """A menu of up to 25 options, one of which is picked."""
    menu = discord.ui.Select[Any](custom_id=control.custom_id, options=list(options), placeholder=placeholder)
    return Tap(menu, control)


def row(*taps: Tap) -> discord.ui.ActionRow[Any]:
    """Up to five buttons, or one select."""
    line = discord.ui.ActionRow[Any]()
    for tap in taps:
        line.add_item(tap)
    return line


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a table, as its screen describes it: its control's verb, and a label short enough for a phone."""

    verb: str
    label: str
    argument: str = ""
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """An entry of a menu. A label that is too long is cut."""

    label: str
    value: str
    emoji: discord.PartialEmoji | None = None
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class SelectMenu:
    """A menu of a table, as its screen describes it: up to 25 entries, of which one is picked, or `several`."""

    verb: str
    placeholder: str
    entries: Sequence[MenuEntry]
    argument: str = ""
    several: bool = False


ControlRow = SelectMenu | Sequence[Button]
"""A menu, or up to five buttons."""


def rows(table: Versioned, described: Iterable[ControlRow]) -> list[discord.ui.ActionRow[Any]]:
    """Return the controls that a screen of this table describes, row by row."""
    return [
        row(*([_menu(table, each)] if isinstance(each, SelectMenu) else [_button(table, one) for one in each]))
        for each in described
    ]


def _button(table: Versioned, each: Button) -> Tap:
    control = Control.of(each.verb, table, each.argument)
    item = discord.ui.Button[Any](label=each.label, style=each.style, disabled=each.is_off, custom_id=control.custom_id)
    return Tap(item, control)


def _menu(table: Versioned, each: SelectMenu) -> Tap:
    control = Control.of(each.verb, table, each.argument)
    options = [
        discord.SelectOption(label=cut(one.label), value=one.value, emoji=one.emoji, default=one.is_chosen)
        for one in each.entries
    ]
    least, most = (0, len(options)) if each.several else (1, 1)
    menu = discord.ui.Select[Any](
        custom_id=control.custom_id,
        options=options,
        min_values=least,
        max_values=most,
        placeholder=each.placeholder,
    )
    return Tap(menu, control)


def pick_entry(menu: Sequence[T], values: Sequence[str]) -> T:
    """The entry of a menu whose options are numbered from 0; the answer is untrusted.

    Raises:
        Refusal: the menu has no such entry.
    """
    place = int(values[0]) if values and values[0].isdecimal() else len(menu)
    if place >= len(menu):
        raise Refusal(say("This menu has changed: there is no such choice any more."))
    return menu[place]


def cut(text: str) -> str:
    """As much of a text as a choice or a menu's entry holds."""
    return text if len(text) <= LONGEST_CHOICE else f"{text[: LONGEST_CHOICE - 1]}…"


def make_nonce(*parts: str | int) -> str:
    """What Discord knows a message by (25 characters): sent again after a lost reply, it still stands once."""
    return ".".join(part if isinstance(part, str) else write_base36(part) for part in parts)
