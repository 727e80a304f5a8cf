"""A command of the owner's, perhaps with a fault that a control plants: `python -m tests.soak.owner FAULT COMMAND`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bot
from storage.backups import copying, restoring
from storage.backups.files import publish
from storage.database import Database


@contextmanager
def _write_in_place(target: Path) -> Iterator[Path]:
    """Write to the file itself."""
    target.write_bytes(b"")
    yield target


def _do_nothing(*_: object) -> bool:
    return True


def _keep_nothing(*_: object) -> None:
    """Forget the database that was there."""


def _litter(part: Path, target: Path) -> None:
    """Leave an empty file behind."""
    publish(part, target)
    target.with_name(f"{target.name}.kept").touch()


async def _run_piecemeal(database: Database, work: Any) -> Any:
    """Run a transaction without one."""
    return await work(database._connection)  # noqa: SLF001  # what is planted is a part of it


FAULTS: dict[str, list[tuple[Any, str, Any]]] = {
    "": [],
    "in-place": [(copying, "write_part", _write_in_place), (copying, "publish", _do_nothing)],
    "stale-journal": [(restoring, "_apply_journal", _do_nothing), (restoring, "_take_place_of", _do_nothing)],
    "keep-nothing": [(restoring, "_keep", _keep_nothing)],
    "litter": [(copying, "publish", _litter), (restoring, "publish", _litter)],
    "piecemeal": [(Database, "_attempt", _run_piecemeal)],
}


def main(fault: str, *arguments: str) -> None:
    for owner, name, planted in FAULTS[fault]:
        setattr(owner, name, planted)
    bot.main(arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
