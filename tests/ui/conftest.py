from collections.abc import Iterator

import pytest

from engine.text.phrases import ENGLISH, speak_in
from tests.support.longest import LONGEST, SIGNS


@pytest.fixture(params=["English", *LONGEST])
def any_language(request: pytest.FixtureRequest) -> Iterator[None]:
    """English, and what is longest in all languages together: in characters, and in bytes; with tiles as emojis."""
    with speak_in(LONGEST.get(request.param, ENGLISH), SIGNS):
        yield
