"""Slash commands and background loops: a module here has one `commands.Cog`, and the bot finds it by itself.

Cogs translate between people and the engine, and decide nothing about the game. A cog is built from the `Services`
alone. It may have these attributes, which the bot finds by their names:

- `taps` answers the buttons and menus of each verb;
- `on_change(game)` hears of every change that was stored. All it does is to note what there is to do, in a task of its
  own: it can neither fail nor delay the move, and the order in which cogs hear of a change doesn't matter;
- `begin()` is awaited once, when all cogs are loaded. What it raises ends the start.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from importlib import import_module
from inspect import isclass
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from discord.ext import commands

from storage.games import Game
from ui.controls import TapHandler
from ui.services import Services


def find() -> list[Callable[[Services], commands.Cog]]:
    """Import every module, and return the class of its cog.

    Raises:
        ValueError: a module has none, or several.
    """
    return [_cog_of(import_module(f"{__name__}.{each.name}")) for each in iter_modules(__path__)]


def _cog_of(module: ModuleType) -> Any:
    kinds = [each for each in vars(module).values() if isclass(each) and issubclass(each, commands.Cog)]
    cogs = [each for each in kinds if each.__module__ == module.__name__]
    if len(cogs) != 1:
        raise ValueError(f"{module.__name__} must have one cog, and has {len(cogs)}.")
    return cogs[0]


def taps_of(cogs: Iterable[commands.Cog]) -> Mapping[str, TapHandler]:
    """Return what answers each verb.

    Raises:
        ValueError: two cogs answer the same one.
    """
    taps: dict[str, TapHandler] = {}
    for cog in cogs:
        own: Mapping[str, TapHandler] = getattr(cog, "taps", {})
        if twice := taps.keys() & own.keys():
            raise ValueError(f"Two cogs answer the same verb: {sorted(twice)}")
        taps |= own
    return taps


def listeners_of(parts: Iterable[object]) -> tuple[Callable[[Game], None], ...]:
    """Return the `on_change` of each part that has one."""
    return tuple(changed for part in parts if (changed := getattr(part, "on_change", None)))


def beginnings_of(cogs: Iterable[commands.Cog]) -> list[Callable[[], Awaitable[None]]]:
    """Return the `begin` of each cog that has one."""
    return [begin for cog in cogs if (begin := getattr(cog, "begin", None))]
