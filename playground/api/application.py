"""REST routes of the application: the bot's own user, its commands and its emojis."""

import base64
import re
from dataclasses import replace
from typing import Any

from playground.api.calls import NO_CONTENT, ApiCall, Reply
from playground.gateway.gateway import Gateway
from playground.interactions.posting import find_content_type
from playground.model import json_objects
from playground.model.errors import (
    INVALID_FORM,
    TOO_MANY_EMOJIS,
    UNKNOWN_APPLICATION,
    UNKNOWN_COMMAND,
    UNKNOWN_EMOJI,
    UNKNOWN_GUILD,
    Form,
    Refused,
)
from playground.model.events import WorldChanged
from playground.model.starting_world import APPLICATION_ID, GUILD_ID
from playground.model.values import ApplicationEmoji, Json
from playground.model.world import World
from playground.validation import commands

APPLICATION = "/applications/{application_id}"
COMMANDS = f"{APPLICATION}/commands"
GUILD_COMMANDS = f"{APPLICATION}/guilds/{{guild_id}}/commands"
EMOJIS = f"{APPLICATION}/emojis"
EMOJI = f"{EMOJIS}/{{emoji_id}}"
MOST_EMOJIS = 2000
LARGEST_EMOJI = 256 * 1024  # bytes
EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)


def list_routes(world: World) -> dict[tuple[str, str], Any]:
    """Return the handlers of the application's routes; keys are pairs of HTTP method and Discord's path template."""
    served = _ApplicationRoutes(world)
    commands = {
        (method, base + tail): route
        for base in (COMMANDS, GUILD_COMMANDS)
        for method, tail, route in (
            ("GET", "", served.commands),
            ("PUT", "", served.replace_commands),
            ("POST", "", served.create_command),
            ("GET", "/{command_id}", served.command),
            ("PATCH", "/{command_id}", served.edit_command),
            ("DELETE", "/{command_id}", served.delete_command),
        )
    }
    return commands | {
        ("GET", "/users/@me"): served.me,
        ("GET", "/users/@me/guilds"): served.own_guilds,
        ("GET", "/users/{user_id}"): served.user,
        ("GET", "/oauth2/applications/@me"): served.application,
        ("GET", "/applications/@me"): served.application,
        ("GET", EMOJIS): served.emojis,
        ("POST", EMOJIS): served.create_emoji,
        ("GET", EMOJI): served.emoji,
        ("PATCH", EMOJI): served.rename_emoji,
        ("DELETE", EMOJI): served.delete_emoji,
    }


class _ApplicationRoutes:
    def __init__(self, world: World) -> None:
        self._world = world

    def me(self, _: ApiCall) -> Reply:
        return Reply(200, json_objects.write_own_user(self._world.bot))

    def own_guilds(self, _: ApiCall) -> Reply:
        return Reply(200, [json_objects.write_own_guild(self._world)])

    def user(self, call: ApiCall) -> Reply:
        return Reply(200, json_objects.write_user(self._world.user(call.snowflake("user_id"))))

    def application(self, _: ApiCall) -> Reply:
        return Reply(200, json_objects.write_application(self._world))

    # Commands. Global ones have no guild_id; the guild's have its id.

    def _scope(self, call: ApiCall) -> str | None:
        if call.snowflake("application_id") != APPLICATION_ID:
            raise Refused(UNKNOWN_COMMAND)
        if "guild_id" not in call.path:
            return None
        if call.snowflake("guild_id") != GUILD_ID:
            raise Refused(UNKNOWN_GUILD)
        return str(GUILD_ID)

    def _list_in_scope(self, scope: str | None) -> list[Json]:
        return [each for each in self._world.commands.values() if each.get("guild_id") == scope]

    def commands(self, call: ApiCall) -> Reply:
        found = self._list_in_scope(self._scope(call))
        is_whole = call.query.get("with_localizations") == "true"
        return Reply(200, found if is_whole else [*map(_hide_translations, found)])

    def replace_commands(self, call: ApiCall) -> Reply:
        scope = self._scope(call)
        wanted = call.body if isinstance(call.body, list) else []
        commands.require_valid_commands(wanted)
        known = {(each["type"], each["name"]): each["id"] for each in self._list_in_scope(scope)}
        for command in self._list_in_scope(scope):
            del self._world.commands[int(command["id"])]
        kept = [self._keep(each, scope, known.get((each.get("type") or 1, each["name"]))) for each in wanted]
        self._world.publish(WorldChanged())
        return Reply(200, kept)

    def create_command(self, call: ApiCall) -> Reply:
        scope, body = self._scope(call), call.form()
        commands.require_valid_command(body)
        kept = self._keep(body, scope, None)
        self._world.publish(WorldChanged())
        return Reply(201, kept)

    def _keep(self, body: Json, scope: str | None, known_id: str | None) -> Json:
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
        if scope is not None:
            command["guild_id"] = scope
        self._world.commands[int(ident)] = command
        return command

    def _command(self, call: ApiCall) -> Json:
        self._scope(call)
        found = self._world.commands.get(call.snowflake("command_id"))
        if found is None:
            raise Refused(UNKNOWN_COMMAND)
        return found

    def command(self, call: ApiCall) -> Reply:
        return Reply(200, self._command(call))

    def edit_command(self, call: ApiCall) -> Reply:
        """Change the fields of a command that the body has; its type stays."""
        scope, old = self._scope(call), self._command(call)
        wanted = {**old, **call.form(), "type": old["type"]}
        commands.require_valid_command(wanted)
        kept = self._keep(wanted, scope, old["id"])
        self._world.publish(WorldChanged())
        return Reply(200, kept)

    def delete_command(self, call: ApiCall) -> Reply:
        del self._world.commands[int(self._command(call)["id"])]
        self._world.publish(WorldChanged())
        return NO_CONTENT

    # Emojis.

    def emojis(self, call: ApiCall) -> Reply:
        self._require_own(call)
        return Reply(
            200, {"items": [json_objects.write_emoji(self._world, each) for each in self._world.emojis.values()]}
        )

    def emoji(self, call: ApiCall) -> Reply:
        return Reply(200, json_objects.write_emoji(self._world, self._emoji(call)))

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

    def rename_emoji(self, call: ApiCall) -> Reply:
        emoji, name, form = self._emoji(call), call.form().get("name"), Form()
        if name != emoji.name:
            self._require_name(form, name)
        form.refuse()
        self._world.emojis[emoji.id] = renamed = replace(emoji, name=str(name))
        return Reply(200, json_objects.write_emoji(self._world, renamed))

    def delete_emoji(self, call: ApiCall) -> Reply:
        del self._world.emojis[self._emoji(call).id]
        return NO_CONTENT

    def _emoji(self, call: ApiCall) -> ApplicationEmoji:
        self._require_own(call)
        found = self._world.emojis.get(call.snowflake("emoji_id"))
        if found is None:
            raise Refused(UNKNOWN_EMOJI)
        return found

    def _require_own(self, call: ApiCall) -> None:
        if call.snowflake("application_id") != APPLICATION_ID:
            raise Refused(UNKNOWN_APPLICATION)

    def _require_name(self, form: Form, name: object) -> None:
        form.length(("name",), name, 2, 32)
        if isinstance(name, str) and not EMOJI_NAME.fullmatch(name):
            form.wrong(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(each.name == name for each in self._world.emojis.values()):
            form.wrong(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This name is already taken")


def _hide_translations(command: Json) -> Json:
    """Return a command as Discord lists it unless it's asked for all translations.

    https://docs.discord.com/developers/interactions/application-commands#get-global-application-commands
    """
    shown = {name: value for name, value in command.items() if not name.endswith("_localizations")}
    return {**shown, "options": [*map(_hide_translations, command["options"])]} if command.get("options") else shown


def _read_picture(form: Form, data_uri: str) -> bytes:
    """Decode the image of a base64 data URI; record an error in `form` if it is larger than 256 KiB.

    Raises: Refused with 50035 if the data isn't valid base64.
    """
    try:
        data = base64.b64decode(data_uri.partition(";base64,")[2], validate=True)
    except ValueError as error:
        raise Refused(INVALID_FORM) from error
    if len(data) > LARGEST_EMOJI:
        form.wrong(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return data


def list_gateway_routes(gateway: Gateway) -> dict[tuple[str, str], Any]:
    """Return the handlers of the gateway's routes; keys are pairs of HTTP method and Discord's path template."""

    def find(_: ApiCall) -> Reply:
        return Reply(200, {"url": gateway.url})

    def find_for_bot(_: ApiCall) -> Reply:
        logins = gateway.logins
        limit = logins.describe()
        return Reply(200, {"url": gateway.url, "shards": logins.recommended, "session_start_limit": limit})

    return {("GET", "/gateway"): find, ("GET", "/gateway/bot"): find_for_bot}
