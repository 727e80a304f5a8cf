"""Choices in components and entries in forms as JSON, and the refusal of what Discord's client wouldn't send."""

from collections.abc import Mapping
from typing import Any

from playground.model import components, json_objects
from playground.model.values import IN_GUILD, Json, User
from playground.model.world import World


class InputRefused(Exception):
    """An input that Discord's client wouldn't send; the message says why, for the user."""


def resolve(world: World, by: User, users: list[str], channels: list[str], roles: list[str]) -> Json:
    """Return the key `resolved` of an interaction's data, with these objects; an empty dict if there are no ids.

    Each channel has the permissions of the user who chose it.
    """
    parts: Json = {}
    if users:
        chosen = [world.user(int(each)) for each in users]
        parts["users"] = {str(each.id): json_objects.write_user(each) for each in chosen}
        parts["members"] = {
            str(each.id): {
                key: value
                for key, value in json_objects.write_member(world, each).items()
                if key not in ("user", "mute", "deaf")
            }
            | {"permissions": "0"}
            for each in chosen
        }
    if channels:
        found = [world.channel(int(each)) for each in channels]
        parts["channels"] = {
            str(each.id): json_objects.write_channel(world, each) | {"permissions": str(world.held(by.id, each.kind))}
            for each in found
        }
    if roles:
        parts["roles"] = {each["id"]: each for each in json_objects.write_roles(world) if each["id"] in roles}
    return {"resolved": parts} if parts else {}


def make_component_data(world: World, by: User, part: Json, values: list[str]) -> Json:
    """Build the `data` of pressing a button, or of choosing `values` in a select. Raises: InputRefused."""
    if part.get("disabled"):
        raise InputRefused("This control is disabled.")
    data: Json = {"custom_id": part["custom_id"], "component_type": part["type"], "id": part["id"]}
    if part["type"] == components.BUTTON:
        return data
    checked = _require_chosen(world, part, values)
    channels = checked if part["type"] == components.CHANNEL_SELECT else []
    roles = checked if part["type"] == components.ROLE_SELECT else []
    return {**data, "values": checked, **resolve(world, by, [], channels, roles)}


def _require_chosen(world: World, part: Json, values: list[str]) -> list[str]:
    low = part["min_values"]
    if not low <= len(values) <= part["max_values"]:
        raise InputRefused(f"Choose {low} to {part['max_values']}.")
    allowed = _list_choosable(world, part)
    if len(set(values)) != len(values) or not set(values) <= allowed:
        raise InputRefused("That is not among the choices.")
    return values


def _list_choosable(world: World, part: Json) -> set[str]:
    if part["type"] == components.CHANNEL_SELECT:
        here = [channel for channel in world.channels.values() if channel.kind in IN_GUILD]
        types = part.get("channel_types") or [json_objects.find_type(channel) for channel in here]
        return {str(channel.id) for channel in here if json_objects.find_type(channel) in types}
    if part["type"] == components.ROLE_SELECT:
        return {each["id"] for each in json_objects.write_roles(world)}
    return {str(option["value"]) for option in part.get("options") or ()}


def make_modal_data(modal: Json, values: Mapping[str, Any]) -> Json:
    """Build a submitted modal's `data`; fields not in `values` (by custom id) keep theirs. Raises: InputRefused."""
    inputs = {part["custom_id"] for part in components.walk(modal["components"]) if "custom_id" in part}
    if unknown := set(values) - inputs:
        raise InputRefused(f"The form has no field {', '.join(sorted(unknown))}.")
    submitted = [_fill_form(part, values) for part in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": submitted}


def _fill_form(part: Json, values: Mapping[str, Any]) -> Json:
    shape: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == components.LABEL:
        return {**shape, "component": _fill_field(part["component"], values)}
    if part["type"] == components.ROW:
        return {**shape, "components": [_fill_field(child, values) for child in part["components"]]}
    return shape


def _fill_field(part: Json, values: Mapping[str, Any]) -> Json:
    shape: Json = {"type": part["type"], "id": part["id"], "custom_id": part["custom_id"]}
    return {**shape, "value": _require_typed(part, values.get(part["custom_id"]))}


def _require_typed(part: Json, given: Any) -> str:
    text = str(part.get("value") or "") if given is None else str(given)
    low, high = part.get("min_length") or 0, part.get("max_length") or 4000
    if not text and part.get("required", True):
        raise InputRefused("This field is required.")
    if text and not low <= len(text) <= high:
        raise InputRefused(f"Must be {low} to {high} characters long.")
    return text
