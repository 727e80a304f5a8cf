"""The checks of `live-check`: what the bot relies on in Discord. docs/live-check.md says why, in the same order."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import aiohttp
import discord

import render
from engine.variants import load
from ui.controls import make_nonce
from ui.history import has_mark, mark
from ui.layout import picture, screen, text
from ui.messages.channels.access import LOCKED, MISSING_ACCESS
from ui.messages.channels.threads import ALREADY_EXISTS
from ui.network.request_budget import PAUSE
from ui.outages import FAILURES, describe_discord_error
from ui.outbox import NONCE_LIFE, UNEDITABLE

T = TypeVar("T")
Request = Coroutine[Any, Any, T]

MARK = "Rackety live check"
"""A text in each message and in each thread's name; it's how the next run finds what was left behind."""
NOBODY = discord.AllowedMentions.none()
UNKNOWN_MESSAGE = 10008
GONE = frozenset({10003, UNKNOWN_MESSAGE, 10009})  # Discord's codes: no such channel, message or overwrite
MISSING = frozenset({MISSING_ACCESS, 50013})  # no access, and a permission is missing
TOO_MANY = 429
PATIENCE = 30.0  # seconds to wait for the end of an interrupted request
EDITS = 8


class UnexpectedBehaviorError(Exception):
    """Something that Discord did or didn't do, against what the bot relies on, as a sentence without ids or names."""


@dataclass(frozen=True, slots=True)
class LiveChannel:
    """A text channel of a test server, in which one check runs.

    `answers` are Discord's, oldest first. A nonce is sent again after `nonce_wait` seconds. At its end, a check's
    `cleanup` removes what it made; `left` names what stays.
    """

    client: discord.Client
    guild: discord.Guild
    channel: discord.TextChannel
    me: discord.Member
    answers: list[aiohttp.ClientResponse]
    nonce_wait: float
    cleanup: AsyncExitStack = field(default_factory=AsyncExitStack)
    left: list[str] = field(default_factory=list)

    @property
    def permissions(self) -> discord.Permissions:
        """The bot's permissions in the channel, as they were before the checks."""
        return self.channel.permissions_for(self.me)

    async def make(self, what: str, request: Request[T], remove: Callable[[T], Awaitable[object]]) -> T:
        """Return what a request makes, and remove it after the check; `what` names it in the report.

        The request is never canceled halfway, because Discord might carry it out without confirming it.
        """
        making = asyncio.ensure_future(request)

        async def undo() -> None:
            await asyncio.wait({making}, timeout=PATIENCE)
            if making.done() and making.exception() is None:
                await self.remove(what, remove(making.result()))

        self.cleanup.push_async_callback(undo)
        await asyncio.wait({making})
        return making.result()

    async def remove(self, what: str, request: Awaitable[object]) -> None:
        """Remove something that may be gone already, or note that it stays."""
        try:
            await request
        except FAILURES as error:
            if getattr(error, "code", 0) not in GONE:
                self.left.append(what)

    async def post(
        self,
        view: discord.ui.LayoutView | None = None,
        *files: discord.File,
        nonce: str = "",
        where: discord.abc.Messageable | None = None,
    ) -> discord.Message:
        """Post a message as the bot does, here or elsewhere: a line or a `view`; once, if the `nonce` is the same."""
        target, view = where or self.channel, view or write()
        sending = target.send(view=view, files=files, nonce=nonce or make_nonce(), allowed_mentions=NOBODY)
        return await self.make("a message", sending, discord.Message.delete)

    async def start_thread(self, kind: discord.ChannelType = discord.ChannelType.public_thread) -> discord.Thread:
        """Create a private thread, or a public one from a message."""
        if kind is discord.ChannelType.public_thread:
            starting = (await self.post()).create_thread(name=MARK, auto_archive_duration=60)
        else:
            starting = self.channel.create_thread(name=MARK, type=kind, auto_archive_duration=60)
        return await self.make("a thread", starting, discord.Thread.delete)

    @asynccontextmanager
    async def without(self, permission: str) -> AsyncIterator[None]:
        """Take a permission (discord.py's name) away from the bot in the channel, and give it back after the block.

        It's given back even if taking it away seems to have failed.
        """
        before, changed = (self.channel.overwrites_for(self.me) for _ in range(2))
        changed.update(**{permission: False})
        taking = asyncio.ensure_future(self.channel.set_permissions(self.me, overwrite=changed))
        try:
            await asyncio.wait({taking})
            taking.result()
            yield
        finally:
            await asyncio.wait({taking}, timeout=PATIENCE)
            giving_back = self.channel.set_permissions(self.me, overwrite=None if before.is_empty() else before)
            await self.remove(f"the channel's denial of {permission}", giving_back)


@dataclass(frozen=True, slots=True)
class Check:
    """A check, which returns what was seen, as a phrase for the report.

    It raises `UnexpectedBehaviorError` if Discord does something else than the bot relies on. Without the permissions
    in `needs` (discord.py's names), it's skipped. It may take `seconds`.
    """

    run: Callable[[LiveChannel], Coroutine[Any, Any, str]]
    needs: tuple[str, ...] = ()
    seconds: float = 60.0

    @property
    def name(self) -> str:
        """Its name in the report."""
        return self.run.__name__.replace("_", "-")


def draw(number: int) -> discord.File:
    """Draw an example of a rule system's table, which is nobody's game, with its alt text."""
    names, views = ("Ana", "Ben"), [each.example() for each in load().values()]
    view = views[number % len(views)]
    png, alt_text = render.png(view, names), render.table_text(view, names)
    return discord.File(io.BytesIO(png), filename=f"table-{number}.png", description=alt_text)


def write(*lines: str, file: discord.File | None = None) -> discord.ui.LayoutView:
    """Return a message of these lines below the mark, with a picture if there's a file."""
    return screen([text(f"-# {MARK}", *lines), *([picture(file)] if file else [])])


def require(fact: object, otherwise: str) -> None:
    """Reject what Discord did unless the fact is true."""
    if not fact:
        raise UnexpectedBehaviorError(otherwise)


async def require_refusal(request: Awaitable[object], codes: Collection[int], what: str) -> str:
    """Make a request, named by `what`, that Discord must refuse with one of these codes, and describe its answer."""
    expected = " or ".join(map(str, sorted(codes)))
    try:
        await request
    except discord.HTTPException as error:
        answer = f"{what}: {describe_discord_error(error)}"
        require(error.code in codes, f"{answer} instead of error {expected}")
        return answer
    raise UnexpectedBehaviorError(f"{what}: carried out instead of refused with error {expected}")


async def pictures(live: LiveChannel) -> str:
    """Post a picture, replace it in the same message with others, and edit the message without sending a file."""
    file = draw(0)
    message = await live.post(write(file=file), file)
    await _require_shown(live, message, file)
    for number in range(1, len(load())):
        file = draw(number)
        message = await message.edit(view=write(file=file), attachments=[file], allowed_mentions=NOBODY)
        await _require_shown(live, message, file)
    message = await message.edit(view=write("after", file=file), allowed_mentions=NOBODY)
    await _require_shown(live, message, file)
    return f"posted, replaced {number} times, and kept in an edit without a file, each time with its alt text"


async def _require_shown(live: LiveChannel, message: discord.Message, file: discord.File) -> None:
    inner = [part for each in message.components if isinstance(each, discord.Container) for part in each.children]
    galleries = [part for part in inner if isinstance(part, discord.MediaGalleryComponent)]
    found = [(item.media, item.description) for part in galleries for item in part.items]
    require(len(found) == 1, f"the message shows {len(found)} pictures instead of 1")
    ((media, description),) = found
    require(file.filename in media.url, "the message shows another file than the one that was sent last")
    require((description or "").strip() == (file.description or "").strip(), "the alt text is missing or changed")
    require(not message.attachments, "the file is also listed as an attachment, beside the gallery")
    file.fp.seek(0)
    sent, served = file.fp.read(24), await live.client.http.get_from_cdn(media.url)
    require(served[:24] == sent, "the address serves a picture of another size")  # which these bytes of a PNG give


async def size(live: LiveChannel) -> str:
    """Post a message nearly as large as the bot's largest, of 9,000 bytes."""
    view = write()
    for menu in range(4):
        options = [discord.SelectOption(label="." * 41, value=str(number)) for number in range(25)]
        view.add_item(discord.ui.ActionRow(discord.ui.Select(custom_id=f"live:{menu}", options=options)))
    await live.post(view)
    return "it passes"


async def nonce(live: LiveChannel) -> str:
    """Post a message four times with one nonce: twice at once, after a wait, and after it was deleted, and find it."""
    nonce, wait, view = make_nonce(), f"{live.nonce_wait:g} s", write()
    mark(view, nonce)
    first = await live.post(view, nonce=nonce)
    again = await live.post(nonce=nonce)
    require(again.id == first.id, "the same nonce, sent again at once, posted a second message")
    await asyncio.sleep(live.nonce_wait)
    again = await live.post(nonce=nonce)
    require(again.id == first.id, f"the same nonce, sent again after {wait}, posted a second message")
    marked = [message.id async for message in live.channel.history(limit=10) if has_mark(nonce, message)]
    require(marked == [first.id], "the channel's history doesn't show the number of the message's component")
    await first.delete()
    after = "the deleted one" if (await live.post(nonce=nonce)).id == first.id else "a new one"
    return f"one message, also after {wait} (the bot repeats a post for {NONCE_LIFE} s); once deleted, {after}"


async def deleted(live: LiveChannel) -> str:
    """Edit and delete a message that was deleted."""
    message = await live.post()
    await message.delete()
    edit = await require_refusal(message.edit(view=write()), {UNKNOWN_MESSAGE}, "an edit")
    return f"{edit}; {await require_refusal(message.delete(), {UNKNOWN_MESSAGE}, 'a second deletion')}"


async def mentions(live: LiveChannel) -> str:
    """Mention the server's owner in a message and in its edit, with mentions switched off."""
    message = await live.post(write(f"<@{live.guild.owner_id}>"))
    edited = await message.edit(view=write(f"<@{live.guild.owner_id}>", "edited"), allowed_mentions=NOBODY)
    for each, how in ((message, "the message"), (edited, "its edit")):
        is_silent = not (each.mentions or each.role_mentions or each.mention_everyone)
        require(is_silent, f"{how} mentions somebody although mentions are switched off")
    return "Discord lists no mention, neither in the message nor in its edit"


async def limits(live: LiveChannel) -> str:
    """Edit a message eight times with the bot's own pause."""
    before, message = len(live.answers), await live.post()
    for number in range(EDITS):
        await asyncio.sleep(PAUSE)
        await message.edit(view=write(f"burst {number}"))
    refused = sum(each.status == TOO_MANY for each in live.answers[before:])
    require(not refused, f"{refused} of {EDITS} edits, {PAUSE:g} s apart, met HTTP {TOO_MANY}")
    return f"{EDITS} edits, {PAUSE:g} s apart, without HTTP {TOO_MANY}"


async def thread(live: LiveChannel) -> str:
    """Create a thread from a message, then a second one, delete the message, and write in the thread."""
    thread = await live.start_thread()
    message = live.channel.get_partial_message(thread.id)
    refusal = await require_refusal(message.create_thread(name=MARK), {ALREADY_EXISTS}, "a second thread")
    await message.delete()
    await live.guild.fetch_channel(thread.id)
    await live.post(where=thread)
    return f"{refusal}; the thread has its message's id, outlives it and can be written in"


async def archived(live: LiveChannel) -> str:
    """Archive a thread, edit a message in it, and post a new one."""
    thread = await live.start_thread()
    message = await live.post(where=thread)
    await thread.edit(archived=True)
    refusal = await require_refusal(message.edit(view=write()), UNEDITABLE, "an edit in an archived thread")
    await live.post(where=thread)
    found = await live.guild.fetch_channel(thread.id)
    is_awake = isinstance(found, discord.Thread) and not found.archived
    require(is_awake, "the thread is still archived after a new message")
    await message.edit(view=write("edited"))
    return f"{refusal}; a new message reopens it"


async def locked(live: LiveChannel) -> str:
    """Write in a locked thread without Manage Threads."""
    thread = await live.start_thread()
    await thread.edit(locked=True)
    async with live.without("manage_threads"):
        return await require_refusal(live.post(where=thread), LOCKED, "a message to a locked thread")


async def private(live: LiveChannel) -> str:
    """Create a private thread, write in it, leave it, and write in it without Manage Threads."""
    thread = await live.start_thread(discord.ChannelType.private_thread)
    require(thread.is_private(), "Discord created another kind of thread")
    await live.post(where=thread)
    await thread.leave()
    async with live.without("manage_threads"):
        return await require_refusal(live.post(where=thread), {MISSING_ACCESS}, "a message from outside")


async def no_sending(live: LiveChannel) -> str:
    """Take Send Messages away from the bot in the channel, post and show typing, and give it back."""
    async with live.without("send_messages"):
        posting = await require_refusal(live.post(), MISSING, "a message")
        typing = await require_refusal(live.channel.typing(), MISSING, "typing")
    await live.channel.typing()
    await live.post()
    return f"{posting}; {typing}; given back, both pass again"


async def no_files(live: LiveChannel) -> str:
    """Take Attach Files away, post a message with a picture and one without, and give it back."""
    file, again = draw(0), draw(0)
    async with live.without("attach_files"):
        posting = await require_refusal(live.post(write(file=file), file), MISSING, "a message with a picture")
        await live.post()
    await live.post(write(file=again), again)
    return f"{posting}; messages without files pass; given back, pictures pass again"


POST = ("view_channel", "send_messages")
# A thread can only be deleted with Manage Threads, and a check leaves nothing behind.
THREAD = (*POST, "create_public_threads", "send_messages_in_threads", "manage_threads")
PRIVATE = (*POST, "create_private_threads", "send_messages_in_threads", "manage_threads", "manage_roles")

CHECKS = (
    Check(pictures, (*POST, "attach_files"), 180),
    Check(size, POST),
    Check(nonce, POST, 720),
    Check(deleted, POST),
    Check(mentions, POST),
    Check(limits, POST),
    Check(thread, THREAD),
    Check(archived, THREAD),
    Check(locked, (*THREAD, "manage_roles")),
    Check(private, PRIVATE),
    Check(no_sending, (*POST, "manage_roles")),
    Check(no_files, (*POST, "attach_files", "manage_roles")),
)
