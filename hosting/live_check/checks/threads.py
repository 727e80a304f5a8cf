"""Checks of threads: from a message, private, archived and locked."""

import discord

from hosting.live_check.check import require, require_refusal, try_request
from hosting.live_check.live_channel import LiveChannel, write
from ui.messages.channels.access import LOCKED, MISSING_ACCESS
from ui.messages.channels.threads import ALREADY_EXISTS
from ui.messages.table_message import UNEDITABLE


async def start_from_message(live: LiveChannel) -> str:
    """Create a thread from a message, then a second one, and delete the message."""
    message = await live.post()
    thread = await live.start_thread(message)
    require(thread.id == message.id, "the thread has another id than its message")
    again = message.create_thread(name=thread.name)
    refusal = await require_refusal(again, {ALREADY_EXISTS}, "a second thread")
    await message.delete()
    found = await live.guild.fetch_channel(thread.id)
    require(isinstance(found, discord.Thread), "after its message was deleted, the thread is another kind of channel")
    await live.post(where=thread)
    return f"{refusal}; the thread outlives its message and can be written in"


async def join_private(live: LiveChannel) -> str:
    """Create a private thread, write in it, leave it and join it again."""
    thread = await live.start_private_thread()
    require(thread.type is discord.ChannelType.private_thread, "Discord created another kind of thread")
    require(await _is_member(live, thread), "the bot isn't a member of the private thread that it created")
    await live.post(where=thread)
    await thread.leave()
    require(not await _is_member(live, thread), "the bot is still a member after it left")
    await thread.join()
    require(await _is_member(live, thread), "the bot isn't a member after it joined")
    return "created, written in, left and joined"


async def _is_member(live: LiveChannel, thread: discord.Thread) -> bool:
    route = discord.http.Route("GET", f"/channels/{thread.id}/thread-members/@me")
    try:
        await live.client.http.request(route)
    except discord.NotFound:
        return False
    return True


async def write_outside(live: LiveChannel) -> str:
    """Write in a private thread that the bot has left, without the right to moderate it."""
    thread = await live.start_private_thread()
    await thread.leave()
    async with live.without("manage_threads"):
        return await require_refusal(live.post(where=thread), {MISSING_ACCESS}, "a message to a private thread")


async def wake_archived(live: LiveChannel) -> str:
    """Archive a thread, edit a message in it, and post a new one."""
    thread = await live.start_thread(await live.post())
    message = await live.post(where=thread)
    await thread.edit(archived=True)
    refusal = await require_refusal(message.edit(view=write()), UNEDITABLE, "an edit in an archived thread")
    await live.post(where=thread)
    found = await live.guild.fetch_channel(thread.id)
    is_awake = isinstance(found, discord.Thread) and not found.archived
    require(is_awake, "the thread is still archived after a new message")
    await message.edit(view=write("edited"))
    return f"{refusal}; a new message reopens it"


async def write_locked(live: LiveChannel) -> str:
    """Lock a thread and write in it, without the right to moderate it."""
    thread = await live.start_thread(await live.post())
    await thread.edit(locked=True)
    async with live.without("manage_threads"):
        refusal = await require_refusal(live.post(where=thread), LOCKED, "a message to a locked thread")
        typing = await try_request(thread.typing())
    return f"{refusal}; showing that the bot types there: {typing}"
