"""Building new and edited messages from a request's body and files."""

import re
import secrets
import struct
from collections.abc import Sequence
from dataclasses import replace

from playground.model import components
from playground.model.errors import Form, Path
from playground.model.json_messages import list_referenced
from playground.model.values import COMPONENTS_V2, EPHEMERAL, LOADING, Attachment, Json, Message, Upload
from playground.model.world import World
from playground.validation import messages

PNG = b"\x89PNG\r\n\x1a\n"
PNG_HEADER = 24  # bytes, up to and including width and height
MENTION = re.compile(r"<@!?(\d+)>")
EVERYONE = re.compile(r"@(everyone|here)\b")
CONTENT_TYPES = {b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif", PNG: "image/png"}


def compose(world: World, blank: Message, body: Json, files: Sequence[Upload], root: Path = ()) -> Message:
    """Return the message `blank` filled from a request; errors' paths begin with `root`. It isn't posted yet.

    Raises: Refused with 50035 and the errors by path, 50006 if there is nothing to show, 40005 if files are too large.
    """
    flags = int(body.get("flags") or 0) & messages.SETTABLE_FLAGS
    made = _fill(world, replace(blank, flags=flags | blank.flags), body, files, root)
    return _add_mentions(world, made, body.get("allowed_mentions"))


def revise(world: World, old: Message, body: Json, files: Sequence[Upload], root: Path = ()) -> Message:
    """Return `old` as a request edits it; fields that the body doesn't name stay. `root` and Raises: as `compose`."""
    kept = old.flags & (EPHEMERAL | COMPONENTS_V2)  # neither flag can be removed
    flags = body.get("flags")
    wanted = old.flags & ~LOADING if flags is None else int(flags) & messages.SETTABLE_FLAGS & ~EPHEMERAL
    made = _fill(world, replace(old, flags=wanted | kept, edited=world.now()), body, files, root)
    if old.loading:
        made = replace(made, edited=None)
    return _add_mentions(world, made, body.get("allowed_mentions"))


def _fill(world: World, base: Message, body: Json, uploads: Sequence[Upload], root: Path) -> Message:
    messages.require_small_uploads(uploads)
    form = Form(root)
    files = _choose_files(world, form, base, body, uploads)
    messages.check_message(form, body, {file.filename for file in files}, v2=base.v2, emojis=world.emojis)
    _require_convertible(form, base, body)
    form.refuse()
    made = replace(base, attachments=files)
    if "content" in body:
        made = replace(made, content=str(body["content"] or ""))
    if "components" in body:
        made = replace(made, components=components.complete(body["components"] or ()))
    _require_shown_files(form, made)
    form.refuse()
    messages.require_not_empty(made.content, made.components, made.attachments)
    return made


def _require_convertible(form: Form, base: Message, body: Json) -> None:
    """Record an error if a request turns a message into Components V2 but keeps its content."""
    if base.v2 and base.content and "content" not in body:
        text = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
        form.wrong(("content",), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)


def _require_shown_files(form: Form, made: Message) -> None:
    """Record an error in `form` if the message's components show a file that isn't attached to it."""
    if missing := list_referenced(made.components) - {file.filename for file in made.attachments}:
        text = f"The referenced attachment was not found: {', '.join(sorted(missing))}"
        form.wrong(("attachments",), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", text)


def _choose_files(
    world: World, form: Form, base: Message, body: Json, uploads: Sequence[Upload]
) -> tuple[Attachment, ...]:
    """Return a message's files after a request: those that its `attachments` lists, else the old and the new ones."""
    old = {str(file.id): file for file in base.attachments}
    new = {str(upload.number): upload for upload in uploads}
    listed = body.get("attachments")
    if not isinstance(listed, list):
        return (*base.attachments, *(_store(world, base.channel_id, upload, {}) for upload in uploads))
    messages.check_listed_files(form, listed, {*old, *new})
    files: list[Attachment] = []
    for entry in listed:
        ident = str(entry.get("id"))
        if ident in new:
            files.append(_store(world, base.channel_id, new[ident], entry))
        elif ident in old:
            described = entry.get("description", old[ident].description)
            files.append(replace(old[ident], description=described))
    return tuple(files)


def _store(world: World, channel_id: int, upload: Upload, entry: Json) -> Attachment:
    named = str(entry.get("filename") or upload.filename)
    width, height = _measure_png(upload.data)
    return Attachment(
        id=world.snowflake(),
        channel_id=channel_id,
        filename=re.sub(r"[^A-Za-z0-9_.-]", "_", named),
        data=upload.data,
        content_type=find_content_type(upload.data),
        key=secrets.token_hex(8),
        width=width,
        height=height,
        description=entry.get("description"),
    )


def find_content_type(data: bytes) -> str:
    """Return the MIME type of a JPEG, GIF or PNG by its first bytes; `application/octet-stream` for other data."""
    found = (kind for start, kind in CONTENT_TYPES.items() if data.startswith(start))
    return next(found, "application/octet-stream")


def _measure_png(data: bytes) -> tuple[int | None, int | None]:
    """Return a PNG's width and height in pixels; None and None for other data."""
    if not data.startswith(PNG) or len(data) < PNG_HEADER:
        return None, None
    width, height = struct.unpack(">II", data[16:PNG_HEADER])
    return width, height


def _add_mentions(world: World, made: Message, allowed: Json | None) -> Message:
    shown = (part["content"] for part in components.walk(made.components) if part["type"] == components.TEXT)
    text = "\n".join((made.content, *shown))
    parse = ("users", "everyone", "roles") if allowed is None else allowed.get("parse") or ()
    named = {int(each) for each in (allowed or {}).get("users") or ()}
    found = dict.fromkeys(int(each) for each in MENTION.findall(text))
    users = tuple(
        each for each in found if (each in world.users or each == world.bot.id) and ("users" in parse or each in named)
    )
    return replace(made, mentions=users, mention_everyone="everyone" in parse and bool(EVERYONE.search(text)))
