"""What Discord refuses about messages and their files beyond the limits of forms, which `validation` has."""

import base64
from typing import Any

import pytest

from playground.model.starting_world import APPLICATION_ID, TABLE_ID
from tests.playground.forms import options
from tests.playground.raw import Caller, Json

V2 = 1 << 15
MESSAGES = f"/channels/{TABLE_ID}/messages"
LONGEST = "BASE_TYPE_MAX_LENGTH"
TOO_WIDE = "COMPONENT_LAYOUT_WIDTH_EXCEEDED"
FORBIDDEN_WITH_V2 = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
NOT_FOUND = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"


def button(**changed: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Draw", "custom_id": "draw", **changed}


def row(*inner: Json) -> Json:
    return {"type": 1, "components": list(inner)}


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


async def test_all_faults_of_a_form_are_told_together(call: Caller) -> None:
    answer = await call("POST", MESSAGES, legacy(row(*several(6))) | {"content": "x" * 2001})

    assert answer.wrong() == {"content": [LONGEST], "components.0.components.5": [TOO_WIDE]}


async def test_a_reply_to_nothing_is_refused(call: Caller) -> None:
    answer = await call("POST", MESSAGES, {"content": "x", "message_reference": {"message_id": "1"}})

    assert answer.wrong() == {"message_reference": ["MESSAGE_REFERENCE_UNKNOWN_MESSAGE"]}


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
