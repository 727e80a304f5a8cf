"""Steps: functions that handle one kind of tap on a player's bench each, and return the bench's new state.

A step gets the bench, the argument in the tapped control's custom id, and the values picked in a menu. All of that is
untrusted: the step returns None if it names something that doesn't exist.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.game.bench import Picks
from engine.game.bench_keys import read_spot, read_target, read_tile_key, read_way, write
from engine.game.drafts import Draft
from engine.tiles.tiles import Tile, by_color
from services.benches import BenchScreenData, update_state
from storage.benches import BenchState
from ui.controls import MOST_ENTRIES
from ui.screens.bench.menus import (
    ALL_COLORS,
    BROWSE,
    CLOSE,
    MORE,
    VIEW,
    WHOLE,
    count_pages,
    list_jokers,
    list_rack_tiles,
    name_tiles,
)

Step = Callable[[BenchScreenData, str, Sequence[str]], BenchState | None]


def list_wanted_tiles(bench: BenchScreenData) -> list[Tile]:
    """Return the rack tiles to arrange a play of: those that the draft plays, then those that are picked."""
    return [*bench.arranged.bench.played, *bench.state.picks.rack]


def pick_from_rack(bench: BenchScreenData, page: str, values: Sequence[str]) -> BenchState | None:
    """Return the bench's state with exactly the tiles in `values` picked on this page of the rack menu.

    `values` are names such as `R5.2`, from `name_tiles`; return None if one isn't on the page. Picks on other pages
    stay, but those that the color filter hides are dropped.
    """
    tiles = list_rack_tiles(bench)
    names = dict(zip(name_tiles(tiles), tiles, strict=True))
    at = int(page) if page.isdecimal() else 0
    here = list(names)[at * MOST_ENTRIES : (at + 1) * MOST_ENTRIES]
    if not set(values) <= set(here):
        return None
    before = set(name_tiles(bench.state.picks.rack)) - set(here)
    rack = tuple(tile for name, tile in names.items() if name in before or name in values)
    return settle_picks(bench, Picks(rack, bench.state.picks.on_table), page=at)


def pick_all(bench: BenchScreenData, _argument: str, _values: Sequence[str]) -> BenchState | None:
    """Return the bench's state with all tiles that the draft leaves on the rack picked, beside those of the table."""
    return settle_picks(bench, Picks(tuple(list_rack_tiles(bench)), bench.state.picks.on_table))


def pick_from_set(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Return the bench's state with the open set closed, and of its tiles, those in `values` picked.

    `values` are tile keys as text, or WHOLE to pick all tiles of the set, or CLOSE to change no picks. Picks in other
    sets stay. Return None if no set is open.
    """
    tiles = bench.arranged.bench.spots.get(bench.state.spot) if bench.state.spot else None
    if tiles is None:
        return None
    closed = replace(bench, state=replace(bench.state, spot=None))
    if CLOSE in values:
        return closed.state
    chosen = list(tiles) if WHOLE in values else [key for key in tiles if write(key) in values]
    others = [key for key in bench.state.picks.on_table if key not in tiles]
    return settle_picks(closed, Picks(bench.state.picks.rack, (*others, *chosen)))


def settle_picks(bench: BenchScreenData, picks: Picks, page: int | None = None) -> BenchState | None:
    """Return the bench's state with exactly these tiles picked; None if one of them isn't there anymore.

    If a rack tile is among them and there's just one best way to place them all in sets, they are placed at once,
    unless the table gives no verdict before a play. `page` is the page of the rack menu to show, by default the present
    one.
    """
    if not bench.arranged.bench.holds(picks):
        return None
    state = replace(bench.state, picks=picks, targets=0, page=bench.state.page if page is None else page)
    if not picks.rack or not bench.appraisal.is_judged:
        return state
    arranged = bench.arranged.bench.place_picks(picks, opening=bool(bench.appraisal.needed))
    return state if arranged is None else update_state(replace(bench, state=state), arranged)


def take_from_table(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Return the bench's state with the tile picked, or the set opened, that the value names; None if it's gone.

    Besides a set, it can be a grid's row, or the hold: tiles taken from the table and not put anywhere yet. The value
    MORE shows the menu's next page instead.
    """
    chosen = next(iter(values), "")
    if chosen == MORE:
        return replace(bench.state, spots=bench.state.spots + 1)
    tile, picks = read_tile_key(chosen), bench.state.picks
    if tile is not None and tile in bench.arranged.bench.loose:
        return settle_picks(bench, Picks(picks.rack, tuple(dict.fromkeys((*picks.on_table, tile)))))
    spot = read_spot(chosen)
    return replace(bench.state, spot=spot) if spot in bench.arranged.bench.spots else None


def place_picks(bench: BenchScreenData, argument: str, values: Sequence[str]) -> BenchState | None:
    """Return the bench's state after moving the picked tiles to the place that the value names; None if it's gone.

    MORE shows the menu's next page, and VIEW, with nothing picked, all of a grid or a part of it.
    """
    chosen = next(iter(values), "")
    if chosen == MORE or (argument == VIEW and not bench.state.picks):
        return replace(bench.state, targets=bench.state.targets + 1)
    if chosen == BROWSE:
        return bench.state
    target = read_target(chosen)
    arranged = bench.arranged.bench.taken(bench.state.picks, target) if bench.state.picks and target else None
    return None if arranged is None else update_state(bench, arranged)


def choose_ready_play(bench: BenchScreenData, key: str, values: Sequence[str]) -> BenchState | None:
    """Return the bench's state with a ready play as the draft's next step; None if it isn't offered anymore."""
    wanted = next(iter(values), key)
    return next((update_state(bench, play.bench) for play in bench.ready if play.key == wanted), None)


def read_joker(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Return the bench's state after choosing what the jokers of a set or grid cell stand for; None if they can't."""
    chosen = read_way(next(iter(values), ""))
    if chosen is None or chosen.label not in list_jokers(bench):
        return None
    ways = bench.arranged.bench.ways(chosen.label)
    if chosen.index >= len(ways):
        return None
    return update_state(bench, bench.arranged.bench.read_so(chosen.label, ways[chosen.index]))


def step_through_drafts(bench: BenchScreenData, which: str, _values: Sequence[str]) -> BenchState | None:
    """Return the bench's state after Undo, Redo or Start over, with nothing picked; None for another word.

    While tiles are picked, Undo only puts them back: picking them was the last step.
    """
    draft: Draft = bench.state.draft
    undone = draft if bench.state.picks else draft.undo()
    drafts = {"undo": undone, "redo": draft.redo(), "reset": draft.then(())}
    if which not in drafts:
        return None
    return replace(bench.state, draft=drafts[which], picks=Picks(), spot=None, touched=bench.game_view.view.turns)


def filter_rack(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Return the bench's state whose rack menu has a page of the tiles, or just a color's tiles and the jokers.

    The value is the page, from 0, or the color's letter, or `ALL_COLORS`; None if there's no such page or color.
    """
    chosen = next(iter(values), "")
    if chosen.isdecimal():
        return replace(bench.state, page=int(chosen)) if int(chosen) < count_pages(bench) else None
    if chosen not in {ALL_COLORS, *bench.game_view.view.box.colors}:
        return None
    return replace(bench.state, color="" if chosen == ALL_COLORS else chosen, page=0)


def keep_together(bench: BenchScreenData, _argument: str, _values: Sequence[str]) -> BenchState | None:
    """Return the bench's state with the picked rack tiles as a group at the front of the rack, and nothing picked.

    If they are such a group already, it's split up. A tile leaves the group that it was in. Return None if no rack
    tile is picked.
    """
    picked = tuple(sorted(bench.state.picks.rack, key=by_color))
    if not picked:
        return None
    if picked in bench.state.together:
        others = tuple(group for group in bench.state.together if group != picked)
        return replace(bench.state, together=others, picks=Picks())
    moved, rest = Counter(picked), []
    for group in bench.state.together:
        kept = Counter(group) - moved
        moved -= Counter(group)
        rest.append(tuple(sorted(kept.elements(), key=by_color)))
    together = (picked, *(group for group in rest if len(group) > 1))
    return replace(bench.state, together=together, picks=Picks(), page=0)


STEPS: Mapping[str, Step] = {
    "lying": pick_from_set,
    "spot": take_from_table,
    "target": place_picks,
    "face": read_joker,
    "step": step_through_drafts,
    "color": filter_rack,
    "together": keep_together,
}
"""The steps that need nothing but the bench, by the verbs of their buttons and menus; `pick_from_rack` is another."""
