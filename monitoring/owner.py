"""The owner: the person who runs the bot."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Owner:
    """The ways to reach the owner: a text for members, and the id of a channel for feedback. Both may be missing."""

    contact: str = ""
    feedback_channel: int | None = None


UNKNOWN_OWNER = Owner()
