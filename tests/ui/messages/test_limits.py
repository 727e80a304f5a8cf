"""How often people may post, and how often they are notified because of others."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest

from services.refusals import Refusal
from storage.games import Game
from tests.storage.tables import NOON
from ui.messages import limits
from ui.messages.limits import CALL_AGAIN, Call, Limit, Limits

ANN, BOB, CLEO = 11, 22, 33
ROOM, HALL = 100, 200


@dataclass
class Time:
    """The time, which goes on only by hand."""

    now: int = NOON
    limits: Limits = field(init=False)

    def __post_init__(self) -> None:
        self.limits = Limits(lambda: self.now)


def table(number: int) -> Game:
    return cast("Any", SimpleNamespace(id=number))  # type: ignore[no-any-return]  # as much of it as calls need


def refused(time: Time, limit: Limit, person: int, where: int) -> str:
    with pytest.raises(Refusal) as refusal:
        time.limits.count(limit, person, where)
    return str(refusal.value)


@pytest.mark.parametrize("limit", Limit)
def test_a_person_s_uses_are_limited_everywhere_and_they_read_when_they_may_again(limit: Limit) -> None:
    time = Time()
    for each in range(limit.personal):
        time.limits.count(limit, ANN, ROOM + each)

    again = NOON + limit.seconds + 1
    assert refused(time, limit, ANN, HALL) == limit.too_often.of({"when": f"<t:{again}:R>"})
    time.limits.count(limit, BOB, HALL)
    time.now = again - 1
    assert f"<t:{again}:R>" in refused(time, limit, ANN, HALL)
    time.now = again
    time.limits.count(limit, ANN, HALL)


def test_a_clock_that_is_set_back_by_a_day_blocks_nobody_for_a_day() -> None:
    time = Time()
    for _ in range(Limit.OPEN.personal):
        time.limits.count(Limit.OPEN, ANN, ROOM)
    refused(time, Limit.OPEN, ANN, ROOM)

    time.now -= 86_400

    for _ in range(Limit.OPEN.personal):
        time.limits.count(Limit.OPEN, ANN, ROOM)
    refused(time, Limit.OPEN, ANN, ROOM)


@pytest.mark.parametrize("limit", Limit)
def test_the_uses_of_all_people_together_are_limited_in_one_channel(limit: Limit) -> None:
    time = Time()
    for person in range(limit.shared):
        time.limits.count(limit, person, ROOM)

    said = refused(time, limit, ANN + limit.shared, ROOM)

    assert said == f"That's been done here too often lately. Try again <t:{NOON + limit.seconds + 1}:R>."
    time.limits.count(limit, ANN + limit.shared, HALL)


def test_refused_requests_are_not_counted() -> None:
    time = Time()
    for person in range(Limit.SHOW.shared):
        time.limits.count(Limit.SHOW, person, ROOM)
    for _ in range(2 * Limit.SHOW.personal):
        refused(time, Limit.SHOW, ANN, ROOM)

    for _ in range(Limit.SHOW.personal):
        time.limits.count(Limit.SHOW, ANN, HALL)
    for _ in range(2 * Limit.SHOW.shared):
        refused(time, Limit.SHOW, ANN, HALL)
    for person in range(Limit.SHOW.shared - Limit.SHOW.personal):
        time.limits.count(Limit.SHOW, 1_000 + person, HALL)


def test_each_limit_has_a_count_of_its_own() -> None:
    time = Time()
    for _ in range(Limit.OPEN.personal):
        time.limits.count(Limit.OPEN, ANN, ROOM)

    for limit in set(Limit) - {Limit.OPEN}:
        time.limits.count(limit, ANN, ROOM)


def test_a_person_is_called_once_in_ten_minutes_for_each_thing_at_each_table() -> None:
    time = Time()
    time.limits.note_called(Call.VOTE, table(1), [BOB])

    assert time.limits.list_uncalled(Call.VOTE, table(1), [ANN, BOB, CLEO]) == [ANN, CLEO]
    assert time.limits.list_uncalled(Call.REMATCH, table(1), [BOB]) == [BOB]
    assert time.limits.list_uncalled(Call.VOTE, table(2), [BOB]) == [BOB]
    time.now += CALL_AGAIN
    assert time.limits.list_uncalled(Call.VOTE, table(1), [BOB]) == []
    time.now += 1
    for _ in range(2):  # looking calls nobody
        assert time.limits.list_uncalled(Call.VOTE, table(1), [BOB]) == [BOB]


def test_the_memory_of_the_counts_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 40)
    time = Time()

    for person in range(1_000):
        time.limits.count(Limit.OPEN, person, person)
        time.limits.note_called(Call.VOTE, table(person), [person])

    assert len(time.limits._counts) == 40  # noqa: SLF001  # nobody else sees how many there are
