"""When failed tables are tried again: soon after the cause has ended, and rarely enough not to be banned."""

import aiohttp
import pytest

from tests.support.interactions import refusal
from ui.network.post_failures import ALIKE, MOST_INVALID, Cause, Failure, PostFailures, find_cause
from ui.network.request_budget import WINDOW, RequestBudget

TICK = 1.0
FORBIDDEN, BANNED, BROKEN = refusal(50013, 403), refusal(0, 429), refusal(0, 503)
UNKNOWN = refusal(10003, 404)


class Tried:
    """Failed tables, and what happens while they are tried."""

    def __init__(self, count: int, error: Exception) -> None:
        self.now = self.began = 1000.0
        self.budget = RequestBudget(lambda: self.now)
        self.failures = PostFailures(self.budget, lambda: self.now)
        for number in range(count):
            self.note(number, error)

    def note(self, number: int, error: Exception) -> Failure:
        self.budget.note_response(getattr(error, "status", 0), None)
        return self.failures.note(f"table {number}", 1 + number % 2, 100 + number, error, began=self.began)

    def go_on(self, seconds: float, error: Exception | None) -> list[int]:
        """Let time pass, during which each try ends with this error, or well; return the tables that were tried."""
        tried, end = [], self.now + seconds
        while self.now < end:
            self.began = self.now
            for owner in self.failures.pick_due():
                tried.append(int(owner.split()[1]))
                if error:
                    self.note(tried[-1], error)
                else:
                    self.failures.clear(owner)
            self.now += TICK
        return tried


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (BROKEN, Cause.OUTAGE),
        (TimeoutError(), Cause.OUTAGE),
        (aiohttp.ClientError(), Cause.OUTAGE),
        (BANNED, Cause.BLOCKED),
        (refusal(0, 401), Cause.BLOCKED),
        (FORBIDDEN, Cause.CHANNEL),
        (refusal(10003, 404), Cause.CHANNEL),
        (refusal(50035, 400), Cause.CHANNEL),
    ],
)
def test_an_error_says_how_far_it_reaches(error: Exception, cause: Cause) -> None:
    assert find_cause(error) is cause


def test_a_failure_of_which_nothing_is_left_to_show_is_forgotten() -> None:
    tried = Tried(2, FORBIDDEN)

    tried.failures.forget("table 0")

    assert set(tried.go_on(600, FORBIDDEN)) == {1}


@pytest.mark.parametrize("error", [BROKEN, BANNED, FORBIDDEN, UNKNOWN])
def test_five_hundred_tables_are_tried_within_a_minute_of_the_end_of_their_trouble(error: Exception) -> None:
    tried = Tried(500, error)
    tried.go_on(600, error)

    assert len(set(tried.go_on(60, None))) == 500
    assert len(tried.failures) == 0


@pytest.mark.parametrize("error", [FORBIDDEN, BANNED])
@pytest.mark.parametrize("count", [1, 300, 500])
def test_refused_tables_stay_below_a_thousand_refusals_in_ten_minutes(count: int, error: Exception) -> None:
    tried = Tried(count, error)

    in_ten_minutes = tried.go_on(WINDOW, error)  # after the first refusals, which the players' moves caused

    assert count + len(in_ten_minutes) <= MOST_INVALID + 10
    assert max(map(in_ten_minutes.count, set(in_ten_minutes))) <= (31 if error is BANNED else 11)


def test_a_refused_table_is_tried_once_a_minute() -> None:
    tried = Tried(1, FORBIDDEN)

    assert len(tried.go_on(59, FORBIDDEN)) == 0
    assert len(tried.go_on(240, FORBIDDEN)) == 4


@pytest.mark.parametrize("where", [{"guild_id": 1}, {"guild_id": 1, "channel_id": 100}])
def test_a_change_of_the_channel_or_the_server_hurries_its_tables(where: dict[str, int]) -> None:
    tried = Tried(4, FORBIDDEN)

    tried.failures.hurry(**where)

    assert tried.go_on(TICK, None) == ([0] if "channel_id" in where else [0, 2])


def test_a_change_while_a_table_is_tried_has_it_tried_again_if_it_fails() -> None:
    tried = Tried(0, FORBIDDEN)
    for number in (0, 1):
        tried.failures.hurry(guild_id=1)
        tried.note(number, FORBIDDEN)
    assert tried.failures.pick_due() == ["table 0"]

    tried.now = tried.began = tried.now + TICK
    tried.failures.hurry(guild_id=1, channel_id=100)
    assert tried.failures.pick_due() == []
    tried.note(0, FORBIDDEN)

    assert tried.failures.pick_due() == ["table 0"]


def test_one_table_that_is_right_again_costs_few_refusals_of_those_that_are_not() -> None:
    tried = Tried(400, FORBIDDEN)
    tried.go_on(WINDOW + 60, FORBIDDEN)

    tried.failures.clear("table 0")

    assert len(set(tried.go_on(10, FORBIDDEN))) <= ALIKE + 10


def test_a_table_that_is_right_again_hurries_none_that_was_refused_otherwise() -> None:
    tried = Tried(2, FORBIDDEN)
    tried.note(1, UNKNOWN)

    tried.failures.clear("table 0")

    assert tried.failures.pick_due() == []


def test_any_table_that_is_shown_ends_the_wait_while_discord_refuses_everything() -> None:
    tried = Tried(2, BANNED)

    tried.failures.clear("table 7")

    assert tried.failures.pick_due() == ["table 0", "table 1"]


def test_changes_that_help_nothing_do_not_use_up_the_requests() -> None:
    tried = Tried(500, FORBIDDEN)
    count = 500
    for _ in range(20):
        tried.failures.hurry(guild_id=1)
        tried.failures.hurry(guild_id=2)
        count += len(tried.go_on(20, FORBIDDEN))

    assert count <= MOST_INVALID + 10


def test_a_table_that_failed_waits_and_one_that_is_tried_or_right_does_not() -> None:
    tried = Tried(1, FORBIDDEN)
    assert tried.failures.is_waiting("table 0", 100)

    tried.now += 60
    assert tried.failures.pick_due() == ["table 0"]
    assert not tried.failures.is_waiting("table 0", 100)
    assert tried.failures.pick_due() == []

    assert tried.note(0, FORBIDDEN).times == 2
    assert tried.failures.clear("table 0")
    assert tried.failures.clear("table 0") is None
    assert not tried.failures.is_waiting("table 0", 100)
