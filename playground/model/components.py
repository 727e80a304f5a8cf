"""Components as Discord stores them: with defaults filled in and an id each."""

from collections.abc import Iterable, Iterator

from playground.model.values import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
ROLE_SELECT, CHANNEL_SELECT = 6, 8
TEXT, GALLERY, FILE, CONTAINER, LABEL = 10, 12, 13, 17, 18

SELECTS = (STRING_SELECT, ROLE_SELECT, CHANNEL_SELECT)

DEFAULTS: dict[int, Json] = {
    STRING_SELECT: {"min_values": 1, "max_values": 1},
    ROLE_SELECT: {"min_values": 1, "max_values": 1},
    CHANNEL_SELECT: {"min_values": 1, "max_values": 1},
    FILE: {"spoiler": False},
    CONTAINER: {"accent_color": None, "spoiler": False},
}


def list_children(tree: Json) -> Iterator[Json]:
    """Yield the components directly inside this one, in display order."""
    yield from tree.get("components", ())
    if isinstance(tree.get("component"), dict):
        yield tree["component"]


def walk(trees: Iterable[Json]) -> Iterator[Json]:
    """Yield these components and everything in them, depth first, parents before their children."""
    for tree in trees:
        yield tree
        yield from walk(list_children(tree))


def complete(trees: Iterable[Json]) -> tuple[Json, ...]:
    """Return valid components as Discord stores them: with default values, and an id for each without one."""
    trees = tuple(trees)
    taken = {tree["id"] for tree in walk(trees) if tree.get("id")}
    free = (number for number in range(1, 10_000) if number not in taken)
    return tuple(_complete(tree, free) for tree in trees)


def _write_id(partial: Json) -> Json:
    """Return an emoji or a select's default value, with its `id` as text; requests may give it as a number."""
    return {**partial, "id": str(partial["id"])} if partial.get("id") else partial


def _complete(tree: Json, free: Iterator[int]) -> Json:
    shape = {**DEFAULTS.get(tree["type"], {}), **{key: value for key, value in tree.items() if value is not None}}
    shape["id"] = tree.get("id") or next(free)
    if "components" in shape:
        shape["components"] = [_complete(child, free) for child in shape["components"]]
    if "component" in shape:
        shape["component"] = _complete(shape["component"], free)
    if "emoji" in shape:
        shape["emoji"] = _write_id(shape["emoji"])
    if "default_values" in shape:
        shape["default_values"] = [_write_id(each) for each in shape["default_values"]]
    if "options" in shape:
        shape["options"] = [
            {**each, "emoji": _write_id(each["emoji"])} if each.get("emoji") else each for each in shape["options"]
        ]
    if tree["type"] == GALLERY:
        shape["items"] = [{"description": None, "spoiler": False, **item} for item in tree["items"]]
    return shape
