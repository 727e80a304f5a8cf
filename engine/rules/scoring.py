"""What a game is worth to each seat when it is over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.tiles.tiles import Tile


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat is left with: how many tiles, and their worth in points; `resigned` seats can't win."""

    seat: int
    tiles: int
    value: int
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class GameScore:
    """Who won, and every seat's points in the order of the seats."""

    winners: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The worth of a rack in points: its numbers, and `joker` for each joker."""

    joker: int

    def __call__(self, rack: Sequence[Tile]) -> int:
        """Add it up."""
        return sum(self.joker if tile.is_joker else tile.number for tile in rack)


def winner_takes_all(hands: Sequence[Hand], winners: Sequence[int]) -> GameScore:
    """Every loser pays his rack; the winners share it, odd points going to the earlier in `winners`. It sums to 0."""
    return _pay_winners(hands, winners, {hand.seat: hand.value for hand in hands})


def _pay_winners(hands: Sequence[Hand], winners: Sequence[int], owed: dict[int, int]) -> GameScore:
    points = {seat: -value for seat, value in owed.items() if seat not in winners}
    share, odd = divmod(-sum(points.values()), len(winners))
    points |= {seat: share + (place < odd) for place, seat in enumerate(winners)}
    return GameScore(tuple(sorted(winners)), tuple(points[hand.seat] for hand in hands))


def fewest_tiles(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
    """Nobody is out: the fewest tiles win, then the lower value; losers pay in full, winners for nothing.

    `standing` holds the seats that can win, in turn order from the one who was to move.
    """
    best = min((hand.tiles, hand.value) for hand in hands if hand.seat in standing)
    winners = [seat for seat in standing if (hands[seat].tiles, hands[seat].value) == best]
    return winner_takes_all(hands, winners)


def lowest_value(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
    """Nobody is out: the lowest value wins, and every loser pays the difference. It sums to 0."""
    best = min(hand.value for hand in hands if hand.seat in standing)
    winners = [seat for seat in standing if hands[seat].value == best]
    return _pay_winners(hands, winners, {hand.seat: max(0, hand.value - best) for hand in hands})


def tiles_left(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
    """Everybody scores the number of tiles left, and the fewest win; who was dealt none scores as the worst hand."""
    worst = max(hand.tiles for hand in hands)
    points = tuple(worst if hand.resigned and not hand.tiles else hand.tiles for hand in hands)
    best = min(points[seat] for seat in standing)
    return GameScore(tuple(sorted(seat for seat in standing if points[seat] == best)), points)


def points_held(hands: Sequence[Hand], winners: Sequence[int]) -> GameScore:
    """Everybody scores what he holds."""
    return GameScore(tuple(sorted(winners)), tuple(hand.value for hand in hands))


def closest_to(target: int) -> Callable[[Sequence[Hand], Sequence[int]], GameScore]:
    """Build a reckoning in which who holds nearest to `target` points wins; the others keep what they hold."""

    def reckoning(hands: Sequence[Hand], standing: Sequence[int]) -> GameScore:
        """Between two as near, the one not above it, then the fewer tiles; equal seats share (R2-35)."""
        ranks = {
            hand.seat: (abs(hand.value - target), hand.value > target, hand.tiles)
            for hand in hands
            if hand.seat in standing
        }
        return points_held(hands, [seat for seat, rank in ranks.items() if rank == min(ranks.values())])

    return reckoning


def highest_total(points: int, wins: int) -> tuple[int, ...]:  # noqa: ARG001  # a rank may look at both
    """Rank for a match: the points of all its games."""
    return (points,)


def lowest_total(points: int, wins: int) -> tuple[int, ...]:  # noqa: ARG001  # a rank may look at both
    """Rank for a match: the fewer points, the better."""
    return (-points,)


def most_won(points: int, wins: int) -> tuple[int, ...]:
    """Rank for a match: the games won, then the points."""
    return (wins, points)
