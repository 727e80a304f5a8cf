"""The components that every screen is built from."""

import json
from collections.abc import Iterable
from typing import Any

import discord

from engine.text.phrases import TILES, say, tile_signs
from ui.controls import PreparedRow
from ui.tile_signs import show_in_label, show_in_text

FELT = discord.Color(0x2A6268)
MOST_BUTTONS = 5  # in an action row
LARGEST_MESSAGE = 9_000  # bytes of a message's components as JSON: Discord fails above about 10,000
MOST_TEXT = 4_000  # Discord's limit for the characters of a message's text displays together
GOLD = discord.Color(0xFFC83D)
Layout = discord.ui.LayoutView
Screen = tuple[discord.ui.LayoutView, list[discord.File]]  # a message's components, and the files that they show
Items = Iterable[discord.ui.Item[Any]]


def screen(items: Items, color: discord.Color = FELT) -> discord.ui.LayoutView:
    """Return a message layout with these items in one container of this accent color; it never times out."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*items, accent_color=color))
    view.stop()  # the bot handles every control; discord.py would keep what it listens to
    _show_tiles(view)
    return view


def _show_tiles(view: discord.ui.LayoutView) -> None:
    """Show the tiles in a screen's texts as their reader sees them.

    If the message would be too large, menus lose emojis from the bottom up, then the longest texts show tiles as marks.
    """
    items = [*view.walk_children()]
    texts = [each for each in items if isinstance(each, discord.ui.TextDisplay) and TILES in each.content]
    marked = [each.content for each in texts]
    for each in texts:
        each.content = show_in_text(each.content)
    if tile_signs() is None or fits(view):
        return
    for each in reversed(items):
        if isinstance(each, PreparedRow) and not fits(view):
            each.drop_emojis()
    for each, content in sorted(zip(texts, marked, strict=True), key=lambda pair: -len(pair[0].content)):
        if not fits(view):
            each.content, _ = show_in_label(content)


def fits(view: discord.ui.LayoutView) -> bool:
    """Return whether Discord takes a message of this size."""
    return view.content_length() <= MOST_TEXT and measure(view) <= LARGEST_MESSAGE


def measure(view: discord.ui.LayoutView) -> int:
    """Return the size of a message's components as JSON, in bytes."""
    parts: Any = view.to_components()  # type: ignore[no-untyped-call]  # discord.py's own
    return len(json.dumps(parts, ensure_ascii=False).encode())


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
