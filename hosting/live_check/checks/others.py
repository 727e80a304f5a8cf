"""Checks of the application's emojis, and of direct messages."""

import secrets

import discord

from hosting.live_check.check import SkippedCheckError, describe_answer, require
from hosting.live_check.live_channel import EMOJI_MARK, LiveChannel, attach, write
from hosting.live_check.samples import make_samples
from render import read_emojis
from ui.controls import make_nonce
from ui.replies import DM_CLOSED


async def use_emoji(live: LiveChannel) -> str:
    """Create an emoji of the application, list it, use it in a menu, and delete it."""
    before = {each.id for each in await live.client.fetch_application_emojis()}
    name, image = f"{EMOJI_MARK}{secrets.token_hex(4)}", next(iter(read_emojis().values()))
    creating = live.client.create_application_emoji(name=name, image=image)
    async with live.created.meanwhile("an emoji", creating, discord.Emoji.delete) as emoji:
        there = {each.id: each.name for each in await live.client.fetch_application_emojis()}
        require(there.get(emoji.id) == name, "the new emoji isn't listed")
        message = await live.post(_show_emoji(emoji))
        shown = [part for row in message.components for part in getattr(row, "children", ())]
        used = [option.emoji for part in shown for option in getattr(part, "options", ())]
        require([each.id for each in used if each] == [emoji.id], "the menu came back without the emoji")
    after = {each.id for each in await live.client.fetch_application_emojis()}
    require(emoji.id not in after, "the emoji is still listed after its deletion")
    require(before <= after, "another emoji went away meanwhile")
    return f"created, listed, shown in a menu and deleted; the application's other emojis: {len(before)}"


def _show_emoji(emoji: discord.Emoji) -> discord.ui.LayoutView:
    view, option = write(), discord.SelectOption(label="tile", value="tile", emoji=emoji)
    view.add_item(discord.ui.ActionRow(discord.ui.Select(custom_id="live:emoji", options=[option])))
    return view


async def write_to_owner(live: LiveChannel) -> str:
    """Send the application's owner a direct message with a picture, edit it, and delete it."""
    first, second = make_samples()[:2]
    channel = await live.client.create_dm(discord.Object(live.owner_id))
    file = attach(first)
    sending = channel.send(view=write(file=file), files=[file], nonce=make_nonce())
    try:
        async with live.created.meanwhile("a direct message", sending, discord.Message.delete) as message:
            file = attach(second)
            edited = await message.edit(view=write(file=file), attachments=[file])
            require(edited.id == message.id, "the edit came back as another message")
    except discord.HTTPException as error:
        if error.code in DM_CLOSED:
            raise SkippedCheckError(
                f"the owner takes no direct messages from this server ({describe_answer(error)}), as the bot expects "
                "of some people; to check sending, allow them and run it again"
            ) from None
        raise
    return "sent with a picture, edited with another, and deleted"
