"""The components that every screen is built from."""

from collections.abc import Iterable
from typing import Any

import discord

from engine.text.phrases import say

FELT = discord.Color(0x2A6268)
MOST_BUTTONS = 5  # in an action row
GOLD = discord.Color(0xFFC83D)
Layout = discord.ui.LayoutView
Screen = tuple[discord.ui.LayoutView, list[discord.File]]  # a message's components, and the files that they show
Items = Iterable[discord.ui.Item[Any]]


def screen(items: Items, color: discord.Color = FELT) -> discord.ui.LayoutView:
    """Return a message layout with these items in one container of this accent color; it never times out."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*items, accent_color=color))
    view.stop()  # the bot handles every control; discord.py would keep what it listens to
    return view


def notice(sentence: str) -> Layout:
    """Return a screen that is just this sentence."""
    return screen([text(sentence)])


def text(*lines: str) -> discord.ui.TextDisplay[Any]:
    """Return a text display of these lines; empty ones are left out."""
    return discord.ui.TextDisplay("\n".join(line for line in lines if line))


def picture(file: discord.File) -> discord.ui.MediaGallery[Any]:
    """Return a media gallery of one attached file, whose description is its alt text."""
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{file.filename}", description=file.description)
    return gallery


def write_loss(lost_at: int) -> str:
    """Return a line of small text: a solo ladder's game counts as lost at `lost_at`, in seconds since the epoch."""
    return "-# " + say("For the solo ladder: counts as lost {when} if you don't play.", when=f"<t:{lost_at}:R>")


def write_deadline(deadline: int | None) -> str:
    """Return a separator and the deadline (in seconds since the epoch) as relative time; empty without one."""
    return "" if deadline is None else " · " + say("ends {when}", when=f"<t:{deadline}:R>")
