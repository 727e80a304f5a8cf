"""Steps: functions that return a bench's state after a tap.

Tapped values are untrusted: a step returns None if what they name doesn't exist.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.game.bench import Picks
from engine.game.bench_keys import read_spot, read_target, read_way, write
from engine.game.drafts import Draft
from engine.tiles.tiles import Tile
from services.benches import BenchScreenData, update_state
from storage.benches import BenchState
from ui.screens.bench import menus
from ui.screens.bench.menus import list_jokers, list_targets


def list_wanted_tiles(bench: BenchScreenData) -> list[Tile]:
    """Return the rack tiles that the draft plays, followed by those that are picked."""
    left = list(bench.arranged.bench.left)
    laid = [tile for place, tile in enumerate(bench.arranged.bench.rack) if place not in left]
    return [*laid, *bench.state.picks.rack]


def pick_from_rack(bench: BenchScreenData, page: str, values: Sequence[str]) -> BenchState | None:
    """Return the state with exactly the tiles of these names picked on this page of the rack menu.

    Return None if one isn't there. Picks on other pages stay, but those that the color filter hides are dropped.
    """
    names = dict(zip(menus.name_tiles(menus.list_rack_tiles(bench)), menus.list_rack_tiles(bench), strict=True))
    at = int(page) if page.isdecimal() else 0
    here = list(names)[at * menus.PAGE : (at + 1) * menus.PAGE]
    if not set(values) <= set(here):
        return None
    before = set(menus.name_tiles(bench.state.picks.rack)) - set(here)
    rack = tuple(tile for name, tile in names.items() if name in before or name in values)
    return settle_picks(bench, Picks(rack, bench.state.picks.lying), page=at)


def pick_from_set(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Return the state with exactly the tiles of these keys picked in the open set; None if no set is open.

    The value WHOLE picks all its tiles, and CLOSE closes the set. Picks in other sets stay.
    """
    tiles = bench.arranged.bench.spots.get(bench.state.spot) if bench.state.spot else None
    if tiles is None:
        return None
    if menus.CLOSE in values:
        return replace(bench.state, spot=None, browsing=False)
    chosen = list(tiles) if menus.WHOLE in values else [key for key in tiles if write(key) in values]
    others = [key for key in bench.state.picks.lying if key not in tiles]
    return settle_picks(bench, Picks(bench.state.picks.rack, (*others, *chosen)))


def settle_picks(bench: BenchScreenData, picks: Picks, page: int | None = None) -> BenchState | None:
    """Return the state with these tiles picked; None if one of them isn't there.

    If a rack tile is among them and they fit exactly one target, they are played there at once. `page` is the page of
    the rack menu to show, by default the present one.
    """
    if not bench.arranged.bench.holds(picks):
        return None
    state = replace(
        bench.state, picks=picks, browsing=False, targets=0, page=bench.state.page if page is None else page
    )
    fitting = [each for each in list_targets(replace(bench, state=state)) if each.fits]
    if len(fitting) != 1 or not picks.rack:
        return state
    arranged = bench.arranged.bench.taken(picks, fitting[0].key)
    return state if arranged is None else update_state(replace(bench, state=state), arranged)


def open_set(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Return the state with the set (or hold, or grid row) of this key open, to pick its tiles; None if it's gone.

    The value MORE shows the menu's next page of sets.
    """
    chosen = next(iter(values), "")
    if chosen == menus.MORE:
        return replace(bench.state, spots=bench.state.spots + 1)
    opened = read_spot(chosen)
    if opened not in bench.arranged.bench.spots:
        return None
    return replace(bench.state, spot=opened, browsing=True)


def place_picks(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Return the state after moving the picked tiles to the target of this key; None if the target is gone.

    The value MORE shows the menu's next page of targets, and BROWSE the sets, to pick more tiles from the table.
    """
    chosen = next(iter(values), "")
    if chosen == menus.MORE:
        return replace(bench.state, targets=bench.state.targets + 1)
    if chosen == menus.BROWSE:
        return replace(bench.state, browsing=True, spot=None)
    place = read_target(chosen)
    arranged = bench.arranged.bench.taken(bench.state.picks, place) if bench.state.picks and place else None
    return None if arranged is None else update_state(bench, arranged)


def read_joker(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Return the state in which the jokers of a row or cell stand for the tiles that the value says.

    Return None if they can't.
    """
    chosen = read_way(next(iter(values), ""))
    if chosen is None or chosen.label not in list_jokers(bench):
        return None
    ways = bench.arranged.bench.ways(chosen.label)
    if chosen.place >= len(ways):
        return None
    return update_state(bench, bench.arranged.bench.read_so(chosen.label, ways[chosen.place]))


def step_through_drafts(bench: BenchScreenData, which: str, _values: Sequence[str]) -> BenchState | None:
    """Return the state with nothing picked and the draft undone, redone or reset; None if `which` is another word.

    `which` is `undo`, `redo` or `reset`.
    """
    draft: Draft = bench.state.draft
    drafts = {"undo": draft.undo(), "redo": draft.redo(), "reset": draft.then(())}
    if which not in drafts:
        return None
    return replace(
        bench.state, draft=drafts[which], picks=Picks(), spot=None, browsing=False, touched=bench.game_view.view.turns
    )


def turn_page(bench: BenchScreenData, page: str, _values: Sequence[str]) -> BenchState | None:
    """Return the state that shows this page of the rack menu, from 0; None if there's no such page."""
    if not page.isdecimal() or int(page) >= menus.count_pages(bench):
        return None
    return replace(bench.state, page=int(page))


def show_color(bench: BenchScreenData, color: str, _values: Sequence[str]) -> BenchState | None:
    """Return the state whose rack menu has only one color's tiles and the jokers, or all tiles for `all`.

    Return None if the box has no such color.
    """
    letter = "" if color == "all" else color
    if letter and letter not in list(bench.game_view.view.box.colors):
        return None
    return replace(bench.state, color=letter, page=0)
