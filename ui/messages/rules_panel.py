"""The rules as a private screen: a system in five lines with an example, its clauses, and a table's options."""

from services.lobbies import prepare_lobby
from services.tables import Tables
from storage.games import Game, Phase
from ui.layout import Screen, screen
from ui.pictures import Pictures
from ui.screens.rules import build_rules, build_rules_panel, build_system_rules


class RulesPanel:
    """Makes the screen for whoever asks; the host of a lobby changes the options on it."""

    def __init__(self, tables: Tables, pictures: Pictures) -> None:
        self._tables = tables
        self._pictures = pictures

    async def make_table_screen(self, game: Game, user_id: int, page: int = 0) -> Screen:
        """How this table is played; for the host of a lobby, this page of what he may change."""
        variant, clauses = self._tables.variant(game), self._tables.read_clauses(game.variant)
        file = await self._pictures.draw_example(variant)
        if can_change(game, user_id):
            return build_rules_panel(prepare_lobby(game, variant), clauses, file, page), [file]
        return build_rules(variant, game.options, clauses, file), [file]

    async def make_system_screen(self, key: str) -> Screen:
        """How this system is played where nobody changes anything."""
        variant = self._tables.variants[key]
        file = await self._pictures.draw_example(variant)
        return screen(build_system_rules(variant.info, self._tables.read_clauses(key), file)), [file]


def can_change(game: Game, user_id: int) -> bool:
    """Is this the host, before the game begins?"""
    return game.phase is Phase.LOBBY and user_id == game.host_id
