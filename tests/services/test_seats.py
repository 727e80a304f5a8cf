"""Who holds the seats of a table: people, computers, and computers that keep a seat."""

from dataclasses import replace

import pytest

from engine.game.actions import Action, Draw, TimeUp
from engine.game.goals import Level
from engine.game.turn_events import Drew, Played
from engine.tiles.changes import TableChange
from engine.tiles.tiles import Box
from services.game_view import describe_events, mention_player, write_news
from services.seats import (
    NAMES,
    agree_to_end,
    apply_change,
    appoint_host,
    cancel_ending,
    hand_over_seat,
    list_changes,
    note_plays,
    note_presence,
    return_seat,
    return_waiting,
    with_computer,
    with_person,
)
from storage.games import Game, Phase, Player
from storage.games.rows import list_people
from tests.storage import games_over
from tests.storage.games_over import resigned
from tests.storage.tables import ANN, BOB

ADA = Player(None, "Ada", Level.STRONG)
CY = Player(33, "Cy")
TILES = tuple(Box().tiles())


def running(*players: Player, turn: int = 0) -> Game:
    game = games_over.running(*players)
    assert game.state
    return replace(game, state=replace(game.state, turn=turn, active=frozenset({turn})))


def after(game: Game, *actions: Action) -> Game:
    for action in actions:
        game = replace(game, players=note_presence(game, action))
    return game


def test_a_seat_is_a_person_s_or_a_computer_s() -> None:
    with pytest.raises(ValueError, match="either"):
        Player(None, "Nobody")
    with pytest.raises(ValueError, match="either"):
        Player(7, "Cyborg", Level.FAIR)


def test_every_computer_has_a_name_that_nobody_else_has() -> None:
    players: tuple[Player, ...] = (ANN, Player(44, "ada"))
    for _ in range(4):
        players = with_computer(players, Level.FAIR)

    assert [each.name for each in players] == ["Ann", "ada", *NAMES[1:5]]
    assert list_people(players) == [11, 44]


def test_a_person_takes_the_place_of_the_last_computer_at_a_full_table() -> None:
    bix = Player(None, "Bix", Level.FAIR)

    assert with_person((ANN, ADA), BOB, most=3) == (ANN, ADA, BOB)
    assert with_person((ANN, ADA, bix, CY), BOB, most=4) == (ANN, ADA, BOB, CY)
    assert with_person((ANN, CY), BOB, most=2) is None


def test_a_computer_of_a_lobby_gets_another_level_or_leaves() -> None:
    offered = list_changes((ANN, ADA, BOB))

    assert [each.value for each in offered] == [
        "Ada-beginner",
        "Ada-fair",
        "Ada-expert",
        "Ada-eager",
        "Ada-master",
        "Ada-away",
    ]
    assert apply_change((ANN, ADA, BOB), offered[4]) == (ANN, replace(ADA, computer=Level.MASTER), BOB)
    assert apply_change((ANN, ADA, BOB), offered[5]) == (ANN, BOB)


def test_two_turns_without_a_sign_of_life_give_the_seat_to_a_computer() -> None:
    game = after(running(ANN, BOB), TimeUp(0))
    assert game.list_absent() == []

    game = after(game, TimeUp(0))

    assert game.list_absent() == [0]
    assert game.list_present() == [1]
    assert game.find_computer_to_move() == (0, Level.FAIR)
    assert after(game, Draw(0), TimeUp(0)).list_absent() == [0]  # the computer's move brings nobody back


@pytest.mark.parametrize("between", [Draw(0), TimeUp(0, moved=True)])
def test_the_two_turns_stand_in_a_row_and_a_player_who_tries_to_play_in_time_is_not_away(between: Action) -> None:
    assert after(running(ANN, BOB), TimeUp(0), between, TimeUp(0)).list_absent() == []


def test_the_last_person_keeps_the_seat() -> None:
    alone = after(running(ANN, ADA), TimeUp(0), TimeUp(0), TimeUp(0))
    left = after(resigned(running(ANN, BOB, CY), 1), TimeUp(2), TimeUp(2), TimeUp(0), TimeUp(0))

    assert alone.list_absent() == []
    assert left.list_absent() == [2]


def test_the_longest_absent_player_loses_the_seat_when_somebody_returns() -> None:
    both = after(running(ANN, BOB), TimeUp(0), TimeUp(1), TimeUp(0), TimeUp(1), TimeUp(1))
    assert both.list_absent() == [0]

    back = return_seat(both, 11)
    assert back
    assert after(back, TimeUp(1)).list_absent() == [1]


def test_the_best_plays_of_a_match_are_noted() -> None:
    players: tuple[Player, ...] = (ANN, BOB)
    for tiles, points, held in ((3, 31, 14), (3, 70, 14), (4, None, 4), (9, 64, 9), (2, None, 2), (1, None, 7)):
        players = note_plays(players, 0, held, [Played(0, TILES[:tiles], points, TableChange())])

    assert players == (replace(ANN, opening=70, largest_finish=9), BOB)


def test_a_computer_s_play_for_somebody_is_not_credited() -> None:
    away = replace(ANN, away=True)
    out = [Played(0, TILES[:3], 60, TableChange())]

    assert note_plays((away, ADA), 0, 3, out) == note_plays((away, ADA), 1, 3, out) == (away, ADA)
    assert note_plays((ANN, ADA), 0, 14, [Drew(0, 1, 15)]) == (ANN, ADA)


def test_a_seat_is_given_back_to_its_person_alone() -> None:
    game = after(running(ANN, BOB, ADA), TimeUp(0), TimeUp(0))

    assert return_seat(game, 22) is None
    assert return_seat(replace(game, phase=Phase.OVER), 11) is None
    back = return_seat(game, 11)
    assert back
    assert write_news(back) == "<@11> is back."
    assert (back.players, back.list_absent(), back.list_present()) == ((ANN, BOB, ADA), [], [0, 1])


def test_a_player_who_left_gets_the_seat_back_only_when_asking_for_it() -> None:
    game = hand_over_seat(running(ANN, BOB, ADA), 0)

    assert (game.list_absent(), game.list_present(), game.find_computer_to_move()) == ([0], [1], (0, Level.FAIR))
    assert write_news(game) == "<@11> left. A computer plays for them."
    assert return_seat(game, 11) is None
    back = return_seat(game, 11, asked=True)
    assert back
    assert back.players == (ANN, BOB, ADA)


def at_turn(game: Game, turns: int) -> Game:
    assert game.state
    return replace(game, state=replace(game.state, turns=turns))


def test_a_seat_that_was_left_while_the_game_counts_comes_back_a_round_later_and_only_once() -> None:
    game = hand_over_seat(at_turn(running(ANN, BOB, CY), 7), 0, counts=True)

    waiting = return_seat(at_turn(game, 8), 11, asked=True)
    assert waiting
    assert waiting.list_absent() == [0]
    assert return_seat(waiting, 11, asked=True) is None  # it's noted already
    assert return_waiting(at_turn(waiting, 9)).players == waiting.players
    back = return_waiting(at_turn(waiting, 10))
    assert back.list_absent() == []
    assert write_news(back).endswith("<@11> is back.")

    again = hand_over_seat(back, 0, counts=True)
    assert return_seat(at_turn(again, 99), 11, asked=True) is None
    assert return_waiting(at_turn(again, 99)) == at_turn(again, 99)


def test_a_seat_is_not_given_back_to_somebody_whose_data_was_deleted() -> None:
    game = hand_over_seat(at_turn(running(ANN, BOB), 7), 0, counts=True)
    waiting = return_seat(game, 11, asked=True)
    assert waiting
    ghost = replace(waiting, players=(replace(waiting.players[0], user_id=-5), BOB))

    assert return_waiting(at_turn(ghost, 9)) == at_turn(ghost, 9)


def test_a_player_who_left_a_seat_gets_it_back_a_round_later_by_asking_and_an_absent_one_at_once() -> None:
    left = at_turn(hand_over_seat(at_turn(running(ANN, BOB, CY), 7), 0, counts=True), 10)
    absent = after(at_turn(running(ANN, BOB), 7), TimeUp(0), TimeUp(0))

    assert return_waiting(left) == left
    for back in (return_seat(left, 11, asked=True), return_seat(absent, 11)):
        assert back
        assert back.list_absent() == []


def test_the_next_person_takes_the_place_of_a_host_who_is_gone() -> None:
    game = running(ANN, ADA, BOB, CY)
    assert appoint_host(game) == game

    for gone, host in (
        (hand_over_seat(game, 0), 22),
        (resigned(game, 0), 22),
        (after(game, TimeUp(0), TimeUp(0)), 22),
        (hand_over_seat(replace(game, host_id=33), 3), 11),  # behind the last seat comes the first
        (hand_over_seat(hand_over_seat(game, 0), 2), 33),
    ):
        assert appoint_host(gone).host_id == host
    alone = hand_over_seat(running(ANN, ADA), 0)
    assert appoint_host(alone) == alone
    lobby = replace(game, phase=Phase.LOBBY, state=None, players=(ADA, BOB, CY))
    assert appoint_host(lobby).host_id == 22


def test_a_game_may_end_when_all_who_are_present_agree() -> None:
    game = running(ANN, BOB, CY, ADA)
    assert not game.is_ending
    assert game.list_undecided() == [0, 1, 2]

    one = agree_to_end(game, 1)
    assert one.is_ending
    assert one.list_undecided() == [0, 2]
    assert hand_over_seat(agree_to_end(one, 0), 2).list_undecided() == []
    assert resigned(agree_to_end(one, 0), 2).list_undecided() == []
    assert not hand_over_seat(one, 1).is_ending  # who asked has left, and nobody else did
    assert cancel_ending(one) == game


def test_a_computer_moves_in_its_own_turn_only() -> None:
    assert running(ANN, ADA, turn=0).find_computer_to_move() is None
    assert running(ANN, ADA, turn=1).find_computer_to_move() == (1, Level.STRONG)
    assert replace(running(ANN, ADA, turn=1), phase=Phase.OVER).find_computer_to_move() is None


def test_computers_are_named_and_nobody_is_pinged_by_their_names() -> None:
    game = running(ANN, ADA)

    assert [mention_player(game, seat) for seat in (0, 1)] == ["<@11>", "**Ada**"]
    assert str(describe_events(game, (Drew(1, 2, 16),))) == "**Ada** drew 2 tiles and holds 16."
