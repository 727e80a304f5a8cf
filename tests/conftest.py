"""What holds for all tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# Before any test file imports one of them: what is imported already is not rewritten.
pytest.register_assert_rewrite("tests.e2e.running_bot", "tests.e2e.looking", "tests.e2e.player")

# How fast examples are made and tried says how busy the machine is, not whether they are right.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
