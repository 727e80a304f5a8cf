"""Lobbies: opening a table, joining, leaving, starting, and rematches."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import say
from services.game_view import describe_events
from services.lobbies import (
    explain_open_table,
    invite_to_rematch,
    is_known,
    list_other_players,
    require_open_lobby,
    require_room,
    seat_computers,
    with_clock,
)
from services.refusals import Refusal, require_playing_seat
from services.seats import is_own, list_people, with_person
from services.tables import find_reminder_time
from storage.games import ChannelTaken, Game, Phase, Player
from storage.settings import Server
from ui.commands import CLOCK_CHOICES, DESCRIBED_SYSTEMS, STRENGTHS, anywhere
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import put
from ui.messages.solo_game import UNTIMED
from ui.messages.threads import announce, has_own_thread
from ui.messages.threads import open_thread as thread_opened
from ui.permissions import require_may_open, require_permissions
from ui.places import guild_of, is_alone, place_of
from ui.replies import tell
from ui.screens.leaving import build_leave_question
from ui.services import Services

_PATIENCE = 5 * 60  # seconds after which anyone may start for an absent host
_MOST_COMPUTERS = 5


class LobbyCog(commands.Cog):
    """The commands /new, /join, /leave and /start with their buttons, and the Rematch button."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._own = services.solo_games
        self._keeper = services.public_table
        self.taps: Mapping[str, TapHandler] = {
            "join": self._on_join,
            "leave": self._on_leave,
            "start": self._on_start,
            "rematch": self._on_rematch,
        }

    @app_commands.command(
        name="new", description=locale_str("Open a table in this channel, or a game of your own against computers")
    )
    @app_commands.describe(
        variant=locale_str("Which rules to play by"),
        clock=locale_str("How long a turn may take"),
        computers=locale_str("How many computers play along"),
        level=locale_str("How well they play: fair, unless you say otherwise"),
    )
    @app_commands.choices(variant=DESCRIBED_SYSTEMS, clock=CLOCK_CHOICES, level=STRENGTHS)
    @anywhere
    async def new(
        self,
        interaction: Interaction,
        variant: str | None = None,
        clock: str | None = None,
        computers: app_commands.Range[int, 1, _MOST_COMPUTERS] | None = None,
        level: str | None = None,
    ) -> None:
        """Open a lobby with the options chosen in /setup, or else with the last ones used on this server."""
        server = await self._require_may_open(interaction)
        system = self._tables.variants.get(variant or self._tables.choose_system(server))
        if system is None:
            raise Refusal(say("There is no such rule system."))
        kept = await self._choose_options(guild_of(interaction) or interaction.user.id, server, system)
        untimed = is_alone(interaction) and "clock" not in kept
        options = with_clock(kept, clock or (UNTIMED if untimed else None))
        count = computers or (1 if level or is_alone(interaction) else 0)  # naming a level implies a computer
        beside = seat_computers(_make_player(interaction), count, level)
        require_room(system, options, 1 + len(beside))
        if is_alone(interaction):
            return await self._own.open(interaction, system, options, beside)
        await self._open(interaction, system, options, beside)
        return None

    async def _require_may_open(self, interaction: Interaction) -> Server:
        """Return the server's settings if this member may open a table here; for a solo game, default settings.

        Raises:
            Refusal: the settings forbid it, or the bot lacks a permission in this channel.
        """
        if is_alone(interaction):
            return Server()
        server = await self._tables.settings.server(interaction.guild_id or 0)
        require_may_open(interaction, server)
        require_permissions(interaction, opens_thread=server.threads)
        return server

    async def _choose_options(self, whose: int, server: Server, variant: Variant[Any]) -> dict[str, Value]:
        key = variant.info.key
        kept = server.options if key == self._tables.choose_system(server) else None
        if kept is None:
            kept = await self._tables.settings.server_options(whose, key)
        return {key: value for key, value in kept.items() if is_known(variant, key, value)}

    async def _open(
        self,
        interaction: Interaction,
        variant: Variant[Any],
        options: Mapping[str, Value],
        computers: Sequence[Player],
        rematch_of: Game | None = None,
    ) -> Game:
        """Open a lobby, show it in the channel, or in a new thread of its own if the server wants that, and return it.

        For a rematch of `rematch_of`, its players are notified, and no thread is created.

        Raises:
            Refusal: the channel already has a table, or Discord doesn't create the thread.
        """
        channel_id = interaction.channel_id or 0
        language = await self._tables.languages.of_server(interaction.guild_id or 0)
        if in_thread := rematch_of is None and await self._has_own_thread(interaction):
            channel_id = await thread_opened(interaction, variant, options, language)
        asked = [] if rematch_of is None else list_other_players(rematch_of, interaction.user.id)
        try:
            game = await self._tables.games.open(
                guild_id=interaction.guild_id or 0,
                channel_id=channel_id,
                host=_make_player(interaction),
                variant=variant.info.key,
                options=options,
                now=self._tables.now(),
                interaction_id=interaction.id,
                computers=computers,
                news=invite_to_rematch(asked),
            )
        except ChannelTaken as error:
            raise Refusal(explain_open_table(error.game)) from None
        if in_thread:
            self._tables.announce(game)
            await announce(interaction, game, variant, language)
        else:
            await self._keeper.answer(interaction, game, called=asked)
        return game

    async def _has_own_thread(self, interaction: Interaction) -> bool:
        server = await self._tables.settings.server(interaction.guild_id or 0)
        return has_own_thread(interaction, wanted=server.threads)

    @app_commands.command(name="join", description=locale_str("Sit down at the table that is open in this channel"))
    @app_commands.guild_only()
    async def join(self, interaction: Interaction) -> None:
        """Join the lobby of this channel."""
        await self._join(interaction, await self._tables.require_game_here(place_of(interaction)))
        await tell(interaction, say("You sit at the table."))

    async def _on_join(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._join(interaction, await self._tables.require_game(control.game))
        await interaction.response.defer()

    async def _join(self, interaction: Interaction, game: Game) -> None:
        _, most = self._tables.variant(game).seats(game.options)
        require_open_lobby(game)
        if any(player.user_id == interaction.user.id for player in game.players):
            raise Refusal(say("You sit at this table already."))
        players = with_person(game.players, _make_player(interaction), most)
        if players is None:
            raise Refusal(say("The table is full: {most} can play.", most=most))
        await self._tables.store(replace(game, players=players), interaction.id)

    @app_commands.command(
        name="leave", description=locale_str("Give up your seat; in a running game a computer takes it")
    )
    @app_commands.guild_only()
    async def leave(self, interaction: Interaction) -> None:
        """Leave this channel's lobby; in a running game, ask the player to confirm leaving it first."""
        game = await self._tables.require_game_here(place_of(interaction))
        if game.phase is Phase.PLAYING:
            return await self._ask_to_leave(interaction, game)
        await self._leave(interaction, game)
        return await tell(interaction, say("You have left the table."))

    async def _on_leave(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        if game.phase is Phase.PLAYING:
            return await self._ask_to_leave(interaction, game)
        await self._leave(interaction, game)
        await interaction.response.defer()
        return None

    async def _ask_to_leave(self, interaction: Interaction, game: Game) -> None:
        require_playing_seat(game, interaction.user.id)
        await put(interaction, build_leave_question(self._tables.view_for(game)))

    async def _leave(self, interaction: Interaction, game: Game) -> None:
        require_open_lobby(game)
        left = tuple(player for player in game.players if player.user_id != interaction.user.id)
        if len(left) == len(game.players):
            raise Refusal(say("You don't sit at this table."))
        after = replace(game, players=left, phase=game.phase if list_people(left) else Phase.CLOSED)
        await self._tables.store(after, interaction.id)

    @app_commands.command(
        name="start", description=locale_str("Deal the tiles and begin (the host; anyone after five minutes)")
    )
    @app_commands.guild_only()
    async def start(self, interaction: Interaction) -> None:
        """Deal the tiles and start the game of this channel's lobby."""
        await self._start(interaction, await self._tables.require_game_here(place_of(interaction)))
        await tell(interaction, say("The game begins. Tap **My rack** under the table to see your tiles."))

    async def _on_start(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._start(interaction, await self._tables.require_game(control.game))
        await interaction.response.defer()

    async def _start(self, interaction: Interaction, game: Game) -> None:
        require_open_lobby(game)
        opens_to_all = game.opened_at + _PATIENCE
        if interaction.user.id != game.host_id and self._tables.now() < opens_to_all:
            host, when = f"<@{game.host_id}>", f"<t:{opens_to_all}:R>"
            raise Refusal(say("{name} starts the game; anyone may {when}.", name=host, when=when))
        variant = self._tables.variant(game)
        step = variant.setup(len(game.players), self._tables.seed(), self._tables.now(), game.options)
        begun = replace(
            game,
            state=step.state,
            phase=Phase.PLAYING,
            news=(describe_events(game, step.events),),
            remind_at=find_reminder_time(game.players, step.state),
        )
        await self._tables.store(begun, interaction.id)

    async def _on_rematch(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Open a rematch and notify the other players; if the channel has a lobby of the same system, join that."""
        game = await self._tables.require_game(control.game)
        if game.phase is not Phase.OVER:
            raise Refusal(say("This game is not over."))
        waiting = await self._tables.games.in_channel(game.channel_id)
        if waiting is not None and waiting.phase is Phase.LOBBY and waiting.variant == game.variant:
            await self._join(interaction, waiting)
            await interaction.response.defer()
            return
        if interaction.user.id not in list_people(game.players):
            raise Refusal(say("Only who played this game can ask for a rematch. /new opens a table of your own."))
        await self._require_may_open(interaction)
        computers = [player for player in game.players if player.computer]
        if is_own(game):
            await self._own.open(interaction, self._tables.variant(game), game.options, computers)
        else:
            await self._open(interaction, self._tables.variant(game), game.options, computers, rematch_of=game)


def _make_player(interaction: Interaction) -> Player:
    return Player(interaction.user.id, interaction.user.display_name)
