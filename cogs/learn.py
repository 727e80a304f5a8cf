"""The lesson: three turns on a bench of one's own, and the first game after them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from discord.ext import commands

from engine.coach.puzzles import choose_system
from engine.game.goals import Goal, Level
from services.benches import BenchScreenData, update_state
from services.lessons import TURNS, Lessons, judge
from services.lobbies.opening import NewTable, find_usual_options, open_own_lobby, seat_computers
from services.lobbies.starting import start_game
from services.options import CLOCK
from storage.games import Player
from storage.settings import Server
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import await_screen, put
from ui.layout import Screen
from ui.replies import GONE_FROM_BENCH, show
from ui.screens import lesson as screens
from ui.screens.bench import input as steps
from ui.screens.bench.status import describe_tap
from ui.services import Services
from ui.text_mode import add_text_for, describe_bench


class LearnCog(commands.Cog):
    """The buttons and menus of the lesson. It's the same for everybody, and nothing in it is stored."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._game = choose_system(services.tables.variants)
        self._lessons = Lessons(services.tables.settings, self._game)
        self._search = services.search
        self._pictures = services.pictures
        self._ready_plays = services.private_bench.ready_plays
        self._solo_games = services.solo_games
        self._public_screens = services.public_screens
        taken = {"pick": steps.pick_from_rack, "ready": steps.choose_ready_play, **steps.STEPS}
        handlers: Mapping[str, TapHandler] = {
            **{verb: partial(self._on_step, step) for verb, step in taken.items()},
            "confirm": self._on_confirm,
            "skip": self._on_skip,
        }
        self.taps: Mapping[str, TapHandler] = {
            "learn": self._on_learn,
            "first": self._on_first_game,
            "sheet": self._on_sheet,
            **{screens.BENCH_VERB + verb: handler for verb, handler in handlers.items()},
        }

    async def _put(self, interaction: Interaction, bench: BenchScreenData, note: str = "") -> None:
        await put(interaction, *await await_screen(interaction, self._screen(bench, note)))

    async def _screen(self, bench: BenchScreenData, note: str) -> Screen:
        bench = replace(await self._ready_plays.add_to(bench), note=note)
        file = await self._pictures.draw_bench(bench)
        panel = screens.build_turn_panel(bench, file)
        return add_text_for(bench.person, panel, partial(describe_bench, bench)), [file]

    async def _on_learn(self, interaction: Interaction, _control: Control, _values: Sequence[str]) -> None:
        await self._put(interaction, await self._lessons.begin(interaction.user.id))

    async def _on_step(
        self, step: steps.Step, interaction: Interaction, control: Control, values: Sequence[str]
    ) -> None:
        user_id = interaction.user.id
        bench = await self._ready_plays.add_to(await self._lessons.read(user_id, control.game))
        number, state, note = bench.game_view.id, step(bench, control.argument, values), str(GONE_FROM_BENCH)
        if state is not None:
            note = describe_tap(control.verb.removeprefix(screens.BENCH_VERB), control.argument, state)
            self._lessons.keep(user_id, number, state)
            await self._arrange_picks(user_id, number)
        await self._put(interaction, await self._lessons.read(user_id, number), note)

    async def _arrange_picks(self, user_id: int, number: int) -> None:
        """Arrange a play of the rack tiles that are picked, if there's one, as a table with this help does."""
        bench = await self._lessons.read(user_id, number)
        if bench.state.picks.rack and not bench.state.picks.on_table:
            found = await self._search.find(bench.game_view, Goal.FIT, steps.list_wanted_tiles(bench))
            if found is not None:
                arranged = update_state(bench, bench.arranged.bench.as_played(found.action))
                self._lessons.keep(user_id, number, arranged)

    async def _on_confirm(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Go on to the next turn, or after the last one to the end, if the draft can be played."""
        user_id = interaction.user.id
        bench = await self._lessons.read(user_id, control.game)
        number, refusal = bench.game_view.id, judge(bench)
        if refusal:
            await self._put(interaction, bench, refusal)
        elif number == len(TURNS):
            await put(interaction, screens.build_end_panel(finished=True))
        else:
            await self._put(interaction, await self._lessons.begin(user_id, number + 1))

    async def _on_skip(self, interaction: Interaction, _control: Control, _values: Sequence[str]) -> None:
        await put(interaction, screens.build_end_panel(finished=False))

    async def _on_sheet(self, interaction: Interaction, _control: Control, _values: Sequence[str]) -> None:
        await show(interaction, *await self._public_screens.show_system_rules(self._game.info.key))

    async def _on_first_game(self, interaction: Interaction, _control: Control, _values: Sequence[str]) -> None:
        """Start a solo game against the weakest computer, also on a server; a game that the user has goes on."""
        user = interaction.user
        game = await self._tables.games.in_channel(user.id)
        if game is None:
            kept, patience = await find_usual_options(self._tables, 0, user.id, Server(), self._game)
            player = Player(user.id, user.display_name)
            opponents = seat_computers(player, 1, next(iter(Level)))
            wanted = NewTable(self._game, kept, opponents, CLOCK in kept, patience)
            game = await open_own_lobby(self._tables, wanted, player, interaction.id)
            game = await start_game(self._tables, game, user.id, None)
        await self._solo_games.answer(interaction, game)
