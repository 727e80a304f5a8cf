"""What people are told when their request fails, and what the log says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from storage.errors import StorageError
from tests.support.interactions import Interaction
from ui.error_replies import explain

if TYPE_CHECKING:
    import pytest


async def told(error: Exception) -> str:
    asked = Interaction()
    await explain(cast("Any", asked), error)
    (screen,) = asked.shown
    assert screen.is_private
    return screen.text


async def test_a_failing_database_is_said_privately_and_logged_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    said = await told(StorageError("The database could not do its work: disk I/O error."))

    assert said == "I can't read or save games right now. Try again in a minute."
    assert [each.getMessage() for each in caplog.records] == [
        "an answer failed: The database could not do its work: disk I/O error."
    ]
    assert caplog.records[0].exc_info is None


async def test_an_unexpected_error_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    """The control."""
    assert "Something went wrong on my end." in await told(LookupError())
    assert caplog.records[0].exc_info
