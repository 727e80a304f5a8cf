"""What is not translated yet, and the command line that lists it.

    python -m tests.translations [--complete]
    python -m tests.translations --confirm CL-6 CL-rest --languages de fr

Until a sentence, a rules page or a clause is translated from today's English, players read it in English. With
`--complete`, which a release asks for, anything that is missing or stale is an error. With `--confirm`, these clauses
of these languages are noted as translated from today's English; `CL-rest` is a page's text besides its clauses.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from engine.variants import load
from services.languages import FOLDER
from services.rulebook import find_texts, hash_text, read_hashes
from storage.settings import Language

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "rules"
FOLDERS = ("cogs", "engine", "hosting", "render", "services", "storage", "ui")
KEYWORDS = {"say": None, "later": None, "locale_str": None, "say_many": (1, 2), "later_many": (1, 2)}
TRANSLATED = [language for language in Language if language is not Language.ENGLISH]
HASHES = """
<!-- From which English text each clause was translated, by its hash (CONTRIBUTING.md, "Languages"):
{pairs}
-->
"""


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


def missing_clauses(english: str, translated: str) -> dict[str, str]:
    """Return the clauses of the English page that the translated one lacks ("missing"), or has from older words."""
    there, known = find_texts(translated), read_hashes(translated)
    return {
        number: "stale" if number in there else "missing"
        for number, text in find_texts(english).items()
        if number not in there or known.get(number) != hash_text(text)
    }


def typed_in(clause: str) -> list[str]:
    """Return what a clause has in backticks, which is the same in every language."""
    return sorted(set(re.findall(r"`[^`]+`", clause)))


def list_clauses(language: Language, key: str, pages: Path = PAGES) -> list[str]:
    """Return a line for each clause that the page in this language lacks, or has from an older English."""
    path = pages / language / f"{key}.md"
    if not path.exists():
        return []
    lacks = missing_clauses((pages / path.name).read_text("utf-8"), path.read_text("utf-8"))
    return [f"{language}: docs/rules/{language}/{key}.md: {number} is {state}" for number, state in lacks.items()]


def missing() -> list[str]:
    """Return a line for each sentence, page and clause that a language lacks, or has from an older English."""
    return [
        line
        for language in TRANSLATED
        for line in (
            *(f"{language}: {sentence}" for sentence in missing_sentences(written(language), said())),
            *(f"{language}: docs/rules/{language}/{key}.md" for key in missing_pages(language, load())),
            *(line for key in load() for line in list_clauses(language, key)),
        )
    ]


def confirm(english: str, translated: str, numbers: Iterable[str]) -> str:
    """Return the translated page with the hashes of these clauses as they are in English now.

    Raises:
        ValueError: a clause isn't translated, or what is typed in it differs.
    """
    texts, there = find_texts(english), find_texts(translated)
    for number in numbers:
        if number not in there:
            raise ValueError(f"{number} isn't translated")
        if typed_in(there[number]) != typed_in(texts[number]):
            raise ValueError(f"{number} must have in backticks what it has in English: {typed_in(texts[number])}")
    known = read_hashes(translated) | {number: hash_text(texts[number]) for number in numbers}
    pairs = "\n".join(f"{number}={known[number]}" for number in texts if number in known)
    return re.sub(r"\s*<!--.*?-->\s*\Z", "", translated, flags=re.DOTALL).rstrip() + "\n" + HASHES.format(pairs=pairs)


def confirm_all(numbers: Iterable[str], languages: Iterable[Language], pages: Path = PAGES) -> None:
    """Note in each language's page that these clauses are translated from today's English; all pages, or none.

    Raises:
        ValueError: a page doesn't have such a clause, or has other facts in it.
    """
    left, done = set(numbers), {}
    for page in pages.glob("*.md"):
        english = page.read_text("utf-8")
        here = left & find_texts(english).keys()
        for language in languages if here else ():
            path = pages / language / page.name
            try:
                done[path] = confirm(english, path.read_text("utf-8"), here)
            except ValueError as error:
                raise ValueError(f"{path}: {error}.") from None
        left -= here
    if left:
        raise ValueError(f"No English page has {', '.join(sorted(left))}.")
    for path, text in done.items():
        path.write_text(text, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.translations")
    parser.add_argument("--complete", action="store_true", help="fail if anything is missing")
    parser.add_argument(
        "--confirm", nargs="+", metavar="CLAUSE", help="clauses that are translated from today's English"
    )
    parser.add_argument("--languages", nargs="+", choices=TRANSLATED, type=Language, help="in which languages they are")
    given = parser.parse_args()
    if bool(given.confirm) != bool(given.languages):
        parser.error("name clauses and languages")
    if given.confirm:
        try:
            confirm_all(given.confirm, given.languages)
        except ValueError as error:
            sys.exit(str(error))
        return
    lines = missing()
    for line in lines:
        print(line)  # noqa: T201  # what it is for
    if lines:
        print(f"Not translated: {len(lines)}. Players read these in English.")  # noqa: T201  # the same
    if any(line.endswith((" is missing", " is stale")) for line in lines):
        print('Translate the clauses, then: make confirm CLAUSES="CL-6 CL-7" LANGUAGES="de fr"')  # noqa: T201  # the same
    if lines and given.complete:
        sys.exit("A release needs all of them.")


if __name__ == "__main__":
    main()
