"""Payloads from Discord, shortened before discord.py reads them.

discord.py builds an object for each button, menu entry and text of a message. A bench has over a hundred of them. They
come with each tap, and again with Discord's confirmation of the answer, and nobody reads them. `python -m benchmarks
taps` measures a tap.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from services.concurrency.answer_queue import leave_queue

CARRIED = "is_carried"  # in a tap's data: whether the tapped message has the control


def shorten_payloads(client: discord.Client) -> None:
    """Keep the components of messages out of discord.py's reach, in this client and the tasks that this one starts.

    Of a tapped message's components, only `CARRIED` is left.
    """
    parsers: dict[str, Any] = client._connection.parsers  # noqa: SLF001  # discord.py has no public hook this early
    read = parsers["INTERACTION_CREATE"]

    def read_shortened(payload: dict[str, Any]) -> None:
        shorten_tap(payload)
        read(payload)

    parsers["INTERACTION_CREATE"] = read_shortened
    async_context.set(ShortConfirmations())  # type: ignore[no-untyped-call]  # discord.py's own


def shorten_tap(payload: Mapping[str, Any]) -> None:
    """Remove the components from a tapped message, and note whether the tapped control was one of them."""
    message, data = payload.get("message"), payload.get("data", {})
    if message is not None and "custom_id" in data:
        data[CARRIED] = data["custom_id"] in _list_custom_ids(message.get("components", ()))
        message["components"] = []


def _list_custom_ids(components: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the custom ids of these components and of those nested in them."""
    for each in components:
        if "custom_id" in each:
            yield each["custom_id"]
        yield from _list_custom_ids(each.get("components", ()))
        if "accessory" in each:
            yield from _list_custom_ids((each["accessory"],))


class ShortConfirmations(AsyncWebhookAdapter):
    """The sender of responses to interactions, which leaves the sent message out of Discord's confirmation.

    The message's id is still there.
    """

    async def create_interaction_response(self, *arguments: Any, **named: Any) -> Any:
        """Send the response as discord.py does, and return the confirmation without the message.

        Meanwhile, the next interaction may be answered.
        """
        leave_queue()
        confirmed = await super().create_interaction_response(*arguments, **named)
        confirmed.pop("resource", None)
        return confirmed
