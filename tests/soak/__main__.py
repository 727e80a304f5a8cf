"""Live through bad days, over and over: `python -m tests.soak` runs a sample of every part, with its controls.

`python -m tests.soak kills` runs one part at full size. A run that is interrupted goes on where it ended. Each run is
noted in docs/reliability.jsonl, and added to the table in docs/reliability.md.
"""

import entry_point  # isort: skip

if __name__ == "__main__":
    entry_point.prepare("setup", "pytest")

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

from tests.soak.part import Part
from tests.soak.parts import PARTS
from tests.soak.runs import PartRun, Run, find_done, find_version, note_run, read_runs, read_seeds, write_page


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"at full size: {', '.join(PARTS)}")
    parser.add_argument("--seeds", type=read_seeds, metavar="A-B", help="these alone, such as 1-40 or 7")
    parser.add_argument("--series", default="", help="what seeds are counted under (default: the commit)")
    parser.add_argument(
        "--at-once", type=entry_point.count_to(1000), default=os.cpu_count() or 1, metavar="N", help="processes"
    )
    parser.add_argument("--table", action="store_true", help="only write the table in docs/reliability.md again")
    asked = parser.parse_args()
    unknown = set(asked.parts) - set(PARTS)
    if unknown:
        parser.error(f"no part is named {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    return asked


def _note(run: Run, before: Run | None) -> None:
    note_run(run, before)
    write_page([*PARTS.values()], read_runs())


def _shorten(part: Part) -> Part:
    """Return the part as it is in a sample."""
    return replace(part, run=part.run_sample or part.run)


def main() -> int:
    """Run what is asked for; return 0 if no fault was found but those that were planted, else 1."""
    asked = _arguments()
    if asked.table:
        write_page([*PARTS.values()], read_runs())
        return 0
    version, good = find_version(), True
    for part in [PARTS[name] for name in asked.parts] or [_shorten(part) for part in PARTS.values()]:
        is_shorter = part != PARTS[part.name]
        series = asked.series or (f"{version} sample" if is_shorter else version)
        resumed = find_done(read_runs(), part.name, series) if asked.parts and not asked.seeds else set()
        seeds = set(asked.seeds or range(1, (part.full if asked.parts else part.sample) + 1)) - resumed
        print(f"{part.name}: {part.promise}. {len(seeds)} seeds, and {len(resumed)} done earlier.", flush=True)
        with ProcessPoolExecutor(asked.at_once, get_context("spawn")) as processes:
            good &= PartRun(part, version, series, _note).run(sorted(seeds), processes, asked.at_once)
    return 0 if good else 1


if __name__ == "__main__":
    entry_point.run(main)
