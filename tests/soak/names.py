"""The domain name system in tests: it knows `localhost` alone, and can fail."""

import os
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest import mock

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from engine.override import override

ADDRESS = "127.0.0.1"
NAME = "localhost"
DOWN = "names-are-down"  # a file in the bot's folder, while names can't be looked up


class Names(AbstractResolver):
    """Looks up names, unless it `is_down`."""

    def __init__(self, is_down: Callable[[], bool]) -> None:
        self._is_down = is_down

    @override
    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        if self._is_down():
            raise OSError(None, "Temporary failure in name resolution")
        return [
            {"hostname": host, "host": ADDRESS, "port": port, "family": family, "proto": 0, "flags": 0},
        ]

    @override
    async def close(self) -> None:
        """Close nothing."""


def looked_up(is_down: Callable[[], bool]) -> "mock._patch[object]":
    """Let all connections that discord.py opens look up their names here, each time."""
    connector = partial(aiohttp.TCPConnector, resolver=Names(is_down), use_dns_cache=False)
    return mock.patch.object(aiohttp, "TCPConnector", connector)


def use_names(url: str) -> str:
    """Return an address on this machine with the name in place of the number."""
    return url.replace(ADDRESS, NAME)


def install(_: str) -> None:
    """Let the running bot reach Discord by its name, and look that up here."""
    for setting in ("DISCORD_API_URL", "DISCORD_GATEWAY_URL"):
        os.environ[setting] = use_names(os.environ[setting])
    looked_up(Path(DOWN).exists).start()
