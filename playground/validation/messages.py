"""Discord's checks on messages and on answers to interactions."""

from collections.abc import Collection

from playground.model.errors import EMPTY_MESSAGE, REQUEST_TOO_LARGE, Form, Refused
from playground.model.values import COMPONENTS_V2, EPHEMERAL, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS, Json, Upload
from playground.validation.components import MAX_ALT_TEXT, check_message_components

MAX_CONTENT = 2000
MAX_FILES = 10
MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_REQUEST_BYTES = 25 * 1024 * 1024
MAX_CHOICES = 25

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

SETTABLE_FLAGS = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2


def require_small_uploads(files: Collection[Upload]) -> None:
    """Check the sizes of uploads. Raises: Refused with 40005 if a file, or all together, are too large."""
    sizes = [len(file.data) for file in files]
    if any(size > MAX_FILE_BYTES for size in sizes) or sum(sizes) > MAX_REQUEST_BYTES:
        raise Refused(REQUEST_TOO_LARGE)


def check_message(form: Form, body: Json, files: Collection[str], *, v2: bool, emojis: Collection[int]) -> None:
    """Check the body of a request that posts or edits a message; for the rest, see `check_message_components`."""
    form.length(("content",), body.get("content"), 0, MAX_CONTENT)
    if v2:
        _check_no_legacy(form, body)
    if body.get("components"):
        check_message_components(form, body["components"], files, v2=v2, emojis=emojis)
    _check_allowed_mentions(form, body.get("allowed_mentions") or {})


def _check_no_legacy(form: Form, body: Json) -> None:
    for name in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(name):
            message = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.wrong((name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _check_allowed_mentions(form: Form, allowed: Json) -> None:
    parse = allowed.get("parse") or []
    for index, name in enumerate(parse):
        form.choice(("allowed_mentions", "parse", index), name, ("everyone", "users", "roles"))
    for name in ("users", "roles"):
        form.length(("allowed_mentions", name), allowed.get(name), 0, 100)
        for index, each in enumerate(allowed.get(name) or []):
            if not str(each).isdecimal():
                text = f'Value "{each}" is not snowflake.'
                form.wrong(("allowed_mentions", name, index), "NUMBER_TYPE_COERCE", text)
        if allowed.get(name) and name in parse:
            text = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            form.wrong(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def check_listed_files(form: Form, entries: object, known: Collection[str]) -> None:
    """Check a body's `attachments`, each of which must be among the `known` ids, and record errors in `form`."""
    if not isinstance(entries, list):
        return
    form.length(("attachments",), entries, 0, MAX_FILES)
    for index, entry in enumerate(entries):
        form.length(("attachments", index, "description"), entry.get("description"), 0, MAX_ALT_TEXT)
        if str(entry.get("id")) not in known:
            text = "The attachment is neither uploaded with the request nor part of the message"
            form.wrong(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", text)


def require_not_empty(content: str, *parts: object) -> None:
    """Reject a message without content and with all other parts empty. Raises: Refused with 50006."""
    if not content.strip() and not any(parts):
        raise Refused(EMPTY_MESSAGE)


def list_answer_types(kind: int, *, from_message: bool) -> tuple[int, ...]:
    """Return the callback types that Discord accepts first; `from_message` says if a component opened the modal."""
    if kind == AUTOCOMPLETE:
        return (CHOICES,)
    if kind == COMMAND:
        return (MESSAGE, DEFERRED_MESSAGE, MODAL)
    if kind == COMPONENT:
        return (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, MODAL)
    return (MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE) if from_message else (MESSAGE, DEFERRED_MESSAGE)


def check_deferral(form: Form, data: Json) -> None:
    """Check that a deferred answer sets no flags but EPHEMERAL and SUPPRESS_NOTIFICATIONS; Components V2 come later."""
    if int(data.get("flags") or 0) & ~(EPHEMERAL | SUPPRESS_NOTIFICATIONS):
        form.wrong(("flags",), "MESSAGE_FLAGS_INVALID", "Only EPHEMERAL may be set on a deferred response")


def check_choices(form: Form, data: Json) -> None:
    """Check an autocomplete answer's choices: 25 at most, with names and text values of 1 to 100 characters."""
    offered = data.get("choices")
    if not isinstance(offered, list):
        form.wrong(("choices",), "BASE_TYPE_REQUIRED", "This field is required")
        return
    form.length(("choices",), offered, 0, MAX_CHOICES)
    for index, choice in enumerate(offered):
        form.length(("choices", index, "name"), choice.get("name"), 1, 100)
        value = choice.get("value")
        if isinstance(value, str) or value is None:
            form.length(("choices", index, "value"), value, 1, 100)
