"""The process that fuzzes one target for some seconds: `python -m tests.soak.fuzzing.fuzzer`, started by the part fuzz.

libFuzzer changes inputs, and keeps those that take a branch of the bot's code that no other input took.
"""

import argparse
import gc
import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.soak.fuzzing.target import Changed, Target

TARGETS: Mapping[str, str] = {"notation": "Notation", "forms": "Forms", "ids": "Ids"}  # modules here, and their classes
MEASURED = ("cogs", "engine", "services", "storage", "ui", "tests.soak.fuzzing.faults")  # whose branches count
COUNTS = "counts.json"
LONGEST = 4096  # bytes of an input
HANGS = 30  # seconds, also of waiting for the processor, after which an input counts as one without an end
MEMORY = 2048  # MB after which it ends the process
TRIES = 1  # more of an input that took long, because another process may have been in its way
KEPT, KEPT_AT_ALL = 0.5, 5_000  # objects that may stay for each input, and in half of the time


@dataclass
class Watch:
    """What is seen of each input, until the time is over. A planted fault's first finding ends it sooner."""

    target: Target
    counts_file: Path
    seconds: float
    is_planted: bool
    counts: Counter[str] = field(default_factory=Counter)
    found: set[str] = field(default_factory=set)
    begun: float = field(default_factory=time.monotonic)
    halfway: tuple[int, int] | None = None  # how many inputs there were by then, and objects

    def try_input(self, data: bytes) -> None:
        """Send an input, and note what is wrong; at the end, write the counts and end the process."""
        spent = self._send(data)
        if spent > self.target.limit and min(self._send(data) for _ in range(TRIES)) > self.target.limit:
            self._note("slow", f"{spent:.1f} s", data)
        self.counts["inputs"] += 1
        elapsed = time.monotonic() - self.begun
        if self.halfway is None and elapsed > self.seconds / 2:
            self.halfway = self.counts["inputs"], count_objects()
        if elapsed > self.seconds or (self.is_planted and self.found):
            self._end()

    def _send(self, data: bytes) -> float:
        """Send an input, and return the seconds of the processor that it took."""
        begun = time.process_time()
        try:
            self.target.send(data)
        except Changed as changed:
            self._note("changed", str(changed), data)
        except Exception as error:  # noqa: BLE001  # whatever isn't a refusal is found
            self._note("crashes", _describe(error), data)
        return time.process_time() - begun

    def _note(self, kind: str, what: str, data: bytes) -> None:
        """Note a finding; of errors, the first at each place, and of all others, the first of its kind."""
        what, _, details = what.partition("\n")
        key = what if kind == "crashes" else kind
        if key not in self.found:
            self.found.add(key)
            self.counts[kind] += 1
            print(f"{kind}: {what}, for {data!r}\n{details}", flush=True)

    def _end(self) -> None:
        inputs, objects = self.halfway or (self.counts["inputs"], count_objects())
        kept = count_objects() - objects
        self.counts["grown"] = int(kept > max(KEPT_AT_ALL, KEPT * (self.counts["inputs"] - inputs)))
        print(f"{self.counts['inputs']:,} inputs; since halfway, {kept:,} objects were kept.")
        self.counts_file.write_text(json.dumps(self.counts), "utf-8")
        self.target.close()
        sys.stdout.flush()
        os._exit(0)  # libFuzzer's own end would take a few more inputs


def count_objects() -> int:
    """Return how many objects there are, without those in caches of a limited size."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.cache_parameters()["maxsize"]:
            each.cache_clear()
    gc.collect()
    return sys.getallocatedblocks()


def _describe(error: Exception) -> str:
    """Return the error and where it was raised, and on the next lines how the bot came there."""
    cause = error.__cause__ or error
    *_, last = traceback.extract_tb(cause.__traceback__)
    return f"{type(cause).__name__} at {last.filename}:{last.lineno}\n{''.join(traceback.format_exception(error))}"


def _fill(folder: Path, target: Target) -> tuple[Path, Path]:
    """Write the inputs to begin with, and libFuzzer's dictionary; return the paths of both."""
    inputs, words = folder / "inputs", folder / "words"
    inputs.mkdir()
    for number, sample in enumerate(target.samples):
        (inputs / f"{number}").write_bytes(sample)
    escaped = ("".join(f"\\x{byte:02x}" for byte in word.encode()) for word in target.words)
    words.write_text("".join(f'"{word}"\n' for word in escaped), "utf-8")
    return inputs, words


def main() -> None:
    """Fuzz until the time is over, and end the process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("folder", type=Path, help="an empty one, for inputs and the counts")
    parser.add_argument("corpus", type=Path, help="where inputs that take a branch of their own are kept")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--fault", default="", help="which one to plant")
    asked = parser.parse_args()
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=[*MEASURED]):
        kind = getattr(import_module(f"tests.soak.fuzzing.{asked.target}"), TARGETS[asked.target])
        plant = import_module("tests.soak.fuzzing.faults").plant
    if asked.fault:
        plant(asked.fault)
    target: Target = kind()
    inputs, words = _fill(asked.folder, target)
    asked.corpus.mkdir(parents=True, exist_ok=True)
    options = {
        "seed": asked.seed,
        "dict": words,
        "max_len": LONGEST,
        "timeout": HANGS,
        "rss_limit_mb": MEMORY,
        "artifact_prefix": f"{asked.folder}/",
        "verbosity": 0,
    }
    watch = Watch(target, asked.folder / COUNTS, asked.seconds, is_planted=bool(asked.fault))
    folders = str(asked.corpus), str(inputs)  # new inputs go to the first
    atheris.Setup([sys.argv[0], *folders, *(f"-{name}={value}" for name, value in options.items())], watch.try_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
