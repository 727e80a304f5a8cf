"""The catalogs: what is translated says what it should, and what isn't is said in English.

What is missing is listed by `make words`, and fails `.ci/run release` alone.
"""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO
from string import Formatter
from typing import TYPE_CHECKING

import pytest
from babel import Locale
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from engine.text.phrases import say, say_many, speak_in
from engine.variants import load
from services.languages import NAMES as OWN_NAMES
from services.languages import compile_catalog, load_catalog
from services.rulebook import load_clauses as load_pages
from services.rulebook import split_sections
from services.seats import LEVELS, SKILLS
from storage.settings import Language
from tests.translations import (
    FOLDERS,
    KEYWORDS,
    PAGES,
    ROOT,
    TRANSLATED,
    forms,
    is_translated,
    missing_pages,
    missing_sentences,
    said,
    written,
)

if TYPE_CHECKING:
    from pathlib import Path

    from babel.messages.catalog import Catalog, Message

LONGEST_DESCRIPTION = 100  # characters, as Discord has it for all texts of a command
SPOKEN = re.compile(r"[^\W\d_]{4,}")  # a word, and not a tile or a mark
COMMAND = re.compile(r"(?<![\w/])/[a-z]+(?:-[a-z]+)*")
TYPED = re.compile(r"`[^`]+`|\b[RBKO]\d{1,2}\b|\b[A-Z0-9]{2}-\d+\b|(?<= )[a-z]+:(?=[A-Za-z0-9])")
BOLD = re.compile(r"\*\*")
# What may be the same as in English: names, and words that a language has taken over.
NAMES = {"Rummy Cube", "PackKub", "Rummi200kub", "Rummykruss", "Rackety", "Buchholz", "Buchholz {number}"}
ALIKE: dict[Language, set[str]] = {
    Language.GERMAN: {"Computer {name} ({level})", "Packs", "Pool: {tiles}.", "Text", "Threads"},
    Language.FRENCH: {
        "Badges",
        "Draft",
        "expert",
        "joker",
        "Jokers",
        "Options",
        "orange",
        "Points",
        "{count} intersection",
        "{count} intersections",
        "{count} minute",
        "{count} minutes",
        "{count} point",
        "{count} points",
        "{points} point",
        "{points} points",
    },
    Language.SPANISH: {"Final", "Semifinal"},
    Language.DUTCH: {
        "Badges",
        "Computer {name} ({level})",
        "Draft",
        "Hint",
        "Jokers",
        "Later",
        "Rating",
        "Ratings",
        "Ratings: {changes}",
        "Threads",
        "beginner",
        "expert",
        "joker",
        "{name} (computer)",
    },
    Language.ITALIAN: {"Computer {name} ({level})", "Draft", "{name} (computer)"},
    Language.PORTUGUESE: {"Draft", "Final", "Rating", "Semifinal"},
    Language.POLISH: {"Draft", "Rating", "Start", "System", "joker"},
    Language.TURKISH: {"Final", "joker"},
}


def test_every_sentence_is_found_where_it_is_said() -> None:
    """Babel reads calls with plain texts, and none within an f-string (before Python 3.12)."""
    found = {
        message if isinstance(message, str) else message[0]
        for folder in FOLDERS
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, keywords=KEYWORDS)
    }

    assert sorted(said() - found) == []


def messages(language: Language) -> list[Message]:
    return [message for message in written(language) if is_translated(message)]


def fields(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalog_has_only_sentences_of_the_code(language: Language) -> None:
    there = {forms(message.id)[0] for message in written(language) if message.id}

    assert sorted(there - said()) == []
    assert not written(language).obsolete


# what is missing

UNFINISHED = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "Draw"
msgstr "Ziehen"

msgid "Pass"
msgstr ""

#, fuzzy
msgid "Play"
msgstr "Spielen?"

msgid "{count} tile"
msgid_plural "{count} tiles"
msgstr[0] "{count} Stein"
msgstr[1] ""
"""


@pytest.fixture
def unfinished() -> Catalog:
    return read_po(BytesIO(UNFINISHED.encode()), locale="de")


def test_what_a_catalog_does_not_translate_is_missing(unfinished: Catalog) -> None:
    sentences = ["Resign", "Draw", "Pass", "Play", "{count} tile"]

    assert missing_sentences(unfinished, sentences) == ["Pass", "Play", "Resign", "{count} tile"]


def test_what_is_missing_is_said_in_english() -> None:
    with speak_in(compile_catalog(UNFINISHED)):
        words = [say(sentence) for sentence in ("Draw", "Pass", "Play", "Resign")]
        tiles = [say_many("{count} tile", "{count} tiles", count) for count in (1, 2)]
        games = [say_many("{count} game", "{count} games", count) for count in (1, 2)]

    assert words == ["Ziehen", "Pass", "Play", "Resign"]
    assert tiles == ["1 tile", "2 tiles"]
    assert games == ["1 game", "2 games"]


def test_a_rules_page_that_is_missing_is_listed_and_read_in_english(tmp_path: Path) -> None:
    (tmp_path / "one.md").write_text("# One\n\n## A turn\n\n- **ON-1** Draw.\n", "utf-8")
    (tmp_path / "de").mkdir()
    (tmp_path / "two.md").write_text("# Two\n\n## A turn\n\n- **TW-1** Pass.\n", "utf-8")
    (tmp_path / "de" / "two.md").write_text("# Zwei\n\n## Der Zug\n\n- **TW-1** Passe.\n", "utf-8")

    german = load_pages(tmp_path, ["one", "two"])[Language.GERMAN]

    assert missing_pages(Language.GERMAN, ["one", "two"], tmp_path) == ["one"]
    assert german == {"one": {"A turn": "- **ON-1** Draw."}, "two": {"Der Zug": "- **TW-1** Passe."}}


# what is there


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_left_in_english(language: Language) -> None:
    left = {
        text
        for message in messages(language)
        for text in forms(message.id)
        if text in forms(message.string) and SPOKEN.search(re.sub(r"\{\w+\}", "", text))
    }

    assert sorted(left - NAMES - ALIKE.get(language, set())) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_plural_has_as_many_forms_as_the_language(language: Language) -> None:
    wanted = written(language).num_plurals

    assert [m.id for m in messages(language) if not isinstance(m.id, str) and len(forms(m.string)) != wanted] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_facts_of_its_sentence(language: Language) -> None:
    wrong = []
    for message in messages(language):
        wanted = fields(forms(message.id)[-1])
        for text in forms(message.string):
            found = fields(text)
            if found != wanted and not (isinstance(message.id, tuple) and found == wanted - Counter({"count": 1})):
                wrong.append((message.id, text))

    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_typed_and_bold_is_so_in_every_language(language: Language) -> None:
    wrong = []
    for message in messages(language):
        for pattern in (COMMAND, TYPED, BOLD):
            wanted = Counter(pattern.findall(forms(message.id)[-1]))
            wrong += [
                (pattern.pattern, text) for text in forms(message.string) if Counter(pattern.findall(text)) != wanted
            ]

    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_begins_or_ends_otherwise(language: Language) -> None:
    for message in messages(language):
        for text in forms(message.string):
            assert text == text.strip()
            assert ("\n" in text) == ("\n" in forms(message.id)[0])


@pytest.mark.parametrize("language", TRANSLATED)
def test_commands_are_described_within_discord_s_limits(language: Language) -> None:
    described = [phrase for phrase in written(language) if forms(phrase.id)[0] in said("locale_str")]
    with speak_in(load_catalog(language)):
        systems = [f"{each.info.name}: {each.info.line}" for each in load().values()]
        levels = [f"{name}: {SKILLS[level]}" for level, name in LEVELS.items()]

    texts = [str(phrase.string) for phrase in described] + systems + levels
    assert [text for text in texts if len(text) > LONGEST_DESCRIPTION] == []


@pytest.mark.parametrize("language", Language)
def test_a_language_is_named_in_its_own_words(language: Language) -> None:
    own = Locale.parse(language.value, sep="-").get_language_name()

    assert own is not None
    assert OWN_NAMES[language].casefold() == own.casefold()


@pytest.mark.parametrize("language", Language)
def test_a_language_speaks(language: Language) -> None:
    with speak_in(load_catalog(language)):
        several = {say_many("{count} tile", "{count} tiles", count) for count in (1, 2, 5, 22)}
        nothing = say("")

    assert all(any(figure in text for text in several) for figure in ("2", "5", "22"))
    assert nothing == ""


# the rules' pages


def page(key: str, language: Language) -> str:
    return ((PAGES if language is Language.ENGLISH else PAGES / language) / f"{key}.md").read_text("utf-8")


def clauses(text: str) -> dict[str, list[str]]:
    """What is typed in each numbered clause; tables are in the English page alone."""
    return {
        number: sorted(set(re.findall(r"`[^`]+`", words)))
        for number, words in re.findall(r"^- \*\*([A-Z0-9]+-\d+)\*\*(.*?)(?=^- |^#|\Z)", text, re.MULTILINE | re.DOTALL)
    }


TRANSLATED_PAGES = [
    (key, language) for language in TRANSLATED for key in load() if (PAGES / language / f"{key}.md").exists()
]


@pytest.mark.parametrize(("key", "language"), TRANSLATED_PAGES)
def test_the_rules_have_the_same_clauses_in_every_language(key: str, language: Language) -> None:
    english, translated = page(key, Language.ENGLISH), page(key, language)

    assert list(clauses(translated)) == list(clauses(english)) != []
    assert clauses(translated) == clauses(english)
    assert len(split_sections(translated)) == len([each for each in split_sections(english) if each != "Options"])
    assert f"(../{key}.md)" in translated
