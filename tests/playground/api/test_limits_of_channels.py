"""Permissions, unknown things, threads, commands and emojis: what is refused, with Discord's codes."""

from dataclasses import replace

import pytest

from playground import Playground
from playground.model.starting_world import APPLICATION_ID, BEN_ID, GUILD_ID, SECOND_TABLE_ID, TABLE_ID, THREAD_ID
from tests.playground.raw import Caller, emoji

MESSAGES = f"/channels/{TABLE_ID}/messages"
COMMAND = {"name": "play", "description": "Play"}
COMMANDS = f"/applications/{APPLICATION_ID}/commands"
LENGTH = "BASE_TYPE_BAD_LENGTH"


# who may


@pytest.mark.parametrize(
    ("denied", "request_line", "code"),
    [
        ("VIEW_CHANNEL", f"POST {MESSAGES}", 50001),
        ("VIEW_CHANNEL", f"GET /channels/{TABLE_ID}", 50001),
        ("SEND_MESSAGES", f"POST {MESSAGES}", 50013),
        ("SEND_MESSAGES_IN_THREADS", f"POST /channels/{THREAD_ID}/messages", 50013),
        ("CREATE_PUBLIC_THREADS", f"POST /channels/{TABLE_ID}/threads", 50013),
        ("READ_MESSAGE_HISTORY", f"GET {MESSAGES}/1", 50013),
        ("VIEW_CHANNEL", f"POST /channels/{TABLE_ID}/typing", 50001),
        ("SEND_MESSAGES", f"POST /channels/{TABLE_ID}/typing", 50013),
        ("SEND_MESSAGES_IN_THREADS", f"POST /channels/{THREAD_ID}/typing", 50013),
    ],
)
async def test_a_missing_channel_permission_is_403(call: Caller, denied: str, request_line: str, code: int) -> None:
    call.playground.world.deny(TABLE_ID, [denied])

    method, path = request_line.split(" ")
    answer = await call(method, path, {"content": "x", "name": "x"})

    assert (answer.status, answer.code) == (403, code)


async def test_files_need_a_permission_that_words_do_not(playground: Playground, call: Caller) -> None:
    playground.world.deny(TABLE_ID, ["ATTACH_FILES"])

    refused = await call("POST", MESSAGES, {"content": "x"}, {"t.png": b"x"})
    posted = await call("POST", MESSAGES, {"content": "x"})
    edited = await call("PATCH", f"{MESSAGES}/{posted.body['id']}", {"content": "y"})

    assert (refused.status, refused.code) == (403, 50013)
    assert (posted.status, edited.status, edited.body["content"]) == (200, 200, "y")


async def test_permissions_are_taken_in_one_channel_and_come_back(playground: Playground, call: Caller) -> None:
    playground.world.deny(TABLE_ID, ["SEND_MESSAGES"])
    assert (await call("POST", f"/channels/{SECOND_TABLE_ID}/messages", {"content": "x"})).status == 200

    playground.world.deny(TABLE_ID, [])

    assert (await call("POST", MESSAGES, {"content": "x"})).status == 200


@pytest.mark.parametrize("route", ["messages", "typing"])
async def test_the_chat_of_a_voice_channel_needs_connect(playground: Playground, call: Caller, route: str) -> None:
    voice = playground.world.add_channel("talk", "voice")
    assert (await call("POST", f"/channels/{voice.id}/{route}", {"content": "x"})).status in {200, 204}
    playground.world.deny(voice.id, ["CONNECT"])

    answer = await call("POST", f"/channels/{voice.id}/{route}", {"content": "x"})

    assert (answer.status, answer.code) == (403, 50001)


@pytest.mark.parametrize("route", ["messages", "typing"])
async def test_a_private_thread_is_hidden_until_the_bot_is_let_in(
    playground: Playground, call: Caller, route: str
) -> None:
    thread = playground.world.add_thread("secret", TABLE_ID, BEN_ID, is_private=True)
    before = await call("POST", f"/channels/{thread.id}/{route}", {"content": "x"})

    playground.world.let_bot_in(thread)

    assert (before.status, before.code) == (403, 50001)
    assert (await call("POST", f"/channels/{thread.id}/{route}", {"content": "x"})).status in {200, 204}


async def test_nothing_is_posted_in_a_locked_thread_and_old_messages_are_edited(
    playground: Playground, call: Caller
) -> None:
    path = f"/channels/{THREAD_ID}/messages"
    posted = await call("POST", path, {"content": "x"})
    playground.world.change_channel(replace(playground.world.channel(THREAD_ID), locked=True))

    refused, edited = (
        await call("POST", path, {"content": "y"}),
        await call("PATCH", f"{path}/{posted.body['id']}", {"content": "z"}),
    )

    assert (refused.status, refused.code, edited.status) == (400, 160005, 200)


async def test_a_users_message_is_neither_edited_nor_deleted(playground: Playground, call: Caller) -> None:
    said = playground.seat("Ana").say("hello")

    edited = await call("PATCH", f"{MESSAGES}/{said.id}", {"content": "x"})
    deleted = await call("DELETE", f"{MESSAGES}/{said.id}")

    assert (edited.status, edited.code) == (403, 50005)
    assert (deleted.status, deleted.code) == (403, 50013)


async def test_closed_dms_are_50007(playground: Playground, call: Caller) -> None:
    playground.seat("Ben").set_dms(are_open=False)
    channel = (await call("POST", "/users/@me/channels", {"recipient_id": str(BEN_ID)})).body

    answer = await call("POST", f"/channels/{channel['id']}/messages", {"content": "x"})

    assert (answer.status, answer.code) == (403, 50007)


# what is not there


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/channels/1", 10003),
        ("POST", "/channels/1/messages", 10003),
        ("POST", "/channels/1/typing", 10003),
        ("GET", "/guilds/1", 10004),
        ("GET", f"/guilds/{GUILD_ID}/members/1", 10007),
        ("GET", f"{MESSAGES}/1", 10008),
        ("PATCH", f"{MESSAGES}/1", 10008),
        ("DELETE", f"{MESSAGES}/1", 10008),
        ("POST", "/users/@me/channels", 10013),
        ("DELETE", f"/applications/{APPLICATION_ID}/emojis/1", 10014),
        ("GET", "/sticker-packs", 0),
    ],
)
async def test_an_unknown_thing_is_404_with_its_own_code(call: Caller, method: str, path: str, code: int) -> None:
    answer = await call(method, path, {"content": "x"})

    assert (answer.status, answer.code) == (404, code)


async def test_a_method_that_a_route_has_not_is_405(call: Caller) -> None:
    assert (await call("PUT", MESSAGES, {})).status == 405


async def test_an_id_that_is_not_a_number_is_50035(call: Caller) -> None:
    assert (await call("GET", "/channels/table")).wrong() == {"channel_id": ["NUMBER_TYPE_COERCE"]}


async def test_requests_for_unknown_routes_are_recorded_without_a_route(playground: Playground, call: Caller) -> None:
    await call("GET", "/sticker-packs")

    assert [(each.route, each.path) for each in playground.requests] == [(None, "/sticker-packs")]


# edits


async def test_a_message_older_than_an_hour_takes_three_edits_in_six_seconds(
    playground: Playground, call: Caller
) -> None:
    sent = (await call("POST", MESSAGES, {"content": "x"})).body
    playground.world.skip(3601)

    statuses = [(await call("PATCH", f"{MESSAGES}/{sent['id']}", {"content": str(n)})).status for n in range(3)]
    fourth = await call("PATCH", f"{MESSAGES}/{sent['id']}", {"content": "x"})
    playground.world.skip(7)
    later = await call("PATCH", f"{MESSAGES}/{sent['id']}", {"content": "x"})

    assert statuses == [200] * 3
    assert (fourth.status, fourth.code) == (429, 30046)
    assert later.status == 200


async def test_an_enforced_nonce_sends_once_and_is_known_for_minutes_in_all_channels_and_after_its_message_was_deleted(
    playground: Playground, call: Caller
) -> None:
    body = {"content": "x", "nonce": "turn 1", "enforce_nonce": True}
    other = playground.world.add_channel("other")
    first, second = await call("POST", MESSAGES, body), await call("POST", MESSAGES, body)
    await call("DELETE", f"{MESSAGES}/{first.body['id']}")

    again = [await call("POST", f"/channels/{other.id}/messages", body) for _ in range(2)]
    playground.world.skip(200)
    later = await call("POST", MESSAGES, body)

    assert [each.body["id"] for each in (second, *again)] == [first.body["id"]] * 3
    assert later.body["id"] != first.body["id"]


# threads


async def test_a_thread_has_a_name_of_100_and_one_of_four_archive_times(call: Caller) -> None:
    wrong = {"name": "x" * 101, "auto_archive_duration": 5, "type": 11}

    answer = await call("POST", f"/channels/{TABLE_ID}/threads", wrong)

    assert answer.wrong() == {"name": [LENGTH], "auto_archive_duration": ["BASE_TYPE_CHOICES"]}


async def test_a_message_has_one_thread_with_its_own_id(call: Caller) -> None:
    sent = (await call("POST", MESSAGES, {"content": "x"})).body

    first = await call("POST", f"{MESSAGES}/{sent['id']}/threads", {"name": "game"})
    second = await call("POST", f"{MESSAGES}/{sent['id']}/threads", {"name": "game"})

    assert (first.status, first.body["id"]) == (201, sent["id"])
    assert (second.status, second.code) == (400, 160004)


async def test_an_archived_thread_takes_no_edit_until_a_message_wakes_it(call: Caller) -> None:
    thread = (await call("POST", f"/channels/{TABLE_ID}/threads", {"name": "game", "type": 11})).body
    messages = f"/channels/{thread['id']}/messages"
    sent = (await call("POST", messages, {"content": "x"})).body
    await call("PATCH", f"/channels/{thread['id']}", {"archived": True})

    asleep = await call("PATCH", f"{messages}/{sent['id']}", {"content": "y"})
    await call("POST", messages, {"content": "wake"})
    awake = await call("PATCH", f"{messages}/{sent['id']}", {"content": "y"})

    assert (asleep.status, asleep.code) == (400, 50083)
    assert awake.status == 200


# commands


async def test_a_commands_fault_has_its_place_in_the_list(call: Caller) -> None:
    answer = await call("PUT", COMMANDS, [COMMAND, {**COMMAND, "name": "draw", "description": ""}, COMMAND])

    assert answer.wrong() == {"1.description": [LENGTH], "2.name": ["APPLICATION_COMMANDS_DUPLICATE_NAME"]}


# emojis


async def test_an_emojis_name_is_taken_once_and_its_picture_has_256_kib(call: Caller) -> None:
    emojis = f"/applications/{APPLICATION_ID}/emojis"
    assert (await call("POST", emojis, emoji())).status == 201

    assert (await call("POST", emojis, emoji())).wrong() == {"name": ["APPLICATION_EMOJI_NAME_ALREADY_TAKEN"]}
    large = emoji("large", bytes(256 * 1024 + 1))
    assert (await call("POST", emojis, large)).wrong() == {"image": ["BINARY_TYPE_MAX_SIZE"]}
    assert [each["name"] for each in (await call("GET", emojis)).body["items"]] == ["red_1"]
