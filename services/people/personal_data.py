"""The export and the deletion of what is stored about people and servers, and how long it's kept."""

import logging
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

from engine.game.actions import Resign
from services.deadlines import DAY, update_wait
from services.lobbies.lobby import unseat
from services.seats import appoint_host, hand_over_seat
from services.tables import Tables
from services.tournaments.errors import TournamentError
from services.tournaments.rounds import drop, withdraw
from services.tournaments.tournaments import Tournaments
from storage.database import Database
from storage.games import Game, Phase, Stale
from storage.personal_data import retention
from storage.personal_data.erasure import erase_person
from storage.personal_data.export import export_person, is_remembered
from storage.personal_data.retention import Retention
from storage.personal_data.traces import Subject, count_traces
from storage.tournaments.store import StoredTournament
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

    async def is_remembered(self, user_id: int) -> bool:
        """Return whether a keyed hash of this person is kept, because they deleted their data today."""
        return await is_remembered(self._database, user_id)

    async def delete_person(self, user_id: int) -> None:
        """Take a person out of their tables and tournaments, as if they left, then delete everything about them.

        A pseudonym takes their place in games and results. If the bot is killed meanwhile, the call can be repeated.
        Other changes of tables and tournaments come before the deletion, or find that the person has left.
        """
        await self._resign(user_id)
        now = self._tables.now()
        async with self._tournaments.lock:
            left = await self._tournaments.store.of_person(user_id)
            changed = await erase_person(
                self._database,
                user_id,
                day=now // DAY,
                leave=(
                    partial(self._tournaments.store.leave, user_id=user_id, leave=partial(_leave_tournament, user_id)),
                    partial(
                        self._tables.games.leave, user_id=user_id, leave=partial(_leave_table, user_id, now), now=now
                    ),
                ),
                committed=self._clear_caches,
            )
        for game_id in changed:
            if (game := await self._tables.games.get(game_id)) is not None:
                self._tables.announce(game)
        for stored in left:
            await self._tournaments.collect_results(stored.id)

    async def forget_deleted(self) -> int:
        """Delete what is kept about deleted people until their day ends; return the seconds until today ends."""
        now = self._tables.now()
        await retention.forget_deleted(self._database, now // DAY)
        return DAY - now % DAY

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
        """Delete what is older than the policy allows, and log how much. After a kill, the next call does the rest."""
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
        for store in (self._tables.games, self._tables.posts, self._tables.benches, self._tables.settings):
            store.clear_cache()

    async def _resign(self, user_id: int) -> None:
        """Resign from a person's running games alone and in tournaments; the rules may search for plays meanwhile."""
        for stored in await self._tournaments.store.of_person(user_id):
            if stored.tournament.phase is TournamentPhase.RUNNING and stored.tournament.has_player(user_id):
                with suppress(TournamentError):  # it has just ended
                    await self._tournaments.drop(stored.id, user_id)
        for each in await self._tables.games.of_user(user_id):
            game = each
            while game.is_solo and game.phase is Phase.PLAYING:
                try:
                    game = (await self._tables.make_move(game, Resign(game.find_seat(user_id)), None)).game
                except Stale as stale:
                    game = stale.game


def _leave_table(user_id: int, now: int, game: Game) -> Game:
    if game.phase is Phase.LOBBY:
        left = unseat(user_id, (), game)
    else:
        seat = game.find_seat(user_id)
        is_out = game.players[seat].left or (game.state is not None and game.state.seats[seat].resigned)
        left = game if is_out else hand_over_seat(game, seat)
    return update_wait(appoint_host(left), now)


def _leave_tournament(user_id: int, stored: StoredTournament) -> StoredTournament:
    tournament = stored.tournament
    if not tournament.has_player(user_id):
        return stored
    leave = withdraw if tournament.phase is TournamentPhase.SIGN_UP else drop
    return replace(stored, tournament=leave(tournament, user_id))
