"""What Discord's own client checks before it sends an interaction: options, selects, modal fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playground.model import components, json_objects
from playground.model.values import WITHOUT_BOT
from playground.validation.commands import GROUP as SUBCOMMANDS
from playground.validation.commands import INTEGER, NUMBER, STRING, SUBCOMMAND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from playground.model.values import Channel, Json, Kind, User
    from playground.model.world import World

BOOLEAN, USER, CHANNEL = 5, 6, 7
SAFE_INTEGER = 1 << 53
TEXT_CHANNEL, PUBLIC_THREAD = 0, 11  # Discord's types of channels
GUILD, BOT_DM, GROUP = 0, 1, 2  # Discord's interaction contexts
GUILD_INSTALL, USER_INSTALL = 0, 1


class InputRefused(Exception):  # what the user reads when Discord doesn't send it
    """Discord would not have sent this input."""


def leaves(commands: list[Json]) -> Iterator[tuple[str, Json, Json]]:
    """Every command that can be typed: its whole name, the registered command, and the part with the options."""
    for command in commands:
        if command["type"] == 1:
            yield from _leaves(command["name"], command, command)


def _leaves(name: str, command: Json, part: Json) -> Iterator[tuple[str, Json, Json]]:
    below = [option for option in part.get("options") or () if option["type"] in (SUBCOMMAND, SUBCOMMANDS)]
    if not below:
        yield name, command, part
    for option in below:
        yield from _leaves(f"{name} {option['name']}", command, option)


@dataclass(frozen=True, slots=True)
class Typist:
    """Who types a command, and where."""

    world: World
    user: User
    channel: Channel


def command_data(by: Typist, name: str, given: Mapping[str, Any], focused: str | None = None) -> Json:
    """An interaction's `data` for a typed command. With `focused`, for autocomplete: unfinished input is let through.

    Raises: InputRefused.
    """
    world = by.world
    command, part = _typed_command(by, name)
    known = {option["name"]: option for option in part.get("options") or ()}
    if unknown := set(given) - set(known):
        raise InputRefused(f"/{name} has no option {', '.join(sorted(unknown))}.")
    if focused is None:
        options = _finished(world, known, given)
    elif known.get(focused, {}).get("autocomplete"):
        options = [
            made for option in known.values() for made in _unfinished(option, given.get(option["name"]), focused)
        ]
    else:
        raise InputRefused(f"The option {focused} of /{name} has no autocomplete.")
    data: Json = {"id": command["id"], "name": command["name"], "type": 1}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return {**data, "options": _nested(command, name.split(" ")[1:], options), **_resolved(world, options)}


def _typed_command(by: Typist, name: str) -> tuple[Json, Json]:
    """The command, and the part of it that has the options."""
    for known, command, part in leaves(list(by.world.commands.values())):
        if known == name:
            if not works_in(command, by.channel.kind):
                raise InputRefused(_elsewhere(name, by.channel))
            if not is_allowed(by.world, command, by.user, by.channel.kind):
                raise InputRefused(f"/{name} is not for everybody here.")
            return command, part
    raise InputRefused(f"There is no command /{name}.")


def _finished(world: World, known: Mapping[str, Json], given: Mapping[str, Any]) -> list[Json]:
    options: list[Json] = []
    for name, option in known.items():
        value = given.get(name)
        if value is not None and value != "":
            options.append(_option(option, _value(world, option, value)))
        elif option.get("required"):
            raise InputRefused(f"The option {name} is required.")
    return options


def _elsewhere(name: str, channel: Channel) -> str:
    if channel.lacks_bot:
        return f"/{name} needs the bot on the server."
    return f"/{name} works on a server only."


def works_in(command: Json, kind: Kind) -> bool:
    """By who may install it, and by its contexts or the older flag that they replace; a guild's own is for it alone."""
    if "guild_id" in command:
        return kind in ("text", "thread")
    context = {"dm": BOT_DM, "group": GROUP}.get(kind, GUILD)
    contexts = command["contexts"]
    if contexts is None:
        contexts = [GUILD, BOT_DM, GROUP] if command["dm_permission"] else [GUILD]
    installed = kind == "dm" or (USER_INSTALL if kind in WITHOUT_BOT else GUILD_INSTALL) in command["integration_types"]
    return context in contexts and installed


def is_allowed(world: World, command: Json, user: User, kind: Kind) -> bool:
    """Whether a member holds what the command asks of members, where nobody has changed that on the server."""
    needed = command["default_member_permissions"]
    return needed is None or kind in ("dm", "group") or int(needed) & ~world.held(user.id, kind) == 0


def _nested(part: Json, names: list[str], options: list[Json]) -> list[Json]:
    if not names:
        return options
    below = next(option for option in part["options"] if option["name"] == names[0])
    return [{"type": below["type"], "name": below["name"], "options": _nested(below, names[1:], options)}]


def _option(option: Json, value: object) -> Json:
    return {"type": option["type"], "name": option["name"], "value": value}


def _unfinished(option: Json, value: object, focused: str) -> list[Json]:
    if option["name"] == focused:
        return [{**_option(option, "" if value is None else value), "focused": True}]
    return [] if value is None or value == "" else [_option(option, value)]


def _value(world: World, option: Json, value: Any) -> object:
    offered = option.get("choices")
    if offered:
        if value not in [choice["value"] for choice in offered]:
            raise InputRefused(f"{value} is not one of the choices of {option['name']}.")
        return value
    readers: dict[int, Callable[[Json, Any], object]] = {
        STRING: _string,
        INTEGER: _integer,
        NUMBER: _number,
        BOOLEAN: _boolean,
    }
    if option["type"] in readers:
        return readers[option["type"]](option, value)
    there: dict[int, Mapping[int, object]] = {USER: world.users, CHANNEL: world.channels}
    known = there.get(option["type"], {})
    if not str(value).isdecimal() or int(value) not in known:
        raise InputRefused(f"{value} is not there to choose for {option['name']}.")
    return str(value)


def _string(option: Json, value: Any) -> str:
    text = str(value)
    low, high = option.get("min_length") or 0, option.get("max_length") or 6000
    if not low <= len(text) <= high:
        raise InputRefused(f"{option['name']} must be {low} to {high} characters long.")
    return text


def _integer(option: Json, value: Any) -> int:
    try:
        number = int(value)
    except ValueError:
        raise InputRefused(f"{option['name']} must be a whole number.") from None
    return int(_in_range(option, number))


def _number(option: Json, value: Any) -> float:
    try:
        number = float(value)
    except ValueError:
        raise InputRefused(f"{option['name']} must be a number.") from None
    return _in_range(option, number)


def _in_range(option: Json, number: float) -> float:
    low, high = option.get("min_value"), option.get("max_value")
    low, high = -SAFE_INTEGER if low is None else low, SAFE_INTEGER if high is None else high
    if not low <= number <= high:
        raise InputRefused(f"{option['name']} must be between {low} and {high}.")
    return number


def _boolean(option: Json, value: Any) -> bool:
    if str(value).lower() not in ("true", "false"):
        raise InputRefused(f"{option['name']} must be true or false.")
    return str(value).lower() == "true"


def _resolved(world: World, options: list[Json]) -> Json:
    users = [str(option["value"]) for option in options if option["type"] == USER]
    channels = [str(option["value"]) for option in options if option["type"] == CHANNEL]
    return resolved(world, users, channels, [])


def resolved(world: World, users: list[str], channels: list[str], roles: list[str]) -> Json:
    """The `resolved` part of an interaction's data, empty if nothing needs it."""
    parts: Json = {}
    if users:
        chosen = [world.user(int(each)) for each in users]
        parts["users"] = {str(each.id): json_objects.user(each) for each in chosen}
        parts["members"] = {
            str(each.id): {
                key: value
                for key, value in json_objects.member(world, each).items()
                if key not in ("user", "mute", "deaf")
            }
            | {"permissions": "0"}
            for each in chosen
        }
    if channels:
        shown = [json_objects.channel(world, world.channel(int(each))) | {"permissions": "0"} for each in channels]
        parts["channels"] = {each["id"]: each for each in shown}
    if roles:
        parts["roles"] = {each["id"]: each for each in json_objects.roles(world) if each["id"] in roles}
    return {"resolved": parts} if parts else {}


def component_data(world: World, part: Json, values: list[str]) -> Json:
    """An interaction's `data` for a button or a select. Raises: InputRefused."""
    if part.get("disabled"):
        raise InputRefused("This control is disabled.")
    data: Json = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part["id"]}
    if part["type"] == components.BUTTON:
        return data
    checked = _chosen(world, part, values)
    users = checked if part["type"] in (components.USER_SELECT, components.MENTIONABLE_SELECT) else []
    channels = checked if part["type"] == components.CHANNEL_SELECT else []
    roles = checked if part["type"] == components.ROLE_SELECT else []
    return {**data, "values": checked, **resolved(world, users, channels, roles)}


def _chosen(world: World, part: Json, values: list[str]) -> list[str]:
    low = part.get("min_values", 1) if part.get("required", True) else 0
    if not low <= len(values) <= part.get("max_values", 1):
        raise InputRefused(f"Choose {low} to {part.get('max_values', 1)}.")
    allowed = _choosable(world, part)
    if len(set(values)) != len(values) or not set(values) <= allowed:
        raise InputRefused("That is not among the choices.")
    return values


def _choosable(world: World, part: Json) -> set[str]:
    if part["type"] in (components.USER_SELECT, components.MENTIONABLE_SELECT):
        return {str(user_id) for user_id in world.users}
    if part["type"] == components.CHANNEL_SELECT:
        here = (channel for channel in world.channels.values() if channel.kind in ("text", "thread"))
        return {str(channel.id) for channel in here if _is_of(channel, part.get("channel_types"))}
    if part["type"] == components.ROLE_SELECT:
        return {each["id"] for each in json_objects.roles(world)}
    return {str(option["value"]) for option in part.get("options") or ()}


def _is_of(channel: Channel, types: list[int] | None) -> bool:
    return not types or (PUBLIC_THREAD if channel.kind == "thread" else TEXT_CHANNEL) in types


def modal_data(world: World, modal: Json, values: Mapping[str, Any]) -> Json:
    """An interaction's `data` for a submitted modal; a field that is not given keeps what it showed.

    Raises: InputRefused.
    """
    inputs = {part["custom_id"] for part in components.walk(modal["components"]) if "custom_id" in part}
    if unknown := set(values) - inputs:
        raise InputRefused(f"The form has no field {', '.join(sorted(unknown))}.")
    submitted = [_submitted(world, part, values) for part in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": submitted}


def _submitted(world: World, part: Json, values: Mapping[str, Any]) -> Json:
    shape: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == components.LABEL:
        return {**shape, "component": _field(world, part["component"], values)}
    if part["type"] == components.ROW:
        return {**shape, "components": [_field(world, child, values) for child in part["components"]]}
    return shape


def _field(world: World, part: Json, values: Mapping[str, Any]) -> Json:
    shape: Json = {"type": part["type"], "id": part["id"], "custom_id": part["custom_id"]}
    given = values.get(part["custom_id"])
    if part["type"] == components.TEXT_INPUT:
        return {**shape, "value": _typed(part, given)}
    if part["type"] == components.CHECKBOX:
        return {**shape, "value": bool(part.get("default") if given is None else given)}
    defaults = [option["value"] for option in part.get("options") or () if option.get("default")]
    if part["type"] == components.RADIO_GROUP:
        chosen = _chosen(world, {**part, "min_values": 1, "max_values": 1}, _listed(given, defaults))
        return {**shape, "value": chosen[0] if chosen else None}
    most = {} if "max_values" in part else {"max_values": len(part.get("options") or "x")}
    return {**shape, "values": _chosen(world, {**part, **most}, _listed(given, defaults))}


def _listed(given: Any, defaults: list[str]) -> list[str]:
    if given is None:
        return defaults
    return [given] if isinstance(given, str) else [str(each) for each in given]


def _typed(part: Json, given: Any) -> str:
    text = str(part.get("value") or "") if given is None else str(given)
    low, high = part.get("min_length") or 0, part.get("max_length") or 4000
    if not text and part.get("required", True):
        raise InputRefused("This field is required.")
    if text and not low <= len(text) <= high:
        raise InputRefused(f"Must be {low} to {high} characters long.")
    return text
