"""Play golden games: `python -m tests.golden` writes those of every version of the rules that has none.

It never writes over those of a version: rules that changed need another version. It deletes the games of versions that
nothing plays anymore. `python -m tests.golden --complete` only fails if a version has none.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from engine.variants import load
from tests.golden.games import list_old_files, name_file, write_games

SYSTEMS = load()


def _write(key: str) -> str:
    return f"{write_games(SYSTEMS[key]).name} is written."


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--complete", action="store_true", help="only fail if a version of the rules has no games")
    asked = parser.parse_args()
    lacking = [key for key, each in SYSTEMS.items() if not name_file(each.info).exists()]
    if asked.complete:
        sys.exit(f"No golden games of {', '.join(lacking)}: run python -m tests.golden." if lacking else 0)
    for old in list_old_files(SYSTEMS):
        old.unlink()
        print(f"{old.name} is deleted: these rules have another version now.")  # noqa: T201  # for the person who runs it
    for key in sorted(SYSTEMS.keys() - {*lacking}):
        print(f"{name_file(SYSTEMS[key].info).name} stays: changed rules need another version.")  # noqa: T201  # the same
    with ProcessPoolExecutor() as processes:
        for line in processes.map(_write, lacking):
            print(line, flush=True)  # noqa: T201  # the same


if __name__ == "__main__":
    main()
