"""Every route's answer, good or bad, is as Discord's own document describes it; and lists are in Discord's order."""

import asyncio

from playground import Playground
from playground.model.permissions import BITS
from playground.model.starting_world import (
    ANA_ID,
    APPLICATION_ID,
    BEN_ID,
    GUILD_ID,
    SECOND_TABLE_ID,
    TABLE_ID,
    THREAD_ID,
)
from tests.playground.raw import PICTURE, Caller, Json, Socket
from tests.playground.table import MODAL, Table
from tests.support.schema import violations

MESSAGES = f"/channels/{TABLE_ID}/messages"
COMMANDS = f"/applications/{APPLICATION_ID}/commands"
EMOJIS = f"/applications/{APPLICATION_ID}/emojis"
JPEG = b"\xff\xd8\xff" + b"\0" * 20


def answered(playground: Playground) -> list[str]:
    """What is wrong with the answers alone: these requests are as odd as the tests want them."""
    return [each for each in violations(playground.requests) if ": sent " not in each]


async def test_every_route_that_only_tells_answers_as_documented(playground: Playground, call: Caller) -> None:
    sent = (await call("POST", MESSAGES, {"content": "x"})).body
    for path in (
        "/users/@me",
        "/oauth2/applications/@me",
        "/applications/@me",
        "/gateway",
        "/gateway/bot",
        EMOJIS,
        f"/guilds/{GUILD_ID}",
        f"/guilds/{GUILD_ID}/members/{ANA_ID}",
        f"/channels/{TABLE_ID}",
        f"/channels/{THREAD_ID}",
        MESSAGES,
        f"{MESSAGES}/{sent['id']}",
    ):
        assert (await call("GET", path)).status == 200, path

    assert answered(playground) == []


async def test_every_route_that_changes_something_answers_as_documented(playground: Playground, call: Caller) -> None:
    board: Json = {
        "flags": 1 << 15,
        "components": [
            {
                "type": 17,
                "components": [
                    {"type": 13, "file": {"url": "attachment://b.jpg"}},
                    {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]},
                    {"type": 1, "components": [{"type": 6, "custom_id": "who"}]},
                ],
            }
        ],
    }
    files = {"a.png": PICTURE, "b.jpg": JPEG}
    told = (await call("POST", MESSAGES, {"content": "@everyone"}, {"a.png": PICTURE})).body
    shown = (await call("POST", MESSAGES, board, files)).body
    plain = (await call("POST", MESSAGES, {"content": "x"}, {"b.jpg": JPEG, "c": b"?"})).body
    await call("POST", MESSAGES, {"content": "re", "message_reference": {"message_id": told["id"]}})
    await call("PATCH", f"{MESSAGES}/{told['id']}", {"content": "New"})
    await call("POST", f"/channels/{TABLE_ID}/typing")
    await call("DELETE", f"{MESSAGES}/{told['id']}")
    dm = (await call("POST", "/users/@me/channels", {"recipient_id": str(BEN_ID)})).body
    await call("GET", f"/channels/{dm['id']}")
    thread = (await call("POST", f"/channels/{SECOND_TABLE_ID}/threads", {"name": "game", "type": 11})).body
    await call("PATCH", f"/channels/{thread['id']}", {"name": "over", "archived": True})

    assert answered(playground) == []
    assert (told["attachments"][0]["width"], told["mention_everyone"]) == (20, True)
    (container,) = shown["components"]
    assert [each["type"] for each in container["components"]] == [13, 12, 1]
    assert (container["components"][0]["name"], container["components"][0]["size"]) == ("b.jpg", len(JPEG))
    assert [each["content_type"] for each in plain["attachments"]] == ["image/jpeg", "application/octet-stream"]


async def test_refusals_answer_as_documented(playground: Playground, call: Caller) -> None:
    playground.world.deny(TABLE_ID, ["SEND_MESSAGES"])
    for method, path, body in (
        ("POST", MESSAGES, {"content": "x"}),
        ("POST", f"/channels/{SECOND_TABLE_ID}/messages", {"content": "x" * 2001}),
        ("GET", "/channels/1", None),
        ("PATCH", f"/channels/{TABLE_ID}", {"name": "x"}),
        ("DELETE", f"/channels/{TABLE_ID}", None),
        ("POST", f"/webhooks/{APPLICATION_ID}/token", {"content": "x"}),
    ):
        assert (await call(method, path, body)).status >= 400, path

    assert answered(playground) == []


async def test_answers_to_interactions_are_as_documented(playground: Playground, call: Caller, bare: Socket) -> None:
    await call("PUT", COMMANDS, [{"name": "rack", "description": "x"}])
    acting = asyncio.create_task(playground.seat("Ana").command("rack"))
    interaction = await bare.event("INTERACTION_CREATE")
    webhook = f"/webhooks/{APPLICATION_ID}/{interaction['token']}"
    callback = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
    answer = (await call("POST", callback, {"type": 5, "data": {"flags": 64}})).body
    await acting
    await call("PATCH", f"{webhook}/messages/@original", {"content": "x"})
    await call("GET", f"{webhook}/messages/@original")
    second = (await call("POST", webhook, {"content": "y"})).body
    await call("PATCH", f"{webhook}/messages/{second['id']}", {"content": "z"})
    await call("DELETE", f"{webhook}/messages/{second['id']}")

    assert answered(playground) == []
    assert (answer["interaction"]["response_message_loading"], "resource" in answer) == (True, False)


async def test_files_of_private_answers_alone_are_ephemeral(table: Table) -> None:
    listed = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}

    for flags, marks in ((64, [True]), (0, [None])):
        interaction = await table.command()
        answered = await table.answer(interaction, 4, {**listed, "flags": flags}, {"a.png": PICTURE})
        message = answered.body["resource"]["message"]
        assert [each.get("ephemeral") for each in message["attachments"]] == marks

    assert violations(table.playground.requests) == []


async def test_a_submitted_form_says_what_the_bot_may_do_by_then(table: Table) -> None:
    await table.answer(await table.command(), 9, MODAL)
    await table.ana.wait(lambda seat: seat.modal is not None)
    table.playground.world.deny(TABLE_ID, ["SEND_MESSAGES"])

    submitted = await table.act(table.ana.submit(table.ana.modal, table="R1"))

    assert not int(submitted["app_permissions"]) & BITS["SEND_MESSAGES"]


async def test_history_comes_newest_first_and_by_page(playground: Playground, call: Caller) -> None:
    ids = [(await call("POST", MESSAGES, {"content": str(number)})).body["id"] for number in range(4)]

    async def page(query: str) -> list[str]:
        return [each["content"] for each in (await call("GET", f"{MESSAGES}?{query}")).body]

    assert await page("limit=3") == ["3", "2", "1"]
    assert await page(f"before={ids[2]}&limit=1") == ["1"]
    assert await page(f"after={ids[0]}&limit=2") == ["2", "1"]
    playground.world.deny(TABLE_ID, ["READ_MESSAGE_HISTORY"])
    assert await page("limit=3") == []
