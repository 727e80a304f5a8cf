"""The rules as a private screen: a summary with an example, the numbered clauses, and a table's options."""

from services.lobbies.lobby import choose_starting_options
from services.tables import Tables
from storage.games import Game
from ui.layout import Screen, screen
from ui.pictures import Pictures
from ui.screens.rules import build_rules, build_system_rules


class RulesPanel:
    """The maker of rules screens."""

    def __init__(self, tables: Tables, pictures: Pictures) -> None:
        self._tables = tables
        self._pictures = pictures

    async def make_table_screen(self, game: Game) -> Screen:
        """Return the rules of this table with the options in force, or in a lobby, with which the game would begin."""
        variant, clauses = self._tables.variant(game), self._tables.read_clauses(game.variant)
        file = await self._pictures.draw_example(variant)
        options = game.state.options if game.state else choose_starting_options(game)
        return build_rules(variant, options, clauses, file), [file]

    async def make_system_screen(self, key: str) -> Screen:
        """Return the rules of the rule system with this key, without a table's options."""
        variant = self._tables.variants[key]
        file = await self._pictures.draw_example(variant)
        return screen(build_system_rules(variant.info, self._tables.read_clauses(key), file)), [file]
