"""Properties of every tournament, with any results and any dropouts."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tournaments import knockout, swiss
from services.tournaments.knockout import count_rounds
from services.tournaments.rounds import rank
from storage.codec import decode, encode
from storage.tournaments.tournament import Pairing, Tournament, TournamentKind, TournamentPhase
from tests.services.tournaments.playing import NO_SHOWS, SIZES, finished, histories, is_over, signed_up, started

SWISS, KNOCKOUT = TournamentKind.SWISS, TournamentKind.KNOCKOUT
ANY = st.one_of(histories(SWISS), histories(KNOCKOUT))


def games(tournament: Tournament) -> list[Pairing]:
    return [pairing for pairings in tournament.rounds for pairing in pairings if pairing.second is not None]


def new_rounds(states: Sequence[Tournament]) -> list[tuple[Tournament, Tournament]]:
    """The states just before and after each round that began."""
    return [(old, new) for old, new in pairwise(states) if len(new.rounds) > len(old.rounds)]


@given(ANY)
def test_everybody_who_is_paired_has_one_pairing_or_bye_in_a_round(states: Sequence[Tournament]) -> None:
    for pairings in states[-1].rounds:
        playing = Counter(user_id for pairing in pairings for user_id in pairing.user_ids)
        assert set(playing.values()) == {1}


@given(histories(SWISS))
def test_everybody_who_has_not_dropped_out_is_in_each_swiss_round(states: Sequence[Tournament]) -> None:
    for old, new in [(states[0], states[0]), *new_rounds(states)]:
        playing = {user_id for pairing in new.rounds[-1] for user_id in pairing.user_ids}
        assert playing == {player.user_id for player in old.players} - set(old.dropped)


@given(ANY)
def test_no_two_players_meet_twice(states: Sequence[Tournament]) -> None:
    met = Counter(frozenset(pairing.user_ids) for pairing in games(states[-1]))

    assert set(met.values()) <= {1}


@given(histories(SWISS))
def test_a_swiss_round_has_a_bye_only_for_an_odd_number(states: Sequence[Tournament]) -> None:
    for pairings in states[-1].rounds:
        byes = sum(pairing.second is None for pairing in pairings)
        assert byes == sum(len(pairing.user_ids) for pairing in pairings) % 2


@given(histories(SWISS))
def test_a_second_bye_comes_only_after_everybody_has_had_one(states: Sequence[Tournament]) -> None:
    for old, new in new_rounds(states):
        had = Counter(pairing.first for pairings in old.rounds for pairing in pairings if pairing.second is None)
        playing = {user_id for pairing in new.rounds[-1] for user_id in pairing.user_ids}
        for pairing in new.rounds[-1]:
            if pairing.second is None:
                assert had[pairing.first] == min(had[user_id] for user_id in playing)


@given(histories(SWISS, drops=False))
def test_without_drops_a_swiss_tournament_has_all_its_rounds(states: Sequence[Tournament]) -> None:
    assert len(states[-1].rounds) == count_rounds(states[-1])


@pytest.mark.parametrize("kind", TournamentKind)
@pytest.mark.parametrize("count", SIZES)
def test_the_number_of_rounds_is_the_binary_logarithm_rounded_up(kind: TournamentKind, count: int) -> None:
    rounds = {4: 2, **dict.fromkeys(range(5, 9), 3), **dict.fromkeys(range(9, 17), 4)}[count]

    assert len(finished(started(kind, count), min).rounds) == rounds


@given(ANY)
def test_no_tournament_has_more_rounds_than_planned(states: Sequence[Tournament]) -> None:
    assert len(states[-1].rounds) <= count_rounds(states[-1])


@given(ANY)
def test_a_running_tournament_gets_a_game_with_each_round(states: Sequence[Tournament]) -> None:
    for _, new in new_rounds(states):
        assert is_over(new) or any(pairing.result is None for pairing in new.rounds[-1])


@given(ANY)
def test_a_player_who_has_dropped_out_is_not_paired_again(states: Sequence[Tournament]) -> None:
    for old, new in new_rounds(states):
        playing = {user_id for pairings in new.rounds[len(old.rounds) :] for p in pairings for user_id in p.user_ids}
        assert not playing & set(old.dropped)


@given(histories(SWISS))
def test_swiss_points_add_up(states: Sequence[Tournament]) -> None:
    final = states[-1]
    results = [pairing.result for pairings in final.rounds for pairing in pairings]
    given_out = sum(result is not NO_SHOWS for result in results)

    assert sum(line.points for line in swiss.rank(final)) == given_out


@given(histories(SWISS))
def test_swiss_places_follow_the_points_then_the_buchholz(states: Sequence[Tournament]) -> None:
    for tournament in states:
        for above, below in pairwise(swiss.rank(tournament)):
            assert above.score >= below.score
            assert (above.place == below.place) <= (above.score == below.score)


@given(ANY)
def test_the_standings_have_everybody_once_with_their_places_in_order(states: Sequence[Tournament]) -> None:
    for tournament in states:
        lines = rank(tournament)
        places = [line.place for line in lines]
        assert {line.player for line in lines} == set(tournament.players)
        assert len(lines) == len(tournament.players)
        assert places == sorted(places)
        assert places[0] >= 1


@given(histories(KNOCKOUT))
def test_a_knockout_has_one_winner_unless_all_who_were_left_are_gone(states: Sequence[Tournament]) -> None:
    final = states[-1]
    first = [line.player.user_id for line in knockout.rank(final) if line.place == 1]
    champion = knockout.find_champion(final)

    assert first == ([] if champion is None else [champion])
    if champion is None:
        last = final.rounds[-1]
        assert all(knockout.find_advancing(pairing) in (None, *final.dropped) for pairing in last)


@given(histories(KNOCKOUT, drops=False, no_shows=False))
def test_a_knockout_in_which_everybody_comes_halves_its_players(states: Sequence[Tournament]) -> None:
    final = states[-1]

    assert [len(pairings) for pairings in final.rounds] == [2**left for left in reversed(range(count_rounds(final)))]
    assert all(pairing.second is not None for pairings in final.rounds[1:] for pairing in pairings)
    assert len(games(final)) == len(final.players) - 1
    assert knockout.find_champion(final) is not None


@given(histories(KNOCKOUT))
def test_in_a_knockout_only_those_who_advanced_are_paired_again(states: Sequence[Tournament]) -> None:
    for earlier, later in pairwise(states[-1].rounds):
        advancing = {knockout.find_advancing(pairing) for pairing in earlier}
        assert {user_id for pairing in later for user_id in pairing.user_ids} <= advancing


@given(histories(KNOCKOUT))
def test_in_a_knockout_pairing_the_first_was_drawn_before_the_second(states: Sequence[Tournament]) -> None:
    drawn = states[-1].drawn

    assert all(drawn.index(first) < drawn.index(second) for first, second in (p.user_ids for p in games(states[-1])))


@given(ANY)
def test_every_state_is_read_back_from_json_as_it_was(states: Sequence[Tournament]) -> None:
    for tournament in states:
        assert decode(encode(tournament), Tournament) == tournament


@pytest.mark.parametrize("kind", TournamentKind)
def test_a_tournament_in_sign_up_is_read_back_from_json(kind: TournamentKind) -> None:
    for count in (0, 1, 16):
        tournament = signed_up(kind, count)
        assert decode(encode(tournament), Tournament) == tournament
        assert [line.place for line in rank(tournament)] == [1] * count


@given(ANY)
def test_past_rounds_and_results_never_change(states: Sequence[Tournament]) -> None:
    for old, new in pairwise(states):
        for before, after in zip(old.rounds, new.rounds, strict=False):
            assert [p.user_ids for p in before] == [p.user_ids for p in after]
            assert all(b.result in (None, a.result) for b, a in zip(before, after, strict=True))


@given(ANY)
def test_a_tournament_is_over_only_with_every_result(states: Sequence[Tournament]) -> None:
    assert states[-1].phase is TournamentPhase.OVER
    assert all(pairing.result is not None for pairings in states[-1].rounds for pairing in pairings)
