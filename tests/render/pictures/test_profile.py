"""A player's profile as a picture."""

from dataclasses import replace

import pytest

from render import Look, PictureTheme, ProfileCard, ProfileFigure, Style, profile_png
from render.pictures import profile
from render.style.theme import FELT, SHEET
from tests.render.scenes import picture, pixels, share, written

FIGURES = (
    *(ProfileFigure(title, "3", rank) for rank, title in enumerate(("1st", "2nd", "3rd", "4th or worse"), 1)),
    ProfileFigure("Longest streak", "2"),
    ProfileFigure("Games finished", "19 / 20"),
)
CARD = ProfileCard("Ana", "Profile", "Classic", "Rating", "1540?", "Last 3 rated games", (1500, 1480, 1540), FIGURES)
LONG = replace(
    CARD,
    note="Classic " * 20,
    rating="123456789",
    rating_title="Rating " * 20,
    history_title="Games " * 50,
    history=(-99_990, 99_990),
    figures=tuple(replace(each, title=each.title * 9, value="1234567890" * 3) for each in FIGURES),
)


def test_the_picture_has_the_name_the_rating_its_range_and_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text for text, *_ in written(lambda: profile.draw(CARD), monkeypatch)]

    assert texts[:6] == ["Ana", "Classic", "Rating", "1540?", "Last 3 rated games", "1540"]
    assert texts[6] == "1480"
    assert texts[7:] == [part for each in FIGURES for part in (each.title, each.value)]


@pytest.mark.parametrize("history", [(1540,), (1540, 1540), (1540,) * 50])
def test_equal_ratings_are_labeled_once(history: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [text for text, *_ in written(lambda: profile.draw(replace(CARD, history=history)), monkeypatch)]

    assert texts.count("1540") == 1


def test_one_game_is_a_point_and_more_are_a_curve() -> None:
    one, two, fifty = (
        profile_png(replace(CARD, history=history)) for history in ((1540,), (1500, 1540), (1500, 1540) * 25)
    )

    assert 0 < share(one, FELT.played) < share(two, FELT.played) < share(fifty, FELT.played)
    assert picture(one).size == picture(two).size == picture(fifty).size


@pytest.mark.parametrize("card", [CARD, LONG, replace(LONG, history=(1540,)), replace(LONG, name="W" * 500)])
def test_all_texts_are_inside_the_picture(card: ProfileCard, monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(0 < left <= right < SHEET.width for _, left, right in written(lambda: profile.draw(card), monkeypatch))


def test_a_name_that_cannot_be_drawn_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    assert written(lambda: profile.draw(replace(CARD, name="שלום")), monkeypatch)[0][0] == "Profile"
    assert written(lambda: profile.draw(replace(CARD, name="P1")), monkeypatch)[0][0] == "P1"


def test_it_is_drawn_in_every_look_and_is_small() -> None:
    card = replace(CARD, history=tuple(1500 + index * index % 97 * 10 for index in range(50)))
    files = [profile_png(card, Look(style, theme)) for style in Style for theme in PictureTheme]

    assert len({pixels(file) for file in files}) == len(files)
    assert all(len(file) <= 60_000 for file in files)
    assert picture(files[0]).width == SHEET.width
