"""Things that go wrong on the way, on demand: delays, lost replies, rate limits, errors, broken sockets."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playground.api.calls import Reply

if TYPE_CHECKING:
    from playground.gateway.gateway import Gateway

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


@dataclass(eq=False, slots=True)
class Fault:
    """Strikes the next `times` requests of a method and route; None is any.

    `met` is set by the first. One that is held waits; then `instead` answers without doing anything, or `lost` does it
    and answers 500.
    """

    method: str | None = None
    route: str | None = None
    times: int = 1
    held: bool = False
    instead: Reply | None = None
    lost: bool = False
    hang_up: bool = False
    met: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    def strikes(self, method: str, route: str | None) -> bool:
        """Whether it still has a request of this kind to strike."""
        return self.times > 0 and self.method in (None, method) and self.route in (None, route)

    async def pause(self) -> None:
        """Wait for the release, if the requests are held."""
        if self.held:
            await self._released.wait()

    def release(self) -> None:
        """Let the requests that are held, or will be, go on."""
        self._released.set()


class Faults:
    """What tests may break. Routes are Discord's templates, such as `/channels/{channel_id}/messages`."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._faults: list[Fault] = []

    def hold(self, route: str | None, *, method: str | None = None, times: int = 1) -> Fault:
        """The request waits before the server looks at it, until the fault is released."""
        return self._add(Fault(method, route, times, held=True))

    def lose_reply(self, route: str | None, *, method: str | None = None, times: int = 1) -> Fault:
        """The request is carried out, but its answer arrives as a 500, which discord.py tries again."""
        return self._add(Fault(method, route, times, lost=True))

    def server_error(self, route: str | None, status: int = 503, *, method: str | None = None, times: int = 1) -> Fault:
        """The request is not carried out."""
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
        """A 429 with its `Via` header; `everywhere` makes it the global one."""
        return self._add(Fault(method, route, times, instead=make_rate_limit_reply(retry_after, everywhere=everywhere)))

    def hang_up(self, route: str | None, *, method: str | None = None, times: int = 1) -> Fault:
        """The connection is cut before the request is carried out."""
        return self._add(Fault(method, route, times, hang_up=True))

    def clear(self) -> None:
        """Nothing is broken any more."""
        self._faults.clear()

    def refuse_gateway(self, times: int = 1) -> None:
        """Answer the next websockets of the bot with 503, before anything is said on them."""
        self._gateway.refusals = times

    def drop_gateway(self, code: int = 4000) -> None:
        """Close the bot's sockets with this code; the sessions can be resumed."""
        self._gateway.drop(code)

    def invalidate_session(self) -> None:
        """End the sessions: the bot has to identify anew."""
        self._gateway.invalidate()

    def ask_reconnect(self) -> None:
        """Tell the bot to reconnect and resume."""
        self._gateway.ask_reconnect()

    def refuse_resumes(self, *, refused: bool = True) -> None:
        """Answer RESUME with INVALID_SESSION from now on, or no longer."""
        self._gateway.accept_resumes = not refused

    def _add(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault

    async def strike(self, method: str, route: str | None) -> Fault | None:
        """The fault that this request meets, once it need not wait any more."""
        fault = next((each for each in self._faults if each.strikes(method, route)), None)
        if fault is None:
            return None
        fault.times -= 1
        if not fault.times:
            self._faults.remove(fault)
        fault.met.set()
        await fault.pause()
        return fault


def make_rate_limit_reply(retry_after: float, *, everywhere: bool = False, scope: str = "user") -> Reply:
    """Without `Via` discord.py would take the 429 for a ban and give up at once."""
    headers = {
        "Via": "1.1 playground",
        "Retry-After": str(int(retry_after) + 1),
        "X-RateLimit-Scope": "global" if everywhere else scope,
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere, "code": 0}
    return Reply(429, body, headers)
