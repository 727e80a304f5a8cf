"""The frame of the soak: what is noted, added up, resumed, and what makes a run fail."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.kill_points import KillPoint
from tests.soak.part import Control, Counts, Part
from tests.soak.parts import PARTS, faults
from tests.soak.runs import (
    BEGIN,
    END,
    PAGE,
    PartRun,
    Run,
    build_table,
    find_done,
    note_run,
    read_runs,
    read_seeds,
    write_page,
    write_seeds,
)

RUN = Run("2027-01-02", "falls", "1-3", "abc", "abc", 9, {"falls": 3}, {"a planted stone": 1})


def fall(seed: int) -> Counts:
    return Counter(falls=1, broken=int(seed == 4))


def fall_over_stone(seed: int) -> Counts:
    return Counter(falls=1, broken=int(seed == 2))


def stumble(seed: int) -> Counts:
    raise RuntimeError(seed)


PLANTED = Control("a planted stone", "broken", fall_over_stone)
PART = Part("falls", "Nothing breaks", fall, 4, 2, ("broken",), (PLANTED,))


class Notes:
    """What a run notes, as the file keeps it."""

    def __init__(self) -> None:
        self.runs: list[Run] = []

    def note(self, run: Run, before: Run | None) -> None:
        self.runs = [*(each for each in self.runs if each != before), run]


def run(part: Part, *seeds: int) -> tuple[bool, list[Run]]:
    """Whether the run is good, and what was noted."""
    noted = Notes()
    with ThreadPoolExecutor(1) as processes:
        return PartRun(part, "abc", "abc", noted.note).run(seeds, processes, 1), noted.runs


def test_the_table_on_the_page_adds_up_the_noted_runs() -> None:
    assert f"{BEGIN}\n{build_table([*PARTS.values()], read_runs())}\n{END}" in PAGE.read_text("utf-8")


def test_every_part_has_a_control_for_each_kind_of_fault_that_it_promises_to_find() -> None:
    for part in PARTS.values():
        assert {control.finds for control in part.controls} == {*part.faults}


def test_a_run_is_good_if_the_control_alone_finds_a_fault() -> None:
    good, (noted,) = run(PART, 1, 2, 3)

    assert good
    assert (noted.seeds, noted.counts, noted.faults) == ("1-3", {"falls": 3}, {})
    assert noted.controls == {"a planted stone": 1}


def test_a_seed_that_finds_a_fault_fails_the_run_and_is_noted() -> None:
    good, (noted,) = run(PART, 3, 4)

    assert not good
    assert noted.faults == {"4": {"broken": 1}}


def test_a_run_that_is_noted_again_after_a_fault_takes_its_own_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.soak.runs.NOTED_EVERY", 0)
    lines = tmp_path / "runs.jsonl"

    with ThreadPoolExecutor(1) as processes:
        noting = PartRun(PART, "abc", "abc", lambda run, before: note_run(run, before, lines))
        noting.run([3, 4, 5], processes, 1)

    assert [each.seeds for each in read_runs(lines)] == ["3-5"]


def test_a_seed_that_comes_to_no_end_fails_the_run_and_is_noted() -> None:
    good, (noted,) = run(replace(PART, run=stumble), 1)

    assert not good
    assert noted.faults == {"1": {"errors": 1}}


def test_a_control_that_finds_nothing_fails_the_run() -> None:
    good, (noted,) = run(replace(PART, controls=(replace(PLANTED, tries=1),)), 1)

    assert not good
    assert noted.controls == {"a planted stone": 0}


def test_an_interrupted_run_notes_what_it_has_done() -> None:
    def interrupted(seed: int) -> Counts:
        if seed == 2:
            raise KeyboardInterrupt
        return fall(seed)

    noted = Notes()
    with ThreadPoolExecutor(1) as processes, pytest.raises(KeyboardInterrupt):
        PartRun(replace(PART, run=interrupted), "abc", "abc", noted.note).run([1, 2, 3], processes, 1)

    assert [each.seeds for each in noted.runs] == ["1"]


def test_seeds_are_done_if_they_found_nothing_in_the_same_series() -> None:
    faulty = replace(RUN, seeds="4-6", faults={"5": {"broken": 1}})
    others = [replace(RUN, part="cuts", seeds="7"), replace(RUN, series="old", seeds="8")]

    assert find_done([RUN, faulty, *others], "falls", "abc") == {1, 2, 3, 4, 6}


def test_no_seed_is_done_for_a_checkout_with_changes() -> None:
    assert find_done([replace(RUN, series="abc+")], "falls", "abc+") == set()


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

    assert find_done([RUN, unproven], "falls", "abc") == {1, 2, 3}
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
