"""What else Discord refuses, and what it then goes on to allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model.starting_world import TABLE_ID

if TYPE_CHECKING:
    from playground import Playground
    from tests.playground.raw import Caller

MESSAGES = f"/channels/{TABLE_ID}/messages"


async def test_a_reply_needs_read_message_history(playground: Playground, call: Caller) -> None:
    sent = (await call("POST", MESSAGES, {"content": "x"})).body
    reply = {"content": "y", "message_reference": {"message_id": sent["id"]}}
    assert (await call("POST", MESSAGES, reply)).status == 200
    playground.world.deny(TABLE_ID, ["READ_MESSAGE_HISTORY"])

    answer = await call("POST", MESSAGES, reply)

    assert (answer.status, answer.code) == (400, 160002)
    assert (await call("POST", MESSAGES, {"content": "y"})).status == 200
