"""The bench's menu of targets: the places where the picked tiles can be put, those where they make a set first."""

from engine.game.bench import DraftCheck, Target
from engine.game.bench_keys import Across, Away, Down, NewSet, SplitTarget, TargetKey, write
from engine.text.phrases import say, say_many
from engine.tiles.notation import point_count, write_pieces
from render.content.targets import PAGE, letter_targets, list_targets
from services.benches import BenchScreenData
from ui.controls import MenuEntry, SelectMenu
from ui.screens.bench.paging import label_page, page_entries

BROWSE = "+"  # a value in menus of older screens: keep the tiles picked, and pick others from the table


def make_target_menus(shown: BenchScreenData) -> list[SelectMenu]:
    """Return the menu of places for the picked tiles, in a list; the list is empty if nothing is picked.

    Places on a grid have the letters of their cells in the picture. Tiles that fit nowhere can only be put back.
    """
    if not shown.state.picks:
        return []
    state, told = shown.state, shown.appraisal
    targets = list_targets(shown.arranged.bench, state.picks, told) or [Target(Away(), (), fits=False)]
    letters = {write(each.key): letter for letter, each in letter_targets(targets, state.targets).items()}
    entries = [
        MenuEntry(_label_target(each, letters.get(write(each.key), ""), told), write(each.key)) for each in targets
    ]
    count = len(state.picks.rack) + len(state.picks.on_table)
    asked = say_many("Choose a place for it", "Choose a place for them", count)
    label = label_page(asked, len(entries), state.targets, PAGE)
    return [SelectMenu("target", label, page_entries(entries, state.targets, PAGE))]


def _label_target(each: Target, letter: str, told: DraftCheck) -> str:
    if each.key == Away():
        return say("Put back")
    place = f"{_name_place(each.key)}: {write_pieces(each.row)}"
    if letter:
        return say("{letter} · {place} · {points}", letter=letter, place=place, points=point_count(each.points))
    if each.fits and told.needed and each.key == NewSet():
        return say("✔ {place} · {points}", place=place, points=point_count(each.points))
    if each.fits:
        return f"✔ {place}"
    return say("{place} (not a set yet)", place=place) if told.is_judged else place


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
