"""The real bot in a process of its own, without discord.py's pauses and without answers that depend on a busy machine.

It is forked from a process that has imported it, because a start is waited for over and over.
"""

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from multiprocessing.process import BaseProcess
from pathlib import Path

import bot
from cogs.clock import ClockCog
from engine.text.phrases import ENGLISH
from monitoring.sink import NO_METRICS, MetricsSink
from services import deadlines, languages, suggestions
from storage.database import Database
from storage.games import games
from storage.settings import Language
from tests.support.accents import Accented
from tests.support.longest import LONGEST
from ui import deferred, translations
from ui.gateway import connection
from ui.messages import limits
from ui.network import post_failures
from ui.services import OwnerSettings

READY = "ready"
CATALOG = "CATALOG"  # in the environment: what all languages but English are
INSTALLED = "INSTALLED"  # in the environment: what else changes this bot, such as `tests.soak.planted_faults post-anew`
CATALOGS = {"accented": Accented(), **LONGEST}
PROBE_EVERY = post_failures.PROBE_EVERY  # seconds, as the bot has it outside tests
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.e2e.preloaded"])
# Coverage measures only processes that it sees begin.
_PROCESSES = multiprocessing.get_context("spawn") if "COVERAGE_PROCESS_START" in os.environ else _FORKS


class Tested(bot.Rackety):
    guild_ready_timeout = 0.0  # seconds

    def __init__(self, database: Database, choices: OwnerSettings, metrics: MetricsSink = NO_METRICS) -> None:
        super().__init__(database, choices, metrics)
        self._connection.guild_ready_timeout = self.guild_ready_timeout


_catch_up = ClockCog._catch_up  # noqa: SLF001  # a start has no other sign of it


async def catch_up(clock: ClockCog) -> None:
    """Say so of each shard when its tables that are outdated at a start have been noted, but for those dealt later."""
    returned = {*clock._returned}  # noqa: SLF001  # as above
    await _catch_up(clock)
    for _ in returned - clock._returned:  # noqa: SLF001  # as above
        print(READY, flush=True)  # noqa: T201  # the test waits for it


def start(folder: Path, log: Path, settings: Mapping[str, str], ready: float) -> BaseProcess:
    """Start the bot in `folder` with these environment variables too; it is ready `ready` seconds after Discord is.

    What it writes is appended to `log`.
    """
    log.touch()
    process = _PROCESSES.Process(target=_run, args=(folder, log, {**os.environ, **settings}, ready))
    process.start()
    return process


def _run(folder: Path, log: Path, environment: Mapping[str, str], ready: float) -> None:
    if sys.platform == "linux":  # else a bot outlives a test run that is killed
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    with log.open("ab") as file:
        for output in (1, 2):
            os.dup2(file.fileno(), output)
    if CATALOG in environment:
        other = CATALOGS[environment[CATALOG]]
        for each in (languages, translations):
            each.load_catalog = lambda of: ENGLISH if of is Language.ENGLISH else other  # type: ignore[attr-defined]
    suggestions.PATIENCE = deferred.DEFER_AFTER = 20.0  # seconds; less than the tests wait
    post_failures.PROBE_EVERY = 0.5  # seconds
    games.MOST_LOBBIES, limits.REMEMBERED = 1_000, 0  # tests do in a second what people do in an evening
    Tested.guild_ready_timeout = ready
    deadlines.LEAST_GRACE = 0  # tests don't wait for turns that end a minute later
    connection.PAUSE = 0.0  # seconds
    bot.Rackety, ClockCog._catch_up = Tested, catch_up  # type: ignore[misc, method-assign, assignment]  # noqa: SLF001
    for change in filter(None, environment.get(INSTALLED, "").split(";")):
        module, _, argument = change.partition(" ")
        import_module(module).install(argument)
    bot.main()
