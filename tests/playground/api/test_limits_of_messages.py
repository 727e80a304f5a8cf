"""What Discord refuses about messages and their files beyond the limits of forms, which `validation` has."""

import base64
import re
from typing import Any

import pytest

from playground import Playground
from playground.model.starting_world import APPLICATION_ID, TABLE_ID
from playground.model.world import MOMENTS
from tests.playground.forms import BUTTON, LONGEST, MENU, MISSING, options, texts
from tests.playground.raw import PICTURE, Caller, Json, emoji

V2 = 1 << 15
MESSAGES = f"/channels/{TABLE_ID}/messages"
TOO_WIDE = "COMPONENT_LAYOUT_WIDTH_EXCEEDED"
FORBIDDEN_WITH_V2 = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"


def rows(*parts: Json) -> Json:
    return {"content": "x", "components": [{"type": 1, "components": [part]} for part in parts]}


def v2(*components: Json, **more: Any) -> Json:
    return {"flags": V2, "components": list(components), **more}


async def test_all_faults_of_a_form_are_reported_together(call: Caller) -> None:
    buttons = [{**BUTTON, "custom_id": f"b{number}"} for number in range(6)]
    body = {"content": "x" * 2001, "components": [{"type": 1, "components": buttons}]}
    answer = await call("POST", MESSAGES, body)

    assert answer.wrong() == {"content": [LONGEST], "components.0.components.5": [TOO_WIDE]}


async def test_a_reply_to_nothing_is_refused(call: Caller) -> None:
    answer = await call("POST", MESSAGES, {"content": "x", "message_reference": {"message_id": "1"}})

    assert answer.wrong() == {"message_reference": ["MESSAGE_REFERENCE_UNKNOWN_MESSAGE"]}


async def made_emoji(call: Caller) -> Json:
    made = (await call("POST", f"/applications/{APPLICATION_ID}/emojis", emoji("red_thirteen"))).body
    return {"id": made["id"], "name": made["name"]}


async def test_an_emoji_that_the_bot_has_is_taken_and_another_refused(call: Caller) -> None:
    own, foreign = await made_emoji(call), {"id": "1100000000000000001", "name": "red_one"}
    number = own | {"id": int(own["id"])}
    taken, refused = [
        await call(
            "POST",
            MESSAGES,
            rows({**BUTTON, "emoji": face}, {**MENU, "options": [{"label": "a", "value": "a", "emoji": face}]}),
        )
        for face in (number, foreign)
    ]

    assert taken.status == 200
    assert taken.body["components"][0]["components"][0]["emoji"] == own
    assert taken.body["components"][1]["components"][0]["options"][0]["emoji"] == own
    assert refused.wrong() == {
        "components.0.components.0.emoji.id": ["BUTTON_COMPONENT_INVALID_EMOJI"],
        "components.1.components.0.options.0.emoji.id": ["BUTTON_COMPONENT_INVALID_EMOJI"],
    }


async def test_components_of_more_than_about_10_kb_fail_like_a_broken_server(call: Caller) -> None:
    """Undocumented, and a 500 on Discord."""
    face = await made_emoji(call)
    full = [{**option, "description": "d" * 60, "emoji": face} for option in options(25)]

    answer = await call("POST", MESSAGES, rows(*({**MENU, "custom_id": f"s{n}", "options": full} for n in range(4))))

    assert (answer.status, answer.code) == (500, 0)


async def test_a_message_with_nothing_in_it_is_50006(call: Caller) -> None:
    answer = await call("POST", MESSAGES, {"content": " "})

    assert (answer.status, answer.code) == (400, 50006)


@pytest.mark.parametrize(("method", "path"), [("POST", MESSAGES), ("PUT", f"/applications/{APPLICATION_ID}/commands")])
async def test_a_body_that_is_not_json_is_50109(call: Caller, method: str, path: str) -> None:
    headers = {"Authorization": call.authorization, "Content-Type": "application/json"}
    url = call.playground.api_url + path
    async with call.session.request(method, url, data="{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


# files


def board(name: str = "t.png", **more: Any) -> Json:
    return v2({"type": 12, "items": [{"media": {"url": f"attachment://{name}"}}]}, **more)


async def test_a_file_of_more_than_10_mib_is_40005(call: Caller) -> None:
    answer = await call("POST", MESSAGES, {"content": "x"}, {"t.png": b"\0" * (10 * 1024 * 1024 + 1)})

    assert (answer.status, answer.code) == (413, 40005)


async def test_a_shown_file_must_be_listed(call: Caller) -> None:
    answer = await call("POST", MESSAGES, board(attachments=[]), {"t.png": PICTURE})

    assert answer.wrong() == {"components.0.items.0.media.url": [MISSING]}


async def test_a_files_name_loses_what_is_not_ascii(call: Caller) -> None:
    answer = await call("POST", MESSAGES, board("tå ble.png"), {"tå ble.png": PICTURE})

    assert answer.wrong() == {"components.0.items.0.media.url": [MISSING]}
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

    assert answer.wrong() == {"attachments": [MISSING]}


async def test_a_file_that_a_component_shows_is_not_among_the_attachments(call: Caller) -> None:
    sent = (await call("POST", MESSAGES, board(), {"t.png": PICTURE})).body

    assert sent["attachments"] == []
    media = sent["components"][0]["items"][0]["media"]
    assert (media["width"], media["height"]) == (20, 10)
    async with call.session.get(media["url"]) as response:
        assert (response.content_type, await response.read()) == ("image/png", PICTURE)
    async with call.session.get(media["url"].partition("?")[0]) as unsigned:
        assert unsigned.status == 404


async def test_a_replaced_picture_can_still_be_loaded_for_some_moments(call: Caller) -> None:
    """A page may have heard of the picture just before, and ask for it just after."""
    sent = (await call("POST", MESSAGES, board(), {"t.png": PICTURE})).body
    path = f"{MESSAGES}/{sent['id']}"
    edited = (await call("PATCH", path, board("u.png", attachments=[{"id": "0"}]), {"u.png": PICTURE})).body
    await call("DELETE", path)
    urls = [each["components"][0]["items"][0]["media"]["url"] for each in (sent, edited)]

    for status in (200, 404):
        for url in urls:
            async with call.session.get(url) as response:
                assert response.status == status
        call.playground.world.skip(MOMENTS + 1)


# Components V2 for ever


async def test_components_v2_are_never_taken_back(call: Caller) -> None:
    sent = (await call("POST", MESSAGES, v2(*texts(1)))).body

    answer = await call("PATCH", f"{MESSAGES}/{sent['id']}", {"flags": 0, "content": "x"})

    assert answer.wrong() == {"content": [FORBIDDEN_WITH_V2]}


async def test_a_message_turns_to_components_v2_only_without_its_content(call: Caller) -> None:
    sent = (await call("POST", MESSAGES, {"content": "x"})).body

    refused = await call("PATCH", f"{MESSAGES}/{sent['id']}", v2(*texts(1)))
    taken = await call("PATCH", f"{MESSAGES}/{sent['id']}", v2(*texts(1), content=None))

    assert refused.wrong() == {"content": [FORBIDDEN_WITH_V2]}
    assert (taken.status, taken.body["content"]) == (200, "")


# who may


async def test_a_reply_needs_read_message_history(playground: Playground, call: Caller) -> None:
    sent = (await call("POST", MESSAGES, {"content": "x"})).body
    reply = {"content": "y", "message_reference": {"message_id": sent["id"]}}
    assert (await call("POST", MESSAGES, reply)).status == 200
    playground.world.deny(TABLE_ID, ["READ_MESSAGE_HISTORY"])

    answer = await call("POST", MESSAGES, reply)

    assert (answer.status, answer.code) == (400, 160002)
    assert (await call("POST", MESSAGES, {"content": "y"})).status == 200


async def test_the_token_has_the_shape_of_discords_and_opens_only_whole(playground: Playground, call: Caller) -> None:
    application, *rest = playground.token.split(".")

    assert re.fullmatch(r"[\w-]{24,28}\.[\w-]{6}\.[\w-]{27,40}", playground.token, re.ASCII)
    assert base64.urlsafe_b64decode(application + "=" * (-len(application) % 4)) == str(APPLICATION_ID).encode()
    for token in (application, ".".join(rest), playground.token[:-1], playground.token + "="):
        call.authorization = f"Bot {token}"
        assert (await call("GET", "/users/@me")).status == 401
