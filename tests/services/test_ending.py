"""What the end of a game means for each seat."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.goals import Level
from engine.game.info import Preset
from engine.game.views import Value
from ratings.game_result import SOLO, Departure, GameResult, Unrated
from ratings.yardsticks import find_yardstick
from services.ending import find_result
from storage.games import Game
from tests.storage.games_over import ANN, BOB, CY, ended, resigned, running, stopped
from tests.storage.tables import GUILD, KEY, VARIANTS

ADA = replace(ANN, user_id=None, name="Ada", computer=Level.STRONG)
LEFT: dict[str, Any] = {"away": True, "left": True}
AWAY: dict[str, Any] = {"away": True}
RATED = (GUILD, None)


def result(game: Game) -> GameResult:
    return find_result(game, VARIANTS[KEY])


def counts(game: Game) -> tuple[int | None, Unrated | None]:
    found = result(game)
    return found.pool, found.unrated


def places(game: Game) -> list[int | None]:
    return [seat.place for seat in result(game).seats]


@pytest.mark.parametrize(("change", "departure"), [(LEFT, Departure.LEFT), (AWAY, Departure.AWAY)])
def test_a_player_gone_at_the_end_places_last_even_if_the_stand_in_won(
    change: dict[str, Any], departure: Departure
) -> None:
    game = ended(running(replace(ANN, **change), BOB, CY), [1, 3, 2])

    assert (counts(game), places(game)) == (RATED, [3, 2, 1])
    assert result(game).seats[0].departure is departure


def test_a_game_without_an_outcome_has_no_result() -> None:
    with pytest.raises(ValueError, match="without an outcome"):
        result(running(ANN, BOB))


def test_leavers_share_the_last_place() -> None:
    game = ended(resigned(running(replace(ANN, away=True), BOB, CY), 1), [2, 3, 1])

    assert (counts(game), places(game)) == (RATED, [2, 2, 1])
    assert [seat.departure for seat in result(game).seats] == [Departure.AWAY, Departure.RESIGNED, None]


def test_a_player_who_resigns_after_leaving_has_resigned() -> None:
    game = ended(resigned(running(replace(ANN, **LEFT), BOB), 0), [2, 1])

    assert result(game).seats[0].departure is Departure.RESIGNED


def test_a_game_that_all_agree_to_end_counts_for_nobody() -> None:
    game = stopped(running(replace(ANN, agrees_to_end=True), replace(BOB, agrees_to_end=True)))

    assert (counts(game), places(game)) == ((None, Unrated.AGREED), [None, None])


@pytest.mark.parametrize(
    "game",
    [*(running(replace(ANN, **change), BOB, CY) for change in (LEFT, AWAY)), resigned(running(ANN, BOB, CY), 0)],
)
def test_a_player_who_is_gone_or_resigned_has_not_agreed_to_end_the_game(game: Game) -> None:
    others = (replace(each, agrees_to_end=True) for each in game.players[1:])
    over = stopped(replace(game, players=(game.players[0], *others)))

    assert (counts(over), places(over)) == (RATED, [3, 1, 1])


def test_a_game_that_a_manager_ended_counts_for_nobody_whoever_had_left() -> None:
    game = stopped(running(replace(ANN, **LEFT), BOB), void=True)

    assert (counts(game), places(game)) == ((None, Unrated.VOID), [None, None])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"assistance": "full"}, Unrated.HELP),
        ({"joker_points": 100}, Unrated.HOUSE),
        ({"assistance": "off", "clock": 0, "games": 3, "match": "most_won", "skin": "cards"}, None),
    ],
)
def test_help_and_house_rules_are_not_rated_but_clocks_lengths_and_pictures_are(
    options: dict[str, Value], reason: Unrated | None
) -> None:
    assert result(ended(running(ANN, BOB, options=options), [1, 2])).unrated is reason


@pytest.mark.parametrize("preset", VARIANTS[KEY].presets, ids=lambda preset: preset.key)
def test_every_preset_is_rated_with_any_clock(preset: Preset) -> None:
    options = {**preset.options, "clock": 200}
    people = [replace(ANN, user_id=100 + seat) for seat in range(VARIANTS[KEY].seats(options)[0])]

    assert counts(ended(running(*people, options=options), range(1, len(people) + 1))) == RATED


def test_half_a_preset_is_a_house_rule() -> None:
    tournament = next(each for each in VARIANTS[KEY].presets if each.key == "tournament")
    half = {key: value for key, value in tournament.options.items() if key != "three_doubles"}

    assert counts(ended(running(ANN, BOB, options=half), [1, 2])) == (None, Unrated.HOUSE)


def test_one_person_among_computers_counts_on_the_solo_ladder_without_help() -> None:
    alone = ended(running(ANN, ADA, options={"assistance": "off"}), [1, 2])

    assert counts(alone) == (SOLO, None)
    assert counts(ended(running(ANN, ADA), [1, 2])) == (None, Unrated.COMPUTERS)
    assert counts(ended(running(ANN, BOB, ADA, options={"assistance": "off"}), [1, 2, 3])) == (None, Unrated.COMPUTERS)


def test_ending_a_game_against_computers_is_resigning() -> None:
    game = stopped(running(replace(ANN, agrees_to_end=True), ADA, options={"assistance": "off"}))

    assert (counts(game), places(game)) == ((SOLO, None), [2, 1])
    assert [seat.departure for seat in result(game).seats] == [Departure.RESIGNED, None]


def test_a_player_who_leaves_a_game_to_computers_places_behind_them() -> None:
    game = ended(running(replace(ANN, **LEFT), ADA, ADA, options={"assistance": "off"}), [1, 2, 3])

    assert (counts(game), places(game)) == ((SOLO, None), [3, 1, 2])


@given(st.data())
def test_leavers_place_behind_everybody_who_stayed(data: st.DataObject) -> None:
    people = data.draw(st.lists(st.sampled_from([{}, {}, LEFT, AWAY]), min_size=2, max_size=4))
    reached = data.draw(st.permutations(range(1, len(people) + 1)))
    players = [replace(ANN, user_id=100 + seat, **change) for seat, change in enumerate(people)]

    found = result(ended(running(*players), reached)).seats

    stayed = [seat for seat, each in enumerate(found) if each.departure is None]
    gone = [each.place for seat, each in enumerate(found) if each.departure]
    assert [found[seat].place for seat in sorted(stayed, key=lambda seat: reached[seat])] == [
        *range(1, len(stayed) + 1)
    ]
    assert set(gone) <= {len(stayed) + 1}


def test_a_result_keeps_what_badges_need() -> None:
    game = ended(running(replace(ANN, opening=61, largest_finish=10), ADA, options={"assistance": "off"}), [1, 2])
    ann, ada = result(game).seats

    assert (ann.user_id, ann.level, ann.opening, ann.largest_finish) == (11, None, 61, 10)
    assert (ada.user_id, ada.level, ada.name) == (None, Level.STRONG, "Ada")


@pytest.mark.parametrize("key", VARIANTS)
def test_every_computer_at_a_usual_table_is_a_yardstick(key: str) -> None:
    low, high = VARIANTS[key].seats({})

    assert all(find_yardstick(key, seats, level) for seats in range(low, high + 1) for level in Level)


def test_a_game_of_people_that_ends_before_the_first_turn_is_not_rated() -> None:
    game = ended(resigned(running(ANN, BOB), 0), [2, 1])
    assert game.state is not None
    start = replace(
        game.state,
        version=1,
        seats=tuple(replace(seat, has_melded=False) for seat in game.state.seats),
    )

    assert counts(replace(game, state=start)) == (None, Unrated.UNPLAYED)
    assert counts(replace(game, state=replace(start, version=2))) == RATED
