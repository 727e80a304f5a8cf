"""/tournament: opening a tournament, and the buttons to sign up, start it, check in, drop out and cancel it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import say
from services.lobbies.opening import with_clock
from services.options import CLOCK
from services.refusals import Refusal
from services.tournaments.rounds import cancel, check_in, drop, find_open, sign_up, start, withdraw
from services.tournaments.tournaments import refuse_another
from storage.pseudonyms import mention
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import Entrant, Tournament, TournamentKind
from ui.commands import CLOCK_CHOICES, DESCRIBED_SYSTEMS
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import await_screen, put
from ui.layout import Screen, notice
from ui.messages.channels.access import read_channel, require_writable
from ui.messages.limits import Limit
from ui.permissions import require_may_open
from ui.places import channel_of
from ui.replies import tell
from ui.screens.tournaments import (
    KINDS,
    ShownTournament,
    build_cancel_question,
    build_leave_question,
    link_table,
    link_thread,
)
from ui.services import Services
from ui.translations import make_locale_str

_LONGEST_ID = 19  # digits
_NO_CLOCK = "0"
_USUAL_CLOCK = "120"  # seconds, if the rule system has no clock: without one, a game may never end
_KIND_CHOICES = [app_commands.Choice(name=make_locale_str(name), value=kind.value) for kind, name in KINDS.items()]
_CLOCK_CHOICES = [choice for choice in CLOCK_CHOICES if choice.value != _NO_CLOCK]


class TournamentCog(commands.Cog):
    """The command /tournament and the buttons of tournaments."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._tournaments = services.tournaments
        self._posts = services.tournament_posts
        self._limits = services.limits
        self.taps: Mapping[str, TapHandler] = {
            "signup": self._on_sign_up,
            "withdraw": self._on_withdraw,
            "begin": self._on_begin,
            "imhere": self._on_here,
            "dropout": self._on_drop_out,
            "dropped": self._on_dropped,
            "calloff": self._on_call_off,
            "calledoff": self._on_called_off,
        }

    @app_commands.command(
        name="tournament", description=locale_str("Open a tournament for 4 to 16 people in this channel")
    )
    @app_commands.describe(
        kind=locale_str("Swiss: everyone plays in every round. Knockout: losers are out"),
        variant=locale_str("The rule system"),
        clock=locale_str("The time limit per turn"),
    )
    @app_commands.choices(kind=_KIND_CHOICES, variant=DESCRIBED_SYSTEMS, clock=_CLOCK_CHOICES)
    @app_commands.guild_only()
    @app_commands.guild_install()
    async def tournament(
        self, interaction: Interaction, kind: str, variant: str | None = None, clock: str | None = None
    ) -> None:
        """Open the sign-up of a tournament, in a thread of its announcement; the user is its organizer."""
        server = await self._tables.settings.server(interaction.guild_id or 0)
        require_may_open(interaction, server)
        if not isinstance(interaction.channel, discord.TextChannel):
            raise Refusal(say("Open a tournament in a text channel: its tables get threads there."))
        await require_writable(interaction.client, read_channel(interaction), opens_thread=True)
        if kind not in set(TournamentKind):
            raise Refusal(say("This menu has changed. That choice no longer exists."))
        system = self._tables.require_system(variant or self._tables.choose_system(server))
        channel_id = channel_of(interaction)
        new = StoredTournament(
            guild_id=interaction.guild_id or 0,
            channel_id=channel_id,
            thread_id=0,
            organizer_id=interaction.user.id,
            tournament=Tournament(
                kind=TournamentKind(kind), variant=system.info.key, options=_choose_options(system, clock)
            ),
            due_at=None,
        )
        if there := await self._tournaments.store.in_channel(channel_id):
            raise refuse_another(there)
        self._limits.count(Limit.OPEN, interaction.user.id, channel_id)
        stored = await self._tournaments.open(new)
        await put(interaction, *await await_screen(interaction, self._announce(stored)))

    async def _announce(self, stored: StoredTournament) -> Screen:
        return notice(link_thread(self._show(await self._posts.announce(stored)))), []

    async def _on_sign_up(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        player = Entrant(interaction.user.id, interaction.user.display_name)
        stored = await self._require(interaction, control)
        await self._tournaments.change(stored.id, lambda tournament: sign_up(tournament, player))
        await tell(
            interaction, say("You've signed up. The tournament is in {thread}.", thread=f"<#{stored.thread_id}>")
        )

    async def _on_withdraw(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        stored = await self._require(interaction, control)
        await self._tournaments.change(stored.id, lambda tournament: withdraw(tournament, interaction.user.id))
        await tell(interaction, say("You've withdrawn from the tournament."))

    async def _on_begin(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        stored = await self._require_own(interaction, control)
        await self._tournaments.change(stored.id, partial(start, seed=self._tables.seed()))
        channel = f"<#{stored.channel_id}>"
        await tell(
            interaction, say("The tournament has started. Each table has a message in {channel}.", channel=channel)
        )

    async def _on_here(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        user_id = interaction.user.id
        stored = await self._require(interaction, control)
        stored = await self._tournaments.change(stored.id, lambda tournament: check_in(tournament, user_id))
        key = find_open(stored.tournament, user_id)
        pairing = stored.tournament.find(key) if key else None
        if key is None or pairing is None or pairing.is_ready:
            thread = link_table(self._show(stored), key) if key else f"<#{stored.thread_id}>"
            await tell(interaction, say("The game begins in {thread}.", thread=thread))
        else:
            other = mention(pairing.other_than(user_id) or 0)
            await tell(interaction, say("The game begins when {name} is here too.", name=other))

    async def _on_drop_out(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        stored = await self._require(interaction, control)
        drop(stored.tournament, interaction.user.id)  # only to reject a user who can't, before asking them
        await put(interaction, build_leave_question(self._show(stored)))

    async def _on_dropped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        stored = await self._require(interaction, control)
        await self._tournaments.drop(stored.id, interaction.user.id)
        await put(interaction, notice(say("You've dropped out of this tournament.")))

    async def _on_call_off(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        stored = await self._require_own(interaction, control)
        await put(interaction, build_cancel_question(self._show(stored)))

    async def _on_called_off(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        stored = await self._require_own(interaction, control)
        await self._tournaments.change(stored.id, cancel)
        await put(interaction, notice(say("The tournament was canceled.")))

    async def _require(self, interaction: Interaction, control: Control) -> StoredTournament:
        """Return the tournament that a control is for; its argument, the tournament's id, is untrusted."""
        is_id = control.argument.isdecimal() and len(control.argument) < _LONGEST_ID
        stored = await self._tournaments.require(int(control.argument) if is_id else 0)
        if stored.guild_id != interaction.guild_id:
            raise Refusal(say("This tournament no longer exists."))
        if stored.tournament.variant not in self._tables.variants:
            raise Refusal(say("This rule system isn't available."))
        return stored

    async def _require_own(self, interaction: Interaction, control: Control) -> StoredTournament:
        stored = await self._require(interaction, control)
        if interaction.user.id != stored.organizer_id and not interaction.permissions.manage_guild:
            name = mention(stored.organizer_id)
            raise Refusal(say("Only the organizer, {name}, and server managers can do that.", name=name))
        return stored

    def _show(self, stored: StoredTournament) -> ShownTournament:
        return ShownTournament(stored, self._tables.variants[stored.tournament.variant])


def _choose_options(system: Variant[Any], clock: str | None) -> Mapping[str, Value]:
    """Return the options of a tournament's games: the rule system's usual ones, so that they're rated, and a clock."""
    options = with_clock({}, clock)
    return options if system.chosen(options)[CLOCK] else with_clock({}, _USUAL_CLOCK)
