"""Pages of a menu with more entries than Discord shows at once."""

from engine.text.phrases import say
from render.content.targets import choose_range
from ui.controls import MenuEntry

MOST_ENTRIES = 25  # Discord's limit for a select's options
FEW_ENTRIES = 10  # in each of two long menus, so that both fit into a message
MORE = ">"  # an entry's value: show the next page of entries


def page_entries(entries: list[MenuEntry], page: int, most: int = MOST_ENTRIES) -> list[MenuEntry]:
    """Return one page of `entries`, at most `most`, with an entry to the next page if there's more than one.

    Pages count from 0 and wrap around.
    """
    here = choose_range(len(entries), page, most)
    if len(here) == len(entries):
        return entries
    return [*(entries[place] for place in here), MenuEntry(say("More …"), MORE)]


def label_page(label: str, count: int, page: int, most: int = MOST_ENTRIES) -> str:
    """Return a menu's label; if its `count` entries need several pages, with the number of the one that is shown."""
    if count <= most:
        return label
    pages = -(-count // (most - 1))
    return say("{menu} (page {page} of {pages})", menu=label, page=page % pages + 1, pages=pages)
