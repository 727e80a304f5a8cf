"""The places where the picked tiles can go, and the letters that the picture and the menu of a grid give them."""

from collections.abc import Mapping, Sequence

from engine.game.bench import Bench, DraftCheck, Picks, Target
from engine.game.bench_keys import Across, CellKey, Down, SplitTarget

LETTERS = "abcdefghij"
PAGE = len(LETTERS)
"""The most places that are listed at once, an entry for the next page included."""


def list_targets(bench: Bench, picks: Picks, appraisal: DraftCheck) -> Sequence[Target]:
    """Return the places where the picked tiles can be put; none if nothing is picked.

    On a table that gives no verdict before a play, they aren't marked as making a valid set, and splitting a run isn't
    offered.
    """
    found = bench.targets(picks) if picks else []
    if appraisal.is_judged:
        return found
    return [Target(each.key, each.row, fits=False) for each in found if not isinstance(each.key, SplitTarget)]


def choose_range(count: int, page: int, most: int) -> range:
    """Return the indices of the entries on a page of at most `most`, one of which leads to the next page if need be.

    Pages count from 0 and wrap around.
    """
    if count <= most:
        return range(count)
    size = most - 1
    start = page % -(-count // size) * size
    return range(start, min(start + size, count))


def letter_targets(targets: Sequence[Target], page: int) -> Mapping[str, Target]:
    """Return, by letter, those targets on a page of the menu that begin in a cell of a grid and make sets."""
    shown = [targets[place] for place in choose_range(len(targets), page, PAGE)]
    fitting = (each for each in shown if each.fits and isinstance(each.key, CellKey | Across | Down))
    return dict(zip(LETTERS, fitting, strict=False))
