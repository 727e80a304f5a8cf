"""One test per limit of messages and components: what Discord refuses, the playground refuses with its code."""

import base64
from typing import Any

import pytest

from playground.model.starting_world import APPLICATION_ID, TABLE_ID
from tests.playground.raw import Caller

Json = dict[str, Any]

V2 = 1 << 15
MESSAGES = f"/channels/{TABLE_ID}/messages"
LENGTH, LONGEST, REQUIRED = "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_MAX_LENGTH", "BASE_TYPE_REQUIRED"
TOO_WIDE = "COMPONENT_LAYOUT_WIDTH_EXCEEDED"
FORBIDDEN_WITH_V2 = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
NOT_FOUND = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"


def button(**changed: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Draw", "custom_id": "draw", **changed}


def row(*inner: Json) -> Json:
    return {"type": 1, "components": list(inner)}


def options(count: int) -> list[Json]:
    return [{"label": f"tile {number}", "value": str(number)} for number in range(count)]


def select(**changed: Any) -> Json:
    return {"type": 3, "custom_id": "pick", "options": options(3), **changed}


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def gallery(count: int = 1, **changed: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": "https://example.org/t.png"}, **changed} for _ in range(count)]}


def legacy(*components: Json) -> Json:
    return {"content": "x", "components": list(components)}


def v2(*components: Json, **more: Any) -> Json:
    return {"flags": V2, "components": list(components), **more}


def several(count: int) -> list[Json]:
    return [button(custom_id=f"b{number}") for number in range(count)]


FORMS: dict[str, tuple[Json, str, str]] = {
    "content of 2001 characters": ({"content": "x" * 2001}, "content", LONGEST),
    "11 embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds", LONGEST),
    "embeds of 6001 characters": (
        {"embeds": [{"description": "x" * 3000}, {"description": "x" * 3001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "an embed's title of 257": ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", LONGEST),
    "six rows": (legacy(*[row(button(custom_id=f"b{n}")) for n in range(6)]), "components", LONGEST),
    "six buttons in a row": (legacy(row(*several(6))), "components.0.components.5", TOO_WIDE),
    "an empty row": (legacy(row()), "components.0.components", LENGTH),
    "a select beside a button": (legacy(row(button(), select())), "components.0.components.1", TOO_WIDE),
    "two selects in a row": (legacy(row(select(), select(custom_id="x"))), "components.0.components.1", TOO_WIDE),
    "a label of 81": (legacy(row(button(label="x" * 81))), "components.0.components.0.label", LONGEST),
    "a button with nothing on it": (
        legacy(row(button(label=None))),
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "an unknown style": (legacy(row(button(style=9))), "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    "a custom id of 101": (legacy(row(button(custom_id="x" * 101))), "components.0.components.0.custom_id", LENGTH),
    "an empty custom id": (legacy(row(button(custom_id=""))), "components.0.components.0.custom_id", LENGTH),
    "no custom id": (legacy(row(button(custom_id=None))), "components.0.components.0.custom_id", REQUIRED),
    "one custom id twice": (
        legacy(row(button()), row(button())),
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a link with a custom id": (
        legacy(row(button(style=5, url="https://example.org"))),
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "a link without an address": (
        legacy(row(button(style=5, custom_id=None))),
        "components.0.components.0.url",
        REQUIRED,
    ),
    "26 options": (legacy(row(select(options=options(26)))), "components.0.components.0.options", LENGTH),
    "no options": (legacy(row(select(options=[]))), "components.0.components.0.options", LENGTH),
    "an option's label of 101": (
        legacy(row(select(options=[{"label": "x" * 101, "value": "1"}]))),
        "components.0.components.0.options.0.label",
        LENGTH,
    ),
    "an option's value of 101": (
        legacy(row(select(options=[{"label": "x", "value": "1" * 101}]))),
        "components.0.components.0.options.0.value",
        LENGTH,
    ),
    "an option's description of 101": (
        legacy(row(select(options=[{"label": "x", "value": "1", "description": "x" * 101}]))),
        "components.0.components.0.options.0.description",
        LONGEST,
    ),
    "one value twice": (
        legacy(row(select(options=[*options(1), *options(1)]))),
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "a placeholder of 151": (
        legacy(row(select(placeholder="x" * 151))),
        "components.0.components.0.placeholder",
        LONGEST,
    ),
    "more to choose than there are": (
        legacy(row(select(max_values=4))),
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
    ),
    "26 to choose": (
        legacy(row({"type": 5, "custom_id": "who", "max_values": 26})),
        "components.0.components.0.max_values",
        "NUMBER_TYPE_RANGE",
    ),
    "two defaults where one may be chosen": (
        legacy(row(select(options=[{**each, "default": True} for each in options(2)]))),
        "components.0.components.0.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
    ),
    "a text display without the flag": (legacy(text()), "components.0.type", "UNION_TYPE_CHOICES"),
    "content with Components V2": (v2(text(), content="x"), "content", FORBIDDEN_WITH_V2),
    "embeds with Components V2": (v2(text(), embeds=[{"title": "x"}]), "embeds", FORBIDDEN_WITH_V2),
    "a poll with Components V2": (v2(text(), poll={"question": {}}), "poll", FORBIDDEN_WITH_V2),
    "stickers with Components V2": (v2(text(), sticker_ids=["1"]), "sticker_ids", FORBIDDEN_WITH_V2),
    "41 components, nested ones counted": (
        v2({"type": 17, "components": [text() for _ in range(40)]}),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "4001 characters of text": (
        v2(text("x" * 2000), text("x" * 2001)),
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "an empty text": (v2(text("")), "components.0.content", LENGTH),
    "a gallery of 11": (v2(gallery(11)), "components.0.items", LENGTH),
    "an empty gallery": (v2(gallery(0)), "components.0.items", LENGTH),
    "alt text of 1025": (v2(gallery(description="x" * 1025)), "components.0.items.0.description", LONGEST),
    "a picture that was not uploaded": (
        v2(gallery(media={"url": "attachment://t.png"})),
        "components.0.items.0.media.url",
        NOT_FOUND,
    ),
    "a file from elsewhere": (
        v2({"type": 13, "file": {"url": "https://example.org/t.png"}}),
        "components.0.file.url",
        "URL_TYPE_INVALID_URL",
    ),
    "four texts in a section": (
        v2({"type": 9, "components": [text()] * 4, "accessory": button()}),
        "components.0.components",
        LENGTH,
    ),
    "a section without its accessory": (
        v2({"type": 9, "components": [text()]}),
        "components.0.accessory.type",
        "UNION_TYPE_CHOICES",
    ),
    "a container in a container": (
        v2({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "a button outside a row": (v2(button()), "components.0.type", "UNION_TYPE_CHOICES"),
    "everybody and somebody mentioned": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "a reply to nothing": (
        {"content": "x", "message_reference": {"message_id": "1"}},
        "message_reference",
        "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
    ),
}


@pytest.mark.parametrize("limit", FORMS)
async def test_a_form_beyond_a_limit_is_refused_with_50035_at_the_faults_path(call: Caller, limit: str) -> None:
    body, path, inner = FORMS[limit]

    answer = await call("POST", MESSAGES, body)

    assert answer.status == 400
    assert answer.wrong() == {path: [inner]}


WITHIN: dict[str, Json] = {
    "content of 2000": {"content": "x" * 2000},
    "five rows of five": legacy(*[row(*[button(custom_id=f"{r}{b}") for b in range(5)]) for r in range(5)]),
    "a label of 80 and a custom id of 100": legacy(row(button(label="x" * 80, custom_id="x" * 100))),
    "25 options, all to choose": legacy(row(select(options=options(25), min_values=0, max_values=25))),
    "40 components": v2({"type": 17, "components": [text() for _ in range(39)]}),
    "4000 characters of text": v2(text("x" * 4000)),
    "a gallery of 10 with alt texts of 1024": v2(gallery(5, description="x" * 500), gallery(10)),
    "a section with a button": v2({"type": 9, "components": [text()] * 3, "accessory": button()}),
}


@pytest.mark.parametrize("limit", WITHIN)
async def test_a_form_at_the_limit_is_taken(call: Caller, limit: str) -> None:
    assert (await call("POST", MESSAGES, WITHIN[limit])).status == 200


async def test_all_faults_of_a_form_are_told_together(call: Caller) -> None:
    answer = await call("POST", MESSAGES, legacy(row(*several(6))) | {"content": "x" * 2001})

    assert answer.wrong() == {"content": [LONGEST], "components.0.components.5": [TOO_WIDE]}


async def test_a_select_shows_no_more_as_chosen_than_may_be(call: Caller) -> None:
    chosen = [{"id": str(number), "type": "channel"} for number in (1, 2)]
    menus = [{"type": 8, "custom_id": f"c{most}", "max_values": most, "default_values": chosen} for most in (1, 2)]

    answer = await call("POST", MESSAGES, legacy(*map(row, menus)))

    assert answer.wrong() == {
        "components.0.components.0.default_values": ["SELECT_COMPONENT_DEFAULT_VALUES_OUT_OF_RANGE"]
    }


async def made_emoji(call: Caller) -> Json:
    image = "data:image/png;base64," + base64.b64encode(PICTURE).decode()
    made = (await call("POST", f"/applications/{APPLICATION_ID}/emojis", {"name": "red_thirteen", "image": image})).body
    return {"id": made["id"], "name": made["name"]}


async def test_an_emoji_that_the_bot_has_is_taken_and_another_refused(call: Caller) -> None:
    own, foreign = await made_emoji(call), {"id": "1100000000000000001", "name": "red_one"}
    number = own | {"id": int(own["id"])}
    made = [
        legacy(row(button(emoji=number)), row(select(options=[{"label": "a", "value": "a", "emoji": number}]))),
        legacy(row(button(emoji=foreign)), row(select(options=[{"label": "a", "value": "a", "emoji": foreign}]))),
    ]

    taken, refused = [await call("POST", MESSAGES, body) for body in made]

    assert taken.status == 200
    assert taken.body["components"][0]["components"][0]["emoji"] == own
    assert taken.body["components"][1]["components"][0]["options"][0]["emoji"] == own
    assert refused.wrong() == {
        "components.0.components.0.emoji.id": ["BUTTON_COMPONENT_INVALID_EMOJI"],
        "components.1.components.0.options.0.emoji.id": ["BUTTON_COMPONENT_INVALID_EMOJI"],
    }


async def test_components_of_more_than_about_10_kb_fail_like_a_broken_server(call: Caller) -> None:
    """Undocumented, and a 500 on Discord."""
    emoji = await made_emoji(call)
    full = [{"label": f"tile {n}", "value": f"{n}", "description": "d" * 60, "emoji": emoji} for n in range(25)]
    heavy = [row(select(custom_id=f"s{n}", options=full)) for n in range(4)]

    answer = await call("POST", MESSAGES, legacy(*heavy))

    assert (answer.status, answer.code) == (500, 0)


async def test_a_message_with_nothing_in_it_is_50006(call: Caller) -> None:
    answer = await call("POST", MESSAGES, {"content": " "})

    assert (answer.status, answer.code) == (400, 50006)


@pytest.mark.parametrize(("method", "path"), [("POST", MESSAGES), ("PUT", f"/applications/{APPLICATION_ID}/commands")])
async def test_a_body_that_is_no_json_is_50109(call: Caller, method: str, path: str) -> None:
    headers = {"Authorization": call.authorization, "Content-Type": "application/json"}
    url = call.playground.api_url + path
    async with call.session.request(method, url, data="{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


# files

PICTURE = b"\x89PNG\r\n\x1a\n" + b"\0" * 8 + (20).to_bytes(4, "big") + (10).to_bytes(4, "big") + b"\0" * 16


def board(name: str = "t.png", **more: Any) -> Json:
    return v2(gallery(media={"url": f"attachment://{name}"}), **more)


async def test_a_file_of_more_than_10_mib_is_40005(call: Caller) -> None:
    answer = await call("POST", MESSAGES, {"content": "x"}, {"t.png": b"\0" * (10 * 1024 * 1024 + 1)})

    assert (answer.status, answer.code) == (413, 40005)


async def test_eleven_files_are_too_many(call: Caller) -> None:
    listed = [{"id": number} for number in range(11)]
    files = {f"{number}.png": PICTURE for number in range(11)}

    answer = await call("POST", MESSAGES, {"content": "x", "attachments": listed}, files)

    assert answer.wrong() == {"attachments": [LONGEST]}


async def test_a_listed_file_must_be_uploaded(call: Caller) -> None:
    answer = await call("POST", MESSAGES, {"content": "x", "attachments": [{"id": 1}]}, {"t.png": PICTURE})

    assert answer.wrong() == {"attachments.0.id": ["ATTACHMENT_NOT_FOUND"]}


async def test_a_shown_file_must_be_listed(call: Caller) -> None:
    answer = await call("POST", MESSAGES, board(attachments=[]), {"t.png": PICTURE})

    assert answer.wrong() == {"components.0.items.0.media.url": [NOT_FOUND]}


async def test_a_files_name_loses_what_is_not_ascii(call: Caller) -> None:
    answer = await call("POST", MESSAGES, board("tå ble.png"), {"tå ble.png": PICTURE})

    assert answer.wrong() == {"components.0.items.0.media.url": [NOT_FOUND]}
    assert (await call("POST", MESSAGES, board("t__ble.png"), {"tå ble.png": PICTURE})).status == 200


async def test_an_edit_keeps_the_files_that_it_lists_and_no_others(call: Caller) -> None:
    sent = (await call("POST", MESSAGES, {"content": "x"}, {"a.png": PICTURE, "b.png": PICTURE})).body
    kept = [{"id": sent["attachments"][1]["id"]}]

    edited = await call("PATCH", f"{MESSAGES}/{sent['id']}", {"attachments": kept})

    assert [each["filename"] for each in edited.body["attachments"]] == ["b.png"]
    assert (edited.body["attachments"][0]["width"], edited.body["attachments"][0]["height"]) == (20, 10)


async def test_an_edit_may_not_drop_a_file_that_it_leaves_shown(call: Caller) -> None:
    sent = (await call("POST", MESSAGES, board(), {"t.png": PICTURE})).body

    answer = await call("PATCH", f"{MESSAGES}/{sent['id']}", {"attachments": []})

    assert answer.wrong() == {"attachments": [NOT_FOUND]}


async def test_a_file_that_a_component_shows_is_not_among_the_attachments(call: Caller) -> None:
    sent = (await call("POST", MESSAGES, board(), {"t.png": PICTURE})).body

    assert sent["attachments"] == []
    media = sent["components"][0]["items"][0]["media"]
    assert (media["width"], media["height"]) == (20, 10)
    async with call.session.get(media["url"]) as response:
        assert (response.content_type, await response.read()) == ("image/png", PICTURE)
    async with call.session.get(media["url"].partition("?")[0]) as unsigned:
        assert unsigned.status == 404


# Components V2 for ever


async def test_components_v2_are_never_taken_back(call: Caller) -> None:
    sent = (await call("POST", MESSAGES, v2(text()))).body

    answer = await call("PATCH", f"{MESSAGES}/{sent['id']}", {"flags": 0, "content": "x"})

    assert answer.wrong() == {"content": [FORBIDDEN_WITH_V2]}


async def test_a_message_turns_to_components_v2_only_without_its_content(call: Caller) -> None:
    sent = (await call("POST", MESSAGES, {"content": "x"})).body

    refused = await call("PATCH", f"{MESSAGES}/{sent['id']}", v2(text()))
    taken = await call("PATCH", f"{MESSAGES}/{sent['id']}", v2(text(), content=None))

    assert refused.wrong() == {"content": [FORBIDDEN_WITH_V2]}
    assert (taken.status, taken.body["content"]) == (200, "")
