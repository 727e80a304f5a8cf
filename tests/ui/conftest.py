from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.text.phrases import ENGLISH, speak_in
from tests.support.longest import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=["English", *LONGEST])
def any_language(request: pytest.FixtureRequest) -> Iterator[None]:
    """English, and what is longest in all languages together: in characters, and in bytes."""
    with speak_in(LONGEST.get(request.param, ENGLISH)):
        yield
