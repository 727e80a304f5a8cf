"""The bench's state after a tap. Tapped values are untrusted: a step returns None if what they name doesn't exist."""

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
    """Return the rack tiles that the draft plays, then those that are picked."""
    left = list(bench.arranged.bench.left)
    laid = [tile for place, tile in enumerate(bench.arranged.bench.rack) if place not in left]
    return [*laid, *bench.state.picks.rack]


def pick_from_rack(bench: BenchScreenData, page: str, values: Sequence[str]) -> BenchState | None:
    """Pick exactly these tiles on one page of the rack menu; picks on its other pages stay.

    Picks that the color filter hides are dropped.
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
    """Pick exactly these tiles of the open set, or all of them, or close the set; picks in other sets stay."""
    tiles = bench.arranged.bench.spots.get(bench.state.spot) if bench.state.spot else None
    if tiles is None:
        return None
    if menus.CLOSE in values:
        return replace(bench.state, spot=None, browsing=False)
    chosen = list(tiles) if menus.WHOLE in values else [key for key in tiles if write(key) in values]
    others = [key for key in bench.state.picks.lying if key not in tiles]
    return settle_picks(bench, Picks(bench.state.picks.rack, (*others, *chosen)))


def settle_picks(bench: BenchScreenData, picks: Picks, page: int | None = None) -> BenchState | None:
    """Return the state with these tiles picked; if they fit exactly one target, play them there at once.

    That only happens with a rack tile among them.
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
    """Open a set to pick its tiles, or show the menu's next sets."""
    chosen = next(iter(values), "")
    if chosen == menus.MORE:
        return replace(bench.state, spots=bench.state.spots + 1)
    opened = read_spot(chosen)
    if opened not in bench.arranged.bench.spots:
        return None
    return replace(bench.state, spot=opened, browsing=True)


def place_picks(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Move the picked tiles to a target, show the menu's next targets, or go on to pick tiles from the table."""
    chosen = next(iter(values), "")
    if chosen == menus.MORE:
        return replace(bench.state, targets=bench.state.targets + 1)
    if chosen == menus.BROWSE:
        return replace(bench.state, browsing=True, spot=None)
    place = read_target(chosen)
    arranged = bench.arranged.bench.taken(bench.state.picks, place) if bench.state.picks and place else None
    return None if arranged is None else update_state(bench, arranged)


def read_joker(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Choose which tiles the jokers of a row or cell stand for."""
    chosen = read_way(next(iter(values), ""))
    if chosen is None or chosen.label not in list_jokers(bench):
        return None
    ways = bench.arranged.bench.ways(chosen.label)
    if chosen.place >= len(ways):
        return None
    return update_state(bench, bench.arranged.bench.read_so(chosen.label, ways[chosen.place]))


def step_through_drafts(bench: BenchScreenData, which: str, _values: Sequence[str]) -> BenchState | None:
    """Undo, redo or reset the draft, and clear the picks."""
    draft: Draft = bench.state.draft
    drafts = {"undo": draft.undo(), "redo": draft.redo(), "reset": draft.then(())}
    if which not in drafts:
        return None
    return replace(
        bench.state, draft=drafts[which], picks=Picks(), spot=None, browsing=False, touched=bench.game_view.view.turns
    )


def turn_page(bench: BenchScreenData, page: str, _values: Sequence[str]) -> BenchState | None:
    """Show this page of the rack menu; pages count from 0."""
    if not page.isdecimal() or int(page) >= menus.count_pages(bench):
        return None
    return replace(bench.state, page=int(page))


def show_color(bench: BenchScreenData, color: str, _values: Sequence[str]) -> BenchState | None:
    """Limit the rack menu to the tiles of one color and the jokers, or show all of them."""
    letter = "" if color == "all" else color
    if letter and letter not in list(bench.game_view.view.box.colors):
        return None
    return replace(bench.state, color=letter, page=0)
