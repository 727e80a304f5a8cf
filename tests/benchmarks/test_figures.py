"""What the summary of a run says of a figure."""

import pytest

from benchmarks.measure.figures import Alternative, Figure, write_missed, write_number, write_table

TABLE = Figure("a full table", 6.25, 5, "x", at_least=True, beside=Alternative("tile by tile", 20, " ms", 3.2))
TAP = Figure("a tap, p99", 52.04, 50, " ms", beside=Alternative("bare command", 11.1, " ms"), spread={"median": 8})
GAMES = Figure("open games", 1000)


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.0, "0"), (0.3412, "0.341"), (2.5, "2.5"), (12.345, "12.3"), (4.0, "4"), (123.4, "123"), (10011.0, "10,011")],
)
def test_a_number_has_three_digits_and_a_whole_one_all(value: float, written: str) -> None:
    assert write_number(value) == written


@pytest.mark.parametrize(
    ("value", "at_least", "reached"), [(5, True, True), (4.9, True, False), (5, False, True), (5.1, False, False)]
)
def test_a_figure_reaches_its_aim_up_to_the_bound_itself(value: float, at_least: bool, reached: bool) -> None:
    assert Figure("a", value, 5, at_least=at_least).reached is reached


def test_a_figure_without_an_aim_misses_none() -> None:
    assert GAMES.reached


def test_a_figure_is_quoted_by_the_words_of_its_name_or_by_a_shorter_key() -> None:
    assert TAP.key == "a-tap-p99"
    assert Figure("a tap, p99", 1, short="tap").key == "tap"


def test_each_figure_is_next_to_its_alternative() -> None:
    rows = [line.split("  ") for line in write_table([TABLE, TAP, GAMES]).splitlines()]

    assert [[cell.strip() for cell in row if cell.strip()] for row in rows] == [
        ["figure", "measured", "alternative", "aim", "reached?"],
        ["a full table", "6.25x (3.2 ms)", "20 ms tile by tile", "at least 5x", "yes"],
        ["a tap, p99", "52 ms (median 8)", "11.1 ms bare command", "at most 50 ms", "MISSED"],
        ["open games", "1,000", "-", "-", "-"],
    ]


def test_the_columns_of_the_table_are_aligned() -> None:
    lines = write_table([TABLE, TAP, GAMES]).splitlines()

    assert len({line.index(word) for line, word in zip(lines, ("alter", "20 ms", "11.1 ms"), strict=False)}) == 1


def test_the_missed_targets_are_listed_after_the_table() -> None:
    lines = write_missed([TABLE, TAP]).splitlines()

    assert lines == ["Missed targets:", "- a tap, p99: 52 ms (median 8) beside 11.1 ms bare command; at most 50 ms"]


def test_a_run_without_a_missed_target_says_so() -> None:
    assert write_missed([TABLE, GAMES]) == "No target was missed."
