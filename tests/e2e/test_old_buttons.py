"""Messages that a30b7eb posted, on its database: today's bot answers their buttons, menus and windows."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio

from playground import Playground, ShownMessage, SimulatedUser
from playground.interactions.interaction import UserAction
from playground.model import json_objects
from playground.model.components import BUTTON, LABEL, ROW, TEXT_INPUT, settle
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import COMPONENTS_V2, EPHEMERAL, Channel, Json, Message, Role
from playground.model.world import DISCORD_EPOCH, World
from playground.validation import messages
from storage.games import Game, Phase
from tests.e2e.running_bot import PATIENCE, VARIANTS, RunningBot, has_emojis
from tests.storage.old_database import ACCOUNT, POSTED, sort_tiles, write_database
from ui.controls import Control

from .looking import read_rack, require_answer, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")

CLASSIC, CUBE, CLAIMS, GRID, LOBBY, FINISHED, OWN = 8, 9, 13, 14, 17, 18, 21  # games of the database
A_ROW = 5  # buttons


def restore(world: World) -> None:
    """Let there be the channels and messages that a30b7eb left."""
    for each in POSTED["channels"]:
        parts = {"parent_id": each["parent"], "owner_id": each["owner"]}
        world.change_channel(Channel(id=each["id"], name=each["name"], kind=each["kind"], **parts))
    for role_id, name in POSTED["roles"]:
        world.roles[role_id] = Role(role_id, name)
    for each in POSTED["messages"]:
        world.post(as_posted(each))


def as_posted(message: Json) -> Message:
    """The message as a30b7eb left it, but for its words and pictures."""
    return Message(
        id=message["id"],
        channel_id=message["channel"],
        author_id=APPLICATION_ID,
        created=(message["id"] >> 22) / 1000 + DISCORD_EPOCH,
        components=settle(_rows(message)),
        flags=COMPONENTS_V2 * message["v2"] | EPHEMERAL * message["ephemeral"],
        addressee=message["for"] if message["ephemeral"] else None,
    )


def _rows(message: Json) -> list[Json]:
    """The message's controls: a row for each menu, and rows of buttons."""
    parts = [_control(message, *each) for each in message["controls"].items()]
    buttons = [each for each in parts if each["type"] == BUTTON]
    rows = [buttons[at : at + A_ROW] for at in range(0, len(buttons), A_ROW)]
    rows += [[each] for each in parts if each["type"] != BUTTON]
    return [{"type": ROW, "components": row} for row in rows]


def _control(message: Json, custom_id: str, control: list[Any]) -> Json:
    kind, *values = control
    shape = {"type": kind, "custom_id": custom_id, "disabled": custom_id in message["off"]}
    if kind == BUTTON:
        return shape | {"style": 2, "label": "-"}
    options = [{"label": "-", "value": value} for value in values[0]]
    return shape | {"min_values": 0, "max_values": len(options) or 25} | ({"options": options} if options else {})


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def old_bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningBot]:
    """Today's bot with the database and the messages of a30b7eb."""
    folder = tmp_path_factory.mktemp("old")
    write_database(folder / "rackety.db")
    async with Playground.start(answer_within=PATIENCE) as playground:
        has_emojis(playground)
        restore(playground.world)
        running_bot = RunningBot(playground, folder)
        running_bot.write("UPDATE game SET deadline = deadline + 3600")  # nobody's time is up while this is tested
        running_bot.write(
            "UPDATE board SET posted_at = CAST(strftime('%s', 'now') AS INTEGER)"
        )  # else the bot posts anew
        try:
            await running_bot.start()
            yield running_bot
        finally:
            await running_bot.kill()


@pytest.fixture
def running_bot(old_bot: RunningBot) -> Iterator[RunningBot]:
    old_bot.expect(30046)  # Discord takes few edits of old messages; the bot then posts the table again
    yield old_bot
    old_bot.check()


def game_of(running_bot: RunningBot, number: int) -> Game:
    game = running_bot.game_by_id(number)
    assert game
    return game


def posted(verb: str, number: int = 0, *, user: int | None = None, argument: str | None = None) -> tuple[Json, str]:
    """The newest message with a control of this verb, game and argument, for this user or for all; and its id."""
    for message in sorted(POSTED["messages"], key=lambda message: int(message["id"]), reverse=True):
        if message["for"] != user:
            continue
        for custom_id in message["controls"]:
            control = Control.read(custom_id)
            if control and (control.verb, control.game) == (verb, number) and argument in {None, control.argument}:
                return message, custom_id
    raise LookupError((verb, number, user))


async def tapped(
    seat: SimulatedUser, verb: str, number: int = 0, *values: str, public: bool = False, **more: Any
) -> ShownMessage:
    """Tap the newest such control on a message of a30b7eb; its answer, which is no excuse."""
    message, custom_id = posted(verb, number, user=None if public else seat.user.id, **more)
    place = message["channel"]
    if values:
        return await require_answer(seat.select(message["id"], custom_id, values, place))
    return await require_answer(seat.click(message["id"], custom_id, place))


async def submitted(running_bot: RunningBot, seat: SimulatedUser, window: Json, text: str) -> ShownMessage:
    """Send a window that was open when the last bot ended."""
    control = Control.read(window["custom_id"])
    assert control
    message, _ = posted(control.verb, control.game, user=seat.user.id)
    (field,) = window["fields"]
    typed = {"type": TEXT_INPUT, "id": 3, "custom_id": field, "value": text}
    data = {"custom_id": window["custom_id"], "components": [{"type": LABEL, "id": 2, "component": typed}]}
    channel, opened_from = (
        seat.channel(message["channel"]),
        running_bot.world.message(message["channel"], message["id"]),
    )
    opener = {
        "id": str(running_bot.world.snowflake()),
        "type": messages.COMPONENT,
        "user": json_objects.write_user(seat.user),
        "authorizing_integration_owners": json_objects.write_owners(channel, seat.user),
        "interacted_message_id": str(opened_from.id),
    }
    act = UserAction(messages.MODAL_SUBMIT, seat.user, channel, data, opened_from, opener)
    answer = await running_bot.playground.interactions.ask(act)
    assert answer.message
    return seat.shown(answer.message)


def seat_to_move(running_bot: RunningBot, number: int) -> SimulatedUser:
    game = game_of(running_bot, number)
    assert game.state
    return running_bot.seat(game.players[game.state.turn].name)


async def test_the_messages_stay_where_they_are(running_bot: RunningBot) -> None:
    """Tables whose countdown is wrong after the downtime are edited, not posted anew."""
    boards = {int(number): game["board"][0] for number, game in ACCOUNT["games"].items() if game["board"]}
    await running_bot.until(lambda: not running_bot.rows("SELECT 1 FROM board WHERE shown_version = 0"))

    shown = {row["game_id"]: row["message_id"] for row in running_bot.rows("SELECT * FROM board")}
    assert shown == boards


@pytest.mark.parametrize("number", [CUBE, GRID])
async def test_a_bench_plays_its_draft(running_bot: RunningBot, number: int) -> None:
    seat, before = seat_to_move(running_bot, number), game_of(running_bot, number)
    variant, state = VARIANTS[before.variant], before.state
    assert state

    await tapped(seat, "confirm", number)

    ((line,),) = running_bot.rows("SELECT line FROM log WHERE game_id = ? AND version = ?", number, before.version + 1)
    after = variant.apply(state, variant.read(state.turn, line), now=state.now).state
    before_it = ACCOUNT["games"][str(number)]["benches"][state.turn]["now"]
    assert sort_tiles(variant.view(after, None).written) == sort_tiles(before_it)


async def test_a_benchs_menus_go_on_with_the_draft(running_bot: RunningBot) -> None:
    ana = running_bot.seat("Ana")
    before = len(game_of(running_bot, CLAIMS).news)
    _, custom_id = posted("pick", CLAIMS, user=ana.user.id)

    first = await require_private(tapped(ana, "step", CLAIMS, argument="undo"))
    again = await require_private(tapped(ana, "step", CLAIMS, argument="redo"))
    picked = await require_private(tapped(ana, "pick", CLAIMS, read_rack(first)[0]))

    assert first.id == again.id == picked.id
    assert custom_id in str(picked.json)
    assert len(game_of(running_bot, CLAIMS).news) == before


async def test_a_menu_of_claims_claims(running_bot: RunningBot) -> None:
    ana, before = running_bot.seat("Ana"), game_of(running_bot, CLAIMS)
    message, custom_id = posted("claimed", CLAIMS, user=ana.user.id)
    label = message["controls"][custom_id][1][0]

    await tapped(ana, "claimed", CLAIMS, label)

    ((line,),) = running_bot.rows("SELECT line FROM log WHERE game_id = ? AND version = ?", CLAIMS, before.version + 1)
    assert line == f"claim {label}"


async def test_a_table_opens_racks_and_lets_draw(running_bot: RunningBot) -> None:
    before, (ana, ben) = game_of(running_bot, CLASSIC), running_bot.seats(2)
    views = ACCOUNT["games"][str(CLASSIC)]["views"]

    racks = [await require_private(tapped(each, "rack", CLASSIC, public=True)) for each in (ana, ben)]
    question = await tapped(ana, "draw", CLASSIC, public=True)
    await ana.click(question, "Draw")  # although there is a draft

    for seat, rack in enumerate(racks):
        assert read_rack(rack)  # what the draft has laid is not among them
        assert set(read_rack(rack)) <= set(views[str(seat)]["rack"]["tiles"].split())
    assert game_of(running_bot, CLASSIC).version == before.version + 1


async def test_a_refused_text_comes_back_to_its_window(running_bot: RunningBot) -> None:
    ana = running_bot.seat("Ana")
    kept = ACCOUNT["games"][str(CLASSIC)]["texts"][0]["refused"]
    message, custom_id = posted("again", CLASSIC, user=ana.user.id)

    await ana.click(message["id"], custom_id, message["channel"])

    assert ana.modal
    assert custom_id.endswith(kept[1])
    assert list(ana.modal.values.values()) == [kept[2]]
    assert set(ana.modal.values) == {field for each in POSTED["windows"][:1] for field in each["fields"]}
    ana.close_modal()


async def test_windows_that_were_open_are_read(running_bot: RunningBot) -> None:
    for window in POSTED["windows"]:
        seat = running_bot.seat(running_bot.world.users[window["for"]].name)
        control = Control.read(window["custom_id"])
        assert control

        answer = await submitted(running_bot, seat, window, "R1 R2")

        assert answer.buttons
        if control.game and game_of(running_bot, control.game).phase is Phase.PLAYING:
            ((kept,),) = running_bot.rows(
                "SELECT text FROM text JOIN game ON game.id = game_id WHERE game_id = ? AND kind = 'refused' "
                "AND json_extract(players, '$[' || seat || '].user_id') = ?",
                control.game,
                seat.user.id,
            )
            assert kept == "R1 R2"


async def test_a_lobby_is_changed_filled_and_started(running_bot: RunningBot) -> None:
    ana, chloe = running_bot.seat("Ana"), running_bot.seat("Chloé")
    message, custom_id = posted("level", LOBBY)
    sent_away = next(each for each in message["controls"][custom_id][1] if each.endswith("-away"))

    await ana.select(message["id"], custom_id, [sent_away], message["channel"])
    join, joins = posted("join", LOBBY)
    await chloe.click(join["id"], joins, join["channel"])
    await tapped(ana, "option", LOBBY, "1", argument="skin")
    await ana.click(join["id"], posted("start", LOBBY)[1], join["channel"])

    game = game_of(running_bot, LOBBY)
    assert game.phase is Phase.PLAYING
    assert [each.name for each in game.players if each.user_id] == ["Ana", "Ben", "Chloé"]
    assert len(game.players) == 4
    assert game.options["skin"] == "cards"
    assert (game.options["assistance"], game.options["joker_points"]) == ("full", 100)


async def test_a_game_of_ones_own_goes_on(running_bot: RunningBot) -> None:
    ana, before = running_bot.seat("Ana"), game_of(running_bot, OWN)

    question = await tapped(ana, "draw", OWN)
    await ana.click(question, "Draw")  # although there is a draft

    await running_bot.until(lambda: game_of(running_bot, OWN).version >= before.version + 2)


async def test_a_finished_game_is_reviewed(running_bot: RunningBot) -> None:
    ana = running_bot.seat("Ana")

    summary = await require_private(tapped(ana, "review", FINISHED, public=True))
    turn = await require_private(
        ana.click(summary, Control.of("review", game_of(running_bot, FINISHED), "1").custom_id)
    )

    assert turn.pictures


async def test_every_kind_of_control_is_answered_by_somebody(running_bot: RunningBot) -> None:
    """Nobody is told what a tap on an unknown button is told."""
    kinds: dict[str, tuple[Json, str]] = {}
    for message in POSTED["messages"]:
        for custom_id in message["controls"]:
            control = Control.read(custom_id)
            if control and custom_id not in message["off"]:
                kinds[control.verb] = message, custom_id
    dmitri = running_bot.seat("Dmitri")
    unknown = await require_private(dmitri.forge(await require_answer(dmitri.command("help")), "rk:unheard:0:0"))

    for message, custom_id in kinds.values():
        running_bot.world.post(as_posted(message))  # an answer to another of its controls may have taken this one away
        seat = running_bot.seat(running_bot.world.users[message["for"] or dmitri.user.id].name)
        values = message["controls"][custom_id][1:]
        if values:
            answer = await seat.select(message["id"], custom_id, values[0][:1], message["channel"])
        else:
            answer = await seat.click(message["id"], custom_id, message["channel"])
        seat.close_modal()
        assert answer is None or answer.text != unknown.text, custom_id
