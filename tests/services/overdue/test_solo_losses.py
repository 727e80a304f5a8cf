"""A game for the solo ladder that its person doesn't finish counts as lost a week after their last turn."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from cogs.leave import LeaveCog
from engine.game.actions import Draw, Void
from engine.game.goals import Level
from hosting.void_game import _void
from services.deadlines import LADDER_REMINDER, WEEK
from services.lobbies.starting import start_game
from services.overdue.solo_losses import count_voided
from services.overdue.suspensions import suspend_here
from services.overdue.timeouts import end_time
from services.refusals import Refusal
from storage.games import Game, Phase, Player
from storage.personal_data.retention import strip_old_games
from storage.results.replay import replay_ratings
from tests.storage.tables import ANN, BOB, CHANNEL, NOON
from tests.support.interactions import Interaction
from tests.support.rooms import Room

COG = LeaveCog
ADA = Player(None, "Ada", Level.STRONG)
OFF: dict[str, Any] = {"assistance": "off", "clock": 0}
CY = Player(33, "Cy")


async def solo(room: Room, **more: Any) -> Game:
    """Ann's game against a computer, in which it's her turn."""
    game = await room.playing(**{"players": (ANN, ADA), "options": OFF} | more)
    return await room.tables.commit(game, None)


async def void(room: Room, game: Game) -> Game:
    await room.tap("endall", game, Interaction(CY, manages=True))
    return await room.tables.require_game(game.id)


def write(screen: Any) -> str:
    return str(screen.to_components())


async def results(room: Room) -> list[tuple[object, ...]]:
    sql = "SELECT pool, unrated, user_id, place, departure FROM finished_game JOIN seat_result USING (game_id)"
    return [tuple(row) for row in await room.database.run(f"{sql} WHERE user_id IS NOT NULL ORDER BY number")]


async def rating(room: Room) -> tuple[float, int]:
    rows = await room.database.run("SELECT mu, games FROM rating WHERE pool = 0 AND user_id = 11")
    return (rows[0]["mu"], rows[0]["games"]) if rows else (25.0, 0)


LOST = (0, None, 11, 2, "away")
NOT_COUNTED = (None, "void", 11, None)


async def test_an_abandoned_game_is_lost_a_week_after_the_last_turn(room: Room) -> None:
    game = await solo(room)
    assert (game.due_at, game.remind_at) == (NOON + WEEK, NOON + WEEK - LADDER_REMINDER)
    room.clock += 1_000
    await room.tables.note_activity(await room.game(), 11)
    await room.tables.commit(await room.game(), None)
    assert (await room.game()).due_at == NOON + WEEK  # a tap isn't a turn
    for seat in (0, 1):
        game = (await room.tables.make_move(await room.game(), Draw(seat), None)).game
    assert game.due_at == room.clock + WEEK
    assert await room.tables.games.due(room.clock + WEEK - 1) == []

    room.clock += WEEK
    (due,) = await room.tables.games.due(room.clock)
    await end_time(room.tables, due)

    over = await room.game()
    assert over.phase is Phase.OVER
    assert over.state
    assert over.state.outcome
    assert str(over.state.outcome.reason) == "Nobody played for 7 days, so the game counts as lost."
    assert await results(room) == [LOST]
    mu, games = await rating(room)
    assert mu < 25
    assert games == 1
    assert not (await replay_ratings(room.database)).has_changed


@pytest.mark.parametrize(
    "more",
    [
        {"options": {}},  # with help
        {"options": {**OFF, "opening": False}},  # a house rule
        {"players": (ANN, replace(BOB, away=True))},
    ],
)
async def test_only_games_for_the_ladder_are_lost(room: Room, more: dict[str, object]) -> None:
    assert (await solo(room, **more)).due_at is None


async def test_a_voided_game_is_lost_a_week_after_the_last_turn_and_the_card_says_so(room: Room) -> None:
    game = await solo(room)
    room.clock += 3_600

    question = await room.command("end", Interaction(CY, manages=True))
    over = await void(room, game)

    assert "It's for the solo ladder, so it counts as lost a week after the player's last turn." in question.text
    assert (over.phase, over.due_at, over.waits_until) == (Phase.OVER, None, NOON + WEEK)
    card, _ = await room.services.end_cards.tell(over, 11)
    said = f"It counts for the solo ladder: as lost <t:{NOON + WEEK}:R>, unless the bot's owner voids it."
    assert said in write(card)
    assert await results(room) == []
    assert await room.tables.games.in_channel(CHANNEL) is None
    room.clock = NOON + WEEK - 1
    assert await count_voided(room.tables) == 0
    room.clock += 1
    assert await count_voided(room.tables) == 1
    assert await count_voided(room.tables) == 0

    assert await results(room) == [LOST]
    assert (await rating(room))[0] < 25
    card, _ = await room.services.end_cards.tell(await room.game(), 11)
    assert "A server manager ended the game, and it counts as lost." in write(card)
    assert not (await replay_ratings(room.database)).has_changed


async def test_a_voided_game_of_others_counts_for_nobody_at_once(room: Room) -> None:
    await void(room, await room.playing())
    await void(room, await solo(room, options={}))

    assert [each[:2] for each in await results(room)] == [(None, "void")] * 3


@pytest.mark.parametrize("is_voided", [True, False])
async def test_a_game_whose_channel_is_gone_is_lost_after_a_week_whether_a_manager_voids_it_or_not(
    room: Room, *, is_voided: bool
) -> None:
    await suspend_here(room.tables, await solo(room))
    if is_voided:
        await void(room, await room.game())
    room.clock += WEEK

    for due in await room.tables.games.due(room.clock):
        await end_time(room.tables, due)

    assert await count_voided(room.tables) == int(is_voided)
    assert await results(room) == [LOST]


async def test_a_long_outage_leaves_two_days_once_and_then_the_game_is_lost_and_rated(room: Room) -> None:
    game = await solo(room)
    room.clock += 3 * WEEK
    for _ in range(2):
        await room.tables.games.extend_deadlines(room.clock)
    assert (await room.game()).due_at == room.clock + LADDER_REMINDER
    room.clock += LADDER_REMINDER
    await room.tables.games.extend_deadlines(room.clock)

    await end_time(room.tables, await room.game())

    assert (await room.game()).id == game.id
    assert await results(room) == [LOST]


@pytest.mark.parametrize(("is_voided", "counted"), [(True, False), (True, True), (False, False)])
async def test_the_owner_takes_a_game_back_while_it_runs_and_before_or_after_it_counts(
    room: Room, *, is_voided: bool, counted: bool
) -> None:
    game = await solo(room)
    if is_voided:
        await void(room, game)
    room.clock += WEEK
    if counted:
        await count_voided(room.tables)

    await _void(room.database, str(game.id))

    room.tables.games.clear_cache()
    room.clock += WEEK
    assert await count_voided(room.tables) == 0
    assert [each[:4] for each in await results(room)] == [NOT_COUNTED]
    assert await rating(room) == (25.0, 0)


async def test_a_deleted_person_loses_nothing(room: Room) -> None:
    await void(room, await solo(room))
    await room.services.personal_data.delete_person(11)
    room.clock += WEEK

    assert await count_voided(room.tables) == 1
    assert [each[:2] for each in await results(room)] == [(None, "void")]


async def test_a_voided_game_is_kept_until_it_counts_however_short_games_are_kept(room: Room) -> None:
    await void(room, await solo(room))

    assert await strip_old_games(room.database, NOON + WEEK, room.tables.games.clear_cache) == 0
    room.clock += WEEK
    await count_voided(room.tables)
    assert await strip_old_games(room.database, room.clock + 1, room.tables.games.clear_cache) == 1
    assert await results(room) == [LOST]


async def lobby(room: Room, number: int, **more: Any) -> Game:
    lobby = await room.lobby(ADA, channel=CHANNEL + number, guild=1_000 + number, interaction=number + 1)
    return await room.tables.commit(replace(lobby, options={**OFF, **more}), None)


async def test_a_person_plays_three_games_for_the_ladder_at_once(room: Room) -> None:
    for number in range(3):
        await start_game(room.tables, await lobby(room, number), 11, None)
    fourth = await lobby(room, 3)

    with pytest.raises(Refusal) as refused:
        await start_game(room.tables, fourth, 11, None)

    assert str(refused.value) == (
        f"You already have 3 games running that count for the solo ladder: <#{CHANNEL}>, <#{CHANNEL + 1}> "
        f"and <#{CHANNEL + 2}>. Finish one first."
    )
    assert (await room.tables.require_game(fourth.id)).phase is Phase.LOBBY
    unrated = await lobby(room, 4, assistance="fit")
    assert (await start_game(room.tables, unrated, 11, None)).phase is Phase.PLAYING
    first = (await room.games())[0]
    await room.tables.make_move(first, Void(0), None)
    assert (await start_game(room.tables, fourth, 11, None)).phase is Phase.PLAYING


async def test_only_three_of_four_games_begin_at_one_moment(room: Room) -> None:
    lobbies = [await lobby(room, number) for number in range(4)]

    begun = await asyncio.gather(*(start_game(room.tables, each, 11, None) for each in lobbies), return_exceptions=True)

    assert [isinstance(each, Refusal) for each in begun].count(True) == 1
    assert [each.phase for each in await room.games()].count(Phase.PLAYING) == 3


async def test_the_table_and_the_rack_say_until_when_to_play(room: Room) -> None:
    game = await solo(room)

    view, _ = await room.services.public_screens.show(game)
    bench, _ = await room.services.private_bench.screen(game, 11, opens=True)

    said = f"For the solo ladder: counts as lost <t:{NOON + WEEK}:R> if you don't play."
    assert said in write(view)
    assert said in write(bench)
