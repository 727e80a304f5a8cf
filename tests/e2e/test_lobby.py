"""From /new to the first turn: joining, leaving, the host's options, starting, and all who may not."""

import time
from collections.abc import Awaitable

import pytest

from engine.variants import load
from playground import ShownMessage, SimulatedUser
from playground.client.inputs import InputRefused
from playground.model.components import walk
from playground.model.starting_world import SECOND_TABLE_ID, TABLE_ID, THREAD_ID
from playground.model.values import Channel, Json
from storage.games import Phase
from tests.e2e.running_bot import RunningBot

from .looking import find_public, menu_of, read_alt, read_rack, require_answer, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")

CLASSIC = load()["classic"]
OPTIONS = CLASSIC.options


async def said(answer: Awaitable[ShownMessage | None]) -> str:
    """The private words that an act was answered with."""
    return (await require_private(answer)).text


async def opened(seat: SimulatedUser, room: Channel | int, **options: str) -> ShownMessage:
    return await require_answer(seat.command("new", room, options))


def names(running_bot: RunningBot, room: Channel) -> list[str]:
    return [player.name for player in running_bot.game(room).players]


async def test_new_opens_a_lobby_that_everybody_sees(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)

    lobby = await opened(ana, room)

    assert not lobby.ephemeral
    assert lobby.buttons == ["Play vs computer", "Join", "Start", "Options", "Rules"]
    assert lobby.text.startswith("### Classic · 1 of 4 seats · 2 min a turn (none against computers) · help: Arrange\n")
    assert f"1. <@{ana.user.id}>" in lobby.text
    assert "For 2 to 4 players" in lobby.text
    assert find_public(ben, room)[-1].id == lobby.id


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [(None, 120), ("60", 60), ("120", 120), ("200", 200), ("86400", 86400), ("0", None), ("own", 120)],
)
async def test_the_chosen_clock_runs(
    running_bot: RunningBot, room: Channel, clock: str | None, seconds: int | None
) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await opened(ana, room, **({"clock": clock} if clock else {}))
    await ben.click(lobby, "Join")
    before = int(time.time())

    await ana.click(lobby, "Start")

    state = running_bot.state(room)
    assert before <= state.now <= time.time()
    assert state.deadline == (None if seconds is None else state.now + seconds)
    rack = await require_answer(ana.command("rack", room))
    assert ("<t:" in rack.text) == (seconds is not None)


async def test_a_second_table_in_a_channel_is_refused_with_the_reason(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await opened(ana, room)

    assert (await said(ben.command("new", room))).startswith("This channel already has an open table. /table")
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    assert (await said(ben.command("new", room))).startswith("This channel already has a game. /table")


async def test_every_channel_and_thread_has_a_table_of_its_own(running_bot: RunningBot) -> None:
    ana, ben = running_bot.seats(2)
    lobbies = {place: await opened(ana, place) for place in (TABLE_ID, SECOND_TABLE_ID, THREAD_ID)}

    for place, lobby in lobbies.items():
        await ben.click(lobby, "Join")
        await ana.command("start", place)

    assert {place: running_bot.game(place).phase for place in lobbies} == dict.fromkeys(lobbies, Phase.PLAYING)
    racks = {tuple(running_bot.state(place).seats[0].rack) for place in lobbies}
    assert len(racks) == len(lobbies)


@pytest.mark.parametrize("command", ["join", "start", "leave", "leaderboard", "setup"])
async def test_tables_with_others_are_on_servers_only(running_bot: RunningBot, command: str) -> None:
    ana = running_bot.seat("Ana")

    with pytest.raises(InputRefused, match="on a server only"):
        await ana.command(command, ana.dms)


async def test_people_join_and_leave_by_buttons(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await opened(ana, room)

    joined = await require_answer(ben.click(lobby, "Join"))
    assert joined.id == lobby.id
    assert joined.text.startswith("### Classic · 2 of 4 seats · 2 min a turn · help: Arrange\n")
    assert joined.buttons == ["Join", "Start", "Options", "Rules", "Leave"]
    assert f"2. <@{ben.user.id}>" in find_public(ana, room)[-1].text
    assert await said(ben.click(lobby, "Join")) == "You're already in this game."
    await ben.click(lobby, "Leave")
    assert names(running_bot, room) == ["Ana"]
    assert "2. <@" not in find_public(ana, room)[-1].text
    assert await said(ben.command("leave", room)) == "You're not in this game."


async def test_people_join_leave_and_start_by_commands(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    assert await said(ben.command("join", room)) == "This channel has no table. /new opens one."
    await opened(ana, room)

    assert await said(ben.command("join", room)) == "You've joined the table."
    assert await said(ben.command("join", room)) == "You're already in this game."
    assert await said(ben.command("leave", room)) == "You've left the table."
    assert await said(ben.command("leave", room)) == "You're not in this game."
    await ben.command("join", room)
    assert "Your rack" in read_alt(await require_private(ana.command("start", room)))
    assert (await said(ben.command("leave", room))).startswith("Leave this game?")
    assert await said(running_bot.seat("Chloé").command("join", room)) == "The game has already started."
    assert await said(ana.command("start", room)) == "The game has already started."


async def test_a_fifth_player_finds_the_table_full(running_bot: RunningBot, room: Channel) -> None:
    ana, *others = running_bot.seats(4)
    lobby = await opened(ana, room)
    for each in others:
        await each.click(lobby, "Join")

    assert await said(running_bot.stranger().click(lobby, "Join")) == "This table is full. It seats 4."
    assert names(running_bot, room) == ["Ana", "Ben", "Chloé", "Dmitri"]


async def test_nobody_plays_alone(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    lobby = await opened(ana, room)

    with pytest.raises(InputRefused, match="disabled"):
        await ana.click(lobby, "Start")
    offer = await require_private(ana.command("start", room))

    assert offer.text == "You need at least 1 more player."
    assert running_bot.game(room).phase is Phase.LOBBY
    bench = await require_answer(ana.click(offer, "Add a computer and start"))
    assert bench.id == offer.id
    assert "Your rack" in read_alt(bench)
    assert names(running_bot, room) == ["Ana", "Ada"]


async def test_a_host_alone_is_at_their_rack_against_a_computer_with_two_taps(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)

    lobby = await opened(ana, room)
    assert (await require_private(ben.click(lobby, "Play vs computer"))).buttons == ["Join"]  # it's not his table
    bench = await require_private(ana.click(lobby, "Play vs computer"))

    assert len(read_rack(bench)) == 14
    assert names(running_bot, room) == ["Ana", "Ada"]
    assert running_bot.state(room).deadline is None
    assert running_bot.state(room).options["clock"] == 0


async def test_a_command_alone_leads_to_the_rack(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")

    bench = await require_private(ana.command("new", room, {"start": True}))

    assert len(read_rack(bench)) == 14
    await ana.wait(lambda seat: "My rack" in "".join(each.buttons[0] for each in find_public(seat, room)))
    assert len(find_public(ana, room)) == 1
    assert find_public(running_bot.seat("Ben"), room)[0].buttons[0] == "My rack"


async def test_only_the_host_starts_in_the_first_five_minutes(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await opened(ana, room)
    await ben.click(lobby, "Join")

    for seat in (ben, running_bot.stranger()):
        assert (await said(seat.click(lobby, "Start"))).startswith(
            f"Only the host, <@{ana.user.id}>, can start the game now. Anyone else can start it <t:"
        )
    assert running_bot.game(room).phase is Phase.LOBBY


async def test_after_five_minutes_anyone_starts(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lobby(room, opened_ago=301)

    assert await said(running_bot.stranger().command("start", room)) == "The game has started."


async def test_the_next_player_becomes_host_when_the_host_leaves(running_bot: RunningBot, room: Channel) -> None:
    ana, ben, chloe = running_bot.seats(3)
    lobby = await opened(ana, room)
    await ben.click(lobby, "Join")
    await chloe.click(lobby, "Join")

    await ana.click(lobby, "Leave")

    await ana.wait(lambda seat: f"<@{ben.user.id}> can start the game" in find_public(seat, room)[-1].text)
    assert (await said(chloe.command("start", room))).startswith(
        f"Only the host, <@{ben.user.id}>, can start the game now."
    )
    await ben.command("start", room)
    assert running_bot.game(room).phase is Phase.PLAYING


async def test_a_lobby_that_everybody_left_is_closed_and_makes_room(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await opened(ana, room)

    closed = await require_private(ana.click(await require_private(ana.click(lobby, "Options")), "Close this table"))

    assert closed.text == "You closed this table."
    await ana.wait(lambda seat: find_public(seat, room)[-1].text.startswith("This table was closed"))
    assert await said(ben.command("join", room)) == "This channel has no table. /new opens one."
    await opened(ben, room)
    assert names(running_bot, room) == ["Ben"]


async def test_the_host_changes_every_option_and_the_next_table_remembers(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await opened(ana, room)
    panel = await require_answer(ana.click(lobby, "Options"))

    places = {option.key: len(option.choices) - 1 for option in OPTIONS}
    house = [option.key for option in OPTIONS if option.key not in {"clock", "assistance"}]
    for key in ("clock", "assistance"):
        panel = await require_answer(ana.select(panel, menu_of(panel, f":{key}"), [str(places[key])]))
    panel = await require_answer(ana.click(panel, "House rules"))
    for key in [*house, "box"]:  # back to a box that two can play with
        place = 0 if running_bot.game(room).options.get("box") == "large" and key == "box" else places[key]
        panel = await require_answer(ana.select(panel, menu_of(panel, "rk:rule"), [str(house.index(key))]))
        panel = await require_answer(ana.select(panel, menu_of(panel, f":{key}"), [str(place)]))

    wanted = {option.key: option.choices[-1].value for option in OPTIONS} | {"box": "standard"}
    assert running_bot.game(room).options == wanted
    await ana.wait(lambda seat: str(OPTIONS[-1].choices[-1].name) in find_public(seat, room)[-1].text)
    await opened(ben, other := running_bot.room("next"))
    assert running_bot.game(other).options == wanted
    await opened(ana, third := running_bot.room("another clock"), clock="own")
    assert running_bot.game(third).options == {key: value for key, value in wanted.items() if key != "clock"}
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    assert running_bot.state(room).options == wanted


def menus(shown: ShownMessage) -> list[Json]:
    return [part for part in walk(shown.json["components"]) if str(part.get("custom_id")).startswith("rk:option:")]


async def test_a_preset_sets_its_options_and_asks_for_its_players(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await opened(ana, room)
    panel = await require_answer(ana.click(await require_answer(ana.click(lobby, "Options")), "House rules"))

    for place, preset in enumerate(CLASSIC.presets):
        panel = await require_answer(ana.select(panel, menu_of(panel, "rk:preset"), [str(place)]))
        assert running_bot.game(room).options == preset.options

    await ana.wait(lambda seat: "For 5 to 6 players" in find_public(seat, room)[-1].text)
    await ben.click(lobby, "Join")
    offer = await require_private(ana.click(lobby, "Start"))
    assert offer.text == "You need at least 3 more players."
    assert offer.buttons == ["Add 3 computers and start"]
    await ana.select(panel, menu_of(panel, "rk:preset"), ["0"])  # the server remembers what was played last


async def test_others_read_the_rules_and_change_nothing(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await opened(ana, room)
    panel = await require_answer(ana.click(lobby, "Options"))

    for label in ("Rules", "Options"):
        read = await require_private(ben.click(lobby, label))
        assert menus(read) == []
        assert all(f"**{option.name}**: " in read.text for option in OPTIONS)
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    menu = str(menus(panel)[0]["custom_id"])
    assert await said(ana.select(panel, menu, ["1"])) == "Only the host can change the options, before the game starts."
    after = await require_answer(ana.click(find_public(ana, room)[-1], "Rules"))
    assert menus(after) == []


async def test_help_and_rules_answer_anybody_anywhere(running_bot: RunningBot, room: Channel) -> None:
    eve = running_bot.stranger()

    helped = await said(eve.command("help", room))
    rules = await said(eve.command("rules", room))
    direct = await eve.command("rules", eve.dms)

    assert "/new" in helped
    assert rules.startswith("## Classic\n- ")
    assert direct is not None
    assert direct.text == rules


@pytest.mark.parametrize(
    ("denied", "named"),
    [("SEND_MESSAGES", "Send Messages"), ("ATTACH_FILES", "Attach Files"), ("VIEW_CHANNEL", "View Channel")],
)
async def test_new_names_the_permission_that_is_missing(
    running_bot: RunningBot, room: Channel, denied: str, named: str
) -> None:
    running_bot.world.deny(room.id, [denied])

    text = await said(running_bot.seat("Ana").command("new", room))

    assert text.startswith(f"To show a table in <#{room.id}>, I need the ")
    assert named in text
    assert running_bot.rows("SELECT 1 FROM game WHERE channel_id = ?", room.id) == []


async def test_a_thread_needs_its_own_permission(running_bot: RunningBot, room: Channel) -> None:
    thread = running_bot.world.add_thread("side", room.id, running_bot.seat("Ana").user.id)
    running_bot.world.deny(room.id, ["SEND_MESSAGES_IN_THREADS"])

    text = await said(running_bot.seat("Ana").command("new", thread))

    assert "Send Messages in Threads" in text
