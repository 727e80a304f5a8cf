"""The upload of the slash commands to Discord: in the background, and usually only if they have changed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from discord.ext import commands

from engine.override import override
from services.concurrency.supervise import run_to_end
from ui.commands import hash_commands
from ui.outages import FAILURES, RETRY, insist
from ui.services import Services

log = logging.getLogger(__name__)


class UploadCog(commands.Cog):
    """The upload of the commands after a start, if they have changed or if the settings say always."""

    DONE = "the commands are up to date"
    """The log message when the commands are up to date, whether they had to be uploaded or not."""

    def __init__(self, services: Services, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._tree = services.client.tree
        self._uploads = services.uploads
        self._always = services.choices.always_upload
        self._sleep = sleep
        self._taken = ""  # the hash of the commands that this process has uploaded
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Start the upload in the background. All cogs must be loaded, and the bot must be logged in."""
        work = run_to_end("commands", self.upload, backoff=RETRY, sleep=self._sleep)
        self._task = asyncio.create_task(work, name="commands")

    @override
    async def cog_unload(self) -> None:
        """Stop uploading. The next start uploads what is missing."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def upload(self) -> None:
        """Upload the commands if necessary, retrying while Discord fails; if it refuses them, log that and give up."""
        application_id = self._tree.client.application_id or 0
        digest = await hash_commands(self._tree)
        if self._always or await self._uploads.last(application_id) != digest:
            if digest != self._taken and not await self._is_taken():
                return
            self._taken = digest  # so that the next try doesn't upload again if storing it fails
            await self._uploads.keep(application_id, digest)
        log.info(self.DONE)

    async def _is_taken(self) -> bool:
        try:
            await insist(self._tree.sync, self._sleep)
        except FAILURES as error:
            why = "; ".join(line.strip() for line in str(error).splitlines())
            log.error("Discord refuses the commands, and keeps those that it has: %s", why)  # noqa: TRY400  # one line
            return False
        return True
