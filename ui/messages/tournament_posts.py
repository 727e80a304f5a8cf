"""The public messages of tournaments: the announcement, a table for each pairing, the panel in the thread, and the end.

A tournament's thread is created from the announcement, and a table's from its message once both players are here.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import partial

import discord

from engine.text.phrases import say, speak
from services.deadlines import is_slow
from services.refusals import Refusal
from services.tables import Tables
from services.tournaments.rounds import list_last_threads, list_played
from services.tournaments.tournaments import Tournaments
from storage.games import Game
from storage.posts import TOURNAMENT, Post, name_tournament, read_tournament
from storage.settings import Person
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import PairingKey, TournamentKind, TournamentPhase
from ui.layout import Layout
from ui.messages.channels.threads import create_thread
from ui.network.post_failures import Cause
from ui.outages import NOT_TAKEN
from ui.outbox import Outbox
from ui.pictures import Pictures, look_of
from ui.screens.tournaments import (
    ShownTournament,
    build_announcement,
    build_ending,
    build_pairing,
    build_panel,
    describe_standings,
    list_winners,
    make_bracket,
    make_standings,
    name_pairing,
    name_thread,
)
from ui.wanted import Content, Wanted, WantedPost

ANNOUNCING_TRIES = 10  # for a second each, while the organizer waits
ANNOUNCEMENT = "announcement"  # the purpose of the message on which a tournament's thread hangs


class TournamentPosts:
    """The lister of tournaments' messages, which tells `Tournaments` what is there.

    `deal` shows players their racks when a game has begun; the number is the channel of its thread.
    """

    def __init__(  # noqa: PLR0913  # the composition root decides each of them
        self,
        client: discord.Client,
        tables: Tables,
        tournaments: Tournaments,
        pictures: Pictures,
        *,
        outbox: Outbox,
        deal: Callable[[Game, int], Awaitable[None]],
    ) -> None:
        self._client = client
        self._tables = tables
        self._tournaments = tournaments
        self._pictures = pictures
        self._outbox = outbox
        self._deal = deal
        self._waiting: dict[int, int] = {}  # servers that Discord hasn't sent, by tournament
        outbox.listers[TOURNAMENT] = self.list_wanted
        tournaments.listeners.append(lambda tournament_id: outbox.refresh(name_tournament(tournament_id)))

    def refresh_later(self, tournament_ids: Iterable[int]) -> None:
        """Schedule updates of all these tournaments, a few at a time."""
        self._outbox.refresh_later(map(name_tournament, tournament_ids))

    def is_waiting(self, stored: StoredTournament) -> bool:
        """Return whether this tournament waits for its server, which Discord hasn't sent, or which has an outage."""
        guild = self._client.get_guild(stored.guild_id)
        if guild is not None and not guild.unavailable:
            return False
        self._waiting[stored.id] = stored.guild_id
        return True

    def go_on(self, guild_id: int | None = None) -> bool:
        """Schedule updates of the tournaments that waited for this server, or any; return whether there were some."""
        waiting = [each for each, awaited in self._waiting.items() if guild_id in {None, awaited}]
        for each in waiting:
            del self._waiting[each]
        self.refresh_later(waiting)
        return bool(waiting)

    async def announce(self, new: StoredTournament) -> StoredTournament:
        """Announce a new tournament, create its thread, and return it.

        Raises: Refusal if Discord refuses that, so that the tournament is canceled, or doesn't answer; then it's
        announced later.
        """
        owner = name_tournament(new.id)
        for _ in range(ANNOUNCING_TRIES):
            await self._outbox.show(owner)
            stored, failure = await self._tournaments.require(new.id), self._outbox.failures.find(owner)
            if stored.thread_id:
                return stored
            if failure and failure.cause is Cause.CHANNEL:
                await self._tournaments.abandon(new.id)
                self._outbox.failures.hurry(guild_id=new.guild_id, channel_id=new.channel_id)
                raise Refusal(say("Discord couldn't open a thread (error {number}).", number=failure.number))
            if failure:
                break
        raise Refusal(str(NOT_TAKEN))

    async def list_wanted(self, owner: str, posts: Sequence[Post]) -> Wanted | None:
        """Return the messages that a tournament wants; None while its server is away or its rule system is removed."""
        stored = await self._tournaments.store.get(read_tournament(owner))
        if stored is None or stored.tournament.variant not in self._tables.variants or self.is_waiting(stored):
            return None
        speak(*await self._tables.languages.of_server(stored.guild_id))
        shown = ShownTournament(stored, self._tables.variants[stored.tournament.variant])
        there = {each.purpose for each in posts if each.message_id}
        beginning = await self._tournaments.list_beginning(stored)
        wanted = [*self._want_announcement(shown, there)]
        if stored.thread_id:
            wanted += [*self._want_tables(shown, there, beginning), *self._want_in_thread(shown)]
            wanted += self._want_invitations(shown, there, beginning)
        is_over, lost = stored.tournament.phase.has_ended, partial(self._tournaments.abandon, stored.id)
        return Wanted(version=str(stored.version), guild_id=stored.guild_id, posts=wanted, is_over=is_over, lost=lost)

    def _want_announcement(self, shown: ShownTournament, there: set[str]) -> Iterator[WantedPost]:
        stored, phase = shown.stored, shown.tournament.phase
        is_new = not stored.thread_id and not phase.has_ended
        if is_new or ANNOUNCEMENT in there:
            count = f" {len(shown.tournament.players)}" if phase is TournamentPhase.SIGN_UP else ""
            yield WantedPost(
                purpose=ANNOUNCEMENT,
                channel_id=stored.channel_id,
                shown=f"{phase.value}{count} {'with' if stored.thread_id else 'without'} thread",
                build=partial(_build, build_announcement, shown),
                then=partial(self._open_thread, shown) if is_new else None,
                is_root=not is_new,
            )

    async def _open_thread(self, shown: ShownTournament, message_id: int) -> None:
        await self._create_thread(shown.stored, message_id, name_thread(shown), is_slow=True)
        await self._tournaments.note_thread(shown.stored.id, message_id)

    def _want_tables(
        self, shown: ShownTournament, there: set[str], beginning: Sequence[PairingKey]
    ) -> Iterator[WantedPost]:
        """Yield the tables of the round, and the earlier ones that are there. What they show has no ids of players."""
        for key in list_played(shown.tournament):
            purpose, pairing = f"{key.round}-{key.table}", shown.tournament.find(key)
            is_open = pairing.result is None and shown.tournament.phase is TournamentPhase.RUNNING
            has_game = pairing.game_id is not None
            if is_open or purpose in there:
                yield WantedPost(
                    purpose=purpose,
                    channel_id=shown.stored.channel_id,
                    shown=_summarize(shown, key, beginning),
                    build=partial(_build, build_pairing, shown, key),
                    called=pairing.user_ids if is_open else (),
                    then=partial(self._note_table, shown, key) if is_open else None,
                    is_root=has_game or not is_open,
                )

    def _want_invitations(
        self, shown: ShownTournament, there: set[str], beginning: Sequence[PairingKey]
    ) -> Iterator[WantedPost]:
        """Yield a copy of each next game of a knockout in the thread in which a player has won their last one.

        It's not wanted where the thread is gone, and stays away if it's deleted.
        """
        guild, tournament = self._client.get_guild(shown.stored.guild_id), shown.tournament
        if guild is None or tournament.kind is not TournamentKind.KNOCKOUT:
            return
        for key, user_id, thread_id in list_last_threads(tournament):
            purpose = f"next {key.round}-{key.table} {tournament.find(key).user_ids.index(user_id)}"
            is_open = tournament.find(key).result is None and tournament.phase is TournamentPhase.RUNNING
            if (is_open or purpose in there) and guild.get_channel_or_thread(thread_id):
                has_game = " in a game" if is_open and tournament.find(key).game_id else ""
                yield WantedPost(
                    purpose=purpose,
                    channel_id=thread_id,
                    shown=_summarize(shown, key, beginning) + has_game,
                    build=partial(_build, partial(build_pairing, is_elsewhere=True), shown, key),
                    may_fail=True,
                    is_root=True,
                )

    async def _note_table(self, shown: ShownTournament, key: PairingKey, message_id: int) -> None:
        stored = await self._tournaments.note_table(shown.stored.id, key, message_id)
        if key in await self._tournaments.list_beginning(stored):
            slow = is_slow(shown.variant, stored.tournament.options)
            await self._create_thread(stored, message_id, name_pairing(stored.tournament, key), is_slow=slow)
            if game := await self._tournaments.begin_game(stored.id, key):
                await self._deal(game, stored.channel_id)

    async def _create_thread(self, stored: StoredTournament, message_id: int, name: str, *, is_slow: bool) -> None:
        channel = self._client.get_partial_messageable(stored.channel_id, guild_id=stored.guild_id)
        await create_thread(channel.get_partial_message(message_id), name, is_slow=is_slow)

    def _want_in_thread(self, shown: ShownTournament) -> Iterator[WantedPost]:
        """Yield the panel with the players or standings, and in the end who won."""
        stored, phase = shown.stored, shown.tournament.phase
        content = f"{stored.version} {stored.due_at}" if phase is TournamentPhase.SIGN_UP else str(stored.version)
        build = partial(self._build_panel, shown)
        yield WantedPost(purpose="panel", channel_id=stored.thread_id, shown=content, build=build)
        if phase is TournamentPhase.OVER:
            ending, winners = partial(_build, build_ending, shown), list_winners(shown)
            yield WantedPost(purpose="end", channel_id=stored.thread_id, build=ending, called=winners)

    async def _build_panel(self, shown: ShownTournament) -> Content:
        if not shown.has_standings:
            return Content(build_panel(shown, None))
        words = describe_standings(shown)
        if shown.tournament.kind is TournamentKind.KNOCKOUT:
            file = await self._pictures.draw_bracket(make_bracket(shown), words)
        else:
            file = await self._pictures.draw_leaderboard(make_standings(shown), words, look_of(Person()))
        return Content(build_panel(shown, file), [file])


def _summarize(shown: ShownTournament, key: PairingKey, beginning: Sequence[PairingKey]) -> str:
    """Return what the message of a table shows, without the ids of players."""
    pairing = shown.tournament.find(key)
    if pairing.result is not None or shown.tournament.phase is not TournamentPhase.RUNNING:
        return "over"
    is_ready = pairing.game_id is not None or key in beginning
    return "awaits nobody" if is_ready else f"awaits {shown.stored.due_at} {len(pairing.present)}"


async def _build(screen: Callable[..., Layout], *facts: object) -> Content:
    return Content(screen(*facts))
