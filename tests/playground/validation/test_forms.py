"""Forms that Discord takes, and those that it refuses for how their parts fit."""

import pytest

from playground.validation import components
from tests.playground.forms import (
    ADDRESS,
    BUTTON,
    CHECKS,
    CHOICE,
    COMMAND,
    FIELD,
    INNER,
    KIND,
    LINK,
    MENU,
    MISSING,
    OPTION,
    PEOPLE,
    PICTURE,
    RADIO,
    REQUIRED,
    ROW,
    SECTION,
    TOP,
    Check,
    Json,
    command,
    embed,
    faults,
    in_row,
    modal,
    new_message,
    options,
    shown,
)

REFUSED: dict[str, tuple[Check, Json, str, str]] = {
    "components that are no list": (new_message, {"components": {"a": 1}}, "components", "BASE_TYPE_LIST"),
    "a row of no list": (new_message, shown({"type": 1, "components": "x"}), "components.0.components", REQUIRED),
    "a text that is no component": (new_message, {"components": ["x"]}, "components.0.type", KIND),
    "an unknown kind": (new_message, shown({"type": 15}), "components.0.type", KIND),
    "a field in a message": (new_message, shown(FIELD), "components.0.type", KIND),
    "a link without an address": (new_message, in_row({**LINK, "url": ""}), ROW + "url", REQUIRED),
    "a product without its number": (new_message, in_row({**LINK, "style": 6}), ROW + "sku_id", REQUIRED),
    "a button that isn't a link, with an address": (
        new_message,
        in_row({**BUTTON, "url": "https://example.org"}),
        ROW + "url",
        "BUTTON_COMPONENT_URL_NOT_ALLOWED",
    ),
    "an emoji whose number is none": (
        new_message,
        in_row({**BUTTON, "emoji": {"id": "x"}}),
        ROW + "emoji.id",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "fewer chosen than must be": (
        new_message,
        in_row({**PEOPLE, "min_values": 2, "default_values": [{"id": "1", "type": "user"}]}),
        ROW + "default_values",
        "SELECT_COMPONENT_DEFAULT_VALUES_OUT_OF_RANGE",
    ),
    "one radio button's value twice": (
        components.check_modal,
        modal({**RADIO, "options": options(1) * 2}),
        INNER + "options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "one checkbox's value twice": (
        components.check_modal,
        modal({**CHECKS, "options": options(1) * 2}),
        INNER + "options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "a picture at no address": (
        new_message,
        shown({"type": 12, "items": [{"media": {"url": "t.png"}}]}),
        TOP + "items.0.media.url",
        ADDRESS,
    ),
    "a thumbnail that isn't uploaded": (
        new_message,
        shown({**SECTION, "accessory": {"type": 11, "media": {"url": "attachment://other.png"}}}),
        TOP + "accessory.media.url",
        MISSING,
    ),
    "an embed's picture that isn't uploaded": (
        new_message,
        embed(image={"url": "attachment://other.png"}),
        "embeds.0.image.url",
        "EMBED_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "an embed's thumbnail that isn't uploaded": (
        new_message,
        embed(thumbnail={"url": "attachment://other.png"}),
        "embeds.0.thumbnail.url",
        "EMBED_REFERENCED_ATTACHMENT_NOT_FOUND",
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
}


@pytest.mark.parametrize("form", REFUSED)
def test_a_form_that_discord_refuses_is_refused_at_the_faults_path(form: str) -> None:
    check, body, path, code = REFUSED[form]

    assert faults(check, body) == {path: [code]}


TAKEN: dict[str, tuple[Check, Json]] = {
    "two options chosen where two may be": (
        new_message,
        in_row({**MENU, "max_values": 2, "options": [{**each, "default": True} for each in options(2)]}),
    ),
    "two people chosen where two may be": (
        new_message,
        in_row({**PEOPLE, "max_values": 2, "default_values": [{"id": "1", "type": "user"}] * 2}),
    ),
    "an emoji of the bot": (new_message, in_row({**BUTTON, "label": None, "emoji": {"id": "7"}})),
    "a product": (new_message, in_row({"type": 2, "style": 6, "sku_id": "1"})),
    "a section with a picture": (new_message, shown({**SECTION, "accessory": {"type": 11, "media": {"url": PICTURE}}})),
    "an uploaded picture": (new_message, shown({"type": 12, "items": [{"media": {"url": "attachment://t.png"}}]})),
    "an embed with an uploaded picture": (new_message, embed(image={"url": "attachment://t.png"})),
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
