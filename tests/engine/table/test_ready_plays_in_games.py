"""Ready plays in whole games: what is ruled out early and what is remembered changes none of them."""

from collections.abc import Iterator
from itertools import cycle, islice

import pytest

from engine.game.bench import ReadyPlay
from engine.game.drafts import Draft
from engine.game.goals import Level
from engine.game.self_play import derive_seed
from engine.game.views import View
from engine.table import ready_plays
from engine.table.game import TableGame
from engine.variants import load
from tests.support.sampled import sampled

SYSTEMS = {key: system for key, system in load().items() if isinstance(system, TableGame)}
GAMES = [(key, number) for number in "01234567" for key in SYSTEMS]
TURNS = 60


def views(system: TableGame, number: int) -> Iterator[View]:
    """What each player sees before each turn of a game among computers."""
    levels = islice(cycle(Level), number, None)
    state = system.setup(system.info.low, derive_seed(5, number), 0, {}).state
    for turn, level in zip(range(TURNS), levels, strict=False):
        if state.outcome:
            return
        yield from (system.view(state, seat) for seat in range(len(state.seats)))
        action = system.choose(system.view(state, state.turn), level, derive_seed(number, turn))
        state = system.apply(state, action, now=0).state


def listed(system: TableGame, view: View) -> list[tuple[str, str, int | None]]:
    """The ready plays, and those after each of them was drafted."""
    first = system.list_ready_plays(view, system.prepare_draft(view, Draft()).bench)
    drafts = (Draft().then(play.bench.changes) for play in first)
    then = (system.list_ready_plays(view, system.prepare_draft(view, draft).bench) for draft in drafts)
    return [describe(play) for plays in (first, *then) for play in plays]


def describe(play: ReadyPlay) -> tuple[str, str, int | None]:
    return play.key, str(play.sentence), play.points


@pytest.mark.parametrize("game", sampled(GAMES, len(SYSTEMS) + 1), ids="-".join)
def test_the_list_is_the_one_in_which_every_tile_is_tried_and_every_rack_searched(
    monkeypatch: pytest.MonkeyPatch, game: tuple[str, str]
) -> None:
    system, number = SYSTEMS[game[0]], int(game[1])
    seen = list(views(system, number))
    quick = [listed(system, view) for view in seen]

    monkeypatch.setattr(ready_plays, "_may_extend", lambda *_: True)
    monkeypatch.setattr(ready_plays, "keep_meldable", lambda rack, _: rack)
    monkeypatch.setattr(ready_plays, "find_best_sets", ready_plays.find_best_sets.__wrapped__)

    assert any(quick)
    assert [listed(system, view) for view in seen] == quick
