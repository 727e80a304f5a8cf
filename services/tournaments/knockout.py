"""Knockout tournaments: the pairings of each round, and the standings.

The first round fixes the bracket. Its pairings are numbered from 0. For each later round, the numbers are halved and
rounded down: the players whose numbers become equal meet in that round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from storage.tournaments.tournament import Entrant, Pairing, Tournament, WithoutWinner, give_bye


@dataclass(frozen=True, slots=True)
class KnockoutStanding:
    """A player's line in the standings: their place, from 1, which equal players share, and when they were eliminated.

    `eliminated_in` is the round, from 0; None if the player is still in or has won. `has_dropped` says that they left
    after the start.
    """

    place: int
    player: Entrant
    eliminated_in: int | None
    has_dropped: bool


def count_rounds(tournament: Tournament) -> int:
    """Return how many rounds are planned, of either kind: the binary logarithm of the number of players, rounded up."""
    return max(0, len(tournament.players) - 1).bit_length()


def pair_first(drawn: Sequence[int]) -> tuple[Pairing, ...]:
    """Return the first round of at least two: byes for the first drawn, to leave a power of two, and pairs."""
    byes = 2 ** (len(drawn) - 1).bit_length() - len(drawn)
    pairs = [Pairing(drawn[at], drawn[at + 1]) for at in range(byes, len(drawn), 2)]
    return (*map(give_bye, drawn[:byes]), *pairs)


def pair_next(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the next round after a complete one; () after the final, or if nobody is left. It can be byes only.

    A player gets a bye if their opponent has dropped out, or would come from a game that both lost.
    """
    if len(tournament.rounds) >= count_rounds(tournament):
        return ()
    numbers = {  # each player's match in the bracket in this round, from 0, as if they were still in
        user_id: match >> len(tournament.rounds)
        for match, pairing in enumerate(tournament.rounds[0])
        for user_id in pairing.user_ids
    }
    active = [user_id for user_id in tournament.drawn if _find_elimination(tournament, user_id) is None]
    matches = [tuple(match) for _, match in groupby(active, key=numbers.__getitem__)]
    return tuple(Pairing(match[0], match[1]) if len(match) > 1 else give_bye(match[0]) for match in matches)


def find_advancing(pairing: Pairing) -> int | None:
    """Return the id of the player who advances from a pairing: the winner, or after a tie the first drawn.

    None if both lost, or while it's open. The player who advances can still drop out before the next round.
    """
    if pairing.result is WithoutWinner.TIE:
        return pairing.first
    return pairing.result if isinstance(pairing.result, int) else None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket: the ids of the players who have reached it, in the order of the draw, None if unknown.

    `pairing` has its game or its bye; None before its round, and if nobody has reached it.
    """

    sides: tuple[int | None, int | None]
    pairing: Pairing | None

    @property
    def is_open(self) -> bool:
        """Whether its game is awaited or running."""
        return self.pairing is not None and self.pairing.result is None

    @property
    def advancing(self) -> int | None:
        """The id of the player who advances, None if unknown."""
        return find_advancing(self.pairing) if self.pairing else None

    @property
    def is_bye(self) -> bool:
        """Whether its only player advances without a game; in the first round, it isn't part of the bracket."""
        return self.advancing is not None and None in self.sides


def list_bracket(tournament: Tournament) -> list[list[BracketMatch]]:
    """Return all matches of a started knockout by round, the first round first, also those of rounds to come.

    Half as many are in each next round: those with the numbers 2n and 2n + 1 lead to its match n.
    """
    bracket: list[list[BracketMatch]] = []
    for number in range(count_rounds(tournament)):
        pairings = tournament.rounds[number] if number < len(tournament.rounds) else ()
        by_player = {user_id: pairing for pairing in pairings for user_id in pairing.user_ids}
        bracket.append(
            [
                BracketMatch((first, second), by_player.get(first or 0) or by_player.get(second or 0))
                for first, second in _list_sides(tournament, bracket)
            ]
        )
    return bracket


def _list_sides(
    tournament: Tournament, bracket: Sequence[Sequence[BracketMatch]]
) -> list[tuple[int | None, int | None]]:
    """Return the sides of the matches in the round that follows those in `bracket`."""
    if not bracket:
        return [(pairing.first, pairing.second) for pairing in tournament.rounds[0]]
    reached = [match.advancing for match in bracket[-1]]
    return list(zip(reached[::2], reached[1::2], strict=True))


def find_champion(tournament: Tournament) -> int | None:
    """Return the id of the final's winner, even if they dropped out afterward; None before, or if both lost it."""
    if not tournament.rounds or len(tournament.rounds) < count_rounds(tournament):
        return None
    (final,) = tournament.rounds[-1]
    return find_advancing(final)


def rank(tournament: Tournament) -> tuple[KnockoutStanding, ...]:
    """Return the standings, best first, by the round in which players were eliminated.

    The loser of the final is second, the losers of the semifinals are third, then fifth and ninth, however many they
    are. Players who are still in share the first place until there's a champion. If nobody wins, nobody is first. A
    player who dropped out between two rounds is eliminated in the next. Equal players are in the order of signing up.
    """
    lines = []
    for player in tournament.players:
        lost_in = _find_elimination(tournament, player.user_id)
        place = 1 if lost_in is None else 2 ** (count_rounds(tournament) - 1 - lost_in) + 1
        lines.append(KnockoutStanding(place, player, lost_in, player.user_id in tournament.dropped))
    return tuple(sorted(lines, key=lambda line: line.place))


def _find_elimination(tournament: Tournament, user_id: int) -> int | None:
    """Return the round in which a player was eliminated, from 0; None if they weren't."""
    for number, pairings in enumerate(tournament.rounds):
        own = [pairing for pairing in pairings if user_id in pairing.user_ids]
        if not own or (own[0].result is not None and find_advancing(own[0]) != user_id):
            return number
    is_next = user_id in tournament.dropped and len(tournament.rounds) < count_rounds(tournament)
    return len(tournament.rounds) if is_next else None
