"""Slash commands and background loops. Each module has one `commands.Cog`, which the bot finds and loads.

Cogs translate between Discord and the engine, and decide nothing about the game. A cog's only argument is the
`Services`. It may have these attributes, which the bot looks up by name:

- `taps` maps verbs (the actions that custom ids name) to the handlers of the buttons and menus with these verbs, and
  `forms` to those of submitted forms, also of forms that were opened before a restart;
- `on_change(game)` is called after every stored change. It must only schedule work, in a task of its own, so that it
  can neither fail nor delay the move. The order in which cogs are called doesn't matter;
- `begin()` is awaited once, when all cogs are loaded. If it raises, the bot doesn't start.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from inspect import isclass
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from discord.ext import commands

from engine.override import override
from services.concurrency.supervise import Work, keep_running
from storage.games import Game
from ui.controls import TapHandler
from ui.services import Services


class LoopingCog(commands.Cog):
    """A cog with endless work: `loops` has it by name, and all of it is supervised until the cog is unloaded."""

    loops: Mapping[str, Work] = {}
    _tasks: Sequence[asyncio.Task[None]] = ()

    @override
    async def cog_load(self) -> None:
        self._tasks = [asyncio.create_task(keep_running(name, loop), name=name) for name, loop in self.loops.items()]

    @override
    async def cog_unload(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def find() -> list[Callable[[Services], commands.Cog]]:
    """Import every module of this package and return their cog classes, in alphabetical order of the modules.

    Raises: ValueError unless each module has exactly one.
    """
    return [_cog_of(import_module(f"{__name__}.{each.name}")) for each in iter_modules(__path__)]


def _cog_of(module: ModuleType) -> Any:
    kinds = [each for each in vars(module).values() if isclass(each) and issubclass(each, commands.Cog)]
    cogs = [each for each in kinds if each.__module__ == module.__name__]
    if len(cogs) != 1:
        raise ValueError(f"{module.__name__} must have one cog, and has {len(cogs)}.")
    return cogs[0]


def handlers_of(cogs: Iterable[commands.Cog], kind: str) -> Mapping[str, TapHandler]:
    """Return all these cogs' `taps` or `forms` by verb. Raises: ValueError if two cogs handle the same verb."""
    handlers: dict[str, TapHandler] = {}
    for cog in cogs:
        own: Mapping[str, TapHandler] = getattr(cog, kind, {})
        if twice := handlers.keys() & own.keys():
            raise ValueError(f"Two cogs answer the same verb: {sorted(twice)}")
        handlers |= own
    return handlers


def listeners_of(parts: Iterable[object]) -> tuple[Callable[[Game], None], ...]:
    """Return the `on_change` methods of those of these objects that have one, in order."""
    return tuple(changed for part in parts if (changed := getattr(part, "on_change", None)))
