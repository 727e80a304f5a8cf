"""Looking on: a table that is followed, and the log of what has happened, for everybody and with nothing hidden."""

import re
from collections.abc import Callable

import pytest

from engine.tiles.notation import write_tile
from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from services.game_view import write_news
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import find_public, read_alt, require_answer, require_private, wait_to_see
from .player import Beginner

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOBODY = "No game has started in this channel."


async def begun(running_bot: RunningBot, room: Channel, clock: str = "0") -> tuple[SimulatedUser, SimulatedUser]:
    """A game of Ana and Ben from its deal."""
    ana, ben = running_bot.seats(2)
    lobby = await require_answer(ana.command("new", room, clock=clock))
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    return ana, ben


async def followed(seat: SimulatedUser, room: Channel) -> ShownMessage:
    more = await require_private(seat.click(find_public(seat, room)[-1], "More"))
    return await require_private(seat.click(more, "Follow"))


def now(seat: SimulatedUser, panel: ShownMessage) -> ShownMessage | None:
    """The panel as the seat sees it now."""
    return next((each for each in seat.messages(int(panel.json["channel_id"])) if each.id == panel.id), None)


def saying(panel: ShownMessage, words: str) -> Callable[[SimulatedUser], ShownMessage | None]:
    """For `wait_to_see`: the panel, with these words."""

    def find(seat: SimulatedUser) -> ShownMessage | None:
        found = now(seat, panel)
        return found if found is not None and words in found.text else None

    return find


# following


async def test_a_stranger_follows_a_table_that_goes_on(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = await begun(running_bot, room)
    eve = running_bot.stranger()
    await eve.wait(lambda seat: find_public(seat, room) and "More" in find_public(seat, room)[-1].buttons)

    panel = await followed(eve, room)

    assert panel.buttons == ["Refresh", "Log", "Stop following"]
    assert "You're following Classic in" in panel.text
    racks = [seat.rack for seat in running_bot.state(room).seats]
    players = [ana, ben]
    log = await require_private(eve.click(panel, "Log"))
    assert log.id != panel.id  # which goes on following
    mover = players[running_bot.state(room).turn]
    await mover.command("draw", room)
    shown = await wait_to_see(eve, saying(panel, f"<@{mover.user.id}> drew 1 tile and holds 15."))
    assert shown.ephemeral
    await eve.wait(
        lambda seat: read_alt(find_public(seat, room)[-1]) == read_alt(shown)
    )  # which is what everybody sees
    assert not any(write_tile(tile) in read_alt(shown).split() for rack in racks for tile in rack)
    stopped = await require_answer(eve.click(shown, "Stop following"))
    assert stopped.buttons == ["Follow again"]


async def test_a_followed_table_comes_in_words_for_who_wants_that(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(
        room, position("classic", table="r4 r5 r6", racks=["k1 k2", "o1"], pool="b1 b2", options={"clock": 0})
    )
    ana, dmitri = running_bot.seat("Ana"), running_bot.seat("Dmitri")
    await require_answer(ana.command("table", room))
    await dmitri.wait(lambda seat: len(find_public(seat, room)) == 1)
    await dmitri.command("settings", room, text=True)
    panel = await followed(dmitri, room)
    await ana.command("draw", room)
    shown = await wait_to_see(dmitri, saying(panel, f"<@{ana.user.id}> drew 1 tile and holds 3."))
    await dmitri.command("settings", room, text=False)

    assert all("A: red 4, red 5, red 6." in each.text for each in (panel, shown))
    assert "Pool: 2 tiles." in panel.text
    assert "Pool: 1 tile." in shown.text
    assert "red 4" not in find_public(dmitri, room)[-1].text


async def test_the_end_is_the_last_that_a_follower_is_shown(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r4 r5", "o1"], pool="b1", options={"clock": 0}))
    ana = running_bot.seat("Ana")
    await require_answer(ana.command("table", room))
    dmitri = running_bot.seat("Dmitri")
    await dmitri.wait(lambda seat: len(find_public(seat, room)) == 1)
    panel = await followed(dmitri, room)

    await ana.click(await require_answer(ana.command("resign", room)), "Resign")

    shown = await wait_to_see(dmitri, saying(panel, "wins"))
    assert shown.buttons == ["Rematch", "Review", "Log"]


async def test_a_follower_s_panel_is_brought_up_to_date_by_a_tap_after_a_restart(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, position("classic", racks=["r4 r5", "o1"], pool="b1 b2", options={"clock": 0}))
    ana, dmitri = running_bot.seat("Ana"), running_bot.seat("Dmitri")
    await require_answer(ana.command("table", room))
    await dmitri.wait(lambda seat: len(find_public(seat, room)) == 1)
    panel = await followed(dmitri, room)
    await running_bot.stop()
    await running_bot.start()
    await ana.command("draw", room)

    fresh = await require_answer(dmitri.click(panel, "Refresh"))

    assert fresh.id == panel.id
    assert f"<@{ana.user.id}> drew 1 tile and holds 3." in fresh.text


async def test_a_dismissed_panel_is_not_shown_again(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(10008)
    running_bot.lay(room, position("classic", racks=["r4 r5", "o1"], pool="b1 b2", options={"clock": 0}))
    ana, dmitri = running_bot.seat("Ana"), running_bot.seat("Dmitri")
    await require_answer(ana.command("table", room))
    await dmitri.wait(lambda seat: len(find_public(seat, room)) == 1)
    panel = await followed(dmitri, room)
    dmitri.dismiss(panel)

    await ana.command("draw", room)

    await running_bot.until(lambda: "an answer about table" in running_bot.log)
    assert now(dmitri, panel) is None


# the log


async def test_the_log_tells_every_move_in_words_page_by_page(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = await begun(running_bot, room)
    players = [Beginner(ana, room, "letters"), Beginner(ben, room, "window")]
    said = [write_news(running_bot.game(room))]
    for _ in range(24):
        await players[running_bot.state(room).turn].move()
        said.append(write_news(running_bot.game(room)))

    eve = running_bot.stranger()
    shown = await require_private(eve.command("log", room))
    assert shown.buttons == ["Earlier", "Latest"]
    assert "Page 3 of 3" in shown.text
    pages = [shown.text]
    while "Earlier" in shown.buttons:
        shown = await require_answer(eve.click(shown, "Earlier"))
        pages.insert(0, shown.text)

    assert shown.buttons == ["Later", "Latest"]
    entries = [line for page in pages for line in page.splitlines() if line.startswith("- ")]
    assert [re.sub(r"^- (<t:\d+:t> )?", "", entry) for entry in entries] == said
    assert "Page 3 of 3" in (await require_answer(eve.click(shown, "Latest"))).text


async def test_the_log_opens_from_the_menu_and_stays_after_the_end(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = await begun(running_bot, room)
    await ben.wait(lambda seat: "More" in find_public(seat, room)[-1].buttons)
    menu = await require_private(ben.click(find_public(ben, room)[-1], "More"))
    log = await require_answer(ben.click(menu, "Log"))
    assert log.id == menu.id
    assert "goes first." in log.text

    await ana.click(await require_answer(ana.command("end", room)), "Play on")
    await require_answer(ana.command("end", room))
    question = await wait_to_see(
        ben, lambda seat: next((each for each in find_public(seat, room) if "Play on" in each.buttons), None)
    )
    await ben.click(question, "End the game")

    assert "The game was ended early." in (await require_private(ben.command("log", room))).text
    final = await wait_to_see(
        ana, lambda seat: next((each for each in find_public(seat, room) if "Review" in each.buttons), None)
    )
    review = await require_private(ana.click(final, "Review"))
    assert "can't be replayed" not in review.text  # the log leads to this end


async def test_there_is_no_log_before_a_game_has_begun(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")
    assert (await require_private(ana.command("log", room))).text == NOBODY
    await require_answer(ana.command("new", room))
    assert (await require_private(ana.command("log", room))).text == NOBODY


@pytest.mark.parametrize("label", ["My rack", "Draw"])
async def test_who_has_no_seat_is_refused_with_a_way_to_follow(
    running_bot: RunningBot, room: Channel, label: str
) -> None:
    await begun(running_bot, room)
    eve = running_bot.stranger()

    table = await wait_to_see(
        eve, lambda seat: next((each for each in find_public(seat, room) if label in each.buttons), None)
    )
    refused = await require_private(eve.click(table, label))
    assert refused.text == "You're not in this game."
    assert refused.buttons == ["Follow this game"]
    copy = await require_private(eve.click(refused, "Follow this game"))

    assert copy.id == refused.id
    assert copy.pictures
    assert "Stop following" in copy.buttons


async def test_who_taps_join_too_late_is_offered_to_follow(running_bot: RunningBot, room: Channel) -> None:
    ana, _ = await begun(running_bot, room)
    eve = running_bot.stranger()

    refused = await require_private(eve.command("join", room))

    assert refused.text == "The game has already started."
    assert refused.buttons == ["Follow this game"]
    assert (await require_private(ana.command("join", room))).buttons == []


async def test_who_has_no_seat_in_a_lobby_is_offered_to_join(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    lobby = await require_answer(ana.command("new", room))
    refused = await require_private(ben.click(lobby, "Play vs computer"))

    joined = await require_private(ben.click(refused, "Join"))

    assert joined.id == refused.id
    assert joined.text == f"You have a seat at the table in <#{room.id}>."
    assert [player.name for player in running_bot.game(room).players] == ["Ana", "Ben"]
