"""The turns of whole games, entered through the bench tap by tap."""

from __future__ import annotations

import hmac
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pytest

from engine.game.actions import Play
from engine.game.goals import Level
from engine.game.self_play import derive_seed
from engine.variants import load
from storage.games import Game, Phase
from storage.games import Player as Sitting
from tests.bench_player import Player, sets_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.table.state import TableState
    from engine.table.view import TableView

CLASSIC = load()["classic"]
FEW = 4  # taps


@dataclass
class Taps:
    """How many turns took so many taps, with Fit and without."""

    fitted: Counter[int] = field(default_factory=Counter)
    by_hand: Counter[int] = field(default_factory=Counter)

    @property
    def few(self) -> tuple[float, float]:
        """The share of turns in few taps, with Fit and without."""
        return _share(self.fitted), _share(self.by_hand)


def _share(counted: Counter[int]) -> float:
    return sum(turns for taps, turns in counted.items() if taps <= FEW) / counted.total()


def turns(number: int) -> Iterator[tuple[TableState, TableState]]:
    """The table before and after every play of a game among strong computers, but for the last one."""
    seed = derive_seed(7, number)
    state = CLASSIC.setup(2 + number % 3, seed, 0, {}).state
    while True:
        view = CLASSIC.view(state, state.turn)
        luck = hmac.digest(seed, f"luck {state.version}".encode(), "sha256")
        action = CLASSIC.minimize_disturbance(view, CLASSIC.choose(view, Level.STRONG, luck))
        after = CLASSIC.apply(state, action, now=state.now).state
        if after.outcome:
            return
        if isinstance(action, Play):
            yield state, after
        state = after


def player(state: TableState) -> Player:
    people = tuple(Sitting(number, str(number)) for number in range(len(state.seats)))
    game = Game(
        id=1,
        guild_id=1,
        channel_id=1,
        host_id=0,
        variant="classic",
        options=state.options,
        players=people,
        phase=Phase.PLAYING,
        state=state,
        news=(),
        version=1,
        opened_at=0,
        changed_at=0,
    )
    return Player(CLASSIC, game, cast("TableView", CLASSIC.view(state, state.turn)))


def entered(games: range) -> Taps:
    """Enter every turn twice, and see that the tables are those of the game."""
    counted = Taps()
    for number in games:
        for before, after in turns(number):
            with_fit, by_hand = player(before), player(before)
            with_fit.fit(
                list((Counter(before.seats[before.turn].rack) - Counter(after.seats[before.turn].rack)).elements())
            )
            by_hand.arrange(after.sets)
            for each, taps in ((with_fit, counted.fitted), (by_hand, counted.by_hand)):
                made = CLASSIC.apply(before, each.confirm(), now=before.now).state
                assert sets_of(made.sets) == sets_of(after.sets)
                assert Counter(made.seats[before.turn].rack) == Counter(after.seats[before.turn].rack)
                taps[each.taps] += 1
    return counted


def test_every_turn_can_be_tapped_and_with_fit_most_take_few_taps() -> None:
    counted = entered(range(5))

    assert counted.fitted.total() > 100
    assert counted.few[0] >= 0.95
    assert counted.few[1] >= 0.5


@pytest.mark.soak
def test_every_turn_of_five_hundred_games_can_be_tapped() -> None:
    counted = entered(range(500))

    with_fit, by_hand = counted.few
    said = f"{counted.fitted.total()} turns; in up to {FEW} taps {with_fit:.1%} with Fit, {by_hand:.1%} by hand"
    print(said)  # noqa: T201  # pytest shows it with -s
    assert counted.few[0] >= 0.95
