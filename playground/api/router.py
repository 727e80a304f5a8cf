"""Discord's REST API v10: checks, carries out and records each request, and lets the tests' faults strike it."""

from dataclasses import replace
from http import HTTPStatus

from aiohttp import web

from playground.api import application, channels, interaction_callbacks, messages
from playground.api.calls import ApiCall, Reply, Request, Route, Routes, read
from playground.api.faults import Faults
from playground.api.ratelimits import INTERACTIONS, GlobalLimit, RateLimits
from playground.interactions.interactions import Interactions
from playground.model.errors import GENERAL, METHOD_NOT_ALLOWED, SERVER_ERROR, UNAUTHORIZED, Refused
from playground.model.starting_world import TOKEN
from playground.model.world import World

API = "/api/v10"
OPEN = INTERACTIONS  # authorized by the token in the path, not by a header


class Rest:
    """The REST API below `/api/v10`; `recorded` has all requests, oldest first, or None if they aren't recorded."""

    def __init__(
        self, world: World, interactions: Interactions, faults: Faults, *, rate_limits: bool, global_limit: bool
    ) -> None:
        self.world = world
        self.faults = faults
        self.recorded: list[Request] | None = []
        self._limits = RateLimits() if rate_limits else None
        self._global_limit = GlobalLimit() if global_limit else None
        self._routes: Routes = {
            **application.list_routes(world),
            **application.list_gateway_routes(interactions.gateway),
            **channels.list_routes(world),
            **messages.list_routes(world),
            **interaction_callbacks.list_routes(world, interactions),
        }

    def add_to(self, app: web.Application) -> None:
        """Register all routes, and a fallback that refuses and records every other request."""
        for method, template in self._routes:
            app.router.add_route(method, API + template, self._serve)
        app.router.add_route("*", API + "/{rest:.*}", self._refuse_unknown)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        resource = request.match_info.route.resource
        template = (resource.canonical if resource else "").removeprefix(API)
        call = ApiCall({}, {})
        try:
            call = await read(request)
            reply = await self._answer(request, template, call)
        except Refused as refused:
            reply = Reply(refused.reason.status, refused.body())
        self._record(request, template, call, reply)
        return reply.response()

    async def _answer(self, request: web.Request, template: str, call: ApiCall) -> Reply:
        if not template.startswith(OPEN) and request.headers.get("Authorization") != f"Bot {TOKEN}":
            raise Refused(UNAUTHORIZED)
        if self._global_limit and (limited := self._global_limit.enter(template, self.world.now())):
            return limited
        fault = await self.faults.strike(request.method, template)
        if fault and fault.hang_up and request.transport:
            request.transport.abort()
        if fault and (fault.instead or fault.hang_up):
            return fault.instead or Reply(502, {"message": "502: Bad Gateway", "code": 0})
        if fault and fault.change_request:
            call = replace(call, body=fault.change_request(call.body))
        headers: dict[str, str] = {}
        if self._limits:
            headers, limited = self._limits.enter(request.method, template, call.path, self.world.now())
            if limited:
                return Reply(429, limited.body, {**headers, **limited.headers})
        reply = self._carry_out(self._routes[request.method, template], call, headers)
        if fault and fault.change_reply and reply.status < HTTPStatus.BAD_REQUEST:
            reply = replace(reply, body=fault.change_reply(reply.body))
        return Reply(fault.lost, Refused(SERVER_ERROR).body()) if fault and fault.lost else reply

    def _carry_out(self, route: Route, call: ApiCall, headers: dict[str, str]) -> Reply:
        try:
            reply = route(call)
        except Refused as refused:
            return Reply(refused.reason.status, refused.body(), headers)
        return Reply(reply.status, reply.body, {**headers, **reply.headers})

    async def _refuse_unknown(self, request: web.Request) -> web.StreamResponse:
        """Refuse a path or method that the playground doesn't model with 404 or 405, and record it without a route."""
        known = any(
            method != request.method and self._matches(template, request.path) for method, template in self._routes
        )
        refused = Refused(METHOD_NOT_ALLOWED if known else GENERAL)
        reply = Reply(refused.reason.status, refused.body())
        self._record(request, None, ApiCall({}, {}), reply)
        return reply.response()

    def _matches(self, template: str, path: str) -> bool:
        parts, given = template.split("/"), path.removeprefix(API).split("/")
        same = (part.startswith("{") or part == one for part, one in zip(parts, given, strict=False))
        return len(parts) == len(given) and all(same)

    def _record(self, request: web.Request, template: str | None, call: ApiCall, reply: Reply) -> None:
        if self.recorded is None:
            return
        names = tuple(file.filename for file in call.files)
        path = request.path.removeprefix(API)
        made = Request(request.method, template, path, call.body, names, reply.status, reply.body)
        self.recorded.append(made)
