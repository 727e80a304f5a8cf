"""The checks that Discord's client makes before it sends a typed command: where it works, and its options."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playground.client.inputs import InputRefused, resolve
from playground.model.json_objects import find_type
from playground.model.values import WITHOUT_BOT, Channel, ChannelKind, Json, User
from playground.model.world import World
from playground.validation.commands import BOOLEAN, CHANNEL, INTEGER, STRING, SUBCOMMAND, USER
from playground.validation.commands import GROUP as SUBCOMMANDS

SAFE_INTEGER = 1 << 53
GUILD, BOT_DM, GROUP = 0, 1, 2  # Discord's interaction context types
GUILD_INSTALL, USER_INSTALL = 0, 1


def list_leaves(commands: list[Json]) -> Iterator[tuple[str, Json, Json]]:
    """Yield each (sub)command that can be typed: full name, registered command, and the part with its options."""
    for command in commands:
        yield from _walk_leaves(command["name"], command, command)


def _walk_leaves(name: str, command: Json, part: Json) -> Iterator[tuple[str, Json, Json]]:
    below = [option for option in part.get("options") or () if option["type"] in (SUBCOMMAND, SUBCOMMANDS)]
    if not below:
        yield name, command, part
    for option in below:
        yield from _walk_leaves(f"{name} {option['name']}", command, option)


@dataclass(frozen=True, slots=True)
class Typist:
    """A user who types a command in a channel."""

    world: World
    user: User
    channel: Channel


def make_command_data(by: Typist, name: str, given: Mapping[str, Any], focused: str | None = None) -> Json:
    """Build the `data` of a typed command, or of the autocomplete of its unfinished option `focused`.

    `name` is its full name, and `given` has its options' values by name. Raises: InputRefused.
    """
    world = by.world
    command, part = _find_typed_command(by, name)
    known = {option["name"]: option for option in part.get("options") or ()}
    if unknown := set(given) - set(known):
        raise InputRefused(f"/{name} has no option {', '.join(sorted(unknown))}.")
    if focused is None:
        options = _finish_options(world, known, given)
    elif known.get(focused, {}).get("autocomplete"):
        options = [
            made for option in known.values() for made in _read_unfinished(option, given.get(option["name"]), focused)
        ]
    else:
        raise InputRefused(f"The option {focused} of /{name} has no autocomplete.")
    data: Json = {"id": command["id"], "name": command["name"], "type": 1}
    return {**data, "options": _nest(command, name.split(" ")[1:], options), **_resolve_options(by, options)}


def _find_typed_command(by: Typist, name: str) -> tuple[Json, Json]:
    """Return a registered command and its part with the options. Raises: InputRefused if it can't be used."""
    for known, command, part in list_leaves(list(by.world.commands.values())):
        if known == name:
            if not can_work_in(command, by.channel.kind):
                reason = "needs the bot on the server" if by.channel.lacks_bot else "works on a server only"
                raise InputRefused(f"/{name} {reason}.")
            if not is_allowed(by.world, command, by.user, by.channel.kind):
                raise InputRefused(f"/{name} is not for everybody here.")
            return command, part
    raise InputRefused(f"There is no command /{name}.")


def _finish_options(world: World, known: Mapping[str, Json], given: Mapping[str, Any]) -> list[Json]:
    options: list[Json] = []
    for name, option in known.items():
        value = given.get(name)
        if value is not None and value != "":
            options.append(_option(option, _read_value(world, option, value)))
        elif option.get("required"):
            raise InputRefused(f"The option {name} is required.")
    return options


def can_work_in(command: Json, kind: ChannelKind) -> bool:
    """Return whether a command's installations and contexts (or `dm_permission`) match this kind of channel."""
    context = {"dm": BOT_DM, "group": GROUP}.get(kind, GUILD)
    contexts = command["contexts"]
    if contexts is None:
        contexts = [GUILD, BOT_DM, GROUP] if command["dm_permission"] else [GUILD]
    installed = kind == "dm" or (USER_INSTALL if kind in WITHOUT_BOT else GUILD_INSTALL) in command["integration_types"]
    return context in contexts and installed


def is_allowed(world: World, command: Json, user: User, kind: ChannelKind) -> bool:
    """Return whether the user has the permissions that a command needs by default; server overrides aren't modeled."""
    needed = command["default_member_permissions"]
    return needed is None or kind in ("dm", "group") or int(needed) & ~world.held(user.id, kind) == 0


def _nest(part: Json, names: list[str], options: list[Json]) -> list[Json]:
    if not names:
        return options
    below = next(option for option in part["options"] if option["name"] == names[0])
    return [{"type": below["type"], "name": below["name"], "options": _nest(below, names[1:], options)}]


def _option(option: Json, value: object) -> Json:
    return {"type": option["type"], "name": option["name"], "value": value}


def _read_unfinished(option: Json, value: object, focused: str) -> list[Json]:
    if option["name"] == focused:
        return [{**_option(option, "" if value is None else value), "focused": True}]
    return [] if value is None or value == "" else [_option(option, value)]


def _read_value(world: World, option: Json, value: Any) -> object:
    offered = option.get("choices")
    if offered:
        if value not in [choice["value"] for choice in offered]:
            raise InputRefused(f"{value} is not one of the choices of {option['name']}.")
        return value
    if option["type"] == STRING:
        return _require_string(option, value)
    if option["type"] == INTEGER:
        return _require_integer(option, value)
    if option["type"] == BOOLEAN:
        return _require_boolean(option, value)
    known: Mapping[int, object] = world.users if option["type"] == USER else world.channels
    if not str(value).isdecimal() or int(value) not in known:
        raise InputRefused(f"{value} is not there to choose for {option['name']}.")
    types = option.get("channel_types")
    if types and find_type(world.channels[int(value)]) not in types:
        raise InputRefused(f"{option['name']} must be a channel of another type.")
    return str(value)


def _require_string(option: Json, value: Any) -> str:
    text = str(value)
    low, high = option.get("min_length") or 0, option.get("max_length") or 6000
    if not low <= len(text) <= high:
        raise InputRefused(f"{option['name']} must be {low} to {high} characters long.")
    return text


def _require_integer(option: Json, value: Any) -> int:
    try:
        number = int(value)
    except ValueError:
        raise InputRefused(f"{option['name']} must be a whole number.") from None
    low, high = option.get("min_value"), option.get("max_value")
    low, high = -SAFE_INTEGER if low is None else low, SAFE_INTEGER if high is None else high
    if not low <= number <= high:
        raise InputRefused(f"{option['name']} must be between {low} and {high}.")
    return number


def _require_boolean(option: Json, value: Any) -> bool:
    if str(value).lower() not in ("true", "false"):
        raise InputRefused(f"{option['name']} must be true or false.")
    return str(value).lower() == "true"


def _resolve_options(by: Typist, options: list[Json]) -> Json:
    users = [str(option["value"]) for option in options if option["type"] == USER]
    channels = [str(option["value"]) for option in options if option["type"] == CHANNEL]
    return resolve(by.world, by.user, users, channels, [])
