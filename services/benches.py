"""Benches, on which players arrange their next turn in private: reading them for a screen, and changing them."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from engine.game.actions import Action
from engine.game.bench import Bench as Arrangement
from engine.game.bench import DraftCheck, Picks, PreparedDraft, ReadyPlay
from engine.game.drafts import Draft
from engine.game.goals import FoundTurn
from engine.game.views import Assistance, View
from engine.text.errors import IllegalMove
from engine.text.phrases import say
from engine.tiles.tiles import Tile, by_color
from services.game_view import GameView
from services.refusals import Refusal
from services.search import TurnSearch
from services.tables import MOST_DRAFTS, CheckedDraft, Tables
from storage.benches import BenchState
from storage.recent import LruCache
from storage.settings import Person, RackOrder, SettingsStore

PATIENCE = 0.3  # seconds that a bench waits for the best turn; `python -m benchmarks solver` finds most in a tenth


@dataclass(frozen=True, slots=True)
class BenchScreenData:
    """Everything that is shown on the private screen of a bench, where a player arranges a turn.

    `arranged` is the draft of the stored bench, `state`, on the current table, and `appraisal` what the rules say about
    that. `note` says what just happened. `others_wait` says that another game waits for this player's move, and
    `has_legend` that this is their first bench with such tiles, which explains the colors. `ready` are the plays that
    the bench offers whole. `framed` are sets, or cells of a grid, by letter or name, that the picture points at.
    """

    game_view: GameView
    state: BenchState
    arranged: PreparedDraft
    appraisal: DraftCheck
    person: Person
    note: str = ""
    others_wait: bool = False
    has_legend: bool = False
    ready: tuple[ReadyPlay, ...] = ()
    framed: frozenset[str] = frozenset()


class ReadyPlays:
    """The maker of ready plays: those that a player could see on their own rack, and with full help the best turn."""

    def __init__(self, search: TurnSearch) -> None:
        self._search = search
        self._recent: LruCache[tuple[Arrangement, FoundTurn | None, tuple[ReadyPlay, ...]]] = LruCache(MOST_DRAFTS)

    async def add_to(self, bench: BenchScreenData) -> BenchScreenData:
        """Return the bench with its ready plays: none without help, while tiles are picked, or after resigning."""
        view = bench.game_view.view
        is_out = view.outcome is not None or view.seats[view.you or 0].resigned
        if view.assistance is Assistance.OFF or bench.state.picks or is_out:
            return bench
        best = None
        if view.assistance is Assistance.FULL and not bench.arranged.draft.changes:
            best = await self._find_best(bench.game_view)
        return replace(bench, ready=await self._list(bench, best))

    async def _list(self, bench: BenchScreenData, best: FoundTurn | None) -> tuple[ReadyPlay, ...]:
        game_view, arranged = bench.game_view, bench.arranged.bench
        key = (game_view.id, game_view.view.you)
        known = self._recent.get(key)
        if known and known[0] is arranged and known[1] is best:
            return known[2]
        plays = tuple(await self._search.list_ready_plays(game_view, arranged, best))
        self._recent.keep(key, (arranged, best, plays))
        return plays

    async def _find_best(self, game_view: GameView) -> FoundTurn | None:
        """Return the viewer's best turn; None if there is none or the search takes longer than `PATIENCE`.

        A longer search goes on, so that the next screen has its result.
        """
        search = asyncio.create_task(self._search.find_best(game_view), name="best turn")
        await asyncio.wait({search}, timeout=PATIENCE)
        if not search.done() or search.exception() is not None:
            return None
        return search.result()


async def read_bench(tables: Tables, game_view: GameView, user_id: int, *, opens: bool = False) -> BenchScreenData:
    """Return the data for the screen of the viewer's bench, its draft adapted to the current table.

    `user_id` is the viewer's, for their settings. If the table has changed since the draft was stored, the adapted
    draft is stored instead, and the state's `conflicts` say until the player's next tap what was no longer possible.
    `opens`: the player asked for the bench; for the first one with such tiles, it's stored that its game is the one to
    explain their colors.
    """
    seat = game_view.view.you or 0
    state = await tables.benches.get(game_view.id, seat)
    person = await tables.settings.person(user_id)
    kind = name_kind(game_view.view)
    if opens and kind not in person.legends:
        legends = {**person.legends, kind: game_view.id}
        await tables.settings.change_person(user_id, partial(replace, legends=legends))
    bench = prepare_bench(game_view, state, person, tables.drafts)
    if bench.state != state:
        await tables.benches.keep(game_view.id, seat, bench.state)
    return bench


def name_kind(view: View) -> str:
    """Return the kind of a game's tiles: those of one kind have the same colors, and look the same."""
    return f"{view.skin.value} {''.join(view.box.colors)}"


def prepare_bench(
    game_view: GameView,
    state: BenchState,
    person: Person,
    recent: LruCache[CheckedDraft] | None = None,
) -> BenchScreenData:
    """Return the data for the viewer's bench, `state` adapted to the table; `recent` caches checked drafts."""
    view = game_view.view
    checked = _check_draft(game_view, state.draft) if recent is None else _find_draft(recent, game_view, state.draft)
    arranged = checked.arranged
    now = replace(
        state,
        draft=arranged.draft,
        picks=state.picks if arranged.bench.holds(state.picks) else Picks(),
        conflicts=tuple(arranged.conflicts) or state.conflicts,
        together=_keep_held_groups(state.together, view.rack.tiles if view.rack else ()),
    )
    return BenchScreenData(game_view, now, arranged, checked.appraisal, person)


def _find_draft(recent: LruCache[CheckedDraft], game_view: GameView, draft: Draft) -> CheckedDraft:
    """Return the checked draft from the cache, where a change of the game or of the draft replaces it."""
    key = (game_view.id, game_view.version, game_view.view.you)
    known = recent.get(key)
    if known is None or known.stored is not draft:
        known = _check_draft(game_view, draft)
        recent.keep(key, known)
    return known


def _check_draft(game_view: GameView, draft: Draft) -> CheckedDraft:
    arranged = game_view.variant.prepare_draft(game_view.view, draft)
    return CheckedDraft(draft, arranged, game_view.variant.check_draft(game_view.view, arranged.bench))


async def sort_racks(settings: SettingsStore, user_id: int, order: str) -> RackOrder:
    """Store that this user's racks are sorted in this order, and return it. Raises: Refusal if there's none such."""
    if order not in list(RackOrder):
        raise Refusal(say("There's no such order."))
    return (await settings.change_person(user_id, partial(replace, order=RackOrder(order)))).order


async def keep_bench(tables: Tables, game_view: GameView, state: BenchState) -> None:
    """Store this state as the bench of the viewer's seat."""
    await tables.benches.keep(game_view.id, game_view.view.you or 0, state)


async def clear_bench(tables: Tables, game_id: int, seat: int) -> None:
    """Delete a seat's draft and picks, because its turn is over; the tiles that it keeps together stay so."""
    together = (await tables.benches.get(game_id, seat)).together
    if together:
        await tables.benches.keep(game_id, seat, BenchState(together=together))
    else:
        await tables.benches.forget(game_id, seat)


async def arrange(tables: Tables, game_view: GameView, user_id: int, action: Action) -> bool:
    """Store this action's turn as the draft's next step, as in `draft_action`; return whether that can be done."""
    bench = await read_bench(tables, game_view, user_id)
    state = draft_action(bench, action)
    if state is not None:
        await keep_bench(tables, game_view, state)
    return state is not None


def draft_action(bench: BenchScreenData, action: Action) -> BenchState | None:
    """Return the state to store after this action's turn, legal or not, became the draft's next step.

    Return None if the turn uses tiles or sets that are on neither the table nor the rack.
    """
    try:
        arrangement = bench.arranged.bench.as_played(action)
    except IllegalMove:
        return None
    return None if arrangement.strays else update_state(bench, arrangement)


def show_part(bench: BenchScreenData, found: FoundTurn, *, names_tiles: bool, whole: bool) -> BenchScreenData:
    """Return the bench as the picture of a hint shows it: the turn as its draft, if `whole`.

    Else the sets that the turn changes are framed, without a draft, and if it `names_tiles`, its tiles are picked up.
    """
    played = draft_action(bench, found.action)
    if played is None:
        return bench
    if whole:
        return prepare_bench(bench.game_view, played, bench.person)
    picks = Picks(tuple(sorted(found.played, key=by_color)) if names_tiles else ())
    before = BenchState(picks=picks, together=bench.state.together)
    framed = frozenset(each.label for each in played.draft.changes)
    return replace(prepare_bench(bench.game_view, before, bench.person), framed=framed)


def _keep_held_groups(groups: Sequence[Sequence[Tile]], rack: Sequence[Tile]) -> tuple[tuple[Tile, ...], ...]:
    """Return the groups of tiles that a player keeps together, without tiles that are no longer on the rack."""
    left, held = Counter(rack), []
    for group in groups:
        here = Counter(group) & left
        left -= here
        held.append(tuple(sorted(here.elements(), key=by_color)))
    return tuple(group for group in held if len(group) > 1)


def update_state(bench: BenchScreenData, arrangement: Arrangement) -> BenchState:
    """Return the state after the change to `arrangement`, its next step: with no picks, and all menus on page 1."""
    return BenchState(
        draft=bench.state.draft.then(arrangement.changes),
        page=bench.state.page,
        color=bench.state.color,
        together=bench.state.together,
        touched=bench.game_view.view.turns,
    )
