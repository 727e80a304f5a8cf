"""The export and the deletion of what is stored about people and servers, and how long it's kept."""

import logging
from collections.abc import Collection, Mapping

from engine.game.actions import Resign
from services.lobbies.lobby import unseat
from services.seats import find_seat, hand_over_seat, is_own, list_people
from services.tables import Tables
from services.tournaments.signing_up import withdraw
from services.tournaments.tournaments import Tournaments
from storage.database import Database
from storage.games import Game, Phase, Stale
from storage.personal_data import retention
from storage.personal_data.erasure import erase_person
from storage.personal_data.export import export_person
from storage.personal_data.retention import Retention
from storage.personal_data.traces import Subject, count_traces
from storage.tournaments.tournament import TournamentPhase

log = logging.getLogger(__name__)


class PersonalData:
    """Exports and deletes what is stored about people and servers."""

    def __init__(self, tables: Tables, tournaments: Tournaments, database: Database, policy: Retention) -> None:
        self._tables = tables
        self._tournaments = tournaments
        self._database = database
        self._policy = policy

    async def count(self, subject: Subject, number: int) -> Mapping[str, int]:
        """Return how much of each kind is stored about the person or server with this id; empty if nothing is."""
        return await count_traces(self._database, subject, number)

    async def export(self, user_id: int) -> str:
        """Return everything that is stored about a person, as JSON, without making any move wait."""
        return await export_person(self._database, user_id, self._tables.now())

    async def delete_person(self, user_id: int) -> None:
        """Take a person out of their tables and tournaments, as if they left, then delete everything about them.

        A pseudonym takes their place in games and results. If the bot is killed meanwhile, the call can be repeated.
        """
        games = await self._tables.games.of_user(user_id)
        for game in games:
            await self._leave_table(game, user_id)
        await self._leave_tournaments(user_id)
        await erase_person(self._database, user_id, self._clear_caches)
        for game in games:
            if (erased := await self._tables.games.get(game.id)) is not None:
                self._tables.announce(erased)

    async def delete_server(self, guild_id: int) -> None:
        """Delete everything about a server, its games included; if the bot is killed meanwhile, call it again."""
        while await retention.delete_server(self._database, guild_id, self._clear_caches):
            pass

    async def note_servers(self, present: Collection[int], absent: Collection[int]) -> None:
        """Note which servers the bot is on, and which ones it has left."""
        await retention.note_found(self._database, present)
        for guild_id in absent:
            await retention.note_lost(self._database, guild_id, self._tables.now())

    async def list_servers(self) -> list[int]:
        """Return the ids of the servers about which something is stored."""
        return await retention.list_servers(self._database)

    async def enforce_retention(self) -> None:
        """Delete what is older than the policy allows, and log how much. After a kill, the next call does the rest.

        Raises:
            StorageError: the database fails.
        """
        now, policy = self._tables.now(), self._policy
        games, forgotten = 0, 0
        while count := await retention.strip_old_games(
            self._database, policy.find_limit(policy.games, now), self._clear_caches
        ):
            games += count
        servers = await retention.list_lost(self._database, policy.find_limit(policy.servers, now))
        for guild_id in servers:
            await self.delete_server(guild_id)
        while people := await retention.list_inactive(self._database, policy.find_limit(policy.people, now)):
            for user_id in people:
                await self.delete_person(user_id)
            forgotten += len(people)
        log.info("deleted what is too old: games: %d; servers: %d; people: %d", games, len(servers), forgotten)

    def _clear_caches(self) -> None:
        for store in (self._tables.games, self._tables.boards, self._tables.benches, self._tables.settings):
            store.clear_cache()

    async def _leave_table(self, game: Game, user_id: int) -> None:
        """Leave a lobby, or hand the seat in a running game over to a computer; resign from a game played alone."""
        while user_id in list_people(game.players) and not game.phase.has_ended:
            seat = find_seat(game, user_id)
            try:
                if game.phase is Phase.LOBBY:
                    game = await self._tables.store(unseat(user_id, (), game), None)
                elif is_own(game):
                    game = await self._tables.act(game, Resign(seat), None)
                elif game.players[seat].left or (game.state and game.state.seats[seat].resigned):
                    return
                else:
                    game = await self._tables.store(hand_over_seat(game, seat), None)
            except Stale as stale:
                game = stale.game

    async def _leave_tournaments(self, user_id: int) -> None:
        for stored in await self._tournaments.store.of_person(user_id):
            if not stored.tournament.has_player(user_id):
                continue
            if stored.tournament.phase is TournamentPhase.SIGN_UP:
                await self._tournaments.change(stored.id, lambda tournament: withdraw(tournament, user_id))
            else:
                await self._tournaments.drop(stored.id, user_id)
