"""Benches: the turn that a seat arranges in private, on the table as it lies now."""

from dataclasses import dataclass, replace

from engine.game.actions import Action
from engine.game.bench import Bench as Arrangement
from engine.game.bench import DraftCheck, Picks, PreparedDraft
from engine.text.errors import IllegalMove
from services.game_view import GameView
from services.tables import Tables
from storage.benches import BenchState
from storage.settings import Person, RackOrder


@dataclass(frozen=True, slots=True)
class BenchScreenData:
    """All that a bench's screen is made of.

    `person` is what its player chose, `note` says what has just happened; `others_wait`: another game waits for a move.
    """

    game_view: GameView
    state: BenchState
    arranged: PreparedDraft
    appraisal: DraftCheck
    order: RackOrder
    person: Person
    note: str = ""
    others_wait: bool = False


async def read_bench(tables: Tables, game_view: GameView, user_id: int) -> BenchScreenData:
    """Return the bench on the table as it lies now. What had to be given up for that is told until the next tap."""
    seat = game_view.view.you or 0
    state = await tables.benches.get(game_view.id, seat)
    arranged = game_view.variant.prepare_draft(game_view.view, state.draft)
    now = replace(
        state,
        draft=arranged.draft,
        picks=_keep_valid_picks(arranged.bench, state.picks),
        conflicts=tuple(arranged.conflicts) or state.conflicts,
    )
    if now != state:
        await tables.benches.keep(game_view.id, seat, now)
    order, person = await tables.settings.rack_order(user_id), await tables.settings.person(user_id)
    return BenchScreenData(
        game_view, now, arranged, game_view.variant.check_draft(game_view.view, arranged.bench), order, person
    )


async def keep_bench(tables: Tables, game_view: GameView, state: BenchState) -> None:
    """Keep the bench of the viewer's seat."""
    await tables.benches.keep(game_view.id, game_view.view.you or 0, state)


async def arrange(tables: Tables, game_view: GameView, user_id: int, action: Action) -> bool:
    """Put a turn on the bench that can't be made, or not yet; False if what it speaks of is not there."""
    bench = await read_bench(tables, game_view, user_id)
    try:
        arrangement = bench.arranged.bench.as_played(action)
    except IllegalMove:
        return False
    if arrangement.strays:
        return False
    await keep_bench(tables, game_view, update_state(bench, arrangement))
    return True


def _keep_valid_picks(bench: Arrangement, picks: Picks) -> Picks:
    """What was picked, if it is all still there."""
    return picks if bench.holds(picks) else Picks()


def update_state(bench: BenchScreenData, arrangement: Arrangement) -> BenchState:
    """Return the bench after a step: nothing is picked, and everything is looked at from its beginning."""
    draft = bench.state.draft.then(arrangement.changes)
    return BenchState(draft=draft, page=bench.state.page, color=bench.state.color, touched=bench.game_view.view.turns)
