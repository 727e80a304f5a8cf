"""Whole games by seats that know only what they see, to the last tile and the leaderboard."""

import io
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import render
from engine.variants import load
from playground import ShownMessage, SimulatedUser
from playground.model.starting_world import GUILD_ID
from playground.model.values import Channel
from storage.games import Game, Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import SEED, Position, position

from .looking import (
    find_pings,
    find_public,
    find_showing,
    read_alt,
    read_rack,
    require_answer,
    require_private,
    wait_to_see,
)
from .player import Beginner

pytestmark = pytest.mark.asyncio(loop_scope="module")

SYSTEMS = load()
SMALL = 14  # tiles of a pool


async def begun(room: Channel, seats: list[SimulatedUser]) -> None:
    host, *others = seats
    lobby = await require_answer(host.command("new", room))
    for each in others:
        await each.click(lobby, "Join")
    await host.click(lobby, "Start")


def final(room: Channel) -> Callable[[SimulatedUser], ShownMessage | None]:
    """The last picture, once the turn's ping is gone too."""

    def find(seat: SimulatedUser) -> ShownMessage | None:
        found = find_public(seat, room)[-1]
        return found if "Rematch" in found.buttons and not find_pings(seat, room) else None

    return find


def standings(text: str) -> list[tuple[str, ...]]:
    """User, points, wins and games of each line of a season's leaderboard."""
    return re.findall(r"<@(\d+)> — \*\*(\d+) points?\*\* · (\d+) of (\d+) games? won", text)


async def played(running_bot: RunningBot, room: Channel, players: list[Beginner]) -> Game:
    """Play to the end; after each turn the player's screen shows as many tiles as the rack has."""
    while (game := running_bot.game(room)).phase is Phase.PLAYING:
        seat = running_bot.state(room).turn
        answer = await players[seat].move()
        if running_bot.game(room).phase is Phase.PLAYING:
            assert len(read_rack(answer)) == len(running_bot.state(room).seats[seat].rack)
    return game


@pytest.mark.soak
@pytest.mark.parametrize("habits", [("letters", "window"), ("whole", "letters", "window"), ("window",) * 4])
async def test_a_whole_game_goes_to_its_end(running_bot: RunningBot, room: Channel, habits: tuple[str, ...]) -> None:
    seats = running_bot.seats(len(habits))
    await begun(room, seats)

    await check_game(running_bot, room, seats, habits)


async def test_a_game_with_a_small_pool_goes_to_its_end(running_bot: RunningBot, room: Channel) -> None:
    dealt = SYSTEMS["classic"].setup(2, SEED, 0, {"clock": 0}).state
    running_bot.lay(room, Position(SYSTEMS["classic"], replace(dealt, pool=dealt.pool[:SMALL])))

    await check_game(running_bot, room, running_bot.seats(2), ("letters", "window"))


async def check_game(
    running_bot: RunningBot, room: Channel, seats: list[SimulatedUser], habits: tuple[str, ...]
) -> None:
    """Play to the end; then check the last message and the stored results."""
    players = [Beginner(seat, room, habit) for seat, habit in zip(seats, habits, strict=True)]
    game = await played(running_bot, room, players)

    assert sum(each.plays for each in players) > len(players)
    end = await wait_to_see(seats[-1], final(room))
    outcome = game.state.outcome if game.state else None
    assert outcome is not None
    heading = end.text.splitlines()[0]
    for seat, player in enumerate(game.players):
        assert (f"<@{player.user_id}>" in heading) == (seat in outcome.winners)
        assert f"<@{player.user_id}> **{outcome.scores[seat]:+d}**" in end.text
    kept = running_bot.rows(
        "SELECT user_id, points, place = 1 FROM seat_result WHERE game_id = ? ORDER BY seat", game.id
    )
    assert [tuple(row) for row in kept] == [
        (player.user_id, outcome.scores[seat], seat in outcome.winners) for seat, player in enumerate(game.players)
    ]
    assert running_bot.witness.racks > len(players)


async def test_everybody_gets_the_picture_of_a_spectator(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    await begun(room, [ana, ben])

    shown = await require_answer(ana.command("table", room))

    (posted,) = [each for each in running_bot.world.messages(room.id) if each.id == shown.id]
    game = running_bot.game(room)
    expected = render.png(SYSTEMS["classic"].view(game.state, None), ["Ana", "Ben"])
    pictures = [Image.open(io.BytesIO(png)).convert("RGB") for png in (posted.attachments[0].data, expected)]
    assert ImageChops.difference(*pictures).getbbox() is None
    assert shown.json["id"] == ben.messages(room)[-1].json["id"]


async def test_the_last_tile_ends_the_game_with_scores_a_rematch_and_the_leaderboard(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r7", "k9 j o2"]))
    await ana.command("table", room)

    answer = await ana.command("play", room, move="a+r7")

    assert answer is not None
    assert answer.text.startswith(f"## <@{ana.user.id}> wins")
    assert answer.buttons == ["Rematch", "Review", "Log"]
    end = await wait_to_see(ben, final(room))
    assert end.text.startswith(f"## <@{ana.user.id}> wins\n-# Classic\nThe last tile was played.")
    assert f"<@{ana.user.id}> **+41**" in end.text
    assert f"<@{ben.user.id}> **-41**" in end.text
    assert read_alt(end).startswith(
        "Ana wins. Ben is left with K9 O2 J. Ana +41 points, won; Ben \N{MINUS SIGN}41 points."
    )
    assert end.buttons == ["Rematch", "Review", "Log"]

    again = await ben.click(end, "Rematch")
    await ana.click(end, "Rematch")

    assert again is not None
    assert again.buttons == ["Play vs computer", "Join", "Start", "Options", "Rules"]
    await ben.wait(lambda seat: f"2. <@{ana.user.id}>" in seat.messages(room)[-1].text)
    assert [each.name for each in running_bot.game(room).players] == ["Ben", "Ana"]
    await ben.click(again, "Start")
    assert running_bot.game(room).phase is Phase.PLAYING
    stale = await ana.click(end, "Rematch")
    assert stale is not None
    assert stale.ephemeral
    assert stale.text.startswith("This channel already has a game.")


async def test_a_match_goes_on_with_the_next_game(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    running_bot.lay(
        room, position("classic", table="r4 r5 r6", racks=["r7", "k9 j o2"], options={"games": 2, "clock": 0})
    )
    await ana.command("table", room)

    dealt = await require_answer(ana.command("play", room, move="a+r7"))

    assert len(read_rack(dealt)) == 14
    shown = await wait_to_see(ben, find_showing("Game 2 of 2 begins.", room))
    assert read_alt(shown).startswith("Game 2 of 2. Ana 14 tiles, +41 points")
    assert "My rack" in shown.buttons
    await ben.wait(lambda seat: len(find_pings(seat, room)) == 1)
    assert running_bot.rows("SELECT 1 FROM finished_game WHERE game_id = ?", running_bot.game(room).id) == []


async def test_a_profile_is_what_the_results_say(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    eve = running_bot.stranger()
    ((games, wins),) = running_bot.rows(
        """SELECT count(*), total(place = 1) FROM seat_result JOIN finished_game USING (game_id)
        JOIN rating_change USING (game_id, seat) WHERE user_id = ? AND variant = 'classic' AND pool = ?""",
        ben.user.id,
        GUILD_ID,
    )

    shown = await require_private(ana.command("profile", room, {"user": ben.user.id, "variant": "classic"}))
    nobody = await require_private(ana.command("profile", room, {"user": eve.user.id}))

    assert f"after {games} rated game" in shown.text
    assert f"1st: {wins:.0f} · " in shown.text
    assert read_alt(shown).startswith("Profile of Ben, Classic")
    assert f"<@{eve.user.id}> hasn't finished a game on this server." in nobody.text


async def test_the_leaderboard_is_what_the_results_say(running_bot: RunningBot, room: Channel) -> None:
    ana, _ = running_bot.seats(2)
    scored = running_bot.rows(
        """SELECT user_id, sum(wins) AS wins, sum(games) AS games, sum(points) AS points FROM season_score
        WHERE pool = ? AND variant = '' GROUP BY user_id ORDER BY points DESC, wins DESC, games, user_id""",
        GUILD_ID,
    )

    shown = await require_private(ana.command("leaderboard", room))

    assert [tuple(map(int, line)) for line in standings(shown.text)] == [
        (row["user_id"], row["points"], row["wins"], row["games"]) for row in scored[:10]
    ]
    rated = await require_private(ana.click(shown, "Ratings"))
    assert rated.id == shown.id
    assert rated.text.startswith("## Ratings")
