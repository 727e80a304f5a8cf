"""Discord's rate limits as commonly observed: five requests per bucket, by channel or token, reported in headers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.api.faults import make_rate_limit_reply

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playground.api.calls import Reply

MESSAGES, MESSAGE = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"


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


class RateLimits:
    """The numbers of recent requests, counted in time windows, one for each route and channel or token.

    A window starts with its first request.
    """

    def __init__(self) -> None:
        self._windows: dict[tuple[str, str, str], tuple[float, int]] = {}

    def enter(
        self, method: str, route: str, path: Mapping[str, str], now: float
    ) -> tuple[dict[str, str], Reply | None]:
        """Count a request at `now` (seconds); return the rate-limit headers for its reply, and a 429 if over the limit.

        `route` is the path template, and `path` has the path's parameters by name. For a route without a limit, the
        headers are empty and there's no 429.
        """
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
