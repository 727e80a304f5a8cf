"""Playing by notation: /play with its preview, and the Text window with the whole table."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.actions import Action
from engine.game.views import View
from engine.text.errors import GameError, IllegalMove
from engine.text.phrases import say
from engine.tiles.notation import LONGEST_TEXT, write_tiles
from engine.tiles.tiles import by_color
from services.refusals import Refusal, begun, seat_of
from services.seen import news
from services.suggestions import TOKEN, Completions
from services.tables import House
from storage.games import Game
from storage.texts import Kind
from ui.commands import anywhere
from ui.controls import LONGEST_CHOICE, Control, Tapped, cut, entered, sent
from ui.error_replies import explain
from ui.messages.private_bench import Racks
from ui.replies import show
from ui.screens import table as _screens
from ui.screens.puzzle import WINDOW as PUZZLE_WINDOW

Interaction = discord.Interaction[Any]


class Write(commands.Cog):
    """The turns that are written."""

    def __init__(self, house: House, racks: Racks, completions: Completions) -> None:
        self._house = house
        self._racks = racks
        self._completions = completions
        self.taps: Mapping[str, Tapped] = {"text": self._text_tapped, "again": self._again_tapped}

    @app_commands.command(name="play", description=locale_str("Lay tiles: R4 R5 R6 is a new set, C+R6 adds to set C"))
    @app_commands.describe(
        move=locale_str("Sets and changes, parted by ; such as R4 R5 R6; C+K6. /help explains them all")
    )
    @anywhere
    async def play(self, interaction: Interaction, move: app_commands.Range[str, 1, LONGEST_TEXT]) -> None:
        """Play what is written."""
        game = await self._house.running_here(interaction)
        seat = seat_of(game, interaction.user.id)
        await self._play(interaction, game, seat, await self._unfolded(game, seat, move))

    async def _unfolded(self, game: Game, seat: int, move: str) -> str:
        """The text behind a choice that was too long to carry it."""
        if not move.startswith(TOKEN):
            return move
        text = await self._house.texts.get(move.removeprefix(TOKEN), game.id, seat)
        if text is None:
            raise Refusal(say("I don't have that text any more: please write it again."))
        return text

    @play.autocomplete("move")
    async def preview(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """While the player types: legal and what it scores, or what is wrong; then what the table lets me propose."""
        if len(current) > LONGEST_TEXT:
            return []
        try:
            game = await self._house.running_here(interaction)
            seen = self._house.seen(game, interaction.user.id)
            seat = seat_of(game, interaction.user.id)
            text = await self._unfolded(game, seat, current)
        except Refusal as refusal:
            return [_choice(str(refusal), current[:LONGEST_CHOICE])] if current.strip() else []
        proposed = await self._completions.choices(seen, text)
        if not current.strip():
            return proposed
        return [_choice(self._preview(game, seat, text), await self._folded(game, seat, text)), *proposed]

    def _preview(self, game: Game, seat: int, text: str) -> str:
        variant = self._house.variant(game)
        try:
            return str(variant.preview(game.state, variant.read(seat, f"play {text}")))
        except GameError as refusal:
            return str(refusal)

    async def _folded(self, game: Game, seat: int, text: str) -> str:
        if len(text) <= LONGEST_CHOICE:
            return text
        return TOKEN + await self._house.texts.keep(game.id, seat, game.version, text, Kind.CHOICE)

    async def _play(self, interaction: Interaction, game: Game, seat: int, text: str) -> None:
        """Play a text; keep it and offer it again when it is refused."""
        try:
            await self._made(interaction, game, self._house.variant(game).read(seat, f"play {text}"))
        except GameError as refusal:
            await self._refused(interaction, game, seat, text, refusal)

    async def _made(self, interaction: Interaction, game: Game, action: Action) -> None:
        moved, aside = await self._house.move(game, action, interaction.id)
        await self._house.texts.forget(game.id, action.seat)
        await self._racks.forget(game, action.seat)
        await self._racks.refresh(interaction, moved, str(aside or news(moved)))

    async def _refused(self, interaction: Interaction, game: Game, seat: int, text: str, refusal: GameError) -> None:
        token = await self._house.texts.keep(game.id, seat, game.version, text, Kind.REFUSED)
        await show(interaction, _screens.refused(game, str(refusal), token))

    async def _arranged(self, interaction: Interaction, game: Game, seat: int, text: str) -> None:
        """Play what a window says; what can't be played yet, but could lie so, comes to lie on the bench."""
        try:
            action = self._house.variant(game).read(seat, f"play {text}")
            try:
                return await self._made(interaction, game, action)
            except IllegalMove as refusal:
                seen = self._house.seen(game, interaction.user.id)
                if not await self._racks.arrange(seen, interaction.user.id, action):
                    raise
                return await self._racks.refresh(interaction, game, str(refusal))
        except GameError as refusal:
            return await self._refused(interaction, game, seat, text, refusal)

    async def _text_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Open the window with the table as it lies on the bench."""
        game = begun(await self._house.game(control.game))
        seen = self._house.seen(game, interaction.user.id)
        bench = await self._racks.bench(seen, interaction.user.id)
        await interaction.response.send_modal(_window(game, seen.view, bench.arranged.bench.written))

    async def _again_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Open the window with what was refused."""
        game = begun(await self._house.game(control.game))
        seat = seat_of(game, interaction.user.id)
        text = await self._house.texts.get(control.argument, game.id, seat)
        if text is None:
            raise Refusal(say("I don't have that text any more: tap **Text** on your rack."))
        await interaction.response.send_modal(_window(game, self._house.variant(game).view(game.state, seat), text))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Hear of every submitted window, also of one that an earlier process opened."""
        control = Control.read(sent(interaction).get("custom_id", ""))
        if interaction.type is not discord.InteractionType.modal_submit or (control and control.verb == PUZZLE_WINDOW):
            return
        await interaction.client.answering(interaction)
        try:
            await self._submitted(interaction, control)
        except Exception as error:  # noqa: BLE001  # everything is explained to the person who submitted
            await explain(interaction, error)

    async def _submitted(self, interaction: Interaction, control: Control | None) -> None:
        text = entered(interaction, FIELD)
        if control is None or text is None:
            raise Refusal(say("I don't know this window any more: tap **Text** on your rack."))
        await interaction.client.heard(interaction, control)
        game = begun(await self._house.game(control.game))
        await self._arranged(interaction, game, seat_of(game, interaction.user.id), text)


FIELD = "move"


def _window(game: Game, view: View, text: str) -> discord.ui.Modal:
    """The window in which a whole turn is written."""
    window = discord.ui.Modal(
        title=say("Your turn in words"), custom_id=Control.of("text", game).custom_id, timeout=900
    )
    rack = sorted(view.rack.tiles, key=by_color) if view.rack else []
    window.add_item(discord.ui.TextDisplay(say("Your rack: {tiles}", tiles=write_tiles(rack))))
    field = discord.ui.TextInput[Any](
        custom_id=FIELD, style=discord.TextStyle.paragraph, default=text, max_length=LONGEST_TEXT
    )
    window.add_item(
        discord.ui.Label(
            text=str(view.window),
            description=say("Add your tiles where they go; /help explains more."),
            component=field,
        )
    )
    return window


def _choice(name: str, value: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=cut(name), value=value)
