"""People write anything: as a turn, into a form, and as the custom id of a tap, which they can forge.

A trial is a process that fuzzes one of the three for ten minutes, guided by the branches that the bot's code takes
(`tests/soak/fuzzing/`). The bot must refuse what it can't read, and write what it accepts as what it was.
"""

import json
import subprocess
import sys
from collections import Counter
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.soak.fuzzing.fuzzer import COUNTS, TARGETS
from tests.soak.part import Control, Counts, Part

ROOT = Path(__file__).parents[3]
CORPUS = ROOT / ".fuzz-corpus"  # inputs of earlier runs that took a branch of their own; the next run begins with them
FULL, SAMPLE, PLANTED = 600, 12, 120  # seconds; a planted fault ends its process as soon as it's found
START = 120  # seconds for a process to start and to end
TAIL = 2_000  # characters of what libFuzzer says of its end
HUNG, OUTGROWN = 70, 71  # libFuzzer's exit codes
NAMES = {"notation": "lines", "forms": "forms", "ids": "taps"}  # what inputs are counted as


def run(seed: int) -> Counts:
    """Fuzz for ten minutes, the three kinds of input in turn."""
    target = [*TARGETS][(seed - 1) % len(TARGETS)]
    return fuzz(target, seed, FULL, corpus=CORPUS / target)


def run_sample(seed: int) -> Counts:
    """Fuzz for a few seconds."""
    return fuzz([*TARGETS][(seed - 1) % len(TARGETS)], seed, SAMPLE)


def fuzz(target: str, seed: int, seconds: int, fault: str = "", corpus: Path | None = None) -> Counts:
    """Fuzz in another process, which prints what it finds, with this fault planted.

    It begins with the inputs in `corpus`, and adds those that take a branch of their own; None keeps nothing.

    Raises:
        RuntimeError: the process couldn't do it.
    """
    if find_spec("atheris") is None:
        raise RuntimeError("The fuzzer isn't installed. `make soak PART=fuzz` does that.")
    with TemporaryDirectory() as folder:
        kept = corpus or Path(folder) / "corpus"
        asked = [target, folder, str(kept), "--seconds", str(seconds), "--seed", str(seed), "--fault", fault]
        done = subprocess.run(  # noqa: S603  # our own words
            [sys.executable, "-m", "tests.soak.fuzzing.fuzzer", *asked],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
            timeout=seconds + START,
            check=False,
        )
        if done.returncode in {HUNG, OUTGROWN}:
            print(done.stderr[-TAIL:], [path.read_bytes() for path in Path(folder).glob("*-*")], flush=True)
            return Counter({"hung" if done.returncode == HUNG else "grown": 1})
        if done.returncode:
            raise RuntimeError(done.stderr)
        found: Counts = Counter(json.loads((Path(folder) / COUNTS).read_text("utf-8")))
    return Counter({"seconds": seconds, NAMES[target]: found.pop("inputs")}) + found


def _fuzz_planted(target: str, fault: str, seconds: int, seed: int) -> Counts:
    return fuzz(target, seed, seconds, fault)


def _plant(sentence: str, finds: str, target: str, fault: str, seconds: int = PLANTED) -> Control:
    return Control(sentence, finds, partial(_fuzz_planted, target, fault, seconds), tries=2)


PART = Part(
    name="fuzz",
    promise="Whatever people write is refused or accepted as what it is, in time, and leaves nothing in memory",
    run=run,
    run_sample=run_sample,
    full=3,
    sample=3,
    faults=("crashes", "changed", "slow", "hung", "grown"),
    controls=(
        _plant("a set is split after a tile that it lacks", "crashes", "notation", "split anywhere"),
        _plant("a shared tile is written without its set", "changed", "notation", "forget owners"),
        _plant("a line takes long if it has many parts", "slow", "notation", "take long"),
        _plant("a number is counted to forever", "hung", "notation", "count forever"),
        _plant("every line that was written is kept", "grown", "notation", "keep all", SAMPLE // 2),
        _plant("a modal's field is searched beyond the last one", "crashes", "forms", "search a field"),
        _plant("a menu's entry is looked up unchecked", "crashes", "ids", "pick anything"),
    ),
)
