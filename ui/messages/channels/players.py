"""A table's players in a channel: whether all of them see it and can play there, as far as Discord tells the bot.

discord.py's cache has no members but the bot, so each player is fetched. Somebody who isn't on the server anymore
doesn't count. A private thread is seen by its members, and by those who can manage threads.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from engine.text.phrases import join_with_and, say
from services.refusals import Refusal
from storage.pseudonyms import mention
from ui.commands import NamedChannel
from ui.messages.channels.access import THREADS, VOICE, wait_for_answer
from ui.outages import FAILURES

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
    """Reject a channel in which one of these people, by their user ids, couldn't play.

    Raises:
        Refusal: somebody couldn't, or Discord doesn't tell that in time.
    """
    guild = client.get_guild(channel.guild_id)
    ruling = guild and guild.get_channel(getattr(channel, "parent_id", None) or channel.id)
    excluded: list[int] | None = None
    if guild and ruling:
        excluded = await wait_for_answer(_Place(guild, ruling, channel).find_excluded(people), "players of a channel")
    place = f"<#{channel.id}>"
    if excluded is None:
        raise Refusal(say("Discord didn't say in time who can play in {channel}. Try again.", channel=place))
    if excluded:
        names = join_with_and([mention(each) for each in excluded])
        raise Refusal(
            say(
                "The table stays here: {names} can't see {channel}, or can't use commands there. "
                "Everyone at the table must be able to.",
                names=names,
                channel=place,
            )
        )
