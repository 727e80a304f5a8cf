"""The JSON that describes an interaction, to the bot and in the messages that answer it."""

from playground.interactions.interaction import PendingInteraction, UserAction
from playground.model import json_messages, json_objects, permissions
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import Json
from playground.model.world import World
from playground.validation import messages
from playground.validation.commands import GROUP, SUBCOMMAND

CONTEXTS = {"dm": 1, "group": 2}  # Discord's interaction contexts by channel kind; 0 is a server


def metadata_of(ident: int, act: UserAction) -> Json:
    """Return the `interaction_metadata` of messages that answer this action; `ident` is the interaction's id."""
    metadata: Json = {
        "id": str(ident),
        "type": act.kind,
        "user": json_objects.write_user(act.user),
        "authorizing_integration_owners": json_objects.write_owners(act.channel, act.user),
    }
    if act.kind == messages.COMMAND:
        metadata["name"] = act.data["name"]  # the page's "Ana used /draw"; Discord sends it without documenting it
    if act.kind == messages.COMPONENT and act.message is not None:
        metadata["interacted_message_id"] = str(act.message.id)
    if act.opener is not None:
        metadata["triggering_interaction_metadata"] = act.opener
    return metadata


def payload_of(world: World, interaction: PendingInteraction, data: Json) -> Json:
    """Return the INTERACTION_CREATE payload for the bot; its `data` is what the user typed, chose or filled in."""
    user, channel = interaction.user, interaction.channel
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(APPLICATION_ID),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": str(channel.id),
        "channel": {**json_objects.write_channel(world, channel), "permissions": str(permissions.EVERYONE)},
        "locale": world.locale_of(user),
        "app_permissions": str(world.bot_permissions(channel)),
        "authorizing_integration_owners": json_objects.write_owners(channel, user),
        "attachment_size_limit": json_objects.ATTACHMENT_SIZE_LIMIT,
        "entitlements": [],
        "context": CONTEXTS.get(channel.kind, 0),
    }
    if interaction.message is not None:
        payload["message"] = json_messages.write_message(world, interaction.message, world.address)
    guild_id = json_objects.find_guild(channel)
    if guild_id is None:
        return {**payload, "user": json_objects.write_user(user)}
    return {
        **payload,
        "guild_id": guild_id,
        "guild": {"id": guild_id, "locale": world.locale, "features": []},
        "guild_locale": world.locale,
        "member": {**json_objects.write_member(world, user), "permissions": str(world.held(user.id, channel.kind))},
    }


def command_name(data: Json) -> str:
    """Return the full name of the command in an interaction's data, with a subcommand's name after a space."""
    below = [option for option in data.get("options") or () if option["type"] in (SUBCOMMAND, GROUP)]
    return " ".join((data["name"], *(command_name(option) for option in below)))
