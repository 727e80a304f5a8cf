"""The messages that an owner, such as `table 12`, wants now, as its lister tells the outbox: see docs/messages.md."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import discord

from storage.posts import Post
from ui.interaction_webhooks import InteractionWebhook
from ui.network.request_budget import Urgency


class Content(NamedTuple):
    """A message's content: its components, the files that they show, and the text above them."""

    view: Any  # a layout, or a view below `words`
    files: Sequence[discord.File] = ()
    words: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPost:
    """A message as it should be: one for its `purpose`; `shown` differs when its content does, which `build` makes.

    `called` are notified when it's first posted, by user id. Messages whose purposes begin with `replaces` stay until
    it's there. `ready` is awaited before it's posted, and returns whether that took time; `webhook` then returns whose
    token may send it. `then` is called with the message's id after it was posted or edited, until it succeeds.

    `is_root`: something hangs on the message, so it isn't posted again if it's gone. `may_fail`: if Discord refuses it,
    that's accepted until it shows something else. `is_final`: once it's there, it stays as it is, wanted or not.
    """

    purpose: str
    channel_id: int
    build: Callable[[], Awaitable[Content]]
    shown: str = "once"
    called: Sequence[int] = ()
    urgency: Urgency = Urgency.OTHER
    replaces: str | None = None
    ready: Callable[[], Awaitable[bool]] | None = None
    webhook: Callable[[], InteractionWebhook | None] = lambda: None
    then: Callable[[int], Awaitable[object]] | None = None
    is_root: bool = False
    may_fail: bool = False
    is_final: bool = False

    def takes_the_place_of(self, post: Post) -> bool:
        """Return whether this message replaces the one of a post, which stays until this one is there."""
        return post.purpose == self.purpose or (self.replaces is not None and post.purpose.startswith(self.replaces))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The messages that an owner on a server wants at this version of it, in the order in which they're brought up.

    `is_over`: it doesn't matter anymore if its channel is deleted; otherwise `lost` is called then. `then` is called
    once all of them are there and true.
    """

    version: str
    guild_id: int
    posts: Sequence[WantedPost]
    is_over: bool = False
    lost: Callable[[], Awaitable[object]] | None = None
    then: Callable[[], Awaitable[object]] | None = None

    def is_in(self, channel_id: int) -> bool:
        """Return whether one of the messages is wanted in this channel; otherwise the owner has left it."""
        return any(each.channel_id == channel_id for each in self.posts)


Lister = Callable[[str, Sequence[Post]], Awaitable[Wanted | None]]
"""A function that returns what an owner wants, given its posts; None while nothing can be said or done."""
