"""The checks of `check` on this machine: the settings, the programs, the database and the folders."""

import os
import platform
import shutil
import sqlite3
import stat
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path

from bot_settings import BotSettings
from env_file import BadSettings
from hosting.checks.finding import Finding, fine, object_to, warn
from storage.backups.checksum import Checksum, judge_checksum
from storage.backups.contents import Contents, check_soundness, open_to_read, read_contents
from storage.backups.daily import OFF, DailyBackups, is_overdue
from storage.database import OLDEST_SQLITE, parse_path
from storage.errors import DatabaseInUse, StorageError
from storage.lock import hold_lock
from storage.paths import find_real_path, is_there
from storage.schema import migrations

LEAST_FREE = 200_000_000  # bytes on a disk; a thousand games of four players take 20 MB


def check_settings(environment: Mapping[str, str], path: Path) -> tuple[BotSettings | None, list[Finding]]:
    """Return the settings, None if any can't be read, and all that is wrong; a missing token is empty."""
    try:
        settings = BotSettings.read(environment, path)
    except BadSettings as error:
        findings = [object_to(each) for each in error.problems]
        try:
            settings = BotSettings.read(environment, path, needs_token=False)
        except BadSettings:
            return None, findings
    else:
        findings = [fine("All settings can be read.")]
    if path.exists() and _is_readable_by_others(path):
        findings.append(warn(f"Other accounts of this machine can read the token in {path}: chmod 600 {path}"))
    return settings, findings


def check_programs() -> Iterator[Finding]:
    """Find out whether Python's SQLite is new enough; an old Python hasn't come this far."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        yield object_to(f"Python's SQLite is {sqlite3.sqlite_version}: Rackety needs 3.37 or newer.")
    else:
        yield fine(f"Python is {platform.python_version()}, with SQLite {sqlite3.sqlite_version}.")


def check_database(settings: BotSettings) -> Iterator[Finding]:
    """Find out whether the database can be used or made, is ours, and is sound, without changing it."""
    try:
        path = parse_path(settings.database_url)
    except StorageError:  # `check_settings` says so
        return
    if not is_there(path.parent) or not path.parent.is_dir():
        yield object_to(f"The folder of the database, {path.parent}, doesn't exist: create it.")
    elif not os.access(path.parent, os.W_OK | os.X_OK):
        yield object_to(f"The folder of the database, {path.parent}, can't be written to by this account.")
    elif find_real_path(path).is_symlink():
        yield object_to(f"The links of the database {path} lead in a circle.")
    elif not path.exists() or not path.stat().st_size:
        yield fine(f"The first start creates the database {path}.")
    elif not os.access(path, os.R_OK | os.W_OK):
        yield object_to(f"The database {path} can't be read and written by this account.")
    else:
        yield from _check_file(path)


def _check_file(path: Path) -> Iterator[Finding]:
    try:
        try:
            with hold_lock(path):
                contents, user = _read(path, is_in_use=False), ""
        except DatabaseInUse:
            contents, user = _read(path, is_in_use=True), ", and a running bot uses it"
    except StorageError as error:
        yield object_to(str(error))
        return
    known = len(migrations())
    older = "" if contents.schema == known else f". The next start brings its schema from {contents.schema} to {known}"
    yield fine(f"The database {path} is sound{user}. It has {contents}{older}.")
    if _is_readable_by_others(path):
        yield warn(f"Other accounts of this machine can read everybody's racks in {path}: chmod 600 {path}")


def _read(path: Path, *, is_in_use: bool) -> Contents:
    with open_to_read(path, is_in_use=is_in_use) as reader:
        check_soundness(reader, f"The database {path}")
        return read_contents(reader, f"The database {path}")


def check_backups(settings: BotSettings) -> Iterator[Finding]:
    """Find out whether daily backups can be made, and whether the last good one is overdue."""
    if settings.backup_folder.lower() == OFF:
        yield warn("No daily backups are made, because BACKUP_FOLDER is none.")
    elif daily := _find_daily(settings):
        if not daily.may_make_folder and not daily.has_folder():
            yield warn("BACKUP_FOLDER isn't a folder: create it, or there are no daily backups.")
        elif daily.folder.exists() and not os.access(daily.folder, os.R_OK | os.W_OK | os.X_OK):
            yield warn(f"{daily.folder} can't be read and written by this account, so there are no daily backups.")
        else:
            yield from _check_copies(daily, datetime.now(UTC))


def _find_daily(settings: BotSettings) -> DailyBackups | None:
    try:
        return DailyBackups.of(settings.database_url, settings.backup_folder)
    except StorageError:
        return None


def _check_copies(daily: DailyBackups, now: datetime) -> Iterator[Finding]:
    """Judge the daily backups from the last one back to the first that is good."""
    found = daily.find()
    for day, path in reversed(found.items()):
        if day > now.date():
            yield warn(f"The date of the backup {path} is in the future: check the clock, then delete the file.")
        elif (checksum := _judge(path)) is Checksum.RIGHT:
            yield _judge_last(daily, day, now)
            return
        elif checksum is Checksum.MISSING:
            yield warn(f"The backup {path} has no checksum: release 1.0.0 made it, or its end is missing.")
        else:
            yield warn(f"The backup {path} is damaged or can't be read: delete it, and the bot soon makes another one.")
    if daily.database.exists():
        yield warn(f"There's no good daily backup in {daily.folder}: start the bot, or look in its log.")
    else:
        yield fine(f"Daily backups will be made in {daily.folder}.")


def _judge(path: Path) -> Checksum:
    try:
        return judge_checksum(path)
    except StorageError:  # it can't be read
        return Checksum.WRONG


def _judge_last(daily: DailyBackups, day: date, now: datetime) -> Finding:
    age = (now.date() - day).days
    made = f"{age} days ago" if age > 1 else "yesterday" if age else "today"
    last = f"The last good daily backup in {daily.folder} was made {made} ({day})"
    if is_overdue(day, now):
        return warn(f"{last}: start the bot, or look in its log.")
    return fine(f"{last}.")


def check_disks(settings: BotSettings) -> Iterator[Finding]:
    """Find out whether the disks of the database and of the backups have room."""
    try:
        folders = [parse_path(settings.database_url).parent]
    except StorageError:  # as above
        return
    daily = _find_daily(settings)
    if daily and daily.has_folder():
        folders.append(daily.folder)
    disks = {folder.stat().st_dev: folder for folder in reversed(folders) if folder.is_dir()}
    for folder in sorted(disks.values()):
        free = shutil.disk_usage(folder).free
        text = f"The disk of {folder} has {free / 1e6:,.0f} MB left"
        yield fine(f"{text}.") if free >= LEAST_FREE else warn(f"{text}: free some space.")


def _is_readable_by_others(path: Path) -> bool:
    return bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))
