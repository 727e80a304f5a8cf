"""Servers besides the one where people are: they only take room in a bot's memory, as much as real ones do.

Each is made from its id alone whenever it's sent, so that 25,000 of them take no memory here.
"""

from random import Random

from playground.model import json_objects, permissions
from playground.model.values import Json
from playground.model.world import World

FIRST = 1_000_000_000_000_000_000 >> 22  # milliseconds since Discord's epoch at which the first was made
CATEGORIES, CHANNELS_IN_EACH = 5, 7  # 40 channels: with each category, six text channels and a voice channel
ROLES = 15
MOST_OVERWRITES = 3  # of a category, whose channels have the same
WORDS = (
    "general", "rules", "welcome", "off-topic", "memes", "bots", "lounge", "support", "feedback", "art", "music",
    "gaming", "clips", "introductions", "staff", "logs", "suggestions", "events", "trading", "help", "media",
)  # fmt: skip


def find_id(number: int) -> int:
    """Return the guild id of a server; `number` counts from 0."""
    return (FIRST + number) << 22


def write(world: World, guild_id: int) -> Json:
    """Return the server as the gateway sends it: with its channels and roles, and the bot as a member."""
    chance = Random(guild_id)  # noqa: S311  # the same server each time
    roles = [_write_role(chance, guild_id, index) for index in range(ROLES)]
    return {
        **json_objects.write_guild_create(world),
        "id": str(guild_id),
        "name": f"The {chance.choice(WORDS)} and {chance.choice(WORDS)} club",
        "icon": chance.randbytes(16).hex(),
        "owner_id": _write_id(chance),
        "features": ["COMMUNITY", "NEWS", "INVITE_SPLASH", "AUTO_MODERATION"],
        "system_channel_id": _write_id(chance),
        "rules_channel_id": _write_id(chance),
        "member_count": chance.randrange(10, 5_000),
        "roles": roles,
        "channels": [each for index in range(CATEGORIES) for each in _write_category(chance, guild_id, roles, index)],
        "threads": [],
        "members": [{**json_objects.write_member(world, world.bot), "roles": [roles[1]["id"]]}],
    }


def _write_id(chance: Random) -> str:
    return str(chance.randrange(FIRST << 22, (FIRST << 22) + (1 << 58)))


def _write_role(chance: Random, guild_id: int, position: int) -> Json:
    if position == 0:
        return json_objects.write_role(guild_id, "@everyone", 0, managed=False)
    role = json_objects.write_role(int(_write_id(chance)), chance.choice(WORDS), position, managed=position == 1)
    return {**role, "color": chance.randrange(1 << 24), "permissions": str(chance.randrange(1 << 50))}


def _write_category(chance: Random, guild_id: int, roles: list[Json], index: int) -> list[Json]:
    """Return a category and its channels, which have the same permission overwrites."""
    ruled = [roles[0], *chance.sample(roles[1:], chance.randrange(MOST_OVERWRITES))]
    overwrites = [_write_overwrite(chance, each) for each in ruled]
    shared = {"guild_id": str(guild_id), "permission_overwrites": overwrites, "nsfw": False, "flags": 0}
    category = {**shared, "id": _write_id(chance), "type": 4, "name": chance.choice(WORDS).upper(), "position": index}
    return [category, *(_write_channel(chance, category, number) for number in range(CHANNELS_IN_EACH))]


def _write_overwrite(chance: Random, role: Json) -> Json:
    bits = permissions.BITS["SEND_MESSAGES"] | permissions.BITS["ATTACH_FILES"]
    allow = chance.getrandbits(40) & ~bits
    return {"id": role["id"], "type": 0, "allow": str(allow), "deny": str(chance.getrandbits(40) & bits)}


def _write_channel(chance: Random, category: Json, number: int) -> Json:
    is_voice = number == CHANNELS_IN_EACH - 1
    shape = {
        **category,
        "id": _write_id(chance),
        "parent_id": category["id"],
        "type": 2 if is_voice else 0,
        "name": f"{chance.choice(WORDS)}-{number}",
        "position": number,
        "rate_limit_per_user": 0,
        "last_message_id": _write_id(chance),
        "theme_color": None,
        "icon_emoji": None,
    }
    if is_voice:
        return {**shape, "bitrate": 64_000, "user_limit": 0, "rtc_region": None}
    topic = " ".join(chance.choices(WORDS, k=chance.randrange(8))) or None
    return {**shape, "topic": topic, "last_pin_timestamp": None, "default_auto_archive_duration": 1440}
