"""`python -m engine` with what nobody should give it: a sentence, a code, and little of the input in it."""

import json
import re
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.__main__ import CaseHandler, answer_line, judge, solve
from engine.game.variant import Variant
from engine.game.views import Value
from engine.grid.rules.cells import read_cell
from engine.grid.view import GridView
from engine.text.errors import GameError
from engine.tiles.notation import write_tile
from engine.variants import load
from tests.support.command_line import run_engine

SYSTEMS = load()
LONGEST_ANSWER = 1200  # characters
LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["selfplay", "--players", "-1"], 1, "This game needs 2 to 4 players. You have -1."),
        (["selfplay", "--players", "1000000000"], 1, "This game needs 2 to 4 players."),
        (["selfplay", "--players", "x"], 2, "argument --players: invalid int value"),
        (["selfplay", "--games", "0"], 2, "argument --games: 0 is less than 1"),
        (["selfplay", "--games", "-3"], 2, "argument --games: -3 is less than 1"),
        (["selfplay", "--options", "[]"], 1, "“options” must be an object."),
        (["selfplay", "--options", "null"], 1, "“options” must be an object."),
        (["selfplay", "--options", "x"], 2, "argument --options: “x” isn't JSON"),
        (["selfplay", "--options", "[" * 100_000], 2, "isn't JSON"),
        (["selfplay", "--options", json.dumps({"clock": LONG})], 1, "This game has no option clock = xxx"),
        (["selfplay", "--options", json.dumps({LONG: 1})], 1, "This game has no option xxx"),
        (["selfplay", "--levels", LONG], 1, "“xxxxxxxxxxxxxxxxxxx…” isn't a level."),
        (["selfplay", "--levels", ","], 1, "“” isn't a level."),
        (["selfplay", "--levels", "genius"], 1, "“genius” isn't a level. Choose from beginner, fair"),
        (["selfplay", "--levels", "strong,strong,fair"], 1, "Name one level, or 2."),
        (["selfplay", "--options", '{"jokers": "loud"}'], 1, "This game has no option jokers = loud."),
        (["selfplay", "--variant", LONG], 2, "argument --variant: invalid choice"),
        (["puzzle", "--date", LONG], 2, "argument --date: invalid fromisoformat value"),
        (["puzzle", "--date", "2026-01-01", "--days", "-2"], 2, "argument --days: -2 is less than 1"),
        (["puzzle", "--date", "9999-12-31", "--days", "2"], 1, "The last date is 9999-12-31."),
        (["puzzle", "--date", "2026-01-01", "--days", "9" * 30], 1, "The last date is 9999-12-31."),
        (["judge", "--seat", "9" * 10_000], 2, "argument --seat: invalid int value"),
        (["judge", "--options", LONG], 2, "isn't JSON"),
        ([LONG], 2, "invalid choice"),
        ([], 2, "required"),
    ],
)
def test_flags_that_can_not_be_used_are_refused_in_a_sentence(arguments: list[str], code: int, said: str) -> None:
    done = run_engine(*arguments)

    assert (done.code, done.written) == (code, "")
    assert said in done.error
    assert len(done.error) <= LONGEST_ANSWER


CLAIM = {"variant": "rummi200kub", "table": "R8 B8 K8 / R9 B9 K9", "action": "claim A"}
GRID = {"variant": "rummykruss", "cells": "H8=R4 I8=R5 J8=R6", "rack": "R7", "after": "H8=R4 I8=R5 J8=R6 K8=R7"}


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (CLAIM | {"seat": 4}, "“seat” must be a number from 0 to 3."),
        (CLAIM | {"seat": -1}, "“seat” must be a number from 0 to 3."),
        ({"variant": "rummykruss", "seat": 2}, "“seat” must be a number from 0 to 1."),
        ({"variant": "packkub", "seat": 6}, "“seat” must be a number from 0 to 5."),
        (CLAIM | {"claims": "A:9"}, "“claims” has seat 9. Seats go from 0 to 3."),
        (CLAIM | {"claims": "A:0 B:1 A:2"}, "“claims” has two claims on set A."),
        (CLAIM | {"claims": LONG}, "That's 100000 characters. The limit is 4000."),
        (GRID | {"blocks": "Z9"}, "“blocks”: Z9 is outside the grid, which goes from A1 to O15."),
        (GRID | {"last": ["A99"]}, "“last”: A99 is outside the grid, which goes from A1 to O15."),
        (GRID | {"blocks": "I8"}, "“cells”: I8 is blocked."),
        (GRID | {"barred": "99"}, "“barred” must be numbers from 1 to 13."),
        (GRID | {"barred": [0]}, "“barred” must be numbers from 1 to 13."),
        (GRID | {"barred": [12], "options": {"numbers": 10}}, "“barred” must be numbers from 1 to 10."),
    ],
)
@pytest.mark.parametrize("answer", [judge, solve])
def test_a_position_that_no_game_can_have_is_refused(answer: CaseHandler, case: dict[str, object], said: str) -> None:
    answered = answer(case, SYSTEMS)

    assert answered["refusal"] == "BadNotation"
    assert str(answered["message"]).startswith(said)


def test_a_refusal_repeats_little_of_what_it_refuses() -> None:
    tiles = "R4" * 350_000

    for more in ({"rack": tiles}, {"goal": "fit", "fit": tiles}, {"goal": "fit", "fit": tiles[:4000]}):
        answered = answer_line(json.dumps({"variant": "classic", **more}).encode(), SYSTEMS, solve)
        assert answered["refusal"]
        assert len(str(answered["message"])) <= LONGEST_ANSWER


TILES = ("R4 R5 R6", "R4", "J", "J J J", "R4@A", "SN SA S2", "H8=R4", "H8=J", "A1>B2")
ACTIONS = ("A:0", "A:9", "B:1x2=30", "claim A", "draw", "draw 999", "play", "pass", "fit", "any")
JUNK = ("-", "/", ";", ",", "|", "table:", "=", "…", "\ud800", "0", "99")
KEYS = ("table", "rack", "after", "claims", "action", "cells", "blocks", "barred", "last", "goal", "fit")
words = st.lists(st.sampled_from(TILES + ACTIONS + JUNK), max_size=6).map(" ".join)
texts = words | words.map(lambda text: text * 900) | st.text(max_size=30)
values = texts | st.none() | st.booleans() | st.integers() | st.floats() | st.lists(texts | st.integers(), max_size=3)
options = st.dictionaries(st.sampled_from(("clock", "jokers", "pack", "numbers", "blocks", "x")), values, max_size=2)
cases = st.fixed_dictionaries(
    {"variant": st.sampled_from([*SYSTEMS])},
    optional={
        **dict.fromkeys(KEYS, texts | values),
        "opened": st.just(value=True) | values,
        "seat": st.integers(-1, 9) | values,
        "options": options | values,
    },
)


@given(cases)
def test_every_case_is_answered(case: dict[str, object]) -> None:
    line = json.dumps(case).encode()

    for answered in (answer_line(line, SYSTEMS, answer) for answer in (judge, solve)):
        assert isinstance(answered["message"], str)
        assert len(answered["message"]) <= LONGEST_ANSWER
        assert bool(answered["message"]) or answered["refusal"] is None
        json.dumps(answered)


# Examples in refusals

UNREADABLE = ("hello", "S-2", "table: hello", "A+", "A-", "A-hello", "", ";", "H8=hello", "H8", "A1>", "H8=J:J", "=")
QUOTED = re.compile(r"“[^”]*”")
BOX_OPTIONS = ("box", "jokers", "pack", "numbers", "colors", "wildcards", "size")


def list_games(variant: Variant[Any]) -> list[dict[str, Value]]:
    """The options of a system's games, one for each way to choose those that change its tiles or its grid."""
    able = [[(each.key, choice.value) for choice in each.choices] for each in variant.options]
    return [dict(way) for way in product(*(choices for choices in able if choices[0][0] in BOX_OPTIONS))]


@pytest.mark.parametrize("variant", SYSTEMS.values(), ids=[*SYSTEMS])
def test_the_examples_of_a_refusal_are_tiles_and_cells_of_the_game(variant: Variant[Any]) -> None:
    for chosen in list_games(variant):
        state = variant.setup(variant.seats(chosen)[0], bytes(32), 0, chosen).state
        view = variant.view(state, 0)
        able = {f"{tile.color}{tile.number}" for tile in view.box.faces()} | set(map(write_tile, view.box.faces()))
        for text in UNREADABLE:
            with pytest.raises(GameError) as refused:
                variant.apply(state, variant.read(state.turn, f"play {text}", state), now=0)
            said = QUOTED.sub("", str(refused.value))
            cells = re.findall(r"[A-Z][0-9]+(?==)|[A-Z][0-9]+(?=>)|(?<=>)[A-Z][0-9]+", said)
            tiles = re.findall(r"\b[A-Z](?:[0-9]+|[NA])\b", re.sub(r"[A-Z][0-9]+(>[A-Z][0-9]+|=)", "", said))
            assert isinstance(view, GridView) or not cells
            assert [cell for cell in cells if max(read_cell(cell)) >= getattr(view, "size", 0)] == []
            assert set(tiles) <= able, said
            assert view.box.jokers or not re.search(r"\bJ\b", said), said
