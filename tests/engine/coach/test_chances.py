"""Chances of winning around a turn, estimated by games that computers play on from it."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engine.coach import chances
from engine.coach.chances import (
    ENOUGH,
    FEWEST,
    MOST,
    Sample,
    TurnChance,
    TurnChoice,
    estimate_chances,
    list_choices,
    measure_margin,
    sample_turn,
)
from engine.coach.redealing import redeal
from engine.coach.review import review_turn
from engine.game.self_play import PlayedGame, derive_seed, finish_game
from engine.game.views import Outcome, find_places
from engine.text.phrases import later
from tests.positions import position
from tests.recorded import FILES, every_recorded_game, recorded, turns_of

TABLE = " / ".join(f"{color}4 {color}5 {color}6" for color in "rbko")
WINS = position("classic", table=TABLE, racks=["k11 k12 k13", "o9"])
CLASSIC = WINS.system


def choice(line: str = "draw", best: str = "play k11 k12 k13", place: int = 0) -> TurnChoice:
    """A turn of seat 0, which could have won by its last three tiles."""
    return TurnChoice(place, WINS.state, CLASSIC.read(0, line), CLASSIC.read(0, best), WINS.state.now)


def asked(times: int) -> Callable[[], bool]:
    """Time for this many samples."""
    left = count(times, -1)
    return lambda: next(left) > 0


@pytest.mark.parametrize(
    ("wins", "samples", "margin"),
    [(50, 100, 0.0962), (0, 10, 0.2775), (10, 10, 0.2775), (5, 20, 0.2187), (400, 1000, 0.0307)],
)
def test_the_margin_of_a_chance_is_wilson_s(wins: float, samples: int, margin: float) -> None:
    assert measure_margin(wins, samples) == pytest.approx(margin, abs=0.0001)


def pairs(better: int, worse: int, equal: int) -> TurnChance:
    """The chances after so many samples in which the best play did better than the actual turn, and so on."""
    chance = TurnChance(0)
    for sample, times in ((Sample(0, 0, 1), better), (Sample(1, 1, 0), worse), (Sample(1, 1, 1), equal)):
        for _ in range(times):
            chance = chance.with_sample(sample)
    return chance


@pytest.mark.parametrize(
    ("better", "worse", "equal", "gain", "margin", "clear"),
    [
        (0, 0, 100, 0.0, 0.0190, False),
        (10, 10, 80, 0.0, 0.0881, False),
        (30, 10, 60, 0.2, 0.1170, True),
        (10, 30, 60, -0.2, 0.1170, True),
        (12, 8, 80, 0.04, 0.0877, False),
    ],
)
def test_the_margin_of_a_difference_is_that_of_matched_pairs(  # noqa: PLR0913  # a row of a table
    better: int, worse: int, equal: int, gain: float, margin: float, *, clear: bool
) -> None:
    chance = pairs(better, worse, equal)

    assert chance.gain == pytest.approx(gain)
    assert chance.gain_margin == pytest.approx(margin, abs=0.001)
    assert chance.is_clear is clear


def test_a_play_that_wins_at_once_wins_in_every_sample() -> None:
    samples = [sample_turn(CLASSIC, choice(), number) for number in range(40)]

    assert all(sample.best == 1 for sample in samples)
    assert 0 < sum(sample.after for sample in samples) < 40
    assert {sample.before for sample in samples} == {1}  # a computer sees it, too


def test_equal_turns_share_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def finish(variant: Any, state: Any, *more: Any) -> PlayedGame:
        played.append(state)
        return finish_game(variant, state, *more)

    monkeypatch.setattr(chances, "finish_game", finish)
    sample = sample_turn(CLASSIC, choice("play k11 k12 k13"), 0)

    assert sample == Sample(1, 1, 1)
    assert len(played) == 1


def test_a_shared_win_counts_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    for winners, share in (((0, 1), 0.5), ((1,), 0), ((), 0), ((0,), 1)):
        outcome = Outcome(
            winners, (0, 0), later("The last tile is laid."), find_places([seat in winners for seat in (0, 1)])
        )
        monkeypatch.setattr(chances, "finish_game", lambda *_, outcome=outcome: PlayedGame(outcome, 1))

        assert sample_turn(CLASSIC, choice(), 0) == Sample(share, share, share)


def test_samples_are_repeatable_and_know_nothing_hidden() -> None:
    twin = redeal(WINS.state, 0, derive_seed(1, 1))
    other = TurnChoice(0, twin, choice().action, choice().best, twin.now)

    for number in range(5):
        assert sample_turn(CLASSIC, choice(), number) == sample_turn(CLASSIC, other, number)


@pytest.mark.parametrize(("time", "samples"), [(3, [2, 1, 0]), (6, [2, 2, 2]), (8, [3, 3, 2])])
def test_one_turn_after_the_other_is_known_and_then_time_is_shared(
    time: int, samples: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chances, "FEWEST", 2)
    found = estimate_chances(CLASSIC, [choice(place=3), choice(place=5), choice(place=8)], asked(time))

    assert [chance.place for chance in found] == [3, 5, 8]
    assert [chance.samples for chance in found] == samples
    assert [chance.is_known for chance in found] == [each >= 2 for each in samples]


def test_turns_that_missed_the_most_come_first() -> None:
    (file,) = (each for each in FILES if each.stem == "rummi200kub_two_at_least")  # one that is reviewed quickly
    turns = turns_of(file)
    judgments = {place: review_turn(recorded(file).variant, turn) for place, turn in enumerate(turns)}
    missed = [judgments[each.place].missed for each in list_choices(turns, judgments)]

    assert len(set(missed)) > 3
    assert all(missed)
    assert missed == sorted(missed, key=lambda each: -(each or 0))
    assert len(missed) == sum(bool(each.missed) for each in judgments.values())


def test_without_time_nothing_is_known() -> None:
    (found,) = estimate_chances(CLASSIC, [choice()], asked(0))

    assert found == TurnChance(0)
    assert not found.is_known


def test_without_turns_nothing_is_estimated() -> None:
    assert estimate_chances(CLASSIC, [], asked(9)) == ()


def test_a_turn_whose_difference_is_certain_gets_no_more_samples() -> None:
    (found,) = estimate_chances(CLASSIC, [choice("play k11 k12 k13")], lambda: True)

    assert FEWEST <= found.samples < MOST
    assert found.gain_margin <= ENOUGH
    assert (found.before, found.after, found.best) == (found.samples,) * 3


@every_recorded_game()
def test_turns_of_every_recorded_game_can_be_played_on(file: Path) -> None:
    variant = recorded(file).variant
    judged = ((place, turn, review_turn(variant, turn)) for place, turn in enumerate(turns_of(file)))
    place, turn, best = next((place, turn, each.best) for place, turn, each in judged if each.missed and each.best)

    sample = sample_turn(variant, TurnChoice(place, turn.state, turn.action, best.action, turn.at, turn.known), 0)

    assert all(0 <= share <= 1 for share in (sample.before, sample.after, sample.best))
