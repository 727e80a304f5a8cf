"""Messages in Discord's JSON. `base` is put before every file's path: the server's address, or nothing."""

from playground.model import json_objects
from playground.model.components import FILE
from playground.model.errors import Refused
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import Attachment, Json, Message
from playground.model.world import World

MEDIA_FIELDS = ("media", "file")


def write_attachment(one: Attachment, base: str, *, ephemeral: bool = False) -> Json:
    """Return Discord's attachment object, which is `ephemeral` if its message is."""
    shape: Json = {
        "id": str(one.id),
        "filename": one.filename,
        "size": len(one.data),
        "url": base + one.path,
        "proxy_url": base + one.path,
        "content_type": one.content_type,
    }
    if one.width is not None:
        shape |= {"width": one.width, "height": one.height}
    if ephemeral:
        shape["ephemeral"] = True
    return shape if one.description is None else {**shape, "description": one.description}


def write_media(item: Json, files: dict[str, Attachment], base: str) -> Json:
    """Return Discord's unfurled media item; `files` are the message's, by name, to which `attachment://` URLs refer."""
    url = str(item["url"])
    if not url.startswith("attachment://"):
        return {"id": "0", "url": url, "proxy_url": url, "width": None, "height": None, "content_type": None}
    one = files[url.removeprefix("attachment://")]
    return {
        "id": str(one.id),
        "url": base + one.path,
        "proxy_url": base + one.path,
        "width": one.width,
        "height": one.height,
        "content_type": one.content_type,
        "attachment_id": str(one.id),
    }


def write_component(tree: Json, files: dict[str, Attachment], base: str) -> Json:
    """Return a stored component, and everything in it, with its media resolved; `files` are the message's, by name."""
    shape = dict(tree)
    for name in ("components", "items"):
        if name in shape:
            shape[name] = [write_component(child, files, base) for child in shape[name]]
    if "options" in shape:
        shape["options"] = [_write_emoji(option) for option in shape["options"]]
    for name in MEDIA_FIELDS:
        if name in shape:
            shape[name] = write_media(shape[name], files, base)
    if shape.get("type") == FILE:
        held = files[str(tree["file"]["url"]).removeprefix("attachment://")]
        shape |= {"name": held.filename, "size": len(held.data)}
    return _write_emoji(shape)


def _write_emoji(shape: Json) -> Json:
    """Return a component or option, without the fields of its emoji that are None, as Unicode emojis have no id."""
    if not shape.get("emoji"):
        return shape
    return {**shape, "emoji": {name: value for name, value in shape["emoji"].items() if value is not None}}


def list_referenced(tree: object) -> set[str]:
    """Return the names of the files that components refer to by `attachment://` URLs."""
    if isinstance(tree, dict):
        return set().union(*(list_referenced(each) for each in tree.values()))
    if isinstance(tree, (list, tuple)):
        return set().union(*(list_referenced(each) for each in tree))
    if isinstance(tree, str) and tree.startswith("attachment://"):
        return {tree.removeprefix("attachment://")}
    return set()


def write_message(world: World, one: Message, base: str) -> Json:
    """Return Discord's message object."""
    files = {each.filename: each for each in one.attachments}
    shown = list_referenced(one.components)
    shape: Json = {
        "id": str(one.id),
        "type": one.kind,
        "channel_id": str(one.channel_id),
        "author": json_objects.write_user(world.user(one.author_id)),
        "content": one.content,
        "timestamp": json_objects.write_time(one.created),
        "edited_timestamp": None if one.edited is None else json_objects.write_time(one.edited),
        "flags": one.flags,
        "tts": False,
        "pinned": False,
        "mention_everyone": one.mention_everyone,
        "mentions": [json_objects.write_user(world.user(each)) for each in one.mentions],
        "mention_roles": [],
        # Discord lists only the files here that no component shows.
        "attachments": [
            write_attachment(each, base, ephemeral=one.ephemeral)
            for each in one.attachments
            if each.filename not in shown
        ],
        "embeds": [],
        "components": [write_component(each, files, base) for each in one.components],
    }
    return {**shape, **_write_origin(one), **_write_reply(world, one, base)}


def _write_origin(one: Message) -> Json:
    """Return the message's nonce, and the fields that describe the interaction it answers."""
    shape: Json = {} if one.nonce is None else {"nonce": one.nonce}
    if one.interaction_id is not None:
        shape |= {"application_id": str(APPLICATION_ID), "webhook_id": str(APPLICATION_ID)}
    if one.metadata is not None:
        shape["interaction_metadata"] = one.metadata
    if one.metadata is not None and one.command is not None:
        # Deprecated, but Discord still sends it, and no other documented field names the command.
        shape["interaction"] = {**{key: one.metadata[key] for key in ("id", "type", "user")}, "name": one.command}
    return shape


def _write_reply(world: World, one: Message, base: str) -> Json:
    if one.reference is None:
        return {}
    pointer = {"type": 0, "channel_id": str(one.channel_id), "message_id": str(one.reference)}
    try:
        original = write_message(world, world.message(one.channel_id, one.reference), base)
    except Refused:
        original = {}
    return {"message_reference": pointer, "referenced_message": original or None}
