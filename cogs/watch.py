"""Looking on: everything beside playing under one button, a table that is followed, and what has happened at it.

What is shown here is public. Whoever follows a table has a private copy of its picture, which is edited for as long as
Discord takes edits of it.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from cogs import _table_screens as screens
from cogs._controls import Control, Tapped
from cogs._house import House, names, plays
from cogs._panels import in_time, put
from cogs._pictures import Pictures
from cogs._replies import Refusal, show
from cogs._screens import Screen
from engine.errors import GameError
from engine.review import Story, continued, dealt
from storage.database import StorageError
from storage.games import Game, Phase
from storage.recent import Recent

Interaction = discord.Interaction[Any]

log = logging.getLogger(__name__)

FRESH = 14 * 60  # seconds for which an answer is edited; Discord takes edits for a quarter of an hour
PAUSE = 3.0  # seconds between two edits of one answer
MOST = 300  # people who follow tables; who has followed longest without a tap makes room
STORIES = 64  # games whose log is at hand


@dataclass(frozen=True, slots=True)
class Follower:
    """Somebody's newest tap on a panel that follows a table, and until when it may be edited."""

    interaction: Interaction
    until: int


class Watch(commands.Cog):
    """Keeps the panels of followers up to date: one edit in a while, and none to who is gone."""

    def __init__(self, house: House, pictures: Pictures) -> None:
        self._house = house
        self._pictures = pictures
        self._followers: dict[tuple[int, int], Follower] = {}  # by game and user; the newest tap stands last
        self._working: dict[int, asyncio.Task[None]] = {}
        self._changed: set[int] = set()
        self._stories: Recent[Story] = Recent(STORIES)
        self.taps: Mapping[str, Tapped] = {
            "more": self._more_tapped,
            "log": self._log_tapped,
            "follow": self._follow_tapped,
            "unfollow": self._unfollow_tapped,
        }

    async def cog_unload(self) -> None:
        """Stop; the panels' own button brings them up to date after the next start."""
        tasks = list(self._working.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _more_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._house.game(control.game)
        system = self._house.variant(game).info.name
        manages = bool(game.guild_id) and interaction.permissions.manage_guild
        await put(interaction, screens.more(game, system, plays=plays(game, interaction.user.id), manages=manages))

    # The log

    @app_commands.command(name="log", description="The last moves of this channel's game, in words")
    @app_commands.guild_only()
    async def log(self, interaction: Interaction) -> None:
        """Show the latest page."""
        channel_id = interaction.channel_id or 0
        game = await self._house.games.in_channel(channel_id)
        if game is None or game.state is None:
            game = await self._last_over(channel_id) or game
        await self._log(interaction, game)

    async def _last_over(self, channel_id: int) -> Game | None:
        try:
            return await self._house.games.last_over(channel_id)
        except StorageError:
            return None

    async def _log_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show a page, or the latest; which is untrusted."""
        page = int(control.argument) if control.argument.isdecimal() else -1
        await self._log(interaction, await self._house.game(control.game), page)

    async def _log(self, interaction: Interaction, game: Game | None, page: int = -1) -> None:
        if game is None or game.state is None:
            raise Refusal("No game has begun in this channel, so nothing has happened yet.")
        screen = await in_time(interaction, self._page(game, page))
        if self._is_followed_on(interaction, game.id):
            await show(interaction, *screen)  # a message of its own: the tapped one goes on following
        else:
            await put(interaction, *screen)

    def _is_followed_on(self, interaction: Interaction, game_id: int) -> bool:
        """Is the tapped message the one that is kept up to date?"""
        follower = self._followers.get((game_id, interaction.user.id))
        return follower is not None and interaction.message == follower.interaction.message

    async def _page(self, game: Game, page: int) -> Screen:
        story = await self._story(game)
        return screens.log(game, self._house.variant(game).info.name, story.happened, page), []

    async def _story(self, game: Game) -> Story:
        """What has happened until now; what is known of it is not gone through again."""
        if game.state is None:
            raise ValueError("Nothing happens in a lobby.")
        done = await self._house.games.log(game.id)
        variant, known = self._house.variant(game), self._stories.get(game.id)
        if known is None or known.state.version > game.state.version:
            known = dealt(variant, game.state)
        try:
            story = await asyncio.to_thread(continued, variant, known, game.state, done)
        except GameError:
            raise Refusal("The log of this game can't be read: the rules have changed since it began.") from None
        self._stories.keep(game.id, story)
        return story

    # Following

    async def _follow_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._house.game(control.game)
        if game.state is None:
            raise Refusal("This game has not begun: there is nothing to follow yet.")
        until = int(interaction.created_at.timestamp()) + FRESH
        await put(interaction, *await self._screen(game, until))
        if game.phase is Phase.PLAYING:
            self._follow(game.id, interaction, until)

    def _follow(self, game_id: int, interaction: Interaction, until: int) -> None:
        key = game_id, interaction.user.id
        self._followers.pop(key, None)
        if len(self._followers) >= MOST:
            del self._followers[next(iter(self._followers))]
        self._followers[key] = Follower(interaction, until)

    async def _unfollow_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        self._followers.pop((control.game, interaction.user.id), None)
        await put(interaction, screens.unfollowed(await self._house.game(control.game)))

    async def _screen(self, game: Game, until: int) -> Screen:
        """The table as everybody may see it, made from what a spectator sees."""
        seen = self._house.seen(game)
        file = await self._pictures.table(seen, names(game))
        return screens.following(seen, file, until), [file]

    def changed(self, game: Game) -> None:
        """Show this game to its followers soon; many changes in a moment are shown once."""
        if not any(game_id == game.id for game_id, _ in self._followers):
            return
        self._changed.add(game.id)
        if game.id not in self._working:
            self._working[game.id] = asyncio.create_task(self._work(game.id), name=f"followers-{game.id}")

    async def _work(self, game_id: int) -> None:
        try:
            while game_id in self._changed:
                self._changed.discard(game_id)
                await self._show(game_id)
                await asyncio.sleep(PAUSE)
        except StorageError as error:
            log.warning("the followers of table %s see nothing new: %s", game_id, error)
        finally:
            del self._working[game_id]
            self._changed.discard(game_id)

    async def _show(self, game_id: int) -> None:
        game = await self._house.games.get(game_id)
        if game is None or game.state is None:
            return
        here = {key: each for key, each in self._followers.items() if key[0] == game_id}
        await asyncio.gather(*(self._push(game, key, each) for key, each in here.items()))

    async def _push(self, game: Game, key: tuple[int, int], follower: Follower) -> None:
        """Edit one panel; whoever can't be reached, or has seen the end, follows no more."""
        if game.phase is not Phase.PLAYING or self._house.now() >= follower.until:
            self._drop(key, follower)
        if self._house.now() >= follower.until:
            return
        view, files = await self._screen(game, follower.until)
        view.stop()  # custom ids say it all
        try:
            await follower.interaction.edit_original_response(view=view, attachments=files)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("somebody who followed table %s is gone: %s", game.id, type(error).__name__)
            self._drop(key, follower)

    def _drop(self, key: tuple[int, int], follower: Follower) -> None:
        if self._followers.get(key) is follower:  # and has not tapped again meanwhile
            del self._followers[key]
