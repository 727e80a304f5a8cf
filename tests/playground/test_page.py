"""The page's websocket, frame by frame, and who may reach the server at all."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from playground import Playground
from playground.model.starting_world import ANA_ID, APPLICATION_ID, BEN_ID, TABLE_ID
from tests.playground.raw import PATIENCE, Caller, Json, Socket

MESSAGES = f"/channels/{TABLE_ID}/messages"
COMMANDS = [
    {
        "name": "play",
        "description": "Play",
        "options": [{"type": 3, "name": "move", "description": "What", "required": True, "autocomplete": True}],
    },
    {
        "name": "rules",
        "description": "Rules",
        "options": [{"type": 1, "name": "show", "description": "Show them", "options": []}],
    },
]
MODAL = {
    "custom_id": "edit",
    "title": "Edit",
    "components": [{"type": 18, "label": "Table", "component": {"type": 4, "custom_id": "table", "style": 2}}],
}


class Browser:
    """The page's end of a seat."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.nonces = 0

    async def frame(self, op: str) -> Json:
        """The next frame of this kind; others before it are dropped."""
        while True:
            async with asyncio.timeout(PATIENCE):
                frame: Json = json.loads((await self.ws.receive()).data)
            if frame["op"] == op:
                return frame

    async def ask(self, op: str, **fields: Any) -> str:
        self.nonces += 1
        await self.ws.send_json({"op": op, "nonce": f"n{self.nonces}", "channel_id": str(TABLE_ID), **fields})
        return f"n{self.nonces}"


@pytest.fixture
async def ana(playground: Playground, call: Caller) -> AsyncIterator[Browser]:
    await call("PUT", f"/applications/{APPLICATION_ID}/commands", COMMANDS)
    address = f"{playground.address}/seat/{ANA_ID}"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as ws:
        yield Browser(ws)


async def answer(call: Caller, interaction: Json, kind: int, data: Json | None = None) -> None:
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
    assert (await call("POST", path, {"type": kind, "data": data})).status == 204


async def test_the_greeting_tells_users_channels_commands_and_the_bot(ana: Browser) -> None:
    world = await ana.frame("world")

    assert world["you"] == {"id": str(ANA_ID), "name": "Ana", "avatar_color": "#c0563f"}
    assert [each["name"] for each in world["users"]] == ["Ana", "Ben", "Chloé", "Dmitri"]
    assert [(each["name"], each["kind"]) for each in world["channels"]] == [
        ("table", "text"),
        ("second-table", "text"),
        ("side table", "thread"),
        ("friends", "group"),
        ("Rackety", "dm"),
    ]
    assert world["bot"] == {"id": str(APPLICATION_ID), "name": "Rackety", "online": False}
    assert [each["name"] for each in world["commands"]] == ["play", "rules show"]
    assert world["commands"][0]["options"][0]["autocomplete"] is True
    assert world["commands"][0]["places"] == ["text", "voice", "dm", "thread"]
    assert [each["name"] for each in world["roles"]] == ["@everyone", "Rackety"]
    assert world["dms_open"] is True


async def test_each_channels_messages_are_told_once_at_the_start(playground: Playground, call: Caller) -> None:
    await call("POST", MESSAGES, {"content": f"<@{ANA_ID}> plays"})
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{playground.address}/seat/{ANA_ID}") as ws,
    ):
        browser = Browser(ws)
        told = [await browser.frame("messages") for _ in range(4)]

    shown = {each["channel_id"]: each["messages"] for each in told}
    assert [each["content"] for each in shown[str(TABLE_ID)]] == [f"<@{ANA_ID}> plays"]
    assert shown[str(TABLE_ID)][0]["mentions_you"] is True
    assert (shown[str(TABLE_ID)][0]["ephemeral"], shown[str(TABLE_ID)][0]["loading"]) == (False, False)


async def test_messages_come_and_change_and_go(call: Caller, ana: Browser) -> None:
    sent = (await call("POST", MESSAGES, {"content": "x"})).body
    await call("PATCH", f"{MESSAGES}/{sent['id']}", {"content": "y"})
    await call("DELETE", f"{MESSAGES}/{sent['id']}")

    assert (await ana.frame("message"))["message"]["content"] == "x"
    assert (await ana.frame("message"))["message"]["content"] == "y"
    assert await ana.frame("gone") == {"op": "gone", "channel_id": str(TABLE_ID), "message_id": sent["id"]}


async def test_a_command_a_component_and_a_dismissal(call: Caller, ana: Browser, bare: Socket) -> None:
    nonce = await ana.ask("command", name="play", options={"move": "R1"})
    interaction = await bare.event("INTERACTION_CREATE")
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Draw", "custom_id": "draw"}]}
    await answer(call, interaction, 4, {"content": "private", "flags": 64, "components": [row]})
    message = (await ana.frame("message"))["message"]
    assert message["ephemeral"] is True
    assert (await ana.frame("done"))["nonce"] == nonce

    nonce = await ana.ask("component", message_id=message["id"], custom_id="draw", component_type=2, values=[])
    click = await bare.event("INTERACTION_CREATE")
    assert click["message"]["id"] == message["id"]
    await answer(call, click, 7, {"content": "drawn"})
    assert (await ana.frame("message"))["message"]["content"] == "drawn"
    assert (await ana.frame("done"))["nonce"] == nonce

    await ana.ask("dismiss", message_id=message["id"])
    assert (await ana.frame("gone"))["message_id"] == message["id"]


async def test_a_modal_opens_with_its_nonce_and_is_submitted(call: Caller, ana: Browser, bare: Socket) -> None:
    nonce = await ana.ask("command", name="play", options={"move": "R1"})
    await answer(call, await bare.event("INTERACTION_CREATE"), 9, MODAL)
    opened = await ana.frame("modal")
    assert (opened["nonce"], opened["modal"]["title"]) == (nonce, "Edit")
    assert (await ana.frame("done"))["nonce"] == nonce

    interaction_id = opened["modal"]["interaction_id"]
    nonce = await ana.ask("submit", interaction_id=interaction_id, custom_id="edit", values={"table": "A R1"})
    submitted = await bare.event("INTERACTION_CREATE")
    assert submitted["data"]["components"][0]["component"]["value"] == "A R1"
    await answer(call, submitted, 4, {"content": "played"})
    assert (await ana.frame("done"))["nonce"] == nonce


async def test_autocomplete_brings_choices(call: Caller, ana: Browser, bare: Socket) -> None:
    nonce = await ana.ask("autocomplete", name="play", options={"move": "R"}, focused="move")
    interaction = await bare.event("INTERACTION_CREATE")
    assert interaction["data"]["options"] == [{"type": 3, "name": "move", "value": "R", "focused": True}]
    await answer(call, interaction, 8, {"choices": [{"name": "legal", "value": "R1"}]})

    choices = await ana.frame("choices")

    assert choices == {"op": "choices", "nonce": nonce, "choices": [{"name": "legal", "value": "R1"}]}


async def test_a_subcommand_is_sent_below_its_command(ana: Browser, bare: Socket) -> None:
    await ana.ask("command", name="rules show", options={})

    data = (await bare.event("INTERACTION_CREATE"))["data"]

    assert (data["name"], data["options"]) == ("rules", [{"type": 1, "name": "show", "options": []}])


async def test_silence_fails_and_bad_input_is_refused(playground: Playground, ana: Browser) -> None:
    playground.interactions.answer_within = 0.05

    nonce = await ana.ask("command", name="play", options={"move": "R1"})
    failed = await ana.frame("failed")
    assert failed == {"op": "failed", "nonce": nonce, "text": "The application did not respond"}

    for op, fields in (
        ("command", {"name": "play", "options": {}}),
        ("component", {"message_id": "1", "custom_id": "x"}),
        ("delete", {"message_id": "1"}),
        ("say", {"content": ""}),
        ("submit", {"interaction_id": "1", "values": {}}),
        ("nonsense", {}),
        ("command", {"channel_id": None}),
    ):
        nonce = await ana.ask(op, **fields)
        refused = await ana.frame("refused")
        assert refused["nonce"] == nonce
        assert refused["text"]


async def test_settings_change_the_world(playground: Playground, ana: Browser) -> None:
    await ana.frame("world")

    await ana.ask("dms", open=False)
    assert (await ana.frame("world"))["dms_open"] is False
    await ana.ask("permissions", deny=["SEND_MESSAGES"])
    assert (await ana.frame("world"))["channels"][0]["denied"] == ["SEND_MESSAGES"]
    await ana.ask("say", content="hello")
    message = (await ana.frame("message"))["message"]
    assert (message["content"], message["author"]["global_name"]) == ("hello", "Ana")
    await ana.ask("delete", message_id=message["id"])
    assert (await ana.frame("gone"))["message_id"] == message["id"]
    playground.world.add_user("Eva")
    assert [each["name"] for each in (await ana.frame("world"))["users"]][-1] == "Eva"


async def test_another_seat_s_messages_are_out_of_reach(playground: Playground, call: Caller, ana: Browser) -> None:
    channel = (await call("POST", "/users/@me/channels", {"recipient_id": str(BEN_ID)})).body
    sent = (await call("POST", f"/channels/{channel['id']}/messages", {"content": "Ben's rack"})).body

    await ana.ask("delete", channel_id=channel["id"], message_id=sent["id"])
    assert (await ana.frame("refused"))["text"] == "Unknown Channel"
    await ana.ask("component", channel_id=channel["id"], message_id=sent["id"], custom_id="x")
    assert (await ana.frame("refused"))["text"] == "Unknown Channel"
    assert [each.content for each in playground.seat("Ben").everything()] == ["Ben's rack"]


# the door


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "playground.example"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://playground.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
    ],
)
async def test_another_host_or_origin_is_403(call: Caller, headers: dict[str, str]) -> None:
    sent = {"Authorization": call.authorization, **headers}
    for path in ("/", "/api/hello", "/api/v10/users/@me", f"/seat/{ANA_ID}", "/gateway/"):
        async with call.session.get(call.playground.address + path, headers=sent) as response:
            assert response.status == 403


async def test_localhost_and_its_own_origin_are_let_in(playground: Playground, call: Caller) -> None:
    address = f"http://localhost:{playground.port}"
    async with call.session.get(
        playground.address + "/api/hello",
        headers={"Host": f"localhost:{playground.port}", "Origin": address},
    ) as response:
        told = await response.json()

    assert (response.status, told["name"], told["bot_online"]) == (200, "rackety-playground", False)
    assert [each["name"] for each in told["users"]] == ["Ana", "Ben", "Chloé", "Dmitri"]


async def test_it_listens_on_the_loopback_address_only(playground: Playground) -> None:
    with pytest.raises(OSError):  # noqa: PT011  # refused or unreachable: both keep others out
        await asyncio.open_connection("127.0.0.2", playground.port)


async def test_the_page_and_its_files_are_served_and_nothing_beside_them(call: Caller) -> None:
    found = {}
    for path in ("/", "/page/index.html", "/page/..%2Fworld.py", "/page/none.js", "/seat/1", "/seat/x"):
        async with call.session.get(call.playground.address + path) as response:
            found[path] = response.status

    assert found == {
        "/": 200,
        "/page/index.html": 200,
        "/page/..%2Fworld.py": 404,
        "/page/none.js": 404,
        "/seat/1": 404,
        "/seat/x": 404,
    }
