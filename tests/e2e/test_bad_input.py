"""What nobody sends by a real client: ids and values made up by hand. All get a private sentence and change nothing."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from playground import ShownMessage, SimulatedUser
from playground.interactions.interactions import UserAction
from playground.model import json_objects
from playground.model.values import Channel
from playground.validation import messages
from storage.games import Game
from tests.e2e.running_bot import RunningBot
from tests.positions import position
from ui.controls import write_base36

from .messages import find_public, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")

FIELD = {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "move", "value": "R4 R5 R6"}}
EXPIRED = "This form has expired. Tap **Edit as text** on your rack."
BUTTONS = [
    "rk:draw:{game}:2",
    "rk:draw:{game}:zzzzzzzz",
    "rk:draw:{other}:1",
    "rk:start:{game}:1",
    "rk:resign:{game}:1",
    "rk:option:{game}:1:clock",
    "rk:rematch:{game}:1",
    "rk:again:{game}:1:aaaaaaaaaaaa",
    "rk:close:0:0",
    "rk:draw:{game}",
    "rk:draw:-1:1",
    "rk::::",
    "rk",
    "x" * 100,
    "' OR 1=1; DROP TABLE game; --",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{GRINNING FACE}",
]


@pytest_asyncio.fixture(loop_scope="module")
async def game(running_bot: RunningBot, room: Channel) -> AsyncIterator[Game]:
    """A running game, which must be the same afterward."""
    game = running_bot.deal(room, position("classic", racks=["r4 r5 r6 k1", "o1 o2"], options={"clock": 0}))
    await running_bot.seat("Ana").command("table", room)
    yield game
    assert running_bot.game(room) == game


async def test_buttons_and_menus_that_the_message_does_not_have_do_nothing(
    running_bot: RunningBot, room: Channel, game: Game
) -> None:
    ana, ben = running_bot.seats(2)
    for number, custom_id in enumerate(BUTTONS):
        made_up = custom_id.format(game=write_base36(game.id), other=write_base36(game.id + 1000))
        seat = (ana, ben, running_bot.stranger())[number % 3]
        answer = await require_private(seat.forge(find_public(seat, room)[0], made_up))
        assert answer.text == "This button has expired. /table shows the current table.", made_up

    menu = f"rk:option:{write_base36(game.id)}:1:clock"
    answer = await require_private(ana.forge(find_public(ana, room)[0], menu, ["1"]))
    assert answer.text.startswith("This button has expired.")


async def submit(seat: SimulatedUser, room: Channel, custom_id: str, *parts: dict[str, Any]) -> ShownMessage:
    """Submit a form as if a command had opened it."""
    opener = {
        "id": str(seat.user.id),
        "type": messages.COMMAND,
        "user": json_objects.write_user(seat.user),
        "authorizing_integration_owners": json_objects.write_owners(room, seat.user),
    }
    data = {"custom_id": custom_id, "components": list(parts)}
    act = UserAction(messages.MODAL_SUBMIT, seat.user, room, data, opener=opener)
    answer = await seat._ask(act)  # noqa: SLF001  # only a made-up client sends it
    assert answer.message
    shown = seat.shown(answer.message)
    assert shown.ephemeral
    return shown


async def test_forms_of_no_table_and_without_their_field_are_refused(
    running_bot: RunningBot, room: Channel, game: Game
) -> None:
    ana, ben = running_bot.seats(2)
    here, other = (f"rk:text:{write_base36(number)}:1" for number in (game.id, game.id + 1000))

    for custom_id in ("rk:text", "x", "rk:text:-1:1", "DROP TABLE game"):
        assert (await submit(ana, room, custom_id, FIELD)).text == EXPIRED
    assert (await submit(ana, room, other, FIELD)).text == "This table no longer exists. /new opens another."
    for parts in (
        [],
        [{"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "other", "value": "R4"}}],
        [{"type": 18, "id": 1, "component": {"type": 3, "id": 2, "custom_id": "move", "values": ["R4"]}}],
        [{"type": 1, "id": 1, "components": []}],
    ):
        assert (await submit(ana, room, here, *parts)).text == EXPIRED
    assert (await submit(running_bot.stranger(), room, here, FIELD)).text == "You're not in this game."
    assert (await submit(ben, room, here, FIELD)).text.startswith("It isn't your turn.")
