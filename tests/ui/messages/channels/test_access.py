"""What stops the bot from showing a table in a channel, and what it says about that."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import aiohttp
import discord
import pytest

from services.refusals import Refusal
from tests.support.interactions import refusal
from ui.messages.channels.access import TableChannel, explain_obstacle, require_writable

Kind = discord.ChannelType
ALL = discord.Permissions.all()
ROOM = TableChannel(7, Kind.text, ALL)


def lacking(*names: str) -> discord.Permissions:
    return discord.Permissions(discord.Permissions.all().value, **dict.fromkeys(names, False))


@pytest.mark.parametrize(
    ("kind", "missing", "named"),
    [
        (Kind.text, ["send_messages"], "the Send Messages permission."),
        (Kind.text, ["view_channel", "attach_files"], "these permissions: View Channel and Attach Files."),
        (Kind.text, ["send_messages_in_threads", "connect"], ""),
        (Kind.voice, ["connect"], "the Connect permission."),
        (Kind.public_thread, ["send_messages_in_threads"], "the Send Messages in Threads permission."),
        (Kind.private_thread, ["send_messages"], ""),
    ],
)
def test_each_kind_of_channel_needs_its_permissions(kind: Kind, missing: Sequence[str], named: str) -> None:
    said = explain_obstacle(TableChannel(7, kind, lacking(*missing)))

    assert said == (named and f"To show a table in <#7>, I need {named}")


@pytest.mark.parametrize(
    ("channel", "code", "said"),
    [
        (ROOM, 0, ""),
        (ROOM, 10003, "The table's channel was deleted."),
        (ROOM, 160005, "<#7> is locked, so I can't show a table there. Moderators can unlock it."),
        (replace(ROOM, is_locked=True), 0, "<#7> is locked, so I can't show a table there. Moderators can unlock it."),
        (
            replace(ROOM, kind=Kind.private_thread),
            50001,
            "I'm not in <#7>, so I can't show a table there. Mention me there to add me.",
        ),
        (TableChannel(7), 50001, "I'm not in <#7>, so I can't show a table there. Mention me there to add me."),
        (ROOM, 50001, "Discord refuses my messages in <#7> (error 50001)."),
        (replace(ROOM, permissions=lacking("connect")), 50013, "Discord refuses my messages in <#7> (error 50013)."),
    ],
)
def test_whatever_stops_the_bot_has_a_sentence_of_its_own(channel: TableChannel, code: int, said: str) -> None:
    assert explain_obstacle(channel, code) == said


class Client:
    """A client whose requests fail as told; it counts them."""

    def __init__(self, error: Exception | None) -> None:
        self.error, self.requests = error, 0

    def get_partial_messageable(self, _: int) -> "Client":
        return self

    async def typing(self) -> None:
        self.requests += 1
        if self.error:
            raise self.error


async def test_the_route_is_tested_where_nothing_known_stops_the_bot() -> None:
    client = Client(refusal(50013, 403))
    with pytest.raises(Refusal, match="error 50013"):
        await require_writable(cast("Any", client), ROOM)
    with pytest.raises(Refusal, match="I need the Send Messages permission"):
        await require_writable(cast("Any", client), replace(ROOM, permissions=lacking("send_messages")))

    assert client.requests == 1


@pytest.mark.parametrize("error", [None, refusal(0, 503), refusal(0, 429), TimeoutError(), aiohttp.ClientError()])
async def test_an_outage_opens_the_table_all_the_same(error: Exception | None) -> None:
    await require_writable(cast("Any", Client(error)), ROOM)
