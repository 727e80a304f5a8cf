"""The help screen, and the screen for a rule system's clauses."""

import discord

from engine.text.phrases import say
from ui.layout import screen, text


def build_help_panel() -> discord.ui.LayoutView:
    """Return the help screen: the first steps, the notation, and all commands."""
    return screen([text(*lines) for lines in (_list_first_steps(), _list_notation(), _list_commands())])


def build_clauses_panel(heading: str, clauses: str) -> discord.ui.LayoutView:
    """Return a screen with the clauses under one heading of a rules page."""
    return screen([text(f"### {heading}", clauses)])


def _list_first_steps() -> list[str]:
    steps = [
        say(
            "/new opens a table in this channel; friends tap **Join**, the host taps **Start**; "
            "`computers:` seats computers."
        ),
        say("**My rack** shows your tiles, to you alone."),
        say("At your turn play tiles or tap **Draw**. The table's picture names every set by a letter."),
    ]
    heading = "## " + say("Rackety: tile rummy for your server")
    return [heading, *(f"{place}. {step}" for place, step in enumerate(steps, 1))]


def _list_notation() -> list[str]:
    lines = [
        say("`R4 R5 R6` lays a new set: **R**ed, **B**lue, blac**K**, **O**range; `J` is a joker"),
        say("`C+R6` adds to set C, `C-R3` takes from it, `C-R3>F` moves it to F"),
        say("`C:5` splits C after five tiles, `C>F` puts C onto F"),
        say("`;` parts several of these: `C-R3; R3 B3 K3`"),
        say("`J=R6` says what a joker stands for, where it could be several things"),
        say("`table:` and then every set replaces the whole table"),
        say("`R5@A B5 K5` builds through the red 5 of set A, in games whose sets may cross"),
        say("on a grid `H8=R5 H9=J:R6` places tiles by their cells, `H8>J3` moves one"),
    ]
    return [
        "### " + say("Writing a turn"),
        say("`/play` understands the lines below and says while you type whether they are legal."),
        *(f"- {line}" for line in lines),
        say("**Edit as text** on your rack opens the whole table to be edited, one set a line."),
    ]


def _list_commands() -> list[str]:
    entries = [
        say("/table shows the table again"),
        say("/rack your tiles (`dm:True` by direct message)"),
        *("/draw", "/play", "/claim", "/pass"),
        say("/fit finds a place for tiles"),
        say("/hint, where the table allows it"),
        say("/review after the game"),
        *("/resign", "/join", "/leave", "/start"),
        say("/end, if all agree"),
        "/log",
        say("/games, all of yours"),
        *("/leaderboard", "/rules", "/settings"),
        say("/setup, for managers"),
        say("anywhere: /puzzle, /puzzle-board, /solve, and /new against computers"),
    ]
    return ["### " + say("Commands"), " · ".join(entries)]
