"""Users, channels, the guild and the application in Discord's JSON."""

import re
from datetime import UTC, datetime

from playground.model import permissions
from playground.model.starting_world import APPLICATION_ID, AWAY_GUILD_ID, BOT_ROLE_ID, GUILD_ID
from playground.model.values import ApplicationEmoji, Channel, Json, User
from playground.model.world import World

JOINED = "2023-04-24T12:00:00+00:00"
ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024


def write_time(seconds: float) -> str:
    """Return seconds since the epoch as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def write_user(one: User) -> Json:
    """Return Discord's user object."""
    shape: Json = {
        "id": str(one.id),
        "username": re.sub(r"[^a-z0-9_.]", "", one.name.lower()) or "player",
        "global_name": None if one.bot else one.name,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "banner": None,
        "accent_color": None,
    }
    if one.bot:
        shape |= {"bot": True, "username": one.name}
    return shape


def write_own_user(one: User) -> Json:
    """Return Discord's user object with the additional fields that `/users/@me` has."""
    return {**write_user(one), "mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


def write_owners(channel: Channel, one: User) -> Json:
    """Return the `authorizing_integration_owners` of an action: by type of installation, who installed the bot here.

    "0" is a guild, whose id is the value, or "0" in a DM; "1" is a user, where the bot isn't a member.
    """
    if channel.lacks_bot:
        return {"1": str(one.id)}
    return {"0": "0" if channel.kind == "dm" else str(GUILD_ID)}


def find_guild(channel: Channel) -> str | None:
    """Return the id of the guild that a channel belongs to, or None for a DM or a group."""
    if channel.kind in ("dm", "group"):
        return None
    return str(AWAY_GUILD_ID if channel.kind == "away" else GUILD_ID)


def write_member(world: World, one: User) -> Json:
    """Return Discord's guild member object."""
    held = [BOT_ROLE_ID] if one.bot else sorted(world.held_roles[one.id])
    return {
        "user": write_user(one),
        "roles": [str(each) for each in held],
        "nick": None,
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": JOINED,
        "pending": False,
        "premium_since": None,
        "mute": False,
        "deaf": False,
    }


def write_role(role_id: int, name: str, position: int, *, managed: bool, granted: int = 0) -> Json:
    """Return Discord's role object; `granted` are the bits that it has beyond @everyone's permissions."""
    shape: Json = {
        "id": str(role_id),
        "name": name,
        "permissions": str(permissions.EVERYONE | granted),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return {**shape, "tags": {"bot_id": str(APPLICATION_ID)}} if managed else shape


def write_roles(world: World) -> list[Json]:
    """Return the guild's roles: @everyone, the bot's own role, then the added ones, which grant nothing more."""
    everyone = write_role(GUILD_ID, "@everyone", 0, managed=False)
    added = [write_role(each.id, each.name, index, managed=False) for index, each in enumerate(world.roles.values(), 2)]
    own = write_role(BOT_ROLE_ID, "Rackety", 1, managed=True, granted=world.granted)
    return [everyone, own, *added]


def find_type(one: Channel) -> int:
    """Return Discord's number for the type of a channel of the guild."""
    return {"voice": 2, "thread": 12 if one.is_private else 11}.get(one.kind, 0)


def write_channel(world: World, one: Channel) -> Json:
    """Return Discord's channel object for a text or voice channel, a thread, a DM or a group."""
    shape: Json = {"id": str(one.id), "flags": 0, "last_message_id": write_id(one.last_message_id)}
    if one.kind == "group":
        people = [write_user(each) for each in world.users.values()]
        return {**shape, "type": 3, "name": one.name, "icon": None, "owner_id": people[0]["id"], "recipients": people}
    if one.kind == "dm":
        return {**shape, "type": 1, "recipients": [write_user(world.users[one.recipient_id or 0])]}
    shape |= {
        "guild_id": find_guild(one),
        "name": one.name,
        "parent_id": write_id(one.parent_id),
        "rate_limit_per_user": 0,
    }
    if one.kind == "thread":
        return {**shape, **_write_thread(world, one)}
    if one.kind == "voice":
        shape |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
    denied = {APPLICATION_ID: one.denied} if one.denied else {}
    denied |= dict.fromkeys(sorted(one.excluded), permissions.join_bits(["VIEW_CHANNEL"]))
    return {
        **shape,
        "type": find_type(one),
        "position": one.position,
        "topic": None,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(each), "type": 1, "allow": "0", "deny": str(bits)} for each, bits in denied.items()
        ],
    }


def _write_thread(world: World, one: Channel) -> Json:
    count = len(world.messages(one.id))
    metadata = {
        "archived": one.archived,
        "archive_timestamp": JOINED,
        "auto_archive_duration": one.auto_archive_minutes,
        "locked": one.locked,
        "create_timestamp": JOINED,
    }
    return {
        "type": find_type(one),
        "owner_id": str(one.owner_id),
        "thread_metadata": metadata,
        "message_count": count,
        "member_count": len(world.users) + 1,
        "total_message_sent": count,
        **({} if one.is_hidden else {"member": write_thread_member(one, APPLICATION_ID)}),
    }


def write_thread_member(one: Channel, user_id: int) -> Json:
    """Return Discord's thread member object for a member of this thread."""
    return {"id": str(one.id), "user_id": str(user_id), "join_timestamp": JOINED, "flags": 0}


def write_id(value: int | None) -> str | None:
    """Return an id as text, as Discord writes it, or None for none."""
    return None if value is None else str(value)


def write_emoji(world: World, one: ApplicationEmoji) -> Json:
    """Return Discord's emoji object for an emoji of the application."""
    return {
        "id": str(one.id),
        "name": one.name,
        "user": write_user(world.bot),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": one.content_type == "image/gif",
        "available": True,
    }


def write_own_guild(world: World) -> Json:
    """Return the guild as Discord lists it among the bot's own, with the permissions that the bot's roles give it."""
    return {
        "id": str(GUILD_ID),
        "name": world.guild_name,
        "icon": None,
        "banner": None,
        "owner": False,
        "permissions": str(permissions.EVERYONE | world.granted),
        "features": [],
    }


def write_guild(world: World) -> Json:
    """Return the guild as the REST API sends it."""
    empty = ("icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id")
    nowhere = ("afk_channel_id", "system_channel_id", "widget_channel_id", "rules_channel_id")
    channels = ("safety_alerts_channel_id", "public_updates_channel_id", "vanity_url_code", "max_presences")
    return {
        **dict.fromkeys((*empty, *nowhere, *channels, "incidents_data", "hub_type")),
        "id": str(GUILD_ID),
        "name": world.guild_name,
        "owner_id": str(world.owner_id),
        "features": [],
        "region": "deprecated",
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "roles": write_roles(world),
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": world.locale,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
    }


def write_guild_create(world: World) -> Json:
    """Return the guild as the gateway sends it: with channels, active threads and the bot's own member."""
    shown = world.channels.values()
    active = [each for each in shown if each.kind == "thread" and not each.is_hidden and not each.archived]
    return {
        **write_guild(world),
        "joined_at": JOINED,
        "large": False,
        "unavailable": False,
        "member_count": len(world.users) + 1,
        "members": [write_member(world, world.bot)],
        "channels": [write_channel(world, one) for one in shown if one.kind in ("text", "voice")],
        "threads": [write_channel(world, one) for one in active],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def write_application(world: World) -> Json:
    """Return the bot's application object."""
    return {
        "id": str(APPLICATION_ID),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": write_user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": write_user(world.users[world.owner_id]),
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
