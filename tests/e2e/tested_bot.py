"""The real bot, which takes its time itself and spends none in discord.py's pauses: neither may matter to a test.

What it says must not depend on how busy the machine is, and a start is waited for over and over.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import bot
from cogs.clock import ClockCog
from engine.text.phrases import ENGLISH
from services import languages, suggestions
from services.computers import Pause
from storage.database import Database
from storage.settings import Language
from tests.support.accents import Accented
from tests.support.longest import LONGEST
from ui import deferred, translations

READY = "ready"
CATALOGUE = "CATALOGUE"  # in the environment: what all languages but English are
CATALOGUES = {"accented": Accented(), **LONGEST}


class Tested(bot.Rackety):
    def __init__(self, database: Database, pause: Pause, *, always_upload: bool) -> None:
        super().__init__(database, pause, always_upload=always_upload)
        self._connection.guild_ready_timeout = float(sys.argv[1])

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Without the five seconds that discord.py waits before it identifies anew."""


_go_on = ClockCog._go_on  # noqa: SLF001  # there is no other way in


async def go_on(clock: ClockCog) -> None:
    """Say so when the tables that are outdated at a start have been noted: those laid later are not among them."""
    await _go_on(clock)
    print(READY, flush=True)  # noqa: T201  # the test waits for it


if __name__ == "__main__":
    if CATALOGUE in os.environ:
        other = CATALOGUES[os.environ[CATALOGUE]]
        for each in (languages, translations):
            each.load_catalogue = lambda of: ENGLISH if of is Language.ENGLISH else other  # type: ignore[attr-defined]
    suggestions.PATIENCE = deferred.DEFER_AFTER = 20.0  # seconds; less than the tests wait
    bot.Rackety, ClockCog._go_on = Tested, go_on  # type: ignore[misc, method-assign, assignment]  # noqa: SLF001  # as above
    bot.main()
