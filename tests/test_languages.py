"""The catalogs: what is translated says what it should, and what isn't is said in English.

What is missing is listed by `make words`, and fails `.ci/run release` alone.
"""

import re
from collections import Counter
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from engine.text.phrases import say, say_many, speak_in
from engine.variants import load
from services.languages import NAMES as OWN_NAMES
from services.languages import compile_catalog, load_catalog
from services.rulebook import REST, find_texts, read_hashes, split_sections
from services.rulebook import load_clauses as load_pages
from services.seats import LEVELS, SKILLS
from storage.settings import Language
from tests.translations import (
    FOLDERS,
    HASHES,
    KEYWORDS,
    PAGES,
    ROOT,
    TRANSLATED,
    confirm,
    confirm_all,
    forms,
    is_translated,
    list_clauses,
    missing_clauses,
    missing_pages,
    missing_sentences,
    said,
    typed_in,
    written,
)
from tests.translations import main as list_missing

LONGEST_DESCRIPTION = 100  # characters, as Discord has it for all texts of a command
SPOKEN = re.compile(r"[^\W\d_]{4,}")  # a word, and not a tile or a mark
COMMAND = re.compile(r"(?<![\w/])/[a-z]+(?:-[a-z]+)*")
TYPED = re.compile(r"`[^`]+`|\b[RBKO]\d{1,2}\b|\b[A-Z0-9]{2}-\d+\b|(?<= )[a-z]+:(?=[A-Za-z0-9])")
BOLD = re.compile(r"\*\*")
NUMBERED = re.compile(r"(?:\d+|\{\w+\})\. ")  # which Discord shows indented, and may number anew
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


def test_untranslated_sentences_of_a_catalog_are_missing(unfinished: Catalog) -> None:
    sentences = ["Resign", "Draw", "Pass", "Play", "{count} tile"]

    assert missing_sentences(unfinished, sentences) == ["Pass", "Play", "Resign", "{count} tile"]


def test_missing_translations_are_said_in_english() -> None:
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
    confirm_all(["TW-1"], [Language.GERMAN], tmp_path)

    german = load_pages(tmp_path, ["one", "two"])[Language.GERMAN]

    assert missing_pages(Language.GERMAN, ["one", "two"], tmp_path) == ["one"]
    assert german == {"one": {"A turn": "- **ON-1** Draw."}, "two": {"Der Zug": "- **TW-1** Passe."}}


def test_a_clause_that_is_stale_or_missing_is_read_in_english_in_its_place(tmp_path: Path) -> None:
    clauses = [f"- **ON-{number}** English {number}." for number in range(1, 5)]
    (tmp_path / "one.md").write_text("\n".join(("# One", "", "## A turn", "", *clauses, "", "## Z", "", "- Z.", "")))
    (tmp_path / "de").mkdir()
    german = "# Eins\n\n## Der Zug\n\n- **ON-2** Deutsch 2.\n- **ON-3** Deutsch 3.\n\n## Y\n\n- Y.\n"
    (tmp_path / "de" / "one.md").write_text(german, "utf-8")
    confirm_all(["ON-3"], [Language.GERMAN], tmp_path)

    shown = load_pages(tmp_path, ["one"])[Language.GERMAN]["one"]

    assert shown["Der Zug"].splitlines() == [*clauses[:2], "- **ON-3** Deutsch 3.", clauses[3]]
    assert shown["Y"] == "- Y."


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
def test_typed_and_bold_words_and_new_lines_are_those_of_the_sentence(language: Language) -> None:
    wrong = []
    for message in messages(language):
        sentence = forms(message.id)[-1]
        for text in forms(message.string):
            assert text == text.strip()
            assert ("\n" in text) == ("\n" in sentence)
            wrong += [
                (pattern.pattern, text)
                for pattern in (COMMAND, TYPED, BOLD)
                if Counter(pattern.findall(text)) != Counter(pattern.findall(sentence))
            ]

    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_begins_as_an_item_of_a_numbered_list(language: Language) -> None:
    sentences = [text for each in messages(language) if fields(forms(each.id)[-1]) for text in forms(each.string)]

    assert [text for text in sentences if NUMBERED.match(text)] == []


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


# the rules' pages: what is stale or missing there is listed, and read in English; only a wrong form fails here

ENGLISH_PAGE = """# One

## Options

| key | values | clause |
|---|---|---|
| `cut` | `no`, `yes` | ON-2 |

## A turn

- **ON-1** Draw one tile,
  or play.
- **ON-2** You may not pass. *Option `cut` = `yes`: you may.*

## Not built

- Nothing.
"""
GERMAN_PAGE = """# Eins

## Der Zug

- **ON-1** Zieh oder spiel.
- **ON-2** Passen geht nicht. *Option `cut` = `yes`: doch.*

## Nicht dabei

- Nichts.
"""
EVERYTHING = ("ON-1", "ON-2", "ON-rest")


@pytest.fixture
def german_page() -> str:
    return confirm(ENGLISH_PAGE, GERMAN_PAGE, EVERYTHING)


def test_a_translated_clause_is_stale_as_soon_as_its_english_says_something_else(german_page: str) -> None:
    for old, new, stale in (
        ("may not pass", "may pass", {"ON-2": "stale"}),
        ("- Nothing", "- Much", {"ON-rest": "stale"}),
        ("or play", "and play", {"ON-1": "stale"}),
        ("one tile,\n  or play.", "one\n  tile, or   play.", {}),
        ("`no`, `yes`", "`no`, `yes`, `maybe`", {}),
    ):
        assert missing_clauses(ENGLISH_PAGE.replace(old, new), german_page) == stale


def test_a_new_clause_is_missing_until_it_is_translated_and_confirmed(german_page: str) -> None:
    english = ENGLISH_PAGE.replace("\n## Not built", "- **ON-3** Smile.\n\n## Not built")
    german = german_page.replace("\n## Nicht", "- **ON-3** Lächle.\n\n## Nicht")

    assert missing_clauses(english, german_page) == {"ON-3": "missing"}
    assert missing_clauses(english, german) == {"ON-3": "stale"}
    assert missing_clauses(english, confirm(english, german, ["ON-3"])) == {}


def test_a_clause_that_is_not_there_or_types_something_else_is_not_confirmed() -> None:
    with pytest.raises(ValueError, match="ON-3 isn't translated"):
        confirm(ENGLISH_PAGE, GERMAN_PAGE, ["ON-3"])
    with pytest.raises(ValueError, match="ON-2 must have in backticks what it has in English"):
        confirm(ENGLISH_PAGE, GERMAN_PAGE.replace("`yes`", "`ja`"), ["ON-2"])


@pytest.fixture
def pages(tmp_path: Path, german_page: str) -> Path:
    for folder, text in (("", ENGLISH_PAGE), ("de", german_page), ("fr", GERMAN_PAGE)):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "one.md").write_text(text, "utf-8")
    return tmp_path


def test_stale_and_missing_clauses_are_listed_by_page(pages: Path) -> None:
    (pages / "one.md").write_text(ENGLISH_PAGE.replace("may not", "may") + "- **ON-3** Smile.\n", "utf-8")

    assert list_clauses(Language.GERMAN, "one", pages) == [
        "de: docs/rules/de/one.md: ON-2 is stale",
        "de: docs/rules/de/one.md: ON-3 is missing",
    ]
    assert list_clauses(Language.DUTCH, "one", pages) == []  # the whole page is missing, and listed as such


def test_clauses_are_confirmed_in_all_named_languages_or_in_none(pages: Path) -> None:
    (pages / "fr" / "one.md").write_text(GERMAN_PAGE.replace("- **ON-2**", "- "), "utf-8")
    (pages / "one.md").write_text(ENGLISH_PAGE.replace("may not", "may"), "utf-8")
    both = (Language.GERMAN, Language.FRENCH)
    before = [(pages / each / "one.md").read_text("utf-8") for each in both]

    for number, wrong in (("ON-2", "fr/one.md: ON-2 isn't translated"), ("XX-1", "No English page has XX-1")):
        with pytest.raises(ValueError, match=wrong):
            confirm_all([number], both, pages)
    assert [(pages / each / "one.md").read_text("utf-8") for each in both] == before
    confirm_all(["ON-2"], [Language.GERMAN], pages)
    assert list_clauses(Language.GERMAN, "one", pages) == []


@pytest.mark.parametrize(("arguments", "ends"), [([], 0), (["--complete"], "A release needs all of them.")])
def test_stale_translations_stop_only_a_release(
    arguments: list[str], ends: int | str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.translations.list_clauses", lambda language, key: [f"{language}: {key}: ON-2 is stale"])
    monkeypatch.setattr("sys.argv", ["translations", *arguments])

    if ends:
        with pytest.raises(SystemExit, match=str(ends)):
            list_missing()
    else:
        list_missing()

    assert "ja: classic: ON-2 is stale" in capsys.readouterr().out.splitlines()


def page(key: str, language: Language) -> str:
    return ((PAGES if language is Language.ENGLISH else PAGES / language) / f"{key}.md").read_text("utf-8")


TRANSLATED_PAGES = [
    (key, language) for language in TRANSLATED for key in load() if (PAGES / language / f"{key}.md").exists()
]


@pytest.mark.parametrize(("key", "language"), TRANSLATED_PAGES)
def test_a_translated_page_has_clauses_of_the_english_one_in_its_order(key: str, language: Language) -> None:
    english, translated = find_texts(page(key, Language.ENGLISH)), find_texts(page(key, language))

    assert set(translated) <= set(english), "remove the clauses that the English page no longer has"
    assert list(translated) == [number for number in english if number in translated]
    assert f"(../{key}.md)" in page(key, language)


@pytest.mark.parametrize(("key", "language"), TRANSLATED_PAGES)
def test_a_translated_page_ends_with_the_hashes_of_clauses(key: str, language: Language) -> None:
    text = page(key, language)
    comment = text[text.index("\n<!--") :] if "\n<!--" in text else ""

    assert comment == (HASHES.format(pairs="\n".join(map("=".join, read_hashes(text).items()))) if comment else "")
    assert set(read_hashes(text)) <= set(find_texts(page(key, Language.ENGLISH))), "run `make confirm` for this page"


@pytest.mark.parametrize(("key", "language"), TRANSLATED_PAGES)
def test_a_confirmed_clause_has_the_typed_words_and_as_many_sections_as_in_english(
    key: str, language: Language
) -> None:
    english, translated = page(key, Language.ENGLISH), page(key, language)
    stale, typed = missing_clauses(english, translated), find_texts(translated)

    wrong = [
        number
        for number, text in find_texts(english).items()
        if number not in stale and typed_in(text) != typed_in(typed[number])
    ]
    assert wrong == []
    if not any(number.endswith(REST) for number in stale):
        assert len(split_sections(translated)) == len([each for each in split_sections(english) if each != "Options"])
