"""/settings: what people choose for themselves, wherever they play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import render
from cogs import _screens
from cogs._controls import Control, Tap, Tapped, button, row, select
from cogs._house import House
from cogs._places import anywhere
from cogs._replies import DM_CLOSED, Refusal, show, update
from storage.settings import Language, Person, Theme, TileStyle

Interaction = discord.Interaction[Any]

AUTOMATIC = "auto"
ORDER = "order"

THEMES: Mapping[str, str] = {Theme.FELT: "Felt", Theme.DARK: "Dark", Theme.LIGHT: "Light"}
STYLES: Mapping[str, str] = {TileStyle.MARKED: "Ivory with marks", TileStyle.SOLID: "Solid colours"}
LANGUAGES: Mapping[str, str] = {
    Language.ENGLISH: "English",
    Language.GERMAN: "Deutsch",
    Language.FRENCH: "Français",
    Language.SPANISH: "Español",
    Language.DUTCH: "Nederlands",
    Language.ITALIAN: "Italiano",
    Language.PORTUGUESE: "Português",
    Language.POLISH: "Polski",
    Language.TURKISH: "Türkçe",
    Language.JAPANESE: "日本語",
}
ORDERS: Mapping[str, str] = {str(order): name for order, name in _screens.ORDERS.items()}


@dataclass(frozen=True, slots=True)
class Menu:
    """One thing to choose, and the names of its values."""

    key: str
    name: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Switch:
    """One thing to switch on and off, and what it does."""

    key: str
    name: str
    help: str


MENUS = (
    Menu("theme", "Theme", THEMES),
    Menu("tiles", "Tiles", STYLES),
    Menu(ORDER, "Rack", ORDERS),
    Menu("language", "Language", {AUTOMATIC: "As in your Discord", **LANGUAGES}),
)
SWITCHES = (
    Switch("dm", "DMs", "your bench stays in a direct message with me, and reminders go there."),
    Switch("autoplay", "Autoplay", "a legal draft is played for you when your clock runs out, if the table allows it."),
    Switch("text", "Text", "tables and racks come in words as well, for screen readers."),
)


def _choices(values: Mapping[str, str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=name, value=str(value)) for value, name in values.items()]


class Preferences(commands.Cog):
    """One panel, and a command whose options do the same."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.taps: Mapping[str, Tapped] = {"prefer": self._picked, "switch": self._switched}

    @app_commands.command(name="settings", description="Your own settings: direct messages, pictures, language, help")
    @app_commands.describe(
        dm="Have your bench and your reminders in direct messages",
        theme="What your own pictures look like",
        tiles="How your own pictures show a tile's colour",
        order="How your rack is sorted",
        language="In which language I talk to you",
        autoplay="Play a legal draft when your clock runs out",
        text="Have tables and racks in words as well",
    )
    @app_commands.choices(
        theme=_choices(THEMES),
        tiles=_choices(STYLES),
        order=_choices(ORDERS),
        language=_choices(MENUS[-1].values),
    )
    @anywhere
    async def settings(  # noqa: PLR0913, PLR0917  # as many as there are things to choose
        self,
        interaction: Interaction,
        dm: bool | None = None,
        theme: str | None = None,
        tiles: str | None = None,
        order: str | None = None,
        language: str | None = None,
        autoplay: bool | None = None,
        text: bool | None = None,
    ) -> None:
        """Change what is named, and show everything."""
        named: dict[str, str | bool | None] = {
            "theme": theme, "tiles": tiles, ORDER: order, "language": language, "autoplay": autoplay, "text": text,
        }  # fmt: skip
        for key, value in named.items():
            if value is not None:
                await self._choose(interaction.user.id, key, value)
        note = "" if dm is None else await self._set_dm(interaction, is_on=dm)
        await show(interaction, await self._panel(interaction.user.id, note))

    async def _picked(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Take what a menu says; its name and its answer are untrusted."""
        if control.argument not in {menu.key for menu in MENUS}:
            raise Refusal("There is no such setting.")
        await self._choose(interaction.user.id, control.argument, values[0] if values else "")
        await update(interaction, await self._panel(interaction.user.id))

    async def _switched(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Set what a button says, which is on or off: pressed twice, it does the same."""
        key, _, wanted = control.argument.partition("-")
        if key not in {each.key for each in SWITCHES}:
            raise Refusal("There is no such setting.")
        note = ""
        if key == "dm":
            note = await self._set_dm(interaction, is_on=wanted == "on")
        else:
            await self._choose(interaction.user.id, key, wanted == "on")
        await update(interaction, await self._panel(interaction.user.id, note))

    async def _choose(self, user_id: int, key: str, value: str | bool) -> None:
        settings = self._house.settings
        if key == ORDER:
            await settings.set_rack_order(user_id, _known(key, value))
        else:
            await settings.keep_person(user_id, changed(await settings.person(user_id), key, value))

    async def _set_dm(self, interaction: Interaction, *, is_on: bool) -> str:
        """Switch direct messages; on only if they arrive. Returns what there is to say."""
        if is_on:
            hello = _screens.screen([_screens.text("Your bench and your reminders come here. /settings changes that.")])
            hello.stop()
            try:
                await interaction.user.send(view=hello)
            except discord.HTTPException as error:
                if error.code not in DM_CLOSED:
                    raise
                return "Your DMs are closed to me, so they stay off. Open them in Discord's privacy settings first."
        await self._choose(interaction.user.id, "dm", is_on)
        return "I have sent you a direct message." if is_on else ""

    async def _panel(self, user_id: int, note: str = "") -> discord.ui.LayoutView:
        person = await self._house.settings.person(user_id)
        order = await self._house.settings.rack_order(user_id) or render.Order.COLOR
        return panel(person, order, note)


def panel(person: Person, order: str, note: str = "") -> discord.ui.LayoutView:
    """Everything that can be chosen, and how it is now. `note` says what came of the last choice."""
    chosen = {"theme": person.theme, "tiles": person.tiles, ORDER: order, "language": person.language or AUTOMATIC}
    heading = _screens.text("## Your settings", "-# They hold wherever you play, and only you see them.", note)
    lines = [f"**{each.name}**: {each.help}" for each in SWITCHES]
    switches = row(*(_switch(each, is_on=getattr(person, each.key)) for each in SWITCHES))
    return _screens.screen(
        [heading, *(row(_menu(each, chosen[each.key])) for each in MENUS), _screens.text(*lines), switches]
    )


def _menu(menu: Menu, chosen: str) -> Tap:
    options = [
        discord.SelectOption(label=f"{menu.name}: {name}", value=str(value), default=value == chosen)
        for value, name in menu.values.items()
    ]
    return select(Control("prefer", 0, 0, menu.key), options, menu.name)


def _switch(switch: Switch, *, is_on: bool) -> Tap:
    style = discord.ButtonStyle.success if is_on else discord.ButtonStyle.secondary
    label = f"{switch.name}: on" if is_on else f"{switch.name}: off"
    return button(Control("switch", 0, 0, f"{switch.key}-{'off' if is_on else 'on'}"), label, style=style)


def changed(person: Person, key: str, value: str | bool) -> Person:
    """The person with one choice changed; the value is untrusted.

    Raises:
        Refusal: it can't be chosen.
    """
    kinds: dict[str, type[Any]] = {"theme": Theme, "tiles": TileStyle, "language": Language}
    change: Any = value
    if key in kinds:
        known = _known(key, value)
        change = None if known == AUTOMATIC else kinds[key](known)
    return replace(person, **{key: change})


def _known(key: str, value: str | bool) -> str:
    """The value, if its menu has it.

    Raises:
        Refusal: it has not.
    """
    values = next((menu.values for menu in MENUS if menu.key == key), {})
    if value not in {str(each) for each in values}:
        raise Refusal("This menu has changed: there is no such choice any more.")
    return str(value)
