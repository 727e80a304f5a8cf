"""The version of Rackety. It's written here, because the image has no pyproject.toml, which repeats it."""

import platform
import sqlite3

import discord

VERSION = "1.0.0"


def write_versions() -> str:
    """Return the versions of Rackety and of what it runs on."""
    python, sqlite = platform.python_version(), sqlite3.sqlite_version
    return f"Rackety {VERSION}, Python {python}, discord.py {discord.__version__}, SQLite {sqlite}"
