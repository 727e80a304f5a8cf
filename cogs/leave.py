"""Ways out of a running game: handing the seat to a computer, resigning, and ending the game."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.actions import Stop, Void
from engine.override import override
from engine.text.errors import GameError
from engine.text.phrases import say, speak
from services.concurrency.coalesce import Coalescer
from services.lobbies.lobby import close_lobby
from services.refusals import Refusal, is_playing, require_playing_seat, require_running, require_seat
from services.seats import agree_to_end, hand_over_seat, refuse_ending
from storage.games import AlreadyDone, Game, Phase, Stale
from storage.pseudonyms import mention
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import put
from ui.layout import notice
from ui.messages.limits import Limit
from ui.permissions import is_manager_of, require_manager_of
from ui.places import place_of
from ui.replies import tell, tell_all, update
from ui.screens import leaving as screens
from ui.services import Services

log = logging.getLogger(__name__)

_CLOSING_TIME = 5.0  # seconds that running endings may take when the bot stops

_Act = Callable[[Interaction, Game], Awaitable[None]]


class LeaveCog(commands.Cog):
    """The command /end, and the buttons to leave and end a game, most of which are on the menu of /leave."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._tournaments = services.tournaments
        self._private_benches = services.private_bench
        self._end_cards = services.end_cards
        self._responses = services.responses
        self._limits = services.limits
        self._updates = Coalescer("end", self._stop)
        self.taps: Mapping[str, TapHandler] = {
            "stay": self._on_cancel,
            "handover": self._on_left,
            "stop": partial(self._act, self._ask),
            "end": partial(self._act, self._agree_or_end),
            "endall": self._on_end_for_all,
            "playon": partial(self._act, self._refuse),
        }

    @override
    async def cog_unload(self) -> None:
        """Finish ending the games whose players have agreed, within 5 seconds."""
        await self._updates.close(_CLOSING_TIME)

    def on_change(self, game: Game) -> None:
        """Schedule the end of a game if all present players have agreed to end it; absent ones aren't asked."""
        if game.is_ending and not game.list_undecided():
            self._updates.schedule(game.id)

    async def _stop(self, game_id: int) -> None:
        game = await self._tables.games.get(game_id)
        if game is None or not game.is_ending or game.list_undecided():
            return
        try:
            await self._tables.make_move(game, Stop(game.list_present()[0]), None)
        except (Stale, AlreadyDone):
            self._updates.schedule(game_id)  # the game has changed, or only its times
        except GameError as error:
            log.warning("table %s could not be ended: %s", game.id, type(error).__name__)

    async def _on_left(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Hand the player's seat over to a computer, because they leave."""
        game = require_running(await self._tables.require_game(control.game))
        require_playing_seat(game, interaction.user.id)
        counts = await self._tournaments.counts(game)
        self._limits.count(Limit.LEAVE, interaction.user.id, game.channel_id)

        def hand_over(game: Game) -> Game:
            seat = require_playing_seat(require_running(game), interaction.user.id)
            return hand_over_seat(game, seat, counts=counts)

        stored = await self._tables.retry(game, lambda newest: self._tables.commit(hand_over(newest), interaction.id))
        await update(interaction, screens.build_gone_notice(self._tables.view_for(stored), interaction.user.id))
        self._responses.note_panel(interaction, stored)

    async def _on_cancel(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        if game.is_solo or is_playing(game, interaction.user.id):
            return await self._private_benches.refresh(interaction, game, say("Nothing was changed."))
        return await put(interaction, notice(say("Nothing was changed.")))

    @app_commands.command(
        name="end", description=locale_str("Ask everyone at the table to end this game; all must agree")
    )
    @app_commands.guild_only()
    async def end(self, interaction: Interaction) -> None:
        """Ask the players of this channel's game whether to end it; close a lobby for its host or a server manager."""
        game = await self._tables.require_game_here(place_of(interaction))
        if game.phase is Phase.LOBBY:
            await self._close_lobby(interaction, game)
        else:
            await self._tables.retry(game, partial(self._ask, interaction))

    async def _close_lobby(self, interaction: Interaction, game: Game) -> None:
        if interaction.user.id != game.host_id and not is_manager_of(interaction, game):
            host = mention(game.host_id)
            raise Refusal(say("Only the host, {name}, and server managers can close this table.", name=host))
        await self._tables.retry(game, lambda newest: self._tables.commit(close_lobby(newest), interaction.id))
        await tell(interaction, say("You closed this table."))

    async def _act(self, act: _Act, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        await self._tables.retry(game, partial(act, interaction))

    async def _ask(self, interaction: Interaction, game: Game) -> None:
        require_running(game)
        if is_manager_of(interaction, game) and not game.is_player(interaction.user.id):
            is_for_ladder = self._tables.is_for_ladder(game)
            return await put(interaction, screens.build_end_for_all_question(game, is_for_ladder=is_for_ladder))
        seat = require_playing_seat(game, interaction.user.id)
        if not agree_to_end(game, seat).list_undecided():
            return await put(interaction, screens.build_end_alone_question(self._tables.view_for(game)))
        return await self._agree(interaction, game, seat)

    async def _agree(self, interaction: Interaction, game: Game, seat: int) -> None:
        """Note that the seat's player agrees to end the game, unless they have; say whose agreement is missing."""
        if not game.players[seat].agrees_to_end:
            if not game.is_ending:
                self._limits.count(Limit.ASK_TO_END, interaction.user.id, game.channel_id)
            game = await self._tables.commit(agree_to_end(game, seat), interaction.id)
        await put(interaction, screens.build_agreed_notice(self._tables.view_for(game)))
        self._responses.note_panel(interaction, game)

    async def _agree_or_end(self, interaction: Interaction, game: Game) -> None:
        if game.phase is not Phase.PLAYING:
            return await self._show_end(interaction, game)
        seat = require_playing_seat(game, interaction.user.id)
        agreed = agree_to_end(game, seat)
        if not agreed.list_undecided():
            return await self._show_end(
                interaction, (await self._tables.make_move(agreed, Stop(seat), interaction.id)).game
            )
        return await self._agree(interaction, game, seat)

    async def _show_end(self, interaction: Interaction, game: Game) -> None:
        require_seat(game, interaction.user.id)
        await put(interaction, *await self._end_cards.tell(game, interaction.user.id))

    async def _on_end_for_all(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Let a server manager end a running game of others, for example an abandoned one; it counts for nobody."""
        game = require_running(await self._tables.require_game(control.game))
        require_manager_of(interaction, game)
        if game.is_player(interaction.user.id):
            raise Refusal(say("You're a player in this game, so you can't end it for everyone. You can resign."))
        await self._tables.retry(game, partial(self._void, interaction))
        speak(*await self._tables.languages.of_server(interaction.guild_id or 0))
        said = say("{name} ended the game as a server manager.", name=mention(interaction.user.id))
        await tell_all(interaction, notice(said))

    async def _void(self, interaction: Interaction, game: Game) -> None:
        require_running(game)
        await self._tables.make_move(game, Void(game.state.turn if game.state else 0), interaction.id)

    async def _refuse(self, interaction: Interaction, game: Game) -> None:
        if game.phase is not Phase.PLAYING:
            return await self._show_end(interaction, game)
        require_playing_seat(game, interaction.user.id)
        if game.is_ending:
            await self._tables.commit(refuse_ending(game, interaction.user.id), interaction.id)
        return await put(interaction, notice(say("You chose to play on, so the game continues.")))
