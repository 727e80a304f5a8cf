"""Checks of messages: how large they may be, sending one twice, deleted ones, mentions, and how fast they're edited."""

import asyncio
import json
from typing import Any

import discord

from hosting.live_check.check import describe_answer, require, require_refusal
from hosting.live_check.live_channel import NOBODY, LiveChannel, write
from hosting.live_check.traffic import Answer
from ui.controls import make_nonce
from ui.messages.public_table import PAUSE
from ui.messages.table_record import NONCE_LIFE, UNKNOWN_MESSAGE
from ui.outages import FAILURES
from ui.text_mode import LARGEST_MESSAGE

LARGER = (10_000, 11_000)  # bytes that are only tried
MENUS, OPTIONS, LONGEST_LABEL = 4, 25, 100
EDITS = 8
HEADERS = ("Limit", "Remaining", "Reset", "Reset-After", "Bucket")
TOO_MANY = 429


async def post_large(live: LiveChannel) -> str:
    """Post a message as large as the bot's largest, then try larger ones."""
    await live.post(build_large(LARGEST_MESSAGE))
    tried = [f"{LARGEST_MESSAGE:,} bytes pass"]
    return "; ".join([*tried, *[f"{size:,} bytes: {await _try_size(live, size)}" for size in LARGER]])


def build_large(size: int) -> discord.ui.LayoutView:
    """Return a message whose components have exactly `size` bytes as JSON: menus with long labels."""
    options = [[discord.SelectOption(label=".", value=str(n)) for n in range(OPTIONS)] for _ in range(MENUS)]
    view = write()
    for number, each in enumerate(options):
        view.add_item(discord.ui.ActionRow(discord.ui.Select(custom_id=f"live:{number}", options=each)))
    components: Any = view.to_components()  # type: ignore[no-untyped-call]  # discord.py's own
    missing = size - len(json.dumps(components, ensure_ascii=False, separators=(",", ":")).encode())
    for option in (option for each in options for option in each):
        added = min(missing, LONGEST_LABEL - len(option.label))
        option.label += "." * added
        missing -= added
    return view


async def _try_size(live: LiveChannel, size: int) -> str:
    """Return what Discord makes of a message of this size; the repetitions after a server error aren't awaited."""
    before = len(live.traffic.answers)
    posting = asyncio.create_task(
        live.channel.send(view=build_large(size), nonce=make_nonce(), allowed_mentions=NOBODY)
    )
    try:
        while not posting.done() and not live.traffic.find_server_error(before):
            await asyncio.wait({posting}, timeout=0.05)
        if not posting.done():
            return f"HTTP {live.traffic.find_server_error(before)}"
        message = posting.result()
    except FAILURES as error:
        return describe_answer(error)
    finally:
        posting.cancel()
        await asyncio.gather(posting, return_exceptions=True)
    await live.created.make("a large message", message.delete(), _forget)
    return "passes"


async def _forget(_: object) -> None:
    pass


async def post_twice(live: LiveChannel) -> str:
    """Post a message twice with one nonce, at once and after a wait."""
    nonce = make_nonce()
    first = await live.post(nonce=nonce)
    again = await live.post(nonce=nonce)
    require(again.id == first.id, "the same nonce, sent again at once, posted a second message")
    await live.sleep(live.nonce_wait)
    again = await live.post(nonce=nonce)
    wait = f"{live.nonce_wait:g} s"
    require(again.id == first.id, f"the same nonce, sent again after {wait}, posted a second message")
    return f"one message, also after {wait}; the bot repeats a post for up to {NONCE_LIFE} s"


async def post_after_deletion(live: LiveChannel) -> str:
    """Post a message, delete it, and post it again with the same nonce."""
    nonce = make_nonce()
    first = await live.post(nonce=nonce)
    await first.delete()
    again = await live.post(nonce=nonce)
    if again.id == first.id:
        await require_refusal(again.edit(view=write()), {UNKNOWN_MESSAGE}, "an edit of the returned message")
        return "the second answer is the deleted message, which stays deleted"
    return "the second answer is a new message"


async def change_deleted(live: LiveChannel) -> str:
    """Delete a message, then edit it and delete it again."""
    message = await live.post()
    await message.delete()
    edit = await require_refusal(message.edit(view=write()), {UNKNOWN_MESSAGE}, "an edit")
    deletion = await require_refusal(message.delete(), {UNKNOWN_MESSAGE}, "a second deletion")
    return f"{edit}; {deletion}"


async def mention_nobody(live: LiveChannel) -> str:
    """Post and edit a message that mentions the application's owner, with mentions switched off."""
    message = await live.post(write(f"<@{live.owner_id}>"))
    edited = await message.edit(view=write(f"<@{live.owner_id}>", "edited"), allowed_mentions=NOBODY)
    for each, how in ((message, "the message"), (edited, "its edit")):
        pinged = each.mentions or each.role_mentions or each.mention_everyone
        require(not pinged, f"{how} mentions somebody although mentions are switched off")
    return "Discord lists no mention, neither in the message nor in its edit"


async def show_typing(live: LiveChannel) -> str:
    """Show that the bot is typing, as it does before it opens a table."""
    await live.channel.typing()
    return "accepted"


async def read_limits(live: LiveChannel) -> str:
    """Post and edit a message, and read the rate limits from the headers of the answers."""
    before = len(live.traffic.answers)
    message = await live.post()
    await message.edit(view=write("edited"))
    return "; ".join(_read_headers(each) for each in live.traffic.answers[before:])


def _read_headers(answer: Answer) -> str:
    missing = [f"X-RateLimit-{each}" for each in HEADERS if f"X-RateLimit-{each}" not in answer.headers]
    require(not missing, f"{answer}: these headers are missing: {', '.join(missing)}")
    limit, left, _, seconds = (answer.headers[f"X-RateLimit-{each}"] for each in HEADERS[:4])
    return f"{answer.method}: {limit} requests, {left} left, new ones in {float(seconds):g} s"


async def edit_quickly(live: LiveChannel) -> str:
    """Edit a message again and again, as often as the bot does."""
    message, before = await live.post(), len(live.traffic.answers)
    for number in range(EDITS):
        await live.sleep(PAUSE)
        await message.edit(view=write(f"burst {number}"))
    refused = live.traffic.count(TOO_MANY, before)
    require(not refused, f"{refused} of {EDITS} edits, {PAUSE:g} s apart, met HTTP {TOO_MANY}")
    slowest = max(each.seconds for each in live.traffic.answers[before:])
    return f"{EDITS} edits, {PAUSE:g} s apart, without HTTP {TOO_MANY}; the slowest took {slowest * 1000:.0f} ms"
