"""A finished game in words."""

from dataclasses import replace

from engine.game.log import GameSummary, LoggedPlay
from engine.game.turn_events import Played
from engine.game.views import Outcome
from engine.text.phrases import as_is
from engine.tiles.changes import TableChange
from engine.tiles.tiles import Box, Tile
from render import end_lines, end_text, rank_seats, write_title
from render.text.alt_text import LONGEST
from render.text.text_mode import LONGEST_TABLE
from tests.render.scenes import FULL, NAMES, rack, scene, seat

TILES = tuple(Box().tiles())


def play_of(seat: int, tiles: tuple[Tile, ...]) -> LoggedPlay:
    return LoggedPlay(seat, Played(seat, tiles, None, TableChange()))


SUMMARY = GameSummary(23, play_of(0, TILES[:1]), play_of(1, TILES[:9]), (10, -10))
SEATS = [replace(seat(0), rack=()), replace(seat(2), rack=rack("B5 R4").tiles)]
OVER = scene("R7 R8 R9", seats=SEATS, pool=3, outcome=Outcome((0,), (9, -9), as_is("x"), (1, 2)))


def test_the_alt_text_says_what_the_card_shows() -> None:
    assert end_text(OVER, NAMES[:2], SUMMARY) == (
        "Ana wins. 23 turns. Last play: Ana, 1 tile. Longest play: Ben, 9 tiles. Ben is left with R4 B5. "
        "Ana +9 points, won; Ben \N{MINUS SIGN}9 points. Pool: 3 tiles. Sets: A: R7 R8 R9."
    )


def test_a_match_says_the_points_of_its_last_game() -> None:
    said = end_text(replace(OVER, game=2, games=2), NAMES[:2], SUMMARY)

    assert "Game 2 of 2." in said
    assert "This game: Ana +10, Ben \N{MINUS SIGN}10." in said


def test_the_words_for_a_screen_reader_name_tiles_in_full() -> None:
    assert end_lines(OVER, NAMES[:2], SUMMARY).splitlines() == [
        "Ana wins.",
        "23 turns.",
        "Last play: Ana, 1 tile.",
        "Longest play: Ben, 9 tiles.",
        "Ben is left with red 4, blue 5.",
        "Ana +9 points, won.",
        "Ben \N{MINUS SIGN}9 points.",
        "Pool: 3 tiles.",
        "A: red 7, red 8, red 9.",
    ]


def test_without_a_summary_the_outcome_is_written() -> None:
    assert end_text(OVER, NAMES[:2], None).startswith("Ana wins. Ben is left with R4 B5. Ana +9 points")


def test_no_words_are_too_long() -> None:
    long = [f"{name} {'x' * 40}" for name in NAMES]
    seats = [replace(seat(17), rack=TILES[17 * index : 17 * index + 17]) for index in range(6)]
    over = scene(FULL, seats=seats, games=3, outcome=Outcome((), (-500,) * 6, as_is("x"), (1,) * 6))
    summary = GameSummary(999, SUMMARY.last, SUMMARY.longest, (-100,) * 6)

    assert len(end_text(over, long, summary)) <= LONGEST
    assert len(end_lines(over, long, summary)) <= LONGEST_TABLE


def test_the_title_names_all_winners_or_nobody() -> None:
    for winners, title in (((), "Nobody wins"), ((1,), "Ben wins"), ((0, 1), "Ana and Ben share the win")):
        assert write_title(replace(OVER, outcome=Outcome(winners, (0, 0), as_is("x"), (1, 1))), NAMES[:2]) == title


def test_the_best_seat_comes_first() -> None:
    other = scene("", seats=SEATS, outcome=Outcome((1,), (9, 5), as_is("x"), (2, 1)))

    assert (rank_seats(OVER), rank_seats(other)) == ((0, 1), (1, 0))
