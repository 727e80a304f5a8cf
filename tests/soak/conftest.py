from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.running_bot import RunningBot


@pytest.fixture
async def running_bot(tmp_path: Path) -> AsyncIterator[RunningBot]:
    """A playground and a bot of this test alone."""
    async with RunningBot.open(tmp_path) as running_bot:
        yield running_bot
