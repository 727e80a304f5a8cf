"""The daily puzzle: /puzzle, its modal for answers, and /puzzle-board."""

from collections.abc import Mapping, Sequence
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

import render
from engine.coach import puzzles
from engine.coach.puzzles import Grade, Puzzle
from engine.text.errors import GameError
from engine.text.phrases import say
from services.puzzle_pool import GRADES, PuzzleKey
from services.refusals import Refusal
from storage.puzzles import PuzzleAnswer, PuzzleRecord
from ui.commands import anywhere
from ui.controls import Control, Interaction, TapHandler, read_data, read_field
from ui.deferred import await_screen, put
from ui.error_replies import explain
from ui.layout import Screen
from ui.pictures import VIEWER, look_of
from ui.replies import show, tell_all
from ui.screens import puzzle as screens
from ui.services import Services
from ui.text_mode import add_text_for
from ui.translations import make_locale_str

_CHOICES = [app_commands.Choice(name=make_locale_str(name), value=grade.value) for grade, name in GRADES.items()]


class PuzzleCog(commands.Cog):
    """The daily puzzle's commands, buttons and modal. A day's puzzles are the same for everybody."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._pool = services.puzzles
        self._pictures = services.pictures
        self.taps: Mapping[str, TapHandler] = {
            "puzzle": self._on_show,
            screens.FORM: self._on_answer,
            "resolve": self._on_answer,
            "giveup": self._on_give_up,
            "reveal": self._on_given_up,
            "pboard": self._on_board,
        }

    @property
    def _today(self) -> int:
        return puzzles.day_of(self._tables.now())

    @app_commands.command(
        name="puzzle", description=locale_str("Today's puzzle: lay as many tiles as you can in one turn")
    )
    @app_commands.describe(difficulty=locale_str("Without it, the easiest that you have not finished"))
    @app_commands.choices(difficulty=_CHOICES)
    @anywhere
    async def puzzle(self, interaction: Interaction, difficulty: str | None = None) -> None:
        """Show today's puzzle of this difficulty in an ephemeral message, or in a DM as a lasting one.

        In a DM it's ephemeral too if it isn't ready in time.
        """
        grade = Grade(difficulty) if difficulty else await self._choose_grade(interaction.user.id)
        view, files = await await_screen(interaction, self._screen(interaction, PuzzleKey(self._today, grade)))
        if interaction.context.dm_channel and not interaction.response.is_done():
            await tell_all(interaction, view, files)
        else:
            await show(interaction, view, files)

    @app_commands.command(
        name="puzzle-board", description=locale_str("Who solves most puzzles here, and your own streaks")
    )
    @anywhere
    async def board(self, interaction: Interaction) -> None:
        """Show the server's ten best solvers and the user's own statistics, in an ephemeral message."""
        await show(interaction, await self._board(interaction, PuzzleKey(self._today, Grade.EASY)))

    async def _choose_grade(self, user_id: int) -> Grade:
        """Return the easiest of today's puzzles that this user hasn't finished; the easiest of all if none is left."""
        for grade in Grade:
            if (await self._pool.store.record(user_id, self._today, grade)).is_open:
                return grade
        return Grade.EASY

    async def cog_unload(self) -> None:
        """Cancel the making of puzzles in the background."""
        self._pool.close()

    # screens

    async def _screen(self, interaction: Interaction, key: PuzzleKey, note: str = "") -> Screen:
        """Return the puzzle's screen for this user: open for an answer, or once solved or given up, with the solution.

        `note` is the verdict on the user's last answer.
        """
        puzzle = await self._pool.get(key, self._today)
        record = await self._pool.store.record(interaction.user.id, key.day, key.grade)
        if not record.is_open:
            return await self._answer_screen(interaction, puzzle, record)
        state = puzzles.pose_puzzle(self._pool.game, puzzle)
        order = render.Order(await self._tables.settings.rack_order(interaction.user.id))
        person, mine = await self._tables.settings.person(interaction.user.id), self._pool.game.view(state, 0)
        files = [
            await self._pictures.draw_still(self._pool.game.view(state, None), f"puzzle-{key.name}"),
            await self._pictures.draw_rack(mine, order, look_of(person)),
        ]
        panel = screens.build_open_panel(puzzle, record, files, note, self._today)

        def words() -> str:
            return f"{render.table_lines(mine, [str(VIEWER)])}\n{render.rack_lines(mine, order)}"

        return add_text_for(person, panel, words), files

    async def _answer_screen(self, interaction: Interaction, puzzle: Puzzle, record: PuzzleRecord) -> Screen:
        after = puzzles.show_solution(self._pool.game, puzzle)
        file = await self._pictures.draw_still(after, f"answer-{PuzzleKey.of(puzzle).name}")
        figures = await self._pool.store.figures(interaction.user.id, self._today)
        panel = screens.build_closed_panel(puzzle, record, after, file, figures)
        words = partial(render.table_lines, after, [str(VIEWER)])
        return add_text_for(await self._tables.settings.person(interaction.user.id), panel, words), [file]

    async def _board(self, interaction: Interaction, key: PuzzleKey) -> discord.ui.LayoutView:
        figures = await self._pool.store.figures(interaction.user.id, self._today)
        guild_id = interaction.guild_id
        solvers = None if guild_id is None else await self._pool.store.board(guild_id, self._today)
        return screens.build_board(figures, solvers, key)

    async def _put(self, interaction: Interaction, key: PuzzleKey, note: str = "") -> None:
        """Show this puzzle's screen in place of the tapped message; `note` is the verdict on the user's last answer."""
        await put(interaction, *await await_screen(interaction, self._screen(interaction, key, note)))

    # taps

    async def _on_show(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._put(interaction, PuzzleKey.read(control.argument))

    async def _on_board(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await show(interaction, await self._board(interaction, PuzzleKey.read(control.argument)))

    async def _on_answer(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Open the modal for an answer, with the puzzle's table or, for the verb "resolve", the user's last answer."""
        key = PuzzleKey.read(control.argument)
        puzzle = await self._pool.find_stored(key, self._today)
        record = await self._pool.store.record(interaction.user.id, key.day, key.grade)
        if puzzle is None or not record.is_open:
            await self._put(interaction, key)
            return
        view = self._pool.game.view(puzzles.pose_puzzle(self._pool.game, puzzle), 0)
        written = record.text if control.verb == "resolve" and record.text else view.written
        await interaction.response.send_modal(screens.build_answer_form(puzzle, view, written))

    async def _on_give_up(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await put(interaction, screens.build_answer_question(PuzzleKey.read(control.argument)))

    async def _on_given_up(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        key = PuzzleKey.read(control.argument)
        puzzle = await self._pool.find_stored(key, self._today)
        if puzzle:
            await self._pool.store.give_up(self._answer(interaction, puzzle, ""))
        await self._put(interaction, key)

    # answers

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a submitted answer. A listener also gets modals that were opened before a restart."""
        control = Control.read(str(read_data(interaction).get("custom_id", "")))
        if interaction.type is not discord.InteractionType.modal_submit or control is None:
            return
        if control.verb != screens.FORM:
            return
        await interaction.client.track_answer(interaction)
        try:
            await self._on_submit(interaction, PuzzleKey.read(control.argument))
        except Exception as error:  # noqa: BLE001  # everything is explained to the person who submitted
            await explain(interaction, error)

    async def _on_submit(self, interaction: Interaction, key: PuzzleKey) -> None:
        puzzle = await self._pool.find_stored(key, self._today)
        text = read_field(interaction, screens.FIELD)
        if puzzle is None or text is None:
            raise Refusal(say("I don't know this window any more. /puzzle shows today's puzzle."))
        await self._put(interaction, key, await self._judge(self._answer(interaction, puzzle, text)))

    async def _judge(self, answer: PuzzleAnswer) -> str:
        """Judge and store an answer; return the verdict, or "" if the puzzle is done now.

        The verdict doesn't reveal the solution.
        """
        try:
            laid = puzzles.count_laid_tiles(self._pool.game, answer.puzzle, answer.text)
        except GameError as refusal:
            after, note = await self._pool.store.refused(answer), str(refusal)
        else:
            is_best = laid == answer.puzzle.best
            store = self._pool.store.solved if is_best else self._pool.store.tried
            after, note = await store(answer), screens.describe_shortfall(laid)
        return note if after.is_open else ""

    def _answer(self, interaction: Interaction, puzzle: Puzzle, text: str) -> PuzzleAnswer:
        return PuzzleAnswer(
            user_id=interaction.user.id,
            puzzle=puzzle,
            text=text,
            interaction_id=interaction.id,
            guild_id=interaction.guild_id,
            now=self._tables.now(),
        )
