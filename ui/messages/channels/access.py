"""Tables' channels: whether the bot can show a table there, whether people can play there, and what stops them.

Discord lets the bot answer commands where it can't write: in channels without a permission, in locked threads, and in
private threads that it isn't a member of. A table's message is edited by the channel's route, which fails there.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from engine.text.phrases import join_with_and, later, say
from services.refusals import Refusal
from storage.pseudonyms import mention
from ui.commands import NamedChannel
from ui.controls import Interaction
from ui.network.post_failures import UNKNOWN_CHANNEL, Cause, find_cause, find_number
from ui.outages import FAILURES
from ui.places import channel_of

T = TypeVar("T")

# Each translation must be the name that Discord's own settings use in that language.
NAMES = {
    "view_channel": later("View Channel"),
    "connect": later("Connect"),
    "send_messages": later("Send Messages"),
    "send_messages_in_threads": later("Send Messages in Threads"),
    "create_public_threads": later("Create Public Threads"),
    "attach_files": later("Attach Files"),
}
VOICE = frozenset({discord.ChannelType.voice, discord.ChannelType.stage_voice})
THREADS = frozenset(
    {discord.ChannelType.public_thread, discord.ChannelType.private_thread, discord.ChannelType.news_thread}
)
MISSING_ACCESS = 50001  # these are Discord's error codes
ARCHIVED = 50083
LOCKED = frozenset({160005, ARCHIVED})  # a locked thread, and an archived one that the bot doesn't know
TESTING_TIME = 1.0  # seconds that a test may take; Discord waits 3 for a response

_requests: set[asyncio.Task[Any]] = set()  # tests under way, some of which nobody waits for anymore


@dataclass(frozen=True, slots=True)
class TableChannel:
    """A channel for a table, as far as the bot knows it.

    `kind` is None if Discord's type is unknown, and `permissions` if the bot's own are. A locked thread doesn't count
    as one if the bot can moderate it.
    """

    channel_id: int
    kind: discord.ChannelType | None = None
    permissions: discord.Permissions | None = None
    is_locked: bool = False

    def list_missing(self, *, opens_thread: bool = False) -> list[str]:
        """Return the names of the permissions that the bot lacks; `opens_thread`: the table gets its own thread."""
        if self.permissions is None:
            return []
        return [str(NAMES[each]) for each in self._list_needed(opens_thread) if not getattr(self.permissions, each)]

    def _list_needed(self, opens_thread: bool) -> list[str]:
        if self.kind in THREADS:
            return ["view_channel", "send_messages_in_threads", "attach_files"]
        connect = ["connect"] if self.kind in VOICE else []
        threads = ["send_messages_in_threads", "create_public_threads"] if opens_thread else []
        return ["view_channel", *connect, "send_messages", *threads, "attach_files"]


def read_channel(interaction: Interaction) -> TableChannel:
    """Return the interaction's channel, with the permissions that Discord reports. Raises: as for `channel_of`."""
    return _describe(channel_of(interaction), interaction.channel, interaction.app_permissions)


def look_up(client: discord.Client, guild_id: int, channel_id: int) -> discord.abc.GuildChannel | discord.Thread | None:
    """Return a server's channel or thread from the cache, or None; `client.get_channel` would unpack all servers."""
    guild = client.get_guild(guild_id)
    return guild.get_channel_or_thread(channel_id) if guild else None


def find_table_channel(client: discord.Client, guild_id: int, channel_id: int) -> TableChannel:
    """Return what the bot knows of a server's channel; that's just the id if it isn't in discord.py's cache."""
    channel = look_up(client, guild_id, channel_id)
    if channel is None or channel.guild.me is None:
        return TableChannel(channel_id)
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return _describe(channel_id, channel, None)
    return _describe(channel_id, channel, _restore_implied(channel.permissions_for(channel.guild.me), channel))


def _restore_implied(known: discord.Permissions, channel: object) -> discord.Permissions:
    """Grant what discord.py takes away with View Channel, or with the right to send: it may be denied or not."""
    if not known.view_channel:
        return discord.Permissions(discord.Permissions.all().value, view_channel=False)
    if not (known.send_messages_in_threads if isinstance(channel, discord.Thread) else known.send_messages):
        known.attach_files = True
    return known


def _describe(channel_id: int, channel: object, permissions: discord.Permissions | None) -> TableChannel:
    moderates = permissions is not None and permissions.manage_threads
    is_locked = isinstance(channel, discord.Thread) and channel.locked and not moderates
    return TableChannel(channel_id, getattr(channel, "type", None), permissions, is_locked)


def explain_obstacle(channel: TableChannel, code: int = 0, *, opens_thread: bool = False) -> str:
    """Return what stops the bot from showing a table there, and who can change that; empty if nothing is known.

    `code` is Discord's error code of a request that failed there, 0 without one.
    """
    link = f"<#{channel.channel_id}>"
    if code == UNKNOWN_CHANNEL:
        return say("The table's channel was deleted.")
    if missing := channel.list_missing(opens_thread=opens_thread):
        return _explain_missing(link, missing)
    if code == ARCHIVED and channel.kind in THREADS and not channel.is_locked:
        return say(
            "{channel} is archived, so I couldn't change its messages. Write something there to reopen it.",
            channel=link,
        )
    if channel.is_locked or code in LOCKED:
        return say("{channel} is locked, so I can't show a table there. Moderators can unlock it.", channel=link)
    if code == MISSING_ACCESS and channel.kind in {None, discord.ChannelType.private_thread}:
        return say("I'm not in {channel}, so I can't show a table there. Mention me there to add me.", channel=link)
    return say("Discord refuses my messages in {channel} (error {number}).", channel=link, number=code) if code else ""


def explain_no_posts(channel: TableChannel) -> str:
    """Return what stops the bot from posting there, as far as it knows; empty if nothing does."""
    link, missing = f"<#{channel.channel_id}>", channel.list_missing()
    if missing:
        return say(
            "I can't post in {channel} without these permissions: {names}.", channel=link, names=join_with_and(missing)
        )
    return say("I can't post in {channel} because it's locked.", channel=link) if channel.is_locked else ""


def _explain_missing(link: str, missing: list[str]) -> str:
    if len(missing) == 1:
        return say("To show a table in {channel}, I need the {name} permission.", channel=link, name=missing[0])
    names = join_with_and(missing)
    return say("To show a table in {channel}, I need these permissions: {names}.", channel=link, names=names)


async def require_writable(client: discord.Client, channel: TableChannel, *, opens_thread: bool = False) -> None:
    """Reject a channel in which the bot can't show a table; `opens_thread`: the table gets a thread of its own."""
    obstacle = explain_obstacle(channel, opens_thread=opens_thread)
    if not obstacle:
        code = await wait_for_answer(_find_refusal(client, channel.channel_id), "test of a channel")
        obstacle = explain_obstacle(channel, code or 0)
    if obstacle:
        raise Refusal(obstacle)


async def wait_for_answer(asking: Coroutine[Any, Any, T], name: str) -> T | None:
    """Return what Discord answers to these requests; None if it doesn't in time. `name` is that of their task.

    They aren't canceled: while Discord limits all requests, discord.py would never send another one (disnake#1585).
    """
    request = asyncio.create_task(asking, name=name)
    _requests.add(request)
    request.add_done_callback(_requests.discard)
    await asyncio.wait({request}, timeout=TESTING_TIME)
    return request.result() if request.done() else None


async def _find_refusal(client: discord.Client, channel_id: int) -> int:
    """Let Discord show that the bot is typing there; return the code with which it refuses that, or 0.

    Like a message, that needs the rights to see the channel and to send (discordeno#622). An outage doesn't count.
    """
    try:
        await client.get_partial_messageable(channel_id).typing()
    except FAILURES as error:
        if isinstance(error, discord.HTTPException) and find_cause(error) is Cause.CHANNEL:
            return find_number(error)
    return 0


GONE = frozenset({10007, 10013})  # Discord's codes: not on the server anymore, and a deleted account


@dataclass(frozen=True, slots=True)
class _Place:
    """A channel as its members see it: `ruling` is the one whose permissions apply there, a thread's parent."""

    guild: discord.Guild
    ruling: discord.abc.GuildChannel
    channel: NamedChannel

    async def find_excluded(self, people: Sequence[int]) -> list[int] | None:
        """Return those of these people, by their user ids, who can't play there; None if Discord fails."""
        try:
            admitted = await asyncio.gather(*map(self._admits, people))
        except FAILURES:
            return None
        return [each for each, is_admitted in zip(people, admitted, strict=True) if not is_admitted]

    async def _admits(self, user_id: int) -> bool:
        try:
            member = await self.guild.fetch_member(user_id)
        except discord.NotFound as error:
            if error.code not in GONE:
                raise
            return True  # they can play nowhere on this server
        member.timed_out_until = None  # of our own copy: nobody with a timeout can play elsewhere either
        held = self.ruling.permissions_for(member)
        return self._allows(held) and (held.manage_threads or await self._has_member(user_id))

    def _allows(self, held: discord.Permissions) -> bool:
        sends = held.send_messages_in_threads if self.channel.type in THREADS else held.send_messages
        connects = held.connect or self.channel.type not in VOICE
        return held.view_channel and sends and connects and held.use_application_commands

    async def _has_member(self, user_id: int) -> bool:
        if self.channel.type is not discord.ChannelType.private_thread:
            return True
        thread = self.guild.get_thread(self.channel.id) or await self.guild.fetch_channel(self.channel.id)
        if not isinstance(thread, discord.Thread):
            return False
        try:
            await thread.fetch_member(user_id)
        except discord.NotFound:
            return False
        return True


async def require_players_there(client: discord.Client, channel: NamedChannel, people: Sequence[int]) -> None:
    """Reject a channel in which one of these people, by user id, couldn't play, or if Discord doesn't tell in time."""
    guild = client.get_guild(channel.guild_id)
    ruling = guild and guild.get_channel(getattr(channel, "parent_id", None) or channel.id)
    excluded: list[int] | None = None
    if guild and ruling:
        excluded = await wait_for_answer(_Place(guild, ruling, channel).find_excluded(people), "players of a channel")
    link = f"<#{channel.id}>"
    if excluded is None:
        raise Refusal(say("Discord didn't say in time who can play in {channel}. Try again.", channel=link))
    if excluded:
        names = join_with_and([mention(each) for each in excluded])
        raise Refusal(
            say(
                "The table stays here: {names} can't see {channel}, or can't use commands there. "
                "Everyone at the table must be able to.",
                names=names,
                channel=link,
            )
        )
