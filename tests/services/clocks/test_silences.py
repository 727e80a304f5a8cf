"""Discord's silences: from the last that was heard of a shard until it's heard again."""

from services.clocks.silences import Silences

NOON = 1_000


def test_every_shard_is_silent_from_the_start_until_it_connects() -> None:
    silences = Silences(NOON)
    assert silences.find_earliest(range(2)) == NOON

    assert silences.end(0, NOON + 5) == 5
    assert silences.connected == {0}
    assert silences.find_earliest(range(2)) == NOON
    assert silences.end(1, NOON + 15) == 15
    assert silences.find_earliest(range(2)) is None


def test_a_silence_counts_from_the_last_sign_of_life() -> None:
    silences = Silences(NOON)
    silences.end(0, NOON)
    silences.end(1, NOON)
    silences.hear(0, NOON + 20)

    assert silences.begin(0, NOON + 50)
    assert not silences.begin(0, NOON + 51)
    silences.hear(0, NOON + 60)  # nothing is heard on a shard that is away
    assert silences.connected == {1}
    assert silences.find_earliest(range(2)) == NOON + 20

    assert silences.end(0, NOON + 100) == 80
    assert silences.end(0, NOON + 110) == 0


def test_a_latency_that_changes_is_a_sign_of_life_on_its_shard() -> None:
    silences = Silences(NOON)
    silences.end(0, NOON)
    silences.end(1, NOON)
    silences.listen({0: 0.1, 1: 0.1}, NOON + 10)
    silences.listen({0: 0.2, 1: 0.1}, NOON + 20)

    silences.begin(0, NOON + 30)
    silences.begin(1, NOON + 30)

    assert silences.end(0, NOON + 30) == 10
    assert silences.end(1, NOON + 30) == 20


def test_what_is_given_back_to_everybody_is_left_out_of_every_silence() -> None:
    silences = Silences(NOON)
    silences.end(0, NOON)
    silences.end(1, NOON)
    silences.begin(0, NOON)
    silences.leave_out(60, NOON + 65)
    silences.begin(1, NOON + 70)

    assert silences.end(0, NOON + 70) == 10
    assert silences.end(1, NOON + 70) == 5
    assert silences.end(2, NOON + 70) == 10


def test_a_clock_that_is_set_back_makes_no_silence_longer_or_shorter() -> None:
    silences = Silences(NOON)
    silences.end(0, NOON)
    silences.end(1, NOON)
    silences.begin(0, NOON)
    silences.set_back(600)
    silences.begin(1, NOON - 600)

    assert silences.end(0, NOON - 590) == 10
    assert silences.end(1, NOON - 590) == 10
    assert silences.end(2, NOON - 590) == 10
