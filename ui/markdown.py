"""Discord's Markdown."""

import re

# Emphasis, code, spoilers and links anywhere; quotes, headings and lists where a line begins.
_MARKUP = re.compile(r"[\\*_~|`\[]|(?<![^\n])[>#-]")


def escape_markdown(text: str) -> str:
    """Put a backslash before everything that Discord would take for formatting.

    discord.py's own function calls `re.sub` in a way that Python 3.13 warns of.
    """
    return _MARKUP.sub(r"\\\g<0>", text)
