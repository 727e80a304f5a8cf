"""Ratings of people by their places in games, by the Plackett-Luce model of openskill.

A rating is a normal distribution: the strength is most likely `mu`, and `sigma` says how sure that is. Sources: Weng
and Lin, "A Bayesian Approximation Method for Online Ranking" (2011); https://openskill.me.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()  # mu 25, sigma 25/3, beta 25/6, tau 25/300
DAY = 24 * 3600  # seconds
GROWTH = 0.15  # of sigma squared, for each day without a rated game
UNSURE = 6.0  # a larger sigma is provisional: about 15 games
USUAL, SCALE, STEP = 1500, 40, 10  # a rating as shown: that of an average player, points for each mu, and the rounding


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating, or that of a computer, whose strength is known; by default that of a newcomer."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def shown(self) -> int:
        """The rating as players see it: 1500 for a newcomer, a multiple of 10."""
        return round((USUAL + SCALE * (self.mu - _MODEL.mu)) / STEP) * STEP

    @property
    def is_provisional(self) -> bool:
        """Whether it's still so unsure that it's shown as "about"."""
        return self.sigma > UNSURE

    def after(self, seconds: int) -> "Rating":
        """Return the rating after this time without a rated game: less sure, but never less than a newcomer's."""
        return Rating(self.mu, grow_unsure(self.sigma, seconds))


def grow_unsure(sigma: float, seconds: int) -> float:
    """Return the sigma of a rating after this time without a rated game."""
    return max(sigma, min(sqrt(sigma**2 + GROWTH * max(0, seconds) / DAY), _MODEL.sigma))


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return everybody's rating after a game of two or more; `places` are theirs, from 1, and equal ones are ties.

    The same arguments give the same result, bit for bit, on one platform. Raises: ValueError if they don't fit
    together.
    """
    if len(ratings) != len(places):
        raise ValueError(f"{len(places)} places for {len(ratings)} ratings")
    teams = [[_MODEL.create_rating([each.mu, each.sigma])] for each in ratings]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(player.mu, player.sigma) for (player,) in rated]
