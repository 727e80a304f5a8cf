"""The leaderboard that the real bot posts by itself: once, also if it's killed before it has noted that."""

import time

import pytest

from playground.model.starting_world import GUILD_ID
from playground.model.values import Channel
from storage.leaderboard_posts import find_week
from storage.results.seasons import find_season
from tests.e2e.running_bot import RunningBot

from .looking import find_public

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROW = "REPLACE INTO leaderboard_post VALUES (?, ?, ?, ?, ?, ?, ?)"
SCORE = "INSERT INTO season_score VALUES (?, ?, '', ?, ?, 1, 1)"
DONE = "SELECT 1 FROM leaderboard_post WHERE week = ? AND season = ? AND purpose = ''"


async def test_a_due_post_comes_when_the_bot_is_back_and_only_once(running_bot: RunningBot, room: Channel) -> None:
    """After the kill, Discord has forgotten the nonce, so that the bot looks for the post in the channel."""
    ana, ben, chloe = running_bot.seats(3)
    now = int(time.time())
    week, season = find_week(now), find_season(now)
    await running_bot.stop()
    for points, seat in enumerate((chloe, ben, ana)):
        running_bot.write(SCORE, (GUILD_ID, season - 1, seat.user.id, points))
    running_bot.write(ROW, (GUILD_ID, room.id, week, season - 1, "", "", 0))

    await running_bot.start()
    await running_bot.until(lambda: running_bot.rows(DONE, week, season))

    (post,) = find_public(ana, room)
    assert f"🏆 Champion: <@{ana.user.id}>" in post.text
    assert post.pictures
    assert not post.mentions_you

    await running_bot.kill()
    begun = (f"season-{season - 1}", "forgotten", now - 3600)
    running_bot.write(ROW, (GUILD_ID, room.id, week, season - 1, *begun))
    await running_bot.start()
    await running_bot.until(lambda: running_bot.rows(DONE, week, season))

    assert find_public(ana, room) == [post]
    running_bot.write("DELETE FROM leaderboard_post")
    running_bot.write("DELETE FROM season_score WHERE season = ?", (season - 1,))
