"""A tournament's rounds and pairings in words."""

import pytest

from storage.tournaments.tournament import Result, TournamentKind, WithoutWinner
from tests.services.tournaments.playing import TIE, decided, started
from ui.screens.tournaments import describe_pairing, list_pairings, name_round

SWISS, KNOCKOUT = TournamentKind.SWISS, TournamentKind.KNOCKOUT


def test_rounds_have_a_number_or_a_name() -> None:
    assert [str(name_round(started(SWISS, 5), number)) for number in range(3)] == [
        "Round 1 of 3", "Round 2 of 3", "Round 3 of 3",
    ]  # fmt: skip
    assert [str(name_round(started(KNOCKOUT, 16), number)) for number in range(4)] == [
        "Round of 16", "Quarterfinal", "Semifinal", "Final",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (None, "{0} plays {1}."),
        ("first", "{0} won against {1}."),
        ("second", "{1} won against {0}."),
        (WithoutWinner.NO_SHOWS, "Neither {0} nor {1} played to the end."),
        (WithoutWinner.TIE, "{0} and {1} tied."),
    ],
)
def test_a_pairing_is_shown_with_its_result(result: WithoutWinner | str | None, sentence: str) -> None:
    tournament = started(SWISS, 4)
    first, second = tournament.rounds[0][0].user_ids
    results: dict[object, Result] = {"first": first, "second": second}
    if result is not None:
        tournament = decided(tournament, results.get(result) or WithoutWinner(result))

    assert list_pairings(tournament)[0] == sentence.format(f"<@{first}>", f"<@{second}>")


def test_a_knockouts_tie_says_who_advances() -> None:
    tournament = decided(started(KNOCKOUT, 4), TIE)
    first, second = tournament.rounds[0][0].user_ids

    assert describe_pairing(tournament, tournament.rounds[0][0]) == (
        f"<@{first}> and <@{second}> tied. <@{first}> was drawn first and advances."
    )


def test_a_bye_is_shown() -> None:
    tournament = started(SWISS, 5)

    assert list_pairings(tournament)[-1] == f"<@{tournament.rounds[0][-1].first}> has a bye."
