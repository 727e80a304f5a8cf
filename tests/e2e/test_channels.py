"""Channels that the bot can't write to, or can't anymore: players are told what is missing, and no move is lost."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from playground.model.world import World
from storage.games import Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import find_pings, find_showing, read_rack, require_answer, require_private, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")
SETTINGS = {"TURN_PINGS": "messages"}  # by the bot's own routes, which need its permissions

STILL = "Your moves still count. The host or a server manager can move the table with /move-table."


def laid(running_bot: RunningBot, room: Channel) -> None:
    pool = "b1 b2 b3 b4 b5 b6"
    running_bot.lay(room, position("classic", racks=["r4 r5", "o1"], pool=pool, options={"clock": 0}))


async def show(running_bot: RunningBot, mover: SimulatedUser, place: Channel) -> None:
    """Show the table, and wait until the bot has nothing left to do there."""
    await mover.command("table", place)
    await mover.wait(lambda seat: find_pings(seat, place))
    await running_bot.shown(place)


def find_notices(seat: SimulatedUser, room: Channel) -> list[str]:
    """What only this player is told about the table that can't be shown."""
    return [each.text for each in seat.messages(room) if each.ephemeral and STILL in each.text]


async def notice(seat: SimulatedUser, room: Channel) -> str:
    said, *more = await wait_to_see(seat, lambda seat: find_notices(seat, room))
    assert not more, said
    return said.removesuffix(f" {STILL}")


def text(world: World, room: Channel) -> Channel:
    return world.channel(room.id)


def voice(world: World, room: Channel) -> Channel:
    return world.add_channel(f"{room.name} voice", "voice")


def thread(world: World, room: Channel) -> Channel:
    return world.add_thread("talk", room.id, world.owner_id)


def private(world: World, room: Channel) -> Channel:
    return world.let_bot_in(world.add_thread("secret", room.id, world.owner_id, is_private=True))


def unsendable(world: World, place: Channel) -> None:
    world.deny(place.id, ["SEND_MESSAGES"])


def deaf(world: World, place: Channel) -> None:
    world.deny(place.id, ["CONNECT"])


def locked(world: World, place: Channel) -> None:
    world.change_channel(replace(world.channel(place.id), locked=True, archived=True))


def hidden(world: World, place: Channel) -> None:
    world.change_channel(replace(world.channel(place.id), is_hidden=True))


def mended(world: World, place: Channel) -> None:
    if world.channel(place.id).is_hidden:
        world.let_bot_in(world.channel(place.id))
    world.change_channel(replace(world.channel(place.id), locked=False))
    world.deny(place.id, [])


TROUBLES = pytest.mark.parametrize(
    ("make", "break_", "said"),
    [
        (text, unsendable, "To show a table in {place}, I need the Send Messages permission."),
        (voice, deaf, "To show a table in {place}, I need the Connect permission."),
        (thread, locked, "{place} is locked, so I can't show a table there. Moderators can unlock it."),
        (private, hidden, "I'm not in {place}, so I can't show a table there. Mention me there to add me."),
    ],
)


@TROUBLES
async def test_each_player_of_a_lost_table_is_told_once_what_is_missing_and_plays_on(
    running_bot: RunningBot,
    room: Channel,
    make: Callable[[World, Channel], Channel],
    break_: Callable[[World, Channel], None],
    said: str,
) -> None:
    running_bot.expect(50001, 50013, 50083, 160005, "could not be shown")
    place = make(running_bot.world, room)
    laid(running_bot, place)
    ana, ben = running_bot.seats(2)
    await show(running_bot, ana, place)
    break_(running_bot.world, place)
    refused = len(running_bot.codes)

    assert read_rack(await require_private(ana.command("draw", place)))
    await running_bot.until(lambda: len(running_bot.codes) > refused)
    assert read_rack(await require_private(ben.command("draw", place)))

    assert await notice(ben, place) == said.format(place=f"<#{place.id}>")
    for _ in range(2):
        rack = await require_private(ana.command("rack", place))
        await ana.click(rack, "More")
    assert await notice(ana, place) == said.format(place=f"<#{place.id}>")
    mended(running_bot.world, place)
    await wait_to_see(ana, find_showing(f"<@{ben.user.id}> drew 1 tile", place))


@TROUBLES
async def test_no_table_is_opened_where_it_could_not_be_shown(
    running_bot: RunningBot,
    room: Channel,
    make: Callable[[World, Channel], Channel],
    break_: Callable[[World, Channel], None],
    said: str,
) -> None:
    running_bot.expect(50001)
    place, ana = make(running_bot.world, room), running_bot.seat("Ana")
    break_(running_bot.world, place)

    refused = await require_private(ana.command("new", place))

    assert refused.text == said.format(place=f"<#{place.id}>")
    assert running_bot.rows("SELECT 1 FROM game WHERE channel_id = ?", place.id) == []
    mended(running_bot.world, place)
    await ana.command("new", place)
    assert await wait_to_see(ana, find_showing("## Classic", place))


async def test_a_table_leaves_a_deleted_channel_and_the_game_goes_on(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(10003, "could not be shown")
    place = running_bot.room("to be deleted")
    ana, ben = running_bot.seats(2)
    laid(running_bot, place)
    await show(running_bot, ana, place)
    running_bot.world.close_channel(running_bot.world.channel(place.id))
    await running_bot.until(lambda: 10003 in running_bot.codes)

    await ana.command("games", room)
    assert await notice(ana, room) == "The table's channel was deleted."
    choices = await ana.autocomplete("move-table", "table", room, table="unknown channel", channel=str(room.id))
    (game,) = [each["value"] for each in choices]
    answer = await require_private(ana.command("move-table", room, channel=str(room.id), table=game))

    assert answer.text == f"The table is now in <#{room.id}>."
    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> moved the table here.", room))
    await ana.wait(lambda seat: [each.mentions_you for each in find_pings(seat, room)] == [True])
    assert read_rack(await require_private(ana.command("draw", room))) == ["R4", "R5", "B6"]
    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> drew 1 tile", room))
    await ben.wait(lambda seat: [each.mentions_you for each in find_pings(seat, room)] == [True])


@TROUBLES
async def test_a_lost_table_moves_and_the_game_goes_on(
    running_bot: RunningBot,
    room: Channel,
    make: Callable[[World, Channel], Channel],
    break_: Callable[[World, Channel], None],
    said: str,
) -> None:
    running_bot.expect(50001, 50013, 50083, 160005, "could not be shown")
    place, there = make(running_bot.world, room), running_bot.room("there")
    laid(running_bot, place)
    ana, ben = running_bot.seats(2)
    await show(running_bot, ana, place)
    break_(running_bot.world, place)
    refused = len(running_bot.codes)
    await ana.command("draw", place)
    await running_bot.until(lambda: len(running_bot.codes) > refused)

    told = await require_answer(ana.command("move-table", place, channel=str(there.id)))

    assert not told.ephemeral
    assert told.text == f"<@{ana.user.id}> moved the table to <#{there.id}>."
    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> moved the table here.", there))
    await ben.wait(lambda seat: [each.mentions_you for each in find_pings(seat, there)] == [True])
    assert read_rack(await require_private(ben.command("draw", there)))
    await wait_to_see(ana, find_showing(f"<@{ben.user.id}> drew 1 tile", there))
    back = await require_private(ana.command("move-table", there, channel=str(place.id)))
    assert back.text == said.format(place=f"<#{place.id}>")


async def test_nothing_is_left_of_a_table_that_moves(running_bot: RunningBot, room: Channel) -> None:
    there = running_bot.room("new place")
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    await show(running_bot, ana, room)

    choices = await ana.autocomplete("move-table", "table", room, table=room.name[:20], channel=str(there.id))
    (game,) = [each["value"] for each in choices if each["name"].startswith(f"#{room.name}")]
    moved = await require_answer(ana.command("move-table", room, channel=str(there.id), table=game))

    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> moved the table here.", there))
    await running_bot.shown(there)
    assert [each.id for each in ben.messages(room)] == [moved.id]
    assert len(find_pings(ana, there)) == 1
    assert f"/{there.id}/" in str((await require_private(ben.command("games", room))).json)
    assert "has no table" in (await require_private(ben.command("table", room))).text
    refused = await require_private(ben.command("move-table", there, channel=str(room.id)))
    assert refused.text == f"Only the host, <@{ana.user.id}>, and server managers can move this table."


async def test_a_table_goes_only_where_its_players_can_see_it(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(10007)  # Ben isn't in the thread
    world, (ana, ben) = running_bot.world, running_bot.seats(2)
    hidden = replace(running_bot.room("without Ben"), excluded=frozenset({ben.user.id}))
    world.change_channel(hidden)
    thread = private(world, room)
    laid(running_bot, room)
    await show(running_bot, ana, room)

    for place in (hidden, thread):
        refused = await require_private(ana.command("move-table", room, channel=str(place.id)))
        assert refused.text == (
            f"The table stays here: <@{ben.user.id}> can't see <#{place.id}>, or can't use commands there. "
            "Everyone at the table must be able to."
        )
    assert read_rack(await require_private(ben.command("rack", room))) == ["O1"]
    world.change_channel(replace(world.channel(thread.id), members=frozenset({ben.user.id})))
    await require_answer(ana.command("move-table", room, channel=str(thread.id)))

    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> moved the table here.", thread))
    await ana.wait(lambda seat: [each.mentions_you for each in find_pings(seat, thread)] == [True])
    assert read_rack(await require_private(ben.command("rack", thread))) == ["O1"]


async def test_a_lobby_moves_out_of_its_own_thread_and_can_be_joined_from_its_announcement(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)
    panel = await require_answer(ana.command("setup", room))
    await ana.click(panel, "Threads: off")
    announced = await require_answer(ana.command("new", room))
    await ana.click(panel, "Threads: on")
    (thread,) = [each for each in running_bot.world.channels.values() if each.parent_id == room.id]
    await wait_to_see(ben, find_showing("## Classic", thread))

    await ana.command("move-table", thread, channel=str(room.id))

    lobby = await wait_to_see(
        ben, lambda seat: next((each for each in seat.messages(room) if "moved the table here." in each.text), None)
    )
    redirected = await wait_to_see(
        ben,
        lambda seat: next(
            (each for each in seat.messages(room) if each.id == announced.id and f"<#{room.id}>" in each.text), None
        ),
    )
    await ben.click(redirected, "Join")
    await ben.wait(
        lambda seat: any(each.id == lobby.id and f"<@{ben.user.id}>" in each.text for each in seat.messages(room))
    )


async def test_players_are_told_of_an_outage_that_lasts(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(503, "could not be shown")
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    await ana.command("table", room)
    await ana.wait(lambda seat: find_pings(seat, room))
    running_bot.faults.server_error("/channels/{channel_id}/messages/{message_id}", 503, method="PATCH", times=1_000)

    await ana.command("draw", room)
    await running_bot.until(lambda: running_bot.codes.count(503) > 1)
    await ben.command("rack", room)

    assert await wait_to_see(ben, find_outage(room))
    running_bot.faults.clear()
    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> drew 1 tile", room))


def find_outage(room: Channel) -> Callable[[SimulatedUser], ShownMessage | None]:
    words = "Discord isn't taking my messages right now."
    return lambda seat: next((each for each in seat.messages(room) if each.ephemeral and words in each.text), None)


async def test_a_game_that_is_over_is_not_shown_in_a_deleted_channel_for_ever(running_bot: RunningBot) -> None:
    running_bot.expect(10003)
    place, ana = running_bot.room("to be deleted, too"), running_bot.seat("Ana")
    laid(running_bot, place)
    await show(running_bot, ana, place)
    update = running_bot.faults.hold("/channels/{channel_id}/messages/{message_id}", method="PATCH")
    question = await require_private(ana.command("resign", place))
    await ana.click(question, next(each for each in question.buttons if "esign" in each))
    await update.met.wait()

    running_bot.world.close_channel(running_bot.world.channel(place.id))
    update.release()

    game = running_bot.game(place)
    assert game.phase is Phase.OVER
    given_up = """SELECT 1 FROM public_messages
        WHERE game_id = ? AND shown_version = ? AND message_id IS NULL AND pending = '[]'"""
    await running_bot.until(lambda: running_bot.rows(given_up, game.id, game.version))
    assert f"table {game.id} could not be shown" not in running_bot.log
