"""/settings: a user's own settings, which apply on all servers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import Phrase, say, speak
from render import PictureTheme
from services.languages import find_nearest_language
from services.refusals import Refusal
from storage.settings import Person
from ui.commands import anywhere
from ui.controls import Control, Interaction, TapHandler
from ui.layout import Screen, notice
from ui.messages.limits import Limit
from ui.pictures import look_of
from ui.replies import DM_CLOSED, show, update
from ui.screens.settings import LANGUAGES, MENUS, ORDERS, STYLES, SWITCHES, THEMES, build_settings_panel, change_setting
from ui.services import Services
from ui.translations import make_locale_str


def _choices(values: Mapping[str, Phrase]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=make_locale_str(name), value=str(value)) for value, name in values.items()]


class SettingsCog(commands.Cog):
    """The command /settings, whose options change settings directly, and its panel."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._pictures = services.pictures
        self._limits = services.limits
        self.taps: Mapping[str, TapHandler] = {"prefer": self._on_pick, "switches": self._on_switches}

    @app_commands.command(
        name="settings", description=locale_str("Change your settings: direct messages, pictures, language and more")
    )
    @app_commands.describe(
        dm=locale_str("Get your rack and reminders as direct messages"),
        theme=locale_str("How your pictures look"),
        tiles=locale_str("How your pictures show tile colors"),
        order=locale_str("How your rack is sorted"),
        language=locale_str("The language I use with you"),
        autoplay=locale_str("Play a valid draft when your time runs out"),
        text=locale_str("Also describe tables and racks in words"),
        profile=locale_str("Let others on a server see your profile"),
        listed=locale_str("Appear on leaderboards"),
        worldwide=locale_str("Show your name on worldwide leaderboards"),
    )
    @app_commands.choices(
        theme=_choices(THEMES), tiles=_choices(STYLES), order=_choices(ORDERS), language=_choices(LANGUAGES)
    )
    @anywhere
    async def settings(  # noqa: PLR0913, PLR0917  # one for each setting
        self,
        interaction: Interaction,
        dm: bool | None = None,
        theme: str | None = None,
        tiles: str | None = None,
        order: str | None = None,
        language: str | None = None,
        autoplay: bool | None = None,
        text: bool | None = None,
        profile: bool | None = None,
        listed: bool | None = None,
        worldwide: bool | None = None,
    ) -> None:
        """Change those settings that are given, and show the panel."""
        named: dict[str, str | bool | None] = {
            "theme": theme, "tiles": tiles, "order": order, "language": language, "autoplay": autoplay, "text": text,
            "profile": profile, "listed": listed, "worldwide": worldwide,
        }  # fmt: skip
        for key, value in named.items():
            if value is not None:
                await self._choose(interaction, key, value)
        note = "" if dm is None else await self._set_dm(interaction, is_on=dm)
        await show(interaction, *await self._panel(interaction.user.id, note))

    async def _on_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Change the setting that a menu is for; its key and the picked value are untrusted."""
        if control.argument not in {menu.key for menu in MENUS}:
            raise Refusal(say("There's no such setting."))
        await self._choose(interaction, control.argument, values[0] if values else "")
        await update(interaction, *await self._panel(interaction.user.id))

    async def _on_switches(self, interaction: Interaction, _control: Control, values: Sequence[str]) -> None:
        """Switch on what is in the untrusted values, and the rest off."""
        person = await self._tables.settings.person(interaction.user.id)
        note = ""
        for key in (each.key for each in SWITCHES):
            is_on = key in values
            if is_on == getattr(person, key):
                continue
            if key == "dm":
                note = await self._set_dm(interaction, is_on=is_on)
            else:
                await self._choose(interaction, key, is_on)
        await update(interaction, *await self._panel(interaction.user.id, note))

    async def _choose(self, interaction: Interaction, key: str, value: str | bool) -> None:
        user_id, name = interaction.user.id, interaction.user.global_name or interaction.user.name
        language = find_nearest_language(interaction.locale.value)

        def change(person: Person) -> Person:
            person = change_setting(replace(person, discord_language=language), key, value)
            return replace(person, worldwide_name=name if person.worldwide else "")

        await self._tables.settings.change_person(user_id, change)
        speak(*await self._tables.languages.of_reader(user_id, interaction.locale.value))

    async def _set_dm(self, interaction: Interaction, *, is_on: bool) -> str:
        """Switch direct messages off, or on if a first one can be sent; return a note for the panel."""
        if is_on:
            self._limits.count(Limit.SHOW, interaction.user.id, interaction.user.id)
            hello = notice(say("I'll send your rack and reminders here. You can change that in /settings."))
            try:
                await interaction.user.send(view=hello)
            except discord.HTTPException as error:
                if error.code not in DM_CLOSED:
                    raise
                return say("I can't send you direct messages. Allow them in Discord's privacy settings first.")
        await self._choose(interaction, "dm", is_on)
        return say("I've sent you a direct message.") if is_on else ""

    async def _panel(self, user_id: int, note: str = "") -> Screen:
        person = await self._tables.settings.person(user_id)
        names = {PictureTheme(theme): str(name) for theme, name in THEMES.items()}
        themes = await self._pictures.draw_themes(look_of(person), names)
        return build_settings_panel(person, themes, note), [themes]
