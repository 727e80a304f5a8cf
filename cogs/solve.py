"""/solve: the best turn of any position."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

import render
from engine.coach.puzzles import day_of
from engine.game.goals import FoundTurn
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.game.views import View
from engine.text.phrases import later, say
from engine.tiles.notation import LONGEST_TEXT
from engine.tiles.tiles import remove_tiles
from services.concurrency.worker_threads import WorkerThreads
from services.refusals import Refusal
from ui.commands import SYSTEMS, anywhere
from ui.controls import Interaction
from ui.deferred import await_screen
from ui.layout import Screen, picture, screen, text
from ui.replies import show
from ui.services import Services
from ui.text_mode import add_text_for

_VIEWER = later("You")
_LONGEST_RACK = 400  # characters
_LONGEST_LINES = 2500  # characters of the text that shows the table after the turn
_LONGEST_THOUGHT = 10.0  # seconds for one search, which usually takes less than 0.1


class SolveCog(commands.Cog):
    """The command /solve, which searches one position at a time and responds with an ephemeral message."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._puzzles = services.puzzles
        self._pictures = services.pictures
        self._threads = WorkerThreads("solver", _LONGEST_THOUGHT)

    @app_commands.command(name="solve", description=locale_str("Find the best play for any rack and table"))
    @app_commands.describe(
        rack=locale_str("The tiles on the rack, such as R6 B3 O3"),
        table=locale_str("The sets on the table, such as R3 R4 R5 / B6 K6 O6; on a grid H8=R4 I8=R5 J8=R6"),
        variant=locale_str("The rule system"),
        opened=locale_str("Whether the player has opened; by default, yes if the table has tiles"),
    )
    @app_commands.choices(variant=SYSTEMS)
    @anywhere
    async def solve(
        self,
        interaction: Interaction,
        rack: app_commands.Range[str, 1, _LONGEST_RACK],
        table: app_commands.Range[str, 0, LONGEST_TEXT] = "",
        variant: str = SYSTEMS[0].value,
        opened: bool | None = None,
    ) -> None:
        """Show the best turn of a position, which is given in notation, and the table after it."""
        system = self._tables.require_system(variant)
        has_opened = bool(table.strip(" -")) if opened is None else opened
        case = {"rack": rack, "table": table, "cells": table, "opened": has_opened}
        await show(interaction, *await await_screen(interaction, self._screen(system, case, interaction)))

    async def _screen(self, variant: Variant[Any], case: Mapping[str, object], interaction: Interaction) -> Screen:
        state = variant.state_of_case(case)
        before = variant.view(state, 0)
        await self._require_no_puzzle(state, before)
        try:
            found, after = await self._threads.run(partial(_find_best, variant, before))
        except TimeoutError:
            raise Refusal(say("I couldn't solve this position in time. Try fewer jokers.")) from None
        shown = replace(after, seats=after.seats[:1])
        file = await self._pictures.draw_board(shown, [str(_VIEWER)], f"turn-{interaction.id}")
        panel = screen([_describe(variant, before, found, after), picture(file)])
        words = partial(render.table_lines, shown, [str(_VIEWER)])
        return add_text_for(await self._tables.settings.person(interaction.user.id), panel, words), [file]

    async def _require_no_puzzle(self, state: GameState, view: View) -> None:
        """Reject today's puzzles, in whatever rule system, order or disguise: everybody solves them by themselves."""
        rack = state.seats[0].rack
        table = remove_tiles(view.box.tiles(), [*state.pool, *rack])
        if await self._puzzles.is_given_away(rack, table, day_of(self._tables.now())):
            raise Refusal(say("That's today's puzzle. Answer it in /puzzle; tomorrow, I can solve it here."))


def _describe(variant: Variant[Any], before: View, found: FoundTurn | None, after: View) -> discord.ui.TextDisplay[Any]:
    """Return the found turn in words, with the position `before` and `after` it; or what to do if there is none."""
    heading = ("## " + say("Solver"), f"-# {variant.info.name}")
    if found is None:
        hint = "" if before.seats[0].has_melded else "-# " + say("If you've already opened, add `opened:True`.")
        return text(*heading, str(before.nothing), hint)
    lines = "\n".join(map(str, before.whole(after)))
    lines = lines if len(lines) <= _LONGEST_LINES else f"{lines[:_LONGEST_LINES]} …"
    sure = "" if found.exact else "-# " + say("The best play I found. There may be a better one.")
    preview = str(variant.preview(before, found.action))
    return text(*heading, str(found.name_tiles()), preview, f"```\n{lines}\n```", sure)


def _find_best(variant: Variant[Any], view: View) -> tuple[FoundTurn | None, View]:
    found = variant.find(view, view.goal)
    return found, variant.foresee(view, found.action) if found else view
