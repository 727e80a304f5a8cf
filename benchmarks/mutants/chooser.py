"""A pytest plugin that runs only the tests of a list, in its order."""

import json
import os
from pathlib import Path

import pytest

CHOSEN = "MUTANTS_TESTS"  # environment variable: the path of the JSON file with the list


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep only the chosen tests, in the list's order; but those that share a fixture come last, file by file.

    pytest calls this after it has collected all tests (`items`).
    """
    chosen: list[str] = json.loads(Path(os.environ[CHOSEN]).read_text("utf-8"))
    rank = {test: at for at, test in enumerate(chosen)}
    kept = sorted((item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid])
    files = list(dict.fromkeys(_file(item) for item in kept))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in rank])
    items[:] = sorted(kept, key=lambda item: files.index(_file(item)) if _shares(item) else -1)


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def _shares(item: pytest.Item) -> bool:
    """Return whether a test uses a fixture that is shared by the tests of its class or file."""
    info = getattr(item, "_fixtureinfo", None)
    known = info.name2fixturedefs.values() if info else ()
    return any(each[-1].scope in {"class", "module"} for each in known)
