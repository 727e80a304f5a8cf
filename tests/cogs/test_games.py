"""Everybody's own games, and the way to the next that waits."""

from dataclasses import replace

from cogs.games import GamesCog
from tests.storage.tables import ANN, BOB, CLEO
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room

COG = GamesCog


async def test_games_that_wait_come_first_and_nobody_else_s_are_listed(room: Room) -> None:
    await room.playing(channel=1, turn=1)
    await room.playing(channel=2)
    await room.playing(channel=3, players=(BOB, CLEO))

    answer = await room.command("games")

    lines = [line for line in answer.text.splitlines() if line.startswith("- ")]
    assert [("channels/1000/2" in lines[0], "your turn" in lines[0]), "channels/1000/1" in lines[1]] == [
        (True, True),
        True,
    ]
    assert len(lines) == 2
    assert not answer.is_public
    assert "R6" not in answer.text


async def test_the_list_says_where_a_computer_keeps_the_player_s_seat(room: Room) -> None:
    await room.playing(channel=1, turn=1, players=(replace(ANN, away=True), BOB))
    await room.playing(channel=2, turn=1, players=(ANN, replace(BOB, away=True)))

    answer = await room.command("games")

    kept, own = [line for line in answer.text.splitlines() if line.startswith("- ")]
    assert "a computer plays for you" in kept
    assert "a computer" not in own


async def test_users_without_games_read_how_to_begin(room: Room) -> None:
    await room.playing(players=(BOB, CLEO))

    answer = await room.command("games", Interaction(ANN, guild_id=None))

    assert "You're not in any game." in answer.text
    assert answer.screen.controls == {}


async def test_the_next_game_is_the_next_that_waits_for_the_player(room: Room) -> None:
    first = await room.playing("R6", "O2", channel=1)
    await room.playing("B7", "O2", channel=2)
    await room.playing("K8", "O2", channel=3, turn=1)

    after, around = await room.tap("next", first), await room.tap("next", (await room.games())[1])
    begun = await room.tap("next", None, Interaction(message=PUBLIC))

    assert set(after.screen.menu("pick")) == {"B7"}
    assert set(around.screen.menu("pick")) == set(begun.screen.menu("pick")) == {"R6"}
    assert not begun.is_public


async def test_without_another_waiting_game_there_is_no_next_one(room: Room) -> None:
    game = await room.playing()

    for person in (ANN, BOB):
        said = await room.refused(room.tap("next", game, Interaction(person)))
        assert said == "No other game is waiting for you. /games lists all your games."
