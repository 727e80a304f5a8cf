"""REST routes that tell a bot where the gateway is, and how it may log in there."""

from typing import Any

from playground.api.calls import ApiCall, Reply
from playground.gateway.gateway import Gateway


def list_routes(gateway: Gateway) -> dict[tuple[str, str], Any]:
    """Return the handlers of the gateway's routes; keys are pairs of HTTP method and Discord's path template."""

    def find(_: ApiCall) -> Reply:
        return Reply(200, {"url": gateway.url})

    def find_for_bot(_: ApiCall) -> Reply:
        logins = gateway.logins
        limit = logins.describe()
        return Reply(200, {"url": gateway.url, "shards": logins.recommended, "session_start_limit": limit})

    return {("GET", "/gateway"): find, ("GET", "/gateway/bot"): find_for_bot}
