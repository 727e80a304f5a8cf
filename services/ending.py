"""The result of a game that has ended.

Leavers place last, whatever the computer on their seat achieved, and all others as they placed among themselves.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game.info import are_usual
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.game.views import Assistance, Outcome, Value, rank_places
from ratings.game_result import SOLO, WITHOUT_PLACES, Departure, GameResult, SeatResult, Unrated
from ratings.yardsticks import find_yardstick
from storage.games import Game
from storage.games.rows import list_people


def find_result(game: Game, variant: Variant[Any]) -> GameResult:
    """Return a finished game's result, as if its players hadn't met too often. Raises: ValueError if it isn't over."""
    if game.state is None or game.state.outcome is None:
        raise ValueError("A game without an outcome is not over.")
    outcome = game.state.outcome
    departures = [find_departure(game, seat) for seat in range(len(game.players))]
    unrated = _find_reason(game, variant, outcome, departures)
    is_solo = unrated is None and has_computers(game)
    if unrated in WITHOUT_PLACES:
        places: Sequence[int | None] = [None] * len(game.players)
    else:
        places = _place(outcome, departures)
    return GameResult(
        game_id=game.id,
        guild_id=game.guild_id,
        variant=game.variant,
        ended_at=game.changed_at,
        pool=None if unrated else SOLO if is_solo else game.guild_id,
        unrated=unrated,
        seats=tuple(
            SeatResult(
                user_id=player.user_id,
                level=player.computer,
                name=player.name,
                points=points,
                place=place,
                departure=departure,
                opening=player.opening,
                largest_finish=player.largest_finish,
            )
            for player, points, place, departure in zip(game.players, outcome.scores, places, departures, strict=True)
        ),
    )


def find_departure(game: Game, seat: int) -> Departure | None:
    """Return how the seat's player has left this running or finished game; None if they haven't, or for a computer.

    A person alone against computers who ends the game has resigned from it.
    """
    player, state = game.players[seat], game.state
    if player.user_id is None or state is None:
        return None
    gives_up = state.outcome is not None and not state.outcome.winners and has_computers(game)
    if state.seats[seat].resigned or (gives_up and not player.away):
        return Departure.RESIGNED
    if player.away:
        return Departure.LEFT if player.left else Departure.AWAY
    return None


def has_computers(game: Game) -> bool:
    """Return whether computers play in this game for themselves."""
    return any(player.computer for player in game.players)


def is_alone(game: Game) -> bool:
    """Return whether one person plays only computers in this game."""
    return has_computers(game) and len(list_people(game.players)) == 1


def _find_reason(
    game: Game, variant: Variant[Any], outcome: Outcome, departures: Sequence[Departure | None]
) -> Unrated | None:
    """Return why the game counts in no rating; None if it counts, or if only the database knows."""
    if outcome.void:
        return Unrated.VOID
    if game.unrated is Unrated.SUSPENDED:
        return game.unrated
    if not outcome.winners and not any(departures):
        return Unrated.AGREED
    if game.unrated:
        return game.unrated
    if game.state and _is_unplayed(game.state) and not has_computers(game):
        return Unrated.UNPLAYED
    helps = variant.view(game.state, None).assistance
    return find_obstacle(game, variant, game.state.options if game.state else game.options, helps)


def _is_unplayed(state: GameState) -> bool:
    """Return whether nothing has happened in a game except that players resigned."""
    resigned = sum(seat.resigned for seat in state.seats)
    return 0 < resigned == state.version and not any(seat.has_melded for seat in state.seats)


def can_count(game: Game, variant: Variant[Any]) -> bool:
    """Return whether a running game can still count in a rating."""
    if game.state is None or game.unrated:
        return False
    helps = variant.view(game.state, None).assistance
    return find_obstacle(game, variant, game.state.options, helps) is None


def is_for_ladder(game: Game, variant: Variant[Any]) -> bool:
    """Return whether a running game can still count on the solo ladder: one person plays computers, without help."""
    return has_computers(game) and can_count(game, variant)


def find_obstacle(game: Game, variant: Variant[Any], options: Mapping[str, Value], helps: Assistance) -> Unrated | None:
    """Return why a game with these players, rule `options` by key, and help can't be rated; None if it can."""
    if has_computers(game) and not (helps is Assistance.OFF and _is_measurable(game)):
        return Unrated.COMPUTERS
    if helps is Assistance.FULL:
        return Unrated.HELP
    return None if are_usual(variant.options, variant.presets, options) else Unrated.HOUSE


def _is_measurable(game: Game) -> bool:
    levels = [player.computer for player in game.players if player.computer]
    known = all(find_yardstick(game.variant, len(game.players), level) for level in levels)
    return known and len(levels) == len(game.players) - 1


def _place(outcome: Outcome, departures: Sequence[Departure | None]) -> tuple[int, ...]:
    """Return each seat's place: leavers share the last one, and all who agreed to end the game the first one."""
    reached = outcome.places if outcome.winners else [1] * len(departures)
    return rank_places(
        [
            (departure is None, -place * (departure is None))
            for place, departure in zip(reached, departures, strict=True)
        ]
    )
