"""How long a table waits, for whom, and when it reminds them."""

from dataclasses import replace

import pytest

from engine.game.goals import Level
from services.deadlines import (
    DAY,
    LOBBY_LIFE,
    PATIENCES,
    begin_wait,
    find_awaited,
    find_next_reminder,
    is_unreminded,
    update_wait,
)
from services.lobbies.lobby import close_lobby, expire_lobby
from services.seats import replace_absent, return_seat
from storage.games import USUAL_PATIENCE, Game, Phase, Player
from tests.services.test_seats import running
from tests.storage.games_over import resigned
from tests.storage.tables import ANN, BOB, NOON, over

ADA = Player(None, "Ada", Level.STRONG)
CY = Player(33, "Cy")


def untimed(*players: Player, turn: int = 0) -> Game:
    game = running(*players, turn=turn)
    assert game.state
    return replace(game, state=replace(game.state, deadline=None))


LOBBY = replace(untimed(ANN, BOB), phase=Phase.LOBBY, state=None)


@pytest.mark.parametrize(
    ("game", "awaited"),
    [
        (untimed(ANN, BOB), 0),
        (untimed(ANN, BOB, turn=1), 1),
        (untimed(ANN, BOB, ADA), 0),
        (untimed(ANN, BOB, ADA, turn=2), None),
        (running(ANN, BOB), None),  # with a clock
        (untimed(ANN, ADA), None),
        (untimed(ANN, replace(BOB, away=True)), None),
        (untimed(ANN, replace(BOB, away=True), CY), 0),
        (untimed(replace(ANN, away=True), BOB, CY), None),
        (resigned(untimed(ANN, BOB), 1), None),
        (over(untimed(ANN, BOB)), None),
        (LOBBY, None),
    ],
)
def test_others_wait_without_a_clock_for_a_person_who_is_to_move(game: Game, awaited: int | None) -> None:
    assert find_awaited(game) == awaited


def test_every_change_of_a_lobby_gives_it_half_an_hour() -> None:
    once = update_wait(LOBBY, NOON)
    again = update_wait(once, NOON + 100)

    assert (once.waits_until, again.waits_until) == (NOON + LOBBY_LIFE, NOON + 100 + LOBBY_LIFE)
    assert again.remind_at is None
    assert update_wait(replace(LOBBY, guild_id=0), NOON).waits_until is None  # one's own game keeps no channel busy


def test_only_a_lobby_in_which_nothing_happened_can_be_told_to_have_expired() -> None:
    lobby = update_wait(LOBBY, NOON)

    assert expire_lobby(lobby).has_expired
    assert update_wait(expire_lobby(lobby), NOON + 1).has_expired
    assert not update_wait(close_lobby(lobby), NOON + 1).has_expired
    assert not lobby.has_expired
    assert (lobby.due_at, expire_lobby(lobby).due_at) == (NOON + LOBBY_LIFE, None)


def test_a_wait_begins_with_a_turn_and_goes_on_while_the_same_player_is_awaited() -> None:
    begun = update_wait(untimed(ANN, BOB), NOON)

    assert (begun.waits_until, begun.remind_at) == (NOON + 3 * DAY, NOON + DAY)
    assert begun.due_at == NOON + 3 * DAY
    assert update_wait(begun, NOON + 100) == begun  # somebody asks to end the game, say


def test_a_wait_ends_with_the_last_other_person_and_begins_anew_when_they_are_back() -> None:
    begun = update_wait(untimed(ANN, BOB), NOON)
    alone = update_wait(replace_absent(begun, 1), NOON + 100)
    back = return_seat(alone, 22)

    assert (alone.waits_until, alone.remind_at) == (None, None)
    assert back
    assert update_wait(back, NOON + 200).waits_until == NOON + 200 + 3 * DAY


def test_a_game_that_waits_as_long_as_it_takes_reminds_nobody() -> None:
    game = replace(untimed(ANN, BOB), patience=0)

    assert update_wait(game, NOON) == game


def test_a_clock_keeps_its_own_reminder() -> None:
    game = replace(running(ANN, BOB), remind_at=NOON + 60)

    assert update_wait(game, NOON) == game
    assert find_next_reminder(game, NOON) is None
    assert not is_unreminded(game)


@pytest.mark.parametrize("patience", [each for each in PATIENCES if each])
def test_there_are_two_reminders_after_each_third_of_a_wait(patience: int) -> None:
    first = begin_wait(replace(untimed(ANN, BOB), patience=patience), NOON)
    second = replace(first, remind_at=find_next_reminder(first, first.remind_at or 0))

    assert (first.remind_at, second.remind_at) == (NOON + patience // 3, NOON + patience - patience // 3)
    assert find_next_reminder(second, second.remind_at or 0) is None
    assert find_next_reminder(first, second.remind_at or 0) is None  # both at once, after a start
    assert (is_unreminded(first), is_unreminded(second)) == (True, False)


def test_the_usual_patience_is_three_days() -> None:
    assert USUAL_PATIENCE == 3 * DAY
    assert list(PATIENCES) == [DAY, 3 * DAY, 7 * DAY, 0]


def test_a_computer_keeps_the_seat_of_an_absent_player_until_they_show_up() -> None:
    game = replace_absent(untimed(replace(ANN, agrees_to_end=True), BOB), 0)

    assert game.players[0] == replace(ANN, away=True)
    assert str(game.news[-1]) == "<@11> is away. A computer plays for them."
    back = return_seat(game, 11)
    assert back
    assert back.players == (ANN, BOB)
