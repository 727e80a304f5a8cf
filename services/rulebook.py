"""The numbered clauses of each system, from its page in docs/rules/, for the people whom a refusal refers to them.

English pages lie in the folder itself, those of each other language in a folder below.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from storage.settings import Language

Sections = Mapping[str, str]


def load_clauses(folder: Path, keys: Iterable[str]) -> Mapping[Language, Mapping[str, Sections]]:
    """The page of every system in every language, taken apart; the English one where another is not written yet.

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
    """What is listed under each heading, the clauses and what was left out of them; tables are for other readers."""
    parts = (part.partition("\n") for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:])
    return {heading: _unwrap(text) for heading, _, text in parts if "\n- " in text}


def _unwrap(text: str) -> str:
    """Join the lines of a paragraph: Discord keeps every line end."""
    return re.sub(r"\n +", " ", text.strip())
