"""`check`: everything that would keep the bot from running, one line each."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator
from pathlib import Path

from bot_settings import BotSettings
from hosting.checks.discord_account import check_discord
from hosting.checks.finding import Finding, Severity, object_to, warn
from hosting.checks.machine import check_backups, check_database, check_disks, check_programs, check_settings
from hosting.command import OwnerCommand


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--offline", action="store_true", help="don't ask Discord")


async def _run(_: BotSettings, arguments: Namespace) -> int:
    is_well = True
    async for finding in _find_all(is_offline=arguments.offline):
        print(finding)
        is_well &= finding.severity is not Severity.PROBLEM
    return 0 if is_well else 1


async def _find_all(*, is_offline: bool) -> AsyncIterator[Finding]:
    settings, findings = check_settings(os.environ, Path(".env"))
    for finding in (*findings, *check_programs()):
        yield finding
    if settings is None:
        yield warn("The rest can be checked when the settings can be read.")
        return
    unusable: list[Path] = []
    for check in (check_database, check_disks, check_backups):
        try:
            for finding in check(settings):
                yield finding
        except OSError as error:
            path = Path(error.filename)
            if not any(path.is_relative_to(each) for each in unusable):
                unusable.append(path)
                yield object_to(f"{error.filename} can't be used: {error.strerror}.")
    if is_offline or not settings.discord_token:
        return
    async for finding in check_discord(settings):
        yield finding


COMMAND = OwnerCommand(
    name="check",
    help="say what would keep the bot from running: settings, database, disk, token and permissions",
    run=_run,
    add_arguments=_add_arguments,
    reads_settings=True,
)
