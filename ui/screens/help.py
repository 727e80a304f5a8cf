"""The help screen, and the rules of a rule system and of a table."""

from collections.abc import Mapping
from typing import Any

import discord

from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import as_tiles, say
from services.options import list_house_rules, list_options
from services.rulebook import Sections
from ui.controls import Button, MenuEntry, SelectMenu, Versioned, row
from ui.layout import picture, screen, text
from ui.screens.lesson import make_lesson_button
from ui.screens.table import make_rack_button

STEPS, NOTATION, COMMANDS = "steps", "notation", "commands"
"""The help's pages: how to play by tapping, how to write turns as text, and all commands."""


def build_help_panel(page: str = STEPS) -> discord.ui.LayoutView:
    """Return a page of the help, with buttons to the other two; an unknown page is the first, with the lesson's."""
    pages = {STEPS: _list_first_steps, NOTATION: _list_notation, COMMANDS: _list_commands}
    labels = {STEPS: say("How to play"), NOTATION: say("Turns as text"), COMMANDS: say("All commands")}
    here = page if page in pages else STEPS
    others = [Button("help", label, each) for each, label in labels.items() if each != here]
    heading, *lines = pages[here]()
    lesson = [row(None, make_lesson_button())] if here == STEPS else []
    return screen([text(heading), *lesson, text(*lines), row(None, *others)])


def _list_first_steps() -> list[str]:
    steps = [
        say("/new opens a table. Tap **Play vs computer**, or **Start** when friends have joined. Your rack opens."),
        say(
            "**Pick tiles from your rack** that make a set: a run such as {run}, or a group such as {group}. "
            "A joker stands for any tile.",
            run=as_tiles("R4 R5 R6"),
            group=as_tiles("R9 B9 K9"),
        ),
        say("**Confirm** plays your turn. Nothing counts until then, and the button says what's missing."),
        say("Nothing to play? **Draw** takes a tile and ends your turn."),
    ]
    numbers = say("In most games your first play must be worth 30 points: a tile is worth its number.")
    return [
        "## " + say("Rackety: tile rummy for your server"),
        *(f"{number}. {step}" for number, step in enumerate(steps, 1)),
        f"-# {numbers}",
    ]


def _list_notation() -> list[str]:
    lines = [
        say("`R4 R5 R6` makes a new set: **R**ed, **B**lue, blac**K**, **O**range; `J` is a joker"),
        say("`C+R6` adds to set C, `C-R3` takes from it, `C-R3>F` moves it to F"),
        say("`C:5` splits C after five tiles, `C>F` adds all of C to F"),
        say("`;` separates moves: `C-R3; R3 B3 K3`"),
        say("`J=R6` says what a joker stands for, if it could be several tiles"),
        say("`table:` followed by all sets replaces the whole table"),
        say("`R5@A B5 K5` builds through the red 5 of set A, in games where sets can cross"),
        say("on a grid `H8=R5 H9=J:R6` places tiles by their cells, `H8>J3` moves one"),
    ]
    return [
        "## " + say("Writing a turn"),
        say("`/play` takes moves like these and checks them while you type."),
        *(f"- {line}" for line in lines),
        say("**Edit as text** on your rack lets you edit the whole table, one set per line."),
    ]


def _list_commands() -> list[str]:
    entries = [
        say("/table shows the table again"),
        say("/rack shows your tiles (`dm:True` sends them as a direct message)"),
        *("/draw", "/play", "/claim", "/pass"),
        say("/fit finds a place for tiles"),
        say("/hint, where the table allows it"),
        say("/review after the game"),
        *("/resign", "/join", "/leave", "/start"),
        say("/end, if all agree"),
        "/log",
        say("/games lists all your games"),
        *("/leaderboard", "/profile", "/rules", "/settings"),
        say("/setup, for managers"),
        say("anywhere: /puzzle, /puzzle-board, /solve, and /new against computers"),
    ]
    return ["## " + say("Commands"), " · ".join(entries)]


def build_rules(
    variant: Variant[Any],
    options: Mapping[str, Value],
    clauses: Sections,
    example: discord.File,
    *,
    back: Versioned | None = None,
) -> discord.ui.LayoutView:
    """Return the rules of a rule system: a summary, a picture of an example, and a menu of the numbered clauses.

    The summary says what is different with these options. With `back`, a button leads to the rack at that table.
    """
    info, values = variant.info, variant.chosen(options)
    unusual = [each for each in list_house_rules(variant) if values[each.key] != each.default]
    differences = [f"**{name}**: {value}" for name, value in list_options(variant, unusual, options)]
    keys = {option.key for option in unusual}
    lines = [f"- {line}" for key, line in info.summary.items() if key not in keys]
    if differences:
        lines += [say("At this table:"), *(f"- {each}" for each in differences)]
    headings = [MenuEntry(heading, str(index)) for index, heading in enumerate(clauses)]
    menu = SelectMenu("clauses", say("Read the numbered rules"), headings, info.key)
    return screen(
        [
            text(f"### {info.name}", *lines),
            picture(example),
            row(None, menu),
            *([row(back, make_rack_button())] if back else []),
        ]
    )
