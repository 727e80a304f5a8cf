"""The rules as a private screen: a summary with an example, the numbered clauses, and a table's options."""

from services.lobbies import prepare_lobby
from services.tables import Tables
from storage.games import Game, Phase
from ui.layout import Screen, screen
from ui.pictures import Pictures
from ui.screens.rules import build_rules, build_rules_panel, build_system_rules


class RulesPanel:
    """The maker of rules screens; a lobby's host gets one with menus to change the table's options."""

    def __init__(self, tables: Tables, pictures: Pictures) -> None:
        self._tables = tables
        self._pictures = pictures

    async def make_table_screen(self, game: Game, user_id: int, page: int = 0) -> Screen:
        """Return the rules and options of this table; for the host of a lobby, with menus to change the options.

        `page` is the page of menus to show, from 0.
        """
        variant, clauses = self._tables.variant(game), self._tables.read_clauses(game.variant)
        file = await self._pictures.draw_example(variant)
        if can_change(game, user_id):
            return build_rules_panel(prepare_lobby(game, variant), clauses, file, page), [file]
        return build_rules(variant, game.options, clauses, file), [file]

    async def make_system_screen(self, key: str) -> Screen:
        """Return the rules of the rule system with this key, without a table's options.

        Raises:
            KeyError: there's no such system.
        """
        variant = self._tables.variants[key]
        file = await self._pictures.draw_example(variant)
        return screen(build_system_rules(variant.info, self._tables.read_clauses(key), file)), [file]


def can_change(game: Game, user_id: int) -> bool:
    """Return whether this user may change the table's options: the host can, until the game begins."""
    return game.phase is Phase.LOBBY and user_id == game.host_id
