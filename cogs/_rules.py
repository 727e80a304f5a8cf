"""The rules as a private screen: a system in five lines with an example, its clauses, and a table's options."""

from cogs import _screens
from cogs._house import House
from cogs._pictures import Pictures
from storage.games import Game, Phase


class Rules:
    """Makes the screen for whoever asks; the host of a lobby changes the options on it."""

    def __init__(self, house: House, pictures: Pictures) -> None:
        self._house = house
        self._pictures = pictures

    async def of_table(self, game: Game, user_id: int) -> _screens.Screen:
        """How this table is played."""
        file = await self._pictures.example(self._house.variant(game))
        clauses = self._house.clauses[game.variant]
        view = _screens.rules(game, self._house.variant(game), clauses, file, may_change=may_change(game, user_id))
        return view, [file]

    async def of_system(self, key: str) -> _screens.Screen:
        """How this system is played where nobody changes anything."""
        variant = self._house.variants[key]
        file = await self._pictures.example(variant)
        return _screens.screen(_screens.system(variant.info, self._house.clauses[key], file)), [file]


def may_change(game: Game, user_id: int) -> bool:
    """Is this the host, before the game begins?"""
    return game.phase is Phase.LOBBY and user_id == game.host_id
