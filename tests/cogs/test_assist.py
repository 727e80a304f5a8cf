"""/fit, /hint, and the turns that are shown and played by a tap."""

from dataclasses import replace

import pytest

from cogs.assist import AssistCog
from services.game_view import GameView
from storage.benches import BenchState
from storage.games import Game
from storage.settings import Person
from tests.storage.tables import ANN, BOB
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room

COG = AssistCog


async def table(room: Room, *racks: str) -> Game:
    """A table that helps in full; Ann can play a red 6 unless she holds something else."""
    return await room.playing(*racks, options={"assistance": "full"})


async def shown(room: Room, game: Game) -> str:
    """The token of the turn that Ann was shown."""
    answer = await room.tap("hint", game, argument="3")
    return answer.screen.controls["Confirm"].argument


async def test_tiles_that_are_named_are_drafted_and_not_played(room: Room) -> None:
    game = await room.playing()

    answer = await room.command("fit", tiles="R6")

    bench = await room.tables.benches.get(game.id, 0)
    assert [change.label for change in bench.draft.changes] == ["A"]
    assert await room.game() == game
    assert not answer.is_public


async def test_tiles_that_fit_nowhere_stay_on_the_rack(room: Room) -> None:
    await room.playing()

    answer = await room.command("fit", tiles="B9")

    assert "No valid play uses exactly B9." in answer.text


@pytest.mark.parametrize("tiles", ["O2", "R6 R6", "X9", " "])
async def test_only_tiles_of_the_player_s_own_rack_find_a_place(room: Room, tiles: str) -> None:
    await room.playing()

    assert await room.refused(room.command("fit", tiles=tiles))


async def test_a_hint_says_where_then_what_then_how_in_words_if_one_wants_that(room: Room) -> None:
    game = await table(room)

    first = await room.command("hint")
    second = await room.tap("hint", game, argument="2")
    third = await room.tap("hint", game, argument="3")

    assert first.screen.controls["More"].argument == "2"
    assert ("play R6" in first.text, "play R6" in second.text) == (False, True)
    assert [each.screen.pictures[0].alt.partition(":")[0] for each in (first, second, third)] == [
        "Nothing has changed yet. Your rack",
        "Nothing has changed yet. Picked up",
        "Changed",
    ]
    assert len({each.screen.pictures[0].png for each in (first, second, third)}) == 3
    assert "R3 R4 R5 R6" in third.screen.pictures[0].alt
    assert not any(each.is_public for each in (first, second, third))
    assert await room.game() == game
    await room.tables.settings.change_person(ANN.user_id or 0, lambda _: Person(text=True))
    assert "A: red 3, red 4, red 5, red 6." in (await room.tap("hint", game, argument="3")).text


@pytest.mark.parametrize("argument", ["", "0", "4", "-1", "x"])
async def test_an_unknown_step_of_a_hint_is_the_first_one(room: Room, argument: str) -> None:
    game = await table(room)

    answer = await room.tap("hint", game, argument=argument)

    assert answer.screen.controls["More"].argument == "2"


async def test_a_hint_on_a_table_that_has_moved_on_begins_anew(room: Room) -> None:
    old = await table(room)
    await room.tables.commit(replace(old, news=()), None)

    answer = await room.tap("hint", old, argument="3")

    assert "The table has changed." in answer.text
    assert answer.screen.controls["More"].argument == "2"


async def test_a_hint_says_so_if_nothing_can_be_played(room: Room) -> None:
    await table(room, "B9 K1", "O2")

    answer = await room.command("hint")

    assert "Draw a tile." in answer.text
    assert "Pick tiles from your rack" in answer.screen.controls


async def test_a_hint_uses_the_rack_of_the_player_who_asks(room: Room) -> None:
    game = await table(room)

    answer = await room.tap("hint", game, Interaction(BOB, PUBLIC), argument="2")

    assert not answer.is_public
    assert "play R6" not in answer.text
    assert "play O2 O3 O4" in answer.text


async def test_help_is_given_by_the_rule_of_the_table(room: Room) -> None:
    game = await room.playing(options={"assistance": "off"})

    for asking in (
        room.command("fit", tiles="R6"),
        room.command("hint"),
        room.tap("hint", game),
        room.tap("anyplay", game),
    ):
        assert "This table plays with" in await room.refused(asking)


async def test_a_turn_that_was_shown_is_played_by_a_tap(room: Room) -> None:
    game = await table(room)
    token = await shown(room, game)

    answer = await room.tap("lay", game, argument=token)

    after = await room.game()
    assert after.state
    assert (after.state.turn, [seat for seat, _ in await room.lines()]) == (1, [0])
    assert await room.tables.texts.get(token, game.id, 0) is None
    assert "You added R6 to A" in answer.text


async def test_only_the_player_who_was_shown_a_turn_plays_it_and_only_on_the_same_table(room: Room) -> None:
    old = await table(room)
    token = await shown(room, old)
    others = await room.tap("lay", old, Interaction(BOB), argument=token)
    unknown = await room.tap("lay", old, argument="x" * 12)
    game = await room.tables.commit(replace(old, news=()), None)
    stale = await room.tap("lay", old, argument=token)

    assert await room.game() == game
    assert await room.lines() == []
    for answer in (others, unknown, stale):
        assert "The table has changed since then, so nothing was done." in answer.text
        assert not answer.is_public


async def test_canceling_a_hint_brings_the_rack_back(room: Room) -> None:
    game = await table(room)

    answer = await room.tap("close", game)

    assert set(answer.screen.menu("pick")) == {"R6", "B9", "K1"}


@pytest.mark.parametrize("assistance", ["fit", "full"])
async def test_players_who_ask_learn_that_there_is_a_play_but_not_which(room: Room, assistance: str) -> None:
    game = await room.playing("R6 B9 K1", "O2", options={"assistance": assistance})

    answer = await room.tap("anyplay", game)

    assert "You have a play." in answer.text
    assert not answer.is_public
    assert await room.tables.benches.get(game.id, 0) == BenchState()
    assert await room.game() == game


async def test_players_without_a_play_learn_what_to_do_instead(room: Room) -> None:
    game = await room.playing("B9 K1", "O2")

    assert "No play: draw a tile." in (await room.tap("anyplay", game)).text


async def test_at_a_table_that_draws_until_there_is_a_play_the_answer_says_only_that(room: Room) -> None:
    """RC-5."""
    options = {"draw_until": True, "assistance": "full"}
    game = await room.playing("B9 K1", "O2", key="rummy_cube", table="R3 R4 R5", pool="R6 O13", options=options)

    assert "No play: draw until you have one." in (await room.tap("anyplay", game)).text
    assert "Nothing to play. Draw until you have a play." in (await room.command("hint")).text
    assert await room.game() == game


async def test_a_search_that_proves_nothing_says_so(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await room.playing("B9 K1", "O2")

    async def unsure(_: GameView) -> None:
        return None

    monkeypatch.setattr(room.services.search, "has_play", unsure)

    assert "I didn't find a play, but there may be one." in (await room.tap("anyplay", game)).text


async def test_players_read_at_their_turn_whether_there_is_a_play(room: Room) -> None:
    game = await room.playing()

    refusal = await room.refused(room.tap("anyplay", game, Interaction(BOB)))

    assert refusal == "You can only ask that when it's your turn to play tiles."


async def test_a_table_with_a_penalty_for_mistakes_never_says_whether_there_is_a_play(room: Room) -> None:
    game = await room.playing(options={"assistance": "full", "strict_mistakes": True})

    assert "This table has a penalty for mistakes" in await room.refused(room.tap("anyplay", game))
