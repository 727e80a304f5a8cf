"""The lesson's screens: three turns to play, and its end, which leads to a first game."""

import discord

from engine.text.phrases import as_tiles, say
from services.benches import BenchScreenData
from services.lessons import TURNS
from ui.controls import Button, prefix_verbs, row, rows
from ui.layout import GOLD, picture, screen, text
from ui.screens.bench.menus import make_menus, make_ready_menus
from ui.screens.bench.screen import choose_color, make_draft_buttons
from ui.screens.bench.status import describe_status

BENCH_VERB = "l"
"""The prefix of the verbs in the custom ids of a lesson bench's buttons and menus."""


def make_lesson_button() -> Button:
    """Return the button that opens the lesson."""
    return Button("learn", say("Learn by playing (1 minute)"), style=discord.ButtonStyle.success)


def build_turn_panel(shown: BenchScreenData, file: discord.File) -> discord.ui.LayoutView:
    """Return the screen of the lesson's turn whose number is the game's id; `file` is the bench's picture."""
    number, status = shown.game_view.id, describe_status(shown)
    heading = say("How to play: {number} of {count}", number=number, count=len(TURNS))
    is_fresh = not (shown.arranged.draft.changes or shown.state.picks)  # what happened before was read then
    lines = [text(f"-# {heading}", _describe_play(number - 1) if is_fresh else ""), text(_describe_task(number))]
    buttons = [*make_draft_buttons(shown, status)[:2], Button("skip", say("Skip"))]  # those that a first play needs
    menus, said = prefix_verbs(BENCH_VERB, [*make_ready_menus(shown), *make_menus(shown)]), status.text
    items = [*lines, picture(file), *rows(shown.game_view, menus), *([text(said)] if said else [])]
    return screen([*items, *rows(shown.game_view, prefix_verbs(BENCH_VERB, [buttons]))], choose_color(shown))


def build_end_panel(*, finished: bool) -> discord.ui.LayoutView:
    """Return what follows the last turn, or what whoever skips the lesson sees instead."""
    heading = say("You know all you need to start") if finished else say("How to play")
    played = _describe_play(len(TURNS)) if finished else ""
    points = say("In most games your first play must be worth 30 points: a tile is worth its number.")
    draw = say("Nothing to play? **Draw** takes a tile and ends your turn.")
    buttons = [
        Button("first", say("Play a first game"), style=discord.ButtonStyle.success),
        Button("sheet", say("Rules")),
    ]
    return screen([text(f"### {heading}", played, f"- {points}", f"- {draw}"), row(None, *buttons)], GOLD)


def build_invitation() -> discord.ui.LayoutView:
    """Return the invitation to the lesson for somebody who joins a table and has never had a rack."""
    return screen([text(say("New here? Try three turns first.")), row(None, make_lesson_button())])


def _describe_task(number: int) -> str:
    tiles = as_tiles(TURNS[number - 1].tiles)
    match number:
        case 1:
            return say("Tap **Play**, then **Confirm**: {tiles} is a set, a run of one color.", tiles=tiles)
        case 2:
            return say("Tap **Play**, then **Confirm**: {tile} continues set A. Its joker can be any tile.", tile=tiles)
    return say("Pick {tile} from your rack, then **Confirm**: it makes a set with tiles on the table.", tile=tiles)


def _describe_play(number: int) -> str:
    """Return what the play of the turn with this number was; empty for 0."""
    match number:
        case 0:
            return ""
        case 1:
            return say("✔ You played a run. One number in 3 or 4 colors is a set, too.")
        case 2:
            return say("✔ You added to a set. After your first play, you can add to any set.")
    return say(
        "✔ {taken} moved to your {tile}. You can rearrange the whole table as long as only sets are left.",
        taken=as_tiles("R6 K6"),
        tile=as_tiles(TURNS[-1].tiles),
    )
