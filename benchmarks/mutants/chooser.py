"""A plugin of pytest that runs the tests of a list alone, in its order."""

import json
import os
from pathlib import Path

import pytest

CHOSEN = "MUTANTS_TESTS"  # in the environment: the file with the list, in JSON


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the chosen tests; those that share a bot or a browser come last, file by file."""
    chosen: list[str] = json.loads(Path(os.environ[CHOSEN]).read_text("utf-8"))
    rank = {test: at for at, test in enumerate(chosen)}
    kept = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])
    files = list(dict.fromkeys(_file(item) for item in kept))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in rank])
    items[:] = sorted(kept, key=lambda item: files.index(_file(item)) if _shares(item) else -1)


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _shares(item: pytest.Item) -> bool:
    """Does this test use anything that stays up for other tests of its file?"""
    info = getattr(item, "_fixtureinfo", None)
    known = info.name2fixturedefs.values() if info else ()
    return any(each[-1].scope in {"class", "module"} for each in known)
