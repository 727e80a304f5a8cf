"""Private screens that take a while: shown at once where they can be, announced where they can't."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import discord

from ui.controls import Interaction
from ui.layout import Screen
from ui.replies import ignore_if_gone, is_private, show, update

DEFER_AFTER = 1.5  # seconds; Discord waits three, and once it is told to wait, a quarter of an hour


async def await_screen(interaction: Interaction, answer: Coroutine[Any, Any, Screen]) -> Screen:
    """Wait for a screen, and tell Discord to wait if that takes long."""
    task = asyncio.create_task(answer)
    try:
        done, _ = await asyncio.wait({task}, timeout=DEFER_AFTER)
        if not done:
            await _ask_to_wait(interaction)
        return await task
    finally:
        task.cancel()


async def _ask_to_wait(interaction: Interaction) -> None:
    try:
        await interaction.response.defer(ephemeral=True, thinking=not is_private(interaction))
    except discord.HTTPException as error:
        ignore_if_gone(error)


async def put(interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
    """Put a screen in the place of the private one that was tapped; answer anything else with it, privately."""
    if not is_private(interaction):
        await show(interaction, view, files)
    elif not interaction.response.is_done():
        await update(interaction, view, files)
    else:
        await change(interaction, view, files)


async def change(interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
    """Change the private screen that an interaction was answered with, or came from."""
    view.stop()  # custom ids say it all
    try:
        await interaction.edit_original_response(view=view, attachments=files)
    except discord.HTTPException as error:
        ignore_if_gone(error)
