"""Discord's checks on the components of messages and modals. The limits are from Discord's component reference."""

import json
from collections.abc import Callable, Collection

from playground.model.components import (
    BUTTON,
    CHANNEL_SELECT,
    CONTAINER,
    FILE,
    GALLERY,
    LABEL,
    ROLE_SELECT,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    walk,
)
from playground.model.errors import SERVER_ERROR, Form, Path, Refused
from playground.model.values import Json

MAX_ROWS = 5
SIZE_CEILING = 10_170  # bytes of a message's components as JSON; undocumented, Discord answers above it with a 500

LEGACY_ROOT = (ROW,)
V2_ROOT = (ROW, TEXT, GALLERY, FILE, CONTAINER)
MODAL_ROOT = (ROW, TEXT, LABEL)
MAX_COMPONENTS = 40  # including nested ones
MAX_TEXT = 4000  # characters in all text displays of a message together
ROW_WIDTH = 5
MAX_OPTIONS = 25
MAX_GALLERY = 10
MAX_ALT_TEXT = 1024
IN_CONTAINER = (ROW, TEXT, GALLERY, FILE)
IN_ROW = (BUTTON, *SELECTS)


def check_message_components(
    form: Form, trees: object, files: Collection[str], *, v2: bool, emojis: Collection[int]
) -> None:
    """Check a message's components and record errors in `form`; `v2` says whether it consists of Components V2.

    `files` are the names that `attachment://` may refer to, `emojis` the ids of the bot's emojis. Raises: Refused with
    a 500 above `SIZE_CEILING`.
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
    """Check a modal's title (1 to 45 characters), custom id and 1 to 5 components, and record errors in `form`."""
    form.length(("title",), data.get("title"), 1, 45)
    form.length(("custom_id",), data.get("custom_id"), 1, 100)
    trees = data.get("components")
    form.length(("components",), trees, 1, 5)
    if isinstance(trees, list):
        ComponentChecker(form, ()).each(("components",), trees, MODAL_ROOT)


class ComponentChecker:
    """A checker of all components in one request's body, which records errors in `form`.

    Custom ids must be unique in the whole body. `files` are the names that `attachment://` may refer to, and `emojis`
    the ids of the bot's emojis.
    """

    def __init__(self, form: Form, files: Collection[str], emojis: Collection[int] = ()) -> None:
        self._form = form
        self._files = files
        self._emojis = emojis
        self._custom_ids: set[str] = set()
        self.sound = True  # whether every component has a known type and text, so that totals can be computed
        self._rules: dict[int, Callable[[Path, Json], None]] = {
            ROW: self._row,
            BUTTON: self._button,
            STRING_SELECT: self._string_select,
            ROLE_SELECT: self._select,
            CHANNEL_SELECT: self._select,
            TEXT_INPUT: self._text_input,
            TEXT: self._text,
            GALLERY: self._gallery,
            FILE: self._file,
            CONTAINER: self._container,
            LABEL: self._label,
        }

    def each(self, path: Path, trees: object, allowed: tuple[int, ...]) -> None:
        """Check the sibling components `trees`, each of which must be of one of the `allowed` types."""
        if not isinstance(trees, list):
            self.sound = False
            self._form.wrong(path, "BASE_TYPE_REQUIRED", "This field is required")
            return
        for index, tree in enumerate(trees):
            self.one((*path, index), tree, allowed)

    def one(self, path: Path, tree: object, allowed: tuple[int, ...]) -> None:
        """Check that a component is of one of the `allowed` types, then check its fields and everything in it."""
        kind = tree.get("type") if isinstance(tree, dict) else None
        if not isinstance(tree, dict) or kind not in allowed:
            self.sound = False
            message = f'Value of field "type" must be one of {allowed}.'
            self._form.wrong((*path, "type"), "UNION_TYPE_CHOICES", message)
            return
        self._rules[int(str(kind))](path, tree)

    def _custom_id(self, path: Path, tree: Json) -> None:
        self._form.length((*path, "custom_id"), tree.get("custom_id"), 1, 100)
        custom_id = str(tree.get("custom_id"))
        if custom_id in self._custom_ids:
            message = "Component custom id cannot be duplicated"
            self._form.wrong((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self._custom_ids.add(custom_id)

    def _emoji(self, path: Path, tree: Json) -> None:
        """Check that a component's or option's custom emoji is one of the bot's. Unicode emojis aren't checked."""
        emoji = tree.get("emoji") or {}
        if emoji.get("id") and (not str(emoji["id"]).isdecimal() or int(emoji["id"]) not in self._emojis):
            self._form.wrong((*path, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _row(self, path: Path, tree: Json) -> None:
        """Check an action row, which has five places: a button takes one of them, any other component all five."""
        inner = tree.get("components")
        if not inner:
            self._form.length((*path, "components"), inner, 1, ROW_WIDTH)
        self.each((*path, "components"), inner, (*IN_ROW, TEXT_INPUT))
        width = 0
        for index, child in enumerate(inner if isinstance(inner, list) else ()):
            width += 1 if isinstance(child, dict) and child.get("type") == BUTTON else ROW_WIDTH
            if width > ROW_WIDTH:
                message = "The specified component exceeds the maximum width"
                self._form.wrong((*path, "components", index), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)

    def _button(self, path: Path, tree: Json) -> None:
        if not self._form.choice((*path, "style"), tree.get("style"), (1, 2, 3, 4)):
            return
        self._form.length((*path, "label"), tree.get("label"), 0, 80)
        self._emoji(path, tree)
        if not tree.get("label") and not tree.get("emoji"):
            message = "A button needs a label or an emoji"
            self._form.wrong(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", message)
        self._custom_id(path, tree)

    def _select(self, path: Path, tree: Json) -> None:
        self._custom_id(path, tree)
        self._form.length((*path, "placeholder"), tree.get("placeholder"), 0, 150)
        low, high = tree.get("min_values"), tree.get("max_values")
        self._form.between((*path, "min_values"), 1 if low is None else low, 0, MAX_OPTIONS)
        self._form.between((*path, "max_values"), 1 if high is None else high, 1, MAX_OPTIONS)
        chosen = tree.get("default_values") or []
        if chosen and not (1 if low is None else low) <= len(chosen) <= (1 if high is None else high):
            message = "There are fewer or more default values than may be chosen"
            self._form.wrong((*path, "default_values"), "SELECT_COMPONENT_DEFAULT_VALUES_OUT_OF_RANGE", message)

    def _string_select(self, path: Path, tree: Json) -> None:
        self._select(path, tree)
        options = tree.get("options")
        self._form.length((*path, "options"), options, 1, MAX_OPTIONS)
        if not options or not isinstance(options, list):
            return
        self._options((*path, "options"), options)
        high = tree.get("max_values") or 1
        if isinstance(high, int) and high > len(options):
            message = f"Must be {len(options)} or fewer: there are no more options."
            self._form.wrong((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", message)
        if sum(bool(option.get("default")) for option in options) > (high if isinstance(high, int) else 1):
            message = "More options are default than may be chosen"
            self._form.wrong((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message)

    def _options(self, path: Path, options: list[Json]) -> None:
        values: set[str] = set()
        for index, option in enumerate(options):
            self._form.length((*path, index, "label"), option.get("label"), 1, 100)
            self._form.length((*path, index, "value"), option.get("value"), 1, 100)
            self._form.length((*path, index, "description"), option.get("description"), 0, 100)
            self._emoji((*path, index), option)
            if option.get("value") in values:
                message = "The specified option value is already used"
                self._form.wrong((*path, index, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            values.add(str(option.get("value")))

    def _text(self, path: Path, tree: Json) -> None:
        self._form.length((*path, "content"), tree.get("content"), 1, MAX_TEXT)
        self.sound = self.sound and isinstance(tree.get("content"), str)

    def _media(self, path: Path, item: object, *, local: bool = False) -> None:
        url = str(item.get("url")) if isinstance(item, dict) else ""
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self._files:
                code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
                self._form.wrong((*path, "url"), code, "The referenced attachment was not found")
        elif local or not url.startswith(("http://", "https://")):
            self._form.wrong((*path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")

    def _gallery(self, path: Path, tree: Json) -> None:
        items = tree.get("items")
        self._form.length((*path, "items"), items, 1, MAX_GALLERY)
        for index, item in enumerate(items if isinstance(items, list) else ()):
            self._media((*path, "items", index, "media"), item.get("media"))
            self._form.length((*path, "items", index, "description"), item.get("description"), 0, MAX_ALT_TEXT)

    def _file(self, path: Path, tree: Json) -> None:
        self._media((*path, "file"), tree.get("file"), local=True)

    def _container(self, path: Path, tree: Json) -> None:
        self._form.length((*path, "components"), tree.get("components"), 1, MAX_COMPONENTS)
        self.each((*path, "components"), tree.get("components"), IN_CONTAINER)
        self._form.between((*path, "accent_color"), tree.get("accent_color") or 0, 0, 0xFFFFFF)

    def _label(self, path: Path, tree: Json) -> None:
        self._form.length((*path, "label"), tree.get("label"), 1, 45)
        self._form.length((*path, "description"), tree.get("description"), 0, 100)
        self.one((*path, "component"), tree.get("component"), (TEXT_INPUT,))

    def _text_input(self, path: Path, tree: Json) -> None:
        self._custom_id(path, tree)
        self._form.choice((*path, "style"), tree.get("style"), (1, 2))
        self._form.length((*path, "label"), tree.get("label"), 0, 45)
        self._form.length((*path, "placeholder"), tree.get("placeholder"), 0, 100)
        self._form.between((*path, "min_length"), tree.get("min_length") or 0, 0, 4000)
        longest = tree.get("max_length")
        self._form.between((*path, "max_length"), 4000 if longest is None else longest, 1, 4000)
        self._form.length((*path, "value"), tree.get("value"), 0, longest if isinstance(longest, int) else 4000)
