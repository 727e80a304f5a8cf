"""/help and /rules: how to use the bot, and how the game goes."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import _screens
from cogs._controls import Control, Tapped, picked
from cogs._house import SYSTEMS, House
from cogs._places import anywhere, place_of
from cogs._replies import Refusal, show
from cogs._rules import Rules

Interaction = discord.Interaction[Any]


FIRST_STEPS = """\
## Rackety: tile rummy for your server
1. /new opens a table in this channel; friends tap **Join**, the host taps **Start**; \
`computers:` seats computers.
2. **My rack** shows your tiles, to you alone.
3. At your turn play tiles or tap **Draw**. The table's picture names every set by a letter."""

NOTATION = """\
### Writing a turn
`/play` understands the lines below and says while you type whether they are legal.
- `R4 R5 R6` lays a new set: **R**ed, **B**lue, blac**K**, **O**range; `J` is a joker
- `C+R6` adds to set C, `C-R3` takes from it, `C-R3>F` moves it to F
- `C:5` splits C after five tiles, `C>F` puts C onto F
- `;` parts several of these: `C-R3; R3 B3 K3`
- `J=R6` says what a joker stands for, where it could be several things
- `table:` and then every set replaces the whole table
- `R5@A B5 K5` builds through the red 5 of set A, in games whose sets may cross
- on a grid `H8=R5 H9=J:R6` places tiles by their cells, `H8>J3` moves one
The **Text** button on your rack opens the whole table to be edited, one set a line."""

COMMANDS = """\
### Commands
/table shows the table again · /rack your tiles (`dm:True` by direct message) · /draw · /play · /claim · /pass · \
/fit finds a place for tiles · /hint, where the table allows it · /review after the game · \
/resign · /join · /leave · /start · /end, if all agree · /log · /games, all of yours · /leaderboard · /rules · \
/settings · /setup, for managers · anywhere: /puzzle, /puzzle-board, /solve, and /new against computers"""


class Help(commands.Cog):
    """Words for newcomers."""

    def __init__(self, house: House, rules: Rules) -> None:
        self._house = house
        self._rules = rules
        self.taps: Mapping[str, Tapped] = {"clauses": self._clauses_picked}

    @app_commands.command(name="help", description="How to play here, and how to write a turn")
    @anywhere
    async def help(self, interaction: Interaction) -> None:
        """Explain the bot."""
        await show(interaction, _screens.screen(map(_screens.text, (FIRST_STEPS, NOTATION, COMMANDS))))

    @app_commands.command(name="rules", description="The rules of this channel's table, or of any system")
    @app_commands.describe(variant="The system to explain; without it, the one played here")
    @app_commands.choices(variant=SYSTEMS)
    @anywhere
    async def rules(self, interaction: Interaction, variant: str | None = None) -> None:
        """Explain the rules, with the options in force where a table is open."""
        game = await self._house.games.in_channel(place_of(interaction))
        if game is not None and variant in {None, game.variant}:
            return await show(interaction, *await self._rules.of_table(game, interaction.user.id))
        key = variant or SYSTEMS[0].value
        if key not in self._house.variants:
            raise Refusal("There is no such rule system.")
        return await show(interaction, *await self._rules.of_system(key))

    async def _clauses_picked(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the clauses under one heading."""
        sections = list(self._house.clauses.get(control.argument, {}).items())
        heading, clauses = picked(sections, values)
        await show(interaction, _screens.screen([_screens.text(f"### {heading}", clauses)]))
