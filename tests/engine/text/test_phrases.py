"""Sentences are said in the language of whoever reads them, when they are read."""

from gettext import NullTranslations

import pytest

from engine.override import override
from engine.text.phrases import (
    Phrase,
    as_is,
    join_sentences,
    join_with_and,
    later,
    later_many,
    say,
    say_many,
    speak,
    speak_in,
)
from storage.codec import decode, encode


class Shouting(NullTranslations):
    """Another language, with a plural of its own: none."""

    @override
    def gettext(self, message: str) -> str:
        return message.upper() if "{" not in message else f"!{message}"

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"!{msgid2}"


def test_english_is_spoken_where_nobody_said_otherwise() -> None:
    assert say("You have {tiles}.", tiles="R5") == "You have R5."
    assert [say_many("{count} tile", "{count} tiles", count) for count in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]


def test_a_phrase_is_said_when_it_is_read() -> None:
    phrase = later("{name} drew {tiles}.", name="Ana", tiles=later_many("{count} tile", "{count} tiles", 1))

    with speak_in(Shouting()):
        assert str(phrase) == "!Ana drew !1 tiles."
    assert str(phrase) == "Ana drew 1 tile."


def test_a_phrase_may_be_said_with_facts_that_come_later() -> None:
    sentence = later("It is {name}'s turn.")

    assert sentence.of({"name": "Ben"}) == "It is Ben's turn."


@pytest.mark.parametrize(
    ("names", "said"), [(["Ana"], "Ana"), (["Ana", "Ben"], "Ana and Ben"), (["A", "B", "C"], "A, B and C")]
)
def test_names_are_listed(names: list[str], said: str) -> None:
    assert str(join_with_and(names)) == said


def test_sentences_come_one_after_the_other() -> None:
    assert str(join_sentences([as_is("One."), as_is("Two.")])) == "One. Two."
    assert str(join_sentences([])) == ""


def test_facts_are_never_read_as_sentences() -> None:
    """A name may hold braces: it is a player's own."""
    assert str(later("{name} goes first.", name="{tiles}")) == "{tiles} goes first."
    assert str(as_is("{0}")) == "{0}"


def test_a_phrase_is_stored_with_its_facts() -> None:
    phrase = join_sentences([later("{name} passed.", name="<@1>"), later_many("{count} tile", "{count} tiles", 2)])

    assert decode(encode((phrase,)), tuple[Phrase, ...]) == (phrase,)


def test_nothing_is_said_for_nothing() -> None:
    """Behind the empty sentence gettext keeps the header of its file."""
    assert say("") == ""


def test_a_task_speaks_until_it_is_told_otherwise() -> None:
    with speak_in(Shouting()):
        speak(NullTranslations())
        assert say("yes") == "yes"
    assert say("yes") == "yes"
