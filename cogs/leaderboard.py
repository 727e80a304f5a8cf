"""/leaderboard: the best players in this season, by rating, in puzzles, and alone against computers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from services.people.leaderboards import WORLDWIDE, Board, BoardKey, Scope, choose_scope
from services.refusals import Refusal
from ui.commands import SYSTEMS
from ui.controls import Control, Interaction, TapHandler
from ui.messages.limits import Limit
from ui.replies import show, tell_all, update
from ui.screens.leaderboard import BOARDS, SCOPES
from ui.services import Services
from ui.translations import make_locale_str

_CHOICES = [app_commands.Choice(name=make_locale_str(name), value=board.value) for board, name in BOARDS.items()]
_SCOPES = [app_commands.Choice(name=make_locale_str(name), value=scope.value) for scope, name in SCOPES.items()]


class LeaderboardCog(commands.Cog):
    """The /leaderboard command, and the buttons of its pages."""

    def __init__(self, services: Services) -> None:
        self._screens = services.leaderboards
        self._limits = services.limits
        self.taps: Mapping[str, TapHandler] = {
            "board": self._on_turn,
            "boardback": self._on_turn,
            "boardon": self._on_turn,
            "boardscope": self._on_turn,
            "boardmine": self._on_own,
            "boardpost": self._on_post,
        }

    @app_commands.command(name="leaderboard", description=locale_str("Show the best players"))
    @app_commands.describe(
        board=locale_str("This season's points, ratings, puzzles, or games alone against computers"),
        variant=locale_str("Show only this rule system"),
        scope=locale_str("For puzzles and the solo ladder: this server's players, or everyone"),
    )
    @app_commands.choices(board=_CHOICES, variant=SYSTEMS, scope=_SCOPES)
    @app_commands.guild_only()
    async def leaderboard(
        self,
        interaction: Interaction,
        board: str = Board.SEASON.value,
        variant: str | None = None,
        scope: str | None = None,
    ) -> None:
        """Show the ten best players, and the user's own place, in an ephemeral message.

        `variant` is the key of a rule system. None means all; for ratings and the solo ladder, which each system has of
        its own, the server's usual one. A `scope` of None means the board's usual one.
        """
        if board not in set(Board) or scope not in {None, *Scope}:
            raise Refusal(say("This menu has changed. That choice no longer exists."))
        wanted = Scope(scope) if scope else choose_scope(Board(board))
        if wanted is Scope.WORLD and Board(board) not in WORLDWIDE:
            raise Refusal(say("Only puzzles and the solo ladder have worldwide leaderboards."))
        key = BoardKey(Board(board), variant, scope=wanted)
        await show(interaction, *await self._screens.make(interaction.guild_id or 0, key, interaction.user.id))

    async def _on_turn(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        key = _read_key(control)
        await update(interaction, *await self._screens.make(interaction.guild_id or 0, key, interaction.user.id))

    async def _on_own(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        key, guild_id, viewer = _read_key(control), interaction.guild_id or 0, interaction.user.id
        page = (await self._screens.boards.read(guild_id, key, viewer)).page.own_page
        if page is None:
            raise Refusal(say("You aren't on this leaderboard yet."))
        await update(interaction, *await self._screens.make(guild_id, replace(key, page=page), viewer))

    async def _on_post(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        key = _read_key(control)
        self._limits.count(Limit.SHOW, interaction.user.id, interaction.channel_id or 0)
        await tell_all(interaction, *await self._screens.make_public(interaction.guild_id or 0, key))


def _read_key(control: Control) -> BoardKey:
    """Return the page that a button is for; its argument is untrusted."""
    key = BoardKey.read(control.argument)
    if key is None:
        raise Refusal(say("This button has expired. /leaderboard shows the leaderboards."))
    return key
