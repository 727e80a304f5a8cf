"""The owners whose messages couldn't be brought up to date, such as tables, and when each is tried again.

Discord bans a bot for a while after 10,000 refused requests (401, 403, 429) in ten minutes. Those that stay broken
make fewer than 1,000, however many there are.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from http import HTTPStatus

import discord

from services.concurrency.supervise import Backoff
from storage.recent import LruCache
from ui.network.request_budget import RequestBudget
from ui.network.request_trace import NotFromDiscord

OUTAGE = Backoff(first=1.0, longest=20.0)  # between two tries of an owner while Discord or the network fails
PROBE_EVERY = 20.0  # seconds between two tries of any while Discord refuses everything
CHANNEL_EVERY = 60.0  # seconds between two tries of an owner that Discord refuses
POLL_EVERY = 1.5  # seconds between two such tries of any: 400 refusals in ten minutes, and 500 first ones
MOST_INVALID = 900  # invalid requests in ten minutes after which none is tried even if Discord reports a change
ALIKE = 10  # owners to try when one that was refused with the same code is shown again; each of them leads to others
UNKNOWN_CHANNEL = 10003  # Discord's code
AT_A_TIME = 10  # owners that are tried at a time; Discord allows 50 requests per second
AT_ONCE = -math.inf  # when a failure is due whose cause has perhaps ended
MOST_CHANGES = 1_000  # of channels and servers that are remembered, for the tries during which they came


class Cause(Enum):
    """The extent of a failure: everything fails for now, everything is refused, or this channel is refused."""

    OUTAGE = auto()
    BLOCKED = auto()
    CHANNEL = auto()


@dataclass(frozen=True, slots=True)
class Failure:
    """An owner whose messages couldn't be shown in a channel: why, how often in a row, and when it's due again.

    `number` is Discord's error code, the HTTP status without one, and 0 if no response came. `since`, when they were
    last shown without trouble, and `due` are in seconds of the monotonic clock; `due` is infinite while it's being
    tried, and `AT_ONCE` if Discord has reported a change, or another owner's trouble has ended.
    """

    owner: str
    guild_id: int
    channel_id: int
    cause: Cause
    number: int
    times: int
    since: float
    due: float

    @property
    def is_tried_now(self) -> bool:
        """Whether it's being tried, so that its trouble may be over."""
        return self.due == math.inf


def find_cause(error: Exception) -> Cause:
    """Return the extent of a failure that this error reports."""
    status = _find_status(error)
    if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.TOO_MANY_REQUESTS}:
        return Cause.BLOCKED
    if isinstance(error, NotFromDiscord) and status == HTTPStatus.FORBIDDEN:
        return Cause.BLOCKED
    is_refusal = isinstance(error, discord.HTTPException) and status < HTTPStatus.INTERNAL_SERVER_ERROR
    return Cause.CHANNEL if is_refusal else Cause.OUTAGE


def _find_status(error: Exception) -> int:
    return error.status if isinstance(error, discord.HTTPException | NotFromDiscord) else 0


def find_number(error: Exception) -> int:
    """Return Discord's error code, the HTTP status without one, and 0 if no response came."""
    code = error.code if isinstance(error, discord.HTTPException) else 0
    return code or _find_status(error)


def is_deleted(client: discord.Client, guild_id: int, channel_id: int, error: Exception) -> bool:
    """Return whether this refusal means that the channel was deleted: Discord doesn't list it anymore either.

    Without its server, which may be having an outage, that isn't known.
    """
    is_unknown = isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL
    guild = client.get_guild(guild_id)
    return is_unknown and guild is not None and guild.get_channel_or_thread(channel_id) is None


class PostFailures:
    """The failed owners. `pick_due` returns those to try now; `note` and `clear` tell how a try ended."""

    def __init__(self, budget: RequestBudget, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._budget = budget
        self._failures: dict[str, Failure] = {}
        self._changed_at: LruCache[float] = LruCache(MOST_CHANGES)  # by server, and channel or None for all
        self._polled_at = dict.fromkeys(Cause, -math.inf)

    def __len__(self) -> int:
        return len(self._failures)

    def find(self, owner: str) -> Failure | None:
        """Return why this owner's messages couldn't be shown; None if they could, or haven't been tried."""
        return self._failures.get(owner)

    def is_same(self, failure: Failure) -> bool:
        """Return whether this failure's owner has failed ever since, for whatever reasons."""
        now = self._failures.get(failure.owner)
        return now is not None and now.since == failure.since

    def is_waiting(self, owner: str, channel_id: int) -> bool:
        """Return whether this owner has failed in this channel, and isn't to be tried before it's picked."""
        failure = self._failures.get(owner)
        return failure is not None and failure.channel_id == channel_id and not failure.is_tried_now

    def note(self, owner: str, guild_id: int, channel_id: int, error: Exception, *, began: float) -> Failure:
        """Note that this owner's messages couldn't be shown there by a try that `began` then; return the failure.

        It's due at once if Discord has reported a change since: that may have come after the request that failed.
        """
        now, cause, old = self.clock(), find_cause(error), self._failures.get(owner)
        if old and old.channel_id != channel_id:
            old = None
        times, since = old.times + 1 if old and old.cause is cause else 1, old.since if old else now
        wait = {Cause.OUTAGE: OUTAGE.wait(times), Cause.BLOCKED: PROBE_EVERY, Cause.CHANNEL: CHANNEL_EVERY}[cause]
        changes = [self._changed_at.get((guild_id, where)) or -math.inf for where in (None, channel_id)]
        due = AT_ONCE if max(changes) >= began else now + wait
        failure = Failure(owner, guild_id, channel_id, cause, find_number(error), times, since, due)
        self._failures[owner] = failure
        return failure

    def clear(self, owner: str) -> Failure | None:
        """Note that this owner's messages could be shown, and return its failure if it had failed before.

        All that wait because Discord refused everything are then due, and ten that failed with this one's number: the
        cause may have ended for them too.
        """
        over = self._failures.pop(owner, None)
        waiting = [each for each in self._failures.values() if math.isfinite(each.due)]
        blocked = [each for each in waiting if each.cause is Cause.BLOCKED]
        alike = [each for each in waiting if over and each.number == over.number]
        for each in (*blocked, *alike[:ALIKE]):
            self._failures[each.owner] = replace(each, due=AT_ONCE)
        return over

    def forget(self, owner: str) -> None:
        """Note that there's nothing to show for this owner anymore."""
        self._failures.pop(owner, None)

    def hurry(self, *, guild_id: int, channel_id: int | None = None) -> None:
        """Make the failures in this channel due now, or those on the whole server without one.

        Those that are being tried are due again if they fail.
        """
        self._changed_at.keep((guild_id, channel_id), self.clock())
        for each in [*self._failures.values()]:
            if each.guild_id == guild_id and channel_id in {None, each.channel_id} and not each.is_tried_now:
                self._failures[each.owner] = replace(each, due=AT_ONCE)

    def pick_due(self) -> list[str]:
        """Return up to ten failed owners to try now, those that wait longest first."""
        now = self.clock()
        due = sorted((each for each in self._failures.values() if each.due <= now), key=lambda each: each.due)
        picked: list[str] = []
        for each in due:
            if len(picked) < AT_A_TIME and self._may_try(each, now):
                picked.append(each.owner)
                self._failures[each.owner] = replace(each, due=math.inf)
        return picked

    def _may_try(self, failure: Failure, now: float) -> bool:
        if failure.cause is Cause.OUTAGE:
            return True
        if self._budget.invalid >= MOST_INVALID:
            return False
        if failure.due == AT_ONCE:
            return True
        if now - self._polled_at[failure.cause] < (PROBE_EVERY if failure.cause is Cause.BLOCKED else POLL_EVERY):
            return False
        self._polled_at[failure.cause] = now
        return True
