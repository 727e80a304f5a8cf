"""What a message of components may hold: Discord's limits, which it does not all document, and our own below them.

Nor may bold begin within bold: Discord shows four asterisks then.
"""

import json

import discord

from tests.support.panels import list_parts

MOST_BYTES = 9_000  # Discord fails at about 10,170
MOST_COMPONENTS = 40
MOST_TEXT = 4_000  # characters of all texts together
MOST_BUTTONS = 5  # in a row
LONGEST_LABEL, LONGEST_OPTION, LONGEST_PLACEHOLDER = 80, 100, 150  # characters
LONGEST_ALT = 1_024


def check(panel: discord.ui.LayoutView) -> None:
    """Fail with what is too large."""
    components = panel.to_components()  # type: ignore[no-untyped-call]  # discord.py leaves it so
    assert len(json.dumps(components, ensure_ascii=False).encode()) <= MOST_BYTES
    assert len(list_parts(panel)) <= MOST_COMPONENTS
    assert panel.content_length() <= MOST_TEXT
    for part in list_parts(panel):
        if isinstance(part, discord.ui.ActionRow):
            assert len(part.children) <= MOST_BUTTONS
        if isinstance(part, discord.ui.Button):
            assert len(part.label or "") <= LONGEST_LABEL
        if isinstance(part, discord.ui.Select):
            assert len(part.placeholder or "") <= LONGEST_PLACEHOLDER
            for option in part.options:
                assert max(len(option.label), len(option.description or "")) <= LONGEST_OPTION
        if isinstance(part, discord.ui.TextDisplay):
            assert "****" not in part.content
        if isinstance(part, discord.ui.MediaGallery):
            assert all(len(each.description or "") <= LONGEST_ALT for each in part.items)


def fits(panel: discord.ui.LayoutView) -> bool:
    """Can Discord show it?"""
    try:
        check(panel)
    except AssertionError:
        return False
    return True
