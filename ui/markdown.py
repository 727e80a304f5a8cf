"""Escaping for Discord's Markdown."""

import re

# Emphasis, code, spoilers and links anywhere; quotes, headings and lists at the start of a line.
_MARKUP = re.compile(r"[\\*_~|`\[]|(?<![^\n])[>#-]")


def escape_markdown(text: str) -> str:
    """Return the text with a backslash before everything that Discord would read as formatting.

    `discord.utils.escape_markdown` isn't used: it calls `re.sub` in a way that Python 3.13 deprecates.
    """
    return _MARKUP.sub(r"\\\g<0>", text)


def escape_name(name: str) -> str:
    """Return an untrusted name, escaped also where Discord would read a mention, an emoji, a time or a link."""
    return escape_markdown(name).replace("<", "\\<").replace("://", "\\://")


def write_number(number: int) -> str:
    """Return a number with a period, to begin a line; Discord would count the lines of a list by itself."""
    return f"{number}\\."
