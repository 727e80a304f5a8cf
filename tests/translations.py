"""What is not translated yet, and the command line that lists it.

    python -m tests.translations [--complete]

Until a sentence or a rules page is translated, players read it in English. With `--complete`, which a release asks
for, anything that is missing is an error.
"""

from __future__ import annotations

import argparse
import ast
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.pofile import read_po

from engine.variants import load
from services.languages import FOLDER
from storage.settings import Language

if TYPE_CHECKING:
    from collections.abc import Iterable

    from babel.messages.catalog import Catalog, Message

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "rules"
FOLDERS = ("cogs", "engine", "render", "services", "storage", "ui")
KEYWORDS = {"say": None, "later": None, "locale_str": None, "say_many": (1, 2), "later_many": (1, 2)}
TRANSLATED = [language for language in Language if language is not Language.ENGLISH]


@cache
def calls() -> frozenset[tuple[str, str]]:
    """Return the calls in the code that are given a sentence: the function's name, and the sentence's first form."""
    sources = (path.read_text("utf-8") for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return frozenset(
        (call.func.id, ast.literal_eval(call.args[0]))
        for source in sources
        if any(f"{keyword}(" in source for keyword in KEYWORDS)
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEYWORDS
        if isinstance(call.args[0], ast.Constant)
    )


@cache
def said(*functions: str) -> frozenset[str]:
    """Return every sentence in the code, by its first form; or those that these functions are given."""
    return frozenset(sentence for name, sentence in calls() if name in (functions or KEYWORDS))


@cache
def written(language: Language, folder: Path = FOLDER) -> Catalog:
    """Return the catalog as its file has it."""
    with (folder / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language.value.replace("-", "_"))


def forms(text: object) -> list[str]:
    """Return the sentence, or each of its forms."""
    return [text] if isinstance(text, str) else [str(each) for each in text]  # type: ignore[attr-defined]


def is_translated(message: Message) -> bool:
    """Return whether all forms are there and nobody doubts them; otherwise English is said."""
    return bool(message.id) and all(forms(message.string)) and not message.fuzzy


def missing_sentences(catalog: Catalog, sentences: Iterable[str]) -> list[str]:
    """Return the sentences that the catalog doesn't translate, in order."""
    there = {forms(message.id)[0] for message in catalog if is_translated(message)}
    return sorted(set(sentences) - there)


def missing_pages(language: Language, keys: Iterable[str], pages: Path = PAGES) -> list[str]:
    """Return the rules pages, by their system's key, that this language doesn't have."""
    return [key for key in keys if not (pages / language / f"{key}.md").exists()]


def missing() -> list[str]:
    """Return a line for each sentence and each page that a language lacks."""
    return [
        line
        for language in TRANSLATED
        for line in (
            *(f"{language}: {sentence}" for sentence in missing_sentences(written(language), said())),
            *(f"{language}: docs/rules/{language}/{key}.md" for key in missing_pages(language, load())),
        )
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.translations")
    parser.add_argument("--complete", action="store_true", help="fail if anything is missing")
    given = parser.parse_args()
    lines = missing()
    for line in lines:
        print(line)  # noqa: T201  # what it is for
    if lines:
        print(f"Not translated: {len(lines)}. Players read these in English.")  # noqa: T201  # the same
    if lines and given.complete:
        sys.exit("A release needs all of them.")


if __name__ == "__main__":
    main()
