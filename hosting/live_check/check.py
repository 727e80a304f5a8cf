"""A check of what Discord does, and the ways in which it can end."""

from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import dataclass
from enum import Enum
from typing import Any

import discord

from hosting.live_check.live_channel import LiveChannel
from ui.outages import describe_outage


class UnexpectedBehaviorError(Exception):
    """Something that Discord did or didn't do, against what the bot relies on, as a sentence without ids or names."""


class SkippedCheckError(Exception):
    """A check that can't be made here, as the reason, such as "lacks Manage Roles"."""


class CheckStatus(Enum):
    """An end of a check."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A check: what it `does`, what Discord is expected to do, and why the bot relies on that.

    `run` returns what was seen, as a phrase for the report. It raises `UnexpectedBehaviorError` if Discord does
    something else, or `SkippedCheckError`. `items` are the numbers of the items in docs/live-check.md that it covers at
    least in part. Without the permissions in `needs` (discord.py's names), it's skipped. It may take `seconds`.
    """

    name: str
    does: str
    expects: str
    why: str
    run: Callable[[LiveChannel], Coroutine[Any, Any, str]]
    items: tuple[int, ...] = ()
    needs: tuple[str, ...] = ()
    seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The end of a check: what was seen, or why it was skipped, and how many seconds it took."""

    check: Check
    status: CheckStatus
    seen: str
    seconds: float


def describe_answer(error: Exception) -> str:
    """Return the status and Discord's code of a refusal, such as `HTTP 403, code 50013`, or another error's type.

    Discord's own words are left out, because they may quote what was sent.
    """
    if isinstance(error, discord.RateLimited):
        return f"HTTP 429, to be tried again after {error.retry_after:.0f} s,"
    code = f", code {error.code}" if isinstance(error, discord.HTTPException) and error.code else ""
    return describe_outage(error) + code


def require(fact: object, otherwise: str) -> None:
    """Reject what Discord did unless the fact is true.

    Raises:
        UnexpectedBehaviorError: it isn't; the message is `otherwise`.
    """
    if not fact:
        raise UnexpectedBehaviorError(otherwise)


async def require_refusal(request: Awaitable[object], codes: Collection[int], what: str) -> str:
    """Make a request that Discord must refuse with one of these codes, and describe its answer.

    `what` names the request, such as "a message without Send Messages".

    Raises:
        UnexpectedBehaviorError: Discord carries it out, or refuses it with another code.
    """
    expected = " or ".join(map(str, sorted(codes)))
    try:
        await request
    except discord.HTTPException as error:
        answer = describe_answer(error)
        require(error.code in codes, f"{what}: {answer} instead of code {expected}")
        return f"{what}: {answer}"
    raise UnexpectedBehaviorError(f"{what}: carried out instead of refused with code {expected}")


async def try_request(request: Awaitable[object]) -> str:
    """Make a request of which it isn't documented whether Discord takes it, and describe the answer."""
    try:
        await request
    except discord.HTTPException as error:
        return describe_answer(error)
    return "accepted"
