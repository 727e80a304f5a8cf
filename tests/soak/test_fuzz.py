"""What the part fuzz sends and judges, without its fuzzer."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from tests.soak.fuzzing.faults import FAULTS
from tests.soak.fuzzing.forms import Forms
from tests.soak.fuzzing.fuzzer import TARGETS, Watch
from tests.soak.fuzzing.ids import Ids
from tests.soak.fuzzing.notation import Notation
from tests.soak.fuzzing.open_bot import Failed
from tests.soak.fuzzing.target import Changed, Target

OPEN = {"notation": Notation, "forms": Forms, "ids": Ids}
EACH = 20  # samples, of which one is sent


@cache
def opened(name: str) -> Target:
    return cast("Callable[[], Target]", OPEN[name])()


def test_every_target_is_known() -> None:
    assert {name: kind.__name__ for name, kind in OPEN.items()} == TARGETS


@pytest.mark.parametrize("name", OPEN)
def test_what_people_usually_send_is_taken(name: str) -> None:
    target = opened(name)

    for sample in target.samples[::EACH]:
        target.send(sample)


@pytest.mark.parametrize(
    ("name", "fault", "data", "error"),
    [
        ("notation", "split anywhere", b"\x00A:9", IndexError),
        ("notation", "forget owners", b"\x00R4 R5@A R6", Changed),
        ("forms", "search a field", b"a\t0\trk:text:3:2\tmoves=R4", Failed),
        ("ids", "pick anything", b"a\trk:option:2:2:clock\t9", Failed),
    ],
)
def test_what_a_planted_fault_does_is_seen(
    monkeypatch: pytest.MonkeyPatch, name: str, fault: str, data: bytes, error: type[Exception]
) -> None:
    target = opened(name)
    target.send(data)
    monkeypatch.setattr(*FAULTS[fault])

    with pytest.raises(error):
        target.send(data)


class Failing:
    """A target that fails in two ways, and takes too long."""

    limit = -1.0
    words: Sequence[str] = ()
    samples: Sequence[bytes] = ()

    def send(self, data: bytes) -> None:
        raise IndexError if data == b"index" else KeyError

    def close(self) -> None:
        """Nothing is open."""


def test_each_way_to_fail_is_counted_once(tmp_path: Path) -> None:
    watch = Watch(Failing(), tmp_path / "counts.json", seconds=60, is_planted=False)

    for data in (b"index", b"key", b"index"):
        watch.try_input(data)

    assert watch.counts["inputs"] == 3
    assert watch.counts["slow"] == 1
    assert watch.counts["crashes"] == 2
