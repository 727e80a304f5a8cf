"""The message of a lobby, which is a table that people can join before the game begins."""

import discord

from engine.game.goals import Level
from engine.game.views import Assistance
from engine.text.phrases import say, say_many
from ratings.game_result import Unrated
from services.lobbies.lobby import Lobby
from services.options import list_house_rules, list_options
from services.patience import PATIENCES
from services.seats import LEVELS
from ui.controls import Button, Versioned, row
from ui.layout import screen, text
from ui.screens.ending.result import explain_unrated

MINUTE, HOUR = 60, 3600  # seconds


def build_lobby(table: Lobby, unrated: Unrated | None = None) -> discord.ui.LayoutView:
    """Return a lobby's message: the seats, the clock and the help, other changed options, and one row of buttons.

    `unrated` is why its game wouldn't be rated, None if it would.
    """
    info = table.variant.info
    seats = [f"{place}. {_describe_seat(mention, level)}" for place, (mention, level) in enumerate(table.seats, 1)]
    return screen(
        [
            text(f"### {_write_heading(table)}", str(info.line)),
            text(table.news, *seats),
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
    green, blue, gray = discord.ButtonStyle.success, discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    is_alone = len(table.seats) == 1
    return [
        *([Button("fill", write_fill_label(table.low - 1), style=green)] if is_alone else []),
        *([] if table.is_solo else [Button("join", say("Join"), style=blue)]),
        Button("start", say("Start"), style=gray if is_alone else green, is_off=is_alone),
        Button("options", say("Options")),
        Button("rules", say("Rules")),
        *([Button("leave", say("Leave"))] if table.is_solo or not is_alone else []),
    ]


def write_fill_label(computers: int) -> str:
    """Return the label of the button that starts a game of one person against this many computers."""
    return say_many("Play vs computer", "Play vs {count} computers", computers)


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
    if seconds % MINUTE == 0:
        return say("{count} min a turn", count=seconds // MINUTE)
    return say("{count} s a turn", count=seconds)


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
    """Return a line that says what happens without a clock if a player is absent; empty with one."""
    if table.patience is None:
        return ""
    return "-# " + say("{name}: {choice}", name=name_patience(), choice=PATIENCES[table.patience])


def name_patience() -> str:
    """Return the name of the choice what happens without a clock if a player is absent."""
    return say("Absent players")


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


def build_closed_lobby(table: Versioned, *, has_expired: bool, is_empty: bool) -> discord.ui.LayoutView:
    """Return the message of a lobby that has closed: because nothing happened, everybody left, or somebody closed it.

    `has_expired`: nothing happened, and a button opens it again. `is_empty`: everybody left.
    """
    if has_expired:
        again = Button("reopen", say("Open again"), style=discord.ButtonStyle.primary)
        return screen([text(say("This table closed because nothing happened for 30 minutes.")), row(table, again)])
    if is_empty:
        return screen([text(say("This table was closed because everyone left. /new opens another."))])
    return screen([text(say("This table was closed by its host or a server manager. /new opens another."))])
