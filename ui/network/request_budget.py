"""The bot's share of Discord's global rate limit, given to urgent requests first, and a breaker for refused ones.

Discord allows a bot 50 requests per second; those of interactions aren't counted. It bans a bot for a while after
10,000 invalid requests in ten minutes: 401, 403, and 429 except those of a shared limit.
https://docs.discord.com/developers/topics/rate-limits
"""

import asyncio
import heapq
import math
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from enum import IntEnum
from http import HTTPStatus
from itertools import count

import aiohttp

ALLOWED = 50  # requests in any second, as Discord counts them
PER_SECOND = 45  # requests that start in any second; the other five are for those of before a restart
SECOND = 1.0
BUSY, MEASURED = 0.7, 5.0  # the share of the budget above which the bot is busy, and the seconds that it's measured in
# Requests of one urgency that are being prepared, or are ready and wait for their start: a third of a second's, while a
# picture takes some 10 ms. It saves memory with many open games; no other value was compared.
AHEAD = 16
MOST_INVALID, WINDOW = 1_000, 600.0  # invalid requests in this time, in seconds, after which counted ones aren't sent
INVALID = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS})
PAUSE = 1.0  # seconds between two edits of one message: Discord allows about five in five seconds
LONGER_PAUSE = 3.0  # the same while the bot is busy, or while computers move in turn
SHARED = "shared"  # Discord's name for a limit that others can use up


class Urgency(IntEnum):
    """The order in which requests are sent when there are more than the budget allows."""

    PING = 0
    TABLE = 1
    OTHER = 2


class RequestsHalted(aiohttp.ClientError):
    """A counted request wasn't sent, because Discord has refused too many lately."""


_urgency: ContextVar[Urgency] = ContextVar("urgency", default=Urgency.OTHER)
_preparation: ContextVar[ExitStack | None] = ContextVar("preparation", default=None)


@contextmanager
def urgent(urgency: Urgency) -> Iterator[None]:
    """Send the requests that are made meanwhile with this urgency."""
    token = _urgency.set(urgency)
    try:
        yield
    finally:
        _urgency.reset(token)


class RequestBudget:
    """Lets counted requests start: 45 in any second, the most urgent first, and none after 1,000 invalid ones.

    Discord gets at most 50 in any second, however long they take: an answered one keeps its place for a second.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started: deque[float] = deque(maxlen=round(PER_SECOND * MEASURED))  # times, oldest first
        self._unanswered = 0
        self._answered: deque[float] = deque(maxlen=ALLOWED)  # times, oldest first
        self._invalid: deque[float] = deque()  # times, oldest first
        self._waiting: list[tuple[Urgency, int, asyncio.Future[None]]] = []  # a heap
        self._preparing = {urgency: asyncio.Semaphore(AHEAD) for urgency in Urgency}
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_busy(self) -> bool:
        """Whether requests wait or can't be prepared yet, or over 70 % of the last five seconds' budget is used."""
        if self._waiting or any(slots.locked() for slots in self._preparing.values()):
            return True
        since = self._clock() - MEASURED
        return sum(at > since for at in self._started) > BUSY * PER_SECOND * MEASURED

    @property
    def edit_pause(self) -> float:
        """The seconds between two edits of one message."""
        return LONGER_PAUSE if self.is_busy else PAUSE

    @property
    def invalid(self) -> int:
        """The number of invalid requests in the last ten minutes."""
        while self._invalid and self._invalid[0] <= self._clock() - WINDOW:
            self._invalid.popleft()
        return len(self._invalid)

    @property
    def is_halted(self) -> bool:
        """Whether no counted request may be sent, because 1,000 were invalid in the last ten minutes."""
        return self.invalid >= MOST_INVALID

    @asynccontextmanager
    async def preparing(self) -> AsyncIterator[None]:
        """Prepare a counted request, such as its picture, and send it: the block begins when its turn is near.

        Its urgency is that of the surrounding `urgent`. Only a few of each are prepared ahead, in order, so that what a
        request shows is read late and doesn't fill the memory. When the block's first request starts, the next one
        may be prepared.
        """
        slots = self._preparing[_urgency.get()]
        await slots.acquire()
        with ExitStack() as preparation:
            preparation.callback(slots.release)
            token = _preparation.set(preparation)
            try:
                yield
            finally:
                _preparation.reset(token)

    async def start(self) -> None:
        """Wait until a counted request may start; its urgency is that of the surrounding `urgent`. `end` must follow.

        Raises: RequestsHalted if it mustn't be sent.
        """
        if self.is_halted:
            raise RequestsHalted
        start: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (_urgency.get(), next(self._numbers), start))
        self._let_start()
        try:
            await start
        except asyncio.CancelledError:
            if start.done() and not start.cancelled():
                self.end()
            raise
        if preparation := _preparation.get():
            preparation.close()

    def end(self) -> None:
        """Note that a request that has started is answered or has failed."""
        self._unanswered -= 1
        self._answered.append(self._clock())
        self._let_start()

    def note_response(self, status: int, scope: str | None) -> None:
        """Note a response to any request by its HTTP status; `scope` is its `X-RateLimit-Scope`, if it has one."""
        if status in INVALID and scope != SHARED:
            self._invalid.append(self._clock())

    def _let_start(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        while self._waiting:
            wait = self._find_wait()
            if wait > 0:
                if wait < math.inf:
                    self._timer = asyncio.get_running_loop().call_later(wait, self._let_start)
                return
            start = heapq.heappop(self._waiting)[-1]
            if not start.done():  # its request was canceled
                self._started.append(self._clock())
                self._unanswered += 1
                start.set_result(None)

    def _find_wait(self) -> float:
        """Return the seconds until the next request may start; at most 0 if it may now, infinite if one must end."""
        now, slots = self._clock(), ALLOWED - self._unanswered
        if slots <= 0:
            return math.inf
        start = self._started[-PER_SECOND] if len(self._started) >= PER_SECOND else -math.inf
        answer = self._answered[-slots] if len(self._answered) >= slots else -math.inf
        return max(start, answer) + SECOND - now
