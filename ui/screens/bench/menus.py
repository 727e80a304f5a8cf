"""The menus of a bench: ready plays, the rack's tiles, the table's sets, places for picked tiles, and jokers."""

from collections import Counter
from collections.abc import Sequence

import discord

from engine.game.bench import DraftCheck, ReadyPlay, Target
from engine.game.bench_keys import (
    Across,
    Away,
    Down,
    GridRow,
    Hold,
    Lender,
    NewSet,
    SetKey,
    SetTile,
    SplitTarget,
    Spot,
    TargetKey,
    Way,
    write,
    write_way,
)
from engine.text.phrases import as_tiles, say, say_many
from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.notation import point_count, say_pieces, say_tile, say_tiles, write_face, write_tile
from engine.tiles.tiles import Tile
from render import content, hides_tiles
from render.content import Order, Sorting, letter_targets, list_targets, page_targets
from render.text.text_mode import COLORS
from services.benches import BenchScreenData
from ui.controls import LONGEST_CHOICE, MOST_ENTRIES, Button, ControlRow, MenuEntry, SelectMenu
from ui.pictures import make_bench_scene

FEW_ENTRIES = 10  # in each of two long menus, so that both fit into a message
MORE = ">"  # an entry's value: show the next page of entries
VIEW = "view"  # a button's argument: show all of a grid, or a part again


def page_entries(entries: list[MenuEntry], page: int, most: int = MOST_ENTRIES) -> list[MenuEntry]:
    """Return one page of `entries`, at most `most`, with an entry to the next; pages count from 0 and wrap around."""
    if len(entries) <= most:
        return entries
    size = most - 1
    start = page % -(-len(entries) // size) * size
    return [*entries[start : start + size], MenuEntry(say("More …"), MORE)]


def label_page(label: str, count: int, page: int, most: int = MOST_ENTRIES) -> str:
    """Return a menu's label; if its `count` entries need several pages, with the number of the one that is shown."""
    if count <= most:
        return label
    pages = -(-count // (most - 1))
    return say("{menu} (page {page} of {pages})", menu=label, page=page % pages + 1, pages=pages)


ALL_COLORS = "all"  # the value that shows tiles of all colors


def name_tiles(tiles: Sequence[Tile]) -> list[str]:
    """Return a unique name for each tile, in order: `R5`, and `R5.2` for a second copy of it."""
    copies: Counter[Tile] = Counter()
    names = []
    for tile in tiles:
        copies[tile] += 1
        names.append(write_tile(tile) + (f".{copies[tile]}" if copies[tile] > 1 else ""))
    return names


def list_rack_tiles(shown: BenchScreenData) -> list[Tile]:
    """Return the tiles that the draft leaves on the rack: those kept together, then the rest in the player's order.

    If the player has chosen one color, they are just its tiles and the jokers. The picture has the same order.
    """
    rack, state = shown.game_view.view.rack, shown.state
    sorting = Sorting(Order(shown.person.order), state.together, state.color)
    return content.list_rack_tiles(rack, shown.arranged.bench, sorting) if rack else []


def count_pages(shown: BenchScreenData) -> int:
    """Return the number of pages of the rack menu; at least 1."""
    return max(1, -(-len(list_rack_tiles(shown)) // MOST_ENTRIES))


def has_pages(shown: BenchScreenData) -> bool:
    """Return whether the rack, in all colors, is too large for one page of its menu, or is shown in one color."""
    return len(shown.arranged.bench.left) > MOST_ENTRIES or bool(shown.state.color)


def make_rack_menus(shown: BenchScreenData) -> list[SelectMenu]:
    """Return the menu of one page of the rack's tiles, and for a large rack one that chooses which tiles those are."""
    tiles = list_rack_tiles(shown)
    names, page = name_tiles(tiles), min(shown.state.page, count_pages(shown) - 1)
    picked = set(name_tiles(shown.state.picks.rack))
    entries = [
        MenuEntry(str(as_tiles(name.partition(".")[0])), name, is_chosen=name in picked)
        for name in names[page * MOST_ENTRIES : (page + 1) * MOST_ENTRIES]
    ]
    menu = SelectMenu("pick", say("Pick tiles from your rack"), entries, str(page), several=True)
    return [*([menu] if entries else []), *_make_color_menus(shown, len(tiles), page)]


def _make_color_menus(shown: BenchScreenData, count: int, page: int) -> list[SelectMenu]:
    """Return the menu of the pages and, unless tiles are picked, the colors of a large rack, in a list."""
    color, pages = shown.state.color, _list_pages(count, page)
    if not has_pages(shown) or (shown.state.picks and not pages):
        return []
    entries = [] if pages and not color else [MenuEntry(say("All colors"), ALL_COLORS)]
    entries += pages
    if not shown.state.picks:
        entries += [
            MenuEntry(str(COLORS[each]).capitalize(), each, is_chosen=each == color and not pages)
            for each in shown.game_view.view.box.colors
        ]
    return [SelectMenu("color", say("Show one color"), entries)]


def _list_pages(count: int, page: int) -> list[MenuEntry]:
    """Return an entry for each page of `count` tiles, with the one that is shown as chosen; none for just one."""
    firsts = range(0, count, MOST_ENTRIES) if count > MOST_ENTRIES else ()
    return [
        MenuEntry(
            say("Tiles {first}-{last} of {all}", first=first + 1, last=min(first + MOST_ENTRIES, count), all=count),
            str(number),
            is_chosen=number == page,
        )
        for number, first in enumerate(firsts)
    ]


MOST_BYTES = 350  # of all labels: a large rack's menus leave no more in a message


def make_ready_menus(shown: BenchScreenData) -> list[ControlRow]:
    """Return the bench's ready plays as a menu or button, unless tiles are picked or a set is open."""
    if shown.state.picks or shown.state.spot is not None:
        return []
    plays: list[tuple[str, ReadyPlay]] = []
    left = MOST_BYTES
    for label, play in ((_label(play), play) for play in shown.ready):
        if len(label) <= LONGEST_CHOICE and len(label.encode()) <= left:
            left -= len(label.encode())
            plays.append((label, play))
    if len(plays) > 1:
        return [SelectMenu("ready", say("Ready to play"), [MenuEntry(label, play.key) for label, play in plays])]
    return [[_make_button(label, play)] for label, play in plays]


def _make_button(label: str, play: ReadyPlay) -> Button:
    """Return the button of the only ready play; the best one says already what it is."""
    words = label if play.is_best else say("Play: {play}", play=label)
    return Button("ready", words, play.key, style=discord.ButtonStyle.primary)


def _label(play: ReadyPlay) -> str:
    said = str(play.sentence) if play.points is None else f"{play.sentence} · {point_count(play.points)}"
    return say("Best: {play}", play=said) if play.is_best else said


BROWSE = "+"  # a value in menus of older screens: keep the tiles picked, and pick others from the table


def make_target_menus(shown: BenchScreenData) -> list[SelectMenu]:
    """Return the menu of places for the picked tiles, in a list; the list is empty if nothing is picked."""
    if not shown.state.picks:
        return []
    state, check = shown.state, shown.appraisal
    targets = list_targets(shown.arranged.bench, state.picks, check)
    letters = {write(each.key): letter for letter, each in letter_targets(targets, state.targets).items()}
    pages = page_targets(targets)
    entries = [
        MenuEntry(_label_target(each, letters.get(write(each.key), ""), check), write(each.key))
        for each in pages[state.targets % len(pages)]
    ]
    more = [MenuEntry(say("More …"), MORE)] if len(pages) > 1 else []
    count = len(state.picks.rack) + len(state.picks.on_table)
    asked = say_many("Choose a place for it", "Choose a place for them", count)
    return [SelectMenu("target", asked, [*entries, *more])]


def make_view_buttons(shown: BenchScreenData) -> list[Button]:
    """Return a button to see all of a grid of which the picture shows a part, or that part again, if there is one."""
    if shown.state.picks or not hides_tiles(make_bench_scene(shown)):
        return []
    return [Button("target", say("Zoom in") if shown.state.targets % 2 else say("Whole board"), VIEW)]


def _label_target(each: Target, letter: str, check: DraftCheck) -> str:
    if each.key == Away():
        return say("Put back")
    target = f"{_name_place(each.key)}: {say_pieces(each.row)}"
    if letter and each.fits:
        return say("{letter} · {place} · {points}", letter=letter, place=target, points=point_count(each.points))
    if each.fits and check.needed and each.key == NewSet():
        return say("✔ {place} · {points}", place=target, points=point_count(each.points))
    if each.fits:
        return f"✔ {target}"
    target = f"{letter} · {target}" if letter else target
    return say("{place} (not a set yet)", place=target) if check.is_judged else target


def _name_place(key: TargetKey) -> str:
    match key:
        case NewSet():
            return say("New set")
        case SplitTarget(label):
            return say("Split {set}", set=label)
        case Across(cell):
            return say("{cell} right", cell=cell)
        case Down(cell):
            return say("{cell} down", cell=cell)
    return write(key)


WHOLE = "*"  # an entry's value: pick all tiles of the open set
CLOSE = "<"  # close the open set
LIKELY_ENTRIES = 4
"""Most single tiles that may suit the picked ones and are listed however many sets there are: tests/ui/screens/bench/
test_turns.py counts fewer interactions with them than without."""


def make_menus(shown: BenchScreenData) -> list[SelectMenu]:
    """Return the bench's menus, topmost first, without empty ones."""
    rack, is_long = make_rack_menus(shown), has_pages(shown)
    jokers, most = _make_joker_menus(shown), FEW_ENTRIES if shown.state.picks or is_long else MOST_ENTRIES
    return [*rack, *_make_table_menus(shown, most), *make_target_menus(shown), *jokers]


def _make_table_menus(shown: BenchScreenData, most: int) -> list[SelectMenu]:
    """Return the menu of the open set's tiles, or else of the whole table, with at most `most` entries."""
    spots, state = shown.arranged.bench.spots, shown.state
    if state.spot is not None and state.spot in spots:
        tiles = spots[state.spot]
        entries = [
            MenuEntry(str(say_tile(tile)), write(key), is_chosen=key in state.picks.on_table)
            for key, tile in tiles.items()
        ][: MOST_ENTRIES - 2]
        entries += [MenuEntry(say("All of them"), WHOLE)] * (len(tiles) > 1)
        entries += [MenuEntry(say("Close"), CLOSE)]
        return [SelectMenu("lying", _label_open_set(state.spot), entries, several=True)]
    if not spots:
        return []
    singles, likely = _list_single_tiles(shown)
    room = max(min(likely, LIKELY_ENTRIES), most - len(spots))
    keys = [*singles[:room], *sorted(spots, key=lambda key: isinstance(key, Lender))]
    entries = [_make_spot_entry(shown, key) for key in keys]
    label = label_page(say("Take tiles from the table"), len(entries), state.spots, most)
    return [SelectMenu("spot", label, page_entries(entries, state.spots, most))]


def _make_spot_entry(shown: BenchScreenData, key: Spot | SetTile) -> MenuEntry:
    bench = shown.arranged.bench
    if isinstance(key, SetTile):
        return MenuEntry(say("{tile} from {set}", tile=say_tile(bench.loose[key]), set=key.label), write(key))
    return MenuEntry(f"{_label_set(key)}: {say_tiles(bench.spots[key].values())}", write(key))


def _list_single_tiles(shown: BenchScreenData) -> tuple[list[SetTile], int]:
    """Return the tiles that can be picked alone, and how many of them, which come first, may suit the picked ones."""
    picked, loose = shown.state.picks, shown.arranged.bench.loose
    suits = {
        key: any(_may_share_set(tile, other) for other in picked.rack)
        for key, tile in loose.items()
        if key not in picked.on_table
    }
    return sorted(suits, key=lambda key: not suits[key]), sum(suits.values())


def _may_share_set(one: Tile, other: Tile) -> bool:
    """Return whether two tiles may be near each other in a set: a joker goes with any tile."""
    if one.is_joker or other.is_joker or one.number == other.number:
        return True
    return one.color == other.color and abs(one.number - other.number) < SMALLEST_SET


def _label_open_set(spot: Spot) -> str:
    match spot:
        case Hold():
            return say("Tiles on hold")
        case Lender(label):
            return say("Share a tile of set {set}", set=label)
        case GridRow(number):
            return say("Row {row}", row=number)
        case SetKey(label):
            return say("Tiles of set {set}", set=label)


def _label_set(key: Spot) -> str:
    match key:
        case Hold():
            return say("On hold")
        case Lender(label):
            return say("Share a tile of {set}", set=label)
    return write(key)


def list_jokers(shown: BenchScreenData) -> Sequence[str]:
    """Return the sets or grid cells, by letter or name, whose jokers the player can choose a meaning for.

    Those with an ambiguous joker come first. All others follow once the draft has changed a row with a joker: another
    joker may have taken the moved one's place and meaning.
    """
    arranged = shown.arranged.bench
    touched = any(piece.tile.is_joker for each in arranged.changes for piece in (*each.before, *each.after))
    able = [key for key in arranged.jokers if key not in shown.appraisal.unclear and len(arranged.ways(key)) > 1]
    return [*shown.appraisal.unclear, *(able if touched else [])]


def _make_joker_menus(shown: BenchScreenData) -> list[SelectMenu]:
    """Return the menu of up to 25 meanings of jokers; empty if there are none, and while tiles are picked."""
    if shown.state.picks or shown.state.spot is not None:
        return []
    ways = [(key, index, way) for key in list_jokers(shown) for index, way in enumerate(shown.arranged.bench.ways(key))]
    entries = [MenuEntry(f"{key}: {_label_face(way)}", write_way(Way(key, at))) for key, at, way in ways]
    return [SelectMenu("face", say("What is the joker?"), entries[:MOST_ENTRIES])] if entries else []


def _label_face(way: Row) -> str:
    faces = (write_face(piece.stands_for) if piece.stands_for else write_tile(piece.tile) for piece in way)
    return str(as_tiles(" ".join(faces)))
