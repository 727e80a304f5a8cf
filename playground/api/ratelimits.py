"""Discord's rate limits: the bot's global one, and those of routes as commonly observed.

Only the global one is documented: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
The others are five requests per bucket, by channel or token, reported in headers.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from playground.api.calls import Reply
from playground.api.faults import make_rate_limit_reply

MESSAGES, MESSAGE = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
INTERACTIONS = ("/interactions/", "/webhooks/")  # the beginnings of routes that the global limit leaves out
GLOBAL = 50  # requests per second


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of `requests` per `seconds` on a route, counted separately for each value of path parameter `major`."""

    requests: int
    seconds: float
    major: str


LIMITS = {
    ("POST", MESSAGES): Limit(5, 5.0, "channel_id"),
    ("PATCH", MESSAGE): Limit(5, 5.0, "channel_id"),
    ("DELETE", MESSAGE): Limit(5, 1.0, "channel_id"),
    ("POST", WEBHOOK): Limit(5, 2.0, "webhook_token"),
    ("PATCH", f"{WEBHOOK}/messages/@original"): Limit(5, 2.0, "webhook_token"),
    ("PATCH", f"{WEBHOOK}/messages/{{message_id}}"): Limit(5, 2.0, "webhook_token"),
}


class GlobalLimit:
    """The bot's limit of requests in any second, on all routes but those of interactions."""

    def __init__(self, per_second: int = GLOBAL) -> None:
        self._allowed: deque[float] = deque(maxlen=per_second)  # when requests were, oldest first

    def enter(self, route: str, now: float) -> Reply | None:
        """Count a request at `now` (seconds) to this path template; return a 429 if it's over the limit."""
        if route.startswith(INTERACTIONS):
            return None
        if len(self._allowed) == self._allowed.maxlen and (wait := self._allowed[0] + 1 - now) > 0:
            return make_rate_limit_reply(round(wait, 3), everywhere=True)
        self._allowed.append(now)
        return None


class RateLimits:
    """The numbers of recent requests by route and channel or token; a time window starts with its first request."""

    def __init__(self) -> None:
        self._windows: dict[tuple[str, str, str], tuple[float, int]] = {}

    def enter(
        self, method: str, route: str, path: Mapping[str, str], now: float
    ) -> tuple[dict[str, str], Reply | None]:
        """Count a request to a path template; return the reply's headers, and a 429 if over the limit."""
        limit = LIMITS.get((method, route))
        if limit is None:
            return {}, None
        self._sweep(now)
        key = (method, route, path[limit.major])
        end, used = self._windows.get(key, (now + limit.seconds, 0))
        self._windows[key] = (end, used + 1)
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(max(0, limit.requests - used - 1)),
            "X-RateLimit-Reset": f"{end:.3f}",
            "X-RateLimit-Reset-After": f"{end - now:.3f}",
            "X-RateLimit-Bucket": f"{abs(hash((method, route))):x}",
        }
        return headers, make_rate_limit_reply(round(end - now, 3)) if used >= limit.requests else None

    def _sweep(self, now: float) -> None:
        for key in [key for key, (end, _) in self._windows.items() if end <= now]:
            del self._windows[key]
