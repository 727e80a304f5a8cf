"""A tournament's standings, in the picture and in words."""

from dataclasses import replace

import pytest

from engine.variants import load
from render import leaderboard_png
from services.tournaments.rounds import drop
from storage.tournaments.tournament import Tournament, TournamentKind
from tests.render.scenes import picture
from tests.services.tournaments.playing import (
    SIZES,
    TIE,
    a_stored,
    decided,
    finished,
    finished_round,
    signed_up,
    started,
)
from ui.screens.tournaments import (
    ShownTournament,
    describe_standings,
    list_standings,
    make_standings,
    write_halves,
)

SWISS, KNOCKOUT = TournamentKind.SWISS, TournamentKind.KNOCKOUT
VARIANT = next(iter(load().values()))
SYSTEM = VARIANT.info
KINDS = pytest.mark.parametrize("kind", TournamentKind)


def shown(tournament: Tournament) -> ShownTournament:
    return ShownTournament(a_stored(tournament), VARIANT)


def cells(tournament: Tournament) -> list[tuple[int, list[str], int]]:
    """The place, the cells and the length of the bar of each row of the picture."""
    board = make_standings(shown(tournament))
    return [
        (board.rank(line), [column.write(line) for column in board.columns], board.weigh(line))
        for line in board.players
    ]


@pytest.mark.parametrize(("number", "written"), [(0, "0"), (0.5, "½"), (1, "1"), (2.5, "2½"), (10, "10")])
def test_half_points_are_written_as_fractions(number: float, written: str) -> None:
    assert write_halves(number) == written


def test_swiss_standings_have_points_and_buchholz() -> None:
    assert make_standings(shown(started(SWISS, 5))).note == f"{SYSTEM.name} · Round 1 of 3"
    tournament = finished(started(SWISS, 4), min)

    assert [str(column.title) for column in make_standings(shown(tournament)).columns] == [
        "Player", "Points", "Buchholz",
    ]  # fmt: skip
    assert cells(tournament)[0] == (1, ["Player 1", "2", "2"], 4)
    assert list_standings(shown(tournament))[0] == "🥇 <@1> — **2 points** · Buchholz 2"
    assert describe_standings(shown(tournament)).splitlines()[:2] == [
        f"Swiss tournament, {SYSTEM.name} · Final standings",
        "1. Player 1 — 2 points · Buchholz 2",
    ]


def test_half_a_point_and_one_are_singular() -> None:
    tournament = decided(decided(started(SWISS, 4)), TIE)
    points = [line.split(" — ")[1].split(" · ")[0] for line in list_standings(shown(tournament))]

    assert points == ["**1 point**", "**½ point**", "**½ point**", "**0 points**"]


def test_knockout_standings_have_the_round_that_was_reached() -> None:
    tournament = finished_round(started(KNOCKOUT, 8), min)

    assert [cell for _, (_, cell), _ in cells(tournament)] == ["Semifinal"] * 4 + ["Quarterfinal"] * 4
    assert [bar for *_, bar in cells(tournament)] == [1] * 4 + [0] * 4

    tournament = finished(tournament, min)

    assert [(rank, cell, bar) for rank, (_, cell), bar in cells(tournament)] == [
        (1, "Winner", 3),
        (2, "Final", 2),
        (3, "Semifinal", 1),
        (3, "Semifinal", 1),
        *[(5, "Quarterfinal", 0)] * 4,
    ]
    lines = [line.split(" — ")[1] for line in list_standings(shown(tournament))]
    assert lines[:3] == ["**Winner**", "Out: Final", "Out: Semifinal"]


def test_a_player_who_is_still_in_has_the_round_in_bold() -> None:
    lines = list_standings(shown(started(KNOCKOUT, 9)))

    assert {line.split(" — ")[1] for line in lines} == {"**Round of 16**"}


@KINDS
def test_a_player_who_dropped_out_is_marked(kind: TournamentKind) -> None:
    lines = list_standings(shown(drop(started(kind, 4), 3)))

    assert [line.endswith(" · Dropped out") for line in lines] == ["<@3>" in line for line in lines]


def test_the_first_three_places_have_medals_at_the_end_alone() -> None:
    running, over = finished_round(started(KNOCKOUT, 4), min), finished(started(KNOCKOUT, 8), min)

    assert [line.split()[0] for line in list_standings(shown(running))] == ["1\\.", "1\\.", "3\\.", "3\\."]
    assert [line.split()[0] for line in list_standings(shown(over))] == ["🥇", "🥈", "🥉", "🥉", *["5\\."] * 4]


@KINDS
def test_the_sign_up_lists_its_players_without_places(kind: TournamentKind) -> None:
    tournament = signed_up(kind, 2)

    assert list_standings(shown(tournament)) == ["<@1>", "<@2>"]
    assert make_standings(shown(tournament)).note == f"{SYSTEM.name} · 2 players"
    assert cells(tournament)[0][0] == 1


@pytest.mark.usefixtures("any_language")
@KINDS
@pytest.mark.parametrize("count", [SIZES[0], SIZES[-1]])
def test_standings_are_drawn_at_every_point(kind: TournamentKind, count: int) -> None:
    tournament = signed_up(kind, count)
    long = tuple(replace(player, name="W" * 32) for player in tournament.players)
    states = [replace(tournament, players=long), started(kind, count), finished(started(kind, count), min)]

    heights = {picture(leaderboard_png(make_standings(shown(each)))).height for each in states}

    assert len(heights) == 1
