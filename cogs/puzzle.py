"""The daily puzzle: /puzzle, its modal for answers, and /puzzle-board, the puzzles' leaderboard."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

import render
from engine.coach import puzzles
from engine.coach.puzzles import Grade, Puzzle
from engine.game.actions import Action
from engine.override import override
from engine.text.errors import BadNotation, IllegalMove
from engine.text.phrases import say, say_many, speak_in
from services.benches import draft_action
from services.people.leaderboards import Board, BoardKey, Scope
from services.puzzles.benches import PuzzleBenches
from services.puzzles.pool import GRADES, PuzzleKey
from services.refusals import Refusal
from storage.pseudonyms import mention
from storage.puzzles import PuzzleAnswer, PuzzleRecord
from ui.commands import anywhere
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import await_screen, put
from ui.layout import Screen
from ui.messages.limits import Limit
from ui.replies import GONE_FROM_BENCH, notify, open_form, show, tell_all
from ui.screens import puzzle as screens
from ui.screens.bench import input as steps
from ui.screens.bench.status import describe_tap
from ui.services import Services
from ui.text_mode import add_text_for, describe_bench
from ui.translations import make_locale_str

_CHOICES = [app_commands.Choice(name=make_locale_str(name), value=grade.value) for grade, name in GRADES.items()]


class PuzzleCog(commands.Cog):
    """The daily puzzle's commands, buttons and modal. A day's puzzles are the same for everybody."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._pool = services.puzzles
        self._benches = PuzzleBenches(self._pool.store, self._tables.settings, self._pool.game)
        self._leaderboards = services.leaderboards
        self._pictures = services.pictures
        self._limits = services.limits
        self.taps: Mapping[str, TapHandler] = {
            "puzzle": self._on_show,
            screens.FORM: self._on_edit,
            "resolve": self._on_edit,  # on messages from before puzzles had benches
            "giveup": self._on_give_up,
            "reveal": self._on_given_up,
            "pboard": self._on_board,
            "pshare": self._on_share,
            **{screens.BENCH_VERB + verb: handler for verb, handler in self._list_bench_handlers().items()},
        }
        self.forms: Mapping[str, TapHandler] = {screens.FORM: self._on_submit}

    def _list_bench_handlers(self) -> dict[str, TapHandler]:
        taken = {"pick": steps.pick_from_rack, "all": steps.pick_all, **steps.STEPS}
        return {
            **{verb: partial(self._on_step, step) for verb, step in taken.items()},
            "confirm": self._on_confirm,
        }

    @property
    def _today(self) -> int:
        return puzzles.day_of(self._tables.now())

    @app_commands.command(
        name="puzzle", description=locale_str("Today's puzzle: play as many tiles as you can in one turn")
    )
    @app_commands.describe(difficulty=locale_str("By default, the easiest one you haven't finished"))
    @app_commands.choices(difficulty=_CHOICES)
    @anywhere
    async def puzzle(self, interaction: Interaction, difficulty: str | None = None) -> None:
        """Show today's puzzle in an ephemeral message, or if it's ready in time, in a DM in a lasting one."""
        grade = Grade(difficulty) if difficulty else await self._choose_grade(interaction.user.id)
        view, files = await await_screen(interaction, self._screen(interaction, PuzzleKey(self._today, grade)))
        if interaction.context.dm_channel and not interaction.response.is_done():
            await tell_all(interaction, view, files)
        else:
            await show(interaction, view, files)

    @app_commands.command(
        name="puzzle-board", description=locale_str("Show this server's best puzzle solvers and your own streaks")
    )
    @anywhere
    async def board(self, interaction: Interaction) -> None:
        """Show the best solvers of the server, or of the world outside of servers, and the user's own statistics."""
        await self._show_board(interaction)

    async def _choose_grade(self, user_id: int) -> Grade:
        for grade in Grade:
            if (await self._pool.store.record(user_id, self._today, grade)).is_open:
                return grade
        return Grade.EASY

    @override
    async def cog_unload(self) -> None:
        self._pool.close()

    # screens

    async def _screen(self, interaction: Interaction, key: PuzzleKey, note: str = "") -> Screen:
        puzzle = await self._pool.get(key, self._today)
        record = await self._pool.store.record(interaction.user.id, key.day, key.grade)
        if not record.is_open:
            return await self._answer_screen(interaction, puzzle, record)
        shown = await self._benches.prepare(interaction.user.id, puzzle, record, note)
        bench = shown.bench
        file = await self._pictures.draw_bench(bench)
        panel = screens.build_open_panel(shown, file, self._today)
        return add_text_for(bench.person, panel, partial(describe_bench, bench)), [file]

    async def _answer_screen(self, interaction: Interaction, puzzle: Puzzle, record: PuzzleRecord) -> Screen:
        after = puzzles.show_solution(self._pool.game, puzzle)
        file = await self._pictures.draw_still(after, f"answer-{PuzzleKey.of(puzzle).name}")
        figures = await self._pool.store.figures(interaction.user.id, self._today)
        badges = await self._tables.badges.of_puzzle(interaction.user.id, puzzle.day, puzzle.grade)
        following = await self._find_next(interaction.user.id, puzzle)
        closed = screens.ClosedPuzzle(puzzle, record, figures, badges, following, _may_post(interaction))
        panel = screens.build_closed_panel(closed, file)
        words = partial(render.table_lines, after, ())
        return add_text_for(await self._tables.settings.person(interaction.user.id), panel, words), [file]

    async def _find_next(self, user_id: int, puzzle: Puzzle) -> Grade | None:
        """Return the next harder grade of a puzzle's day that the user can still solve."""
        harder = list(Grade)[list(Grade).index(puzzle.grade) + 1 :]
        records = [(each, await self._pool.store.record(user_id, puzzle.day, each)) for each in harder]
        return next((grade for grade, record in records if record.is_open), None)

    async def _show_board(self, interaction: Interaction) -> None:
        guild_id = interaction.guild_id or 0
        key = BoardKey(Board.PUZZLES, None, scope=Scope.SERVER if guild_id else Scope.WORLD)
        await show(interaction, *await self._leaderboards.make(guild_id, key, interaction.user.id))

    async def _put(self, interaction: Interaction, key: PuzzleKey, note: str = "") -> None:
        await put(interaction, *await await_screen(interaction, self._screen(interaction, key, note)))

    # taps

    async def _on_show(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._put(interaction, PuzzleKey.read(control.argument))

    async def _on_board(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        PuzzleKey.read(control.argument)  # only rejects a forged control: the leaderboard is the same for each puzzle
        await self._show_board(interaction)

    async def _on_share(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Post a line in the channel saying that the user solved the puzzle, once, and remove the button for it."""
        key, user = PuzzleKey.read(control.argument), interaction.user
        if not _may_post(interaction):
            raise Refusal(say("You can't write in this channel."))
        self._limits.count(Limit.SHOW, user.id, interaction.channel_id or 0)
        is_first = await self._pool.store.share(user.id, key.day, key.grade)
        await self._put(interaction, key)
        if is_first:
            record = await self._pool.store.record(user.id, key.day, key.grade)
            figures = await self._pool.store.figures(user.id, self._today)
            streak = next((each.streak for each in figures if each.grade is key.grade), 0)
            with speak_in(*await self._tables.languages.of_server(interaction.guild_id or 0)):
                line = screens.build_shared_line(key, record, mention(user.id), streak)
            await interaction.followup.send(view=line, allowed_mentions=notify([]))

    async def _on_edit(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Open the modal for an answer, with what was typed last if it couldn't be read, or else with the draft."""
        key = PuzzleKey.read(control.argument)
        puzzle = await self._pool.find_stored(key, self._today)
        shown = await self._benches.read(interaction.user.id, puzzle) if puzzle else None
        if shown is None:
            await self._put(interaction, key)
            return
        written = shown.record.text or shown.bench.arranged.bench.written
        await open_form(interaction, screens.build_answer_form(shown, written))

    async def _on_step(
        self, step: steps.Step, interaction: Interaction, control: Control, values: Sequence[str]
    ) -> None:
        key, user_id, note = PuzzleKey.numbered(control.game), interaction.user.id, ""
        puzzle = await self._pool.find_stored(key, self._today)
        if puzzle:
            async with self._benches.lock(user_id, puzzle):
                before = await self._benches.read(user_id, puzzle)
                state = step(before.bench, control.argument, values) if before else None
                if before and state:
                    await self._benches.keep(user_id, before, state)
                verb = control.verb.removeprefix(screens.BENCH_VERB)
                note = describe_tap(verb, control.argument, state) if state else str(GONE_FROM_BENCH)
        await self._put(interaction, key, note)

    async def _on_confirm(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        key, user_id, note = PuzzleKey.numbered(control.game), interaction.user.id, ""
        puzzle = await self._pool.find_stored(key, self._today)
        if puzzle:
            async with self._benches.lock(user_id, puzzle):
                shown = await self._benches.read(user_id, puzzle)
                if shown:
                    action = shown.bench.arranged.bench.action(0)
                    note = await self._judge(self._make_answer(interaction, puzzle), action)
        await self._put(interaction, key, note)

    async def _on_give_up(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await put(interaction, screens.build_answer_question(PuzzleKey.read(control.argument)))

    async def _on_given_up(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        key = PuzzleKey.read(control.argument)
        puzzle = await self._pool.find_stored(key, self._today)
        if puzzle:
            await self._pool.store.give_up(self._make_answer(interaction, puzzle))
        await self._put(interaction, key)

    # answers

    async def _on_submit(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        key = PuzzleKey.read(control.argument)
        puzzle = await self._pool.find_stored(key, self._today)
        if puzzle is None:
            raise Refusal(say("This form has expired. /puzzle shows today's puzzle."))
        async with self._benches.lock(interaction.user.id, puzzle):
            note = await self._read_answer(self._make_answer(interaction, puzzle, values[0]))
        await self._put(interaction, key, note)

    async def _read_answer(self, answer: PuzzleAnswer) -> str:
        """Put a typed answer on the bench, or else store its text; return the verdict, or why it can't be read."""
        shown = await self._benches.read(answer.user_id, answer.puzzle)
        if shown is None:
            return ""
        try:
            action = puzzles.read_answer(self._pool.game, answer.text)
        except BadNotation as refusal:
            await self._pool.store.refused(answer)
            return str(refusal.phrase)
        state = draft_action(shown.bench, action)
        if state is None:
            await self._pool.store.refused(answer)
        else:
            await self._benches.keep(answer.user_id, shown, state)
        return await self._judge(replace(answer, text=answer.text if state is None else ""), action)

    async def _judge(self, answer: PuzzleAnswer, action: Action) -> str:
        """Judge an answer, and store it if it's legal; return the verdict, or "" if the puzzle is done now."""
        try:
            played = puzzles.count_played_tiles(self._pool.game, answer.puzzle, action)
        except IllegalMove as refusal:
            return str(refusal.phrase)
        store = self._pool.store.solved if played == answer.puzzle.best else self._pool.store.tried
        after = await store(answer)
        short = say_many(
            "That plays {count} tile. You can play more.", "That plays {count} tiles. You can play more.", played
        )
        return short if after.is_open else ""

    def _make_answer(self, interaction: Interaction, puzzle: Puzzle, text: str = "") -> PuzzleAnswer:
        return PuzzleAnswer(
            user_id=interaction.user.id,
            puzzle=puzzle,
            text=text,
            interaction_id=interaction.id,
            guild_id=interaction.guild_id,
            now=self._tables.now(),
            name=interaction.user.display_name,
        )


def _may_post(interaction: Interaction) -> bool:
    """Return whether the user may write in this channel of a server."""
    may, is_thread = interaction.permissions, isinstance(interaction.channel, discord.Thread)
    return bool(interaction.guild_id) and (may.send_messages_in_threads if is_thread else may.send_messages)
