"""The pace of counted requests, the most urgent first, and a stop before Discord bans the bot.

Discord allows a bot 50 requests per second; those of interactions aren't counted. discord.py waits when it's told to.
Discord bans a bot for a while after 10,000 invalid requests in ten minutes: 401, 403, and 429 except those of a shared
limit. https://docs.discord.com/developers/topics/rate-limits
"""

import asyncio
import heapq
import time
from collections import deque
from collections.abc import Callable
from enum import IntEnum
from http import HTTPStatus
from itertools import count

import aiohttp

PER_SECOND = 45  # turns, evenly spread; the other five requests are for what takes none
SECOND = 1.0
BUSY, MEASURED = 0.7, 5  # the share of the turns above which the bot is busy, and the seconds that it's measured in
PAUSE = 1.0  # seconds between two edits of one message: Discord allows about five in five seconds
LONGER_PAUSE = 3.0  # the same while the bot is busy, or while computers move in turn
MOST_INVALID, WINDOW = 1_000, 600.0  # invalid requests in this time, in seconds, after which counted ones aren't sent
INVALID = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS})
SHARED = "shared"  # Discord's name for a limit that others can use up


class Urgency(IntEnum):
    """The order of turns when there are more than the pace allows."""

    PING = 0
    TABLE = 1
    OTHER = 2


class RequestsHalted(aiohttp.ClientError):
    """A counted request wasn't sent, because Discord has refused too many lately."""


class RequestBudget:
    """Gives a turn every 45th of a second, to the most urgent first, and knows whether counted requests may be sent.

    What a request shows is read and drawn after its turn has come, so that it's as new as can be.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._turns: deque[float] = deque(maxlen=PER_SECOND * MEASURED)  # times, oldest first
        self._invalid: deque[float] = deque()  # the same
        self._waiting: list[tuple[Urgency, int, asyncio.Future[None]]] = []  # a heap
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for a turn, or over 70 % of the last five seconds' turns were taken."""
        since = self._clock() - MEASURED
        return bool(self._waiting) or sum(at > since for at in self._turns) > BUSY * PER_SECOND * MEASURED

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

    def require_allowed(self) -> None:
        """Raise RequestsHalted if 1,000 requests were invalid in the last ten minutes: no counted one may be sent."""
        if self.invalid >= MOST_INVALID:
            raise RequestsHalted

    def note_response(self, status: int, scope: str | None) -> None:
        """Note a response to any request by its HTTP status; `scope` is its `X-RateLimit-Scope`, if it has one."""
        if status in INVALID and scope != SHARED:
            self._invalid.append(self._clock())

    async def take_turn(self, urgency: Urgency) -> bool:
        """Wait until a counted request of this urgency may be made; return whether that took time."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, next(self._numbers), turn))
        self._give_turns()
        has_waited = not turn.done()
        await turn
        return has_waited

    def _give_turns(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        while self._waiting:
            now = self._clock()
            if self._turns and (wait := self._turns[-1] + SECOND / PER_SECOND - now) > 0:
                self._timer = asyncio.get_running_loop().call_later(wait, self._give_turns)
                return
            turn = heapq.heappop(self._waiting)[-1]
            if not turn.done():  # whoever waited was canceled
                self._turns.append(now)
                turn.set_result(None)
