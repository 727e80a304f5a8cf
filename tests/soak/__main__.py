"""Live through bad days, over and over: `python -m tests.soak` runs a sample of every part, with its controls.

`python -m tests.soak kills` runs one part at full size. Each run is noted in docs/reliability.jsonl, and added to the
table in docs/reliability.md.
"""

import entry_point  # isort: skip

if __name__ == "__main__":
    entry_point.prepare("setup", "pytest")

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

from tests.soak.parts import PARTS
from tests.soak.runs import find_version, note_run, read_runs, read_seeds, run_part, write_page


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"at full size: {', '.join(PARTS)}")
    parser.add_argument("--seeds", type=read_seeds, metavar="A-B", help="these alone, such as 1-40 or 7")
    parser.add_argument(
        "--at-once", type=entry_point.count_to(1000), default=os.cpu_count() or 1, metavar="N", help="processes"
    )
    parser.add_argument("--table", action="store_true", help="only write the table in docs/reliability.md again")
    asked = parser.parse_args()
    unknown = set(asked.parts) - set(PARTS)
    if unknown:
        parser.error(f"no part is named {', '.join(sorted(unknown))}: there are {', '.join(PARTS)}")
    return asked


def main() -> int:
    """Run what is asked for; return 0 if no fault was found but those that were planted, else 1."""
    asked = _arguments()
    if asked.table:
        write_page([*PARTS.values()], read_runs())
        return 0
    version, good = find_version(), True
    sample = [replace(part, run=part.run_sample or part.run, full=part.sample) for part in PARTS.values()]
    for part in [PARTS[name] for name in asked.parts] or sample:
        seeds = asked.seeds or range(1, part.full + 1)
        print(f"{part.name}: {part.promise}. {len(seeds)} seeds.", flush=True)
        with ProcessPoolExecutor(asked.at_once, get_context("spawn")) as processes:
            run = run_part(part, seeds, processes, version)
        note_run(run)
        write_page([*PARTS.values()], read_runs())
        good &= run.is_proof and not run.faults
    return 0 if good else 1


if __name__ == "__main__":
    entry_point.run(main)
