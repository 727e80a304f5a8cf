"""Private screens that may take a while: sent at once if ready in time, otherwise after a deferral."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import discord

from ui.controls import Interaction
from ui.layout import Screen
from ui.replies import ignore_if_gone, is_private, show, update

DEFER_AFTER = 1.5  # seconds; Discord waits 3 for a response, and 15 minutes once it has been deferred


async def await_screen(interaction: Interaction, answer: Coroutine[Any, Any, Screen]) -> Screen:
    """Await `answer` and return its screen; defer the interaction's response if that takes more than 1.5 seconds."""
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
    """Show this screen in place of the tapped message if that is private, else in a new ephemeral message."""
    if not is_private(interaction):
        await show(interaction, view, files)
    elif not interaction.response.is_done():
        await update(interaction, view, files)
    else:
        await change(interaction, view, files)


async def change(interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
    """Show this screen by editing the interaction's original response: the reply to it, or else the tapped message."""
    try:
        await interaction.edit_original_response(view=view, attachments=files)
    except discord.HTTPException as error:
        ignore_if_gone(error)
