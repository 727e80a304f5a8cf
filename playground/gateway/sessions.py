"""A bot's gateway sessions, which outlive their sockets, and the sockets."""

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable

from aiohttp import web

from playground.gateway.dispatches import Dispatch
from playground.gateway.shards import Shard
from playground.model.values import Json

Frame = Callable[[], str]
"""A gateway frame, as the function that returns its JSON."""

REPLAY = 1000  # dispatches kept for a resume
DISPATCH = 0


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
