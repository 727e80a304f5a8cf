"""The rules as a private screen: a system in five lines with an example, its clauses, and a table's options."""

from services.lobbies import prepare_lobby
from services.tables import House
from storage.games import Game, Phase
from ui.layout import Screen, screen
from ui.pictures import Pictures
from ui.screens.rules import panel, rules, system


class Rules:
    """Makes the screen for whoever asks; the host of a lobby changes the options on it."""

    def __init__(self, house: House, pictures: Pictures) -> None:
        self._house = house
        self._pictures = pictures

    async def of_table(self, game: Game, user_id: int, page: int = 0) -> Screen:
        """How this table is played; for the host of a lobby, this page of what he may change."""
        variant, clauses = self._house.variant(game), self._house.sections(game.variant)
        file = await self._pictures.example(variant)
        if may_change(game, user_id):
            return panel(prepare_lobby(game, variant), clauses, file, page), [file]
        return rules(variant, game.options, clauses, file), [file]

    async def of_system(self, key: str) -> Screen:
        """How this system is played where nobody changes anything."""
        variant = self._house.variants[key]
        file = await self._pictures.example(variant)
        return screen(system(variant.info, self._house.sections(key), file)), [file]


def may_change(game: Game, user_id: int) -> bool:
    """Is this the host, before the game begins?"""
    return game.phase is Phase.LOBBY and user_id == game.host_id
