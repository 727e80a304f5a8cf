"""Steps: functions that handle one kind of tap on a player's bench each, and return the bench's new state.

A step gets the bench, the argument in the tapped control's custom id, and the values picked in a menu. All of that is
untrusted: the step returns None if it names something that doesn't exist.
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
    """Return the rack tiles to arrange a play of: those that the draft plays, then those that are picked."""
    left = list(bench.arranged.bench.left)
    laid = [tile for place, tile in enumerate(bench.arranged.bench.rack) if place not in left]
    return [*laid, *bench.state.picks.rack]


def pick_from_rack(bench: BenchScreenData, page: str, values: Sequence[str]) -> BenchState | None:
    """Return the bench's state with exactly the tiles in `values` picked on this page of the rack menu.

    `values` are names such as `R5.2`, from `name_tiles`; return None if one isn't on the page. Picks on other pages
    stay, but those that the color filter hides are dropped.
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
    """Return the bench's state with exactly the tiles in `values` picked in the open set; None if no set is open.

    `values` are tile keys as text, or WHOLE to pick all tiles of the set, or CLOSE to close it. Picks in other sets
    stay.
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
    """Return the bench's state with exactly these tiles picked; None if one of them isn't there any more.

    If a rack tile is among them and only one place would make a valid set with them, they are put there at once. `page`
    is the page of the rack menu to show, by default the present one.
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
    """Return the bench's state with the set that the value names open, to pick its tiles; None if it's gone.

    Besides a set, it can be a grid's row, or the hold: tiles taken from the table and not put anywhere yet. The value
    MORE shows the menu's next page of sets instead.
    """
    chosen = next(iter(values), "")
    if chosen == menus.MORE:
        return replace(bench.state, spots=bench.state.spots + 1)
    opened = read_spot(chosen)
    if opened not in bench.arranged.bench.spots:
        return None
    return replace(bench.state, spot=opened, browsing=True)


def place_picks(bench: BenchScreenData, _argument: str, values: Sequence[str]) -> BenchState | None:
    """Return the bench's state after moving the picked tiles to the place that the value names; None if it's gone.

    The value MORE shows the next page of places instead, and BROWSE the sets, to pick more tiles from the table.
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
    """Return the bench's state after choosing what the jokers of a set or grid cell stand for; None if they can't.

    The value names the set or cell, and one of the ways to read its jokers.
    """
    chosen = read_way(next(iter(values), ""))
    if chosen is None or chosen.label not in list_jokers(bench):
        return None
    ways = bench.arranged.bench.ways(chosen.label)
    if chosen.place >= len(ways):
        return None
    return update_state(bench, bench.arranged.bench.read_so(chosen.label, ways[chosen.place]))


def step_through_drafts(bench: BenchScreenData, which: str, _values: Sequence[str]) -> BenchState | None:
    """Return the bench's state with nothing picked, and with the draft one step back, one step forward, or emptied.

    `which` is `undo`, `redo` or `reset`; return None if it's another word.
    """
    draft: Draft = bench.state.draft
    drafts = {"undo": draft.undo(), "redo": draft.redo(), "reset": draft.then(())}
    if which not in drafts:
        return None
    return replace(
        bench.state, draft=drafts[which], picks=Picks(), spot=None, browsing=False, touched=bench.game_view.view.turns
    )


def turn_page(bench: BenchScreenData, page: str, _values: Sequence[str]) -> BenchState | None:
    """Return the bench's state that shows this page of the rack menu, from 0; None if there's no such page."""
    if not page.isdecimal() or int(page) >= menus.count_pages(bench):
        return None
    return replace(bench.state, page=int(page))


def show_color(bench: BenchScreenData, color: str, _values: Sequence[str]) -> BenchState | None:
    """Return the bench's state whose rack menu has only one color's tiles and the jokers, or all tiles for `all`.

    `color` is the color's letter; return None if the game has no tiles of that color.
    """
    letter = "" if color == "all" else color
    if letter and letter not in list(bench.game_view.view.box.colors):
        return None
    return replace(bench.state, color=letter, page=0)
