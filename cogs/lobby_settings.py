"""The rules of a table, and the options and computers that the host of a lobby chooses."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from discord.ext import commands

from engine.game.goals import Level
from services.deadlines import PATIENCES
from services.lobbies.lobby import Lobby, prepare_lobby, require_host, require_open_lobby, require_room
from services.lobbies.opening import carry_over, remember_options
from services.options import CLOCK, HELP, list_house_rules
from services.refusals import Refusal, is_playing
from services.seats import apply_change, drop_computers, list_changes, with_computer, write_addition
from storage.games import Game
from ui.controls import Control, Interaction, TapHandler, pick_entry
from ui.deferred import put
from ui.layout import Layout
from ui.replies import MOVED_ON, is_private, show
from ui.screens.lobby import HOUSE, build_house_rules_panel, build_options_list, build_options_panel
from ui.services import Services


class LobbySettingsCog(commands.Cog):
    """The Rules and Options buttons; only a lobby's host can change the options and the computers."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._screens = services.public_screens
        self.taps: Mapping[str, TapHandler] = {
            "rules": self._on_rules,
            "options": self._on_options,
            "computer": self._on_options,  # a button of old lobbies, to add one
            "rule": self._on_rule_pick,
            "option": self._on_option_pick,
            "preset": self._on_preset_pick,
            "level": self._on_level_pick,
            "system": self._on_system_pick,
            "patience": self._on_patience_pick,
        }

    async def _on_level_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        change = partial(self._change_computers, interaction.user.id, values)
        stored = await self._tables.retry(game, lambda newest: self._tables.commit(change(newest), interaction.id))
        await put(interaction, self._build_panel(stored))

    def _change_computers(self, user_id: int, values: Sequence[str], game: Game) -> Game:
        """Return the lobby with the change to its computers that these untrusted values of the menu mean."""
        require_host(game, user_id)
        added = next((level for level in Level if [write_addition(level)] == list(values)), None)
        change = next((each for each in list_changes(game.players) if [each.value] == list(values)), None)
        if added is not None:
            require_room(self._tables.variant(game), game.options, len(game.players) + 1)
            return replace(game, players=with_computer(game.players, added))
        if change is None:
            raise Refusal(str(MOVED_ON))
        return replace(game, players=apply_change(game.players, change))

    async def _on_rules(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        plays = is_private(interaction) and is_playing(game, interaction.user.id)
        await put(interaction, *await self._screens.show_rules(game, leads_back=plays))

    async def _on_options(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        require_open_lobby(game)
        if interaction.user.id != game.host_id:
            panel = build_options_list(self._prepare(game))
        elif control.argument == HOUSE:
            panel = build_house_rules_panel(self._prepare(game))
        else:
            panel = self._build_panel(game)
        await (put if control.argument else show)(interaction, panel)  # a lobby stays beside its options

    async def _on_rule_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        require_host(game, interaction.user.id)
        rule = pick_entry(list_house_rules(self._tables.variant(game)), values)
        await put(interaction, build_house_rules_panel(self._prepare(game), rule.key))

    async def _on_option_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        options = self._tables.variant(game).options
        choices = next((option.choices for option in options if option.key == control.argument), ())
        key, value = control.argument, pick_entry(choices, values).value

        def choose(game: Game) -> Game:
            chosen = game.has_chosen_clock or key == CLOCK
            return replace(game, options={**game.options, key: value}, has_chosen_clock=chosen)

        stored = await self._set(interaction, game, choose)
        is_main = key in {CLOCK, HELP}
        await put(interaction, self._build_panel(stored) if is_main else build_house_rules_panel(self._prepare(stored)))

    async def _on_system_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Let the table play another rule system; computers for which that has no seats leave."""
        game, system = await self._tables.require_game(control.game), self._tables.require_system("".join(values))
        server = await self._tables.settings.server(game.guild_id)
        options, _ = await carry_over(self._tables, game, interaction.user.id, server, system)

        def choose(game: Game) -> Game:
            if game.variant == system.info.key:
                return game
            players = drop_computers(game.players, system.seats(options)[1])
            require_room(system, options, len(players))
            return replace(
                game,
                variant=system.info.key,
                options=options,
                players=players,
                has_chosen_clock=game.has_chosen_clock and CLOCK in options,
            )

        await put(interaction, self._build_panel(await self._set(interaction, game, choose)))

    async def _on_preset_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Set the options to those of a preset; options that it doesn't name get the rule system's defaults."""
        game = await self._tables.require_game(control.game)
        preset = pick_entry(self._tables.variant(game).presets, values)
        chosen = partial(replace, options=preset.options, has_chosen_clock=CLOCK in preset.options)
        await put(interaction, build_house_rules_panel(self._prepare(await self._set(interaction, game, chosen))))

    async def _set(self, interaction: Interaction, game: Game, choose: Callable[[Game], Game]) -> Game:
        """Store the lobby with what the host chooses, also for the next tables; return it."""

        def make(game: Game) -> Game:
            require_host(game, interaction.user.id)
            chosen = choose(game)
            self._tables.variant(chosen).chosen(chosen.options)  # refuses values that don't go together
            return chosen

        stored = await self._tables.retry(game, lambda newest: self._tables.commit(make(newest), interaction.id))
        await remember_options(self._tables, stored)
        return stored

    async def _on_patience_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        chosen = partial(replace, patience=pick_entry([*PATIENCES], values))
        await put(interaction, self._build_panel(await self._set(interaction, game, chosen)))

    def _build_panel(self, game: Game) -> Layout:
        systems = [each.info for each in self._tables.variants.values()]
        return build_options_panel(self._prepare(game), systems)

    def _prepare(self, game: Game) -> Lobby:
        return prepare_lobby(game, self._tables.variant(game))
