"""Slash commands in all languages."""

import discord
from discord import app_commands

from engine.text.phrases import Phrase, speak_in
from services.languages import find_nearest_language, load_catalogue
from storage.settings import Language


def make_locale_str(phrase: Phrase) -> app_commands.locale_str:
    """A description or a choice of a slash command that is put together."""
    return app_commands.locale_str(str(phrase), phrase=phrase)


class Translator(app_commands.Translator):
    """Describes the slash commands in all languages.

    Names stay: what Discord shows where a message mentions a command is its default name, and a translated one leads
    nowhere (discord/discord-api-docs issues 5518 and 7309). So what the help says can be typed by everybody.
    """

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in this locale; None where it is as by default."""
        known = find_nearest_language(locale.value)
        if known is Language.ENGLISH or context.location in _NAMES:
            return None
        with speak_in(load_catalogue(known)):
            said = str(string.extras.get("phrase") or Phrase(string.message))
        return None if said == string.message else said


_NAMES = frozenset(
    {
        app_commands.TranslationContextLocation.command_name,
        app_commands.TranslationContextLocation.group_name,
        app_commands.TranslationContextLocation.parameter_name,
    }
)
