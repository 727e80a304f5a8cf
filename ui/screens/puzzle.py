"""The daily puzzle's messages and its modal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from engine.coach.puzzles import Grade, Puzzle
from engine.text.phrases import as_tiles, say, say_many
from engine.tiles.notation import LONGEST_TEXT
from ratings.badges import Badge
from services.benches import BenchScreenData
from services.puzzles.benches import PuzzleBench
from services.puzzles.pool import GRADES, PuzzleKey
from storage.puzzles import PuzzleFigures, PuzzleRecord
from ui.controls import FORM_FIELD, Button, Control, ControlRow, PreparedRow, prefix_verbs, row, rows
from ui.layout import GOLD, picture, screen, text
from ui.screens.bench.menus import make_menus
from ui.screens.bench.screen import make_draft_buttons, make_together_buttons
from ui.screens.bench.status import describe_status
from ui.screens.ending import announce_own_badges
from ui.tile_signs import show_in_text

FORM = "solve"
"""The verb in the custom ids of the modal for an answer, and of the button that opens it."""
BENCH_VERB = "p"
"""The prefix of the verbs in the custom ids of a puzzle bench's buttons and menus."""


def build_open_panel(shown: PuzzleBench, file: discord.File, today: int) -> discord.ui.LayoutView:
    """Return the screen of a puzzle that the user hasn't finished; `today` is a day as `Puzzle.day` counts it."""
    puzzle, bench = shown.puzzle, shown.bench
    key, status = PuzzleKey.of(puzzle), describe_status(bench)
    task = say_many(
        "Play as many of your {count} tile as you can in one turn. You've already opened.",
        "Play as many of your {count} tiles as you can in one turn. You've already opened.",
        puzzle.tiles,
    )
    heading = text(key.title, task, _describe_tries(shown.record), _describe_lateness(puzzle, today))
    said = [text(status.text)] if status.text else []
    items = [heading, picture(file), *_make_rows(bench, make_menus(bench)), *said]
    draft = make_draft_buttons(bench, status)
    items += _make_rows(bench, [draft] if draft else [])
    return screen([*items, _make_other_row(bench, key), _make_puzzle_row(key, key.grade)])


def _make_rows(bench: BenchScreenData, described: Iterable[ControlRow]) -> list[PreparedRow]:
    return rows(bench.game_view, prefix_verbs(BENCH_VERB, described))


def _make_other_row(bench: BenchScreenData, key: PuzzleKey) -> PreparedRow:
    """Return the buttons for picking all tiles, of which a best turn plays most, and for those that were picked."""
    has_all = not bench.state.picks and len(bench.arranged.bench.left) > 1
    picks = [Button("all", say("Pick all"))] if has_all else make_together_buttons(bench)
    others = row(None, Button(FORM, say("Edit as text"), key.name), Button("giveup", say("Give up"), key.name))
    return PreparedRow(
        [*(item for each in _make_rows(bench, [picks] if picks else []) for item in each.items), *others.items]
    )


@dataclass(frozen=True, slots=True)
class ClosedPuzzle:
    """A puzzle that the user has solved or given up, with their `record`, statistics, and badges that it earned.

    `after` is the next harder grade that's still open to them, and `may_share` says that they can post in the channel.
    """

    puzzle: Puzzle
    record: PuzzleRecord
    figures: Sequence[PuzzleFigures]
    badges: Sequence[Badge] = ()
    after: Grade | None = None
    may_share: bool = False


def build_closed_panel(shown: ClosedPuzzle, file: discord.File) -> discord.ui.LayoutView:
    """Return the screen of a puzzle that the user has solved or given up; `file` shows the table after a best turn.

    The result is directly above the buttons, so that a phone that has shown the bench shows it, too.
    """
    puzzle, record, key = shown.puzzle, shown.record, PuzzleKey.of(shown.puzzle)
    end = _describe_solved(puzzle, record) if record.solved_at is not None else say("You gave up on this one.")
    way = " ".join(filter(None, (_describe_most(puzzle), _describe_gap(puzzle), say("One way:"))))
    streaks = (_describe_streak(each) for each in shown.figures if each.grade is puzzle.grade)
    verdict = text(end, *streaks, *announce_own_badges(shown.badges))
    return screen([text(key.title, way), picture(file), verdict, _make_closed_row(shown, key)], GOLD)


def _make_closed_row(shown: ClosedPuzzle, key: PuzzleKey) -> PreparedRow:
    """Return buttons for the next grade, for sharing, and for the other grades and the board."""
    shares = shown.may_share and shown.record.solved_at is not None and not shown.record.is_shared
    following = PuzzleKey(key.day, shown.after) if shown.after else key
    label = say("Next: {grade}", grade=GRADES[following.grade])
    return row(
        None,
        *([Button("puzzle", label, following.name, discord.ButtonStyle.success)] if shown.after else []),
        *([Button("pshare", say("Share"), key.name)] if shares else []),
        *(each for each in make_grade_buttons(key) if each.argument not in {key.name, following.name}),
        _make_board_button(key),
    )


def build_shared_line(key: PuzzleKey, record: PuzzleRecord, solver: str, streak: int) -> discord.ui.LayoutView:
    """Return the message that tells a channel that `solver`, a mention, solved a puzzle; it gives nothing away."""
    solved = say_many(
        "🧩 {name} solved the puzzle of {date} · {grade} in {count} try.",
        "🧩 {name} solved the puzzle of {date} · {grade} in {count} tries.",
        record.tries,
        name=solver,
        date=key.written_date,
        grade=GRADES[key.grade],
    )
    days = [say_many("{count} day in a row.", "{count} days in a row.", streak)] if streak > 1 else []
    return screen([text(" ".join([solved, *days])), row(None, Button("puzzle", say("Try it"), key.name))])


def build_answer_question(key: PuzzleKey) -> discord.ui.LayoutView:
    """Return the question that a user must confirm before giving up and seeing the answer."""
    reveal = Button("reveal", say("Show the answer"), key.name, discord.ButtonStyle.danger)
    buttons = row(None, reveal, Button("puzzle", say("Back"), key.name))
    lost = say("You'll see the answer, and you won't be able to solve this puzzle anymore.")
    return screen([text(key.title, lost, say("Giving up today's puzzle ends your streak for this grade.")), buttons])


def build_answer_form(shown: PuzzleBench, written: str) -> discord.ui.Modal:
    """Return the modal for writing an answer to the puzzle; `written` is its initial text."""
    puzzle, key = shown.puzzle, PuzzleKey.of(shown.puzzle)
    modal = discord.ui.Modal(title=say("Your answer as text"), custom_id=Control(FORM, 0, 0, key.name).custom_id)
    modal.add_item(discord.ui.TextDisplay(show_in_text(say("Your rack: {tiles}", tiles=as_tiles(puzzle.rack)))))
    field = discord.ui.TextInput[Any](
        custom_id=FORM_FIELD, style=discord.TextStyle.paragraph, default=written, max_length=LONGEST_TEXT
    )
    hint = say("Add your tiles where they belong, or write moves as in /play.")
    modal.add_item(discord.ui.Label(text=str(shown.bench.game_view.view.window), description=hint, component=field))
    return modal


def _make_puzzle_row(key: PuzzleKey, shown: Grade) -> PreparedRow:
    """Return a button for each puzzle of the day, with the grade `shown` highlighted, and one for the board."""
    return row(None, *make_grade_buttons(key, shown), _make_board_button(key))


def _make_board_button(key: PuzzleKey) -> Button:
    return Button("pboard", say("Board"), key.name)


def make_grade_buttons(key: PuzzleKey, shown: Grade | None = None) -> list[Button]:
    """Return a button for each puzzle of the day in `key`, that of the grade `shown` highlighted."""
    styles = {shown: discord.ButtonStyle.primary}
    return [
        Button("puzzle", str(name), PuzzleKey(key.day, grade).name, styles.get(grade, discord.ButtonStyle.secondary))
        for grade, name in GRADES.items()
    ]


def _describe_tries(record: PuzzleRecord) -> str:
    tries = say_many("{count} try so far.", "{count} tries so far.", record.tries)
    return f"-# {tries}" if record.tries else ""


def _describe_lateness(puzzle: Puzzle, today: int) -> str:
    if puzzle.day < today:
        return "-# " + say("From an earlier day: solving it won't extend your streak. /puzzle shows today's.")
    return "-# " + say("This puzzle ends {when}.", when=f"<t:{puzzle.ends}:R>")


def _describe_solved(puzzle: Puzzle, record: PuzzleRecord) -> str:
    late = record.solved_at is not None and record.solved_at >= puzzle.ends
    if late:
        return say_many(
            "**Solved** in {count} try, on a later day.", "**Solved** in {count} tries, on a later day.", record.tries
        )
    return say_many("**Solved** in {count} try.", "**Solved** in {count} tries.", record.tries)


def _describe_most(puzzle: Puzzle) -> str:
    if puzzle.best == puzzle.tiles:
        return say_many("You can play all {count} tile.", "You can play all {count} tiles.", puzzle.tiles)
    return say_many("You can play {count} tile.", "You can play {count} tiles.", puzzle.best)


def _describe_gap(puzzle: Puzzle) -> str:
    if not puzzle.taken_apart:
        return ""
    return say_many(
        "You must take apart at least {count} set.", "You must take apart at least {count} sets.", puzzle.taken_apart
    )


def _describe_streak(figures: PuzzleFigures) -> str:
    days = say_many(
        "Your streak for this grade: {count} day (longest: {longest}).",
        "Your streak for this grade: {count} days (longest: {longest}).",
        figures.streak,
        longest=figures.longest,
    )
    return f"-# {days}"


def describe_figures(figures: PuzzleFigures) -> str:
    """Return a line of the user's own statistics in one grade."""
    solved = say_many(
        "{solved} solved in {count} try; streak {streak}, longest {longest}",
        "{solved} solved in {count} tries; streak {streak}, longest {longest}",
        figures.tries,
        solved=figures.solved,
        streak=figures.streak,
        longest=figures.longest,
    )
    return f"**{GRADES[figures.grade]}**: {solved}"
