"""The languages of the bot: their catalogues, and which one a reader reads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from engine.text.phrases import ENGLISH, language
from storage.settings import Language, SettingsStore

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
"""Each in its own words."""
_BY_CODE = {each.value.partition("-")[0]: each for each in Language}


@cache
def load_catalogue(of: Language) -> NullTranslations:
    """All sentences in this language; English ones where it has no translation.

    Raises:
        FileNotFoundError: its file is missing.
    """
    if of is Language.ENGLISH:
        return ENGLISH
    with (FOLDER / f"{of}.po").open("rb") as file:
        return compile_catalogue(read_po(file, locale=of.value.replace("-", "_")))


def compile_catalogue(written: Catalog) -> GNUTranslations:
    """The sentences of a catalogue, without those that are empty or in doubt."""
    file = BytesIO()
    write_mo(file, written)
    file.seek(0)
    return GNUTranslations(file)


def find_spoken_language() -> Language:
    """The language of the catalogue that is spoken now."""
    return Language(language().info().get("language", Language.ENGLISH).replace("_", "-"))


def find_nearest_language(locale: str) -> Language:
    """Return the language of a Discord that is set to this locale, such as `en-GB`; English where the bot has none."""
    return _BY_CODE.get(locale.partition("-")[0], Language.ENGLISH)


@dataclass(frozen=True, slots=True)
class Languages:
    """Who reads what: people as they chose or as their Discord has it, everybody together as the server does.

    `locale_of` knows how Discord has it for a server.
    """

    settings: SettingsStore
    locale_of: Callable[[int], str]

    async def of_reader(self, user_id: int, locale: str) -> NullTranslations:
        """Return what a person reads whose Discord is set to this locale."""
        chosen = (await self.settings.person(user_id)).language
        return load_catalogue(chosen or find_nearest_language(locale))

    async def of_person(self, user_id: int) -> NullTranslations:
        """What a person reads to whom nothing is answered: as their Discord had it when they chose anything."""
        person = await self.settings.person(user_id)
        return load_catalogue(person.language or person.discord_language or Language.ENGLISH)

    async def of_server(self, guild_id: int) -> NullTranslations:
        """What is read by everybody in this server."""
        chosen = (await self.settings.server(guild_id)).language
        return load_catalogue(chosen or find_nearest_language(self.locale_of(guild_id)))
