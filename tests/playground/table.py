"""A seat that acts, a bare bot that sees it, and what the bot has to show."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from playground import Playground, ShownMessage
from playground.model.starting_world import APPLICATION_ID
from tests.playground.raw import Caller, Json, Socket

EPHEMERAL, V2 = 64, 1 << 15
LENGTH, LONGEST = "BASE_TYPE_BAD_LENGTH", "BASE_TYPE_MAX_LENGTH"

BUTTON = {"type": 2, "style": 1, "label": "Draw", "custom_id": "draw"}
SELECT = {"type": 3, "custom_id": "pick", "options": [{"label": "a", "value": "a"}, {"label": "b", "value": "b"}]}
ROWS = [{"type": 1, "components": [BUTTON]}, {"type": 1, "components": [SELECT]}]
FIELD = {"type": 4, "custom_id": "table", "style": 2, "label": "Table"}
MODAL = {"custom_id": "edit", "title": "Edit", "components": [{"type": 1, "components": [FIELD]}]}
COMMANDS = [
    {"name": "rack", "description": "Show my rack"},
    {
        "name": "play",
        "description": "Play",
        "options": [{"type": 3, "name": "move", "description": "What", "required": True, "autocomplete": True}],
    },
]


class Table:
    """A seat that acts and a bare bot that sees it."""

    def __init__(self, playground: Playground, call: Caller, bare: Socket) -> None:
        self.playground = playground
        self.call = call
        self.bare = bare
        self.ana = playground.seat("Ana")
        self.acting: set[asyncio.Task[Any]] = set()

    async def act(self, what: Coroutine[Any, Any, Any]) -> Json:
        """Let a seat act; returns the interaction that the bot hears."""
        task = asyncio.create_task(what)
        self.acting.add(task)
        return await self.bare.event("INTERACTION_CREATE")

    async def command(self) -> Json:
        return await self.act(self.ana.command("rack"))

    async def answer(self, interaction: Json, kind: int, data: Any = None, files: Any = None) -> Any:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
        return await self.call("POST", path, {"type": kind, "data": data}, files)

    async def message(self, **data: Any) -> ShownMessage:
        """A message of the bot with a button and a select."""
        await self.answer(await self.command(), 4, {"content": "x", "components": ROWS, **data})
        shown = self.ana.last()
        assert shown is not None
        return shown

    def webhook(self, interaction: Json, tail: str = "") -> str:
        return f"/webhooks/{APPLICATION_ID}/{interaction['token']}{tail}"
