"""Text beside a screen's pictures, for people who use a screen reader."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import discord

import render
from engine.game.views import View
from engine.text.phrases import say
from services.benches import BenchScreenData
from storage.settings import Person
from ui.layout import LARGEST_MESSAGE, MOST_TEXT, Layout, measure
from ui.markdown import escape_name

CUT = "…"


def describe_table(view: View, names: Sequence[str]) -> str:
    """Return this view's table in lines of Markdown; the players' names are untrusted and get escaped."""
    return render.table_lines(view, [escape_name(name) for name in names])


def describe_bench(bench: BenchScreenData) -> str:
    """Return a bench's table and rack in lines of Markdown."""
    view = bench.game_view.view
    return f"{describe_table(view, bench.game_view.names)}\n{render.rack_lines(view, render.Order(bench.person.order))}"


def add_text_for(person: Person, view: Layout, *words: Callable[[], str]) -> Layout:
    """Return the screen, with the texts that `words` return beside the pictures if this person wants that."""
    return add_text(view, *(each() for each in words)) if person.text else view


def add_text(view: Layout, *words: str) -> Layout:
    """Insert these texts into a screen and return it: the last text after the last picture, and so on backward.

    In a screen without pictures, there can be one text, after the first item. Texts are cut to Discord's limits.
    Raises: ValueError if there are more texts than pictures.
    """
    frame = next(each for each in view.children if isinstance(each, discord.ui.Container))
    items = [*frame.children]
    pictures = [index for index, each in enumerate(items) if isinstance(each, discord.ui.MediaGallery)]
    shown = [discord.ui.TextDisplay[Any]("x") for _ in words]
    behind = dict(zip((pictures or [0])[-len(words) :], shown, strict=True))
    frame.clear_items()
    for index, item in enumerate(items):
        frame.add_item(item)
        if index in behind:
            frame.add_item(behind[index])
    for (index, each), said in zip(behind.items(), _cut_to_fit(view, words), strict=True):
        each.content = said
        gallery = items[index]
        if isinstance(gallery, discord.ui.MediaGallery) and not said.endswith(CUT):
            gallery.items[0].description = say("Described below")  # nobody wants to hear it twice
    return view


def _cut_to_fit(view: Layout, words: Sequence[str]) -> list[str]:
    """Return the texts, cut at line ends so that they fit into the view; the longest text loses lines first."""
    chars, room = MOST_TEXT - view.content_length(), LARGEST_MESSAGE - measure(view)
    texts = [each.splitlines() for each in words]
    while sum(map(_length, texts)) > chars or sum(_size("\n".join(each)) for each in texts) > room:
        longest = max(texts, key=_length)
        if len(longest) == 1:
            break
        longest[-2:] = [CUT]
    return ["\n".join(each) for each in texts]


def _length(lines: Sequence[str]) -> int:
    return len("\n".join(lines))


def _size(part: str) -> int:
    return len(json.dumps(part, ensure_ascii=False).encode())
