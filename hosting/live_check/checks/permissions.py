"""Checks of permissions that are taken away from the bot in the channel and given back."""

from hosting.live_check.check import require_refusal, try_request
from hosting.live_check.live_channel import LiveChannel, attach, write
from hosting.live_check.samples import make_samples
from ui.messages.channels.access import MISSING_ACCESS

MISSING = frozenset({MISSING_ACCESS, 50013})  # Discord's codes: no access, and a permission is missing


async def lose_sending(live: LiveChannel) -> str:
    """Take Send Messages away, post a message and show typing, and give it back."""
    message = await live.post()
    async with live.without("send_messages"):
        posting = await require_refusal(live.post(), MISSING, "a message")
        typing = await require_refusal(live.channel.typing(), MISSING, "showing that the bot types")
        edit = await try_request(message.edit(view=write("edited")))
    await live.post()
    return f"{posting}; {typing}; an edit: {edit}; given back, messages pass again"


async def lose_files(live: LiveChannel) -> str:
    """Take Attach Files away, post and edit a message with a picture, and give it back."""
    sample, message = make_samples()[0], await live.post()
    async with live.without("attach_files"):
        posting = await require_refusal(live.post_picture(attach(sample)), MISSING, "a message with a picture")
        file = attach(sample)
        edit = await try_request(message.edit(view=write(file=file), attachments=[file]))
        await live.post()
    await live.post_picture(attach(sample))
    return (
        f"{posting}; an edit with a new picture: {edit}; messages without files pass; given back, pictures pass again"
    )
