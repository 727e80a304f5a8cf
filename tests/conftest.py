"""What holds for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How fast examples are made and tried says how busy the machine is, not whether they are right.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
