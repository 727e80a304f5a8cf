"""Chances of winning around a turn, estimated by games that computers play on from it.

For each sample, all tiles that the turn's seat couldn't see are redealt. From this one deal, the game is played on
three times: with the turn that a computer would have made, with the actual turn and with the best play. Since all three
have the same deal and the same luck, their differences are less uncertain than the chances themselves.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from engine.coach.redealing import redeal
from engine.coach.replay import ReplayedTurn
from engine.coach.review import Judgment
from engine.game.actions import Action
from engine.game.self_play import choose_action, derive_seed, finish_game
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.tiles.tiles import Tile

METHOD = 1
"""The version of the method; estimates by another version aren't comparable."""

FEWEST = 20  # samples without which there is no estimate
MOST = 1000  # samples
ENOUGH = 0.03  # margin of the difference at which a turn gets no more samples
NINETY_FIVE = 1.96  # standard errors to each side of the mean that contain 95 %


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """A turn to estimate: the state before it, its action, and the best play that was possible instead.

    `place` is the turn's index in its game, and `at` the time of the action in seconds since the epoch. `known` has for
    each seat the tiles that everybody knows to be on its rack.
    """

    place: int
    state: GameState
    action: Action
    best: Action
    at: int
    known: tuple[tuple[Tile, ...], ...] = ()


def list_choices(turns: Sequence[ReplayedTurn], judgments: Mapping[int, Judgment]) -> tuple[TurnChoice, ...]:
    """Return the turns of a game in which more was possible, those that missed the most first.

    `judgments` are by index in `turns`.
    """
    places = sorted(range(len(turns)), key=lambda place: -(judgments[place].missed or 0))
    return tuple(
        TurnChoice(place, turn.state, turn.action, judgment.best.action, turn.at, turn.known)
        for place in places
        if (turn := turns[place]) and (judgment := judgments[place]).best and judgment.missed
    )


@dataclass(frozen=True, slots=True)
class Sample:
    """The results of the turn's seat in one deal: 1 for a win, a part of it if several won, 0 for a loss.

    `before` is with the turn that a computer chose, `after` with the actual one, `best` with the best play.
    """

    before: float
    after: float
    best: float


@dataclass(frozen=True, slots=True)
class TurnChance:
    """The chances of winning around the turn at index `place`, as sums over all samples.

    `squares` is the sum of the squared differences between `best` and `after`.
    """

    place: int
    samples: int = 0
    before: float = 0.0
    after: float = 0.0
    best: float = 0.0
    squares: float = 0.0

    def with_sample(self, sample: Sample) -> "TurnChance":
        """Return the chances with one more sample."""
        return TurnChance(
            self.place,
            self.samples + 1,
            self.before + sample.before,
            self.after + sample.after,
            self.best + sample.best,
            self.squares + (sample.best - sample.after) ** 2,
        )

    @property
    def is_known(self) -> bool:
        """Whether there are enough samples for an estimate."""
        return self.samples >= FEWEST

    @property
    def margin(self) -> float:
        """The greatest margin of error (95 %) of the three chances, 0 to 1."""
        return max(measure_margin(total, self.samples) for total in (self.before, self.after, self.best))

    @property
    def gain(self) -> float:
        """The difference that the best play would have made to the chance of winning, -1 to 1."""
        return (self.best - self.after) / self.samples

    @property
    def gain_margin(self) -> float:
        """The margin of error (95 %) of `gain`.

        This is the adjusted Wald interval for matched pairs of Agresti and Min (Statistics in Medicine 24, 2005), which
        adds half a pair of each kind; so it isn't 0 even if all pairs are equal.
        """
        pairs = self.samples + 2
        mean = (self.best - self.after) / pairs
        return NINETY_FIVE * sqrt(max(0.0, (self.squares + 1) / pairs - mean**2) / pairs)

    @property
    def is_clear(self) -> bool:
        """Whether the difference is greater than its margin of error."""
        return abs(self.gain) > self.gain_margin


def measure_margin(wins: float, samples: int) -> float:
    """Return the margin of error (95 %) of a share of wins: the longer side of Wilson's interval around it, 0 to 1."""
    share, square = wins / samples, NINETY_FIVE**2
    middle = (share + square / (2 * samples)) / (1 + square / samples)
    half = NINETY_FIVE * sqrt(share * (1 - share) / samples + square / (4 * samples**2)) / (1 + square / samples)
    return half + abs(middle - share)


def sample_turn(variant: Variant[Any], choice: TurnChoice, number: int) -> Sample:
    """Play a turn's game on in deal number `number`; the same arguments always give the same sample."""
    seat, seed = choice.action.seat, derive_seed(choice.place, number)
    state = redeal(choice.state, seat, seed, choice.known)
    level = variant.info.rollouts
    results: dict[str, float] = {}

    def play_on(action: Action) -> float:
        line = action.line()
        if line not in results:
            after = variant.apply(state, action, now=choice.at).state
            winners = finish_game(variant, after, [level] * len(state.seats), seed).outcome.winners
            results[line] = (seat in winners) / max(1, len(winners))
        return results[line]

    chosen = choose_action(variant, state, level, seed)
    before = variant.minimize_disturbance(variant.view(state, seat), chosen)  # as a computer at a table does
    return Sample(play_on(before), play_on(choice.action), play_on(choice.best))


def estimate_chances(
    variant: Variant[Any], choices: Sequence[TurnChoice], has_time: Callable[[], bool]
) -> tuple[TurnChance, ...]:
    """Return the chances of winning around these turns, in their order.

    First one turn after the other gets the `FEWEST` samples, so that slow systems have estimates of some turns at
    least; then each in its turn gets one more. This ends when `has_time`, which is asked before each sample, returns
    False. A turn gets no more than `MOST` samples, and none after its difference is certain to `ENOUGH`.
    """
    chances = {choice.place: TurnChance(choice.place) for choice in choices}
    for choice, number in _order_samples(choices):
        chance = chances[choice.place]
        if chance.is_known and chance.gain_margin <= ENOUGH:
            continue
        if not has_time():
            break
        chances[choice.place] = chance.with_sample(sample_turn(variant, choice, number))
    return tuple(chances.values())


def _order_samples(choices: Sequence[TurnChoice]) -> Iterator[tuple[TurnChoice, int]]:
    yield from ((choice, number) for choice in choices for number in range(FEWEST))
    yield from ((choice, number) for number in range(FEWEST, MOST) for choice in choices)
