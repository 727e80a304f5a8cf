"""Escaping for Discord's Markdown."""

import re

from engine.text.phrases import TILES

# Emphasis, code, spoilers and links anywhere; quotes, headings and lists at the start of a line. discord.py's
# `escape_markdown` isn't used: it calls `re.sub` in a way that Python 3.13 deprecates.
_MARKUP = re.compile(r"[\\*_~|`\[]|(?<![^\n])[>#-]")


def escape_name(name: str) -> str:
    """Return an untrusted name, with a backslash where Discord would read formatting, a mention, an emoji or a link."""
    name = name.replace(TILES, "")  # first, so that it hides nothing from the others
    return _MARKUP.sub(r"\\\g<0>", name).replace("<", "\\<").replace("://", "\\://")


def write_bold(sentence: str) -> str:
    """Return a sentence in bold. Names that are in bold already don't end that: Discord would show the asterisks."""
    return f"**{sentence.replace('**', '')}**"


def write_number(number: int) -> str:
    """Return a number with a period, to begin a line; Discord would count the lines of a list by itself."""
    return f"{number}\\."
