from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.house import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A playground and a bot of this test alone."""
    async with House.open(tmp_path) as house:
        yield house
