"""What the daily puzzle's messages say and which buttons they carry."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Self

import discord

from cogs._controls import Control, Tap, button, row
from cogs._replies import Refusal
from cogs._screens import GOLD, picture, screen, text
from engine.events import tile_count
from engine.notation import LONGEST_TEXT
from engine.puzzles import Grade, Puzzle
from engine.views import View
from storage.puzzles import Figures, Record, Solver

GRADES = {Grade.EASY: "Easy", Grade.MEDIUM: "Medium", Grade.HARD: "Hard"}
WINDOW = "solve"
"""The verb of the window in which an answer is written, and of the button that opens it."""
FIELD = "answer"
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class Which:
    """A puzzle by its day, counted from 1 January 1970 in UTC, and its grade; custom ids carry it as a name."""

    day: int
    grade: Grade

    @property
    def date(self) -> str:
        """As 2026-11-20."""
        return date.fromordinal(_EPOCH + self.day).isoformat()

    @property
    def name(self) -> str:
        """As 2026-11-20-easy."""
        return f"{self.date}-{self.grade}"

    @property
    def title(self) -> str:
        """A heading."""
        return f"## Puzzle of {self.date} · {GRADES[self.grade]}"

    @classmethod
    def of(cls, puzzle: Puzzle) -> Self:
        """Name a puzzle."""
        return cls(puzzle.day, puzzle.grade)

    @classmethod
    def read(cls, name: str) -> Self:
        """Read a name, which is untrusted.

        Raises:
            Refusal: it is none.
        """
        day, _, grade = name.rpartition("-")
        try:
            return cls(date.fromisoformat(day).toordinal() - _EPOCH, Grade(grade))
        except ValueError:
            raise Refusal("There is no such puzzle. /puzzle shows today's.") from None

    def control(self, verb: str) -> Control:
        """What a tap asks for, of this puzzle."""
        return Control(verb, 0, 0, self.name)


def open_panel(
    puzzle: Puzzle, record: Record, files: Sequence[discord.File], note: str, today: int
) -> discord.ui.LayoutView:
    """The puzzle with the table and the rack. `note` says what became of the last answer."""
    which = Which.of(puzzle)
    task = f"Lay as many of your {tile_count(puzzle.tiles)} as you can, in one turn."
    rules = "-# You have opened: take the table apart as you like, as long as legal sets lie there in the end."
    answers = [
        button(which.control(WINDOW), "Solve", style=discord.ButtonStyle.primary),
        *([button(which.control("resolve"), "Edit again")] if record.text else []),
        button(which.control("giveup"), "Give up"),
    ]
    said = text(which.title, task, rules, _tries_so_far(record), _late(puzzle, today))
    noted = [text(note)] if note else []
    return screen([said, *map(picture, files), *noted, row(*answers), _others(which, which.grade)])


def closed_panel(
    puzzle: Puzzle, record: Record, after: View, file: discord.File, figures: Sequence[Figures]
) -> discord.ui.LayoutView:
    """A puzzle that was solved or given up: the table after a best turn, in words and in the picture."""
    which = Which.of(puzzle)
    left = puzzle.tiles - puzzle.best
    most = f"All {tile_count(puzzle.tiles)} can be laid" if not left else f"{tile_count(puzzle.best)} can be laid"
    apart = f"{puzzle.taken_apart} set{'' if puzzle.taken_apart == 1 else 's'}"
    _, *rows = after.written.splitlines()
    end = _solved(puzzle, record) if record.solved_at is not None else "You gave this one up."
    said = text(which.title, end, *(_streak(each) for each in figures if each.grade is puzzle.grade))
    shown = text(f"{most}, by taking {apart} apart and no fewer. One way:", "```", *rows, "```")
    return screen([said, shown, picture(file), _others(which, which.grade)], GOLD)


def sure(which: Which) -> discord.ui.LayoutView:
    """The question before an answer is shown."""
    buttons = row(
        button(which.control("reveal"), "Show the answer", style=discord.ButtonStyle.danger),
        button(which.control("puzzle"), "Back"),
    )
    lost = "You see the answer, and this puzzle can't be solved afterwards."
    return screen([text(which.title, lost, "Giving up today's ends your streak at its grade."), buttons])


def window(puzzle: Puzzle, view: View, written: str) -> discord.ui.Modal:
    """The window in which an answer is written."""
    which = Which.of(puzzle)
    modal = discord.ui.Modal(title="Your answer in words", custom_id=which.control(WINDOW).custom_id, timeout=900)
    modal.add_item(discord.ui.TextDisplay(f"Your rack: {puzzle.rack}"))
    field = discord.ui.TextInput[Any](
        custom_id=FIELD, style=discord.TextStyle.paragraph, default=written, max_length=LONGEST_TEXT
    )
    hint = "Add your tiles where they go, or write moves as /play takes them."
    modal.add_item(discord.ui.Label(text=view.window, description=hint, component=field))
    return modal


def fewer(laid: int) -> str:
    """What is said of a legal answer that is not the best."""
    return f"Legal: that lays {tile_count(laid)}. More can be laid."


def board(figures: Sequence[Figures], solvers: Sequence[Solver] | None, today: Which) -> discord.ui.LayoutView:
    """A server's best solvers, None outside of servers, and one's own figures."""
    own = [_figures(each) for each in figures] or ["You have solved none yet."]
    items = [text("### Your own", *own), _others(today, None)]
    if solvers is not None:
        lines = [_place(place, each) for place, each in enumerate(solvers)] or ["Nobody has solved one here yet."]
        items.insert(0, text("## Puzzle board\n-# Solved on this server, in so many tries", *lines))
    else:
        items.insert(0, text("## Puzzle board"))
    return screen(items)


def _others(which: Which, shown: Grade | None) -> discord.ui.ActionRow[Any]:
    """The day's puzzles, with the one marked that is shown, and the board."""
    grades = [_grade(which, grade, is_shown=grade is shown) for grade in Grade]
    return row(*grades, button(which.control("pboard"), "Board"))


def _grade(which: Which, grade: Grade, *, is_shown: bool) -> Tap:
    style = discord.ButtonStyle.primary if is_shown else discord.ButtonStyle.secondary
    return button(Which(which.day, grade).control("puzzle"), GRADES[grade], style=style)


def _count(tries: int) -> str:
    return f"{tries} {'try' if tries == 1 else 'tries'}"


def _tries_so_far(record: Record) -> str:
    return f"-# {_count(record.tries)} so far." if record.tries else ""


def _late(puzzle: Puzzle, today: int) -> str:
    if puzzle.day < today:
        return "-# Its day is over: it can be solved, but counts for no streak. /puzzle shows today's."
    return f"-# The next puzzle comes <t:{puzzle.ends}:R>."


def _solved(puzzle: Puzzle, record: Record) -> str:
    late = record.solved_at is not None and record.solved_at >= puzzle.ends
    return f"**Solved** in {_count(record.tries)}{', after its day' if late else ''}."


def _streak(figures: Figures) -> str:
    days = f"{figures.streak} day{'' if figures.streak == 1 else 's'}"
    return f"-# Your streak at this grade: {days}, the longest {figures.longest}."


def _figures(figures: Figures) -> str:
    each = f"{figures.solved} solved in {_count(figures.tries)}"
    return f"**{GRADES[figures.grade]}**: {each}; streak {figures.streak}, the longest {figures.longest}"


def _place(place: int, solver: Solver) -> str:
    streak = f" · streak {solver.streak}" if solver.streak else ""
    return f"{place + 1}. <@{solver.user_id}> — {solver.solved} in {_count(solver.tries)}{streak}"
