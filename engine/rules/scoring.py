"""Scoring rules: who wins a finished game, how many points each seat gets, and how seats rank in a match."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.text.phrases import Phrase, later
from engine.tiles.tiles import Tile


@dataclass(frozen=True, slots=True)
class Hand:
    """The number of tiles left on a seat's rack, and their cost in points; a `resigned` seat can't win.

    In games with claims, `value` is the points that the seat holds instead.
    """

    seat: int
    tiles: int
    value: int
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class GameScore:
    """The result of a game: the winning seats in ascending order, and every seat's points in the order of the seats."""

    winners: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A function that returns the cost of a rack in points: the sum of its tiles' numbers, a joker costing `joker`."""

    joker: int

    def __call__(self, rack: Sequence[Tile]) -> int:
        """Return the cost of a rack in points."""
        return sum(self.joker if tile.is_joker else tile.number for tile in rack)


def winner_takes_all(hands: Sequence[Hand], winners: Sequence[int]) -> GameScore:
    """Score a game in which every seat that isn't in `winners` pays its hand's value, and the winners share the sum.

    `hands` has every seat's, in the order of the seats. The points add up to 0. Points that can't be shared evenly go
    to the first seats in `winners`, one each.
    """
    return _pay_winners(hands, winners, {hand.seat: hand.value for hand in hands})


def _pay_winners(hands: Sequence[Hand], winners: Sequence[int], owed: dict[int, int]) -> GameScore:
    points = {seat: -value for seat, value in owed.items() if seat not in winners}
    share, odd = divmod(-sum(points.values()), len(winners))
    points |= {seat: share + (index < odd) for index, seat in enumerate(winners)}
    return GameScore(tuple(sorted(winners)), tuple(points[hand.seat] for hand in hands))


def fewest_tiles(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
    """Score a game in which nobody emptied a rack: the fewest tiles win, then the lowest value (CL-30).

    Every loser, resigned seats included, pays its hand's value, and the winners, if equal, share the sum. `standing`
    has the seats that can win, here and below, in turn order from the one that would have moved next.
    """
    best = min((hand.tiles, hand.value) for hand in hands if hand.seat in standing)
    winners = [seat for seat in standing if (hands[seat].tiles, hands[seat].value) == best]
    return winner_takes_all(hands, winners)


def lowest_value(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
    """Score a game in which nobody emptied a rack: the hand with the lowest value wins, and losers pay the difference.

    A resigned seat with a lower value than the winner pays nothing.
    """
    best = min(hand.value for hand in hands if hand.seat in standing)
    winners = [seat for seat in standing if hands[seat].value == best]
    return _pay_winners(hands, winners, {hand.seat: max(0, hand.value - best) for hand in hands})


def tiles_left(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
    """Score a game in which each seat gets a point for each tile left on its rack; fewer points are better (PK-16).

    A seat that resigned before the deal, and so has no tiles, gets as many points as the largest rack (PK-18).
    """
    worst = max(hand.tiles for hand in hands)
    points = tuple(worst if hand.resigned and not hand.tiles else hand.tiles for hand in hands)
    best = min(points[seat] for seat in standing)
    return GameScore(tuple(sorted(seat for seat in standing if points[seat] == best)), points)


def points_held(hands: Sequence[Hand], winners: Sequence[int]) -> GameScore:
    """Score a game with claims, which `winners` have won: every seat gets the points that it holds."""
    return GameScore(tuple(sorted(winners)), tuple(hand.value for hand in hands))


def closest_to(target: int) -> Callable[[Sequence[Hand], Sequence[int]], GameScore]:
    """Build a scoring rule by which every seat gets the points it holds, and the one closest to `target` wins."""

    def reckoning(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
        """Score a game: the seat closest to the target wins, then one not above it, then the fewest tiles (R2-35)."""
        ranks = {
            hand.seat: (abs(hand.value - target), hand.value > target, hand.tiles)
            for hand in hands
            if hand.seat in standing
        }
        return points_held(hands, [seat for seat, rank in ranks.items() if rank == min(ranks.values())])

    return reckoning


def highest_total(points: int, wins: int) -> tuple[int, ...]:  # noqa: ARG001  # a rank may look at both
    """Return a seat's rank in a match, which is its points in all games; the highest rank wins."""
    return (points,)


def lowest_total(points: int, wins: int) -> tuple[int, ...]:  # noqa: ARG001  # a rank may look at both
    """Return a seat's rank in a match, which is highest for the fewest points in all games; the highest rank wins."""
    return (-points,)


def most_won(points: int, wins: int) -> tuple[int, ...]:
    """Return a seat's rank in a match, by the games it has won and then by its points; the highest rank wins."""
    return (wins, points)


MATCH_GOALS: Mapping[Callable[[int, int], tuple[int, ...]], Phrase] = {
    highest_total: later("The highest total wins."),
    lowest_total: later("The lowest total wins."),
    most_won: later("Whoever wins the most games wins; points break a tie."),
}
"""A sentence for each way to rank the seats of a match."""
