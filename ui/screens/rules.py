"""The rules screens, and the host's panel with a table's options, paged to fit into a message."""

from collections.abc import Mapping
from typing import Any

import discord

from engine.game.info import Info, Option
from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import say
from services.lobbies import Lobby, list_options
from services.rulebook import Sections
from ui.controls import Control, Tap, button, cut, row, select
from ui.layout import picture, screen, text

MOST = 9  # option menus in one message: Discord refuses over about 10 KB, and translations are longer than English


def build_rules_panel(lobby: Lobby, clauses: Sections, example: discord.File, page: int) -> discord.ui.LayoutView:
    """Return a lobby's rules with menus for its host to change the options; `page` is the page of menus.

    Pages count from 0; a page beyond the last is shown as the first. `clauses` are the rules' texts by heading, and
    `example` is a picture of an example table.
    """
    variant = lobby.variant
    pages, length = _count_pages(variant)
    here = page if page < pages else 0
    shown = variant.options[here * length :][:length]
    more = say("More options ({page} of {pages})", page=here + 1, pages=pages)
    onward = button(Control.of("options", lobby, str((here + 1) % pages)), more)
    kept = say("You are the host: your choices are kept for the next tables of this server.")
    return screen(
        [
            *build_system_rules(variant.info, clauses, example),
            text(f"-# {kept}"),
            *([row(_make_preset_menu(lobby))] if variant.presets else []),
            *(row(_make_option_menu(lobby, option)) for option in shown),
            *([row(onward)] if pages > 1 else []),
        ]
    )


def page_of(variant: Variant[Any], key: str) -> int:
    """Return the page of option menus, from 0, that shows the option with this key; 0 if there's no such option."""
    keys = [option.key for option in variant.options]
    return keys.index(key) // _count_pages(variant)[1] if key in keys else 0


def _count_pages(variant: Variant[Any]) -> tuple[int, int]:
    """Return the number of pages of option menus, and the number of options on each page but the last."""
    count = len(variant.options)
    pages = -(-count // MOST)
    return pages, -(-count // pages)


def _make_preset_menu(lobby: Lobby) -> Tap:
    choices = [
        discord.SelectOption(label=str(each.name), value=str(place)) for place, each in enumerate(lobby.variant.presets)
    ]
    return select(Control.of("preset", lobby), choices, say("Presets: several options at once"))


def _make_option_menu(lobby: Lobby, option: Option[Any]) -> Tap:
    value = lobby.variant.chosen(lobby.options)[option.key]
    choices = [
        discord.SelectOption(
            label=cut(say("{name}: {choice}", name=option.name, choice=choice.name)),
            value=str(place),
            default=choice.value == value,
        )
        for place, choice in enumerate(option.choices)
    ]
    return select(Control.of("option", lobby, option.key), choices, str(option.help))


def build_rules(
    variant: Variant[Any], options: Mapping[str, Value], clauses: Sections, example: discord.File
) -> discord.ui.LayoutView:
    """Return the rules of a rule system with a table's options.

    `clauses` are the rules' texts by heading, and `example` is a picture of an example table.
    """
    said = text(*(f"**{name}**: {value}" for name, value in list_options(variant, options)))
    return screen([*build_system_rules(variant.info, clauses, example), said])


def build_system_rules(info: Info, clauses: Sections, example: discord.File) -> list[discord.ui.Item[Any]]:
    """Return the components for a rule system's rules: a summary, an example's picture, and a menu of its clauses."""
    headings = [discord.SelectOption(label=heading, value=str(place)) for place, heading in enumerate(clauses)]
    menu = select(Control("clauses", 0, 0, info.key), headings, say("Read the numbered clauses"))
    return [text(f"## {info.name}", *(f"- {line}" for line in info.summary)), picture(example), row(menu)]
