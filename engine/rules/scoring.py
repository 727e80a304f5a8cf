"""Scoring rules: who wins a finished game and its points, and how seats rank in a match."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.tiles.tiles import Tile


@dataclass(frozen=True, slots=True)
class Hand:
    """The rest of a seat's rack at the end: its number of tiles, and their value in points.

    In games with claims `value` is the points that the seat holds instead. A `resigned` seat can't win.
    """

    seat: int
    tiles: int
    value: int
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class GameScore:
    """The winning seats in ascending order, and every seat's points in the order of the seats."""

    winners: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A rule for the cost of a rack in points: the numbers on its tiles, and `joker` for each joker."""

    joker: int

    def __call__(self, rack: Sequence[Tile]) -> int:
        """Return the cost of a rack."""
        return sum(self.joker if tile.is_joker else tile.number for tile in rack)


def winner_takes_all(hands: Sequence[Hand], winners: Sequence[int]) -> GameScore:
    """Score a game in which every loser pays the value of the rack, and the winners share the sum.

    The points add up to 0. Points that can't be shared evenly go to the first seats in `winners`, one each.
    """
    return _pay_winners(hands, winners, {hand.seat: hand.value for hand in hands})


def _pay_winners(hands: Sequence[Hand], winners: Sequence[int], owed: dict[int, int]) -> GameScore:
    points = {seat: -value for seat, value in owed.items() if seat not in winners}
    share, odd = divmod(-sum(points.values()), len(winners))
    points |= {seat: share + (place < odd) for place, seat in enumerate(winners)}
    return GameScore(tuple(sorted(winners)), tuple(points[hand.seat] for hand in hands))


def fewest_tiles(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
    """Score a game in which nobody emptied a rack: the fewest tiles win, then the lower value (CL-30).

    Every loser pays the whole rack, resigned seats included; winners pay nothing. `standing` holds the seats that can
    win, in turn order from the one that would have moved next.
    """
    best = min((hand.tiles, hand.value) for hand in hands if hand.seat in standing)
    winners = [seat for seat in standing if (hands[seat].tiles, hands[seat].value) == best]
    return winner_takes_all(hands, winners)


def lowest_value(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
    """Score a game in which nobody emptied a rack: the lowest value wins, and every loser pays the difference.

    The points add up to 0. A resigned seat with a lower value than the winner pays nothing. `standing` holds the seats
    that can win, in turn order from the one that would have moved next.
    """
    best = min(hand.value for hand in hands if hand.seat in standing)
    winners = [seat for seat in standing if hands[seat].value == best]
    return _pay_winners(hands, winners, {hand.seat: max(0, hand.value - best) for hand in hands})


def tiles_left(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
    """Score a game by the number of tiles left on each rack; the fewest in `standing` win (PK-16).

    A seat that resigned before the deal, and so has no tiles, scores as many as the largest rack (PK-18).
    """
    worst = max(hand.tiles for hand in hands)
    points = tuple(worst if hand.resigned and not hand.tiles else hand.tiles for hand in hands)
    best = min(points[seat] for seat in standing)
    return GameScore(tuple(sorted(seat for seat in standing if points[seat] == best)), points)


def points_held(hands: Sequence[Hand], winners: Sequence[int]) -> GameScore:
    """Score a game in which every seat keeps the points that it holds."""
    return GameScore(tuple(sorted(winners)), tuple(hand.value for hand in hands))


def closest_to(target: int) -> Callable[[Sequence[Hand], Sequence[int]], GameScore]:
    """Build a scoring rule by which the seat closest to `target` points wins; every seat scores what it holds."""

    def reckoning(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
        """Score a game: the smallest distance wins, then not being above the target, then the fewest tiles (R2-35).

        Seats that are still equal share the win.
        """
        ranks = {
            hand.seat: (abs(hand.value - target), hand.value > target, hand.tiles)
            for hand in hands
            if hand.seat in standing
        }
        return points_held(hands, [seat for seat, rank in ranks.items() if rank == min(ranks.values())])

    return reckoning


def highest_total(points: int, wins: int) -> tuple[int, ...]:  # noqa: ARG001  # a rank may look at both
    """Rank a seat in a match by its points in all games; the highest rank wins."""
    return (points,)


def lowest_total(points: int, wins: int) -> tuple[int, ...]:  # noqa: ARG001  # a rank may look at both
    """Rank a seat in a match by its points in all games; the seat with the fewest ranks highest."""
    return (-points,)


def most_won(points: int, wins: int) -> tuple[int, ...]:
    """Rank a seat in a match by the games it has won, then by its points; the highest rank wins."""
    return (wins, points)
