"""What the engine makes comes back from storage as it was."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.state import GameState
from engine.game.variant import Variant
from engine.game.views import Value
from engine.table.state import TableState
from storage.codec import HiddenText, decode, encode
from storage.games import Player
from tests.storage.tables import KEY, VARIANTS, dealt, random_states
from tests.support.sampled import sampled


def states() -> Iterator[GameState]:
    """A few games of the first system, the same every time."""
    for seed in range(4):
        yield from random_states(VARIANTS[KEY], Random(seed), turns=300)  # noqa: S311  # nobody plays these


VALUES = st.dictionaries(st.text(), st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text())


@pytest.mark.parametrize("seed", sampled(range(8), 4))
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_every_state_of_a_game_played_at_random_survives(variant: Variant[Any], seed: int) -> None:
    for state in random_states(variant, Random(seed), turns=60):  # noqa: S311  # nobody plays these
        back = decode(encode(state), variant.state_type)

        assert back == state
        assert repr(back) == repr(state)  # == takes 1 for True; what is shown tells them apart
        assert [type(value) for value in back.options.values()] == [type(value) for value in state.options.values()]
        assert type(back.active) is frozenset
        assert type(back.seed) is bytes


def test_the_games_played_at_random_see_sets_on_the_table_and_come_to_an_end() -> None:
    """Otherwise the test above would prove little."""
    seen = list(states())

    assert max(len(state.sets) for state in seen if isinstance(state, TableState)) > 2
    assert any(state.outcome for state in seen)


@given(VALUES)
def test_options_keep_the_type_of_every_value(options: dict[str, Value]) -> None:
    back = decode(encode(options), dict[str, Value])

    assert back == options
    assert [type(value) for value in back.values()] == [type(value) for value in options.values()]


@given(st.text())
def test_a_name_in_any_script_survives(name: str) -> None:
    players = (Player(2**63 - 1, name),)

    assert decode(encode(players), tuple[Player, ...]) == players


def test_a_value_of_another_type_is_refused() -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode('{"variant": 3}', type(dealt()))


def test_encoded_text_does_not_show_itself() -> None:
    text = encode(dealt())

    assert '"seed"' in text
    assert repr((text,)) == "(<hidden>,)"
    assert repr({"state": HiddenText("R4")}) == "{'state': <hidden>}"
