"""REST routes of the application: the bot's own user, its commands and its emojis."""

import base64
import re

from playground.api.calls import NO_CONTENT, ApiCall, Reply, Routes
from playground.gateway.gateway import Gateway
from playground.interactions.posting import find_content_type
from playground.model import json_objects
from playground.model.errors import (
    INVALID_FORM,
    TOO_MANY_EMOJIS,
    UNKNOWN_APPLICATION,
    UNKNOWN_EMOJI,
    Form,
    Refused,
)
from playground.model.events import WorldChanged
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import ApplicationEmoji, Json
from playground.model.world import World
from playground.validation import commands

APPLICATION = "/applications/{application_id}"
EMOJIS = f"{APPLICATION}/emojis"
EMOJI = f"{EMOJIS}/{{emoji_id}}"
MOST_EMOJIS = 2000
LARGEST_EMOJI = 256 * 1024  # bytes
EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)


def list_routes(world: World) -> Routes:
    """Return the handlers of the routes for the application."""
    served = _ApplicationRoutes(world)
    return {
        ("PUT", f"{APPLICATION}/commands"): served.replace_commands,
        ("GET", "/users/@me"): served.me,
        ("GET", "/users/@me/guilds"): served.own_guilds,
        ("GET", "/oauth2/applications/@me"): served.application,
        ("GET", "/applications/@me"): served.application,
        ("GET", EMOJIS): served.emojis,
        ("POST", EMOJIS): served.create_emoji,
        ("DELETE", EMOJI): served.delete_emoji,
    }


class _ApplicationRoutes:
    def __init__(self, world: World) -> None:
        self._world = world

    def me(self, _: ApiCall) -> Reply:
        return Reply(200, json_objects.write_own_user(self._world.bot))

    def own_guilds(self, _: ApiCall) -> Reply:
        return Reply(200, [json_objects.write_own_guild(self._world)])

    def application(self, _: ApiCall) -> Reply:
        return Reply(200, json_objects.write_application(self._world))

    # Commands, all of them global.

    def replace_commands(self, call: ApiCall) -> Reply:
        self._require_own(call)
        wanted = call.body if isinstance(call.body, list) else []
        commands.require_valid_commands(wanted)
        known = {(each["type"], each["name"]): each["id"] for each in self._world.commands.values()}
        self._world.commands.clear()
        kept = [self._keep(each, known.get((each.get("type") or 1, each["name"]))) for each in wanted]
        self._world.publish(WorldChanged())
        return Reply(200, kept)

    def _keep(self, body: Json, known_id: str | None) -> Json:
        ident = known_id or str(self._world.snowflake())
        needed = body.get("default_member_permissions")
        command: Json = {
            "id": ident,
            "application_id": str(APPLICATION_ID),
            "version": str(self._world.snowflake()),
            "type": body.get("type") or 1,
            "name": body["name"],
            "name_localizations": body.get("name_localizations"),
            "description": body.get("description") or "",
            "description_localizations": body.get("description_localizations"),
            "default_member_permissions": None if needed is None else str(needed),
            "dm_permission": bool(body.get("dm_permission", True)),
            "contexts": body.get("contexts"),
            "integration_types": body.get("integration_types") or [0],
            "nsfw": bool(body.get("nsfw")),
            "options": body.get("options") or [],
        }
        self._world.commands[int(ident)] = command
        return command

    # Emojis.

    def emojis(self, call: ApiCall) -> Reply:
        self._require_own(call)
        return Reply(
            200, {"items": [json_objects.write_emoji(self._world, each) for each in self._world.emojis.values()]}
        )

    def create_emoji(self, call: ApiCall) -> Reply:
        self._require_own(call)
        body, form = call.form(), Form()
        self._require_name(form, body.get("name"))
        data = _read_picture(form, str(body.get("image")))
        form.refuse()
        if len(self._world.emojis) >= MOST_EMOJIS:
            raise Refused(TOO_MANY_EMOJIS)
        emoji = ApplicationEmoji(
            id=self._world.snowflake(), name=body["name"], data=data, content_type=find_content_type(data)
        )
        self._world.emojis[emoji.id] = emoji
        return Reply(201, json_objects.write_emoji(self._world, emoji))

    def delete_emoji(self, call: ApiCall) -> Reply:
        self._require_own(call)
        if self._world.emojis.pop(call.snowflake("emoji_id"), None) is None:
            raise Refused(UNKNOWN_EMOJI)
        return NO_CONTENT

    def _require_own(self, call: ApiCall) -> None:
        if call.snowflake("application_id") != APPLICATION_ID:
            raise Refused(UNKNOWN_APPLICATION)

    def _require_name(self, form: Form, name: object) -> None:
        form.length(("name",), name, 2, 32)
        if isinstance(name, str) and not EMOJI_NAME.fullmatch(name):
            form.wrong(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(each.name == name for each in self._world.emojis.values()):
            form.wrong(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This name is already taken")


def _read_picture(form: Form, data_uri: str) -> bytes:
    """Decode a base64 data URI; record an error in `form` if the image is too large. Raises: Refused with 50035."""
    try:
        data = base64.b64decode(data_uri.partition(";base64,")[2], validate=True)
    except ValueError as error:
        raise Refused(INVALID_FORM) from error
    if len(data) > LARGEST_EMOJI:
        form.wrong(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return data


def list_gateway_routes(gateway: Gateway) -> Routes:
    """Return the handlers of the routes for the gateway."""

    def find(_: ApiCall) -> Reply:
        return Reply(200, {"url": gateway.url})

    def find_for_bot(_: ApiCall) -> Reply:
        logins = gateway.logins
        limit = logins.describe()
        return Reply(200, {"url": gateway.url, "shards": logins.recommended, "session_start_limit": limit})

    return {("GET", "/gateway"): find, ("GET", "/gateway/bot"): find_for_bot}
