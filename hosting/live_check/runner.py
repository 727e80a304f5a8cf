"""The run of the checks, one after another: a check that fails or hangs doesn't stop the others."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable

from hosting.live_check.check import (
    Check,
    CheckResult,
    CheckStatus,
    SkippedCheckError,
    UnexpectedBehaviorError,
    describe_answer,
)
from hosting.live_check.live_channel import LiveChannel

ADMINISTRATOR = "the bot is an administrator here, and channels can't take anything away from it"


async def run_checks(live: LiveChannel, checks: Iterable[Check]) -> AsyncIterator[CheckResult]:
    """Make the checks in order, and yield how each ended."""
    for check in checks:
        began = time.monotonic()
        status, seen = await _run(live, check)
        yield CheckResult(check, status, seen, time.monotonic() - began)


async def _run(live: LiveChannel, check: Check) -> tuple[CheckStatus, str]:
    try:
        _require_permissions(live, check)
        async with asyncio.timeout(check.seconds):
            return CheckStatus.PASSED, await check.run(live)
    except SkippedCheckError as reason:
        return CheckStatus.SKIPPED, str(reason)
    except UnexpectedBehaviorError as difference:
        return CheckStatus.FAILED, str(difference)
    except TimeoutError:
        return CheckStatus.FAILED, f"no end after {check.seconds:g} s; the last request was {live.traffic.latest}"
    except Exception as error:  # noqa: BLE001  # whatever happens in one check, the others are made
        return CheckStatus.FAILED, f"{describe_answer(error)} for {live.traffic.latest}"


def _require_permissions(live: LiveChannel, check: Check) -> None:
    """Reject a check for which the bot lacks permissions, or can't lose any.

    Raises:
        SkippedCheckError: the bot lacks some, or is an administrator.
    """
    held = live.permissions
    if missing := [each.replace("_", " ").title() for each in check.needs if not getattr(held, each)]:
        raise SkippedCheckError(f"the bot lacks {', '.join(missing)} in the channel")
    if "manage_roles" in check.needs and held.administrator:
        raise SkippedCheckError(ADMINISTRATOR)
