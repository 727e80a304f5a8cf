"""The common parts of a user's inputs: their refusal, and the JSON of the users, channels and roles in them."""

from playground.model import json_objects
from playground.model.values import Json, User
from playground.model.world import World


class InputRefused(Exception):
    """An input that Discord's client wouldn't send; the message says why, for the user."""


def resolve(world: World, by: User, users: list[str], channels: list[str], roles: list[str]) -> Json:
    """Return a dict with the key `resolved`: Discord's JSON of the objects with these ids, for an interaction's data.

    Each channel has the permissions of the user who chose it. Return an empty dict if there are no ids.
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
