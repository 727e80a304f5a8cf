"""The bot's messages that stay true: each is wanted, posted once, edited while it's wrong, and deleted afterward.

An owner is what messages are about, such as `table 12`. A lister for each kind of owner returns the messages that one
wants now. The outbox compares them with the stored posts, takes the first step that is missing, and looks again, until
nothing is missing. It decides nothing about games; docs/messages.md has its states.

A post is stored before it's sent, with a random nonce. If the bot is killed before the answer is stored, or if the
answer is lost, the next look finds a post without a message. For ten minutes it's sent again with the same nonce, and
Discord returns the message that it has (`enforce_nonce` on Discord's page of the message resource). Later, or if an
interaction has sent it, the channel's history shows it by a mark in its components. If the history can't be read, the
message is posted again, and the first one is looked for later, to delete it. What replaces a message is posted before
that is deleted; a deletion is stored once it's done. So a kill between any two lines costs a repeated request at most.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

import discord

from services.concurrency.coalesce import Coalescer
from services.concurrency.locks import KeyedLocks
from services.concurrency.supervise import log_error, log_failure
from storage.errors import StorageError
from storage.posts import Post, PostStore
from ui.controls import Interaction, make_nonce
from ui.history import DOUBLE, LOOK_EVERY, LOOKED_FOR, find_posted, mark
from ui.interaction_webhooks import InteractionWebhook, InteractionWebhooks
from ui.layout import screen, text
from ui.network.post_failures import Cause, PostFailures, find_cause, is_deleted
from ui.network.request_budget import RequestBudget, Urgency
from ui.network.request_trace import counting_tries
from ui.outages import FAILURES, describe_discord_error, is_not_taken, is_passing
from ui.replies import GONE, notify, tell_all
from ui.wanted import Content, Lister, Wanted, WantedPost

log = logging.getLogger(__name__)

NONCE_LIFE = 10 * 60  # seconds after which Discord has forgotten a nonce; it remembers one for "the past few minutes"
UNEDITABLE = frozenset({30046, 50083})  # too many edits of old messages; an archived thread, which a post reopens
CLOSING_TIME = 5.0  # seconds that running requests may take when the bot stops
POSTING_TIME = 1.0  # seconds that a response may wait for the message above it; Discord waits 3 for a response
NOBODY = discord.AllowedMentions.none()
_FINAL = "final"  # what a final message shows until it's wanted no longer: it's never deleted
_GONE = 0  # the message of a post that was refused, that is gone, or that stays as it is


class _Step(NamedTuple):
    """One thing to do once it's `ready`; `is_counted` if Discord's global limit counts it.

    `purpose` is that of a message to post or edit; to find or delete one, it's the nonce of its post.
    """

    purpose: str
    channel_id: int
    take: Callable[[], Awaitable[None]]
    is_counted: bool = True
    urgency: Urgency = Urgency.OTHER
    ready: Callable[[], Awaitable[bool]] | None = None


@dataclass(slots=True)
class _Update:
    """An update of an owner: the purposes that it has shown, and what failed, with the channel of each failure.

    `began` is in seconds of the clock of `PostFailures`. `failed` is by channel if Discord failed, else by purpose: so
    much is left alone until the next update.
    """

    owner: str
    began: float
    shown: set[str] = field(default_factory=set)
    failed: dict[int | str, tuple[int, Exception]] = field(default_factory=dict)

    def note_failure(self, step: _Step, error: Exception) -> None:
        """Leave alone what failed until the next update."""
        self.failed[step.channel_id if isinstance(error, FAILURES) else step.purpose] = step.channel_id, error


class Outbox:
    """The keeper of all posts. Updates of one owner never overlap; those of several may."""

    def __init__(
        self,
        client: discord.Client,
        store: PostStore,
        now: Callable[[], int],
        *,
        webhooks: InteractionWebhooks,
        budget: RequestBudget,
    ) -> None:
        self._client = client
        self._store = store
        self._now = now
        self._webhooks = webhooks
        self._budget = budget
        self.listers: dict[str, Lister] = {}
        """The lister of each kind, which is the first word of an owner."""
        self.failures = PostFailures(budget)
        self._updates: Coalescer[str] = Coalescer("messages", self._work, lambda: budget.edit_pause)
        self._locks = KeyedLocks()  # of owners: an update
        self._step_locks = KeyedLocks()  # of owners: a step, or a response to a tap of one of its messages
        self._in_flight: set[str] = set()  # nonces of responses that are being sent
        self._look_at: dict[str, int] = {}  # by nonce: when to look for it again, in seconds since the epoch
        self._showing: set[asyncio.Task[None]] = set()

    def refresh(self, owner: str, within: float = 0) -> None:
        """Bring this owner's messages up to date soon, or in this many seconds at the latest."""
        if within:
            self._updates.schedule_within(within, owner)
        else:
            self._updates.schedule(owner)

    def refresh_later(self, owners: Iterable[str]) -> None:
        """Bring the messages of all these owners up to date, behind those for which somebody waits."""
        self._updates.schedule_backlog(owners)

    def retry_failed(self) -> None:
        """Try those again that are due; call this several times a second while there are any."""
        for owner in self.failures.pick_due():
            self.refresh(owner)

    async def show(self, owner: str) -> None:
        """Bring this owner's messages up to date now, and wait at most a second: a response that follows is below."""
        shown = asyncio.create_task(self._work(owner), context=Context())
        self._showing.add(shown)
        shown.add_done_callback(self._showing.discard)
        shown.add_done_callback(log_failure)
        await asyncio.wait({shown}, timeout=POSTING_TIME)

    async def respond(self, interaction: Interaction, owner: str, wanted: WantedPost) -> None:
        """Respond with this message; the one that it replaces is deleted afterward."""
        content = await wanted.build()
        post = self._prepare(owner, wanted, interaction.id)
        mark(content.view, post.nonce)
        self._in_flight.add(post.nonce)
        try:
            await self._store.begin(post)
            message_id = await tell_all(interaction, content.view, content.files, wanted.called)
            self._webhooks.note_end(interaction)
            if message_id is None:
                await self._store.forget(post)
            else:
                self._webhooks.note_posted(message_id, InteractionWebhook.of(interaction))
                await self._store.note(post, message_id, wanted.shown)
        except discord.HTTPException as error:
            if not is_passing(error):
                await self._store.forget(post)
            raise
        finally:
            self._in_flight.discard(post.nonce)
            self.refresh(owner)  # it may have changed meanwhile, and the old message goes

    async def adopt(self, owner: str, purpose: str, shown: str, channel_id: int, message_id: int) -> None:
        """Keep a message, which was sent otherwise, for this purpose from now on; the one before it is deleted."""
        post = Post(owner, purpose, channel_id, message_id, make_nonce(), shown, self._now())
        await self._store.begin(post)
        self.refresh(owner)

    @asynccontextmanager
    async def holding(self, owner: str, purpose: str, message_id: int) -> AsyncIterator[bool]:
        """Change nothing of this owner's meanwhile; yield whether this is a message whose purpose begins so."""
        async with self._step_locks.get(owner):
            ours = {each.message_id for each in await self._store.of(owner) if each.purpose.startswith(purpose)}
            yield message_id in ours

    async def doubt(self, owner: str, purpose: str) -> None:
        """Edit the messages again whose purposes begin so, as they or their channel are perhaps gone."""
        await self._store.doubt(owner, purpose)
        self.refresh(owner)

    async def close(self) -> None:
        """Finish the running requests, within 5 seconds, and make no others; the next start goes on."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_TIME):
                await self._step_locks.acquire_all()
        await self._updates.close()

    async def _work(self, owner: str) -> None:
        """Take one step after the other until an owner's messages are true.

        What was shown and is wrong again by the end waits for the next update, so that no message is edited too often.
        """
        async with self._locks.get(owner):
            update = _Update(owner, self.failures.clock())
            wanted = await self._take_steps(update)
            if wanted is None:
                return
            untrue = self._list_untrue(wanted, await self._store.of(owner))
            if update.failed:
                await self._note_failure(update, wanted)
            elif not untrue and not self._list_waiting(owner, wanted):
                await self._settle(owner, wanted)
            elif update.shown:
                self.refresh(owner)

    async def _take_steps(self, update: _Update) -> Wanted | None:
        """Take an owner's steps until none is left; return what it wants then, None for nothing."""
        while True:
            wanted, step = await self._look(update)
            if wanted is None or step is None:
                return wanted
            try:
                await self._take(update, step)
            except StorageError:
                raise
            except Exception as error:  # noqa: BLE001  # one broken message must not stop the others
                update.note_failure(step, error)

    async def _look(self, update: _Update) -> tuple[Wanted | None, _Step | None]:
        """Return what an owner wants, and the first step that is missing; None if there is nothing to do."""
        posts = await self._store.of(update.owner)
        wanted = await self.listers[update.owner.partition(" ")[0]](update.owner, posts)
        if wanted is None:
            self.failures.forget(update.owner)
            return None, None
        return wanted, self._find_step(update, wanted, posts)

    def _list_waiting(self, owner: str, wanted: Wanted) -> list[int]:
        """Return the channel in which this owner has failed, if it isn't to be tried yet; others don't wait for it."""
        channels = {each.channel_id for each in wanted.posts}
        return [each for each in channels if self.failures.is_waiting(owner, each)]

    async def _take(self, update: _Update, step: _Step) -> None:
        """Take a step once it's ready and it's its turn. If that took time, look first whether it's still missing."""
        lock = self._step_locks.get(update.owner)
        has_waited = lock.locked()
        if step.ready:
            has_waited |= await step.ready()
        if step.is_counted:
            has_waited |= await self._budget.take_turn(step.urgency)
        async with lock:
            if has_waited:
                _, now = await self._look(update)
                if now is None or (now.purpose, now.channel_id) != (step.purpose, step.channel_id):
                    return
                step = now
            await step.take()
            update.shown.add(step.purpose)

    def _find_step(self, update: _Update, wanted: Wanted, posts: Sequence[Post]) -> _Step | None:
        """Return what to do first: find what is perhaps there, delete what isn't wanted, then make true what is."""
        left_alone = {*update.failed, *self._list_waiting(update.owner, wanted)}
        current = {each.purpose: self._find_current(each, posts) for each in wanted.posts}
        untrue = self._list_untrue(wanted, posts)
        for post in posts:
            if post.nonce in self._in_flight or not left_alone.isdisjoint({post.nonce, post.channel_id}):
                continue
            is_wanted, is_left = post in current.values(), not wanted.is_in(post.channel_id)
            if post.message_id is None and not (is_wanted and self._is_repeatable(post)):
                wait = self._look_at.get(post.nonce, 0) - self._now()
                if wait <= 0:
                    return _Step(post.nonce, post.channel_id, partial(self._find, post, is_left=is_left))
                self.refresh(update.owner, within=wait)  # this update has canceled the one that was to look
            elif not is_wanted and not any(each.takes_the_place_of(post) for each in untrue):
                is_counted = bool(post.message_id) and not self._webhooks.find_poster(post.message_id or 0)
                return _Step(post.nonce, post.channel_id, partial(self._delete, post, is_left=is_left), is_counted)
        if self._budget.is_busy:
            untrue.sort(key=lambda each: each.urgency)
        for each in untrue:
            known = current[each.purpose]
            waits = known and (known.nonce in self._in_flight or (known.message_id and each.purpose in update.shown))
            if not waits and left_alone.isdisjoint({each.purpose, each.channel_id}):
                return self._make_true(update.owner, each, known, posts)
        return None

    def _make_true(self, owner: str, each: WantedPost, post: Post | None, posts: Sequence[Post]) -> _Step:
        """Return the step that edits the message of this post, or that sends one."""
        if post and post.message_id:
            is_counted = self._webhooks.find_poster(post.message_id) is None
            return _Step(each.purpose, each.channel_id, partial(self._edit, each, post), is_counted, each.urgency)
        pending = post if post and post.message_id is None else None
        is_again = any((old.purpose, old.channel_id) == (each.purpose, each.channel_id) for old in posts)
        new = replace(each, called=()) if is_again and not pending else each
        send, is_counted = partial(self._post, owner, new, pending), each.webhook() is None
        return _Step(each.purpose, each.channel_id, send, is_counted, each.urgency, each.ready)

    def _list_untrue(self, wanted: Wanted, posts: Sequence[Post]) -> list[WantedPost]:
        return [each for each in wanted.posts if not _is_true(each, self._find_current(each, posts))]

    def _find_current(self, wanted: WantedPost, posts: Sequence[Post]) -> Post | None:
        """Return the newest post for this purpose that is there, is being sent, or can be sent again."""
        for post in reversed(posts):
            is_for_it = (post.purpose, post.channel_id) == (wanted.purpose, wanted.channel_id)
            is_known = post.message_id is not None or post.nonce in self._in_flight or self._is_repeatable(post)
            if is_for_it and is_known and not post.nonce.endswith(DOUBLE):
                return post
        return None

    def _is_repeatable(self, post: Post) -> bool:
        return post.interaction_id is None and self._now() - post.posted_at <= NONCE_LIFE

    def _prepare(self, owner: str, each: WantedPost, interaction_id: int | None = None) -> Post:
        nonce = make_nonce() if interaction_id is None else f"@{interaction_id} {make_nonce()}"
        return Post(owner, each.purpose, each.channel_id, None, nonce, each.shown, self._now())

    async def _post(self, owner: str, each: WantedPost, pending: Post | None) -> None:
        """Send a message, or send again the one that is `pending`, with its nonce."""
        content = await each.build()
        webhook = None if pending else each.webhook()
        post = pending or self._prepare(owner, each, webhook.interaction_id if webhook else None)
        if not pending:
            await self._store.begin(post)
        mark(content.view, post.nonce)
        try:
            with counting_tries() as sending:
                message = await self._send(each, content, post.nonce, webhook)
        except discord.HTTPException as error:
            if pending:  # the first may be there
                raise
            if not is_passing(error):
                await self._store.forget(post)
            if webhook and not is_passing(error):
                log.info("a post for %s was refused: %s", owner, describe_discord_error(error))
                return await self._post(owner, replace(each, webhook=lambda: None), None)
            if not each.may_fail or is_not_taken(error):
                raise
            log.info("%s of %s can't be posted: %s", each.purpose, owner, describe_discord_error(error))
            return await self._store.begin(replace(post, message_id=_GONE))
        if webhook:
            self._webhooks.note_posted(message.id, webhook)
            if sending.tries > 1:  # an earlier try may have come through
                await self._store.begin(replace(post, nonce=post.nonce + DOUBLE))
        if post.shown != each.shown:  # its first try has perhaps shown something else
            return await self._store.note(post, message.id, "")
        return await self._finish(each, post, message.id)

    async def _send(self, each: WantedPost, content: Content, nonce: str, webhook: InteractionWebhook | None) -> Any:
        view, files, words = content
        if webhook:
            return await webhook.post(words, view, notify(each.called))
        channel, mentions = self._find_channel(each.channel_id), notify(each.called)
        return await channel.send(words, view=view, files=files, nonce=nonce, allowed_mentions=mentions)

    async def _edit(self, each: WantedPost, post: Post) -> None:
        message_id = post.message_id or 0
        view, files, _ = await each.build()
        try:
            if not await self._webhooks.try_poster(message_id, lambda webhook: webhook.edit(message_id, view, files)):
                for file in files:
                    file.reset()
                message = self._find_channel(each.channel_id).get_partial_message(message_id)
                await message.edit(view=view, attachments=files, allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if error.code in GONE:
                return await self._store.note(post, _GONE, each.shown if each.is_root else "")
            if error.code in UNEDITABLE:
                if not each.is_root:
                    return await self._post(post.owner, replace(each, called=()), None)
            elif each.may_fail and not is_not_taken(error):
                return await self._store.note(post, message_id, each.shown)
            else:
                raise
        return await self._finish(each, post, message_id)

    async def _finish(self, each: WantedPost, post: Post, message_id: int) -> None:
        """Do what goes with a message that is there, and store that it's true."""
        if each.then:
            if each.is_final:
                await self._store.note(post, message_id, _FINAL)
            try:
                await each.then(message_id)
            except Exception as error:
                if isinstance(error, discord.HTTPException) and error.code in GONE:
                    return await self._store.note(post, _GONE, "")
                # It may have come through: then a final message is wanted no longer, and stays.
                await self._store.note(post, message_id, _FINAL if each.is_final else "")
                raise
        return await self._store.note(post, _GONE if each.is_final else message_id, each.shown)

    async def _delete(self, post: Post, *, is_left: bool) -> None:
        """Delete a message that isn't wanted; in a channel that its owner has left, only if Discord allows that.

        If an interaction came twice, both of its posts have the same message, which stays with the other one.
        """
        others = [each.message_id for each in await self._store.of(post.owner) if each.nonce != post.nonce]
        message_id = post.message_id
        if message_id and message_id not in others and post.shown != _FINAL:
            try:
                if not await self._webhooks.try_poster(message_id, lambda webhook: webhook.delete(message_id)):
                    await self._find_channel(post.channel_id).get_partial_message(message_id).delete()
            except FAILURES as error:
                is_gone = isinstance(error, discord.HTTPException) and error.code in GONE
                if not is_gone and not _may_stay(error, is_left=is_left):
                    await self._store.note(post, message_id, "")  # it may be gone, and wanted again
                    raise
                log.info("an old message of %s stays or is gone: %s", post.owner, describe_discord_error(error))
            self._webhooks.forget_poster(message_id)
        await self._store.forget(post)

    async def _find(self, post: Post, *, is_left: bool) -> None:
        """Find the message of a post that was interrupted; if there is none, forget the post.

        If the history can't be read, it's looked for later, for a day; each wait is as long as all before it.
        """
        channel = self._find_channel(post.channel_id)
        if self._is_repeatable(post):
            await self._store.note(post, None, "")  # from now on, its message may be the placeholder
            placeholder = mark(screen([text("…")]), post.nonce)
            try:
                message = await channel.send(view=placeholder, nonce=post.nonce, silent=True, allowed_mentions=NOBODY)
            except discord.HTTPException as error:
                if not _may_stay(error, is_left=is_left):
                    raise
                return await self._store.forget(post)
            return await self._store.note(post, message.id, "")
        found, age = await find_posted(channel, post), self._now() - post.posted_at
        if found is None and age < LOOKED_FOR:
            self._look_at[post.nonce] = self._now() + max(LOOK_EVERY, age)
            return None
        self._look_at.pop(post.nonce, None)
        posts = await self._store.of(post.owner)
        if post not in posts:  # the answer has arrived meanwhile
            return None
        known = {each.message_id for each in posts}
        new = [message_id for message_id in found or () if message_id not in known]
        if not new:
            return await self._store.forget(post)
        if len(new) > 1:
            await self._store.begin(replace(post, nonce=post.nonce + DOUBLE))
        return await self._store.note(post, new[0], "")

    def _find_channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)

    async def _settle(self, owner: str, wanted: Wanted) -> None:
        if self.failures.clear(owner):
            log.info("the messages of %s are true again", owner)
        await self._store.settle(owner, wanted.version)
        if wanted.then:
            await wanted.then()

    async def _note_failure(self, update: _Update, wanted: Wanted) -> None:
        """Note when to try an owner again; if a channel in which it wants messages was deleted, say that it's lost."""
        owner, failed = update.owner, update.failed.values()
        is_lost = any(
            wanted.is_in(channel_id) and is_deleted(self._client, wanted.guild_id, channel_id, error)
            for channel_id, error in failed
        )
        if is_lost and wanted.is_over:
            self.failures.clear(owner)
            return await self._store.settle(owner, wanted.version)
        if is_lost and wanted.lost:
            await wanted.lost()
        channel_id, error = next(iter(failed))
        if self.failures.note(owner, wanted.guild_id, channel_id, error, began=update.began).times == 1:
            if isinstance(error, FAILURES):
                log.warning("messages of %s could not be shown: %s", owner, describe_discord_error(error))
            else:
                log_error(f"messages of {owner}", error)
        return None


def _may_stay(error: Exception, *, is_left: bool) -> bool:
    """Return whether a message may stay where it is: its owner has left the channel, and Discord refuses us there."""
    return is_left and find_cause(error) is Cause.CHANNEL


def _is_true(wanted: WantedPost, post: Post | None) -> bool:
    if post is None or post.message_id is None:
        return False
    return post.shown == wanted.shown or (wanted.is_root and post.message_id == _GONE)
