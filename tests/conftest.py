"""What holds for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Before any test file imports one of them: what is imported already is not rewritten.
pytest.register_assert_rewrite("tests.e2e.running_bot", "tests.e2e.looking", "tests.e2e.player")

# How fast examples are made and tried says how busy the machine is, not whether they are right.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

SLOW = (Path(__file__).with_name("e2e"), Path(__file__).with_name("test_recipe.py"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that wait for other processes: at the end, only one worker would wait for them."""
    items.sort(key=lambda item: not any(item.path.is_relative_to(slow) for slow in SLOW))
