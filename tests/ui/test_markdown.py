"""Names that people choose, in messages."""

import pytest

from engine.text.phrases import TILES
from ui.markdown import escape_name, write_bold


@pytest.mark.parametrize("name", ["Ana", "Zoë O'Neil", "a-b", "C#", "1 > 0", "(x)", ""])
def test_a_plain_name_stays_as_it_is(name: str) -> None:
    assert escape_name(name) == name


@pytest.mark.parametrize(
    ("name", "escaped"),
    [
        ("**bold**", r"\*\*bold\*\*"),
        ("_a_", r"\_a\_"),
        ("~~a~~", r"\~\~a\~\~"),
        ("||a||", r"\|\|a\|\|"),
        ("`a`", r"\`a\`"),
        ("a\\", "a\\\\"),
        ("[a](https://a.b)", r"\[a](https\://a.b)"),
        ("<@1>", r"\<@1>"),
        ("> a", r"\> a"),
        ("# a", r"\# a"),
        ("- a\n- b", "\\- a\n\\- b"),
        (f"{TILES}> a", r"\> a"),
        (f"a:{TILES}//b", r"a\://b"),
    ],
)
def test_formatting_in_a_name_is_shown_as_it_was_typed(name: str, escaped: str) -> None:
    assert escape_name(name) == escaped


@pytest.mark.parametrize(
    ("sentence", "bold"),
    [
        ("Ana to play", "**Ana to play**"),
        ("**deleted-8f24** to play", "**deleted-8f24 to play**"),
        (f"{escape_name('**a**')} to play", r"**\*\*a\*\* to play**"),
        (f"For {escape_name('a*')}", r"**For a\***"),
    ],
)
def test_a_sentence_is_bold_as_a_whole_whatever_its_names_are(sentence: str, bold: str) -> None:
    assert write_bold(sentence) == bold
