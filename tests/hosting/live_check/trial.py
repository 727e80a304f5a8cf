"""The real command against a playground, without its longer waits; and whether it left everything as it was."""

import argparse
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot_settings import BotSettings
from hosting.live_check import COMMAND
from hosting.live_check.checks import connection, messages
from hosting.live_check.report import Run
from playground import Playground
from playground.api.ratelimits import LIMITS
from playground.model.starting_world import GUILD_ID, TABLE_ID
from tests.support.playing_discord import point_discord_at

PERMISSIONS = ("MANAGE_ROLES", "MANAGE_THREADS", "CREATE_PRIVATE_THREADS")


@dataclass(frozen=True)
class Trial:
    playground: Playground
    report: Path
    runs: list[Run]

    @property
    def settings(self) -> BotSettings:
        here = self.playground
        return BotSettings(here.token, discord_api_url=here.api_url, discord_gateway_url=here.gateway_url)

    async def run(self, *more: str, **changed: int) -> int:
        """Run the command, and return its exit code."""
        return await COMMAND.run(self.settings, self.read(*more, **changed))

    def read(self, *more: str, **changed: Any) -> argparse.Namespace:
        """The parsed arguments, with changed ones."""
        parser = argparse.ArgumentParser()
        COMMAND.add_arguments(parser)
        places = ("--server", str(GUILD_ID), "--channel", str(TABLE_ID))
        asked = parser.parse_args([*places, "--report", str(self.report), "--nonce-wait", "0", *more])
        return argparse.Namespace(**{**vars(asked), **changed})

    @property
    def ended(self) -> dict[str, tuple[str, str]]:
        """How each check of the last run ended, and what was seen."""
        return {each.check.name: (each.status.value, each.seen) for each in self.runs[-1].outcomes}

    def list_ended(self, status: str) -> list[str]:
        return [name for name, (how, _) in self.ended.items() if how == status]

    def look(self) -> Any:
        """Everything that a run could leave behind."""
        world = self.playground.world
        channels = {each.id: each.denied for each in world.channels.values()}
        return channels, {each: world.messages(each) for each in channels}, dict(world.emojis)

    @property
    def changes(self) -> list[str]:
        """The requests so far that would change something."""
        return [f"{each.method} {each.path}" for each in self.playground.requests if each.method != "GET"]


@asynccontextmanager
async def trying(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, granted: tuple[str, ...] = PERMISSIONS, rate_limits: bool = True
) -> AsyncIterator[Trial]:
    for key, limit in LIMITS.items():
        monkeypatch.setitem(LIMITS, key, replace(limit, seconds=0.02))
    monkeypatch.setattr(messages, "PAUSE", 0.01)
    monkeypatch.setattr(connection, "LOGIN", 2.0)
    runs: list[Run] = []

    def keep(**facts: Any) -> Run:
        runs.append(Run(**facts))
        return runs[-1]

    monkeypatch.setattr("hosting.live_check.command.Run", keep)
    async with Playground.start(rate_limits=rate_limits, global_limit=False, granted=granted) as playground:
        point_discord_at(playground, monkeypatch)  # so that what the command sets ends with the test
        yield Trial(playground, folder / "report.md", runs)
