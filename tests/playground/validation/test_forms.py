"""Forms that Discord takes, and those that it refuses for how their parts fit."""

import pytest

from playground.validation import components
from tests.playground.forms import (
    ADDRESS,
    BUTTON,
    CHOICE,
    COMMAND,
    FIELD,
    KIND,
    LENGTH,
    MENU,
    OPTION,
    PEOPLE,
    PICTURE,
    REQUIRED,
    ROW,
    TOP,
    Check,
    Json,
    command,
    faults,
    in_row,
    legacy,
    new_message,
    options,
    shown,
    texts,
)

WIDE = "COMPONENT_LAYOUT_WIDTH_EXCEEDED"
OLD = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def buttons(count: int) -> list[Json]:
    return [{**BUTTON, "custom_id": f"b{number}"} for number in range(count)]


REFUSED: dict[str, tuple[Check, Json, str, str]] = {
    "components that are no list": (new_message, {"components": {"a": 1}}, "components", "BASE_TYPE_LIST"),
    "a row of no list": (new_message, shown({"type": 1, "components": "x"}), "components.0.components", REQUIRED),
    "a text that is no component": (new_message, {"components": ["x"]}, "components.0.type", KIND),
    "an unknown kind": (new_message, shown({"type": 15}), "components.0.type", KIND),
    "a field in a message": (new_message, shown(FIELD), "components.0.type", KIND),
    "an emoji whose number is none": (
        new_message,
        in_row({**BUTTON, "emoji": {"id": "x"}}),
        ROW + "emoji.id",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "fewer chosen than must be": (
        new_message,
        in_row({**PEOPLE, "min_values": 2, "default_values": [{"id": "1", "type": "role"}]}),
        ROW + "default_values",
        "SELECT_COMPONENT_DEFAULT_VALUES_OUT_OF_RANGE",
    ),
    "a picture at no address": (
        new_message,
        shown({"type": 12, "items": [{"media": {"url": "t.png"}}]}),
        TOP + "items.0.media.url",
        ADDRESS,
    ),
    "an unknown kind of mention": (
        new_message,
        {"allowed_mentions": {"parse": ["everyone", "users", "roles", "all"]}},
        "allowed_mentions.parse.3",
        CHOICE,
    ),
    "a mention of nobody": (
        new_message,
        {"allowed_mentions": {"users": ["1", "-5"]}},
        "allowed_mentions.users.1",
        "NUMBER_TYPE_COERCE",
    ),
    "all roles and some": (
        new_message,
        {"allowed_mentions": {"parse": ["roles"], "roles": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "a command's name with a space": (command, {**COMMAND, "name": "a b"}, "name", "APPLICATION_COMMAND_INVALID_NAME"),
    "an option's name with a capital": (
        command,
        {**COMMAND, "options": [{**OPTION, "name": "A"}]},
        "options.0.name",
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "a subcommand's option's name twice": (
        command,
        {**COMMAND, "options": [{**OPTION, "type": 1, "options": [OPTION, OPTION]}]},
        "options.0.options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
    ),
    "six buttons in a row": (legacy, shown(row(*buttons(6))), "components.0.components.5", WIDE),
    "an empty row": (legacy, shown(row()), "components.0.components", LENGTH),
    "a select beside a button": (legacy, shown(row(BUTTON, MENU)), "components.0.components.1", WIDE),
    "two selects in a row": (legacy, shown(row(MENU, PEOPLE)), "components.0.components.1", WIDE),
    "a button with nothing on it": (
        legacy,
        in_row({**BUTTON, "label": None}),
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "no custom id": (legacy, in_row({**BUTTON, "custom_id": None}), ROW + "custom_id", REQUIRED),
    "one custom id twice": (
        legacy,
        {"components": [row(BUTTON), row(BUTTON)]},
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "one value twice": (
        legacy,
        in_row({**MENU, "options": options(1) * 2}),
        ROW + "options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "two defaults where one may be chosen": (
        legacy,
        in_row({**MENU, "options": [{**each, "default": True} for each in options(2)]}),
        ROW + "options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
    ),
    "a text display without the flag": (legacy, {"components": texts(1)}, "components.0.type", KIND),
    "content with Components V2": (new_message, {"content": "x"}, "content", OLD),
    "a poll with Components V2": (new_message, {"poll": {"question": {}}}, "poll", OLD),
    "stickers with Components V2": (new_message, {"sticker_ids": ["1"]}, "sticker_ids", OLD),
    "41 components, nested ones counted": (
        new_message,
        shown({"type": 17, "components": texts(40)}),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "4001 characters of text": (
        new_message,
        {"components": [*texts(1), {"type": 10, "content": "x" * 4000}]},
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "a file from elsewhere": (new_message, shown({"type": 13, "file": {"url": PICTURE}}), TOP + "file.url", ADDRESS),
    "a container in a container": (
        new_message,
        shown({"type": 17, "components": [{"type": 17, "components": texts(1)}]}),
        TOP + "components.0.type",
        KIND,
    ),
    "a button outside a row": (new_message, shown(BUTTON), "components.0.type", KIND),
    "a button in a modal": (
        components.check_modal,
        {"title": "x", "custom_id": "m", **shown(BUTTON)},
        TOP + "type",
        KIND,
    ),
    "more roles chosen than may be": (
        new_message,
        in_row({**PEOPLE, "max_values": 1, "default_values": [{"id": "1", "type": "role"}] * 2}),
        ROW + "default_values",
        "SELECT_COMPONENT_DEFAULT_VALUES_OUT_OF_RANGE",
    ),
    "a required option after a free one": (
        command,
        {**COMMAND, "options": [OPTION, {**OPTION, "name": "b", "required": True}]},
        "options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "choices and autocomplete": (
        command,
        {**COMMAND, "options": [{**OPTION, "autocomplete": True}]},
        "options.0.autocomplete",
        "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
    ),
}


@pytest.mark.parametrize("form", REFUSED)
def test_a_form_that_discord_refuses_is_refused_at_the_faults_path(form: str) -> None:
    check, body, path, code = REFUSED[form]

    assert faults(check, body) == {path: [code]}


TAKEN: dict[str, tuple[Check, Json]] = {
    "five buttons in a row": (legacy, shown(row(*buttons(5)))),
    "two options chosen where two may be": (
        new_message,
        in_row({**MENU, "max_values": 2, "options": [{**each, "default": True} for each in options(2)]}),
    ),
    "two roles chosen where two may be": (
        new_message,
        in_row({**PEOPLE, "max_values": 2, "default_values": [{"id": "1", "type": "role"}] * 2}),
    ),
    "an emoji of the bot": (new_message, in_row({**BUTTON, "label": None, "emoji": {"id": "7"}})),
    "an uploaded picture": (new_message, shown({"type": 12, "items": [{"media": {"url": "attachment://t.png"}}]})),
    "some users and all roles": (new_message, {"allowed_mentions": {"parse": ["roles"], "users": ["1"]}}),
    "choices or autocomplete": (
        command,
        {**COMMAND, "options": [OPTION, {**OPTION, "name": "b", "choices": [], "autocomplete": True}]},
    ),
    "an option required before a free one": (
        command,
        {**COMMAND, "options": [{**OPTION, "required": True}, {**OPTION, "name": "b"}]},
    ),
}


@pytest.mark.parametrize("form", TAKEN)
def test_a_form_that_discord_takes_is_taken(form: str) -> None:
    assert faults(*TAKEN[form]) == {}
