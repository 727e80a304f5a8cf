"""Network and server faults that tests switch on: delays, lost replies, rate limits, errors, broken sockets."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from playground.api.calls import Reply
from playground.gateway.gateway import Gateway
from playground.model.errors import UNAUTHORIZED, Reason, Refused

Change = Callable[[Any], Any]
"""A function that returns a changed JSON body; it may raise `Refused` to refuse the request."""
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


@dataclass(eq=False, slots=True)
class Fault:
    """A fault of the next `times` requests with this method and route (a path template); None matches any.

    `met` is set when the first arrives. Each waits for `seconds`, and if `held`, for `release`. Then one with `instead`
    gets this reply without being carried out; with `hang_up` its connection is cut; with `lost` it's carried out but
    answered with this status; `change_request` and `change_reply` change its body or the answer's.
    """

    method: str | None = None
    route: str | None = None
    times: int = 1
    seconds: float = 0.0
    held: bool = False
    instead: Reply | None = None
    lost: int = 0
    hang_up: bool = False
    change_request: Change | None = None
    change_reply: Change | None = None
    met: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Let all requests that wait for this fault continue, and hold no more of them."""
        self.released.set()


class Faults:
    """The faults that tests can switch on; each affects the next `times` requests that match.

    Routes are Discord's path templates, such as `/channels/{channel_id}/messages`; None matches every route or method.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._faults: list[Fault] = []

    def hold(self, route: str | None, *, method: str | None = None, times: int = 1) -> Fault:
        """Hold the next matching requests, before they are carried out, until the returned fault is released."""
        return self._add(Fault(method, route, times, held=True))

    def delay(self, route: str | None, seconds: float, *, method: str | None = None, times: int = 1) -> Fault:
        """Carry out the next matching requests only after this many seconds."""
        return self._add(Fault(method, route, times, seconds=seconds))

    def lose_reply(self, route: str | None, status: int = 500, *, method: str | None = None, times: int = 1) -> Fault:
        """Carry out the next matching requests, but answer `status`; discord.py retries after 500 and not after 503."""
        return self._add(Fault(method, route, times, lost=status))

    def server_error(self, route: str | None, status: int = 503, *, method: str | None = None, times: int = 1) -> Fault:
        """Answer the next matching requests with `status` without carrying them out."""
        reply = Reply(status, {"message": f"{status}: Service Unavailable", "code": 0})
        return self._add(Fault(method, route, times, instead=reply))

    def rate_limit(
        self,
        route: str | None,
        retry_after: float,
        *,
        everywhere: bool = False,
        method: str | None = None,
        times: int = 1,
    ) -> Fault:
        """Answer the next matching requests with a 429, of the bot's global limit if `everywhere`."""
        return self._add(Fault(method, route, times, instead=make_rate_limit_reply(retry_after, everywhere=everywhere)))

    def bad_gateway(self, route: str | None, status: int = 502, *, method: str | None = None, times: int = 1) -> Fault:
        """Answer the next matching requests as a proxy does whose Discord is away: in HTML, even with status 200."""
        page = f"<!doctype html><title>{status}</title>"
        return self._add(Fault(method, route, times, instead=Reply(status, page, {"Via": "1.1 proxy"})))

    def refuse(self, route: str | None, reason: Reason, *, method: str | None = None, times: int = 1) -> Fault:
        """Refuse the next matching requests for this reason, without looking at them."""
        return self._add(Fault(method, route, times, instead=Reply(reason.status, Refused(reason).body())))

    def refuse_token(self, route: str | None, *, method: str | None = None, times: int = 1) -> Fault:
        """Answer the next matching requests with 401, as if the bot's token had been reset."""
        return self.refuse(route, UNAUTHORIZED, method=method, times=times)

    def ban(self, route: str | None, *, method: str | None = None, times: int = 1) -> Fault:
        """Answer the next matching requests as Cloudflare does for a banned address: 429 and HTML, without `Via`."""
        page = "<!doctype html><title>Access denied | discord.com used Cloudflare to restrict access</title>"
        return self._add(Fault(method, route, times, instead=Reply(429, page, {"Retry-After": "600"})))

    def change_request(self, route: str | None, change: Change, *, method: str | None = None, times: int = 1) -> Fault:
        """Carry out the next matching requests with the bodies that `change` returns for theirs, or refuses."""
        return self._add(Fault(method, route, times, change_request=change))

    def change_reply(self, route: str | None, change: Change, *, method: str | None = None, times: int = 1) -> Fault:
        """Carry out the next matching requests; answer with what `change` returns for the body, or refuses."""
        return self._add(Fault(method, route, times, change_reply=change))

    def hang_up(self, route: str | None, *, method: str | None = None, times: int = 1) -> Fault:
        """Cut the connection of the next matching requests before they are carried out."""
        return self._add(Fault(method, route, times, hang_up=True))

    def clear(self) -> None:
        """Remove the faults of REST requests; those of the gateway stay."""
        self._faults.clear()

    def refuse_gateway(self, times: int = 1) -> None:
        """Answer the bot's next `times` gateway connections with HTTP 503 instead of opening a websocket."""
        self._gateway.refusals = times

    def kill_resume_host(self, *, dead: bool = True) -> None:
        """Answer connections to the host where sessions are resumed with 503 from now on, or stop doing so."""
        self._gateway.is_resume_host_dead = dead

    def kill_shards(self, numbers: Iterable[int]) -> None:
        """Cut these shards' sockets, and each new one when it logs in (which counts) or resumes; all others work."""
        self._gateway.dead_shards = frozenset(numbers)
        for number in self._gateway.dead_shards:
            self._gateway.drop(1006, number)

    def drop_gateway(self, code: int = 4000, *, shard: int | None = None) -> None:
        """Close all shards' sockets, or one's, with this close code (1006 cuts them); their sessions can be resumed."""
        self._gateway.drop(code, shard)

    def limit_logins(self, left: int, reset_after: float = 3600) -> None:
        """Leave the bot this many logins, and announce new ones in `reset_after` seconds."""
        self._gateway.logins.left, self._gateway.logins.reset_after = left, round(reset_after * 1000)

    def invalidate_session(self) -> None:
        """End the bot's gateway sessions, so that it has to identify again."""
        self._gateway.invalidate()

    def ask_reconnect(self) -> None:
        """Ask the bot to reconnect and resume."""
        self._gateway.ask_reconnect()

    def refuse_resumes(self, *, refused: bool = True) -> None:
        """Answer RESUME with INVALID_SESSION from now on, or stop doing so."""
        self._gateway.accept_resumes = not refused

    def deliver_twice(self, times: int = 1) -> None:
        """Send each of the bot's next `times` interactions twice, as Discord does to a bot with two sessions."""
        self._gateway.doubled = times

    def _add(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault

    async def strike(self, method: str, route: str | None) -> Fault | None:
        """Return the first fault that matches this request, or None, once the request may go on."""
        matching = (each for each in self._faults if each.method in (None, method) and each.route in (None, route))
        fault = next(matching, None)
        if fault is None:
            return None
        fault.times -= 1
        if not fault.times:
            self._faults.remove(fault)
        fault.met.set()
        if fault.seconds:
            await asyncio.sleep(fault.seconds)
        if fault.held:
            await fault.released.wait()
        return fault


def make_rate_limit_reply(retry_after: float, *, everywhere: bool = False) -> Reply:
    """Build a 429 reply of the bot's global limit if `everywhere`, else of the route's.

    Without its `Via` header, discord.py would take it for a ban and give up at once.
    """
    headers = {
        "Via": "1.1 playground",
        "Retry-After": str(int(retry_after) + 1),
        "X-RateLimit-Scope": "global" if everywhere else "user",
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere, "code": 0}
    return Reply(429, body, headers)
