"""Cases of which `make test` tries a few, and `make soak PART=tests` all."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int) -> list[Any]:
    """The cases for `parametrize`: the first of every so many as they are, and the others as soak tests."""
    return [pytest.param(case, marks=[pytest.mark.soak] if index % every else []) for index, case in enumerate(cases)]
