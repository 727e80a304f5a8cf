"""Forms as the playground checks them, without the server, and what is wrong with each."""

from collections.abc import Callable
from typing import Any

from playground.model.errors import Form, Refused
from playground.validation import commands, messages
from tests.playground.raw import Answer

Json = dict[str, Any]
Check = Callable[[Form, Json], None]

LENGTH, LONGEST, REQUIRED = "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_MAX_LENGTH", "BASE_TYPE_REQUIRED"
RANGE, CHOICE, KIND = "NUMBER_TYPE_RANGE", "BASE_TYPE_CHOICES", "UNION_TYPE_CHOICES"
ADDRESS, MISSING = "URL_TYPE_INVALID_URL", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
PICTURE = "https://example.org/t.png"


def new_message(form: Form, body: Json) -> None:
    messages.check_message(form, body, ["t.png"], v2=True, emojis=[7])


def legacy(form: Form, body: Json) -> None:
    messages.check_message(form, body, [], v2=False, emojis=[])


def files(form: Form, body: Json) -> None:
    messages.check_listed_files(form, body["attachments"], ["0"])


def command(form: Form, body: Json) -> None:
    commands.check_command(form, (), body)


def faults(check: Check, body: Json) -> dict[str, list[str]]:
    """What is refused, by its path."""
    form = Form()
    try:
        check(form, body)
        form.refuse()
    except Refused as refused:
        return Answer(refused.reason.status, refused.body()).wrong()
    return {}


def changed(part: Any, path: str, value: Any) -> Any:
    """The same with another value at a dotted path; without the key if that is None."""
    step, _, rest = path.partition(".")
    if isinstance(part, list):
        return [changed(each, rest, value) if str(at) == step else each for at, each in enumerate(part)]
    return {**part, step: changed(part[step], rest, value) if rest else value}


def options(count: int) -> list[Json]:
    return [{"label": f"tile {number}", "value": str(number)} for number in range(count)]


def texts(count: int) -> list[Json]:
    return [{"type": 10, "content": "x"} for _ in range(count)]


BUTTON: Json = {"type": 2, "style": 1, "label": "Draw", "custom_id": "draw"}
MENU: Json = {"type": 3, "custom_id": "pick", "options": options(3)}
PEOPLE: Json = {"type": 6, "custom_id": "who", "max_values": 25}
FIELD: Json = {"type": 4, "custom_id": "field", "style": 2}
OPTION: Json = {"type": 3, "name": "move", "description": "What", "choices": [{"name": "a", "value": "a"}]}
COMMAND: Json = {"name": "play", "description": "Play", "options": [OPTION]}


def gallery(count: int, **more: str) -> Json:
    return {"type": 12, "items": [{"media": {"url": PICTURE}, **more} for _ in range(count)]}


def shown(part: Json) -> Json:
    return {"components": [part]}


def in_row(part: Json) -> Json:
    return shown({"type": 1, "components": [part]})


def modal(part: Json) -> Json:
    return {"title": "x", "custom_id": "m", **shown({"type": 18, "label": "x", "component": part})}


ROW = "components.0.components.0."
TOP = "components.0."
INNER = "components.0.component."
