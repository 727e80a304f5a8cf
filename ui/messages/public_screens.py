"""The screens of games' public messages: the lobby, the table and the result."""

from engine.text.phrases import say
from ratings.game_result import Unrated
from services.ending import find_obstacle
from services.lobbies.lobby import Lobby, prepare_lobby
from services.refusals import Refusal
from services.tables import Tables
from storage.games import Game, Phase
from storage.games.rows import list_people
from ui.layout import Screen
from ui.messages.end_cards import EndCards
from ui.pictures import Pictures
from ui.screens.lobby import build_closed_lobby, build_lobby
from ui.screens.table import build_table, build_whole_board


class PublicScreens:
    """The maker of the screens that everybody in a table's channel sees."""

    def __init__(self, tables: Tables, pictures: Pictures, end_cards: EndCards) -> None:
        self._tables = tables
        self._pictures = pictures
        self._end_cards = end_cards

    async def show(self, game: Game) -> Screen:
        """Return the current content of this game's public message: the lobby, the table or the result."""
        if game.phase is Phase.LOBBY:
            lobby = prepare_lobby(game, self._tables.variant(game))
            return build_lobby(lobby, await self._find_unrated(game, lobby)), []
        if game.state is None:
            return build_closed_lobby(game, has_expired=game.has_expired, is_empty=not list_people(game.players)), []
        if game.phase is Phase.OVER:
            return await self._end_cards.show_all(game)
        game_view = self._tables.view_for(game)
        file = await self._pictures.draw_table(game_view)
        return build_table(game_view, file), [file]

    async def _find_unrated(self, game: Game, lobby: Lobby) -> Unrated | None:
        """Return why the lobby's game wouldn't be rated if it began and ended now; None if it would."""
        reason = find_obstacle(game, lobby.variant, lobby.options, lobby.assistance)
        people = list_people(game.players)
        if reason or len(people) < len(game.players) or not game.guild_id:
            return reason
        often = await self._tables.results.met_often(game.guild_id, people, self._tables.now())
        return Unrated.OFTEN if often else None

    async def show_whole_board(self, game: Game) -> Screen:
        """Return a screen with the whole board of a game that has begun; the public message may crop it."""
        if game.state is None:
            raise Refusal(say("This game hasn't started."))
        file = await self._pictures.draw_whole_board(self._tables.view_for(game))
        return build_whole_board(file), [file]
