"""Games of one's own against computers: in direct messages, in groups, and on servers that don't have the bot."""

from functools import partial

import pytest

from playground import ShownMessage, SimulatedUser
from playground.client.inputs import InputRefused
from playground.model.values import Channel, ChannelKind
from storage.games import Phase
from tests.e2e.looking import require_private
from tests.e2e.running_bot import RunningBot

pytestmark = pytest.mark.asyncio(loop_scope="module")
KINDS: tuple[ChannelKind, ...] = ("dm", "group", "away")


def place(running_bot: RunningBot, seat: SimulatedUser, kind: ChannelKind) -> Channel:
    return seat.dms if kind == "dm" else running_bot.world.add_channel("friends", kind)


def panel(seat: SimulatedUser, here: Channel, ident: int) -> ShownMessage:
    (shown,) = [each for each in seat.messages(here) if each.id == ident]
    return shown


async def showing(seat: SimulatedUser, here: Channel, shown: ShownMessage, *words: str) -> ShownMessage:
    """The same message, once it shows one of these words."""

    def find(seat: SimulatedUser) -> ShownMessage | None:
        now = panel(seat, here, shown.id)
        return now if any(word in now.text for word in words) else None

    found = await seat.wait(find)
    assert found is not None
    return found


def reached(running_bot: RunningBot, seat: SimulatedUser, turns: int) -> bool:
    """Has the seat's own game come so far?"""
    return running_bot.state(seat.user.id).turns >= turns


async def begun(seat: SimulatedUser, here: Channel, **options: object) -> ShownMessage:
    """A game of the seat's own, at its first turn."""
    bench = await require_private(seat.command("new", here, options))
    return await showing(seat, here, bench, "Your turn")


@pytest.mark.parametrize("kind", KINDS)
async def test_a_game_is_played_on_one_private_message_that_follows_the_computers(
    running_bot: RunningBot, kind: ChannelKind
) -> None:
    eve, ben = running_bot.stranger(), running_bot.seat("Ben")
    here = place(running_bot, eve, kind)

    bench = await begun(eve, here, computers=2)
    assert "in your own game" in bench.text

    for turns in (4, 7, 10):
        await eve.click(bench, "Draw")
        await running_bot.until(partial(reached, running_bot, eve, turns))
        bench = await showing(eve, here, bench, "Your turn")
        assert running_bot.state(eve.user.id).turn == 0

    game = running_bot.game(eve.user.id)
    assert (game.guild_id, game.channel_id, game.host_id) == (0, eve.user.id, eve.user.id)
    assert game.state is not None
    assert game.state.deadline is None
    assert len(eve.messages(here)) == 1
    if kind != "dm":
        assert ben.messages(here) == []
    assert [each for each in running_bot.playground.requests if f"/channels/{eve.user.id}/" in each.path] == []


async def test_the_game_goes_along_with_its_player(running_bot: RunningBot) -> None:
    eve = running_bot.stranger()
    bench = await begun(eve, eve.dms)
    group = running_bot.world.add_channel("friends", "group")

    rack = await require_private(eve.command("rack", group))
    assert "Your turn" in rack.text
    refused = await require_private(eve.command("new", group))
    assert refused.text == "You already have a game of your own. /table shows it, and /resign ends it."
    table = await require_private(eve.command("table", group))
    assert "My rack" in table.buttons
    games = await require_private(eve.command("games", group))
    assert "Classic, your own game: **your turn**" in games.text
    with pytest.raises(InputRefused):
        await eve.command("leaderboard", group)

    sure = await require_private(eve.command("resign", group))
    await eve.click(sure, "Resign")
    assert running_bot.game(eve.user.id).phase is Phase.OVER
    assert bench.id


async def test_the_end_is_shown_with_the_way_to_the_next_game(running_bot: RunningBot) -> None:
    eve = running_bot.stranger()
    await begun(eve, eve.dms, level="beginner")
    sure = await require_private(eve.command("resign", eve.dms))
    await eve.click(sure, "Resign")
    over = await showing(eve, eve.dms, sure, "win")

    assert "Rematch" in over.buttons
    assert over.pictures
    again = await require_private(eve.click(over, "Rematch"))
    assert "(beginner)" in again.text
    assert running_bot.game(eve.user.id).phase is Phase.LOBBY
    review = await require_private(eve.command("review", eve.dms))
    assert review.text.startswith("## Review")


async def test_house_rules_are_the_players_own(running_bot: RunningBot) -> None:
    eve, finn = running_bot.stranger(), running_bot.seat(running_bot.world.add_user("Finn"))
    lobby = await require_private(eve.command("new", eve.dms, start=False))
    assert lobby.buttons == ["Start", "Options", "Rules", "Leave"]
    assert "This is your own game: computers take the other seats." in lobby.text
    rules = await require_private(eve.click(await require_private(eve.click(lobby, "Options")), "House rules"))
    menu = next(
        part["custom_id"]
        for part in (each for row in rules.json["components"][0]["components"] for each in row.get("components", ()))
        if "rk:preset" in part["custom_id"]
    )
    await eve.select(rules, menu, ["1"])

    assert running_bot.game(eve.user.id).options["strict_mistakes"] is True
    await require_private(finn.command("new", finn.dms))
    assert running_bot.game(finn.user.id).options == {}
    assert running_bot.state(finn.user.id).deadline is None
    await eve.click(panel(eve, eve.dms, lobby.id), "Leave")
    await showing(eve, eve.dms, lobby, "This table was closed")
    lobby = await require_private(eve.command("new", eve.dms, start=False))
    assert running_bot.game(eve.user.id).options["strict_mistakes"] is True
    await eve.click(lobby, "Start")
    await showing(eve, eve.dms, lobby, "in your own game")


async def test_after_a_restart_the_next_tap_brings_the_screen_up_to_date_again(running_bot: RunningBot) -> None:
    eve = running_bot.stranger()
    here = running_bot.world.add_channel("friends", "group")
    bench = await begun(eve, here)
    await running_bot.stop()
    await running_bot.start()

    await eve.click(bench, "Draw")
    bench = await showing(eve, here, bench, "Your turn")

    assert running_bot.state(eve.user.id).turn == 0
    assert running_bot.state(eve.user.id).version >= 2


async def test_a_screen_whose_token_is_too_old_waits_for_its_next_tap(running_bot: RunningBot) -> None:
    eve = running_bot.stranger()
    here = running_bot.world.add_channel("friends", "group")
    bench = await begun(eve, here)
    running_bot.expect(50027)
    before = running_bot.game(eve.user.id).version
    running_bot.world.skip(16 * 60)
    played = await require_private(eve.command("draw", here))  # on another message

    assert played.id != bench.id
    await running_bot.until(lambda: running_bot.game(eve.user.id).version >= before + 2)
    await showing(eve, here, played, "Your turn")
    await eve.click(bench, "Draw")  # which shows an old version: it is refreshed, and nothing is drawn
    assert running_bot.state(eve.user.id).turn == 0
