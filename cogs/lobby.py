"""Lobbies: opening a table, joining, leaving, and rematches."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from services.concurrency.locks import KeyedLocks
from services.lessons import note_offered
from services.lobbies.lobby import require_expired, require_open_lobby, require_room
from services.lobbies.opening import (
    NewTable,
    carry_over,
    explain_open_table,
    find_usual_options,
    leave_lobby,
    list_other_players,
    open_lobby,
    open_own_lobby,
    reopen_lobby,
    require_few_lobbies,
    seat_computers,
    with_clock,
)
from services.lobbies.rematch import begin_rematch, can_join_as_rematch
from services.lobbies.starting import find_filling, start_game
from services.options import CLOCK
from services.people.solo_progress import raise_levels
from services.refusals import Refusal, find_remedy, require_playing_seat
from services.seats import MOST_LEAVES, with_person
from storage.games import ChannelTaken, Game, Phase, Player
from storage.games.rows import list_people
from storage.settings import Server
from ui.commands import CLOCK_CHOICES, DESCRIBED_SYSTEMS, STRENGTHS, anywhere
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import put
from ui.layout import notice
from ui.messages.channels.access import read_channel, require_writable
from ui.messages.channels.threads import has_own_thread, open_table_thread
from ui.messages.limits import Call, Limit
from ui.permissions import require_may_open
from ui.places import channel_of, guild_of, is_solo, parent_of, place_of
from ui.replies import MOVED_ON, show, tell
from ui.screens.leaving import build_leave_menu
from ui.screens.lesson import build_invitation
from ui.services import Services

_MOST_COMPUTERS = 5


class LobbyCog(commands.Cog):
    """The commands /new, /join and /leave with their buttons, and the Rematch button."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._tournaments = services.tournaments
        self._solo_games = services.solo_games
        self._benches = services.private_bench
        self._public_tables = services.public_table
        self._responses = services.responses
        self._limits = services.limits
        self._openings = KeyedLocks()  # by user id: a user opens one table at a time
        self._leavings = KeyedLocks()  # by server id: one user at a time leaves a lobby
        self.taps: Mapping[str, TapHandler] = {
            "join": self._on_join,
            "leave": self._on_leave,
            "rematch": self._on_rematch,
            "harder": partial(self._on_rematch, is_harder=True),
            "reopen": self._on_reopen,
        }

    @app_commands.command(
        name="new", description=locale_str("Open a table in this channel, or start your own game against computers")
    )
    @app_commands.describe(
        variant=locale_str("The rule system"),
        clock=locale_str("The time limit per turn"),
        computers=locale_str("The number of computer players"),
        level=locale_str("How well they play; by default, fair"),
        start=locale_str("Start at once against computers; outside servers, this is the default"),
    )
    @app_commands.choices(variant=DESCRIBED_SYSTEMS, clock=CLOCK_CHOICES, level=STRENGTHS)
    @anywhere
    async def new(  # noqa: PLR0913  # one for each option of the command
        self,
        interaction: Interaction,
        *,
        variant: str | None = None,
        clock: str | None = None,
        computers: app_commands.Range[int, 1, _MOST_COMPUTERS] | None = None,
        level: str | None = None,
        start: bool | None = None,
    ) -> None:
        """Open a lobby with the usual options; with `start`, begin its game with as many computers as it needs."""
        server = await self._require_may_open(interaction)
        system = self._tables.require_system(variant or self._tables.choose_system(server))
        alone = is_solo(interaction)
        starts = alone if start is None else start
        ids = guild_of(interaction), interaction.user.id
        kept, patience = await find_usual_options(self._tables, *ids, server, system)
        options = with_clock(kept, clock)
        needed = system.seats(options)[0] - 1 if starts else int(alone or level is not None)  # a level implies one
        opponents = seat_computers(_make_player(interaction), max(needed, computers or 0), level)
        require_room(system, options, 1 + len(opponents))
        chosen = clock is not None or (alone and CLOCK in kept)  # one's own choice for an earlier game stays
        wanted = NewTable(system, options, opponents, chosen, patience)
        if not alone:
            await self._open(interaction, wanted, starts=starts)
            return
        game = await open_own_lobby(self._tables, wanted, _make_player(interaction), interaction.id)
        if starts:
            game = await start_game(self._tables, game, interaction.user.id, None)
        await self._solo_games.answer(interaction, game)

    async def _require_may_open(self, interaction: Interaction) -> Server:
        if is_solo(interaction):
            return Server()
        server = await self._tables.settings.server(interaction.guild_id or 0)
        require_may_open(interaction, server)
        await require_few_lobbies(self._tables, interaction.user.id, interaction.guild_id or 0)
        opens_thread = has_own_thread(interaction, wanted=server.threads)
        await require_writable(interaction.client, read_channel(interaction), opens_thread=opens_thread)
        return server

    async def _open(
        self, interaction: Interaction, wanted: NewTable, *, starts: bool = False, rematch_of: Game | None = None
    ) -> None:
        """Open a lobby, in a new thread of its own if the server wants that. With `starts`, begin its game at once.

        For a rematch of `rematch_of`, its players are notified once, and no thread is created; if somebody else has
        just opened it, the user joins that.
        """
        channel_id = channel_of(interaction)
        voice = await self._tables.languages.of_server(interaction.guild_id or 0)
        server = await self._tables.settings.server(interaction.guild_id or 0)
        in_thread = rematch_of is None and has_own_thread(interaction, wanted=server.threads)
        await self._count_opening(interaction, channel_id, in_thread=in_thread)
        asked = [] if rematch_of is None else list_other_players(rematch_of, interaction.user.id)
        try:
            async with self._openings.get(interaction.user.id):  # otherwise a thread could be left without a table
                if in_thread:
                    await require_few_lobbies(self._tables, interaction.user.id, interaction.guild_id or 0)
                    channel_id = await open_table_thread(interaction, wanted.variant, wanted.options, voice)
                game = await open_lobby(
                    self._tables,
                    wanted,
                    _make_player(interaction),
                    guild_id=interaction.guild_id or 0,
                    channel_id=channel_id,
                    interaction_id=interaction.id,
                    rematch_of=rematch_of.id if rematch_of else None,
                )
        except ChannelTaken as error:
            there, key = error.game, wanted.variant.info.key
            if rematch_of is None or there.variant != key or not can_join_as_rematch(there, rematch_of):
                raise Refusal(explain_open_table(there), find_remedy(there) if rematch_of else None) from None
            await self._join(interaction, there)
            return
        if starts:
            try:
                game = await start_game(self._tables, game, interaction.user.id, None)
            except Refusal:
                self._tables.announce(game)  # the lobby stays
                raise
            await self._public_tables.post(game)
        if in_thread:
            await self._public_tables.keep_announcement(interaction, game)
            self._tables.announce(game)
        elif not starts:
            called = self._limits.list_uncalled(Call.REMATCH, rematch_of or game, asked)
            self._limits.note_called(Call.REMATCH, rematch_of or game, called)
            await self._public_tables.answer(interaction, game, called=called)
        if starts:
            await self._benches.send(interaction, await self._tables.require_game(game.id))  # a computer may have moved

    async def _count_opening(self, interaction: Interaction, channel_id: int, *, in_thread: bool = False) -> None:
        """Count that the user opens a table here, unless that's refused because the channel has one."""
        if in_thread or await self._tables.games.in_channel(channel_id) is None:
            self._limits.count(Limit.OPEN, interaction.user.id, channel_id)

    @app_commands.command(name="join", description=locale_str("Join the table in this channel"))
    @app_commands.guild_only()
    async def join(self, interaction: Interaction) -> None:
        """Join the lobby of this channel."""
        await self._join(interaction, await self._tables.require_game_here(place_of(interaction)))

    async def _on_join(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._join(interaction, await self._tables.require_game(control.game))

    async def _join(self, interaction: Interaction, game: Game) -> None:
        """Seat the user in this lobby and show it; if it's a rematch that waits for nobody else, its game begins."""
        player = _make_player(interaction)
        game = await self._tables.retry(
            game, lambda newest: self._tables.commit(self._seat(player, newest), interaction.id)
        )
        if begun := await begin_rematch(self._tables, game):
            await self._benches.send(interaction, begun)
            await self._public_tables.post(begun, interaction)
            await self._benches.deal(begun, parent_of(interaction))
            return
        if not await self._public_tables.update_tapped(interaction, game):
            where = say("You have a seat at the table in {place}.", place=f"<#{game.channel_id}>")
            await put(interaction, notice(where))
        if await note_offered(self._tables.settings, interaction.user.id):
            await show(interaction, build_invitation())

    def _seat(self, player: Player, game: Game) -> Game:
        _, most = self._tables.variant(game).seats(game.options)
        is_in = player.user_id in list_people(game.players)
        require_open_lobby(game, None if is_in else find_remedy(game))
        if is_in:
            raise Refusal(say("You're already in this game."), find_filling(self._tables, game))
        if game.is_solo:  # only its player sees its buttons
            raise Refusal(say("You're not in this game."))
        players = with_person(game.players, player, most)
        if players is None:
            raise Refusal(say("This table is full. It seats {most}.", most=most))
        return replace(game, players=players)

    @app_commands.command(
        name="leave", description=locale_str("Leave the table; in a running game, a computer plays for you")
    )
    @app_commands.guild_only()
    async def leave(self, interaction: Interaction) -> None:
        """Leave this channel's lobby; in a running game, ask the player to confirm leaving it first."""
        game = await self._tables.require_game_here(place_of(interaction))
        if game.phase is Phase.PLAYING:
            return await self._ask_to_leave(interaction, game)
        return await tell(interaction, await self._leave(interaction, game))

    async def _on_leave(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        if game.phase is Phase.PLAYING:
            return await self._ask_to_leave(interaction, game)
        said = await self._leave(interaction, game)
        if game.is_solo:
            await interaction.response.defer()  # the tapped message is the lobby, which follows
        elif not await self._public_tables.update_tapped(interaction, game):
            await put(interaction, notice(said))
        return None

    async def _ask_to_leave(self, interaction: Interaction, game: Game) -> None:
        seat = require_playing_seat(game, interaction.user.id)
        counts, again = await self._tournaments.counts(game), game.players[seat].leaves >= MOST_LEAVES
        in_tournament = await self._tournaments.is_table(game)
        menu = build_leave_menu(self._tables.view_for(game), counts=counts, again=again, is_tournament=in_tournament)
        await put(interaction, menu)
        self._responses.note_panel(interaction, game)

    async def _leave(self, interaction: Interaction, game: Game) -> str:
        async with self._leavings.get(game.guild_id):  # otherwise somebody could become the host of several at once
            left = await leave_lobby(self._tables, game, interaction.user.id, interaction.id)
        return say("You closed this table.") if left.phase is Phase.CLOSED else say("You've left the table.")

    async def _on_rematch(
        self, interaction: Interaction, control: Control, _values: Sequence[str], *, is_harder: bool = False
    ) -> None:
        """Open a finished game's table again, with the rule system that the control names, or join it if it's open.

        The game of somebody who played computers begins at once; if it `is_harder`, they're a level stronger.
        """
        game, key = await self._tables.require_game(control.game), control.argument
        if game.phase is not Phase.OVER:
            raise Refusal(say("This game isn't over."))
        waiting = await self._tables.games.in_channel(game.channel_id)
        if waiting is not None and can_join_as_rematch(waiting, game) and key in {"", waiting.variant}:
            await self._join(interaction, waiting)
            return
        if interaction.user.id not in list_people(game.players):
            raise Refusal(say("Only this game's players can ask for a rematch. /new opens a new table."))
        if is_harder:
            game = replace(game, players=raise_levels(game.players))
        wanted = await self._choose_rematch(interaction, game, key or game.variant)
        if not game.is_solo:
            is_alone = len(wanted.computers) == len(game.players) - 1
            await self._open(interaction, wanted, starts=is_alone, rematch_of=game)
            return
        opened = await open_own_lobby(self._tables, wanted, _make_player(interaction), interaction.id)
        begun = await start_game(self._tables, opened, interaction.user.id, None)
        await self._solo_games.answer(interaction, begun)

    async def _choose_rematch(self, interaction: Interaction, game: Game, key: str) -> NewTable:
        server = Server() if game.is_solo else await self._require_may_open(interaction)
        system = self._tables.require_system(key)
        options, patience = game.options, game.patience
        if key != game.variant:
            options, patience = await carry_over(self._tables, game, interaction.user.id, server, system)
        require_room(system, options, len(game.players))
        computers = tuple(player for player in game.players if player.computer)
        return NewTable(system, options, computers, game.has_chosen_clock and CLOCK in options, patience)

    async def _on_reopen(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Open a lobby again that closed because nothing happened; whoever taps is its host."""
        game = await self._tables.require_game(control.game)
        if game.channel_id != channel_of(interaction):
            raise Refusal(str(MOVED_ON))
        require_expired(game)
        await self._require_may_open(interaction)
        await self._count_opening(interaction, game.channel_id)
        try:
            host, number = _make_player(interaction), interaction.id
            opened = await self._tables.retry(game, lambda newest: reopen_lobby(self._tables, newest, host, number))
        except ChannelTaken as error:
            raise Refusal(explain_open_table(error.game), find_remedy(error.game)) from None
        await self._public_tables.answer(interaction, opened)


def _make_player(interaction: Interaction) -> Player:
    return Player(interaction.user.id, interaction.user.display_name)
