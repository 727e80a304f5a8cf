"""Pictures and words in languages that need more room than English, and in another script."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from gettext import NullTranslations
from itertools import combinations

import pytest

from engine.game.bench import Picks
from engine.game.views import Outcome, RackView, Skin, View
from engine.override import override
from engine.rules.claims import ClaimedSet
from engine.text.phrases import as_is, speak_in
from engine.tiles.notation import read_rack
from engine.tiles.tiles import Box
from render import Order, bench_text, png, rack_lines, rack_png, rack_text, table_lines, table_text
from render.content import TrayTile
from render.parts import placed_tiles
from render.parts.placed_tiles import TileManner
from render.sprites.canvas import Canvas
from render.sprites.fonts import Lettering, bold, draw_ink, semibold
from tests.bench_keys import tile_keys
from tests.render.benches import drawn, on, on_grid, setting
from tests.render.scenes import FULL, NAMES, THREES, claimed, full_grid, grid, pixels, rack_of, scene, seat
from tests.render.scenes import rack as held


class Translated(NullTranslations):
    """Every sentence, changed between its braces."""

    def __init__(self, change: Callable[[str], str]) -> None:
        super().__init__()
        self.change = change

    @override
    def gettext(self, message: str) -> str:
        return "\n".join(map(self.change, message.split("\n")))

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def longer(line: str) -> str:
    """By 60 %."""
    return line + (" länger" * len(line))[: round(0.6 * len(line))]


def in_kana(line: str) -> str:
    """Each letter a square."""
    return "".join(part if part.startswith("{") else re.sub(r"\w", "ぽ", part) for part in re.split(r"({\w+})", line))


LONG, KANA = Translated(longer), Translated(in_kana)
LANGUAGES = {"long": LONG, "kana": KANA}


@dataclass
class Seen:
    """The boxes of the words and tiles of a picture."""

    words: list[tuple[str, tuple[int, int, int, int]]]
    tiles: list[tuple[int, int, int, int]]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    found = Seen([], [])
    write, draw = Canvas.write, placed_tiles.draw

    def written(  # noqa: PLR0913, PLR0917  # as the canvas has it
        canvas: Canvas, text: str, at: tuple[int, int], lettering: Lettering, color: str, ground: str
    ) -> None:
        write(canvas, text, at, lettering, color, ground)
        if text:
            mask, left, top = draw_ink(text, lettering)
            x, y = at[0] + left, at[1] + top
            found.words.append((text, (x, y, x + mask.width, y + mask.height)))
            assert x >= 0 <= y, text
            assert x + mask.width <= canvas.image.width, text
            assert y + mask.height <= canvas.image.height, text

    def draw_within(canvas: Canvas, placed: TrayTile, manner: TileManner, at: tuple[int, int]) -> None:
        draw(canvas, placed, manner, at)
        margin = manner.size.margin
        box = (at[0] + margin, at[1] + margin, at[0] + manner.size.width, at[1] + manner.size.height)
        found.tiles.append(box)
        assert box[0] >= 0 <= box[1]
        assert box[2] <= canvas.image.width
        assert box[3] <= canvas.image.height

    monkeypatch.setattr(Canvas, "write", written)
    monkeypatch.setattr(placed_tiles, "draw", draw_within)
    return found


def overlapping(seen: Seen) -> Iterator[tuple[str, str]]:
    for (one, a), (other, b) in combinations(seen.words, 2):
        if _cross(a, b):
            yield one, other
    for text, a in seen.words:
        for tile in seen.tiles:
            if _cross(a, tile):
                yield text, f"tile at {tile[:2]}"


def _cross(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


TABLE = "R4 R5 R6 / R9 B9 K9 / K1 K2 K3 K4 / O5 O6 O7 O8"
RACK = "R1 R2 R7 B3 B4 B9 K5 O9 O10 O13 J"
LYING = scene(TABLE, rack=held(RACK))
MANY = scene(THREES, rack=rack_of((Box().tiles() * 2)[:92]))
FIELD = replace(
    grid("H8=R5 H9=R6 H10=R7 I9=B6 J9=K6", blocks="A1", barred=(5, 12), row="J R4"),
    you=0,
    rack=held("R8 B4 B5 K9 O1 J", 1),
)


def matches() -> Iterator[View]:
    for count in range(2, 7):
        seats = [seat(tiles=19, score=-120 * index, resigned=index == 1) for index in range(count)]
        for text in ("", TABLE, FULL):
            yield scene(text, seats=seats, games=3)
        yield claimed(scene(FULL, seats=seats), ClaimedSet("A", 0, 24, 2))
        yield grid("H8=R5", barred=range(1, 14), scores=[-99] * count, crossings=[12] * count)
    yield full_grid()
    yield grid(row=" ".join(["R12"] * 24), crossings=(1, 2), outcome=Outcome((0,), (12, -3), as_is("Over."), (1, 2)))


def benches() -> Iterator[bytes]:
    for skin in Skin:
        for rows in (
            {"A": "R4 R5 R6 R1", "E": "B3 B4", "C": "K1 K2 K3"},
            {"A": "R4 R6", "B": "R9 B9 K9 B9", "E": "B3 J B4", "C": "", "D": ""},
            {"A": "", "B": "", "C": "", "D": "", "E": "R1 R2 R4 R5 R6 R7 R9 O5 O6 O7 O8 O9 O10 K1 K2 K3"},
            {label: tile for label, tile in zip("EFGHIJKLMNO", RACK.split(), strict=False) if tile != "J"},
        ):
            shown = replace(LYING, skin=skin)
            yield drawn(shown, on(shown, **rows))
    yield drawn(MANY, on(MANY, B="K2 B2 R2 O2", C="K3 B3", AK="R9 R10 R11"))
    yield drawn(MANY, on(MANY, **dict.fromkeys("ABCDEFGHIJ", "")))
    for cells in ("H11=R8", "L9=R8 J10=B5"):
        yield drawn(FIELD, on_grid(FIELD, cells, gone="J9"), Picks(on_table=tile_keys("H8")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "names", [NAMES, ["Marguerite the Great"] * 6, ["齋藤 ケンジ"] * 6], ids=["short", "long", "kanji"]
)
def test_no_word_of_a_table_covers_another_or_leaves_the_picture(language: str, names: list[str], seen: Seen) -> None:
    for view in matches():
        seen.words.clear()
        seen.tiles.clear()
        with speak_in(LANGUAGES[language]):
            png(view, names[: len(view.seats)])

        assert not list(overlapping(replace(seen, tiles=[] if getattr(view, "claims", ()) else seen.tiles)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("skin", Skin)
def test_no_word_of_a_rack_covers_another_or_leaves_the_picture(language: str, skin: Skin, seen: Seen) -> None:
    for tiles, fresh, points in ((RACK, 1, 40), (RACK, 10, 40), ("R1", 0, None), (f"{RACK} " * 9, 98, 999)):
        seen.words.clear()
        seen.tiles.clear()
        with speak_in(LANGUAGES[language]):
            shown = scene(rack=RackView(read_rack(tiles, Box()), fresh, points))
            rack_png(replace(shown, skin=skin), Order.COLOR)

        assert not list(overlapping(seen))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_bench_covers_another_or_a_tile(language: str, seen: Seen) -> None:
    with speak_in(LANGUAGES[language]):
        for _ in benches():
            assert not list(overlapping(seen))
            seen.words.clear()
            seen.tiles.clear()


def test_a_picture_follows_the_language_spoken() -> None:
    def all_of_them() -> list[bytes]:
        return [pixels(file) for file in (png(scene(), NAMES[:2]), rack_png(LYING, Order.COLOR), *benches())]

    english = all_of_them()
    with speak_in(LONG):
        other = all_of_them()

    assert all(one != two for one, two in zip(english, other, strict=True))
    assert all_of_them() == english


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_keep_to_their_limits(language: str) -> None:
    bench = on(LYING, A="R4 R5 R6 R1", E="B3 B4", C="K1 K2 K3")
    views = [*matches(), scene(THREES, seats=6, games=3, rack=rack_of(Box().tiles()))]
    with speak_in(LANGUAGES[language]):
        texts = [table_text(view, ["W" * 99] * len(view.seats)) for view in views]
        texts += [rack_text(views[-1], Order.COLOR), rack_lines(views[-1], Order.COLOR)]
        texts.append(bench_text(setting(LYING, bench)))
        lines = [table_lines(view, ["W" * 99] * len(view.seats)) for view in views]

    assert max(map(len, texts)) <= 1024
    assert max(map(len, lines)) <= 2800


def test_japanese_is_drawn_with_real_glyphs() -> None:
    text = "引いた牌は「ぽん」、残り十二枚。"
    shapes = [draw_ink(character, semibold(28))[0].tobytes() for character in text]
    nothing = draw_ink("\uffff", semibold(28))[0].tobytes()

    assert nothing not in shapes
    assert len(set(shapes)) == len(set(text))


def test_japanese_stands_about_the_middle_of_capitals() -> None:
    for lettering in map(semibold, (17, 21, 26, 34)):
        mask, _, top = draw_ink("国", lettering)
        middle = -top - mask.height / 2

        assert abs(middle - lettering.cap / 2) <= 1.5


def test_letters_beside_japanese_are_those_that_stand_alone() -> None:
    alone, beside = draw_ink("R12", bold(28))[0], draw_ink("R12枚", bold(28))
    mask, _, top = beside
    down = -top - bold(28).cap

    assert mask.crop((0, down, alone.width, down + alone.height)).tobytes() == alone.tobytes()
    assert bold(28).length("R12枚") == pytest.approx(bold(28).length("R12") + bold(28).length("枚"), abs=1)


def test_words_that_are_too_long_are_smaller_before_they_are_cut() -> None:
    wide = semibold(26).length("Verboten ist keine Zahl")

    assert semibold(26).shrink("Verboten ist keine Zahl", wide, 20) == semibold(26)
    assert 20 < semibold(26).shrink("Verboten ist keine Zahl", wide - 20, 20).size < 26
    assert semibold(26).shrink("Verboten ist keine Zahl", 10, 20) == semibold(20)
