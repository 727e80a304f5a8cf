"""What the bot's own role may be granted, and what the bot can take from itself in a channel."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from playground import Playground
from playground.model.permissions import BITS, EVERYONE
from playground.model.starting_world import APPLICATION_ID, BEN_ID, BOT_ROLE_ID, GUILD_ID, TABLE_ID, THREAD_ID
from tests.playground.raw import Caller

OVERWRITE = f"/channels/{TABLE_ID}/permissions/{APPLICATION_ID}"
SENDING = {"type": 1, "allow": "0", "deny": str(BITS["SEND_MESSAGES"])}
PRIVATE = {"name": "game", "type": 12}


@pytest.fixture
async def moderator() -> AsyncIterator[Caller]:
    """A bot that may also manage roles and threads, and create private ones."""
    granted = ("MANAGE_ROLES", "MANAGE_THREADS", "CREATE_PRIVATE_THREADS")
    async with Playground.start(global_limit=False, granted=granted) as playground, aiohttp.ClientSession() as session:
        yield Caller(playground, session)


async def test_a_granted_permission_is_in_the_bots_own_role(moderator: Caller) -> None:
    roles = (await moderator("GET", f"/guilds/{GUILD_ID}")).body["roles"]
    held = {int(each["id"]): int(each["permissions"]) for each in roles}

    assert (held[GUILD_ID], held[BOT_ROLE_ID] & BITS["MANAGE_THREADS"]) == (EVERYONE, BITS["MANAGE_THREADS"])


async def test_an_overwrite_takes_a_permission_until_it_is_removed(moderator: Caller) -> None:
    posting = f"/channels/{TABLE_ID}/messages", {"content": "x"}

    taken = await moderator("PUT", OVERWRITE, SENDING)
    refused = await moderator("POST", *posting)
    given = await moderator("DELETE", OVERWRITE)

    assert (taken.status, refused.code, given.status) == (204, 50013, 204)
    assert (await moderator("POST", *posting)).status == 200


async def test_an_overwrite_needs_manage_roles(call: Caller) -> None:
    assert [(await call(method, OVERWRITE, SENDING)).code for method in ("PUT", "DELETE")] == [50013, 50013]


async def test_a_permission_that_the_bot_lacks_cannot_be_taken(moderator: Caller) -> None:
    answer = await moderator("PUT", OVERWRITE, SENDING | {"deny": str(BITS["MANAGE_GUILD"])})

    assert (answer.status, answer.code) == (403, 50013)


@pytest.mark.parametrize(("method", "whose"), [("DELETE", APPLICATION_ID), ("PUT", BEN_ID), ("DELETE", BEN_ID)])
async def test_an_overwrite_that_is_not_there_is_10009(moderator: Caller, method: str, whose: int) -> None:
    answer = await moderator(method, f"/channels/{TABLE_ID}/permissions/{whose}", SENDING)

    assert (answer.status, answer.code) == (404, 10009)


async def test_a_thread_has_no_overwrites(moderator: Caller) -> None:
    assert (await moderator("PUT", f"/channels/{THREAD_ID}/permissions/{APPLICATION_ID}", SENDING)).code == 10003


async def test_a_private_thread_needs_its_own_permission(call: Caller, moderator: Caller) -> None:
    path = f"/channels/{TABLE_ID}/threads"

    refused, created = await call("POST", path, PRIVATE), await moderator("POST", path, PRIVATE)

    assert (refused.status, refused.code) == (403, 50013)
    assert (created.status, created.body["type"], created.body["member"]["user_id"]) == (201, 12, str(APPLICATION_ID))


async def test_a_private_thread_that_the_bot_has_left_is_hidden_without_manage_threads(moderator: Caller) -> None:
    thread = (await moderator("POST", f"/channels/{TABLE_ID}/threads", PRIVATE)).body["id"]
    member, messages = f"/channels/{thread}/thread-members/@me", f"/channels/{thread}/messages"
    before = await moderator("GET", member)

    left = await moderator("DELETE", member)
    after, moderated = await moderator("GET", member), await moderator("POST", messages, {"content": "x"})
    await moderator("PUT", OVERWRITE, SENDING | {"deny": str(BITS["MANAGE_THREADS"])})
    hidden = await moderator("POST", messages, {"content": "x"})

    assert (before.status, left.status, after.status, after.code) == (200, 204, 404, 10007)
    assert (moderated.status, hidden.status, hidden.code) == (200, 403, 50001)


async def test_a_locked_thread_takes_messages_of_those_who_manage_threads(moderator: Caller) -> None:
    thread = (await moderator("POST", f"/channels/{TABLE_ID}/threads", {"name": "game", "type": 11})).body["id"]
    await moderator("PATCH", f"/channels/{thread}", {"locked": True})

    moderated = await moderator("POST", f"/channels/{thread}/messages", {"content": "x"})
    await moderator("PUT", OVERWRITE, SENDING | {"deny": str(BITS["MANAGE_THREADS"])})
    refused = await moderator("POST", f"/channels/{thread}/messages", {"content": "x"})

    assert (moderated.status, refused.status, refused.code) == (200, 400, 160005)


async def test_active_threads_are_those_that_the_bot_sees_newest_first(call: Caller) -> None:
    world = call.playground.world
    hidden = world.add_thread("secret", TABLE_ID, BEN_ID, is_private=True)
    created = (await call("POST", f"/channels/{TABLE_ID}/threads", {"name": "game", "type": 11})).body["id"]
    asleep = (await call("POST", f"/channels/{TABLE_ID}/threads", {"name": "old", "type": 11})).body["id"]
    await call("PATCH", f"/channels/{asleep}", {"archived": True})

    listed = (await call("GET", f"/guilds/{GUILD_ID}/threads/active")).body

    assert [each["id"] for each in listed["threads"]] == [created, str(THREAD_ID)]
    assert str(hidden.id) not in {each["id"] for each in listed["members"]}
