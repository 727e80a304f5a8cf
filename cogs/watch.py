"""Watching a game: the More menu, following a table, and /log.

Everything shown here is public information. A follower gets an ephemeral copy of the table's message, which is edited
until its interaction's token expires.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from services.refusals import Refusal, is_playing
from services.replays import GameStories
from storage.errors import UnreadableGame
from storage.games import Game, Phase
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import await_screen, put
from ui.interaction_webhooks import find_last_edit_time
from ui.layout import Screen
from ui.messages.private.live_responses import Kind
from ui.permissions import is_manager_of
from ui.places import channel_of
from ui.replies import show
from ui.screens.watch import build_followed_table, build_log_page, build_more_panel, build_unfollowed_notice
from ui.services import Services
from ui.text_mode import add_text_for, describe_table


class WatchCog(commands.Cog):
    """The More menu, the command /log, and the ephemeral copies of tables that followers get."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._pictures = services.pictures
        self._end_cards = services.end_cards
        self._responses = services.responses
        self._responses.screens[Kind.COPY] = lambda game, copy: self._screen(game, copy.user_id, copy.webhook.until)
        self._stories = GameStories(self._tables)
        self.taps: Mapping[str, TapHandler] = {
            "more": self._on_more,
            "log": self._on_log,
            "follow": self._on_follow,
            "unfollow": self._on_unfollow,
        }

    async def _on_more(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        manages = is_manager_of(interaction, game) and not game.is_player(interaction.user.id)
        user_id = interaction.user.id if is_playing(game, interaction.user.id) else None
        person = None if user_id is None else await self._tables.settings.person(user_id)
        await put(interaction, build_more_panel(self._tables.view_for(game, user_id), person, manages=manages))
        self._responses.note_panel(interaction, game)

    # The log

    @app_commands.command(name="log", description=locale_str("Describe the last moves of this channel's game"))
    @app_commands.guild_only()
    async def log(self, interaction: Interaction) -> None:
        """Show the latest page of the log of this channel's game or, if none is running, of its last game."""
        channel_id = channel_of(interaction)
        game = await self._tables.games.in_channel(channel_id)
        if game is None or game.state is None:
            game = await self._find_last_over(channel_id) or game
        await self._log(interaction, game)

    async def _find_last_over(self, channel_id: int) -> Game | None:
        try:
            return await self._tables.games.last_over(channel_id)
        except UnreadableGame:
            return None

    async def _on_log(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show the page of the log that the control's untrusted argument says; without one, the latest."""
        page = int(control.argument) if control.argument.isdecimal() else -1
        await self._log(interaction, await self._tables.require_game(control.game), page)

    async def _log(self, interaction: Interaction, game: Game | None, page: int = -1) -> None:
        if game is None or game.state is None:
            raise Refusal(say("No game has started in this channel."))
        screen = await await_screen(interaction, self._page(game, page, interaction.user.id))
        if self._responses.find_kind(interaction, game.id) is Kind.COPY:
            await show(interaction, *screen)  # in a new message, so that the tapped one goes on following
        else:
            await put(interaction, *screen)
        self._responses.note_panel(interaction, game)

    async def _page(self, game: Game, page: int, user_id: int) -> Screen:
        story = await self._stories.get(game)
        plays = is_playing(game, user_id)
        return build_log_page(self._tables.view_for(game), story.happened, page, plays=plays), []

    # Following

    async def _on_follow(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        if game.state is None:
            raise Refusal(say("This game hasn't started, so you can't follow it yet."))
        await put(interaction, *await self._screen(game, interaction.user.id, find_last_edit_time(interaction)))
        self._responses.note_shown(interaction, game, Kind.COPY)

    async def _on_unfollow(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        self._responses.drop(interaction, control.game)
        game = await self._tables.require_game(control.game)
        await put(interaction, build_unfollowed_notice(self._tables.view_for(game)))

    async def _screen(self, game: Game, user_id: int, last: int) -> Screen:
        """Return a follower's copy of the table, updated until `last` (seconds since the epoch), or the end card."""
        if game.phase is Phase.OVER:
            return await self._end_cards.show_one(game, user_id)
        game_view = self._tables.view_for(game)
        file = await self._pictures.draw_table(game_view)
        words = partial(describe_table, game_view.view, game_view.names)
        return add_text_for(
            await self._tables.settings.person(user_id), build_followed_table(game_view, file, last), words
        ), [file]
