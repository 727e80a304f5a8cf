"""The troubles that Discord makes on a bad day: refusals, limits, errors, cut connections, lost sessions."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from playground.api.faults import CALLBACK, Fault, Faults
from playground.model.errors import MISSING_PERMISSIONS, UNKNOWN_CHANNEL
from tests.e2e.running_bot import RunningBot

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"
ALWAYS = 10_000  # times
OFTEN = (1, 3, ALWAYS)  # times that a request is struck
LONGEST_LIMIT = 2.0  # seconds until a limited request may be repeated
DOUBLED = 20  # interactions


@dataclass(frozen=True)
class Where:
    """The requests that are struck: those with this method and route; None is any."""

    method: str | None = None
    route: str | None = None


POSTS = Where("POST", MESSAGES)
IN_CHANNELS = (POSTS, Where("PATCH", MESSAGE), Where("DELETE", MESSAGE))
EVERYWHERE = Where()
ANYWHERE = (*IN_CHANNELS, Where("POST", CALLBACK), EVERYWHERE)

Strike = Callable[[Faults, Where, int, random.Random], Fault]

IN_REQUESTS: dict[str, Strike] = {
    "401": lambda faults, at, times, _: faults.refuse_token(at.route, method=at.method, times=times),
    "403": lambda faults, at, times, _: faults.refuse(at.route, MISSING_PERMISSIONS, method=at.method, times=times),
    "404": lambda faults, at, times, _: faults.refuse(at.route, UNKNOWN_CHANNEL, method=at.method, times=times),
    "429": lambda faults, at, times, dice: faults.rate_limit(
        at.route, dice.uniform(0.1, LONGEST_LIMIT), method=at.method, times=times
    ),
    "429 for all": lambda faults, at, times, dice: faults.rate_limit(
        at.route, dice.uniform(0.1, LONGEST_LIMIT), everywhere=True, method=at.method, times=times
    ),
    "429 without Via": lambda faults, at, times, _: faults.ban(at.route, method=at.method, times=times),
    "500": lambda faults, at, times, _: faults.server_error(at.route, 500, method=at.method, times=times),
    "502 in HTML": lambda faults, at, times, _: faults.bad_gateway(at.route, method=at.method, times=times),
    "503": lambda faults, at, times, _: faults.server_error(at.route, 503, method=at.method, times=times),
    "lost with 500": lambda faults, at, times, _: faults.lose_reply(at.route, 500, method=at.method, times=times),
    "lost with 503": lambda faults, at, times, _: faults.lose_reply(at.route, 503, method=at.method, times=times),
    "slow": lambda faults, at, times, _: faults.hold(at.route, method=at.method, times=times),
    "cut": lambda faults, at, times, _: faults.hang_up(at.route, method=at.method, times=times),
}
ONLY_IN_CHANNELS = {"403", "404"}
IN_SESSIONS: dict[str, Callable[[Faults], None]] = {
    "close 4000": lambda faults: faults.drop_gateway(4000),
    "close 4007": lambda faults: faults.drop_gateway(4007),
    "close 4009": lambda faults: faults.drop_gateway(4009),
    "close 1006": lambda faults: faults.drop_gateway(1006),
    "reconnect": Faults.ask_reconnect,
    "invalid session": Faults.invalidate_session,
    "doubled": lambda faults: faults.deliver_twice(DOUBLED),
}
REFUSED_RESUME, REFUSED_GATEWAY, TOKEN_RESET = "refused resume", "refused gateway", "token reset"
KINDS = (*IN_REQUESTS, *IN_SESSIONS, REFUSED_RESUME, REFUSED_GATEWAY, TOKEN_RESET)


@dataclass
class Troubles:
    """What goes wrong for a bot now."""

    running_bot: RunningBot
    dice: random.Random
    _slow: list[Fault] = field(default_factory=list)

    async def begin(self, kind: str, where: Where | None = None, times: int = 0) -> None:
        """Let a trouble of this kind begin; the dice choose what it strikes, and how often, if that isn't given."""
        faults = self.running_bot.faults
        if kind in IN_REQUESTS:
            at = where or self.dice.choice(IN_CHANNELS if kind in ONLY_IN_CHANNELS else ANYWHERE)
            self._slow.append(IN_REQUESTS[kind](faults, at, times or self.dice.choice(OFTEN), self.dice))
        elif kind in IN_SESSIONS:
            IN_SESSIONS[kind](faults)
        elif kind == TOKEN_RESET:
            await self._reset_token()
        else:
            if kind == REFUSED_RESUME:
                faults.refuse_resumes()
            else:
                faults.refuse_gateway(2)
            faults.drop_gateway()

    async def _reset_token(self) -> None:
        """Make the bot end, which hears of it where it's connected; its owner then starts it with the right token."""
        await self.running_bot.until(lambda: self.running_bot.world.bot_online)
        self.running_bot.faults.drop_gateway(4004)
        await self.running_bot.until(lambda: self.running_bot.has_ended)
        await self.running_bot.kill()
        await self.running_bot.start()

    def end(self) -> None:
        """End all troubles."""
        faults = self.running_bot.faults
        faults.clear()
        faults.refuse_resumes(refused=False)
        faults.refuse_gateway(0)
        faults.deliver_twice(0)
        for each in self._slow:
            each.release()
        self._slow.clear()
