"""The playground's web server on 127.0.0.1: Discord's API, the gateway, uploaded files, the page and its websockets."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypedDict, Unpack
from weakref import WeakSet

from aiohttp import web

from playground.api.calls import Request
from playground.api.faults import Faults
from playground.api.router import API, Rest
from playground.client.page import Page, describe_person
from playground.client.user import SimulatedUser
from playground.gateway.gateway import Gateway
from playground.interactions.interactions import ANSWER_WITHIN, Interactions
from playground.model.errors import Refused
from playground.model.permissions import join_bits
from playground.model.starting_world import TOKEN
from playground.model.values import User
from playground.model.world import World
from playground.validation.messages import MAX_REQUEST_BYTES

HOST = "127.0.0.1"
ROOT = Path(__file__).resolve().parent.parent
PAGE = Path(__file__).resolve().parent / "page"
NAME = "rackety-playground"


class PlaygroundSettings(TypedDict, total=False):
    """The keyword arguments of `Playground.start`; each has a default."""

    rate_limits: bool  # apply Discord's usual rate limits of routes and report them in headers
    global_limit: bool  # apply the limit of 50 requests per second
    answer_within: float  # seconds that the bot has to answer an interaction
    record: bool  # keep every REST request, for tests to read
    root: Path  # the checkout that this playground belongs to
    shards: int  # as many as Discord advises the bot to use
    logins_at_once: int  # shards that may log in at the same moment
    login_pause: float  # seconds between two logins of one bucket; Discord's are 5
    other_servers: int  # servers that the bot is a member of too, where nobody is
    granted: Sequence[str]  # names of the permissions that the bot's own role has beyond those of @everyone


class Playground:
    """A running loopback Discord: its state, its API and gateway, and the simulated users (seats)."""

    token = TOKEN

    def __init__(self, settings: PlaygroundSettings) -> None:
        self.world = World()
        self.world.granted = join_bits(settings.get("granted", ()))
        self.world.other_servers = settings.get("other_servers", 0)
        self.gateway = Gateway(self.world)
        logins = self.gateway.logins
        logins.recommended, logins.at_once = settings.get("shards", 1), settings.get("logins_at_once", 1)
        logins.pause = settings.get("login_pause", 0.0)
        self.interactions = Interactions(self.world, self.gateway)
        self.interactions.answer_within = settings.get("answer_within", ANSWER_WITHIN)
        self.faults = Faults(self.gateway)
        self.port = 0
        self._root = settings.get("root", ROOT)
        self._rest = Rest(
            self.world,
            self.interactions,
            self.faults,
            rate_limits=settings.get("rate_limits", False),
            global_limit=settings.get("global_limit", True),
        )
        if not settings.get("record", True):
            self._rest.recorded = None
        self._seats: dict[int, SimulatedUser] = {}
        self._pages: WeakSet[asyncio.Transport] = WeakSet()

    @classmethod
    @asynccontextmanager
    async def start(cls, port: int = 0, **settings: Unpack[PlaygroundSettings]) -> "AsyncIterator[Playground]":
        """Run a playground on 127.0.0.1 until the `async with` block ends; port 0 picks a free port.

        Raises: OSError if the port is taken.
        """
        playground = cls(settings)
        runner = web.AppRunner(playground.app(), access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await playground._listen(runner, port)
            yield playground
        finally:
            playground._hang_up()
            await runner.cleanup()

    async def _listen(self, runner: web.AppRunner, port: int) -> None:
        listener = socket.create_server((HOST, port))
        self.port = int(listener.getsockname()[1])
        self.world.address = self.address
        self.gateway.url = self.gateway_url
        self.gateway.resume_url = f"{self.gateway_url}resume/"
        await web.SockSite(runner, listener).start()

    def _hang_up(self) -> None:
        """Close the websockets; otherwise the server couldn't stop before its clients do."""
        self.gateway.drop(1001)
        for transport in self._pages:
            transport.close()

    @property
    def address(self) -> str:
        """The address of the page, without a trailing slash."""
        return f"http://{HOST}:{self.port}"

    @property
    def api_url(self) -> str:
        """The value for the bot's DISCORD_API_URL."""
        return self.address + API

    @property
    def gateway_url(self) -> str:
        """The value for the bot's DISCORD_GATEWAY_URL."""
        return f"ws://{HOST}:{self.port}/gateway/"

    @property
    def requests(self) -> list[Request]:
        """Every REST request since the start with its answer, oldest first; empty if requests aren't recorded."""
        return self._rest.recorded or []

    def seat(self, user: User | int | str) -> SimulatedUser:
        """Return the simulated user for a User, an id or a name. Raises: Refused with 10013 if there's no such user."""
        if isinstance(user, str):
            user = next((each for each in self.world.users.values() if each.name == user), 0)
        found = self.world.user(user.id if isinstance(user, User) else user)
        if found.id not in self._seats:
            self._seats[found.id] = SimulatedUser(self.world, self.interactions, found)
        return self._seats[found.id]

    def app(self) -> web.Application:
        """Build the web application: all the playground's routes, behind a check of the Host and Origin headers."""
        app = web.Application(middlewares=[self._only_from_here], client_max_size=MAX_REQUEST_BYTES)
        app.router.add_get("/", self._page_file)
        app.router.add_get("/page/{name}", self._page_file)
        app.router.add_get("/cdn/attachments/{channel_id}/{attachment_id}/{filename}", self._file)
        app.router.add_get("/cdn/emojis/{emoji_id}.{ending}", self._emoji)
        app.router.add_get("/api/hello", self._hello)
        app.router.add_get("/seat/{user_id}", self._seat_socket)
        app.router.add_get("/gateway/", self.gateway.connect)
        app.router.add_get("/gateway/resume/", self.gateway.connect)
        self._rest.add_to(app)
        return app

    @web.middleware
    async def _only_from_here(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Refuse requests of other sites' pages, also by DNS rebinding."""
        here = (f"{HOST}:{self.port}", f"localhost:{self.port}")
        origin = request.headers.get("Origin")
        if request.host not in here or (origin is not None and origin not in [f"http://{host}" for host in here]):
            raise web.HTTPForbidden(text="The playground answers only to its own page and to the bot.")
        return await handler(request)

    async def _page_file(self, request: web.Request) -> web.FileResponse:
        path = PAGE / request.match_info.get("name", "index.html")
        if path.parent != PAGE or not path.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(path, headers={"Cache-Control": "no-cache"})

    async def _file(self, request: web.Request) -> web.Response:
        path = request.match_info
        if not (path["channel_id"].isdecimal() and path["attachment_id"].isdecimal()):
            raise web.HTTPNotFound
        key = request.query.get("hm", "")
        found = self.world.attachment(int(path["channel_id"]), int(path["attachment_id"]), key)
        if found is None:
            raise web.HTTPNotFound
        headers = {"Content-Type": found.content_type, "X-Content-Type-Options": "nosniff"}
        return web.Response(body=found.data, headers=headers)

    async def _emoji(self, request: web.Request) -> web.Response:
        """Serve an emoji's image, in its own format whatever the URL's extension is. Raises: HTTPNotFound."""
        ident = request.match_info["emoji_id"]
        found = self.world.emojis.get(int(ident)) if ident.isdecimal() else None
        if found is None:
            raise web.HTTPNotFound
        headers = {"Content-Type": found.content_type, "X-Content-Type-Options": "nosniff"}
        return web.Response(body=found.data, headers=headers)

    async def _hello(self, _: web.Request) -> web.Response:
        users = [describe_person(user) for user in self.world.users.values()]
        hello = {"name": NAME, "root": str(self._root), "bot_online": self.world.bot_online, "users": users}
        return web.json_response(hello)

    async def _seat_socket(self, request: web.Request) -> web.WebSocketResponse:
        try:
            seat = self.seat(int(request.match_info["user_id"]))
        except (ValueError, Refused):
            raise web.HTTPNotFound from None
        if request.transport is not None:
            self._pages.add(request.transport)
        return await Page(self.world, seat).serve(request)
