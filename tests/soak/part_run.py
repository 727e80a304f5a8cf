"""A run of one part of the soak: its controls, then its seeds, some at once."""

import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from datetime import UTC, datetime

from tests.soak.part import ERRORS, Control, Counts, Part
from tests.soak.runs import Run, write_seeds

NOTED_EVERY = 300  # seconds


class PartRun:
    """A run of one part; `note` is called with what was done, every five minutes and also if the run is interrupted.

    Its second argument is the run as it was noted before. `version` and `series` are those of the `Run`.
    """

    def __init__(self, part: Part, version: str, series: str, note: Callable[[Run, Run | None], None]) -> None:
        self._part, self._version, self._series, self._note_run = part, version, series, note
        self._begun = time.monotonic()
        self._noted: Run | None = None
        self._done: list[int] = []
        self._counts: Counts = Counter()
        self._faults: dict[str, dict[str, int]] = {}
        self._controls: dict[str, int] = {}

    def run(self, seeds: Sequence[int], processes: Executor, at_once: int) -> bool:
        """Run the controls and then the seeds; return whether each control, and no seed, found its fault."""
        try:
            controls = {each.fault: processes.submit(_find_planted, each) for each in self._part.controls}
            self._controls = {fault: found.result() for fault, found in controls.items()}
            for seed, counts in self._try_all(seeds, processes, at_once):
                self._count(seed, counts)
                if self._seconds() - (self._noted.seconds if self._noted else 0) >= NOTED_EVERY:
                    self._note()
        finally:
            self._note()
        print(f"{self._part.name}: {dict(self._counts)}, faults: {self._faults or 'none'}", flush=True)
        return not self._faults and all(self._controls.values())

    def _seconds(self) -> int:
        return int(time.monotonic() - self._begun)

    def _note(self) -> None:
        if self._done:
            run = self._describe(self._seconds())
            self._note_run(run, self._noted)
            self._noted = run

    def _describe(self, seconds: int) -> Run:
        return Run(
            date=datetime.now(UTC).date().isoformat(),
            part=self._part.name,
            seeds=write_seeds(self._done),
            version=self._version,
            series=self._series,
            seconds=seconds,
            counts=dict(self._counts),
            controls=dict(self._controls),
            faults=dict(self._faults),  # as it is now: the run is compared when it's noted again
        )

    def _try_all(self, seeds: Sequence[int], processes: Executor, at_once: int) -> Iterator[tuple[int, Counts]]:
        """Try the seeds, so many at once, and yield what each brought as soon as it's there."""
        waiting = iter(seeds)
        running: dict[Future[Counts], int] = {}
        while True:
            while len(running) < at_once and (seed := next(waiting, None)) is not None:
                running[processes.submit(self._part.run, seed)] = seed
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), _result_of(future)

    def _count(self, seed: int, counts: Counts) -> None:
        self._done.append(seed)
        self._counts += counts
        if found := self._part.find_faults(counts):
            self._faults[str(seed)] = dict(found)
        print(f"  seed {seed}: " + ", ".join(f"{count} {name}" for name, count in counts.items()), flush=True)


def _find_planted(control: Control) -> int:
    """Return how much of a planted fault was found; 0 after all tries."""
    for seed in range(1, control.tries + 1):
        if found := control.trial(seed)[control.finds]:
            print(f"  control: {control.fault}: {found} {control.finds}", flush=True)
            return found
    print(f"  control: {control.fault}: not found, so this check can't fail", flush=True)
    return 0


def _result_of(future: Future[Counts]) -> Counts:
    try:
        return future.result()
    except Exception:  # noqa: BLE001  # one trial's failure is a result of the run
        traceback.print_exc()
        return Counter({ERRORS: 1})
