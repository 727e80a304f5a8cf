"""The panel of a person's settings, and the change that a choice on it makes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import discord

from engine.text.phrases import Phrase, as_is, later, say
from services.languages import NAMES
from services.refusals import Refusal
from storage.settings import Language, Person, RackOrder, Theme, TileStyle
from ui.controls import MenuEntry, SelectMenu, row
from ui.layout import picture, screen, text
from ui.screens import table as _screens

AUTOMATIC = "auto"
THEMES: Mapping[str, Phrase] = {Theme.FELT: later("Felt"), Theme.DARK: later("Dark"), Theme.LIGHT: later("Light")}
STYLES: Mapping[str, Phrase] = {TileStyle.MARKED: later("Ivory with marks"), TileStyle.SOLID: later("Solid colors")}
ORDERS: Mapping[str, Phrase] = {str(order): name for order, name in _screens.ORDERS.items()}
LANGUAGES: Mapping[str, Phrase] = {
    AUTOMATIC: later("Same as your Discord"),
    **{language: as_is(name) for language, name in NAMES.items()},
}


@dataclass(frozen=True, slots=True)
class MenuRow:
    """A setting that is chosen from a menu; `values` maps its possible values to their names."""

    key: str
    name: Phrase
    values: Mapping[str, Phrase]


@dataclass(frozen=True, slots=True)
class SettingSwitch:
    """A setting that is on or off; `help` is a sentence on what it does."""

    key: str
    name: Phrase
    help: Phrase


MENUS = (
    MenuRow("theme", later("Theme"), THEMES),
    MenuRow("tiles", later("Tiles"), STYLES),
    MenuRow("order", later("Rack"), ORDERS),
    MenuRow("language", later("Language"), LANGUAGES),
)
SWITCHES = (
    SettingSwitch("dm", later("Direct messages"), later("I send your rack and reminders there.")),
    SettingSwitch(
        "autoplay",
        later("Autoplay"),
        later("When your time runs out, I play a valid draft."),
    ),
    SettingSwitch("text", later("Text"), later("I also describe pictures in words, for screen readers.")),
    SettingSwitch("profile", later("Profile"), later("Others on your servers can see it.")),
    SettingSwitch("listed", later("Leaderboards"), later("You're listed on your servers and worldwide.")),
    SettingSwitch("worldwide", later("Worldwide"), later("Worldwide leaderboards show your Discord account's name.")),
)


def build_settings_panel(person: Person, themes: discord.File, note: str = "") -> discord.ui.LayoutView:
    """Return the panel of all settings with a picture of all themes; `note` says what the last choice did."""
    limit = say("These apply everywhere you play. Only you can see them.")
    heading = text("## " + say("Your settings"), f"-# {limit}", note)
    menus = (row(None, _make_menu(each, getattr(person, each.key) or AUTOMATIC)) for each in MENUS)
    return screen([heading, picture(themes), *menus, text(say("Switched on:")), row(None, _make_switches(person))])


def _make_menu(menu: MenuRow, chosen: str) -> SelectMenu:
    options = [
        MenuEntry(say("{name}: {choice}", name=menu.name, choice=name), str(value), is_chosen=value == chosen)
        for value, name in menu.values.items()
    ]
    return SelectMenu("prefer", str(menu.name), options, menu.key)


def _make_switches(person: Person) -> SelectMenu:
    """Return the menu of what is on or off; those that are picked are on."""
    entries = [
        MenuEntry(str(each.name), each.key, is_chosen=getattr(person, each.key), description=str(each.help))
        for each in SWITCHES
    ]
    return SelectMenu("switches", say("Nothing"), entries, several=True)


def change_setting(person: Person, key: str, value: str | bool) -> Person:
    """Return the person with the setting `key` changed to `value`, which is untrusted if it comes from a menu.

    Raises: Refusal if the menu has no such value.
    """
    kinds: dict[str, type[Any]] = {"theme": Theme, "tiles": TileStyle, "order": RackOrder, "language": Language}
    change: Any = value
    if key in kinds:
        if not any(menu.key == key and str(value) in map(str, menu.values) for menu in MENUS):
            raise Refusal(say("This menu has changed. That choice no longer exists."))
        change = None if value == AUTOMATIC else kinds[key](value)
    return replace(person, **{key: change})
