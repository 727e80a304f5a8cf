"""Discord's limits of forms: the last values that are taken, and the first that are refused."""

from typing import Any

import pytest

from playground.model.errors import Refused
from playground.model.values import Upload
from playground.validation import commands, components, messages
from tests.playground.forms import (
    ADDRESS,
    BUTTON,
    CHOICE,
    COMMAND,
    FIELD,
    INNER,
    LENGTH,
    LONGEST,
    MENU,
    OPTION,
    PEOPLE,
    RANGE,
    REQUIRED,
    ROW,
    TOP,
    Check,
    Json,
    changed,
    command,
    faults,
    files,
    gallery,
    in_row,
    legacy,
    modal,
    new_message,
    options,
    shown,
    texts,
)

Limit = tuple[Check, Json, str, list[Any], list[Any], str]

CHOICES = [{"name": "a", "value": "a", "name_localizations": {}}]
SPOKEN: Json = {
    **COMMAND,
    "description_localizations": {},
    "options": [{**OPTION, "description_localizations": {}, "choices": CHOICES}],
}

ROWS = [{"type": 1, "components": [{**BUTTON, "custom_id": f"r{number}"}]} for number in range(6)]
OPTIONS = [{**OPTION, "name": f"o{number}"} for number in range(26)]

LIMITS: list[Limit] = [
    (legacy, {"components": []}, "components", [ROWS[:1], ROWS[:5]], [ROWS], LONGEST),
    (new_message, shown(gallery(1)), TOP + "items", [gallery(10)["items"]], [[], gallery(11)["items"]], LENGTH),
    (new_message, shown(gallery(1)), TOP + "items.0.description", ["", "x" * 1024], ["x" * 1025], LONGEST),
    (command, COMMAND, "options", [[], OPTIONS[:25]], [OPTIONS], LONGEST),
    (new_message, in_row(BUTTON), ROW + "label", ["x", "x" * 80], ["x" * 81], LONGEST),
    (new_message, in_row(BUTTON), ROW + "custom_id", ["x", "x" * 100], ["", "x" * 101], LENGTH),
    (new_message, in_row(BUTTON), ROW + "style", [1, 2, 3, 4], [0, 5, True], CHOICE),
    (new_message, shown(texts(1)[0]), TOP + "content", ["x", "x" * 4000], [""], LENGTH),
    (new_message, in_row(PEOPLE), ROW + "custom_id", ["x", "x" * 100], ["", "x" * 101], LENGTH),
    (new_message, in_row(PEOPLE), ROW + "placeholder", ["", "x" * 150], ["x" * 151], LONGEST),
    (new_message, in_row(PEOPLE), ROW + "min_values", [0, 25, None], [-1, 26, "1"], RANGE),
    (new_message, in_row(PEOPLE), ROW + "max_values", [1, 25, None], [0, 26, "1"], RANGE),
    (new_message, in_row(MENU), ROW + "options", [options(1), options(25)], [[], options(26)], LENGTH),
    (new_message, in_row(MENU), ROW + "max_values", [1, 3], [4], "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"),
    (new_message, in_row(MENU), ROW + "options.1.label", ["x", "x" * 100], ["", "x" * 101], LENGTH),
    (new_message, in_row(MENU), ROW + "options.1.value", ["x", "x" * 100], ["", "x" * 101], LENGTH),
    (new_message, in_row(MENU), ROW + "options.1.description", ["", "x" * 100], ["x" * 101], LONGEST),
    (new_message, shown({"type": 13}), TOP + "file", [{"url": "attachment://t.png"}], [], ADDRESS),
    (new_message, shown({"type": 17}), TOP + "components", [texts(1), texts(39)], [[]], LENGTH),
    (
        new_message,
        shown({"type": 17, "components": texts(1)}),
        TOP + "accent_color",
        [0, 0xFFFFFF],
        [-1, 1 << 24],
        RANGE,
    ),
    (components.check_modal, modal(FIELD), "title", ["x", "x" * 45], ["", "x" * 46], LENGTH),
    (components.check_modal, modal(FIELD), "custom_id", ["x", "x" * 100], ["", "x" * 101], LENGTH),
    (components.check_modal, modal(FIELD), "components", [texts(1), texts(5)], [[], texts(6)], LENGTH),
    (components.check_modal, modal(FIELD), TOP + "label", ["x", "x" * 45], ["", "x" * 46], LENGTH),
    (components.check_modal, modal(FIELD), TOP + "description", ["", "x" * 100], ["x" * 101], LONGEST),
    (components.check_modal, modal(FIELD), INNER + "custom_id", ["x", "x" * 100], ["", "x" * 101], LENGTH),
    (components.check_modal, modal(FIELD), INNER + "style", [1, 2], [0, 3, None], CHOICE),
    (components.check_modal, modal(FIELD), INNER + "label", ["", "x" * 45], ["x" * 46], LONGEST),
    (components.check_modal, modal(FIELD), INNER + "placeholder", ["", "x" * 100], ["x" * 101], LONGEST),
    (components.check_modal, modal(FIELD), INNER + "min_length", [0, 4000, None], [-1, 4001], RANGE),
    (components.check_modal, modal(FIELD), INNER + "max_length", [1, 4000, None], [0, 4001], RANGE),
    (components.check_modal, modal(FIELD), INNER + "value", ["", "x" * 4000], ["x" * 4001], LONGEST),
    (components.check_modal, modal({**FIELD, "max_length": 3}), INNER + "value", ["xxx"], ["xxxx"], LONGEST),
    (legacy, {"content": ""}, "content", ["", "x" * 2000], ["x" * 2001], LONGEST),
    (new_message, {"allowed_mentions": {"users": []}}, "allowed_mentions.users", [["1"] * 100], [["1"] * 101], LONGEST),
    (new_message, {"allowed_mentions": {"roles": []}}, "allowed_mentions.roles", [["1"] * 100], [["1"] * 101], LONGEST),
    (files, {"attachments": []}, "attachments", [[{"id": 0}] * 10, None], [[{"id": 0}] * 11], LONGEST),
    (files, {"attachments": [{"id": 0}]}, "attachments.0.description", ["", "x" * 1024], ["x" * 1025], LONGEST),
    (files, {"attachments": [{"id": 0}]}, "attachments.0.id", ["0", 0], ["1", None], "ATTACHMENT_NOT_FOUND"),
    (messages.check_choices, {}, "choices", [[], OPTION["choices"] * 25], [OPTION["choices"] * 26], LONGEST),
    (messages.check_choices, {}, "choices", [[]], [None, "all"], REQUIRED),
    (messages.check_choices, OPTION, "choices.0.name", ["x", "x" * 100], ["", "x" * 101], LENGTH),
    (messages.check_choices, OPTION, "choices.0.value", ["x", "x" * 100, 0], ["", "x" * 101], LENGTH),
    (messages.check_choices, OPTION, "choices.0.value", [1.5], [None], REQUIRED),
    (messages.check_deferral, {}, "flags", [0, 1 << 6, 1 << 12, None], [1 << 2, 1 << 15], "MESSAGE_FLAGS_INVALID"),
    (command, COMMAND, "description", ["x", "x" * 100], ["", "x" * 101], LENGTH),
    (command, COMMAND, "description_localizations", [{"de": "x"}], [], LENGTH),
    (command, SPOKEN, "description_localizations.de", ["x"], ["", "x" * 101], LENGTH),
    (command, SPOKEN, "description_localizations.xx", [], ["x"], "DICT_TYPE_CONVERT"),
    (command, SPOKEN, "options.0.description_localizations.de", ["x"], ["", "x" * 101], LENGTH),
    (command, SPOKEN, "options.0.choices.0.name_localizations.de", ["x"], ["x" * 101], LENGTH),
    (command, COMMAND, "options.0.type", [1, 3, 7], [0, 8, 10], CHOICE),
    (command, COMMAND, "options.0.description", ["x", "x" * 100], ["", "x" * 101], LENGTH),
    (command, COMMAND, "options.0.choices", [[], OPTION["choices"] * 25], [OPTION["choices"] * 26], LONGEST),
    (command, COMMAND, "options.0.choices.0.name", ["x", "x" * 100], ["", "x" * 101], LENGTH),
    (command, COMMAND, "options.0.choices.0.value", ["x", "x" * 100, 7], ["", "x" * 101], LENGTH),
]


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: f"{limit[0].__name__}-{limit[2]}")
def test_limits_are_those_of_discord(limit: Limit) -> None:
    check, body, path, taken, refused, code = limit

    assert [faults(check, changed(body, path, value)) for value in taken] == [{}] * len(taken)
    assert [faults(check, changed(body, path, value)) for value in refused] == [{path: [code]}] * len(refused)


@pytest.mark.parametrize("sizes", [[10], [10, 10, 5]])
def test_files_have_up_to_10_mib_each_and_25_together(sizes: list[int]) -> None:
    uploaded(sizes)
    with pytest.raises(Refused) as refused:
        uploaded([*sizes[:-1], sizes[-1] + 1])

    assert refused.value.reason.code == 40005


def uploaded(sizes: list[int]) -> None:
    messages.require_small_uploads([Upload(index, "t.png", bytes(size << 20)) for index, size in enumerate(sizes)])


def test_an_application_has_100_commands() -> None:
    wanted = [{"name": f"c{number}", "description": "x"} for number in range(101)]

    commands.require_valid_commands(wanted[1:])
    with pytest.raises(Refused) as refused:
        commands.require_valid_commands(wanted)

    assert refused.value.reason.code == 30032


def test_a_command_has_8000_characters_in_its_longest_languages() -> None:
    longest = {"name": "n", "name_localizations": {"de": "n" * 100}}
    choices = [{**longest, "value": f"{index:0100}"} for index in range(25)]
    ends = [{**OPTION, "name": "a", "choices": choices}, {**OPTION, "name": "b", "choices": choices[:14]}]
    full = {**COMMAND, "options": ends, "description_localizations": {"de": "x" * 100}}
    spare = 8000 - len("play" + "a" + "b" + "What") - 100 - 39 * 200

    within, beyond = (
        changed(full, "options.0.description_localizations", {"fr": "x" * spare + end}) for end in ("", "x")
    )

    assert faults(command, within) == {}
    assert faults(command, beyond) == {"": ["APPLICATION_COMMAND_TOO_LARGE"]}
