"""Checks of messages with pictures, and of their edits."""

import discord

from hosting.live_check.check import require
from hosting.live_check.live_channel import NOBODY, LiveChannel, attach, write
from hosting.live_check.samples import SamplePicture, make_samples


async def post_each(live: LiveChannel) -> str:
    """Post one message with each kind of picture, and load the first picture."""
    samples = make_samples()
    for sample in samples:
        file = attach(sample)
        message = await live.post_picture(file)
        _require_shown(message, sample, file.filename)
        if sample is samples[0]:
            served = await live.client.http.get_from_cdn(_find_pictures(message)[0].media.url)
            require(_measure(served) == _measure(sample.png), "the picture's address doesn't lead to that picture")
    smallest, largest = min(len(each.png) for each in samples), max(len(each.png) for each in samples)
    return f"{len(samples)} kinds of pictures, {smallest / 1024:.0f} to {largest / 1024:.0f} KiB, with their alt texts"


async def edit_each(live: LiveChannel) -> str:
    """Edit one message again and again, each time with a new file of another kind."""
    first, *others = make_samples()
    file = attach(first)
    message = await live.post_picture(file)
    for number, sample in enumerate(others, 1):
        file = attach(sample, number)
        edited = await message.edit(view=write(file=file), attachments=[file], allowed_mentions=NOBODY)
        require(edited.id == message.id, "the edit came back as another message")
        _require_shown(edited, sample, file.filename)
    return f"{len(others)} edits with a new file each; the new picture replaced the old one with its alt text"


async def edit_words(live: LiveChannel) -> str:
    """Edit the words of a message with a picture, without sending the picture again."""
    sample = make_samples()[0]
    file = attach(sample)
    message = await live.post_picture(file, "before")
    edited = await message.edit(view=write("after", file=file), allowed_mentions=NOBODY)
    _require_shown(edited, sample, file.filename)
    return "the picture and its alt text stayed"


def _require_shown(message: discord.Message, sample: SamplePicture, filename: str) -> None:
    """Reject a message that doesn't show this picture and no other under this file name, with its alt text.

    Raises:
        UnexpectedBehaviorError: something is missing or wrong.
    """
    kind, found = sample.name, _find_pictures(message)
    require(message.flags.components_v2, f"{kind}: the message came back without the flag of Components V2")
    require(len(found) == 1, f"{kind}: the message shows {len(found)} pictures instead of 1")
    shown = found[0]
    require(filename in shown.media.url, f"{kind}: the message shows another file than the one that was sent last")
    require((shown.description or "").strip() == sample.alt_text.strip(), f"{kind}: the alt text is missing or changed")
    size = shown.media.width, shown.media.height
    require(size == _measure(sample.png), f"{kind}: the picture's size changed")
    require(not message.attachments, f"{kind}: the file is also listed as an attachment, beside the gallery")


def _find_pictures(message: discord.Message) -> list[discord.MediaGalleryItem]:
    inner = [part for each in message.components if isinstance(each, discord.Container) for part in each.children]
    return [item for part in inner if isinstance(part, discord.MediaGalleryComponent) for item in part.items]


def _measure(png: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG file in pixels (https://www.w3.org/TR/png/#11IHDR)."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
