"""The application emojis of tile faces, for menus; menus also work without them."""

import asyncio
import logging
from collections.abc import Callable, Mapping

import discord
from discord.ext import commands

import render
from engine.override import override
from render.sprites.tile_emojis import full_name, read_name
from services.concurrency.supervise import run_to_end
from ui.outages import FAILURES, describe_discord_error, is_passing
from ui.services import Services

log = logging.getLogger(__name__)

_RETRY = 15 * 60.0  # seconds between tries while Discord or the network fails


class EmojisCog(commands.Cog):
    """The synchronization of the application's emojis with the tile pictures.

    An emoji's name ends with a fingerprint of its picture, such as `r4_3f2a`. So nothing is stored, and only missing or
    changed emojis are uploaded. Emojis with other kinds of names aren't the bot's and are left alone.
    """

    def __init__(self, services: Services, pictures: Callable[[], Mapping[str, bytes]] = render.read_emojis) -> None:
        self._client = services.client
        self._known = services.emojis
        self._pictures = pictures
        self._task: asyncio.Task[None] | None = None

    @commands.Cog.listener()
    async def on_connect(self) -> None:
        """Start synchronizing in the background, unless that's already running."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(run_to_end("emojis", self._work), name="emojis")

    @commands.Cog.listener()
    async def on_unknown_emoji(self) -> None:
        """Stop using emojis and synchronize them again, because somebody has deleted one by hand."""
        self._known.forget()
        await self.on_connect()

    @override
    async def cog_unload(self) -> None:
        """Stop synchronizing. The next start uploads what is missing."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            if await self._try_to_sync():
                return
            await asyncio.sleep(_RETRY)

    async def _try_to_sync(self) -> bool:
        try:
            await self.sync()
        except FAILURES as error:
            log.warning("emojis are not up to date: %s", describe_discord_error(error))
            return not is_passing(error)
        return True

    async def sync(self) -> None:
        """Upload missing emojis one by one, use all of them, and delete the bot's emojis with outdated pictures.

        Discord may allow about 50 uploads an hour, so this can take hours; until then, menus have no emojis.
        """
        pictures = await asyncio.to_thread(self._pictures)
        wanted = {full_name(name, png): name for name, png in pictures.items()}
        there = {each.name: each for each in await self._client.fetch_application_emojis()}
        found = {name: _make_partial(there[full]) for full, name in wanted.items() if full in there}
        for full, name in wanted.items():
            if full not in there:
                made = await self._client.create_application_emoji(name=full, image=pictures[name])
                found[name] = _make_partial(made)
        self._known.keep(found)
        for full, emoji in there.items():
            if read_name(full) in pictures and full not in wanted:
                await emoji.delete()


def _make_partial(emoji: discord.Emoji) -> discord.PartialEmoji:
    return discord.PartialEmoji(name=emoji.name, id=emoji.id)
