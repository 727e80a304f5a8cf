"""Ready plays in all rule systems: whatever is offered is legal as it is, and moves nothing on the table."""

import hmac
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, cast

import pytest

from engine.game.bench import MOST_READY, Picks, ReadyPlay
from engine.game.drafts import Draft
from engine.game.goals import Goal, Level
from engine.game.self_play import derive_seed
from engine.game.variant import Variant
from engine.rummykruss.view import GridView
from engine.table.bench import make_table_bench
from engine.table.view import TableView
from engine.text.errors import GameError
from engine.text.phrases import as_is
from engine.tiles.crossings import read_sets
from engine.tiles.notation import read_rack
from engine.tiles.sets import Mark
from engine.tiles.tiles import Box
from engine.variants import load
from tests.support.sampled import sampled

SYSTEMS = load()
OPTIONS: dict[str, dict[str, Any]] = {
    "classic": {},
    "rummy_cube": {},
    "packkub": {},
    "rummi200kub": {"connected": True},
    "rummykruss": {},
}
TURNS = 70


def positions(system: Variant[Any], number: int, options: dict[str, Any]) -> Sequence[Any]:
    """The states of a game among computers that overlook much, so that something is ready."""
    return _play(system.info.key, number, tuple(options.items()))


@cache
def _play(key: str, number: int, options: tuple[tuple[str, Any], ...]) -> Sequence[Any]:
    return tuple(_take_turns(SYSTEMS[key], number, dict(options)))


def _take_turns(system: Variant[Any], number: int, options: dict[str, Any]) -> Iterator[Any]:
    seed = derive_seed(12, number)
    state = system.setup(system.info.low, seed, 0, options).state
    for turn in range(TURNS):
        if state.outcome:
            return
        yield state
        luck = hmac.digest(seed, f"luck {turn}".encode(), "sha256")
        state = system.apply(
            state, system.choose(system.view(state, state.turn), Level.BEGINNER, luck), now=state.now
        ).state


def moved(view: Any) -> int:
    """How many tiles of the table or grid the last turn moved."""
    if hasattr(view, "tiles"):
        return len(cast("GridView", view).marked(Mark.MOVED))
    return sum(mark is Mark.MOVED for each in cast("TableView", view).table for mark in each.marks)


def offered(system: Variant[Any], state: Any, draft: Draft, *, full: bool = False) -> tuple[ReadyPlay, ...]:
    view = system.view(state, state.turn)
    best = system.find(view, view.goal) if full else None
    return tuple(system.list_ready_plays(view, system.prepare_draft(view, draft).bench, best))


@pytest.mark.parametrize("number", sampled(range(2), 2))
@pytest.mark.parametrize("key", OPTIONS)
def test_every_ready_play_is_legal_as_it_is_and_moves_no_tile_of_the_table(key: str, number: int) -> None:
    system, found = SYSTEMS[key], 0
    for state in positions(system, number, OPTIONS[key]):
        plays = offered(system, state, Draft())
        assert len({play.key for play in plays}) == len(plays) <= MOST_READY
        for play in plays:
            found += 1
            assert play.bench.played
            after = system.apply(state, play.bench.action(state.turn), now=state.now).state
            view = system.view(after, state.turn)
            assert view.outcome or moved(view) == 0
    assert found > 20


@pytest.mark.parametrize("number", sampled(range(2), 2))
@pytest.mark.parametrize("key", OPTIONS)
def test_a_ready_play_chosen_after_another_is_legal_with_it(key: str, number: int) -> None:
    system, found = SYSTEMS[key], 0
    for state in positions(system, number, OPTIONS[key]):
        for first in offered(system, state, Draft())[:2]:
            draft = Draft().then(first.bench.changes)
            for second in offered(system, state, draft):
                found += 1
                assert len(second.bench.played) > len(first.bench.played)
                system.apply(state, second.bench.action(state.turn), now=state.now)
    assert found > 5


@pytest.mark.parametrize("number", sampled(range(2), 2))
@pytest.mark.parametrize("key", OPTIONS)
def test_with_full_help_the_best_play_comes_first_and_only_there(key: str, number: int) -> None:
    system, found = SYSTEMS[key], 0
    for state in positions(system, number, OPTIONS[key])[::6]:
        view = system.view(state, state.turn)
        best = system.find(view, view.goal)
        plays = offered(system, state, Draft(), full=True)
        assert [play.is_best for play in plays] == [best is not None, *[False] * (len(plays) - 1)][: len(plays)]
        if best:
            found += 1
            assert Counter(plays[0].bench.played) == Counter(best.played)
            system.apply(state, plays[0].bench.action(state.turn), now=state.now)
    assert found > 3


@pytest.mark.parametrize("key", OPTIONS)
def test_a_draft_is_played_or_refused_just_as_its_check_says(key: str) -> None:
    system, dice = SYSTEMS[key], random.Random(key)  # noqa: S311  # repeatable, not secret
    verdicts: Counter[bool] = Counter()
    for state in positions(system, 1, OPTIONS[key])[::2]:
        view, draft = system.view(state, state.turn), Draft()
        for ready in offered(system, state, draft)[:1]:
            draft = draft.then(ready.bench.changes)
        for _ in range(dice.randint(0 if draft.changes else 1, 2)):
            bench = system.prepare_draft(view, draft).bench
            if not bench.left:
                break
            picks = Picks((bench.rack[dice.choice(bench.left)],), ())
            targets = bench.targets(picks)
            if not targets:  # a barred number
                continue
            after = bench.taken(picks, next((each for each in targets if each.fits), dice.choice(targets)).key)
            assert after is not None
            assert not after.strays
            draft = draft.then(after.changes)
        arranged = system.prepare_draft(view, draft)
        refusal = None
        try:
            system.apply(state, arranged.bench.action(state.turn), now=state.now)
        except GameError as refused:
            refusal = str(refused.phrase)
        checked = system.check_draft(view, arranged.bench)
        assert not arranged.conflicts
        assert refusal == (checked.refusal and str(checked.refusal))
        verdicts[refusal is None] += 1
    assert verdicts[True]
    assert verdicts[False] > 3


def test_a_mistake_penalty_or_the_end_of_the_game_leaves_nothing_to_offer() -> None:
    system = SYSTEMS["classic"]
    strict = [state for state in positions(system, 0, {"strict_mistakes": True}) if state.sets]
    assert all(offered(system, state, Draft()) == () for state in strict)


@pytest.mark.parametrize("number", sampled(range(2), 2))
@pytest.mark.parametrize("key", ["classic", "rummy_cube", "packkub", "rummi200kub"])
def test_a_hint_moves_no_more_tiles_than_arranging_its_rack_tiles(key: str, number: int) -> None:
    system, found = SYSTEMS[key], 0
    for state in positions(system, number, OPTIONS[key])[::5]:
        view = system.view(state, state.turn)
        hint = system.find(view, view.goal)
        arranged = hint and system.find(view, Goal.FIT, hint.played)
        if hint and arranged:
            found += 1
            after, other = (system.foresee(view, each.action) for each in (hint, arranged))
            assert moved(after) <= moved(other)
            assert Counter(hint.played) == Counter(arranged.played)
    assert found > 5


def test_the_key_of_a_ready_play_is_twelve_letters_and_digits() -> None:
    """Buttons carry it, with other things, in a text of at most 100 characters."""
    bench = make_table_bench(Box(), read_sets("R3 R4 R5", Box()), read_rack("R6", Box()), lends=False)

    assert re.fullmatch("[0-9a-f]{12}", ReadyPlay(bench, as_is("R6 to set A")).key)
