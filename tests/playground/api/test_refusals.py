"""What else Discord refuses, and what it then goes on to allow."""

import base64
import re

from playground import Playground
from playground.model.starting_world import APPLICATION_ID, TABLE_ID
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


async def test_the_token_has_the_shape_of_discords_and_opens_only_whole(playground: Playground, call: Caller) -> None:
    application, *rest = playground.token.split(".")

    assert re.fullmatch(r"[\w-]{24,28}\.[\w-]{6}\.[\w-]{27,40}", playground.token, re.ASCII)
    assert base64.urlsafe_b64decode(application + "=" * (-len(application) % 4)) == str(APPLICATION_ID).encode()
    for token in (application, ".".join(rest), playground.token[:-1], playground.token + "="):
        call.authorization = f"Bot {token}"
        assert (await call("GET", "/users/@me")).status == 401
