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

from .looking import find_public, find_showing, require_answer, require_private, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")

MODAL_FIELD = {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "move", "value": "R4 R5 R6"}}


@pytest_asyncio.fixture(loop_scope="module")
async def game(running_bot: RunningBot, room: Channel) -> AsyncIterator[Game]:
    """A running game, which must be the same afterward."""
    laid = running_bot.lay(room, position("classic", racks=["r4 r5 r6 k1", "o1 o2"], options={"clock": 0}))
    await running_bot.seat("Ana").command("table", room)
    yield laid
    assert running_bot.game(room) == laid


@pytest.mark.parametrize(
    "custom_id",
    [
        "rk:draw:{game}:2",
        "rk:draw:{game}:zzzzzzzz",
        "rk:draw:{other}:1",
        "rk:draw:zzzzzzzzzzzz:1",
        "rk:start:{game}:1",
        "rk:resign:{game}:1",
        "rk:pass:{game}:1",
        "rk:play:{game}:1",
        "rk:option:{game}:1:clock",
        "rk:rematch:{game}:1",
        "rk:again:{game}:1:aaaaaaaaaaaa",
        "rk:sort:{game}:1:color",
        "rk:close:0:0",
        "rk:draw:{game}",
        "rk:draw:-1:1",
        "rk::::",
        "rk",
        "x" * 100,
        "' OR 1=1; DROP TABLE game; --",
        "\N{RIGHT-TO-LEFT OVERRIDE}\N{GRINNING FACE}",
    ],
)
async def test_a_button_that_the_message_does_not_have_is_answered_and_does_nothing(
    running_bot: RunningBot, room: Channel, game: Game, custom_id: str
) -> None:
    made_up = custom_id.format(game=write_base36(game.id), other=write_base36(game.id + 1000))

    for seat in (*running_bot.seats(2), running_bot.stranger()):
        answer = await require_private(seat.forge(find_public(seat, room)[0], made_up))
        assert answer.text == "This button has expired. /table shows the current table."


async def test_a_select_that_the_message_does_not_have_is_answered_and_does_nothing(
    running_bot: RunningBot, room: Channel, game: Game
) -> None:
    ana = running_bot.seat("Ana")

    answer = await require_private(
        ana.forge(find_public(ana, room)[0], f"rk:option:{write_base36(game.id)}:1:clock", ["1"])
    )

    assert answer.text.startswith("This button has expired.")


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("clock", "99"),
        ("clock", "-1"),
        ("clock", ""),
        ("clock", "x"),
        ("clock", "9" * 100),
        ("clock", "²"),
        ("clock", "٣٣"),
    ],
)
async def test_an_option_value_that_was_not_offered_is_refused(
    running_bot: RunningBot, room: Channel, argument: str, value: str
) -> None:
    ana = running_bot.seat("Ana")
    lobby = await require_answer(ana.command("new", room))
    panel = await require_private(ana.click(lobby, "Options"))
    menu = f"rk:option:{write_base36(running_bot.game(room).id)}:1:{argument}"

    answer = await require_private(ana.forge(panel, menu, [value]))

    assert answer.text == "This menu has changed. That choice no longer exists."
    assert running_bot.game(room).version == 1


async def modal(seat: SimulatedUser, room: Channel, custom_id: str, *parts: dict[str, Any]) -> ShownMessage:
    """Submit a form as if a command had opened it."""
    opener = {
        "id": str(seat.user.id),
        "type": messages.COMMAND,
        "user": json_objects.write_user(seat.user),
        "authorizing_integration_owners": json_objects.write_owners(room, seat.user),
    }
    data = {"custom_id": custom_id, "components": list(parts)}
    return await require_private(shown(seat, UserAction(messages.MODAL_SUBMIT, seat.user, room, data, opener=opener)))


async def shown(seat: SimulatedUser, act: UserAction) -> ShownMessage | None:
    answer = await seat._ask(act)  # noqa: SLF001  # what only a made-up client sends
    return None if answer.message is None else seat.shown(answer.message)


@pytest.mark.parametrize(
    "custom_id", ["rk:text:zzzzzzzzzzzz:1", "rk:text:{other}:1", "rk:text", "x", "rk:text:-1:1", "DROP TABLE game"]
)
async def test_a_form_of_no_table_is_refused(
    running_bot: RunningBot, room: Channel, game: Game, custom_id: str
) -> None:
    answer = await modal(
        running_bot.seat("Ana"), room, custom_id.format(other=write_base36(game.id + 1000)), MODAL_FIELD
    )

    assert answer.text in {
        "This form has expired. Tap **Edit as text** on your rack.",
        "This table no longer exists. /new opens another.",
    }


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [{"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "other", "value": "R4"}}],
        [{"type": 18, "id": 1, "component": {"type": 3, "id": 2, "custom_id": "move", "values": ["R4"]}}],
        [{"type": 1, "id": 1, "components": []}],
    ],
)
async def test_a_form_without_its_field_is_refused(
    running_bot: RunningBot, room: Channel, game: Game, parts: list[dict[str, Any]]
) -> None:
    answer = await modal(running_bot.seat("Ana"), room, f"rk:text:{write_base36(game.id)}:1", *parts)

    assert answer.text == "This form has expired. Tap **Edit as text** on your rack."


async def test_a_form_of_a_stranger_or_of_another_seat_plays_nothing(
    running_bot: RunningBot, room: Channel, game: Game
) -> None:
    custom_id = f"rk:text:{write_base36(game.id)}:1"

    assert (await modal(running_bot.stranger(), room, custom_id, MODAL_FIELD)).text == "You're not in this game."
    assert (await modal(running_bot.seat("Ben"), room, custom_id, MODAL_FIELD)).text.startswith("It isn't your turn.")


@pytest.mark.parametrize(
    "move",
    [
        "R4 R5 R6 " * 400,
        "\0",
        "R4\N{RIGHT-TO-LEFT OVERRIDE}R5",
        "table:",
        ";;;;",
        "A+",
        "A:99999999999999999999",
        "A:-1",
        "J=J=J",
        "R99",
        "draw 1",
        "kept:aaaaaaaaaaaa",
        "kept:",
        "<@1100000000000000402> `R4` @everyone",
        "٤",
    ],
)
@pytest.mark.usefixtures("game")
async def test_text_that_is_no_turn_is_refused_in_words(running_bot: RunningBot, room: Channel, move: str) -> None:
    ana = running_bot.seat("Ana")

    answer = await require_private(ana.command("play", room, move=move))
    choices = await ana.autocomplete("play", "move", room, move=move)

    assert answer.text
    assert "went wrong on my side" not in answer.text
    assert len(answer.text) < 500
    assert len(choices) <= 1
    assert answer.json["mentions"] == []


@pytest.mark.usefixtures("game")
async def test_numbers_out_of_range_are_refused_by_the_rules(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    command = next(each for each in running_bot.world.commands.values() if each["name"] == "draw")

    for count in (0, -1, 107, 2**53):
        option = {"type": 4, "name": "count", "value": count}
        data = {"id": command["id"], "name": "draw", "type": 1, "options": [option]}
        answer = await require_private(shown(ana, UserAction(messages.COMMAND, ana.user, room, data)))
        assert answer.text.startswith(f"You can draw 1 tile, not {count}.")


@pytest.mark.parametrize(
    ("name", "option"), [("new", "variant"), ("new", "clock"), ("rules", "variant"), ("leaderboard", "scope")]
)
async def test_choices_that_were_not_offered_do_no_harm(
    running_bot: RunningBot, room: Channel, name: str, option: str
) -> None:
    ana = running_bot.seat("Ana")
    command = next(each for each in running_bot.world.commands.values() if each["name"] == name)
    data = {
        "id": command["id"],
        "name": name,
        "type": 1,
        "options": [{"type": 3, "name": option, "value": "77'; DROP TABLE game"}],
    }

    answer = await require_private(shown(ana, UserAction(messages.COMMAND, ana.user, room, data)))

    assert answer.text
    assert "went wrong on my side" not in answer.text
    assert running_bot.rows("SELECT 1 FROM game WHERE channel_id = ?", room.id) == []


async def test_a_command_that_is_gone_is_explained(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")

    answer = await require_private(
        shown(ana, UserAction(messages.COMMAND, ana.user, room, {"id": "1", "name": "gone", "type": 1}))
    )

    assert answer.text.startswith("This command no longer exists")


async def test_names_that_are_markup_or_nothing_stay_harmless(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    users = [
        running_bot.world.add_user(name)
        for name in ("@everyone **x** <@1>", "\N{ZERO WIDTH SPACE}" * 3, "R4 R5 R6" * 20)
    ]
    seats = [running_bot.seat(user) for user in users]
    lobby = await require_answer(ana.command("new", room))
    for seat in seats:
        await seat.click(lobby, "Join")
    await ana.click(lobby, "Start")

    table = await wait_to_see(ana, find_showing("to play", room))

    assert "everyone" not in table.text
    assert not table.json["mention_everyone"]
    assert len(table.pictures[0]["description"]) <= 1024
