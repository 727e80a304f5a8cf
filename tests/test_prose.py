"""The check of docstrings, comments and pages finds what it should, and nothing in plain English."""

import pytest

from tests.prose import (
    MOST_COLUMNS,
    MOST_LINES,
    PHRASES,
    check_comments,
    check_docstrings,
    check_owner,
    check_page,
    check_phrases,
    check_spelling,
)

FOUND = {
    "name the person, or write they": "until he has opened",
    "write isn't a, or has no": "what is no tile",
    "say how many": "at most so many jokers",
    "write as it is now": "the table as it lies",
    "write expensive, or costs": "the dearest joker",
    "write separated by": "moves parted by commas",
    "write again, or new": "draw the sheet anew",
    "write forever, or always": "which would hang for ever",
    "write play": "tiles to lay",
}
PLAIN = [
    "Return the state after this number.",
    "There is no turn that plays more tiles.",
    "The pool is no longer empty.",
    "A seat's unfinished turn.",
    "Whether the timed-out seat's draft was played.",
    "Raises: IllegalMove if a set isn't valid.",
]


def reasons(text: str) -> list[str]:
    return [each.reason for each in check_phrases("page.md", 1, text)]


def test_every_phrase_has_an_example_here() -> None:
    assert set(FOUND) == set(PHRASES)


@pytest.mark.parametrize("reason", FOUND)
def test_a_phrase_to_avoid_is_found(reason: str) -> None:
    assert reasons(FOUND[reason]) == [reason]


@pytest.mark.parametrize("text", PLAIN)
def test_plain_english_passes(text: str) -> None:
    assert list(check_docstrings("module.py", f'def function():\n    """{text}"""\n')) == []
    assert list(check_page("page.md", text)) == []


@pytest.mark.parametrize("summary", ["Did the seat play?", "Of a tray's corners.", "Who may end a game."])
def test_a_question_or_a_fragment_is_not_a_summary(summary: str) -> None:
    (found,) = check_docstrings("module.py", f'"""A module."""\n\n\ndef function():\n    """{summary}"""\n')

    assert (found.path, found.line, found.text) == ("module.py", 5, summary)


def test_a_comment_is_read_and_a_string_is_not() -> None:
    source = 'SAID = "he draws"\nwait = 2  # seconds until he draws\n'

    assert [each.line for each in check_comments("module.py", source)] == [2]


def test_a_page_is_neither_wide_nor_long_but_for_its_code() -> None:
    wide = "x" * (MOST_COLUMNS + 1)

    assert [each.line for each in check_page("page.md", f"```\n{wide} he\n```\n{wide}\n")] == [4]
    assert [each.line for each in check_page("page.md", "a\n" * (MOST_LINES + 1))] == [MOST_LINES + 1]


@pytest.mark.parametrize(
    "text",
    [
        'say("All colours")',
        "def list_neighbours(cell):",
        "# a cancelled task",
        "The judgement is optimised, whilst grey licences aren't analysed.",
        "It isn't there any more.",
    ],
)
def test_british_spelling_is_found_in_text_and_in_code(text: str) -> None:
    assert {each.reason for each in check_spelling("page.md", text)} == {"write American English"}


@pytest.mark.parametrize(
    "text",
    [
        "except asyncio.CancelledError:  # the canceled task: task.cancelled()",
        "Four hours of your tour: show any more colorful neighbors, realistic analyses and a wise promise.",
        '"aria-labelledby": this.title.id',
    ],
)
def test_american_spelling_passes(text: str) -> None:
    assert list(check_spelling("page.md", text)) == []


def test_the_person_who_runs_the_bot_is_its_owner() -> None:
    assert [each.line for each in check_owner("PRIVACY.md", "It's easy to host a bot.\nThe host can read it.\n")] == [2]
