"""What a panel shows, as discord.py reads it from what Discord gets."""

from collections.abc import Iterator
from typing import Any

import discord
from discord.components import _component_factory
from discord.ui.view import _component_to_item


def list_parts(panel: discord.ui.LayoutView | discord.ui.View | discord.ui.Modal) -> list[discord.ui.Item[Any]]:
    """All components of a panel, each before those that it holds.

    discord.py reads no field of a modal back; no row of one is prepared.
    """
    if isinstance(panel, discord.ui.Modal):
        return [*panel.walk_children()]
    return [part for each in panel.to_components() for part in _walk(_read(each))]


def list_texts(panel: discord.ui.LayoutView | discord.ui.View | discord.ui.Modal) -> list[str]:
    """All texts of a panel, but for those of its controls."""
    return [each.content for each in list_parts(panel) if isinstance(each, discord.ui.TextDisplay)]


def _read(payload: Any) -> Any:
    component = _component_factory(payload)
    assert component is not None, payload
    return _component_to_item(component, None)


def _walk(item: Any) -> Iterator[discord.ui.Item[Any]]:
    yield item
    if item._has_children():  # noqa: SLF001  # discord.py tells it in no other way
        yield from item.walk_children()
