"""Help with a turn, if the table's options allow it: /fit places chosen tiles, and /hint also chooses the tiles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.views import Assistance, View
from engine.text.errors import BadNotation, NotOnYourRack
from engine.text.phrases import later, say
from engine.tiles.notation import make_example_run, read_rack, say_tiles, write_tile
from engine.tiles.tiles import Tile
from services.benches import read_bench, show_part
from services.fitting import require_assistance
from services.game_view import GameView
from services.refusals import Refusal, require_running, require_seat
from storage.games import Game
from storage.texts import TextKind
from ui.commands import anywhere
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import await_screen, put
from ui.layout import Screen
from ui.places import place_of
from ui.replies import MOVED_ON
from ui.screens import hints as screens
from ui.screens.bench.screen import may_ask_for_play
from ui.screens.bench.status import describe_has_play
from ui.services import Services
from ui.text_mode import add_text_for, describe_bench, describe_table


class AssistCog(commands.Cog):
    """The commands /fit and /hint, the buttons on a hint, and Any play? on a bench."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._private_benches = services.private_bench
        self._responses = services.responses
        self._pictures = services.pictures
        self._search = services.search
        self.taps: Mapping[str, TapHandler] = {
            "hint": self._on_hint,
            "anyplay": self._on_any_play,
            "lay": self._on_play,
            "close": self._on_close,
        }

    @app_commands.command(
        name="fit", description=locale_str("Name tiles from your rack to find a play with exactly those")
    )
    @app_commands.describe(tiles=locale_str("Such as R5 B6; nothing is played until you confirm"))
    @anywhere
    async def fit(self, interaction: Interaction, tiles: app_commands.Range[str, 1, 400]) -> None:
        """Search for a play of these rack tiles, put it into the user's draft, and show that on their bench."""
        game = await self._tables.require_running_here(place_of(interaction))
        game_view = require_assistance(self._tables, game, interaction.user.id, Assistance.FIT)
        await self._private_benches.fit(interaction, game, game_view, _read_held_tiles(game_view.view, tiles))

    @app_commands.command(
        name="hint", description=locale_str("Show a good play step by step, if the table allows hints")
    )
    @anywhere
    async def hint(self, interaction: Interaction) -> None:
        """Show the first step of a hint."""
        await self._hint(interaction, await self._tables.require_running_here(place_of(interaction)), 1)

    async def _on_hint(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = require_running(await self._tables.require_game(control.game))
        stale = control.version != game.version
        step = int(control.argument) if control.argument in {"2", "3"} and not stale else 1
        await self._hint(interaction, game, step, say("The table has changed.") if stale else "")

    async def _hint(self, interaction: Interaction, game: Game, step: int, note: str = "") -> None:
        work = self._hint_screen(game, interaction.user.id, step, note)
        await put(interaction, *await await_screen(interaction, work))
        self._responses.note_panel(interaction, game)

    async def _hint_screen(self, game: Game, user_id: int, step: int, note: str) -> Screen:
        game_view = require_assistance(self._tables, game, user_id, Assistance.FULL)
        found = await self._search.find_best(game_view)
        if found is None:
            said = screens.describe_no_hint(game_view.view)
            return await self._private_benches.screen(game, user_id, f"{note}\n{said}".strip())
        after = await self._search.show_after(game_view, found.action)
        is_last = step == screens.LAST_STEP
        bench = await read_bench(self._tables, game_view, user_id)
        bench = show_part(bench, found, names_tiles=step > 1, whole=is_last)
        file = await self._pictures.draw_bench(bench)
        hint = screens.Hint(found, after, file)
        if is_last:  # a button can play it
            token = await self._keep(game_view, found.action.line(), TextKind.FOUND)
            hint = replace(hint, token=token, worth=game_view.variant.preview(game_view.view, found.action))
        words = partial(describe_table, after, game_view.names) if is_last else partial(describe_bench, bench)
        return add_text_for(bench.person, screens.build_hint(game_view, step, hint, note), words), [file]

    async def _on_any_play(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = require_running(await self._tables.require_game(control.game))
        game_view = require_assistance(self._tables, game, interaction.user.id, Assistance.FIT)
        if not may_ask_for_play(game_view):
            raise Refusal(say("You can only ask that when it's your turn to play tiles."))
        await self._private_benches.answer(interaction, game, self._tell_any_play(game_view))

    async def _tell_any_play(self, game_view: GameView) -> str:
        return describe_has_play(game_view.view, await self._search.has_play(game_view))

    async def _keep(self, game_view: GameView, text: str, kind: TextKind) -> str:
        return await self._tables.texts.keep(game_view.id, game_view.view.you or 0, game_view.version, text, kind)

    async def _on_play(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Play the hinted turn, unless the table has changed since it was shown."""
        game = await self._tables.require_game(control.game)
        seat = require_seat(game, interaction.user.id)
        line = await self._tables.texts.get(control.argument, game.id, seat)
        if control.version != game.version or line is None:
            return await self._private_benches.refresh(interaction, game, str(MOVED_ON))
        action = self._tables.variant(require_running(game)).read(seat, line)
        moved, aside = await self._tables.make_move(game, action, interaction.id)
        await self._tables.texts.forget(game.id, seat)
        return await self._private_benches.refresh(interaction, moved, str(aside or ""))

    async def _on_close(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._private_benches.refresh(interaction, await self._tables.require_game(control.game))


def _read_held_tiles(view: View, text: str) -> tuple[Tile, ...]:
    """Return the tiles that a text such as "R5 B6" names, all of which must be on the viewer's rack."""
    tiles = read_rack(text, view.box)
    if foreign := Counter(tiles) - Counter(view.rack.tiles if view.rack else ()):
        raise NotOnYourRack(say_tiles(foreign.elements()))
    if not tiles:
        example = write_tile(make_example_run(view.box)[1])
        raise BadNotation(later("Name at least one tile from your rack, such as {tile}.", tile=example))
    return tiles
