"""Arranging a turn with taps, and confirming it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cogs.bench import BenchCog
from engine.game.bench_keys import NewSet, write
from engine.tiles.notation import write_tiles
from services import benches
from storage.benches import BenchState
from storage.games import Game
from storage.settings import Person, RackOrder, Theme, TileStyle
from tests.storage.tables import ANN, BOB
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room
from ui.replies import GONE_FROM_BENCH
from ui.screens.bench.menus import MORE, WHOLE

COG = BenchCog
LONG = " ".join(f"{color}{number}" for color in "RB" for number in range(1, 14))
GONE = str(GONE_FROM_BENCH)
TWELVE_RUNS = [f"{color}{low} {color}{low + 1} {color}{low + 2}" for color in "RBO" for low in (2, 5, 8, 11)]


async def read_bench(room: Room) -> BenchState:
    """What is stored of Ann's draft."""
    return await room.tables.benches.get((await room.games())[0].id, 0)


async def test_my_rack_opens_the_bench_of_the_player_who_taps_it(room: Room) -> None:
    game = await room.playing()

    answer = await room.tap("rack", game, Interaction(BOB, PUBLIC))

    assert not answer.is_public
    assert set(answer.screen.menu("pick")) == {"O2", "O3", "O4"}


async def test_the_rack_is_sorted_as_its_player_likes(room: Room) -> None:
    game = await room.playing()

    answer = await room.tap("sort", game, argument="number")

    assert list(answer.screen.menu("pick")) == ["K1", "R6", "B9"]
    assert (await room.tables.settings.person(ANN.user_id or 0)).order is RackOrder.NUMBER


async def test_the_rack_looks_as_its_player_likes_and_comes_in_words_to_players_who_want_that(room: Room) -> None:
    game = await room.playing()
    looks = Person(), Person(theme=Theme.DARK), Person(theme=Theme.LIGHT), Person(tiles=TileStyle.SOLID, text=True)

    answers = []
    for look in looks:
        await room.tables.settings.change_person(ANN.user_id or 0, lambda _, look=look: look)  # type: ignore[misc]  # bound now
        answers.append(await room.tap("rack", game, Interaction(message=PUBLIC)))

    assert len({each.screen.pictures[0].png for each in answers}) == len(looks)
    assert ["A: red 3, red 4, red 5." in each.text for each in answers] == [False, False, False, True]


async def test_every_tap_says_what_it_did_or_changes_what_the_bench_waits_for(room: Room) -> None:
    game = await room.playing("R6 B9 K1 R10", "O2 O3 O4")
    taps = [
        ("sort", "number", [], "Your rack is sorted by number."),
        ("spot", "", ["A"], "Pick tiles from the open set, or close it."),
        ("pick", "0", ["B9", "K1"], "Holding K1 B9: choose where to put them."),
        ("together", "", [], "Kept together on your rack: B9 K1."),
        ("pick", "0", ["R6"], "✔ Valid: 1 tile played, 3 left."),
        ("step", "undo", [], "Undid your last change."),
        ("step", "redo", [], "Redid your change.\n✔ Valid: 1 tile played, 3 left."),
        ("pick", "0", ["B9"], "Holding B9: choose where to put it."),
        ("step", "undo", [], "Undid your last change. 1 more change to undo.\n✔ Valid: 1 tile played, 3 left."),
        ("step", "reset", [], "Your draft is empty again."),
    ]

    await check_taps(room, game, taps)


async def check_taps(room: Room, game: Game, taps: Sequence[tuple[str, str, list[str], str]]) -> None:
    """Tap these controls, each with its argument and values, and check what is said after each, by text or label."""
    before = ""
    for verb, argument, values, said in taps:
        answer = await room.tap(verb, game, argument=argument, values=values)
        assert answer.text.count(said) == 1, (verb, answer.text)
        assert answer.text != before
        before = answer.text


async def test_taps_on_places_jokers_and_arrange_say_what_they_did(room: Room) -> None:
    sets = await room.playing("K1 K9", "O2", table=" / ".join(TWELVE_RUNS), channel=8)
    jokers = await room.playing("R5 R6 J", "O2", table="", channel=9)

    await check_taps(
        room,
        sets,
        [
            ("pick", "0", ["K1", "K9"], "Choose a place for them"),
            ("target", "", [MORE], "Choose a place for them"),
            ("spot", "", [MORE], "Take tiles from the table (page 2 of"),
            ("spot", "", [MORE], "Take tiles from the table (page 1 of"),
            ("target", "", [write(NewSet())], "✖"),
            ("step", "undo", [], "Undid your last change."),
            ("pick", "0", ["K1"], "Choose a place for it"),
        ],
    )
    await check_taps(
        room,
        jokers,
        [
            ("pick", "0", ["R5", "R6", "J"], "3 tiles played"),
            ("face", "", ["A.0"], "The joker stands for R7."),
            ("face", "", ["A.1"], "The joker stands for R4."),
            ("step", "undo", [], "Undid your last change. 2 more changes to undo."),
            ("step", "undo", [], "Undid your last change. 1 more change to undo."),
            ("step", "redo", [], "Redid your change. 1 more change to redo."),
            ("fit", "", [], "Arranged for you."),
            ("fit", "", [], "Already arranged."),
        ],
    )


async def test_the_colors_are_explained_in_the_first_game_alone(room: Room) -> None:
    first, second = await room.playing(), await room.playing(guild=7, channel=8)
    legend = "**R** red · **B** blue · **K** black · **O** orange · **J** joker"

    for _ in range(2):
        assert legend in (await room.tap("rack", first)).text
    assert legend not in (await room.tap("rack", second)).text
    assert legend in (await room.tap("rack", first)).text
    assert legend in (await room.tap("rack", second, Interaction(BOB))).text


async def test_an_unknown_order_is_not_kept(room: Room) -> None:
    game = await room.playing()

    assert await room.refused(room.tap("sort", game, argument="random")) == "There's no such order."


async def test_tiles_of_the_table_are_taken_from_a_set_that_was_opened(room: Room) -> None:
    game = await room.playing()

    spot = await room.tap("spot", game, values=["A"])
    await room.tap("lying", game, values=[WHOLE])

    assert WHOLE in spot.screen.menu("lying")
    assert len((await read_bench(room)).picks.on_table) == 3


async def test_the_answer_says_what_a_joker_stands_for(room: Room) -> None:
    game = await room.playing("R4 R5 J K1", "O2", table="")
    await room.tap("pick", game, argument="0", values=["R4", "R5", "J"])
    shown = await room.tap("target", game, values=[write(NewSet())])

    ways = shown.screen.menu("face")
    high = next(value for value, label in ways.items() if "R6" in label)
    await room.tap("face", game, values=[high])

    (change,) = (await read_bench(room)).draft.changes
    assert write_tiles(piece.stands_for or piece.tile for piece in change.after) == "R4 R5 R6"


async def test_a_long_rack_is_leafed_through_and_shown_by_color(room: Room) -> None:
    game = await room.playing(LONG, "O2", table="")

    page = await room.tap("color", game, values=["1"])
    color = await room.tap("color", game, values=["B"])

    assert list(page.screen.menu("pick")) == ["B13"]
    assert {name[0] for name in color.screen.menu("pick")} == {"B"}
    assert ((await read_bench(room)).page, (await read_bench(room)).color) == (0, "B")


@pytest.mark.parametrize(
    ("verb", "argument", "values"),
    [
        ("pick", "0", ["O2"]),
        ("target", "", [write(NewSet())]),
        ("step", "leap", []),
    ],
)
async def test_values_that_the_bench_does_not_offer_change_nothing(
    room: Room, verb: str, argument: str, values: list[str]
) -> None:
    game = await room.playing()
    before = await room.stored()

    answer = await room.tap(verb, game, argument=argument, values=values)

    after = await room.stored()
    assert GONE in answer.text
    assert await read_bench(room) == BenchState()
    assert {**before, "bench": after["bench"]} == after


async def test_tiles_whose_places_break_a_rule_are_arranged_anew_where_the_table_helps(room: Room) -> None:
    racks, table = ["R5 O1", "O2"], "R3 R4 J=R5 / B5 B6 B7 B8 / K5 K6 K7 K8"
    unhelped = await room.playing(*racks, table=table, options={"assistance": "off"})
    broken = await room.tap("pick", unhelped, argument="0", values=["R5"])
    helped = await room.playing(*racks, table=table, channel=77)

    answer = await room.tap("pick", helped, argument="0", values=["R5"])

    assert "✖" in broken.text
    assert "✔ Valid: 1 tile played, 1 left." in answer.text


async def test_a_ready_play_is_drafted_with_a_tap_undone_and_played(room: Room) -> None:
    game = await room.playing("R9 R10 R11 B4 B5 B6 K1", "O2", table="")
    menu = {label: value for value, label in (await room.tap("rack", game)).screen.menu("ready").items()}
    assert list(menu) == ["R9 R10 R11", "B4 B5 B6"]

    drafted = await room.tap("ready", game, values=[menu["R9 R10 R11"]])
    assert "✔ Valid: 3 tiles played, 4 left." in drafted.text
    await room.tap("step", game, argument="undo")
    assert not (await read_bench(room)).draft.changes
    await room.tap("ready", game, values=[menu["B4 B5 B6"]])

    await room.tap("confirm", game)

    after = (await room.game()).state
    assert after is not None
    assert write_tiles(after.seats[0].rack) == "R9 R10 R11 K1"


@pytest.mark.parametrize("forged", ["", "0", "R6", "00" * 6])
async def test_a_ready_play_that_is_not_offered_changes_nothing(room: Room, forged: str) -> None:
    game = await room.playing("R6 B9 K1", "O2")

    assert GONE in (await room.tap("ready", game, values=[forged])).text
    assert await read_bench(room) == BenchState()


async def test_without_help_nothing_is_ready_and_with_full_help_the_best_play_is(room: Room) -> None:
    racks, table = ["B5 B6 R7", "O2"], "R1 R2 R3 R4 / B4 K4 O4"
    unhelped = await room.playing(*racks, table=table, options={"assistance": "off"})
    helped = await room.playing(*racks, table=table, options={"assistance": "full"}, channel=77)

    assert "Best" not in (await room.tap("rack", unhelped)).text
    shown = await room.tap("rack", helped)
    play = shown.screen.controls["Best: B5 B6 with sets A and B"]
    answer = await room.tap("ready", helped, argument=play.argument)

    assert "✔ Valid: 2 tiles played, 1 left." in answer.text
    assert GONE in (await room.tap("ready", unhelped, argument=play.argument)).text


async def test_a_search_that_takes_long_does_not_hold_up_the_bench(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benches, "PATIENCE", 0)
    game = await room.playing("B5 B6 R7", "O2", table="R1 R2 R3 R4 / B4 K4 O4", options={"assistance": "full"})

    assert "Best" not in (await room.tap("rack", game)).text


async def test_tiles_are_kept_together_until_they_are_played(room: Room) -> None:
    game = await room.playing("R6 B9 K1 K2", "O2", options={"assistance": "off"})
    await room.tap("pick", game, argument="0", values=["B9", "K2"])

    answer = await room.tap("together", game)

    assert list(answer.screen.menu("pick")) == ["B9", "K2", "R6", "K1"]
    await room.tap("pick", game, argument="0", values=["R6"])
    await room.tap("confirm", game)
    assert [len(group) for group in (await read_bench(room)).together] == [2]


async def test_without_picked_tiles_nothing_is_arranged(room: Room) -> None:
    game = await room.playing()

    assert "Pick tiles from your rack first." in (await room.tap("fit", game)).text


async def test_a_table_that_helps_nobody_finds_no_place(room: Room) -> None:
    game = await room.playing(options={"assistance": "off"})

    assert "This table plays with" in await room.refused(room.tap("fit", game))


async def drafted(room: Room, turn: int = 0) -> Game:
    """A table with a red 6 in Ann's draft."""
    game = await room.playing(turn=turn)
    await room.tap("pick", game, argument="0", values=["R6"])
    return game


async def test_a_turn_that_is_confirmed_is_made_and_the_draft_is_forgotten(room: Room) -> None:
    game = await drafted(room)

    answer = await room.tap("confirm", game)

    after = await room.game()
    assert after.state
    assert (after.state.turn, [len(seat.rack) for seat in after.state.seats]) == (1, [2, 3])
    assert await read_bench(room) == BenchState()
    assert "You added R6 to A" in answer.text
    assert not answer.is_public


async def test_a_turn_that_is_refused_stays_on_the_bench(room: Room) -> None:
    game = await room.playing()
    await room.tap("pick", game, argument="0", values=["B9"])
    await room.tap("target", game, values=[write(NewSet())])
    draft = (await read_bench(room)).draft

    answer = await room.tap("confirm", game)

    assert await room.game() == game
    assert (await read_bench(room)).draft == draft
    assert not answer.is_public


async def test_a_draft_is_not_confirmed_before_the_player_s_turn(room: Room) -> None:
    game = await drafted(room, turn=1)

    answer = await room.tap("confirm", game)

    assert await room.game() == game
    assert "It isn't your turn." in answer.text


async def test_a_draft_on_an_old_table_is_not_confirmed(room: Room) -> None:
    old = await drafted(room)
    game = await room.tables.commit(replace(old, news=()), None)

    answer = await room.tap("confirm", old)

    assert await room.game() == game
    assert "The table has changed since then, so nothing was done." in answer.text
