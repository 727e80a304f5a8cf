"""Benches: the turn that a seat arranges in private, on the table as it lies now."""

from dataclasses import dataclass, replace

from engine.game.actions import Action
from engine.game.bench import Bench as Arrangement
from engine.game.bench import DraftCheck, Picks, PreparedDraft
from engine.text.errors import IllegalMove
from services.seen import Seen
from services.tables import House
from storage.benches import BenchState
from storage.settings import Person, RackOrder


@dataclass(frozen=True, slots=True)
class Bench:
    """All that a bench's screen is made of.

    `person` is what its player chose, `note` says what has just happened; `others_wait`: another game waits for a move.
    """

    seen: Seen
    desk: BenchState
    arranged: PreparedDraft
    appraisal: DraftCheck
    order: RackOrder
    person: Person
    note: str = ""
    others_wait: bool = False


async def read_bench(house: House, seen: Seen, user_id: int) -> Bench:
    """Return the bench on the table as it lies now. What had to be given up for that is told until the next tap."""
    seat = seen.view.you or 0
    desk = await house.benches.get(seen.id, seat)
    arranged = seen.variant.prepare_draft(seen.view, desk.draft)
    now = replace(
        desk,
        draft=arranged.draft,
        picks=_still(arranged.bench, desk.picks),
        conflicts=tuple(arranged.conflicts) or desk.conflicts,
    )
    if now != desk:
        await house.benches.keep(seen.id, seat, now)
    order, person = await house.settings.rack_order(user_id), await house.settings.person(user_id)
    return Bench(seen, now, arranged, seen.variant.check_draft(seen.view, arranged.bench), order, person)


async def keep_desk(house: House, seen: Seen, desk: BenchState) -> None:
    """Keep the desk of the viewer's seat."""
    await house.benches.keep(seen.id, seen.view.you or 0, desk)


async def arrange(house: House, seen: Seen, user_id: int, action: Action) -> bool:
    """Put a turn on the bench that can't be made, or not yet; False if what it speaks of is not there."""
    bench = await read_bench(house, seen, user_id)
    try:
        arrangement = bench.arranged.bench.as_played(action)
    except IllegalMove:
        return False
    if arrangement.strays:
        return False
    await keep_desk(house, seen, moved(bench, arrangement))
    return True


def _still(bench: Arrangement, picks: Picks) -> Picks:
    """What was picked, if it is all still there."""
    return picks if bench.holds(picks) else Picks()


def moved(bench: Bench, arrangement: Arrangement) -> BenchState:
    """Return the desk after a step: nothing is picked, and everything is looked at from its beginning."""
    draft = bench.desk.draft.then(arrangement.changes)
    return BenchState(draft=draft, page=bench.desk.page, color=bench.desk.color, touched=bench.seen.view.turns)
