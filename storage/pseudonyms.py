"""Pseudonyms, which stand for deleted people, and keyed hashes, by which a day's limits still hold for these."""

import hmac
import secrets
from dataclasses import dataclass

ID_BITS = 62
KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class Pseudonym:
    """The stand-in for a deleted person: an id that isn't Discord's, because it's negative, and the name it gives."""

    user_id: int

    @property
    def name(self) -> str:
        """The name, such as `deleted-3fa2`."""
        return f"deleted-{-self.user_id % 0x10000:04x}"


def make_pseudonym() -> Pseudonym:
    """Return a new random pseudonym."""
    return Pseudonym(-(secrets.randbits(ID_BITS) | 1 << ID_BITS))


def mention(user_id: int) -> str:
    """Return a person as Discord messages name them: a mention, or the bold name of a deleted person."""
    return f"<@{user_id}>" if user_id > 0 else f"**{Pseudonym(user_id).name}**"


def make_key() -> bytes:
    """Return a new random key for `hash_id`."""
    return secrets.token_bytes(KEY_BYTES)


def hash_id(key: bytes, user_id: int) -> bytes:
    """Return the HMAC-SHA256 of a user's id. SQL can call it by this name, on every connection of `Database`."""
    return hmac.digest(key, str(user_id).encode(), "sha256")
