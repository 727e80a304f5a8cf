"""Swiss tournaments: the pairings of each round, and the standings."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf

from services.tournaments.knockout import count_rounds
from storage.tournaments.tournament import Entrant, Pairing, Tournament, WithoutWinner, give_bye

Pair = tuple[int, int]

WIN, TIE = 1.0, 0.5  # points; sums of halves are exact


@dataclass(frozen=True, slots=True)
class SwissStanding:
    """A player's line: place from 1, shared by equals, points, Buchholz, and whether they `has_dropped` out."""

    place: int
    player: Entrant
    points: float
    buchholz: float
    has_dropped: bool

    @property
    def score(self) -> tuple[float, float]:
        """The points and the Buchholz, which decide the place before direct encounter."""
        return self.points, self.buchholz


def pair_first(drawn: Sequence[int]) -> tuple[Pairing, ...]:
    """Return the first round: pairs in the order drawn; if the number is odd, the last player gets a bye."""
    pairs = [Pairing(drawn[at], drawn[at + 1]) for at in range(0, len(drawn) - 1, 2)]
    return (*pairs, *([give_bye(drawn[-1])] if len(drawn) % 2 else []))


def pair_next(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the next round after a complete one; () if the tournament has to end.

    Nobody meets an opponent again. Of all such rounds, this one has the least sum of the squared differences of points
    within the pairs. If the number of players is odd, the bye goes to the lowest-placed player with the fewest byes; if
    the others then can't be paired, to the next one up. Equal players are in the order drawn.

    The tournament ends after its planned number of rounds, or if fewer than two players are left. It ends early if
    every round would repeat a pairing, or give a second bye while somebody has had none. That happens only after many
    have dropped out.
    """
    order = _list_active(tournament)
    if len(tournament.rounds) >= count_rounds(tournament) or len(order) <= 1:
        return ()
    points = {user_id: sum_points(tournament, user_id) for user_id in order}
    met = {frozenset(pairing.user_ids) for pairings in tournament.rounds for pairing in pairings}
    for resting in _list_for_bye(tournament, order):
        pairs = match([each for each in order if each != resting], points, met)
        if pairs is not None:
            return (*(Pairing(*pair) for pair in pairs), *([] if resting is None else [give_bye(resting)]))
    return ()


def rank(tournament: Tournament) -> tuple[SwissStanding, ...]:
    """Return the standings, best first: by points, by Buchholz, then if only two are equal, by the game between them.

    Players who are still equal share a place, and are in the order of signing up.
    """
    lines = [
        SwissStanding(
            0,
            player,
            sum_points(tournament, player.user_id),
            _sum_buchholz(tournament, player.user_id),
            player.user_id in tournament.dropped,
        )
        for player in tournament.players
    ]
    lines.sort(key=lambda line: line.score, reverse=True)  # stable: equal players stay in this order
    placed: list[SwissStanding] = []
    for _, equals in groupby(lines, key=lambda line: line.score):
        placed += _place(tournament, list(equals), len(placed) + 1)
    return tuple(placed)


def sum_points(tournament: Tournament, user_id: int) -> float:
    """Return a player's points: 1 for each win or bye, 1/2 for each tie."""
    results = [pairing.result for pairings in tournament.rounds for pairing in pairings if user_id in pairing.user_ids]
    return WIN * results.count(user_id) + TIE * results.count(WithoutWinner.TIE)


def _sum_buchholz(tournament: Tournament, user_id: int) -> float:
    """Return the sum of the points of a player's opponents in finished pairings; a bye counts as the player's own."""
    finished = [
        pairing
        for pairings in tournament.rounds
        for pairing in pairings
        if user_id in pairing.user_ids and pairing.result is not None
    ]
    others = [pairing.other_than(user_id) for pairing in finished]
    return sum(sum_points(tournament, user_id if other is None else other) for other in others)


def _place(tournament: Tournament, equals: Sequence[SwissStanding], first: int) -> list[SwissStanding]:
    """Return players of equal score with their places, of which the best is `first`."""
    winner = _find_winner(tournament, [line.player.user_id for line in equals])
    lines = [replace(line, place=first + (winner not in {None, line.player.user_id})) for line in equals]
    return sorted(lines, key=lambda line: line.place)


def _find_winner(tournament: Tournament, user_ids: Collection[int]) -> int | None:
    """Return the winner of the game between exactly these players; None if there is no such game, or nobody won it."""
    for pairings in tournament.rounds:
        for pairing in pairings:
            if set(user_ids) == set(pairing.user_ids) and isinstance(pairing.result, int):
                return pairing.result
    return None


def _list_active(tournament: Tournament) -> list[int]:
    """Return the ids of the players still in, best first; players who share a place are in the order drawn."""
    drawn = {user_id: number for number, user_id in enumerate(tournament.drawn)}
    lines = [line for line in rank(tournament) if not line.has_dropped]
    lines.sort(key=lambda line: (line.place, drawn[line.player.user_id]))
    return [line.player.user_id for line in lines]


def _list_for_bye(tournament: Tournament, order: Sequence[int]) -> list[int | None]:
    """Return the players who may get the next round's bye, in the order to try; only None if their number is even."""
    if len(order) % 2 == 0:
        return [None]
    byes = [pairing.first for pairings in tournament.rounds for pairing in pairings if pairing.second is None]
    fewest = min(byes.count(user_id) for user_id in order)
    return [user_id for user_id in reversed(order) if byes.count(user_id) == fewest]


def match(
    order: Sequence[int], points: Mapping[int, float], met: Collection[frozenset[int]]
) -> tuple[Pair, ...] | None:
    """Return all players in pairs that haven't met, or None if that's impossible.

    The sum over all pairs of the squared difference of points is the least possible. Of equal matchings, the result is
    the one that gives the first in `order` the earliest partner, then the next. The number of players must be even, at
    most 16, and `order` must not ascend in points.

    The search is a branch and bound. Its lower bound pairs neighbors in the order of points, which is the least sum of
    squares if all pairs are allowed. The same players left to pair aren't searched again at the same or a higher cost.
    """
    best: tuple[float, tuple[Pair, ...] | None] = (inf, None)
    cheapest: dict[tuple[int, ...], float] = {}

    def extend(left: tuple[int, ...], cost: float, pairs: tuple[Pair, ...]) -> None:
        nonlocal best
        if not left:
            best = (cost, pairs)
            return
        if cheapest.get(left, inf) <= cost:
            return
        cheapest[left] = cost
        first = left[0]
        for at in range(1, len(left)):
            partner, rest = left[at], (*left[1:at], *left[at + 1 :])
            total = cost + (points[first] - points[partner]) ** 2
            if frozenset((first, partner)) not in met and total + _bound(rest, points) < best[0]:
                extend(rest, total, (*pairs, (first, partner)))

    extend(tuple(order), 0.0, ())
    return best[1]


def _bound(left: Sequence[int], points: Mapping[int, float]) -> float:
    return sum((points[left[at]] - points[left[at + 1]]) ** 2 for at in range(0, len(left), 2))
