"""The benchmark of pictures runs what it measures."""

from benchmarks.bot.pictures import first_picture


def test_a_fresh_process_draws_the_first_picture() -> None:
    assert float(first_picture()) > 0
