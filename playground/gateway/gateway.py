"""Discord's Gateway v10 for one application: sessions that can be resumed, and the websockets that carry them."""

import asyncio
import json
from contextlib import suppress
from functools import partial
from typing import Any

from aiohttp import WSMsgType, web

from playground.gateway.dispatches import GUILDS, PRIVILEGED, Dispatch, find_server, make_dispatches
from playground.gateway.sessions import MOST_SERVERS, Closing, Logins, Session, Shard, Socket, write_frame
from playground.model import json_objects, other_servers
from playground.model.events import WorldEvent
from playground.model.starting_world import APPLICATION_ID, GUILD_ID, TOKEN
from playground.model.values import Json
from playground.model.world import World

HEARTBEAT_MS = 41_250
ACK_AFTER = 0.05  # seconds, as on a real connection: discord.py notes the send time only once the frame is sent
RESUMABLE = 300  # seconds after the session's socket closed
MAX_FRAME = 4096  # bytes
MAX_FRAMES, FRAME_WINDOW = 120, 60  # frames that a socket may send in this many seconds

HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE = 1, 2, 3, 4
RESUME, RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 6, 7, 8, 9, 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED, ALREADY_AUTHENTICATED = 4001, 4002, 4003, 4005
INVALID_SEQ, RATE_LIMITED, SHARDING_REQUIRED, INVALID_VERSION = 4007, 4008, 4011, 4012
ABNORMAL = 1006  # nobody sends this code: the connection just ends (RFC 6455, section 7.1.5)
AUTHENTICATION_FAILED, INVALID_SHARD, INVALID_INTENTS, DISALLOWED_INTENTS = 4004, 4010, 4013, 4014
ALL_INTENTS = (1 << 26) - 1


class Gateway:
    """The bot's gateway: its sessions by id, to which it sends the world's changes that their intents ask for."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self.logins = Logins(world.now)
        self.url = ""
        self.resume_url = ""  # where READY says to resume
        self.accept_resumes = True
        self.refusals = 0  # how many more websockets to answer with 503
        self.is_resume_host_dead = False  # answers everything with 503
        self.dead_shards: frozenset[int] = frozenset()  # whose sockets are cut when they log in or resume
        self.doubled = 0  # how many more interactions to send twice
        world.listeners.append(self.hear)

    # Events to the bot.

    def hear(self, event: WorldEvent) -> None:
        """Send each session the gateway events for this change that its shard hears and its intents ask for."""
        for session in self._live_sessions():
            for dispatch in make_dispatches(self.world, event, session.intents):
                if session.shard.hears(find_server(dispatch.payload)):
                    session.send(dispatch)

    def interaction(self, payload: Json) -> bool:
        """Send an interaction to its shard's sessions (the first's, where the bot isn't); return if there are any."""
        server, copies = find_server(payload), 2 if self.doubled else 1
        sessions = [each for each in self._live_sessions() if each.shard.hears(server)]
        self.doubled = max(0, self.doubled - 1)
        for session in sessions * copies:
            session.send(Dispatch("INTERACTION_CREATE", payload))
        return bool(sessions)

    def _live_sessions(self) -> list[Session]:
        limit = self.world.now() - RESUMABLE
        expired = [each for each in self.sessions.values() if each.detached_at is not None and each.detached_at < limit]
        for session in expired:
            del self.sessions[session.id]
        return list(self.sessions.values())

    def drop(self, code: int = 4000, shard: int | None = None) -> None:
        """Close all shards' sockets, or one's, with this close code (1006 cuts them); the sessions can be resumed."""
        for session in self.sessions.values():
            is_meant = shard in (None, session.shard.number)
            if is_meant and session.socket is not None and not session.socket.closing.done():
                session.socket.closing.set_result(Closing(code, "Dropped."))

    def ask_reconnect(self) -> None:
        """Send RECONNECT on every socket: the bot should reconnect and resume."""
        for session in self.sessions.values():
            if session.socket is not None:
                session.socket.send(write_frame(RECONNECT, None))

    def invalidate(self) -> None:
        """Send INVALID_SESSION (not resumable) on every socket and forget the sessions: the bot must identify again."""
        for session in list(self.sessions.values()):
            if session.socket is not None:
                session.socket.send(write_frame(INVALID_SESSION, payload=False))
            self._forget(session)

    def _forget(self, session: Session) -> None:
        self.sessions.pop(session.id, None)
        if session.socket is not None:
            session.socket.session = None
        session.socket = None
        self._tell_presence()

    def _tell_presence(self) -> None:
        self.world.set_bot_online(online=any(each.socket is not None for each in self.sessions.values()))

    # The websocket.

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket of the bot until either side closes it. Raises: HTTPServiceUnavailable if refused."""
        if self.refusals:
            self.refusals -= 1
            raise web.HTTPServiceUnavailable
        if self.is_resume_host_dead and self.resume_url.endswith(request.path):
            raise web.HTTPServiceUnavailable
        ws = web.WebSocketResponse(max_msg_size=1 << 20, timeout=1.0)
        await ws.prepare(request)
        socket = Socket(ws, compress=request.query.get("compress") == "zlib-stream")
        pump = asyncio.create_task(socket.pump())
        conversation = asyncio.create_task(self._converse(request, socket))
        waiting: set[asyncio.Future[Any]] = {conversation, socket.closing}
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if socket.closing.done():
                conversation.cancel()
                raise socket.closing.result()
            conversation.result()
        except Closing as closing:
            socket.sent_away = True
            self._detach(socket)
            if closing.code == ABNORMAL and request.transport:
                request.transport.abort()
            else:
                await ws.close(code=closing.code, message=closing.reason.encode())
        finally:
            conversation.cancel()
            pump.cancel()
            self._detach(socket)
        return ws

    async def _converse(self, request: web.Request, socket: Socket) -> None:
        if request.query.get("v", "10") != "10" or request.query.get("encoding", "json") != "json":
            raise Closing(INVALID_VERSION, "Invalid API version.")
        hello = {"heartbeat_interval": HEARTBEAT_MS, "_trace": ["playground"]}
        socket.send(write_frame(HELLO, hello))
        async for message in socket.ws:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            self._limit(socket, message.data)
            self._obey(socket, _parse(message.data))

    def _limit(self, socket: Socket, data: str | bytes) -> None:
        if len(data) > MAX_FRAME:
            raise Closing(DECODE_ERROR, "Error while decoding payload.")
        now = asyncio.get_running_loop().time()
        socket.received.append(now)
        while socket.received[0] < now - FRAME_WINDOW:
            socket.received.popleft()
        if len(socket.received) > MAX_FRAMES:
            raise Closing(RATE_LIMITED, "Rate limited.")

    def _obey(self, socket: Socket, frame: Json) -> None:
        op, payload = frame.get("op"), frame.get("d")
        if op == HEARTBEAT:  # discord.py sends one before it identifies
            asyncio.get_running_loop().call_later(ACK_AFTER, socket.send, write_frame(HEARTBEAT_ACK, None))
        elif op == IDENTIFY:
            self._identify(socket, payload or {})
        elif op == RESUME:
            self._resume(socket, payload or {})
        elif op not in (PRESENCE, VOICE_STATE, REQUEST_MEMBERS):
            raise Closing(UNKNOWN_OPCODE, "Unknown opcode.")
        elif socket.session is None:
            raise Closing(NOT_AUTHENTICATED, "Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self._members(socket.session, payload or {})

    def _identify(self, socket: Socket, payload: Json) -> None:
        if socket.session is not None:
            raise Closing(ALREADY_AUTHENTICATED, "Already authenticated.")
        require_token(payload)
        shard, intents = read_shard(payload), read_intents(payload)
        if len(servers := self._list_servers(shard)) > MOST_SERVERS:
            raise Closing(SHARDING_REQUIRED, "Sharding required.")
        if self.logins.left <= 0:  # Discord resets the bot's token then
            raise Closing(AUTHENTICATION_FAILED, "Authentication failed.")
        if not self.logins.enter(shard):
            socket.send(write_frame(INVALID_SESSION, payload=False))
            return
        self._require_alive(shard)
        session = Session(shard, intents)
        self.sessions[session.id] = session
        self._attach(socket, session)
        session.send(Dispatch("READY", self._ready(session, servers)))
        if session.intents & GUILDS:
            self._send_servers(session, servers)

    def _require_alive(self, shard: Shard) -> None:
        """Check that this shard isn't dead. Raises: Closing, without a close frame."""
        if shard.number in self.dead_shards:
            raise Closing(ABNORMAL, "Dead.")

    def _list_servers(self, shard: Shard) -> list[int]:
        everywhere = (GUILD_ID, *map(other_servers.find_id, range(self.world.other_servers)))
        return [each for each in everywhere if shard.hears(each)]

    def _send_servers(self, session: Session, servers: list[int]) -> None:
        for server in servers:
            if server == GUILD_ID:
                session.send(Dispatch("GUILD_CREATE", json_objects.write_guild_create(self.world)))
            else:
                session.send_lazily("GUILD_CREATE", partial(other_servers.write, self.world, server))

    def _ready(self, session: Session, servers: list[int]) -> Json:
        return {
            "v": 10,
            "user": json_objects.write_own_user(self.world.bot),
            "guilds": [{"id": str(each), "unavailable": True} for each in servers],
            "session_id": session.id,
            "resume_gateway_url": self.resume_url,
            "shard": [session.shard.number, session.shard.count],
            "application": {"id": str(APPLICATION_ID), "flags": 0},
            "session_type": "normal",
        }

    def _resume(self, socket: Socket, payload: Json) -> None:
        require_token(payload)
        session = self.sessions.get(str(payload.get("session_id")))
        seq = int(payload.get("seq") or 0)
        if session is None or not self.accept_resumes:
            socket.send(write_frame(INVALID_SESSION, payload=False))
            return
        self._require_alive(session.shard)
        if seq > session.seq:
            raise Closing(INVALID_SEQ, "Invalid seq.")
        if not session.can_replay(seq):
            self._forget(session)
            socket.send(write_frame(INVALID_SESSION, payload=False))
            return
        self._attach(socket, session)
        for number, frame in tuple(session.frames):
            if number > seq:
                socket.send_lazily(frame)
        session.send(Dispatch("RESUMED", {"_trace": ["playground"]}))

    def _attach(self, socket: Socket, session: Session) -> None:
        socket.session, session.socket, session.detached_at = session, socket, None
        self._tell_presence()

    def _detach(self, socket: Socket) -> None:
        session = socket.session
        if session is None or session.socket is not socket:
            return
        session.socket, session.detached_at = None, self.world.now()
        # A bot that closes its socket with 1000 or 1001 won't resume. Once sent away, it only echoes such a code.
        if not socket.sent_away and socket.ws.close_code in (1000, 1001):
            self.sessions.pop(session.id, None)
        self._tell_presence()

    def _members(self, session: Session, payload: Json) -> None:
        wanted = payload.get("user_ids")
        ids = {str(each) for each in (wanted if isinstance(wanted, list) else [wanted])} if wanted else None
        start = str(payload.get("query") or "").lower()
        everyone = (self.world.bot, *self.world.users.values())
        named = [user for user in everyone if user.name.lower().startswith(start)]
        found = [user for user in named if ids is None or str(user.id) in ids]
        missing = sorted((ids or set()) - {str(user.id) for user in found})
        chunk: Json = {
            "guild_id": str(GUILD_ID),
            "members": [json_objects.write_member(self.world, user) for user in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": missing,
            "nonce": payload.get("nonce"),
        }
        session.send(Dispatch("GUILD_MEMBERS_CHUNK", chunk))


def _parse(data: str | bytes) -> Json:
    frame = None
    with suppress(ValueError):
        frame = json.loads(data)
    if not isinstance(frame, dict):
        raise Closing(DECODE_ERROR, "Error while decoding payload.")
    return frame


def require_token(payload: Json) -> None:
    """Check the token of an IDENTIFY or RESUME. Raises: Closing with 4004."""
    if payload.get("token") != TOKEN:
        raise Closing(AUTHENTICATION_FAILED, "Authentication failed.")


def read_shard(payload: Json) -> Shard:
    """Return the shard that an IDENTIFY names, the only one without a name. Raises: Closing with 4010."""
    shard = payload.get("shard") or [0, 1]
    if len(shard) != 2 or not 0 <= shard[0] < shard[1]:  # noqa: PLR2004  # [which, of how many]
        raise Closing(INVALID_SHARD, "Invalid shard.")
    return Shard(*shard)


def read_intents(payload: Json) -> int:
    """Return the bits of the events that an IDENTIFY asks for. Raises: Closing with 4013 or 4014."""
    intents = payload.get("intents")
    if not isinstance(intents, int) or not 0 <= intents <= ALL_INTENTS:
        raise Closing(INVALID_INTENTS, "Invalid intent(s).")
    if intents & PRIVILEGED:
        raise Closing(DISALLOWED_INTENTS, "Disallowed intent(s).")
    return intents
