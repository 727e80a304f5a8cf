"""The frame of the soak: what is noted, added up, resumed, and what makes a run fail."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.soak.kill_points import KillPoint
from tests.soak.part import Control, Counts, Part
from tests.soak.parts import PARTS, faults
from tests.soak.runs import (
    BEGIN,
    END,
    PAGE,
    Run,
    build_table,
    note_run,
    read_runs,
    read_seeds,
    run_part,
    write_page,
    write_seeds,
)

RUN = Run("2027-01-02", "falls", "1-3", "abc", 9, {"falls": 3}, {"a planted stone": 1})


def fall(seed: int) -> Counts:
    return Counter(falls=1, broken=int(seed == 4))


def fall_over_stone(seed: int) -> Counts:
    return Counter(falls=1, broken=int(seed == 2))


def stumble(seed: int) -> Counts:
    raise RuntimeError(seed)


PLANTED = Control("a planted stone", "broken", fall_over_stone)
PART = Part("falls", "Nothing breaks", fall, 4, 2, ("broken",), (PLANTED,))


def run(part: Part, *seeds: int) -> Run:
    with ThreadPoolExecutor(1) as processes:
        return run_part(part, seeds, processes, "abc")


def test_the_table_on_the_page_adds_up_the_noted_runs() -> None:
    assert f"{BEGIN}\n{build_table([*PARTS.values()], read_runs())}\n{END}" in PAGE.read_text("utf-8")


def test_every_part_has_a_control_for_each_kind_of_fault_that_it_promises_to_find() -> None:
    for part in PARTS.values():
        assert {control.finds for control in part.controls} == {*part.faults}


@pytest.mark.parametrize(
    ("changed", "seeds", "counts", "faults", "planted"),
    [
        ({}, (1, 2, 3), {"falls": 3}, {}, 1),
        ({}, (3, 4), {"falls": 2, "broken": 1}, {"4": {"broken": 1}}, 1),
        ({"run": stumble}, (1,), {"errors": 1}, {"1": {"errors": 1}}, 1),
        ({"controls": (replace(PLANTED, tries=1),)}, (1,), {"falls": 1}, {}, 0),
    ],
    ids=["nothing", "a fault", "no end", "a control that finds nothing"],
)
def test_a_run_notes_what_seeds_and_controls_find(
    changed: dict[str, Any], seeds: tuple[int, ...], counts: object, faults: object, planted: int
) -> None:
    found = run(replace(PART, **changed), *seeds)

    assert (found.counts, found.faults, found.controls) == (counts, faults, {"a planted stone": planted})
    assert found.is_proof == bool(planted)
    assert [*read_seeds(found.seeds)] == [*seeds]


def test_a_run_is_noted_in_a_line_of_its_own(tmp_path: Path) -> None:
    for _ in range(2):
        note_run(RUN, tmp_path / "runs.jsonl")

    assert read_runs(tmp_path / "runs.jsonl") == [RUN, RUN]


def test_the_table_counts_the_runs_since_a_fault_was_mended() -> None:
    faulty = replace(RUN, date="2027-01-03", counts={"falls": 3, "broken": 1}, faults={"3": {"broken": 1}})
    mended = replace(RUN, date="2027-01-04")
    head = "| part | done | found | runs | last |\n|---|---|---|---|---|\n"

    before, found, after = ([RUN, faulty, mended, mended][:count] for count in (1, 2, 4))

    assert build_table([PART], []) == head + "| `falls` | nothing yet | | 0 | |"
    assert build_table([PART], before) == head + "| `falls` | 3 falls | 0 broken | 1 | 2027-01-02 |"
    assert build_table([PART], found) == head + "| `falls` | 3 falls | 1 broken | 1 | 2027-01-03 |"
    assert build_table([PART], after) == head + "| `falls` | 6 falls | 0 broken | 2 | 2027-01-04 |"


def test_a_run_whose_control_found_nothing_counts_for_nothing() -> None:
    unproven = replace(RUN, seeds="4-6", controls={"a planted stone": 0})

    assert build_table([PART], [RUN, unproven]) == build_table([PART], [RUN])


def test_the_page_keeps_what_is_around_the_table(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", "utf-8")

    write_page([PART], [RUN], page)

    assert page.read_text("utf-8") == f"before\n{BEGIN}\n{build_table([PART], [RUN])}\n{END}\nafter\n"


@pytest.mark.parametrize(("written", "seeds"), [("1-3,5", [1, 2, 3, 5]), ("7", [7]), ("", [])])
def test_seeds_are_written_as_ranges(written: str, seeds: list[int]) -> None:
    assert read_seeds(written) == seeds
    assert write_seeds(seeds) == written


def test_full_size_has_every_trouble_thirty_times() -> None:
    planned = Counter(kind for seed in range(1, faults.PART.full + 1) for kind, _ in faults.plan(seed))

    assert planned == Counter(dict.fromkeys(faults.KINDS, 30))


def test_a_kill_point_counts_its_own_step_and_moment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    monkeypatch.setattr("os.kill", lambda *_: killed.append(1))
    point = KillPoint.read("after commit 2")

    for moment, step in [("after", "commit"), ("before", "commit"), ("after", "event")]:
        point.reach(moment, step)
    assert not killed

    point.reach("after", "commit")
    assert killed
