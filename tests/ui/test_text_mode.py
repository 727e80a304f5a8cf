"""Words beside pictures: where they stand, and how much of them there is room for."""

import json
from typing import Any

import discord

from ui.layout import screen, text
from ui.text_mode import add_text


def shown(*words: str, before: str = "Your turn", menus: int = 1, pictures: int = 1) -> discord.ui.LayoutView:
    gallery: list[Any] = [
        discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png")) for _ in range(pictures)
    ]
    options = [discord.SelectOption(label=f"tile {n}", value=f"{n}", description="d" * 60) for n in range(25)]
    selects: list[Any] = [
        discord.ui.ActionRow(discord.ui.Select(custom_id=f"s{n}", options=options)) for n in range(menus)
    ]
    return add_text(screen([text(before), *gallery, *selects]), *words)


def parts(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    return list(trees(view)[0]["components"])


def trees(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    return list(view.to_components())  # type: ignore[no-untyped-call]  # discord.py's own


def test_the_words_stand_behind_the_last_picture() -> None:
    assert [each["type"] for each in parts(shown("A: red 4.\nYour rack", pictures=2))] == [10, 12, 12, 10, 1]
    _, gallery, words, _ = parts(shown("A: red 4.\nYour rack"))
    assert words["content"] == "A: red 4.\nYour rack"
    assert gallery["items"][0]["description"] == "Described below"


def test_each_of_two_texts_is_behind_a_picture_of_its_own() -> None:
    found = parts(shown("A: red 4.", "B: red 5.", pictures=3))

    assert [each["type"] for each in found] == [10, 12, 12, 10, 12, 10, 1]
    assert [found[3]["content"], found[5]["content"]] == ["A: red 4.", "B: red 5."]


def test_without_a_picture_they_stand_behind_what_is_said_first() -> None:
    assert [each["type"] for each in parts(shown("words", pictures=0))] == [10, 10, 1]


def test_whole_lines_are_left_out_where_a_message_has_no_room() -> None:
    lines = [f"line {number}: {'é' * 80}" for number in range(100)]
    for before, menus in (("Your turn", 1), ("x" * 3000, 0), ("Your turn", 2)):
        view = shown("\n".join(lines), before=before, menus=menus)
        words = str(parts(view)[2]["content"]).splitlines()

        assert words[-1] == "…"
        assert words[:-1] == lines[: len(words) - 1] != []
        assert view.content_length() <= 4000
        assert len(json.dumps(trees(view), ensure_ascii=False).encode()) <= 9_000


def test_the_longer_of_two_texts_gives_way() -> None:
    long, short = "\n".join(f"line {number}" for number in range(600)), "\n".join(["A: red 4."] * 100)
    view = shown(long, short, pictures=2)
    first, second = (str(parts(view)[index]["content"]) for index in (2, 4))

    assert second == short
    assert len(first) > len(second)
    assert first.endswith("\n…")
    assert 3_900 < view.content_length() <= 4_000
