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
from services.tournaments.errors import TournamentOver
from services.tournaments.rounds import (
    advance,
    cancel,
    drop,
    end_check_in,
    find_open,
    is_announced,
    is_awaiting,
    list_open,
    list_ready,
    note_game,
    note_table,
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
    """All tournaments. Changes of them never overlap: each holds the `lock`.

    `listeners` are called with the id of a tournament whose messages may have to change. Those who post the messages
    call the methods `note_thread`, `note_table`, `begin_game` and `abandon`, and decide nothing.
    """

    def __init__(self, tables: Tables, store: TournamentStore) -> None:
        self.store = store
        self.listeners: list[Callable[[int], object]] = []
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

        `make` gets it with the results of all games that have ended: a game that was won a moment ago counts. If that
        completes a round, the next one begins. Raises: Refusal if there's no such tournament, and whatever `make`
        raises.
        """
        async with self.lock:
            stored = await self.require(tournament_id)
            return await self._keep(stored, make(await self._take_results(stored.tournament)))

    async def abandon(self, tournament_id: int) -> None:
        """Cancel a tournament whose channel is gone or can't be used, unless it has ended."""
        with suppress(TournamentOver):
            await self.change(tournament_id, cancel)

    async def note_thread(self, tournament_id: int, thread_id: int) -> None:
        """Store the thread of a tournament that has just been announced."""
        async with self.lock:
            stored = await self.require(tournament_id)
            if stored.thread_id != thread_id:
                await self.store.change(replace(stored, thread_id=thread_id), stored.due_at)

    async def note_table(self, tournament_id: int, key: PairingKey, thread_id: int) -> StoredTournament:
        """Store the message that announces a table, which is also its thread, and return the tournament."""
        async with self.lock:
            stored = await self.require(tournament_id)
            if stored.tournament.phase.has_ended or stored.tournament.find(key).thread_id == thread_id:
                return stored
            return await self._keep(stored, note_table(stored.tournament, key, thread_id))

    async def enforce_deadline(self, tournament_id: int) -> StoredTournament:
        """Do what is due: cancel a sign-up in which nothing happens, or end a check-in if all tables are announced."""
        async with self.lock:
            stored, now = await self.require(tournament_id), self._tables.now()
            if stored.due_at is None or stored.due_at > now or not is_announced(stored.tournament):
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
        return await self.change(tournament_id, lambda tournament: tournament)

    async def note_end(self, game: Game) -> None:
        """Take the result of a table's game that has ended; a table whose thread had another game can begin its own."""
        if (number := await self.store.of_game(game.guild_id, game.id)) is not None:
            await self.collect_results(number)
        elif (number := await self.store.of_thread(game.guild_id, game.channel_id)) is not None:
            self._tell(number)

    async def list_beginning(self, stored: StoredTournament) -> list[PairingKey]:
        """Return the tables whose game can begin: both players are here, and there's no other game in the thread."""
        return [key for key in list_ready(stored.tournament) if await self._is_free(stored.tournament.find(key))]

    async def _is_free(self, pairing: Pairing) -> bool:
        there = await self._tables.games.in_channel(pairing.thread_id or 0)
        return there is None or pairing.user_ids == tuple(player.user_id for player in there.players)  # begun already

    async def begin_game(self, tournament_id: int, key: PairingKey) -> Game | None:
        """Deal the tiles at a table and return its game, if both players are here.

        The thread's id, also that of the message it was started from, counts as an interaction's: the game begins once.

        Raises: ChannelTaken if another game is in its thread.
        """
        async with self.lock:
            stored = await self.require(tournament_id)
            pairing = stored.tournament.find(key)
            if key not in list_ready(stored.tournament) or pairing.thread_id is None:
                return None
            new = self._deal(stored, pairing, pairing.thread_id)
            try:
                game = await self._tables.games.open(new, interaction_id=pairing.thread_id)
            except AlreadyDone as earlier:
                game = earlier.game
            await self._keep(stored, await self._take_results(note_game(stored.tournament, key, game.id)))
        self._tables.announce(game)
        return game

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
        if tournament.variant in self._tables.variants:  # otherwise it waits until its rule system is back
            tournament = advance(tournament)
        if tournament == stored.tournament:
            return stored
        due_at = self._find_due(stored, tournament)
        changed = await self.store.change(replace(stored, tournament=tournament, due_at=due_at), stored.due_at)
        self._tell(stored.id)
        return changed

    def _tell(self, tournament_id: int) -> None:
        for listener in self.listeners:
            listener(tournament_id)

    def _find_due(self, stored: StoredTournament, tournament: Tournament) -> int | None:
        """Return when the sign-up or check-in ends after this change.

        A check-in begins with its round, and again once all tables are announced if that took long.
        """
        now, variant = self._tables.now(), self._tables.variants.get(tournament.variant)
        if tournament.phase is TournamentPhase.SIGN_UP:
            return now + SIGN_UP_LIFE
        if not is_awaiting(tournament):
            return None
        time = SLOW_CHECK_IN_TIME if variant and is_slow(variant, tournament.options) else CHECK_IN_TIME
        is_new = len(tournament.rounds) > len(stored.tournament.rounds)
        is_late = (stored.due_at or 0) < now + time - ANNOUNCING_TIME
        is_ready = is_announced(tournament) and not is_announced(stored.tournament)
        return now + time if is_new or (is_ready and is_late) else stored.due_at

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
