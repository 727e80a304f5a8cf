"""The figures that README and docs quote: `docs/figures.json` has those of the newest run of each subject."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.measure.figures import Figure
from benchmarks.measure.machine import Machine

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "figures.json"
BUSY = 0.25  # cores, on average: more than a system at rest uses, and less than any other benchmark or test


@dataclass(frozen=True, slots=True)
class SubjectRun:
    """One run of a subject: its date (as 2026-11-26), commit (with a `+` if files were changed), machine and figures.

    `others` is the number of cores that other programs used meanwhile. The figures are found by their keys.
    """

    date: str
    commit: str
    machine: Machine
    others: float
    figures: Mapping[str, Figure]

    @property
    def is_disturbed(self) -> bool:
        """Whether other programs took so much of the machine that the figures aren't fit to be quoted."""
        return self.others >= BUSY


def by_key(figures: Sequence[Figure]) -> Mapping[str, Figure]:
    """Return the figures of a subject by key. Raises: ValueError if two have one key."""
    found = {figure.key: figure for figure in figures}
    if len(found) < len(figures):
        keys = [figure.key for figure in figures]
        raise ValueError(f"figures have one key: {', '.join(sorted({key for key in keys if keys.count(key) > 1}))}")
    return found


def read_kept(path: Path = KEPT) -> Mapping[str, SubjectRun]:
    """Return the newest run of each subject."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, SubjectRun]) if path.exists() else {}


def keep(runs: Mapping[str, SubjectRun], subjects: Iterable[str], path: Path = KEPT) -> None:
    """Write these runs in place of the subjects' earlier ones; those of the other `subjects` stay, and no others.

    The file is replaced in one step.
    """
    newest = {**read_kept(path), **runs}
    written = msgspec.json.encode({name: newest[name] for name in subjects if name in newest})
    plain = json.loads(written, parse_float=_round, object_hook=_leave_out_defaults)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(plain, indent=1, ensure_ascii=False) + "\n", "utf-8")
    new.replace(path)


def _round(written: str) -> float:
    """Return a number with six significant digits: more of them would only be noise."""
    return float(f"{float(written):.6g}")


def _leave_out_defaults(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not False and value not in ("", None, {})}
