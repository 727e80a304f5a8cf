"""What nobody sends by a real client: ids and values made up by hand. All get a private sentence and change nothing."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from playground import ShownMessage, SimulatedUser
from playground.interactions.interaction import UserAction
from playground.model import json_objects
from playground.model.values import Channel
from playground.validation import messages
from storage.games import Game
from tests.e2e.running_bot import RunningBot
from tests.positions import position
from ui.controls import write_base36

from .messages import find_public, find_showing, require_answer, require_private, wait_to_see

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
MOVES = [
    "R4 R5 R6 " * 400,
    "\0",
    "R4\N{RIGHT-TO-LEFT OVERRIDE}R5",
    "table:",
    ";;;;",
    "A+",
    "A:99999999999999999999",
    "A:-1",
    "J=J=J",
    "draw 1",
    "kept:aaaaaaaaaaaa",
    "kept:",
    "<@1100000000000000402> `R4` @everyone",
    "٤",
]


@pytest_asyncio.fixture(loop_scope="module")
async def game(running_bot: RunningBot, room: Channel) -> AsyncIterator[Game]:
    """A running game, which must be the same afterward."""
    laid = running_bot.lay(room, position("classic", racks=["r4 r5 r6 k1", "o1 o2"], options={"clock": 0}))
    await running_bot.seat("Ana").command("table", room)
    yield laid
    assert running_bot.game(room) == laid


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
    return await send(seat, UserAction(messages.MODAL_SUBMIT, seat.user, room, data, opener=opener))


async def send(seat: SimulatedUser, act: UserAction) -> ShownMessage:
    """The private answer to what only a made-up client sends."""
    answer = await seat._ask(act)  # noqa: SLF001  # as above
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


@pytest.mark.usefixtures("game")
async def test_texts_that_are_no_turn_are_refused_in_words(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")

    for move in MOVES:
        answer = await require_private(ana.command("play", room, move=move))
        choices = await ana.autocomplete("play", "move", room, move=move)

        assert answer.text
        assert "went wrong on my side" not in answer.text
        assert len(answer.text) < 500
        assert len(choices) <= 1
        assert answer.json["mentions"] == []


@pytest.mark.usefixtures("game")
async def test_options_that_discord_would_not_send_are_refused(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    ids = {each["name"]: each["id"] for each in running_bot.world.commands.values()}

    empty = running_bot.room("empty")

    async def give(name: str, option: str, kind: int, value: object, place: Channel = empty) -> str:
        options = [{"type": kind, "name": option, "value": value}]
        data = {"id": ids.get(name, "1"), "name": name, "type": 1, "options": options}
        return (await send(ana, UserAction(messages.COMMAND, ana.user, place, data))).text

    for count in (0, -1, 107, 2**53):
        assert (await give("draw", "count", 4, count, room)).startswith(f"You can draw 1 tile, not {count}.")
    for name, option in (("new", "variant"), ("new", "clock"), ("rules", "variant"), ("leaderboard", "scope")):
        said = await give(name, option, 3, "77'; DROP TABLE game")
        assert said
        assert "went wrong on my side" not in said
    assert running_bot.rows("SELECT 1 FROM game WHERE channel_id = ?", empty.id) == []
    assert (await give("gone", "clock", 3, "1")).startswith("This command no longer exists")


async def test_names_that_are_markup_or_nothing_stay_harmless(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    names = ("@everyone **x** <@1>", "\N{ZERO WIDTH SPACE}" * 3, "R4 R5 R6" * 20)
    seats = [running_bot.seat(running_bot.world.add_user(name)) for name in names]
    lobby = await require_answer(ana.command("new", room))
    for seat in seats:
        await seat.click(lobby, "Join")
    await ana.click(lobby, "Start")

    table = await wait_to_see(ana, find_showing("to play", room))

    assert "everyone" not in table.text
    assert not table.json["mention_everyone"]
    assert len(table.pictures[0]["description"]) <= 1024
