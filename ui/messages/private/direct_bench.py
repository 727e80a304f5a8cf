"""Benches as direct messages for players who want or ask for them, updated whenever their turn begins or ends."""

import logging
from collections.abc import Sequence
from functools import partial

import discord

from engine.text.phrases import speak
from services.seats import Standing, find_standing
from services.tables import Tables
from storage.games import Game
from storage.posts import BENCH, Post, name_bench
from storage.recent import LruCache
from ui.messages.private.private_bench import PrivateBenches
from ui.outages import FAILURES, describe_discord_error
from ui.outbox import Outbox
from ui.wanted import Content, Wanted, WantedPost

log = logging.getLogger(__name__)

_MOST_CHANNELS = 1_000  # whose ids are remembered


class DirectBenches:
    """The lister of players' benches in direct messages: each seat has one message at most, which is edited.

    It's sent when the game or a turn of somebody who wants direct messages begins, and again if it was deleted or
    refused before.
    """

    def __init__(self, client: discord.Client, tables: Tables, private_benches: PrivateBenches, outbox: Outbox) -> None:
        self._client = client
        self._tables = tables
        self._private_benches = private_benches
        self._outbox = outbox
        self._channels: LruCache[int] = LruCache(_MOST_CHANNELS)  # by user id
        outbox.listers[BENCH] = self.list_wanted

    def on_change(self, game: Game) -> None:
        """Schedule an update of the direct messages of this game's players."""
        for seat, player in enumerate(game.players if game.state else ()):
            if player.user_id is not None:
                self._outbox.refresh(name_bench(game.id, seat))

    async def keep(self, game: Game, user_id: int, message: discord.Message) -> None:
        """Keep a direct message that shows the user's bench up to date from now on; delete the one before it."""
        owner, shown = name_bench(game.id, game.find_seat(user_id)), _describe(game, user_id)
        await self._outbox.adopt(owner, BENCH, shown, message.channel.id, message.id)

    async def list_wanted(self, owner: str, posts: Sequence[Post]) -> Wanted | None:
        """Return the message of a seat; None if it has none and needs none now."""
        game_id, seat = map(int, owner.split()[1:])
        game = await self._tables.games.get(game_id)
        user_id = game.players[seat].user_id if game and seat < len(game.players) else None
        if game is None or user_id is None:
            return None
        channel_id = await self._find_channel(game, user_id, posts)
        if channel_id is None and not posts:
            return None
        speak(*await self._tables.languages.of_person(user_id))
        wanted = [] if channel_id is None else [self._want(game, user_id, channel_id)]
        return Wanted(version=game.shown_version, guild_id=0, posts=wanted)

    def _want(self, game: Game, user_id: int, channel_id: int) -> WantedPost:
        return WantedPost(
            purpose=BENCH,
            channel_id=channel_id,
            build=partial(self._build, game, user_id),
            shown=_describe(game, user_id),
            may_fail=True,
            is_final=find_standing(game, user_id) is Standing.OUT,
        )

    async def _build(self, game: Game, user_id: int) -> Content:
        return Content(*await self._private_benches.screen(game, user_id))

    async def _find_channel(self, game: Game, user_id: int, posts: Sequence[Post]) -> int | None:
        """Return the channel for the user's bench; None if no message is wanted now, or Discord opens none."""
        if there := next((each.channel_id for each in posts if each.message_id), None):
            return there
        standing, is_new = find_standing(game, user_id), game.state is not None and not game.state.turns
        is_due = standing is Standing.TO_MOVE or (standing is Standing.WAITING and is_new)
        if not is_due or not (await self._tables.settings.person(user_id)).dm:
            return None
        known = posts[-1].channel_id if posts else self._channels.get(user_id)
        if known is None:
            try:
                known = (await self._client.create_dm(discord.Object(user_id))).id
            except FAILURES as error:
                log.warning("a direct message of table %s can't be sent: %s", game.id, describe_discord_error(error))
                return None
            self._channels.keep(user_id, known)
        return known


def _describe(game: Game, user_id: int) -> str:
    """Return what the user's bench shows: in their turn, each change of the game; else only where they wait."""
    standing = find_standing(game, user_id)
    if standing is Standing.OUT:
        return "over"
    return f"to move {game.shown_version}" if standing is Standing.TO_MOVE else f"waiting in {game.channel_id}"
