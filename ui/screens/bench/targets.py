"""The bench's menu of targets: the places where the picked tiles can be put, those where they make a set first."""

from collections.abc import Sequence

from engine.game.bench import Target
from engine.game.bench_keys import Across, Away, Down, NewSet, SplitTarget, TargetKey, write
from engine.text.phrases import say
from engine.tiles.notation import write_pieces
from services.benches import BenchScreenData
from ui.controls import MenuEntry, SelectMenu
from ui.screens.bench.paging import FEW_ENTRIES, page_entries

BROWSE = "+"  # a value in menus of older screens: keep the tiles picked, and pick others from the table


def list_targets(shown: BenchScreenData) -> Sequence[Target]:
    """Return the targets: the places where the picked tiles can be put; none if nothing is picked.

    On a table that gives no verdict before a play, targets aren't marked as making a valid set, and splitting a run
    isn't offered.
    """
    found = shown.arranged.bench.targets(shown.state.picks) if shown.state.picks else []
    if shown.appraisal.told:
        return found
    return [Target(each.key, each.row, fits=False) for each in found if not isinstance(each.key, SplitTarget)]


def make_target_menus(shown: BenchScreenData) -> list[SelectMenu]:
    """Return the menu of places for the picked tiles, in a list; the list is empty if nothing is picked."""
    if not shown.state.picks:
        return []
    entries = [
        MenuEntry(_label_target(each, judged=shown.appraisal.told), write(each.key)) for each in list_targets(shown)
    ]
    return [
        SelectMenu("target", say("Choose a place for them"), page_entries(entries, shown.state.targets, FEW_ENTRIES))
    ]


def _label_target(each: Target, *, judged: bool) -> str:
    if each.key == Away():
        return say("Put back")
    place = f"{_name_place(each.key)}: {write_pieces(each.row)}"
    if each.fits:
        return f"✔ {place}"
    return say("{place} (not a set yet)", place=place) if judged else place


def _name_place(key: TargetKey) -> str:
    """Return the label of a place for the picked tiles: a set, a new set, a split set, or a cell and a direction."""
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
