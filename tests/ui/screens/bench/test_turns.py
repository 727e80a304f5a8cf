"""The turns of whole games, entered through the bench tap by tap."""

import hmac
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import cast

import pytest

from engine.game.actions import Play
from engine.game.drafts import Draft
from engine.game.goals import Level
from engine.game.self_play import derive_seed
from engine.table.state import TableState
from engine.table.view import TableView
from engine.tiles.tiles import Tile
from engine.variants import load
from storage.games import Player as Sitting
from tests.bench_player import Player, sets_of
from tests.support.tables import make_game
from ui.controls import MOST_ENTRIES
from ui.screens.bench.status import can_confirm

CLASSIC = load()["classic"]
FEW = 6  # interactions


@dataclass
class Taps:
    """How many turns took so many interactions, with help and without; Confirm is the last one.

    `paged` is the number of turns with help that took more than two, because the rack's menu has pages.
    """

    paged: int = 0
    with_help: Counter[int] = field(default_factory=Counter)
    by_hand: Counter[int] = field(default_factory=Counter)


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
    return Player(CLASSIC, make_game(state, players=people), cast("TableView", CLASSIC.view(state, state.turn)))


def enter_by_hand(before: TableState, after: TableState, played: list[Tile]) -> tuple[Player, Play]:
    """Enter a turn without help: all tiles at once if they find their places then, else one set after the other."""
    gathered = player(before)
    if gathered.gather(played, after.sets) and can_confirm(gathered.bench):
        action = cast("Play", gathered.confirm())
        if sets_of(CLASSIC.apply(before, action, now=before.now).state.sets) == sets_of(after.sets):
            return gathered, action
    arranged = player(before)
    arranged.arrange(after.sets)
    return arranged, cast("Play", arranged.confirm())


def ready_sizes(state: TableState) -> list[int]:
    """How many tiles each play has that is ready for who is to move: those take two interactions, too."""
    view = CLASSIC.view(state, state.turn)
    plays = CLASSIC.list_ready_plays(view, CLASSIC.prepare_draft(view, Draft()).bench)
    return [len(play.bench.played) for play in plays]


def entered(games: range) -> Taps:
    """Enter every turn twice, and see that the same tiles are played, by hand on the same table as in the game."""
    counted = Taps()
    for number in games:
        for before, after in turns(number):
            left = Counter(after.seats[before.turn].rack)
            played = list((Counter(before.seats[before.turn].rack) - left).elements())
            with_help = player(before)
            with_help.fit(played)
            made = CLASSIC.apply(before, with_help.confirm(), now=before.now).state
            assert Counter(made.seats[before.turn].rack) == left
            counted.with_help[with_help.taps] += 1
            if with_help.taps > 2:  # a choice and Confirm
                assert len(before.seats[before.turn].rack) > MOST_ENTRIES
                assert len(played) in ready_sizes(before)
                counted.paged += 1

            by_hand, action = enter_by_hand(before, after, played)
            made = CLASSIC.apply(before, action, now=before.now).state
            assert sets_of(made.sets) == sets_of(after.sets)
            assert Counter(made.seats[before.turn].rack) == left
            counted.by_hand[by_hand.taps] += 1
    return counted


def test_every_turn_takes_two_interactions_with_help_and_few_by_hand() -> None:
    counted = entered(range(2))

    assert counted.with_help.keys() == {2}
    assert counted.with_help.total() > 40
    assert median(counted.by_hand.elements()) <= 3


@pytest.mark.soak
def test_every_turn_of_five_hundred_games_can_be_tapped() -> None:
    counted = entered(range(500))

    by_hand = sorted(counted.by_hand.elements())
    few = sum(taps <= FEW for taps in by_hand) / len(by_hand)
    with_help = counted.with_help
    print(f"{len(by_hand)} turns; with help {with_help}; by hand a median of {median(by_hand)}, {few:.1%} within {FEW}")  # noqa: T201  # pytest shows it with -s
    assert with_help[2] + counted.paged == with_help.total()  # 12 of 11,070 are paged, and a play as large is ready
    assert median(by_hand) <= 3
    assert few >= 0.8
