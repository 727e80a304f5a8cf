"""Tiles in sentences: as emojis in texts, as marks in labels, and in words for those who want that."""

import discord
import pytest

from engine.text.phrases import ENGLISH, TILES, as_tiles, later, say, speak_in
from engine.tiles.notation import say_tiles
from engine.variants import load
from storage.settings import Person, TileStyle
from tests.support.longest import SIGNS
from ui.controls import Button, MenuEntry, SelectMenu, row
from ui.layout import fits, screen, text
from ui.markdown import escape_name
from ui.tile_signs import TileEmojis, TileSigns, show_in_label, show_in_text

ID = 10**18
WORDS = TileEmojis().signs_for(Person(text=True))
PLAY = later("{name} played {tiles}.", name="Ana", tiles=as_tiles("R4 J=R5 K13 / B5@A AN"))


@pytest.mark.parametrize(
    ("signs", "in_text", "in_label"),
    [
        (
            SIGNS,
            f"Ana played <:R4:{ID}><:joker:{ID}>=<:R5:{ID}><:K13:{ID}> / <:B5:{ID}> of set A<:AN:{ID}>.",
            "Ana played ◆4 🃏=◆5 ■13 / ○5 of set A ⚔N.",
        ),
        (
            WORDS,
            "Ana played red 4, joker as red 5, black 13 / blue 5 of set A, arms null.",
            "Ana played red 4, joker as red 5, black 13 / blue 5 of set A, arms null.",
        ),
        (TileSigns(TileEmojis()), "Ana played R4 J=R5 K13 / B5@A AN.", "Ana played R4 J=R5 K13 / B5@A AN."),
        (None, "Ana played R4 J=R5 K13 / B5@A AN.", "Ana played R4 J=R5 K13 / B5@A AN."),
    ],
    ids=["emojis", "words", "no emojis yet", "notation"],
)
def test_tiles_in_a_sentence_are_what_their_reader_sees(signs: TileSigns | None, in_text: str, in_label: str) -> None:
    with speak_in(ENGLISH, signs):
        assert show_in_text(str(PLAY)) == in_text
        assert show_in_label(str(PLAY))[0] == in_label


@pytest.mark.parametrize("key", load())
def test_every_tile_has_an_emoji_a_mark_and_words(key: str) -> None:
    system = load()[key]
    tiles = say_tiles(dict.fromkeys([*system.example().box.tiles()]))
    with speak_in(ENGLISH, SIGNS):
        assert show_in_text(f"{tiles}").count("<:") == len(dict.fromkeys(system.example().box.tiles()))
        label, emoji = show_in_label(f"{tiles}")
        assert emoji
        assert not any(code in label for code in ("R4", "K4", "S4", "M4"))
    with speak_in(ENGLISH, WORDS):
        assert show_in_text(f"{tiles}").islower()


def test_a_label_with_tiles_has_the_emoji_of_the_first() -> None:
    with speak_in(ENGLISH, SIGNS):
        entry = MenuEntry(say("{tile} to set {set}", tile=as_tiles("B8"), set="C"), "x")
        shown = row(None, SelectMenu("ready", "-", [entry])).to_component_dict()["components"][0]["options"][0]
        button = row(None, Button("ready", f"{as_tiles('R4 R5')}")).to_component_dict()["components"][0]

    assert (shown["label"], shown["emoji"]["id"]) == ("○8 to set C", ID)
    assert (button["label"], button["emoji"]["id"]) == ("◆4 ◆5", ID)


def test_a_screen_with_too_many_tiles_shows_its_longest_texts_by_marks() -> None:
    few, many = as_tiles("R4 R5 R6"), as_tiles(" ".join(["R13"] * 180))
    with speak_in(ENGLISH, SIGNS):
        view = screen([text(f"{few}"), text(f"{many}")])

    short, long = (each.content for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay))
    assert (short, long) == (f"<:R4:{ID}><:R5:{ID}><:R6:{ID}>", " ".join(["◆13"] * 180))
    assert fits(view)


def test_a_name_cannot_pass_for_a_tile() -> None:
    with speak_in(ENGLISH, SIGNS):
        assert show_in_text(f"{escape_name(f'{TILES}R4{TILES}')} {TILES}nothing{TILES} {TILES}") == "R4 nothing "


def test_a_person_sees_their_own_style_of_tiles() -> None:
    assert SIGNS.emojis.signs_for(Person(tiles=TileStyle.SOLID)).find_emoji("R4")
    assert SIGNS.emojis.signs_for(None).find_emoji("R4") is None  # these emojis are all of the other style
