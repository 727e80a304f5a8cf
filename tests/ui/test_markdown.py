"""Names that people choose, in messages."""

from __future__ import annotations

import pytest

from ui.markdown import escape_markdown


@pytest.mark.parametrize("name", ["Ana", "Zoë O'Neil", "a-b", "C#", "1 > 0", "(x)", ""])
def test_a_plain_name_stays_as_it_is(name: str) -> None:
    assert escape_markdown(name) == name


@pytest.mark.parametrize(
    ("name", "escaped"),
    [
        ("**bold**", r"\*\*bold\*\*"),
        ("_a_", r"\_a\_"),
        ("~~a~~", r"\~\~a\~\~"),
        ("||a||", r"\|\|a\|\|"),
        ("`a`", r"\`a\`"),
        ("a\\", "a\\\\"),
        ("[a](https://a.b)", r"\[a](https://a.b)"),
        ("> a", r"\> a"),
        ("# a", r"\# a"),
        ("- a\n- b", "\\- a\n\\- b"),
    ],
)
def test_formatting_in_a_name_is_shown_as_it_was_typed(name: str, escaped: str) -> None:
    assert escape_markdown(name) == escaped
