"""Commands for owners, apart from running the bot: `python bot.py COMMAND`. Each `OwnerCommand` of a module is one.

A command gets the settings and its arguments, and returns the exit code of the process. It prints sentences for the
owner, without secrets.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from hosting.command import OwnerCommand


def find() -> Mapping[str, OwnerCommand]:
    """Import every module of this package, and return the commands by name, in alphabetical order of the modules."""
    modules = [import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__)]
    commands = [each for module in modules for each in vars(module).values() if isinstance(each, OwnerCommand)]
    return {each.name: each for each in commands}
