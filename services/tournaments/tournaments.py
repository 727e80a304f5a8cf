"""Stored tournaments: their changes, their deadlines, and the games at tables that decide their pairings."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from engine.game.actions import Resign
from engine.game.variant import Variant
from engine.text.phrases import say
from services.deadlines import DAY, is_slow, update_wait
from services.ending import can_count, find_result
from services.lobbies.starting import deal
from services.refusals import Refusal
from services.tables import Tables
from services.tournaments.rounds import (
    advance,
    cancel,
    drop,
    end_check_in,
    find_open,
    is_awaiting,
    list_open,
    note_game,
    record_result,
)
from storage.errors import UnreadableGame
from storage.games import AlreadyDone, Game, Phase, Player, Stale
from storage.tournaments.store import ChannelHasTournament, StoredTournament, TournamentStore
from storage.tournaments.tournament import (
    Pairing,
    PairingKey,
    Result,
    Tournament,
    TournamentPhase,
    WithoutWinner,
)

log = logging.getLogger(__name__)

SIGN_UP_LIFE = 7 * DAY  # seconds after the last change of a sign-up until the tournament is canceled
CHECK_IN_TIME = 10 * 60  # seconds to say "I'm here" after the tables of a round have been announced
SLOW_CHECK_IN_TIME = DAY  # the same if turns may take hours
ANNOUNCING_TIME = 60  # seconds of the check-in that may pass while the tables of a round are announced
TIME_AFTER_OUTAGE = 5 * 60  # seconds that are left at least until anything is due, when the bot is back


class Tournaments:
    """All tournaments. Changes of them never overlap: each holds the `lock`."""

    def __init__(self, tables: Tables, store: TournamentStore) -> None:
        self.store = store
        self._tables = tables
        self.lock = asyncio.Lock()

    async def open(self, new: StoredTournament) -> StoredTournament:
        """Store a new tournament, whose sign-up begins now, and return it. Raises: Refusal if the channel has one."""
        now = self._tables.now()
        try:
            return await self.store.open(replace(new, due_at=now + SIGN_UP_LIFE), now)
        except ChannelHasTournament as error:
            raise refuse_another(error.tournament) from None

    async def require(self, tournament_id: int) -> StoredTournament:
        """Return the tournament with this id. Raises: Refusal if there is none."""
        stored = await self.store.get(tournament_id)
        if stored is None:
            raise Refusal(say("This tournament no longer exists."))
        return stored

    async def change(self, tournament_id: int, make: Callable[[Tournament], Tournament]) -> StoredTournament:
        """Change this tournament to what `make` returns for it, and return it as stored.

        `make` gets it with the results of all games that have ended: a game that was won a moment ago counts. Raises:
        Refusal if there's no such tournament, and whatever `make` raises.
        """
        async with self.lock:
            stored = await self.require(tournament_id)
            return await self._keep(stored, make(await self._take_results(stored.tournament)))

    async def note_thread(self, tournament_id: int, thread_id: int) -> StoredTournament:
        """Store the thread of a tournament that has just been announced."""
        async with self.lock:
            stored = await self.require(tournament_id)
            return await self.store.change(replace(stored, thread_id=thread_id), stored.due_at)

    async def begin_check_in(self, announced: StoredTournament) -> None:
        """Let the time to say "I'm here" run, because all tables of the round are announced.

        Their messages say that it ends at `announced.due_at`. It ends later if announcing them took long.
        """
        async with self.lock:
            stored = await self.require(announced.id)
            if stored.due_at is None and is_awaiting(stored.tournament):
                least = self.find_check_in_end(stored.tournament) - ANNOUNCING_TIME
                await self.store.change(replace(stored, due_at=max(announced.due_at or 0, least)), None)

    def find_check_in_end(self, tournament: Tournament) -> int:
        """Return when a check-in that begins now ends, in seconds since the epoch."""
        variant = self._tables.variants[tournament.variant]
        length = SLOW_CHECK_IN_TIME if is_slow(variant, tournament.options) else CHECK_IN_TIME
        return self._tables.now() + length

    async def enforce_deadline(self, tournament_id: int) -> StoredTournament:
        """Do what is due: cancel a sign-up in which nothing happens, or end a check-in."""
        async with self.lock:
            stored, now = await self.require(tournament_id), self._tables.now()
            if stored.due_at is None or stored.due_at > now:
                return stored
            is_sign_up = stored.tournament.phase is TournamentPhase.SIGN_UP
            return await self._keep(stored, (cancel if is_sign_up else end_check_in)(stored.tournament))

    async def extend_deadlines(self) -> list[int]:
        """Leave at least `TIME_AFTER_OUTAGE` until anything is due; return the ids of tournaments that change."""
        at = self._tables.now() + TIME_AFTER_OUTAGE
        early = [each.id for each in await self.store.due(at - 1)]
        for tournament_id in early:
            async with self.lock:
                stored = await self.require(tournament_id)
                if stored.due_at is not None and stored.due_at < at:
                    await self.store.change(replace(stored, due_at=at), stored.due_at)
        return early

    async def collect_results(self, tournament_id: int) -> StoredTournament:
        """Take the results of games that have ended, and begin the next round if this one is complete."""
        return await self.change(tournament_id, advance)

    async def begin_game(self, stored: StoredTournament, key: PairingKey, thread_id: int) -> None:
        """Deal the tiles at a table in this thread, if both players are here. Raises: ChannelTaken by another game.

        The thread's id, also that of the message it was started from, counts as an interaction's: the game begins once.
        """
        async with self.lock:
            stored = await self.require(stored.id)
            pairing, is_running = stored.tournament.find(key), stored.tournament.phase is TournamentPhase.RUNNING
            if not is_running or pairing.result is not None or pairing.game_id is not None or not pairing.is_ready:
                return
            try:
                game = await self._tables.games.open(self._deal(stored, pairing, thread_id), interaction_id=thread_id)
            except AlreadyDone as earlier:
                game = earlier.game
            await self._keep(stored, note_game(stored.tournament, key, game.id))
        self._tables.announce(game)

    async def counts(self, game: Game) -> bool:
        """Return whether a running game can still count: in a rating, or as the game of a tournament's table."""
        return can_count(game, self._tables.variant(game)) or await self.is_table(game)

    async def is_table(self, game: Game) -> bool:
        """Return whether this is the game of a tournament's table."""
        return await self.store.of_game(game.guild_id, game.id) is not None

    async def drop(self, tournament_id: int, user_id: int) -> StoredTournament:
        """Let a player drop out of a running tournament; if their game is running, they first resign from it.

        A kill in between leaves no game that nobody can resign from, and the player can drop out again. If the game
        ends at the same moment, its result counts. Raises: as in `change`.
        """
        async with self.lock:
            stored = await self.require(tournament_id)
            drop(stored.tournament, user_id)  # rejects a user who can't drop out, before they resign
            if key := find_open(stored.tournament, user_id):
                await self._resign(stored.tournament.find(key), user_id)
            return await self._keep(stored, drop(await self._take_results(stored.tournament), user_id))

    async def _resign(self, pairing: Pairing, user_id: int) -> None:
        with suppress(UnreadableGame):
            game = None if pairing.game_id is None else await self._tables.games.get(pairing.game_id)
            while game is not None and game.phase is Phase.PLAYING and game.suspended_until is None:
                try:
                    game = (await self._tables.make_move(game, Resign(game.find_seat(user_id)), None)).game
                except Stale as stale:
                    game = stale.game

    async def _keep(self, stored: StoredTournament, tournament: Tournament) -> StoredTournament:
        if tournament == stored.tournament:
            return stored
        due_at = self._find_due(stored, tournament)
        return await self.store.change(replace(stored, tournament=tournament, due_at=due_at), stored.due_at)

    def _find_due(self, stored: StoredTournament, tournament: Tournament) -> int | None:
        """Return when the sign-up or check-in ends after this change; None in a new round, until `begin_check_in`."""
        if tournament.phase is TournamentPhase.SIGN_UP:
            return self._tables.now() + SIGN_UP_LIFE
        is_same_round = len(tournament.rounds) == len(stored.tournament.rounds)
        return stored.due_at if is_same_round and is_awaiting(tournament) else None

    async def _take_results(self, tournament: Tournament) -> Tournament:
        for key in list_open(tournament) if tournament.phase is TournamentPhase.RUNNING else ():
            result = await self._find_result(tournament.find(key))
            if result is not None:
                tournament = record_result(tournament, key, result)
        return tournament

    async def _find_result(self, pairing: Pairing) -> Result | None:
        try:
            game = None if pairing.game_id is None else await self._tables.games.get(pairing.game_id)
        except UnreadableGame as error:
            log.warning("%s A player can drop out of its tournament.", error)
            return None
        return read_result(game, self._tables.variant(game)) if game and game.phase is Phase.OVER else None

    def _deal(self, stored: StoredTournament, pairing: Pairing, thread_id: int) -> Game:
        """Return the game of a pairing with its tiles dealt; it isn't stored yet."""
        tournament, now = stored.tournament, self._tables.now()
        names = {each.user_id: each.name for each in tournament.players}
        table = Game(
            guild_id=stored.guild_id,
            channel_id=thread_id,
            host_id=pairing.first,
            variant=tournament.variant,
            options=tournament.options,
            players=tuple(Player(user_id, names[user_id]) for user_id in pairing.user_ids),
            opened_at=now,
            changed_at=now,
        )
        return update_wait(deal(self._tables, table), now)


def refuse_another(there: StoredTournament) -> Refusal:
    """Return the refusal of a second tournament in a channel; `there` is the one that it has."""
    thread = f"<#{there.thread_id or there.channel_id}>"
    return Refusal(say("This channel already has a tournament: {thread}. Use another channel.", thread=thread))


def read_result(game: Game, variant: Variant[Any]) -> Result:
    """Return the result of a pairing whose game is over.

    A player who left it loses; if both left, nobody wins. A game without places, as if both agreed to end it, is a tie.
    """
    seats = find_result(game, variant).seats
    if all(seat.departure for seat in seats):
        return WithoutWinner.NO_SHOWS
    winners = [seat.user_id for seat in seats if seat.place == 1]
    return winners[0] if len(winners) == 1 and winners[0] is not None else WithoutWinner.TIE
