"""The channel in which the checks run, and everything that they share."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import discord

from hosting.live_check.creations import Creations
from hosting.live_check.samples import SamplePicture
from hosting.live_check.traffic import Traffic
from ui.controls import make_nonce
from ui.layout import picture, screen, text

MARK = "Rackety live check"
"""A text in each message and in each thread's name; it's how the next run finds what was left behind."""
NOBODY = discord.AllowedMentions.none()
EMOJI_MARK = "live_check_"  # the beginning of each emoji's name


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveChannel:
    """A text channel of a test server, what was created there, and what Discord answered.

    `owner_id` is the user id of the application's owner. `nonce_wait` is the number of seconds after which a nonce is
    sent again, and `upload` whether the bot's slash commands may be uploaded.
    """

    client: discord.Client
    guild: discord.Guild
    channel: discord.TextChannel
    me: discord.Member
    owner_id: int
    traffic: Traffic
    nonce_wait: float
    upload: bool
    created: Creations = field(default_factory=Creations)
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep

    @property
    def permissions(self) -> discord.Permissions:
        """The bot's permissions in the channel, as they were before the checks."""
        return self.channel.permissions_for(self.me)

    async def post(
        self,
        view: discord.ui.LayoutView | None = None,
        files: Sequence[discord.File] = (),
        *,
        nonce: str = "",
        where: discord.abc.Messageable | None = None,
    ) -> discord.Message:
        """Post a message as the bot does, which is deleted in the end; without a `view`, it has just a line of text.

        `where` is another place than the channel. With the same `nonce`, Discord posts the message once.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: it can't be posted.
        """
        place, content = where or self.channel, view or write()
        sending = place.send(view=content, files=files, nonce=nonce or make_nonce(), allowed_mentions=NOBODY)
        return await self.created.make("a message", sending, discord.Message.delete)

    async def post_picture(self, file: discord.File, *lines: str) -> discord.Message:
        """Post a message of these lines with a picture, which is deleted in the end.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: it can't be posted.
        """
        return await self.post(write(*lines, file=file), [file])

    async def start_thread(self, message: discord.Message) -> discord.Thread:
        """Create a thread from a message, which is deleted in the end.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: it can't be created.
        """
        starting = message.create_thread(name=MARK, auto_archive_duration=60)
        return await self.created.make("a thread", starting, discord.Thread.delete)

    async def start_private_thread(self) -> discord.Thread:
        """Create a private thread, which is deleted in the end.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: it can't be created.
        """
        kind = discord.ChannelType.private_thread
        starting = self.channel.create_thread(name=MARK, type=kind, auto_archive_duration=60)
        return await self.created.make("a private thread", starting, discord.Thread.delete)

    @asynccontextmanager
    async def without(self, permission: str) -> AsyncIterator[None]:
        """Take a permission (discord.py's name) away from the bot in the channel, and give it back after the block.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: a request fails.
        """
        before, changed = (self.channel.overwrites_for(self.me) for _ in range(2))
        changed.update(**{permission: False})

        async def restore() -> None:
            await self.channel.set_permissions(self.me, overwrite=None if before.is_empty() else before)

        taking = self.channel.set_permissions(self.me, overwrite=changed)
        async with self.created.changing("a permission that the channel denies to the bot", taking, restore):
            yield


def write(*lines: str, file: discord.File | None = None) -> discord.ui.LayoutView:
    """Return a message of these lines below the mark, with a picture if there's a file."""
    return screen([text(f"-# {MARK}", *lines), *([picture(file)] if file else [])])


def attach(sample: SamplePicture, number: int = 0) -> discord.File:
    """Return a sample's picture as a file with its alt text; each `number` makes another file name."""
    return discord.File(io.BytesIO(sample.png), filename=f"{sample.name}-{number}.png", description=sample.alt_text)
