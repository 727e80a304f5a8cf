"""What the engine makes comes back from storage as it was."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.views import Value
from storage.codec import HiddenText, decode, encode
from storage.games import Player
from tests.storage.tables import dealt

VALUES = st.dictionaries(st.text(), st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text())


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
