"""The numbered clauses of each rule system, read from docs/rules/, to show to players whom a refusal refers to them.

English pages are in the folder itself; those in other languages are in subfolders.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from storage.settings import Language

Sections = Mapping[str, str]


def load_clauses(folder: Path, keys: Iterable[str]) -> Mapping[Language, Mapping[str, Sections]]:
    """Return the rules page of each rule system in `keys`, by language and then key, split into sections.

    A page that isn't translated is in English.

    Raises:
        FileNotFoundError: a system has no page.
    """
    pages = {key: folder / f"{key}.md" for key in keys}
    return {
        language: {key: split_sections(_read_page(language, page)) for key, page in pages.items()}
        for language in Language
    }


def _read_page(language: Language, page: Path) -> str:
    translated = page.parent / language / page.name
    return (translated if translated.exists() else page).read_text("utf-8")


def split_sections(page: str) -> Sections:
    """Return the text of a Markdown page's second-level sections by heading.

    Only sections that contain a list, as the numbered rules do, are included; those with only a table aren't written
    for players.
    """
    parts = (part.partition("\n") for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:])
    return {heading: _unwrap(text) for heading, _, text in parts if "\n- " in text}


def _unwrap(text: str) -> str:
    """Return the text with the lines of each list item joined into one, because Discord shows every line break."""
    return re.sub(r"\n +", " ", text.strip())
