import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.sprites.fonts import bold, has_glyph, make_drawable, semibold


@pytest.mark.parametrize(
    "name", ["Ana", "Sünje Ærø", "Владимир", "x_X-99.~", "O'Neill", "Łukasz", "さくら", "齋藤 ケンジ", "Ana李"]
)
def test_a_name_that_the_fonts_can_draw_stays_as_it_is(name: str) -> None:
    assert make_drawable(name, 0) == name


@pytest.mark.parametrize("name", ["刘伟", "ไทย", "김", "Ελένη", "🎲", "", "   ", "\u200b\u202e", "A김"])
def test_a_name_that_the_fonts_cannot_draw_is_its_seat(name: str) -> None:
    assert make_drawable(name, 2) == "P3"


@pytest.mark.parametrize("name", ["שלום", "مرحبا", "Ana שלום"])
def test_a_name_that_is_read_from_the_right_is_its_seat(name: str) -> None:
    """Rubik has the letters, but they would stand in the wrong order or unjoined."""
    assert make_drawable(name, 0) == "P1"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("🎲 Ana 🎀", "Ana"),
        ("\U0001d4d0\U0001d4f7\U0001d4ea", "Ana"),
        ("A\u202ena\u200d", "Ana"),
        ("A\nn\ta", "A n a"),
        ("A\u0300\u0301\u0302\u0303na", "Àna"),
        ("Ana\x00\x1b[31m", "Ana[31m"),
        ("★Ana★", "Ana"),
    ],
)
def test_ornaments_and_control_characters_are_left_out(name: str, drawn: str) -> None:
    assert make_drawable(name, 0) == drawn


@given(st.text(max_size=150), st.integers(0, 5))
def test_whatever_a_name_holds_something_is_drawn_and_nothing_but_known_characters(name: str, seat: int) -> None:
    drawn = make_drawable(name, seat)

    assert drawn.strip() == drawn != ""
    assert all(has_glyph(character) for character in drawn)


def test_characters_are_known_by_their_glyphs() -> None:
    assert all(map(has_glyph, "Aaß9·…Жé\N{MINUS SIGN}李あ、\N{IDEOGRAPHIC SPACE}"))
    assert not any(map(has_glyph, "刘★\u03b1\U0001f3b2"))


@given(st.text("iW ", min_size=1, max_size=100), st.integers(30, 400))
def test_a_long_name_ends_in_dots_within_its_pixels(name: str, room: int) -> None:
    fitted = semibold(28).shorten(name, room)

    assert semibold(28).length(fitted) <= room
    assert fitted in {name, ""} or fitted.endswith("…")


def test_a_name_is_cut_by_its_width_not_by_its_characters() -> None:
    assert len(bold(28).shorten("i" * 50, 200)) > 2 * len(bold(28).shorten("W" * 50, 200))


def test_nothing_is_written_where_not_even_a_letter_fits() -> None:
    assert semibold(28).shorten("Ana", 3) == ""
