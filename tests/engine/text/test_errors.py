"""What players read of the engine can be said in any language."""

from collections.abc import Iterator
from dataclasses import fields
from gettext import NullTranslations
from string import Formatter

import pytest

from engine.game.info import Info, Option
from engine.game.views import Part
from engine.override import override
from engine.text.errors import CannotSplit, GameError, IllegalMove, NotASet
from engine.text.phrases import Phrase, join_with_or, later, speak_in
from engine.tiles.melds import explain_no_set
from engine.tiles.notation import read_pieces, tile_count
from engine.tiles.tiles import Box
from engine.variants import load


class Starred(NullTranslations):
    """English, with a star before whatever was looked up."""

    @override
    def gettext(self, message: str) -> str:
        return f"*{message}"

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"*{msgid1 if n == 1 else msgid2}"


def refusals(kind: type[GameError] = GameError) -> Iterator[type[GameError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from refusals(each)


@pytest.mark.parametrize("kind", list(refusals()), ids=lambda kind: kind.__name__)
def test_a_refusal_says_just_what_it_knows(kind: type[GameError]) -> None:
    named = {name for _, name, _, _ in Formatter().parse(kind.sentence.one) if name}

    assert named <= {each.name for each in fields(kind)}


def test_a_refusal_is_said_in_the_language_of_its_reader_and_its_clause_is_the_same_in_all() -> None:
    refusal: IllegalMove = CannotSplit("A", tile_count(3), 3)
    refusal.clause = "CL-9"

    assert str(refusal) == "Set A has 3 tiles: it can't be split after 3. (CL-9)"
    with speak_in(Starred()):
        # A star each for the sentence and the count in it.
        assert str(refusal) == "*Set A has *3 tiles: it can't be split after 3. (CL-9)"


def test_refusals_that_say_the_same_are_still_two() -> None:
    """What shows and logs exceptions keeps them in sets."""
    one, two = (CannotSplit("A", tile_count(3), 3) for _ in range(2))

    assert str(one) == str(two)
    assert len({one, two}) == 2
    assert [kind for kind in refusals() if kind.__eq__ is not BaseException.__eq__] == []
    assert [kind for kind in refusals() if kind.__hash__ is not BaseException.__hash__] == []


def test_why_a_row_is_no_set_is_said_with_it() -> None:
    why = explain_no_set(read_pieces("R4 R5 R7", Box()), Box())
    refusal = NotASet(later("Set {set} ({tiles})", set="A", tiles="R4 R5 R7"), why)

    with speak_in(Starred()):
        assert str(refusal).count("*") == 3


def texts(info: Info, options: list[Option[object]]) -> Iterator[Phrase]:
    yield from (info.name, info.line, *info.summary.values())
    for option in options:
        yield from (option.name, option.help, *(choice.name for choice in option.choices))


@pytest.mark.parametrize("key", list(load()))
def test_a_system_introduces_itself_and_its_options_in_every_language(key: str) -> None:
    variant = load()[key]
    phrases = [*texts(variant.info, list(variant.options)), *(preset.name for preset in variant.presets)]

    with speak_in(Starred()):
        assert all(str(phrase).startswith("*") for phrase in phrases)


@pytest.mark.parametrize(("part", "word"), [(Part.GAME, "game"), (Part.ROUND, "round")])
def test_the_games_of_a_match_are_counted_by_what_they_are_called(part: Part, word: str) -> None:
    assert [str(part.counted(count)) for count in (1, 3)] == [f"1 {word}", f"3 {word}s"]
    assert str(part.numbered(2, 3)) == f"{word.capitalize()} 2 of 3"


def test_one_of_several_is_told() -> None:
    assert [str(join_with_or("RBK"[:count])) for count in (1, 2, 3)] == ["R", "R or B", "R or B or K"]
    assert str(join_with_or([later("a group of {number}s", number=6), "R4"])) == "a group of 6s or R4"
