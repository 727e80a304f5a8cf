"""Discord's permission bits, as far as a game bot needs them."""

from collections.abc import Iterable

BITS = {
    "MANAGE_CHANNELS": 1 << 4,
    "MANAGE_GUILD": 1 << 5,
    "ADD_REACTIONS": 1 << 6,
    "VIEW_CHANNEL": 1 << 10,
    "SEND_MESSAGES": 1 << 11,
    "MANAGE_MESSAGES": 1 << 13,
    "ATTACH_FILES": 1 << 15,
    "READ_MESSAGE_HISTORY": 1 << 16,
    "MENTION_EVERYONE": 1 << 17,
    "USE_EXTERNAL_EMOJIS": 1 << 18,
    "CONNECT": 1 << 20,
    "CHANGE_NICKNAME": 1 << 26,
    "MANAGE_ROLES": 1 << 28,
    "USE_APPLICATION_COMMANDS": 1 << 31,
    "MANAGE_THREADS": 1 << 34,
    "CREATE_PUBLIC_THREADS": 1 << 35,
    "CREATE_PRIVATE_THREADS": 1 << 36,
    "SEND_MESSAGES_IN_THREADS": 1 << 38,
}


def join_bits(names: Iterable[str]) -> int:
    """Return the bits of the permissions with these names. Raises: KeyError for a name that isn't in `BITS`."""
    total = 0
    for name in names:
        total |= BITS[name]
    return total


def name_bits(held: int) -> list[str]:
    """Return the names of the permissions whose bits are set in `held`, in the order of `BITS`."""
    return [name for name, bit in BITS.items() if held & bit]


EVERYONE = join_bits(
    (
        "VIEW_CHANNEL",
        "SEND_MESSAGES",
        "ADD_REACTIONS",
        "ATTACH_FILES",
        "READ_MESSAGE_HISTORY",
        "USE_EXTERNAL_EMOJIS",
        "CONNECT",
        "CHANGE_NICKNAME",
        "USE_APPLICATION_COMMANDS",
        "CREATE_PUBLIC_THREADS",
        "SEND_MESSAGES_IN_THREADS",
    )
)
OWNER = join_bits(BITS)
