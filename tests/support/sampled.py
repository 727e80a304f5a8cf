"""Cases of which `make test` tries a few, and `make soak PART=tests` all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def sampled(cases: Iterable[Any], every: int) -> list[Any]:
    """The cases for `parametrize`: the first of every so many as they are, and the others as soak tests."""
    return [pytest.param(case, marks=[pytest.mark.soak] if place % every else []) for place, case in enumerate(cases)]
