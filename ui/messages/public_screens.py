"""The screens that are the same for everybody: a game's lobby, table and result, and the rules."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.game.views import Value
from engine.text.phrases import say
from ratings.game_result import Unrated
from services.ending import find_obstacle
from services.lobbies.lobby import Lobby, prepare_lobby
from services.lobbies.rematch import list_invited
from services.refusals import Refusal
from services.tables import Tables
from storage.games import Game, Phase
from storage.games.rows import list_people
from ui.layout import Screen, picture, screen
from ui.messages.end_cards import EndCards
from ui.pictures import Pictures
from ui.screens.help import build_rules
from ui.screens.lobby import build_closed_lobby, build_lobby
from ui.screens.table import build_table

NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})


class PublicScreens:
    """The maker of these screens."""

    def __init__(self, tables: Tables, pictures: Pictures, end_cards: EndCards) -> None:
        self._tables = tables
        self._pictures = pictures
        self._end_cards = end_cards

    async def show(self, game: Game) -> Screen:
        """Return the current content of this game's public message: the lobby, the table or the result."""
        if game.phase is Phase.LOBBY:
            lobby = prepare_lobby(game, self._tables.variant(game))
            invited = await list_invited(self._tables, game)
            return build_lobby(lobby, await self._find_unrated(game, lobby), invited), []
        if game.state is None:
            return build_closed_lobby(game, has_expired=game.has_expired), []
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
        """Return a screen with the game's whole board, which the public message may crop.

        Raises: Refusal if the game hasn't begun.
        """
        if game.state is None:
            raise Refusal(say("This game hasn't started."))
        file = await self._pictures.draw_whole_board(self._tables.view_for(game))
        return screen([picture(file)]), [file]

    async def show_rules(self, game: Game, *, leads_back: bool = False) -> Screen:
        """Return the rules of this table; with `leads_back`, they have a button to the rack."""
        options = game.state.options if game.state else game.options
        return await self.show_system_rules(game.variant, options, game if leads_back else None)

    async def show_system_rules(
        self, key: str, options: Mapping[str, Value] = NO_OPTIONS, back: Game | None = None
    ) -> Screen:
        """Return the rules of the rule system with this key, with a table's options; `back` is as in `build_rules`."""
        variant = self._tables.variants[key]
        file = await self._pictures.draw_example(variant)
        return build_rules(variant, options, self._tables.read_clauses(key), file, back=back), [file]
