"""Playing by notation: /play with a preview, and the modal with the whole table."""

from collections.abc import Mapping, Sequence

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.actions import Action
from engine.text.errors import GameError, IllegalMove
from engine.text.phrases import say
from engine.tiles.notation import LONGEST_TEXT
from services.benches import arrange, clear_bench, read_bench
from services.refusals import Refusal, require_running, require_seat
from services.suggestions import KEPT_TOKEN
from storage.games import Game
from storage.texts import TextKind
from ui.commands import anywhere, offer_nothing_on_failure
from ui.controls import LONGEST_CHOICE, Control, Interaction, TapHandler, cut
from ui.places import place_of
from ui.replies import open_form, show
from ui.screens import table as _screens
from ui.screens.moves import build_turn_form
from ui.services import Services


class WriteCog(commands.Cog):
    """The command /play with its autocomplete, and the modal for writing a turn."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._private_benches = services.private_bench
        self._suggestions = services.suggestions
        self.taps: Mapping[str, TapHandler] = {"text": self._on_text, "again": self._on_again}
        self.forms: Mapping[str, TapHandler] = {"text": self._on_submit}

    @app_commands.command(
        name="play", description=locale_str("Play tiles: R4 R5 R6 makes a new set, C+R6 adds to set C")
    )
    @app_commands.describe(
        move=locale_str("Sets and changes, separated by ; such as R4 R5 R6; C+K6. /help explains them all")
    )
    @anywhere
    async def play(self, interaction: Interaction, move: app_commands.Range[str, 1, LONGEST_TEXT]) -> None:
        """Play the turn that `move` describes in notation, such as `R4 R5 R6`."""
        game = await self._tables.require_running_here(place_of(interaction))
        seat = require_seat(game, interaction.user.id)
        await self._play(interaction, game, seat, await self._read_kept(game, seat, move))

    async def _read_kept(self, game: Game, seat: int, move: str) -> str:
        """Return the text of a choice picked in autocomplete: `move` itself, or the stored text if it's a token."""
        if not move.startswith(KEPT_TOKEN):
            return move
        text = await self._tables.texts.get(move.removeprefix(KEPT_TOKEN), game.id, seat)
        if text is None:
            raise Refusal(say("That text has expired. Please write it again."))
        return text

    @play.autocomplete("move")
    @offer_nothing_on_failure
    async def preview(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Return autocomplete choices: the verdict on the text so far, then suggestions if the table allows hints."""
        if len(current) > LONGEST_TEXT:
            return []
        try:
            game = await self._tables.require_running_here(place_of(interaction))
            game_view = self._tables.view_for(game, interaction.user.id)
            seat = require_seat(game, interaction.user.id)
            text = await self._read_kept(game, seat, current)
        except Refusal as refusal:
            return [_make_choice(str(refusal), current[:LONGEST_CHOICE])] if current.strip() else []
        proposed = [_make_choice(each.label, each.text) for each in await self._suggestions.suggest(game_view, text)]
        if not current.strip():
            return proposed
        try:
            action = game_view.variant.read(seat, f"play {text}", game.state)
            verdict = str(game_view.variant.preview(game_view.view, action))
        except GameError as refusal:
            verdict = str(refusal.phrase)
        return [_make_choice(verdict, await self._keep_text(game, seat, text)), *proposed]

    async def _keep_text(self, game: Game, seat: int, text: str) -> str:
        if len(text) <= LONGEST_CHOICE:
            return text
        return KEPT_TOKEN + await self._tables.texts.keep(game.id, seat, game.version, text, TextKind.CHOICE)

    async def _play(self, interaction: Interaction, game: Game, seat: int, text: str) -> None:
        try:
            action = self._tables.variant(game).read(seat, f"play {text}", game.state)
            await self._play_action(interaction, game, action)
        except GameError as refusal:
            await self._show_refusal(interaction, game, seat, text, refusal)

    async def _play_action(self, interaction: Interaction, game: Game, action: Action) -> None:
        moved, aside = await self._tables.make_move(game, action, interaction.id)
        await self._tables.texts.forget(game.id, action.seat)
        await clear_bench(self._tables, game.id, action.seat)
        await self._private_benches.refresh(interaction, moved, str(aside or ""))

    async def _show_refusal(
        self, interaction: Interaction, game: Game, seat: int, text: str, refusal: GameError
    ) -> None:
        token = await self._tables.texts.keep(game.id, seat, game.version, text, TextKind.REFUSED)
        await show(interaction, _screens.build_refusal(game, str(refusal.phrase), token))

    async def _play_form(self, interaction: Interaction, game: Game, seat: int, text: str) -> None:
        """Play the text of a submitted modal; if it's illegal but can be a draft, show it on the user's bench."""
        try:
            action = self._tables.variant(game).read(seat, f"play {text}", game.state)
            try:
                return await self._play_action(interaction, game, action)
            except IllegalMove as refusal:
                game_view = self._tables.view_for(game, interaction.user.id)
                if not await arrange(self._tables, game_view, interaction.user.id, action):
                    raise
                bench = await read_bench(self._tables, game_view, interaction.user.id)
                is_said = game_view.is_to_move and bench.appraisal.refusal  # the bench says what's wrong with its draft
                return await self._private_benches.refresh(interaction, game, "" if is_said else str(refusal.phrase))
        except GameError as refusal:
            return await self._show_refusal(interaction, game, seat, text, refusal)

    async def _on_text(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = require_running(await self._tables.require_game(control.game))
        game_view = self._tables.view_for(game, interaction.user.id)
        bench = await read_bench(self._tables, game_view, interaction.user.id)
        await open_form(interaction, build_turn_form(game_view, bench.arranged.bench.written))

    async def _on_again(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = require_running(await self._tables.require_game(control.game))
        seat = require_seat(game, interaction.user.id)
        text = await self._tables.texts.get(control.argument, game.id, seat)
        if text is None:
            raise Refusal(say("That text has expired. Tap **Edit as text** on your rack."))
        await open_form(interaction, build_turn_form(self._tables.view_for(game, interaction.user.id), text))

    async def _on_submit(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game = require_running(await self._tables.require_game(control.game))
        await self._play_form(interaction, game, require_seat(game, interaction.user.id), values[0])


def _make_choice(name: str, value: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=cut(name), value=value)
