"""`python -m benchmarks`: what it prints, returns and keeps."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from benchmarks.__main__ import choose_kept, main
from benchmarks.measure.figures import Alternative, Figure
from benchmarks.measure.kept import OtherPrograms, SubjectRun, by_key, find_machine, read_kept, sum_used

FAST = Figure("a draw", 2.0, 3.0, "x", beside=Alternative("bare command", 1.5, " ms", ours=3.0), spread={"most": 2.2})
SLOW = Figure("a draw", 4.0, 3.0, "x")
KEEP = ("--keep", "--busy")  # a test can't have the machine to itself


@pytest.fixture(autouse=True)
def _version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit, whether or not the tests run in a checkout."""
    monkeypatch.setattr("benchmarks.__main__.find_version", lambda _: "0123456789")


def measure(*figures: Figure) -> Callable[[], Sequence[Figure]]:
    return lambda: figures


def fail() -> Sequence[Figure]:
    raise LookupError("no table")


def interrupt() -> Sequence[Figure]:
    raise KeyboardInterrupt


def disturbed(others: float) -> SubjectRun:
    return SubjectRun("2026-11-26", "0123456789", find_machine(), others, by_key([FAST]))


def test_a_run_that_reaches_its_aims_returns_0(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([], {"draws": measure(FAST)}, tmp_path / "figures.json") == 0

    assert capsys.readouterr().out.endswith("\nNo target was missed.\n")


def test_a_run_that_misses_one_returns_1_and_lists_it_last(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main([], {"draws": measure(SLOW), "taps": measure(FAST)}, tmp_path / "figures.json") == 1

    assert capsys.readouterr().out.endswith("\nMissed targets:\n- a draw: 4x; at most 3x\n")


def test_a_benchmark_that_fails_is_a_missed_target_and_stops_no_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([], {"draws": fail, "taps": measure(FAST)}, tmp_path / "figures.json") == 1

    said = capsys.readouterr().out
    assert "failed: LookupError: no table" in said
    assert "bare command" in said
    assert said.endswith("\nMissed targets:\n- draws measured: 0; at least 1\n")


def test_two_figures_with_one_key_fail_their_benchmark(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(KEEP, {"draws": measure(FAST, SLOW)}, tmp_path / "figures.json") == 1

    assert "figures have one key: a-draw" in capsys.readouterr().out


def test_only_the_named_benchmarks_run(tmp_path: Path) -> None:
    assert main(["taps"], {"draws": fail, "taps": measure(FAST)}, tmp_path / "figures.json") == 0


def test_an_unknown_name_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["tap"], {"draws": fail, "taps": measure(FAST)}, tmp_path / "figures.json")

    assert refused.value.code == 2
    assert "there is no benchmark tap; there are draws, taps" in capsys.readouterr().err


def test_without_keep_nothing_is_written(tmp_path: Path) -> None:
    main([], {"draws": measure(FAST)}, tmp_path / "figures.json")

    assert list(tmp_path.iterdir()) == []


def test_kept_figures_can_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"

    main(KEEP, {"draws": measure(FAST)}, path)

    run = read_kept(path)["draws"]
    assert run.figures == {"a-draw": FAST}
    assert run.machine == find_machine()
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_run_of_one_benchmark_updates_its_figures_alone(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    main(KEEP, {"draws": measure(FAST), "taps": measure(FAST)}, path)
    before = read_kept(path)

    main([*KEEP, "taps"], {"draws": measure(SLOW), "taps": measure(SLOW)}, path)

    assert read_kept(path)["draws"] == before["draws"]
    assert read_kept(path)["taps"].figures == {"a-draw": SLOW}


def test_a_benchmark_that_fails_keeps_its_earlier_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    main(KEEP, {"draws": measure(FAST), "taps": measure(FAST)}, path)

    main(KEEP, {"draws": fail, "taps": measure(SLOW)}, path)

    assert {name: run.figures["a-draw"] for name, run in read_kept(path).items()} == {"draws": FAST, "taps": SLOW}
    assert "benchmarks --keep draws\n" in capsys.readouterr().out


def test_an_interrupted_run_keeps_what_it_has_measured(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"

    with pytest.raises(KeyboardInterrupt):
        main(KEEP, {"draws": measure(FAST), "taps": interrupt}, path)

    assert list(read_kept(path)) == ["draws"]


def test_a_benchmark_that_is_gone_takes_its_figures_along(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    main(KEEP, {"draws": measure(FAST), "taps": measure(FAST)}, path)

    main([*KEEP, "taps"], {"taps": measure(FAST)}, path)

    assert list(read_kept(path)) == ["taps"]


def test_figures_of_a_busy_machine_are_kept_only_if_asked_for() -> None:
    runs = {"draws": disturbed(0.02), "taps": disturbed(0.9), "plays": None}

    assert list(choose_kept(runs, busy=False)) == ["draws"]
    assert list(choose_kept(runs, busy=True)) == ["draws", "taps"]


def test_a_core_that_waits_or_runs_a_guest_is_not_counted_for_it() -> None:
    """Linux counts a guest's time as `user` too; a neighbor's on the same machine is `steal`."""
    assert sum_used({"user": 5.0, "system": 2.0, "steal": 1.0, "idle": 90.0, "iowait": 3.0, "guest": 4.0}) == 8.0


def test_other_programs_use_between_none_and_all_of_the_cores() -> None:
    clock = OtherPrograms()
    sum(range(3_000_000))  # ours, for longer than a tick of the machine's clock

    assert clock.count_cores() >= 0
