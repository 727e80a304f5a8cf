"""A bot's shards, Discord's limits on their logins, and their gateway sessions, which outlive their sockets."""

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from playground.gateway.dispatches import Dispatch
from playground.model.values import Json

Frame = Callable[[], str]
"""A gateway frame, as the function that returns its JSON."""

REPLAY = 1000  # dispatches kept for a resume
DISPATCH = 0
MOST_SERVERS = 2500  # on one shard
TOTAL = 1000  # logins a day
DAY_MS = 24 * 60 * 60 * 1000
BETWEEN_LOGINS = 5.0  # seconds that Discord wants between two logins of one bucket


@dataclass(frozen=True, slots=True)
class Shard:
    """One of `count` shards; `number` counts from 0."""

    number: int
    count: int

    def hears(self, guild_id: int) -> bool:
        """Return whether this guild's events go to this shard. Those of no guild, which is 0, go to the first shard."""
        return (guild_id >> 22) % self.count == self.number


class Logins:
    """Discord's limits on logins (IDENTIFY); it advises `recommended` shards.

    Shards whose numbers have the same remainder by `at_once` (`max_concurrency`) share a bucket, with `pause` seconds
    between logins. `used` counts logins, `left` remain, and new ones come in `reset_after` milliseconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.recommended = 1
        self.at_once = 1
        self.pause = 0.0
        self.used = 0
        self.left = TOTAL
        self.reset_after = DAY_MS
        self._now = now
        self._last: dict[int, float] = {}  # of each bucket

    def enter(self, shard: Shard) -> bool:
        """Count a login, and return whether it's allowed now rather than too early."""
        bucket, now = shard.number % self.at_once, self._now()
        if now - self._last.get(bucket, 0.0) < self.pause:
            return False
        self.used += 1
        self.left -= 1
        self._last[bucket] = now
        return True

    def describe(self) -> Json:
        """Return Discord's session start limit object."""
        return {
            "total": TOTAL,
            "remaining": max(0, self.left),
            "reset_after": self.reset_after,
            "max_concurrency": self.at_once,
        }


class Closing(Exception):
    """A reason to close the bot's socket: Discord's close code and the reason text."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Session:
    """A shard's session: its sequence number and its last events (dispatches), kept after its socket closes."""

    def __init__(self, shard: Shard, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.seq = 0
        self.frames: deque[tuple[int, Frame]] = deque(maxlen=REPLAY)
        self.socket: Socket | None = None
        self.detached_at: float | None = None

    def send(self, dispatch: Dispatch) -> None:
        """Give an event the next sequence number, keep it for a resume, and send it if the session has a socket."""
        frame = write_frame(DISPATCH, dispatch.payload, self.seq + 1, dispatch.name)
        self._send(lambda: frame)

    def send_lazily(self, name: str, make: Callable[[], Json]) -> None:
        """Send an event as `send` does, but make its payload whenever it's written, so that it takes no memory."""
        seq = self.seq + 1
        self._send(lambda: write_frame(DISPATCH, make(), seq, name))

    def _send(self, frame: Frame) -> None:
        self.seq += 1
        self.frames.append((self.seq, frame))
        if self.socket is not None:
            self.socket.send_lazily(frame)

    def can_replay(self, seq: int) -> bool:
        """Return whether the session can resume after sequence number `seq`: all later events are still kept."""
        oldest = self.frames[0][0] if self.frames else self.seq + 1
        return oldest - 1 <= seq <= self.seq


class Socket:
    """One connection of the bot. Frames are queued and sent in order, so `send` never waits for the network."""

    def __init__(self, ws: web.WebSocketResponse, *, compress: bool) -> None:
        self.ws = ws
        self.session: Session | None = None
        self.sent_away = False
        self.received: deque[float] = deque()
        self.closing: asyncio.Future[Closing] = asyncio.get_running_loop().create_future()
        self._outgoing: asyncio.Queue[Frame] = asyncio.Queue()
        self._zlib = zlib.compressobj() if compress else None

    def send(self, frame: str) -> None:
        """Queue a JSON frame to be sent after those queued before."""
        self._outgoing.put_nowait(lambda: frame)

    def send_lazily(self, frame: Frame) -> None:
        """Queue a frame whose JSON is made only when it's sent."""
        self._outgoing.put_nowait(frame)

    async def pump(self) -> None:
        """Write queued frames to the network until the socket closes."""
        while not self.ws.closed:
            frame = (await self._outgoing.get())()
            try:
                if self._zlib is None:
                    await self.ws.send_str(frame)
                else:
                    # zlib-stream is one stream for the whole socket, and each frame ends with a sync flush.
                    data = self._zlib.compress(frame.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.ws.send_bytes(data)
            except ConnectionError:
                return


def write_frame(op: int, payload: object, seq: int | None = None, name: str | None = None) -> str:
    """Return a gateway frame as JSON: opcode and data, and for an event (dispatch), its sequence number and name."""
    return json.dumps({"op": op, "d": payload, "s": seq, "t": name}, ensure_ascii=False, separators=(",", ":"))
