"""The numbered clauses of each rule system, read from docs/rules/, to show to players whom a refusal refers to them.

English pages are in the folder itself; those in other languages are in subfolders. A translated page ends with a
comment: for each clause, the hash of the English text that was translated. So a clause whose English has changed since
is known to be stale, and is shown in English.
"""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from storage.settings import Language

Sections = Mapping[str, str]

REST = "rest"  # stands for a clause's number: the page's text besides its clauses and options, as in `CL-rest`
_COMMENT = re.compile(r"\s*<!--.*?-->", re.DOTALL)
_OPTIONS = re.compile(r"^## Options\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)  # in the English page alone
_CLAUSE = re.compile(r"^- \*\*([A-Z0-9]{2}-\d+)\*\*.*?(?=^- |^#|^<!--|\s*\Z)", re.MULTILINE | re.DOTALL)
_PAIR = re.compile(rf"^([A-Z0-9]{{2}}-(?:\d+|{REST}))=([0-9a-f]{{8}})$", re.MULTILINE)


def load_clauses(folder: Path, keys: Iterable[str]) -> Mapping[Language, Mapping[str, Sections]]:
    """Return the rules page of each rule system in `keys`, by language and then key, split into sections.

    A page or clause that isn't translated, or not from today's English, is in English.
    """
    pages = {key: folder / f"{key}.md" for key in keys}
    return {
        language: {key: split_sections(_read_page(language, page)) for key, page in pages.items()}
        for language in Language
    }


def _read_page(language: Language, page: Path) -> str:
    english, translated = page.read_text("utf-8"), page.parent / language / page.name
    return fill_in(translated.read_text("utf-8"), english) if translated.exists() else english


def fill_in(translated: str, english: str) -> str:
    """Return the translated page with English clauses where it has none, or stale ones."""
    there, known, last = find_clauses(translated), read_hashes(translated), ""
    if not there:
        return english
    for number, clause in find_clauses(english).items():
        if number in there and known.get(number) == hash_text(clause):
            last = there[number]
            continue
        if number in there:
            translated = translated.replace(there[number], clause)
        elif last:
            translated = translated.replace(last, f"{last}\n{clause}")
        else:
            first = next(iter(there.values()))
            translated = translated.replace(first, f"{clause}\n{first}")
        last = clause
    return translated


def find_clauses(page: str) -> dict[str, str]:
    """Return the list item of each numbered clause, by its number, in the page's order."""
    return {found[1]: found[0].rstrip() for found in _CLAUSE.finditer(page)}


def find_texts(page: str) -> dict[str, str]:
    """Return what of an English page is translated: its clauses, and the rest of it as `CL-rest`."""
    clauses = find_clauses(page)
    rest = _CLAUSE.sub("", _OPTIONS.sub("", _COMMENT.sub("", page)))
    return clauses | {f"{number[:3]}{REST}": rest for number in list(clauses)[:1]}


def hash_text(text: str) -> str:
    """Return a short hash of the words, which depends on no white space."""
    return sha256(" ".join(text.split()).encode()).hexdigest()[:8]


def read_hashes(page: str) -> dict[str, str]:
    """Return the hash of the English text that each clause of a translated page was translated from."""
    return {number: each for comment in _COMMENT.findall(page) for number, each in _PAIR.findall(comment)}


def split_sections(page: str) -> Sections:
    """Return the text of a Markdown page's second-level sections with a list, which are for players, by heading."""
    parts = (part.partition("\n") for part in re.split(r"^## ", _COMMENT.sub("", page), flags=re.MULTILINE)[1:])
    # Discord shows every line break, so the lines of each list item are joined into one.
    return {heading: re.sub(r"\n +", " ", text.strip()) for heading, _, text in parts if "\n- " in text}
