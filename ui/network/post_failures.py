"""The owners whose messages couldn't be brought up to date, such as tables, and when each is tried again.

Discord bans a bot for a while after 10,000 refused requests (401, 403, 429) in ten minutes. Those that stay broken
make fewer than 1,000, however many there are.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum, auto
from http import HTTPStatus

import discord

from services.concurrency.supervise import Backoff
from ui.network.request_trace import NotFromDiscord

OUTAGE = Backoff(first=1.0, longest=20.0)  # between two tries of an owner while Discord or the network fails
PROBE_EVERY = 20.0  # seconds between two tries of any while Discord refuses everything
CHANNEL_EVERY = 60.0  # seconds between two tries of an owner that Discord refuses
POLL_EVERY = 1.5  # seconds between two such tries of any: 400 refusals in the window, and 500 first ones
WINDOW = 600.0  # seconds
MOST_REFUSED = 900  # refusals in the window after which none is tried even if Discord reports a change
ALIKE = 10  # owners to try when one that was refused with the same code is shown again; each of them leads to others
UNKNOWN_CHANNEL = 10003  # Discord's code
AT_ONCE = 10  # owners that are tried at a time; Discord allows 50 requests per second


class Cause(Enum):
    """The extent of a failure: everything fails for now, everything is refused, or this channel is refused."""

    OUTAGE = auto()
    BLOCKED = auto()
    CHANNEL = auto()


@dataclass(frozen=True, slots=True)
class Failure:
    """An owner whose messages couldn't be shown in a channel: why, how often in a row, and when it's due again.

    `code` is Discord's error code, 0 without one; `status` is the HTTP status, 0 if no response came. `since`, when
    they were last shown without trouble, and `due` are in seconds of the monotonic clock; `due` is infinite while it's
    being tried. It's `hurried` if Discord has reported a change of its channel since it was last tried.
    """

    owner: str
    guild_id: int
    channel_id: int
    cause: Cause
    code: int
    status: int
    times: int
    since: float
    due: float
    hurried: bool = False

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


def is_deleted(client: discord.Client, guild_id: int, channel_id: int, error: Exception) -> bool:
    """Return whether this refusal means that the channel was deleted: Discord doesn't list it anymore either.

    Without its server, which may be having an outage, that isn't known.
    """
    is_unknown = isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL
    guild = client.get_guild(guild_id)
    return is_unknown and guild is not None and guild.get_channel_or_thread(channel_id) is None


class PostFailures:
    """The failed owners. `pick_due` returns those to try now; `note` and `clear` tell how a try ended."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: dict[str, Failure] = {}
        # by owner that is being shown: the servers and channels that have changed since; no channel stands for all
        self._tried: dict[str, list[tuple[int, int | None]]] = {}
        self._refused: deque[float] = deque()  # when requests were refused, within the window
        self._probed_at = self._polled_at = -math.inf

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

    @contextmanager
    def attempt(self, owner: str) -> Iterator[None]:
        """While this owner's messages are being shown, notice changes of their channels, for `note`."""
        self._tried[owner] = []
        try:
            yield
        finally:
            self._tried.pop(owner, None)

    def note(self, owner: str, guild_id: int, channel_id: int, error: Exception) -> Failure:
        """Note that this owner's messages couldn't be shown there, and return the failure."""
        now, cause, old = self._clock(), find_cause(error), self._failures.get(owner)
        if old and old.channel_id != channel_id:
            old = None
        times, since = old.times + 1 if old and old.cause is cause else 1, old.since if old else now
        wait = {Cause.OUTAGE: OUTAGE.wait(times), Cause.BLOCKED: PROBE_EVERY, Cause.CHANNEL: CHANNEL_EVERY}[cause]
        # The change may have come after the request that failed.
        has_changed = any(
            guild == guild_id and where in {None, channel_id} for guild, where in self._tried.get(owner, ())
        )
        hurried = has_changed or (old is not None and old.hurried)
        status = _find_status(error)
        if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS}:
            self._refused.append(now)
        code = error.code if isinstance(error, discord.HTTPException) else 0
        due = now if hurried else now + wait
        failure = Failure(owner, guild_id, channel_id, cause, code, status, times, since, due, hurried)
        self._failures[owner] = failure
        return failure

    def clear(self, owner: str) -> Failure | None:
        """Note that this owner's messages could be shown, and return its failure if it had failed before.

        All that wait because Discord refused everything are then due, and ten that it refused with this one's code:
        the cause may have ended for them too.
        """
        over = self._failures.pop(owner, None)
        waiting = [each for each in self._failures.values() if not each.is_tried_now and not each.hurried]
        blocked = [each for each in waiting if each.cause is Cause.BLOCKED]
        alike = [each for each in waiting if over and over.cause is Cause.CHANNEL and each.code == over.code]
        for each in (*blocked, *alike[:ALIKE]):
            self._failures[each.owner] = replace(each, due=self._clock(), hurried=True)
        return over

    def forget(self, owner: str) -> None:
        """Note that there's nothing to show for this owner anymore."""
        self._failures.pop(owner, None)

    def hurry(self, *, guild_id: int, channel_id: int | None = None) -> None:
        """Make the failures in this channel due now, or those on the whole server without one.

        Those that are being tried are due again if they fail.
        """
        for changed in self._tried.values():
            changed.append((guild_id, channel_id))
        for each in [*self._failures.values()]:
            if each.guild_id == guild_id and channel_id in {None, each.channel_id}:
                due = each.due if each.is_tried_now else self._clock()
                self._failures[each.owner] = replace(each, due=due, hurried=True)

    def pick_due(self) -> list[str]:
        """Return up to ten failed owners to try now, those that wait longest first."""
        now = self._clock()
        while self._refused and self._refused[0] <= now - WINDOW:
            self._refused.popleft()
        due = sorted((each for each in self._failures.values() if each.due <= now), key=lambda each: each.due)
        picked: list[str] = []
        for each in due:
            if len(picked) < AT_ONCE and self._may_try(each, now):
                picked.append(each.owner)
                self._failures[each.owner] = replace(each, due=math.inf, hurried=False)
        return picked

    def _may_try(self, failure: Failure, now: float) -> bool:
        if failure.cause is Cause.OUTAGE:
            return True
        if len(self._refused) >= MOST_REFUSED:
            return False
        if failure.hurried:
            return True
        if failure.cause is Cause.BLOCKED:
            may = now - self._probed_at >= PROBE_EVERY
            self._probed_at = now if may else self._probed_at
        else:
            may = now - self._polled_at >= POLL_EVERY
            self._polled_at = now if may else self._polled_at
        return may
