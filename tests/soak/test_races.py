"""One round of every scene of the part races."""

import asyncio

import pytest

from tests.soak.parts import races


@pytest.mark.parametrize("scene", races.SCENES)
def test_what_is_asked_at_once_or_twice_happens_once_and_is_answered(scene: races.Scene) -> None:
    found = asyncio.run(races.race(1, [scene]))

    assert found["rounds"] == 1
    assert not races.PART.find_faults(found)
