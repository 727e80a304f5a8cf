"""Rematches: tables for the people of a finished game, with its rule system or another; they begin once all are in."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from engine.game.variant import Variant
from services.lobbies.starting import start_game
from services.refusals import Refusal
from services.tables import Tables
from storage.games import Game, Phase
from storage.games.rows import list_people


def can_join_as_rematch(waiting: Game, over: Game) -> bool:
    """Return whether a tap on **Rematch** of the game that is over joins this table of its channel."""
    return waiting.phase is Phase.LOBBY and (waiting.rematch_of == over.id or waiting.variant == over.variant)


def find_other_system(variants: Mapping[str, Variant[Any]], game: Game) -> Variant[Any] | None:
    """Return the next rule system in the menus' order that seats as many players as this game has; None without one."""
    systems = [*variants.values()]
    here = list(variants).index(game.variant)
    players = len(game.players)
    fitting = (each for each in (*systems[here + 1 :], *systems[:here]) if _seats(each, players))
    return next(fitting, None)


def _seats(variant: Variant[Any], players: int) -> bool:
    low, high = variant.seats({})
    return low <= players <= high


async def list_invited(tables: Tables, game: Game) -> list[int]:
    """Return the user ids of those a rematch still waits for; none once its seats are taken, or at another table."""
    over = await tables.games.get(game.rematch_of) if game.rematch_of and game.phase is Phase.LOBBY else None
    there = list_people(game.players)
    if over is None or len(there) >= tables.variant(game).seats(game.options)[1]:
        return []
    return [each for each in list_people(over.players) if each not in there]


async def begin_rematch(tables: Tables, game: Game) -> Game | None:
    """Start a rematch that waits for nobody else, and return it; None if it still waits, or can't start."""

    async def begin(newest: Game) -> Game | None:
        if newest.rematch_of is None or await list_invited(tables, newest):
            return None
        return await start_game(tables, newest, newest.host_id, None)

    with suppress(Refusal):
        return await tables.retry(game, begin)
    return None
