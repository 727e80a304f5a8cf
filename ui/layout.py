"""Components that every screen is made of."""

from collections.abc import Iterable
from typing import Any

import discord

FELT = discord.Color(0x2A6268)


MOST_BUTTONS = 5  # in a row


GOLD = discord.Color(0xFFC83D)


Layout = discord.ui.LayoutView

Screen = tuple[discord.ui.LayoutView, list[discord.File]]  # a message, and the files that it shows


Items = Iterable[discord.ui.Item[Any]]


def screen(items: Items, color: discord.Color = FELT) -> discord.ui.LayoutView:
    """One framed message."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*items, accent_color=color))
    return view


def text(*lines: str) -> discord.ui.TextDisplay[Any]:
    """Lines of text; empty ones are left out."""
    return discord.ui.TextDisplay("\n".join(line for line in lines if line))


def picture(file: discord.File) -> discord.ui.MediaGallery[Any]:
    """A file that is sent along, with its alt text."""
    gallery = discord.ui.MediaGallery[Any]()
    gallery.add_item(media=f"attachment://{file.filename}", description=file.description)
    return gallery


def write_deadline(deadline: int | None) -> str:
    """The deadline, in seconds since the epoch, as a timestamp that Discord counts down by itself; empty without."""
    return "" if deadline is None else f" · <t:{deadline}:R>"
