"""The rules of a rule system, and of a table."""

from collections.abc import Mapping
from typing import Any

import discord

from engine.game.info import Info
from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import say
from services.options import list_options
from services.rulebook import Sections
from ui.controls import MenuEntry, SelectMenu, row
from ui.layout import picture, screen, text


def build_rules(
    variant: Variant[Any], options: Mapping[str, Value], clauses: Sections, example: discord.File
) -> discord.ui.LayoutView:
    """Return the rules of a table: those of its rule system with a picture of an example, and its options."""
    said = text(*(f"**{name}**: {value}" for name, value in list_options(variant, variant.options, options)))
    return screen([*build_system_rules(variant.info, clauses, example), said])


def build_system_rules(info: Info, clauses: Sections, example: discord.File) -> list[discord.ui.Item[Any]]:
    """Return the components for a rule system's rules: a summary, an example's picture, and a menu of its clauses."""
    headings = [MenuEntry(heading, str(index)) for index, heading in enumerate(clauses)]
    menu = SelectMenu("clauses", say("Read the numbered rules"), headings, info.key)
    return [text(f"## {info.name}", *(f"- {line}" for line in info.summary)), picture(example), row(None, menu)]
