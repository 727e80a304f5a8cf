"""The screens of a lobby: who is at the table, and its options."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from engine.game.goals import Level
from engine.game.info import Info, Option
from engine.game.views import Assistance
from engine.text.phrases import join_with_and, later, say, say_many
from ratings.game_result import Unrated
from services.deadlines import PATIENCES
from services.lobbies.lobby import Lobby
from services.options import CLOCK, HELP, list_house_rules, list_options
from services.seats import LEVELS, SKILLS, SeatChange, write_addition
from storage.pseudonyms import mention
from ui.controls import MOST_ENTRIES, Button, MenuEntry, PreparedRow, SelectMenu, Versioned, row
from ui.layout import screen, text
from ui.screens.ending import explain_unrated

MINUTE, HOUR = 60, 3600  # seconds
PATIENCE = later("Absent players")  # the name of the choice of how long a game without a clock waits for them


def build_lobby(table: Lobby, unrated: Unrated | None = None, invited: Sequence[int] = ()) -> discord.ui.LayoutView:
    """Return a lobby's message: the seats, the settings, why it wouldn't be rated, and one row of buttons.

    `invited` are the user ids of those for whom a rematch waits.
    """
    info = table.variant.info
    seats = [f"{number}. {_describe_seat(mention, level)}" for number, (mention, level) in enumerate(table.seats, 1)]
    return screen(
        [
            text(f"### {_write_heading(table)}", str(info.line)),
            text(table.news, _invite(invited) if invited else "", *seats),
            text(
                _list_unusual(table),
                explain_unrated(unrated) if unrated else "",
                _describe_patience(table),
                _describe_wanted(table),
            ),
            row(table, *_list_buttons(table)),
        ]
    )


def _list_buttons(table: Lobby) -> list[Button]:
    """Return the lobby's buttons; who leaves while nobody else is there does so under Options, to keep one row."""
    blue = discord.ButtonStyle.primary
    is_alone = len(table.seats) == 1
    fills = say_many("Play vs computer", "Play vs {count} computers", table.low - 1)
    is_full = sum(level is None for _, level in table.seats) == table.high
    join = Button("join", say("Join"), style=discord.ButtonStyle.success, is_off=is_full)
    return [
        *([] if table.is_solo else [join]),
        Button("fill", fills, style=blue) if is_alone else Button("start", say("Start"), style=blue),
        Button("options", say("Options")),
        Button("rules", say("Rules")),
        *([Button("leave", say("Leave"))] if table.is_solo or not is_alone else []),
    ]


def _invite(people: Sequence[int]) -> str:
    names = join_with_and([mention(each) for each in people])
    return say("{names}, tap **Join** to play again. The game starts when all of you are in.", names=names)


def _write_heading(table: Lobby) -> str:
    seats = say_many("{taken} of {count} seat", "{taken} of {count} seats", table.high, taken=len(table.seats))
    return " · ".join([str(table.variant.info.name), seats, describe_clock(table), describe_help(table.assistance)])


def describe_clock(table: Lobby) -> str:
    """Return the time that the lobby's game would give for a turn, in words."""
    clock = write_clock(table.clock)
    if table.clock and table.loses_clock_alone:
        return say("{clock} (none against computers)", clock=clock)
    return clock


def write_clock(seconds: int) -> str:
    """Return the time for a turn in words; 0 seconds means no limit."""
    if not seconds:
        return say("no clock")
    if seconds % HOUR == 0:
        return say_many("{count} hour a turn", "{count} hours a turn", seconds // HOUR)
    minutes, rest = divmod(seconds, MINUTE)
    if not rest:
        return say("{count} min a turn", count=minutes)
    if not minutes:
        return say("{count} s a turn", count=seconds)
    return say("{minutes} min {seconds} s a turn", minutes=minutes, seconds=rest)


def describe_help(assistance: Assistance) -> str:
    """Return the help that players get, in words."""
    return {
        Assistance.OFF: say("no help"),
        Assistance.FIT: say("help: Arrange"),
        Assistance.FULL: say("help: Arrange and hints"),
    }[assistance]


def _list_unusual(table: Lobby) -> str:
    rules = " · ".join(
        say("{name}: {choice}", name=name, choice=value)
        for name, value in list_options(table.variant, list_house_rules(table.variant), table.options, unusual=True)
    )
    return rules and f"-# {rules}"


def _describe_patience(table: Lobby) -> str:
    if table.patience is None:
        return ""
    return "-# " + say("{name}: {choice}", name=PATIENCE, choice=PATIENCES[table.patience])


def _describe_wanted(table: Lobby) -> str:
    low, high = table.low, table.high
    players = say("{low} to {high}", low=low, high=high) if low < high else str(low)
    wanted = say("For {players} players.", players=players)
    free = say("{name} can start the game; after 5 minutes, anyone can.", name=table.host)
    alone = say("This is your own game: computers take the other seats.")
    closes = say("Closes {when} if nothing happens.", when=f"<t:{table.closes_at}:R>") if table.closes_at else ""
    return f"-# {wanted} {alone if table.is_solo else free} {closes}".rstrip()


def _describe_seat(name: str, level: Level | None) -> str:
    return say("Computer {name} ({level})", name=name, level=LEVELS[level]) if level else name


def build_closed_lobby(table: Versioned, *, has_expired: bool) -> discord.ui.LayoutView:
    """Return the message of a lobby that has closed: nothing happened, or somebody closed it."""
    if has_expired:
        again = Button("reopen", say("Open again"), style=discord.ButtonStyle.primary)
        return screen([text(say("This table closed because nothing happened for 30 minutes.")), row(table, again)])
    return screen([text(say("This table was closed by its host or a server manager. /new opens another."))])


MAIN, HOUSE = "main", "house"  # the arguments of the buttons that open the first page and that of the house rules
MORE = "more"  # the argument of the second menu of computers


def build_options_panel(lobby: Lobby, systems: Iterable[Info]) -> discord.ui.LayoutView:
    """Return the host's menus for the system, the clock, the help, absent players and computers.

    A button leads to the house rules. `systems` are all rule systems.
    """
    note = say("Only you, the host, can change these. The next table here starts with the same settings.")
    options = {each.key: each for each in lobby.variant.options}
    return screen(
        [
            text("## " + say("Options"), f"-# {note}"),
            row(lobby, _make_system_menu(lobby, systems)),
            row(lobby, _make_choice_menu(lobby, options[CLOCK])),
            row(lobby, _make_choice_menu(lobby, options[HELP])),
            *_make_patience_menu(lobby),
            *_make_computer_menus(lobby),
            row(
                lobby,
                Button("options", say("House rules"), HOUSE),
                *([Button("leave", say("Close this table"))] if len(lobby.seats) == 1 and not lobby.is_solo else []),
            ),
        ]
    )


def build_house_rules_panel(lobby: Lobby, key: str = "") -> discord.ui.LayoutView:
    """Return the page of house rules: those that differ, the presets, and a menu of the rules that can be changed.

    `key` is the rule whose choices are offered; with an unknown one, such as an empty key, none are.
    """
    changed = list_options(lobby.variant, list_house_rules(lobby.variant), lobby.options, unusual=True)
    usual = say("The rules are the usual ones for {system}.", system=lobby.variant.info.name)
    lines = [f"**{name}**: {value}" for name, value in changed] or [usual]
    entries = [MenuEntry(str(each.name), str(index)) for index, each in enumerate(lobby.variant.presets)]
    presets = SelectMenu("preset", say("Presets (set several options at once)"), entries)
    rule = next((each for each in list_house_rules(lobby.variant) if each.key == key), None)
    asked = [text(f"**{rule.name}**", f"-# {rule.help}"), row(lobby, _make_choice_menu(lobby, rule))] if rule else []
    return screen(
        [
            text("## " + say("House rules"), *lines),
            *([row(lobby, presets)] if lobby.variant.presets else []),
            row(lobby, _make_rule_menu(lobby)),
            *asked,
            row(lobby, Button("options", say("Back"), MAIN)),
        ]
    )


def build_options_list(lobby: Lobby) -> discord.ui.LayoutView:
    """Return a lobby's options for everybody but its host, who alone can change them."""
    lines = [
        f"**{name}**: {value}" for name, value in list_options(lobby.variant, lobby.variant.options, lobby.options)
    ]
    if lobby.patience is not None:
        lines.append(f"**{PATIENCE}**: {PATIENCES[lobby.patience]}")
    host = say("Only the host, {name}, can change these.", name=lobby.host)
    return screen([text("## " + say("Options"), *lines, f"-# {host}")])


def _make_system_menu(lobby: Lobby, systems: Iterable[Info]) -> SelectMenu:
    name, here = say("Rule system"), lobby.variant.info.key
    entries = [
        MenuEntry(
            say("{name}: {choice}", name=name, choice=each.name),
            each.key,
            is_chosen=each.key == here,
            description=str(each.line),
        )
        for each in systems
    ]
    return SelectMenu("system", name, entries)


def _make_choice_menu(lobby: Lobby, option: Option[Any]) -> SelectMenu:
    """Return the menu of an option's choices; no clock is marked as chosen while that depends on who joins."""
    value = lobby.variant.chosen(lobby.options)[option.key]
    depends = option.key == CLOCK and lobby.loses_clock_alone and lobby.clock > 0
    choices = [
        MenuEntry(
            say("{name}: {choice}", name=option.name, choice=choice.name),
            str(index),
            is_chosen=choice.value == value and not depends,
        )
        for index, choice in enumerate(option.choices)
    ]
    now = say("{name}: {choice}", name=option.name, choice=describe_clock(lobby)) if depends else str(option.help)
    return SelectMenu("option", now, choices, option.key)


def _make_patience_menu(lobby: Lobby) -> list[PreparedRow]:
    if lobby.patience is None:
        return []
    choices = [
        MenuEntry(
            say("{name}: {choice}", name=PATIENCE, choice=choice),
            str(index),
            is_chosen=seconds == lobby.patience,
        )
        for index, (seconds, choice) in enumerate(PATIENCES.items())
    ]
    return [row(lobby, SelectMenu("patience", str(PATIENCE), choices))]


def _make_computer_menus(lobby: Lobby) -> list[PreparedRow]:
    """Return the menus to add, change or remove computers; changes have their own if one has no room."""
    additions = [
        MenuEntry(
            say("Add a computer: {level}", level=LEVELS[level]), write_addition(level), description=str(SKILLS[level])
        )
        for level in Level
        if len(lobby.seats) < lobby.high
    ]
    menu, more = [*additions, *_list_changes(lobby.changes)], []
    if len(menu) > MOST_ENTRIES:
        menu = [*additions, *_list_changes(each for each in lobby.changes if not each.level)]
        more = _list_changes(each for each in lobby.changes if each.level)
    name = say("Computers: add, change or remove one")
    return [row(lobby, SelectMenu("level", name, each, key)) for key, each in (("", menu), (MORE, more)) if each]


def _list_changes(changes: Iterable[SeatChange]) -> list[MenuEntry]:
    return [
        MenuEntry(
            say("{name}: {choice}", name=each.name, choice=LEVELS[each.level]),
            each.value,
            description=str(SKILLS[each.level]),
        )
        if each.level
        else MenuEntry(say("Remove {name}", name=each.name), each.value)
        for each in changes
    ]


def _make_rule_menu(lobby: Lobby) -> SelectMenu:
    rules = list_house_rules(lobby.variant)
    choices = [
        MenuEntry(name, str(index), description=value)
        for index, (name, value) in enumerate(list_options(lobby.variant, rules, lobby.options))
    ]
    return SelectMenu("rule", say("Choose a rule to change"), choices)
