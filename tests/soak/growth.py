"""What a running bot has taken of the machine: memory and open files, measured from outside."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import psutil  # type: ignore[import-untyped]  # it ships no types

MIB = 2**20
PARTS = 4  # of the time from when the process is warm; the first and the last part are compared


@dataclass(frozen=True)
class Sample:
    """What a process has taken `at` some time, or at some number of games: bytes of memory, and open files."""

    at: float
    memory: int
    files: int

    @classmethod
    def take(cls, process: psutil.Process, at: float) -> "Sample":
        return cls(at, process.memory_info().rss, process.num_fds())


@dataclass(frozen=True)
class Growth:
    """The growth of a process from `warm` to the last sample, by the medians of the first and the last part."""

    samples: Sequence[Sample]
    warm: float

    @property
    def memory(self) -> tuple[float, float]:
        """The bytes when warm, and at the end."""
        first, last = self._ends()
        return median(each.memory for each in first), median(each.memory for each in last)

    @property
    def files(self) -> tuple[float, float]:
        """The open files when warm, and at the end."""
        first, last = self._ends()
        return median(each.files for each in first), median(each.files for each in last)

    def _ends(self) -> tuple[list[Sample], list[Sample]]:
        end = self.samples[-1].at
        part = (end - self.warm) / PARTS
        return (
            [each for each in self.samples if self.warm <= each.at <= self.warm + part],
            [each for each in self.samples if each.at >= end - part],
        )

    def exceeds(self, factor: float, negligible: float = 0) -> int:
        """Return by how many MiB the memory has grown, if that's beyond the factor and beyond negligible bytes.

        A growth that counts is never 0.
        """
        first, last = self.memory
        steps = self.samples[:: max(1, len(self.samples) // 15)]
        course = ", ".join(f"{each.memory / MIB:.0f}" for each in steps)
        print(f"  memory: {first / MIB:.1f} MiB when warm, {last / MIB:.1f} at the end ({course})", flush=True)
        return max(1, int((last - first) // MIB)) if last > max(factor * first, first + negligible) else 0
