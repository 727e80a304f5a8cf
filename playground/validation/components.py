"""Discord's checks on all components of a message or a modal together; `component_checker` checks each."""

import json
from collections.abc import Collection

from playground.model.components import CONTAINER, FILE, GALLERY, LABEL, ROW, SECTION, SEPARATOR, TEXT, walk
from playground.model.errors import SERVER_ERROR, Form, Refused
from playground.model.values import Json
from playground.validation.component_checker import MAX_COMPONENTS, MAX_TEXT, ComponentChecker

MAX_ROWS = 5
SIZE_CEILING = 10_170  # bytes of a message's components as JSON; undocumented, Discord answers above it with a 500

LEGACY_ROOT = (ROW,)
V2_ROOT = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
MODAL_ROOT = (ROW, TEXT, LABEL)


def check_message_components(
    form: Form, trees: object, files: Collection[str], *, v2: bool, emojis: Collection[int]
) -> None:
    """Check a message's components and record errors in `form`; `v2` says whether it consists of Components V2.

    `files` are the names that `attachment://` may refer to, `emojis` the ids of the bot's emojis.

    Raises: Refused with a 500 if the components take more than `SIZE_CEILING` bytes as JSON.
    """
    if not isinstance(trees, list):
        form.wrong(("components",), "BASE_TYPE_LIST", "Only iterables may be used in a list field.")
        return
    if not v2:
        form.length(("components",), trees, 0, MAX_ROWS)
    checker = ComponentChecker(form, files, emojis)
    checker.each(("components",), trees, V2_ROOT if v2 else LEGACY_ROOT)
    if checker.sound:
        _check_totals(form, trees)


def _check_totals(form: Form, trees: list[Json]) -> None:
    parts = list(walk(trees))
    if len(parts) > MAX_COMPONENTS:
        message = f"The total number of components cannot exceed {MAX_COMPONENTS}."
        form.wrong(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
    if sum(len(part["content"]) for part in parts if part["type"] == TEXT) > MAX_TEXT:
        message = f"The total displayable text cannot exceed {MAX_TEXT} characters."
        form.wrong(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    if len(json.dumps(trees, ensure_ascii=False, separators=(",", ":")).encode()) > SIZE_CEILING:
        raise Refused(SERVER_ERROR)


def check_modal(form: Form, data: Json) -> None:
    """Check a modal and record errors in `form`: its title of 1 to 45 characters, its custom id and its components.

    There must be 1 to 5 components, with only texts, labels and rows at the top level.
    """
    form.length(("title",), data.get("title"), 1, 45)
    form.length(("custom_id",), data.get("custom_id"), 1, 100)
    trees = data.get("components")
    form.length(("components",), trees, 1, 5)
    if isinstance(trees, list):
        ComponentChecker(form, ()).each(("components",), trees, MODAL_ROOT)
