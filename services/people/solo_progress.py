"""A person's progress against computers: their record against each level they've met, and the level to try next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game.goals import Level
from services.ending import is_alone
from services.tables import Tables
from storage.games import Game, Player
from storage.results.profiles import LevelRecord

_LEVELS = list(Level)  # the weakest first
WORTH_TELLING = 3  # wins in a row


@dataclass(frozen=True, slots=True)
class SoloProgress:
    """The records in one rule system against the levels of a game, and whether harder ones come next: after a win."""

    records: Sequence[LevelRecord]
    leads_on: bool


async def read_progress(tables: Tables, game: Game, user_id: int) -> SoloProgress | None:
    """Return a person's progress after a finished game, None if they weren't alone against computers."""
    levels = {player.computer for player in game.players if player.computer}
    if not is_alone(game) or not game.is_player(user_id):
        return None
    records = await tables.profiles.against_levels(user_id, game.variant)
    outcome = game.state.outcome if game.state else None
    has_won = outcome is not None and outcome.winners == (game.find_seat(user_id),)
    can_rise = raise_levels(game.players) != game.players
    return SoloProgress([each for each in records if each.level in levels], has_won and can_rise)


def raise_levels(players: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players with each computer one level stronger; the strongest stay."""
    return tuple(
        replace(each, computer=_LEVELS[min(_LEVELS.index(each.computer) + 1, len(_LEVELS) - 1)])
        if each.computer
        else each
        for each in players
    )
