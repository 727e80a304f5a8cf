"""A tournament's standings and brackets, in the picture and in its alt text."""

from dataclasses import replace

import pytest

from engine.variants import load
from render import BracketBox, bracket_png, leaderboard_png
from services.tournaments.rounds import drop
from storage.tournaments.tournament import Tournament, TournamentKind
from tests.render.scenes import picture
from tests.services.tournaments.playing import (
    NO_SHOWS,
    SIZES,
    TIE,
    a_stored,
    decided,
    finished,
    finished_round,
    started,
)
from ui.screens.tournaments import ShownTournament, describe_standings, make_bracket, make_standings, write_halves

SWISS, KNOCKOUT = TournamentKind.SWISS, TournamentKind.KNOCKOUT
VARIANT = next(iter(load().values()))
SYSTEM = VARIANT.info


def shown(tournament: Tournament) -> ShownTournament:
    return ShownTournament(a_stored(tournament), VARIANT)


def matches(tournament: Tournament) -> dict[str, list[str]]:
    """The matches of each round of the bracket: + won, - lost, * is playing."""

    def write(box: BracketBox | None) -> str:
        if box is None:
            return "bye"
        signs = [(side, "+" if side.has_won else "-" if side.has_lost else "") for side in box.sides if side]
        return " ".join(sign + side.name.removeprefix("Player ") for side, sign in signs) + "*" * box.is_open

    return {name: [write(box) for box in boxes] for name, boxes in make_bracket(shown(tournament)).rounds}


@pytest.mark.parametrize(("number", "written"), [(0, "0"), (0.5, "½"), (1, "1"), (2.5, "2½"), (10, "10")])
def test_half_points_are_written_as_fractions(number: float, written: str) -> None:
    assert write_halves(number) == written


def test_swiss_standings_have_points_and_buchholz() -> None:
    assert make_standings(shown(started(SWISS, 5))).note == f"{SYSTEM.name} · Round 1 of 3"
    board = make_standings(shown(finished(started(SWISS, 4), min)))
    first = board.players[0]

    assert [str(column.title) for column in board.columns] == ["Player", "Points", "Buchholz"]
    assert [column.write(first) for column in board.columns] == ["Player 1", "2", "2"]
    assert (board.rank(first), board.weigh(first)) == (1, 4)
    assert describe_standings(shown(finished(started(SWISS, 4), min))).splitlines()[:2] == [
        f"Swiss tournament, {SYSTEM.name} · Final standings",
        "1. Player 1 — 2 points · Buchholz 2",
    ]


def test_half_a_point_and_one_are_singular() -> None:
    text = describe_standings(shown(decided(decided(started(SWISS, 4)), TIE)))

    assert [line.split(" — ")[1].split(" · ")[0] for line in text.splitlines()[1:]] == [
        "1 point", "½ point", "½ point", "0 points",
    ]  # fmt: skip


def test_a_bracket_has_every_round_and_who_won() -> None:
    tournament = started(KNOCKOUT, 4)
    first, second = (pairing.user_ids for pairing in tournament.rounds[0])

    assert matches(tournament) == {
        "Semifinal": [f"{first[0]} {first[1]}*", f"{second[0]} {second[1]}*"],
        "Final": [""],
    }
    assert matches(decided(tournament)) == {
        "Semifinal": [f"+{first[0]} -{first[1]}", f"{second[0]} {second[1]}*"],
        "Final": [f"{first[0]}"],
    }


def test_byes_of_the_first_round_are_no_matches_and_later_ones_have_who_missed_it() -> None:
    assert matches(started(KNOCKOUT, 5)) == {
        "Quarterfinal": ["bye", "bye", "bye", "1 5*"],
        "Semifinal": ["4 2", "3"],
        "Final": [""],
    }
    assert matches(finished(started(KNOCKOUT, 5), min))["Final"] == ["-2 +1"]
    assert matches(finished(started(KNOCKOUT, 4), lambda *_: NO_SHOWS)) == {
        "Semifinal": ["-2 -4", "-3 -1"],
        "Final": [""],
    }
    assert matches(drop(finished_round(started(KNOCKOUT, 8), min), 1))["Semifinal"] == ["4 5*", "+3 -1"]


def test_a_brackets_alt_text_has_its_games_the_newest_first() -> None:
    assert describe_standings(shown(decided(finished_round(started(KNOCKOUT, 4), max), TIE))).splitlines() == [
        f"Knockout tournament, {SYSTEM.name} · Final",
        "Final: Player 4 and Player 3 tied. Player 4 was drawn first and advances.",
        "Semifinal: Player 4 won against Player 2.",
        "Semifinal: Player 3 won against Player 1.",
    ]


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("count", [SIZES[0], SIZES[-1]])
def test_standings_and_brackets_are_drawn_at_every_point(count: int) -> None:
    swiss, knockout = started(SWISS, count), started(KNOCKOUT, count)
    long = tuple(replace(player, name="W" * 32) for player in swiss.players)
    tables = [replace(swiss, players=long), finished(swiss, min)]
    brackets = [replace(knockout, players=long), finished_round(knockout, min), finished(knockout, min)]

    assert len({picture(leaderboard_png(make_standings(shown(each)))).height for each in tables}) == 1
    assert len({picture(bracket_png(make_bracket(shown(each)))).height for each in brackets}) == 1
