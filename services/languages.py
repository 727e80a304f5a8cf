"""The bot's languages: their catalogs (the translations of its sentences), and each reader's voice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

import polib  # type: ignore[import-untyped]  # it has no types

from engine.text.phrases import ENGLISH, Voice, language
from storage.settings import Language, Person, SettingsStore

FOLDER = Path(__file__).parents[1] / "languages"
NAMES: Mapping[str, str] = {
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
"""The name of each language in that language."""
_BY_CODE = {each.value.partition("-")[0]: each for each in Language}


@cache
def load_catalog(of: Language) -> NullTranslations:
    """Return a language's gettext catalog, where untranslated sentences stay English. Raises: FileNotFoundError."""
    if of is Language.ENGLISH:
        return ENGLISH
    return compile_catalog((FOLDER / f"{of}.po").read_text("utf-8"))


def compile_catalog(written: str) -> GNUTranslations:
    """Return the text of a .po file in the form that gettext uses, without unfinished and fuzzy translations."""
    return GNUTranslations(BytesIO(polib.pofile(written).to_binary()))


def find_spoken_language() -> Language:
    """Return the language of the catalog in use, which is the current reader's."""
    return Language(language().info().get("language", Language.ENGLISH).replace("_", "-"))


def find_nearest_language(locale: str) -> Language:
    """Return the bot's language for a Discord locale such as `en-GB`; English if the bot doesn't have that language."""
    return _BY_CODE.get(locale.partition("-")[0], Language.ENGLISH)


@dataclass(frozen=True, slots=True)
class Languages:
    """The choice of a reader's voice: the language set, else that on Discord; `locale_of` returns a server's by its id.

    `signs_for` returns the signs by which a person, or everybody, sees tiles.
    """

    settings: SettingsStore
    locale_of: Callable[[int], str]
    signs_for: Callable[[Person | None], object | None] = lambda _: None

    async def of_reader(self, user_id: int, locale: str) -> Voice:
        """Return the voice for replies to a person, whose Discord is set to this locale, such as `de`."""
        person = await self.settings.person(user_id)
        return Voice(load_catalog(person.language or find_nearest_language(locale)), self.signs_for(person))

    async def of_person(self, user_id: int) -> Voice:
        """Return the voice for messages to a person that don't answer an interaction, such as reminders.

        It's by the person's setting, else by the locale that their Discord had when they last changed a setting.
        """
        person = await self.settings.person(user_id)
        return Voice(
            load_catalog(person.language or person.discord_language or Language.ENGLISH), self.signs_for(person)
        )

    async def of_server(self, guild_id: int) -> Voice:
        """Return the voice for public messages in this server."""
        chosen = (await self.settings.server(guild_id)).language
        return Voice(load_catalog(chosen or find_nearest_language(self.locale_of(guild_id))), self.signs_for(None))
