"""Translations of slash commands."""

import discord
from discord import app_commands

from engine.override import override
from engine.text.phrases import Phrase, speak_in
from services.languages import find_nearest_language, load_catalog
from storage.settings import Language


def make_locale_str(phrase: Phrase) -> app_commands.locale_str:
    """Return a phrase, which may have placeholders, as a slash command's description or a choice's name."""
    return app_commands.locale_str(str(phrase), phrase=phrase)


class Translator(app_commands.Translator):
    """A translator of slash commands' descriptions and choices, but not of their names.

    Discord shows a command's default name where a message mentions it, and a translated name leads nowhere
    (discord/discord-api-docs issues 5518 and 7309). With untranslated names everybody can type what the help says.
    """

    @override
    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the text in this locale; None for a command's name, and where the translation equals the default."""
        known = find_nearest_language(locale.value)
        if known is Language.ENGLISH or context.location in _NAMES:
            return None
        with speak_in(load_catalog(known)):
            said = str(string.extras.get("phrase") or Phrase(string.message))
        return None if said == string.message else said


_NAMES = frozenset(
    {
        app_commands.TranslationContextLocation.command_name,
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
    }
)
