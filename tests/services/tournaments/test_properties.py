"""Properties of every tournament, with any results and any dropouts."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.tournaments import knockout, swiss
from services.tournaments.knockout import count_rounds
from services.tournaments.rounds import rank
from storage.codec import decode, encode
from storage.tournaments.tournament import Pairing, Tournament, TournamentKind, TournamentPhase
from tests.services.tournaments.playing import NO_SHOWS, SIZES, finished, histories, is_over, signed_up, started

SWISS, KNOCKOUT = TournamentKind.SWISS, TournamentKind.KNOCKOUT


def games(tournament: Tournament) -> list[Pairing]:
    return [pairing for pairings in tournament.rounds for pairing in pairings if pairing.second is not None]


def new_rounds(states: Sequence[Tournament]) -> list[tuple[Tournament, Tournament]]:
    """The states just before and after each round that began."""
    return [(old, new) for old, new in pairwise(states) if len(new.rounds) > len(old.rounds)]


@given(st.one_of(histories(SWISS), histories(KNOCKOUT)))
def test_whatever_happens_nobody_is_paired_wrongly_and_nothing_that_was_played_changes(
    states: Sequence[Tournament],
) -> None:
    final = states[-1]
    assert len(final.rounds) <= count_rounds(final)
    assert final.phase is TournamentPhase.OVER
    assert all(pairing.result is not None for pairings in final.rounds for pairing in pairings)
    assert {count for _, count in Counter(frozenset(each.user_ids) for each in games(final)).items()} <= {1}
    for pairings in final.rounds:  # everybody is there once
        assert {*Counter(user_id for pairing in pairings for user_id in pairing.user_ids).values()} == {1}
    for old, new in new_rounds(states):
        assert is_over(new) or any(pairing.result is None for pairing in new.rounds[-1])
        playing = {user_id for pairings in new.rounds[len(old.rounds) :] for p in pairings for user_id in p.user_ids}
        assert not playing & set(old.dropped)
    for old, new in pairwise(states):
        for before, after in zip(old.rounds, new.rounds, strict=False):
            assert [p.user_ids for p in before] == [p.user_ids for p in after]
            assert all(b.result in (None, a.result) for b, a in zip(before, after, strict=True))
    for tournament in states:
        assert decode(encode(tournament), Tournament) == tournament
        lines = rank(tournament)
        places = [line.place for line in lines]
        assert {line.player for line in lines} == set(tournament.players)
        assert len(lines) == len(tournament.players)
        assert places == sorted(places)
        assert places[0] >= 1


@given(histories(SWISS))
def test_in_a_swiss_tournament_all_who_are_left_play_and_byes_points_and_places_are_fair(
    states: Sequence[Tournament],
) -> None:
    final = states[-1]
    for old, new in [(states[0], states[0]), *new_rounds(states)]:
        playing = {user_id for pairing in new.rounds[-1] for user_id in pairing.user_ids}
        assert playing == {player.user_id for player in old.players} - set(old.dropped)
        byes = [pairing.first for pairing in new.rounds[-1] if pairing.second is None]
        assert len(byes) == len(playing) % 2
        had = Counter(pairing.first for pairings in old.rounds for pairing in pairings if pairing.second is None)
        if old is not new:  # a second bye comes only after everybody has had one
            assert all(had[user_id] == min(had[each] for each in playing) for user_id in byes)
    results = [pairing.result for pairings in final.rounds for pairing in pairings]
    assert sum(line.points for line in swiss.rank(final)) == sum(result is not NO_SHOWS for result in results)
    for tournament in states:
        for above, below in pairwise(swiss.rank(tournament)):
            assert above.score >= below.score
            assert (above.place == below.place) <= (above.score == below.score)


@settings(max_examples=30)
@given(histories(SWISS, drops=False))
def test_without_drops_a_swiss_tournament_has_all_its_rounds(states: Sequence[Tournament]) -> None:
    assert len(states[-1].rounds) == count_rounds(states[-1])


@pytest.mark.parametrize("kind", TournamentKind)
@pytest.mark.parametrize("count", SIZES)
def test_the_number_of_rounds_is_the_binary_logarithm_rounded_up(kind: TournamentKind, count: int) -> None:
    rounds = {4: 2, **dict.fromkeys(range(5, 9), 3), **dict.fromkeys(range(9, 17), 4)}[count]

    assert len(finished(started(kind, count), min).rounds) == rounds


@given(histories(KNOCKOUT))
def test_in_a_knockout_those_who_advanced_go_on_until_one_has_won_or_all_are_gone(states: Sequence[Tournament]) -> None:
    final = states[-1]
    first = [line.player.user_id for line in knockout.rank(final) if line.place == 1]
    champion = knockout.find_champion(final)

    assert first == ([] if champion is None else [champion])
    if champion is None:
        last = final.rounds[-1]
        assert all(knockout.find_advancing(pairing) in (None, *final.dropped) for pairing in last)
    for earlier, later in pairwise(final.rounds):
        advancing = {knockout.find_advancing(pairing) for pairing in earlier}
        assert {user_id for pairing in later for user_id in pairing.user_ids} <= advancing
    drawn = final.drawn  # in each pairing, the first was drawn before the second
    assert all(drawn.index(one) < drawn.index(other) for one, other in (pairing.user_ids for pairing in games(final)))


@given(histories(KNOCKOUT, drops=False, no_shows=False))
def test_a_knockout_in_which_everybody_comes_halves_its_players(states: Sequence[Tournament]) -> None:
    final = states[-1]

    assert [len(pairings) for pairings in final.rounds] == [2**left for left in reversed(range(count_rounds(final)))]
    assert all(pairing.second is not None for pairings in final.rounds[1:] for pairing in pairings)
    assert len(games(final)) == len(final.players) - 1
    assert knockout.find_champion(final) is not None


@pytest.mark.parametrize("kind", TournamentKind)
def test_a_tournament_in_sign_up_is_read_back_from_json(kind: TournamentKind) -> None:
    for count in (0, 1, 16):
        tournament = signed_up(kind, count)
        assert decode(encode(tournament), Tournament) == tournament
        assert [line.place for line in rank(tournament)] == [1] * count
