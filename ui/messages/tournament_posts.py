"""The public messages of tournaments: copies of what is stored, posted once each and edited in place."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

import discord

from engine.text.phrases import speak_in
from services.concurrency.coalesce import Coalescer
from services.concurrency.locks import KeyedLocks
from services.concurrency.supervise import log_error
from services.deadlines import is_slow
from services.tables import Tables
from services.tournaments.rounds import cancel, is_awaiting, list_open
from services.tournaments.tournaments import Tournaments
from storage.errors import DatabaseFailed
from storage.games import ChannelTaken
from storage.settings import Person
from storage.tournaments.store import Post, StoredTournament
from storage.tournaments.tournament import Pairing, PairingKey, Tournament, TournamentPhase
from ui.controls import make_nonce
from ui.layout import Layout, Screen
from ui.messages.channels.access import UNKNOWN_CHANNEL
from ui.messages.channels.threads import create_thread
from ui.messages.table_message import UNEDITABLE
from ui.messages.table_record import UNKNOWN_MESSAGE
from ui.outages import FAILURES, RETRY, describe_discord_error
from ui.pictures import Pictures, look_of
from ui.replies import notify
from ui.screens.tournaments import (
    ShownTournament,
    build_announcement,
    build_ending,
    build_pairing,
    build_panel,
    describe_standings,
    list_winners,
    make_standings,
    name_post,
    name_table,
    name_thread,
)

log = logging.getLogger(__name__)

PAUSE = 1.0  # seconds between two updates of a tournament's messages
ANNOUNCEMENT = "announcement"  # the purpose of the message on which a tournament's thread hangs


@dataclass(frozen=True, slots=True)
class WantedPost:
    """A message as it should be: its purpose, its channel, and a text that differs when its content does.

    `build` makes the content. `called` are notified when it's posted, by user id. `is_root`: a thread hangs on the
    message, so it isn't posted again if it's gone.
    """

    purpose: str
    channel_id: int
    shown: str
    build: Callable[[], Awaitable[Screen]]
    called: Sequence[int] = ()
    is_root: bool = False


class TournamentPosts:
    """The updater of tournaments' messages, which also takes results, and begins games and rounds.

    Updates of one tournament never overlap. Each can be repeated: what is done already isn't done again.
    """

    def __init__(self, client: discord.Client, tables: Tables, tournaments: Tournaments, pictures: Pictures) -> None:
        self._client = client
        self._tables = tables
        self._tournaments = tournaments
        self._pictures = pictures
        self._updates = Coalescer("tournament", self.bring_up_to_date, PAUSE)
        self._failures: dict[int, int] = {}  # in a row, by tournament
        self._retries: dict[int, asyncio.TimerHandle] = {}  # by tournament
        self._waiting: dict[int, int] = {}  # servers that Discord hasn't sent, by tournament
        self._locks = KeyedLocks()

    def refresh(self, tournament_id: int) -> None:
        """Schedule an update of this tournament's messages."""
        if retry := self._retries.pop(tournament_id, None):
            retry.cancel()
        self._updates.schedule(tournament_id)

    def refresh_later(self, tournament_ids: Iterable[int]) -> None:
        """Schedule updates of all these tournaments, a few at a time."""
        self._updates.schedule_backlog(tournament_ids)

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

    async def close(self) -> None:
        """Stop the updates; the next start catches up on them."""
        for retry in self._retries.values():
            retry.cancel()
        await self._updates.close()

    async def bring_up_to_date(self, tournament_id: int) -> None:
        """Bring a tournament up to date; what fails is tried again later.

        A tournament waits while its server is away, and if its rule system was removed. Raises: DatabaseFailed.
        """
        async with self._locks.get(tournament_id):
            stored = await self._tournaments.require(tournament_id)
            if stored.tournament.variant not in self._tables.variants or self.is_waiting(stored):
                return
            stored = await self._tournaments.collect_results(tournament_id)
            with speak_in(await self._tables.languages.of_server(stored.guild_id)):
                failures = await self._show(stored)
            if not failures:
                await self._tournaments.store.note_shown(stored)
                self._failures.pop(tournament_id, None)
            elif not any(self._is_gone(stored, error) for error in failures):
                self._try_later(tournament_id, failures[0])
            elif stored.tournament.phase.has_ended:
                await self._tournaments.store.note_shown(stored)
            else:
                await self._tournaments.change(tournament_id, cancel)
                self.refresh(tournament_id)

    async def announce(self, tournament_id: int) -> StoredTournament:
        """Announce a new tournament, create its thread, and return it; if that fails, the next update does the rest."""
        async with self._locks.get(tournament_id):
            stored = await self._tournaments.require(tournament_id)
            with speak_in(await self._tables.languages.of_server(stored.guild_id)):
                return stored if stored.thread_id else await self._open_thread(stored)

    def _is_gone(self, stored: StoredTournament, error: Exception) -> bool:
        """Return whether the tournament's channel or thread was deleted: Discord doesn't list it anymore either."""
        guild = self._client.get_guild(stored.guild_id)
        is_unknown = isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL
        if not is_unknown or guild is None:
            return False
        places = {stored.channel_id, stored.thread_id} - {0}
        return not all(guild.get_channel_or_thread(each) for each in places)

    def _try_later(self, tournament_id: int, error: Exception) -> None:
        failures = self._failures[tournament_id] = self._failures.get(tournament_id, 0) + 1
        if failures == 1 and isinstance(error, (*FAILURES, ChannelTaken)):
            log.warning("tournament %s could not be shown: %s", tournament_id, describe_discord_error(error))
        elif failures == 1:
            log_error(f"tournament {tournament_id}", error)
        loop = asyncio.get_running_loop()
        self._retries[tournament_id] = loop.call_later(RETRY.wait(failures), self.refresh, tournament_id)

    async def _show(self, stored: StoredTournament) -> list[Exception]:
        """Post and edit what is missing or out of date, begin the games whose players are here, and return what failed.

        A failure stops nothing else, and the next call does the rest. Once all tables of a round are announced, the
        time to say "I'm here" runs.
        """
        failures: list[Exception] = []
        if not stored.thread_id and not stored.tournament.phase.has_ended:
            async with _collecting(failures):
                stored = await self._open_thread(stored)
                self.refresh(stored.id)
            return failures
        is_calling = stored.due_at is None and is_awaiting(stored.tournament)
        if is_calling:
            stored = replace(stored, due_at=self._tournaments.find_check_in_end(stored.tournament))
        posts = _PostRecord(self._client, self._tournaments, stored)
        for wanted in self._list_wanted(stored):
            async with _collecting(failures):
                await posts.bring_up_to_date(wanted)
        if is_calling and all(posts.find(name_post(key)) for key in list_open(stored.tournament)):
            await self._tournaments.begin_check_in(stored)
            self.refresh(stored.id)
        for key in _list_beginning(stored.tournament):
            async with _collecting(failures):
                await self._begin_game(posts, key)
                self.refresh(stored.id)
        return failures

    async def _open_thread(self, stored: StoredTournament) -> StoredTournament:
        shown = self._prepare(stored)
        posts = _PostRecord(self._client, self._tournaments, stored)
        build = partial(_without_files, partial(build_announcement, shown))
        await posts.bring_up_to_date(WantedPost(ANNOUNCEMENT, stored.channel_id, "", build))
        message_id = posts.find(ANNOUNCEMENT) or 0
        await posts.open_thread(ANNOUNCEMENT, message_id, name_thread(shown), is_slow=True)
        return await self._tournaments.note_thread(stored.id, message_id)

    async def _begin_game(self, posts: "_PostRecord", key: PairingKey) -> None:
        stored = posts.stored
        message_id = posts.find(name_post(key))
        if message_id is None:
            return
        variant = self._tables.variants[stored.tournament.variant]
        name, slow = name_table(stored.tournament, key), is_slow(variant, stored.tournament.options)
        await posts.open_thread(name_post(key), message_id, name, is_slow=slow)
        await self._tournaments.begin_game(stored, key, message_id)

    def _list_wanted(self, stored: StoredTournament) -> Iterator[WantedPost]:
        """Yield the tournament's messages as they should be: the announcement, the panel, the tables, and the end."""
        shown = self._prepare(stored)
        phase, version = stored.tournament.phase, str(stored.version)
        announced = stored.posts.get(ANNOUNCEMENT)
        if stored.thread_id or (announced and announced.message_id):
            announcement = partial(_without_files, partial(build_announcement, shown))
            yield WantedPost(ANNOUNCEMENT, stored.channel_id, phase.value, announcement, is_root=True)
        if not stored.thread_id:
            return
        content = f"{version} {stored.due_at}" if phase is TournamentPhase.SIGN_UP else version
        yield WantedPost("panel", stored.thread_id, content, partial(self._build_panel, shown))
        for key, pairing in _list_pairings(stored):
            is_open = pairing.result is None and phase is TournamentPhase.RUNNING
            if is_open or name_post(key) in stored.posts:
                here = [user_id in pairing.present for user_id in pairing.user_ids]  # their ids can be deleted
                awaited = f"{stored.due_at} {here}" if is_open and not pairing.is_ready else "nobody"
                build = partial(_without_files, partial(build_pairing, shown, key))
                content, is_root = f"{_find_winner(pairing)} {awaited}", not is_open or pairing.game_id is not None
                called = pairing.user_ids if is_open else ()
                yield WantedPost(name_post(key), stored.channel_id, content, build, called, is_root)
        if phase is TournamentPhase.OVER:
            ending = partial(_without_files, partial(build_ending, shown))
            yield WantedPost("end", stored.thread_id, "", ending, list_winners(shown))

    def _prepare(self, stored: StoredTournament) -> ShownTournament:
        return ShownTournament(stored, self._tables.variants[stored.tournament.variant])

    async def _build_panel(self, shown: ShownTournament) -> Screen:
        if not shown.has_standings:
            return build_panel(shown, None), []
        board, words = make_standings(shown), describe_standings(shown)
        file = await self._pictures.draw_leaderboard(board, words, look_of(Person()))
        return build_panel(shown, file), [file]


class _PostRecord:
    """The record of a tournament's messages, which is stored before and after each of them is posted."""

    def __init__(self, client: discord.Client, tournaments: Tournaments, stored: StoredTournament) -> None:
        self.stored = stored
        self._client = client
        self._tournaments = tournaments
        self._posts = {**({ANNOUNCEMENT: Post("", stored.thread_id)} if stored.thread_id else {}), **stored.posts}

    def find(self, purpose: str) -> int | None:
        """Return the id of the message for this purpose; None if it wasn't posted."""
        return self._posts[purpose].message_id if purpose in self._posts else None

    def find_channel(self, channel_id: int) -> discord.PartialMessageable:
        """Return a channel of the tournament's server."""
        return self._client.get_partial_messageable(channel_id, guild_id=self.stored.guild_id)

    async def bring_up_to_date(self, wanted: WantedPost) -> None:
        """Post this message if it's missing or can't be edited, or edit it if its content is out of date."""
        post = self._posts.get(wanted.purpose, Post(make_nonce()))
        if post.message_id is None:
            await self._post(wanted, post)
        elif post.shown != wanted.shown:
            await self._edit(wanted, post, post.message_id)

    async def open_thread(self, purpose: str, message_id: int, name: str, *, is_slow: bool) -> None:
        """Create a thread with this name from a message in the tournament's channel, unless it has one."""
        message = self.find_channel(self.stored.channel_id).get_partial_message(message_id)
        try:
            await create_thread(message, name, is_slow=is_slow)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                await self._forget(purpose)
            raise

    async def _forget(self, purpose: str) -> None:
        del self._posts[purpose]
        await self._tournaments.store.keep_posts(self.stored.id, self._posts)

    async def _post(self, wanted: WantedPost, post: Post) -> None:
        await self._keep(wanted.purpose, post)
        view, files = await wanted.build()
        mentions = notify(() if post.old_id else wanted.called)
        channel = self.find_channel(wanted.channel_id)
        message = await channel.send(view=view, files=files, nonce=post.nonce, allowed_mentions=mentions)
        if post.old_id:
            with contextlib.suppress(discord.HTTPException):
                await channel.get_partial_message(post.old_id).delete()
        await self._keep(wanted.purpose, Post(post.nonce, message.id, wanted.shown))

    async def _edit(self, wanted: WantedPost, post: Post, message_id: int) -> None:
        view, files = await wanted.build()
        message = self.find_channel(wanted.channel_id).get_partial_message(message_id)
        try:
            await message.edit(view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none())
        except discord.HTTPException as error:
            if error.code not in UNEDITABLE | {UNKNOWN_MESSAGE}:
                raise
            if not wanted.is_root:
                return await self._post(wanted, Post(make_nonce(), old_id=message_id))
        return await self._keep(wanted.purpose, replace(post, shown=wanted.shown))

    async def _keep(self, purpose: str, post: Post) -> None:
        self._posts[purpose] = post
        await self._tournaments.store.keep_posts(self.stored.id, self._posts)


@asynccontextmanager
async def _collecting(failures: list[Exception]) -> AsyncIterator[None]:
    """Add what fails in the `async with` block to these failures, unless the whole database fails."""
    try:
        yield
    except DatabaseFailed:
        raise
    except Exception as error:  # noqa: BLE001  # one broken message must not stop the others
        failures.append(error)


async def _without_files(build: Callable[[], Layout]) -> Screen:
    return build(), []


def _list_pairings(stored: StoredTournament) -> Iterator[tuple[PairingKey, Pairing]]:
    """Yield all pairings of all rounds with their places, without byes."""
    for number, pairings in enumerate(stored.tournament.rounds):
        for table, pairing in enumerate(pairings):
            if pairing.second is not None:
                yield PairingKey(number, table), pairing


def _find_winner(pairing: Pairing) -> int | str | None:
    """Return the winner's place in a pairing, why there's none, or None while it's open."""
    return pairing.user_ids.index(pairing.result) if pairing.result in pairing.user_ids else pairing.result


def _list_beginning(tournament: Tournament) -> list[PairingKey]:
    """Return the pairings whose players are here, but whose games haven't begun; a canceled tournament has none."""
    if tournament.phase is not TournamentPhase.RUNNING:
        return []
    open_pairings = [(key, tournament.find(key)) for key in list_open(tournament)]
    return [key for key, pairing in open_pairings if pairing.is_ready and pairing.game_id is None]
