"""Values that are kept by game, compared with a plain list of them."""

from hypothesis import given
from hypothesis import strategies as st

from ui.messages.private.live_reply import PerGameMap

MOST = 3
KEYS = st.tuples(st.integers(1, 3), st.sampled_from("abc"))  # a game and a key
ACTS = st.lists(st.tuples(st.sampled_from(["keep", "replace", "drop"]), KEYS))


@given(ACTS)
def test_the_latest_values_are_kept_and_no_others(acts: list[tuple[str, tuple[int, str]]]) -> None:
    kept = PerGameMap[str, int](MOST)
    plain: list[tuple[tuple[int, str], int]] = []  # the oldest first
    for value, (verb, key) in enumerate(acts):
        if verb == "keep":
            kept.keep(*key, value)
            plain = [*(each for each in plain if each[0] != key), (key, value)][-MOST:]
        elif verb == "drop":
            kept.drop(*key)
            plain = [each for each in plain if each[0] != key]
        elif key in dict(plain):
            kept.replace(*key, value)
            plain = [(each, value if each == key else old) for each, old in plain]

        for game in (1, 2, 3):
            here = {key: value for (number, key), value in plain if number == game}
            assert list(kept.of(game).items()) == list(here.items())


def test_a_value_that_was_read_stays_as_it_was() -> None:
    kept = PerGameMap[str, int](MOST)
    kept.keep(1, "a", 10)
    before = kept.of(1)

    kept.drop(1, "a")

    assert (before, kept.of(1)) == ({"a": 10}, {})
