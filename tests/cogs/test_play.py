"""Looking at the table and one's rack, drawing, passing, taking what is offered, resigning."""

from dataclasses import replace

import pytest

import render
from cogs.play import PlayCog
from services.benches import arrange
from storage.benches import BenchState
from storage.games import Game, Phase
from storage.posts import list_tables, name_table
from storage.settings import Person
from tests.storage.tables import ANN, BOB, CLEO, VARIANTS
from tests.support.interactions import PRIVATE, PUBLIC, Interaction, Message
from tests.support.rooms import Room
from ui.controls import Control
from ui.messages.limits import Limit

COG = PlayCog


async def test_sending_a_rack_as_a_direct_message_is_limited_and_showing_it_is_not(room: Room) -> None:
    await room.playing()
    for _ in range(Limit.SHOW.personal):
        await room.command("rack", dm=True)

    said = await room.refused(room.command("rack", dm=True))

    assert said.startswith("You've asked for that several times in a minute.")
    assert "Your rack" in (await room.command("rack")).text


async def test_the_table_is_posted_again_as_a_spectator_sees_it(room: Room) -> None:
    game = await room.playing()

    answer = await room.command("table")

    (picture,) = answer.screen.pictures
    game_view = room.tables.view_for(game)
    assert answer.is_public
    assert picture.png == render.png(game_view.view, game_view.names)
    assert (picture.alt, "R3 R4 R5" in picture.alt) == (render.table_text(game_view.view, game_view.names), True)
    (shown,) = list_tables(await room.tables.posts.of(name_table(game.id)))
    assert shown.message_id == answer.id


async def test_a_solo_game_is_shown_to_its_player_alone(room: Room) -> None:
    await room.playing(guild=0, channel=ANN.user_id)

    answer = await room.command("table", Interaction(guild_id=None))

    assert not answer.is_public
    assert len(answer.screen.pictures) == 1


async def test_no_table_is_shown_where_the_bot_may_not_write(room: Room) -> None:
    await room.playing()
    lacking = Interaction(lacking=["view_channel", "send_messages"])

    assert "View Channel and Send Messages" in await room.refused(room.command("table", lacking))


async def test_a_rack_is_shown_to_its_player_alone(room: Room) -> None:
    await room.playing()

    ann, bob = await room.command("rack"), await room.command("rack", Interaction(BOB))

    assert not ann.is_public
    assert not bob.is_public
    assert set(ann.screen.menu("pick")) == {"R6", "K1", "B9"}
    assert set(bob.screen.menu("pick")) == {"O2", "O3", "O4"}
    assert "O3" not in ann.text
    assert "B9" not in bob.text


async def test_a_rack_goes_to_a_direct_message(room: Room) -> None:
    await room.playing()

    answer = await room.command("rack", dm=True)

    assert answer.text == "I've sent you your rack as a direct message."
    assert set(answer.user.messages[0].menu("pick")) == {"R6", "K1", "B9"}


async def test_a_rack_whose_direct_message_is_refused_is_shown_here(room: Room) -> None:
    await room.playing()

    answer = await room.command("rack", Interaction(closed=True), dm=True)

    assert "I can't send you direct messages, so here it is:" in answer.text
    assert not answer.is_public
    assert set(answer.screen.menu("pick")) == {"R6", "K1", "B9"}


async def test_the_whole_board_is_shown_privately_to_anybody_in_words_if_they_want_that(room: Room) -> None:
    game = await room.playing()

    answer = await room.tap("whole", game, Interaction(CLEO, PUBLIC))

    assert not answer.is_public
    assert "R3 R4 R5" in answer.screen.pictures[0].alt
    assert all(tile not in answer.text for tile in ("R6", "B9", "K1", "O2", "O3", "O4"))
    await room.tables.settings.change_person(CLEO.user_id or 0, lambda _: Person(text=True))

    answer = await room.tap("whole", game, Interaction(CLEO, PUBLIC))

    assert "A: red 3, red 4, red 5." in answer.text


async def test_a_draw_takes_the_next_tile_of_the_pool_and_ends_the_turn(room: Room) -> None:
    await room.playing(pool="O9 K13")

    answer = await room.command("draw")

    game = await room.game()
    assert game.state
    assert (await room.lines(), game.state.turn) == ([(0, "draw 1")], 1)
    assert answer.text.count("You drew") == 1
    assert "K13" in answer.screen.menu("pick")
    assert not answer.is_public


async def test_tiles_drawn_by_a_tap_under_the_table_are_shown_to_their_player_alone(room: Room) -> None:
    game = await room.playing(pool="O9 K13")

    answer = await room.tap("draw", game, Interaction(message=PUBLIC))

    assert not answer.is_public
    assert "K13" in answer.screen.menu("pick")


async def draft(room: Room, game: Game, *texts: str, seat: int = 0) -> None:
    """Lay the play of the last of these texts on a seat's bench; the others are the draft's earlier steps."""
    game_view = room.tables.view_for(game, game.players[seat].user_id)
    for text in texts:
        play = room.tables.variant(game).read(seat, f"play {text}")
        assert await arrange(room.tables, game_view, game.players[seat].user_id or 0, play)


@pytest.mark.parametrize("message", [PRIVATE, PUBLIC])
async def test_a_tap_on_draw_asks_once_if_tiles_are_drafted(room: Room, message: Message) -> None:
    game = await room.playing("R6 R7 R8 R9", "O2 O3 O4", pool="O9 K13")
    await draft(room, game, "A+R6 R7 R8")

    question = await room.tap("draw", game, Interaction(message=message))

    assert await room.game() == game
    assert question.text.startswith("**Draw instead of playing 3 tiles?**")
    assert not question.is_public
    assert list(question.screen.controls) == ["Draw", "Back"]
    again = await room.tap("draw", game, Interaction(message=message))
    assert again.screen.controls == question.screen.controls

    answer = await sure(room, question, "Draw")

    assert await room.lines() == [(0, "draw 1")]
    assert "K13" in answer.screen.menu("pick")
    assert await room.tables.benches.get(game.id, 0) != BenchState()


async def sure(room: Room, question: Interaction, label: str) -> Interaction:
    """Tap a button of a question."""
    control = question.screen.controls[label]
    return await room.tap(control.verb, await shown_by(room, control), argument=control.argument)


async def shown_by(room: Room, control: Control) -> Game:
    """The game as it was when this control was shown."""
    return replace(await room.tables.require_game(control.game), version=control.version)


async def test_a_typed_draw_asks_too_and_draws_as_many(room: Room) -> None:
    game = await room.playing("R6 B9 K1", "O2 O3 O4", pool="O9 K13 B2 B3", options={"draw_any": True})
    await draft(room, game, "A+R6")

    question = await room.command("draw", count=2)
    assert question.text.startswith("**Draw instead of playing 1 tile?**")
    await sure(room, question, "Draw")

    assert await room.lines() == [(0, "draw 2")]


async def test_a_draw_that_goes_on_until_there_is_a_play_is_one_move_and_tells_no_play(room: Room) -> None:
    """RC-5."""
    racks = ("B9 K1", "O2 O3 K9")
    pool = "K12 O9 R6 K13 B2"
    options = {"draw_until": True, "assistance": "off"}
    await room.playing(*racks, key="rummy_cube", table="R3 R4 R5", pool=pool, options=options)

    answer = await room.command("draw")

    assert "You drew B2 K13 R6." in answer.text
    assert "set A" not in answer.text
    game = await room.game()
    assert await room.lines() == [(0, "draw 1")]
    assert "drew 3 tiles" in str(game.news[-1])
    assert game.state
    assert (game.state.turn, len(game.state.pool)) == (1, 2)


async def test_a_draw_of_too_many_tiles_is_refused_and_not_asked_about(room: Room) -> None:
    game = await room.playing("R6 B9 K1", "O2 O3 O4", pool="O9 K13")
    await draft(room, game, "A+R6")

    assert await room.refused(room.command("draw", count=2)) == "You can draw 1 tile, not 2."


@pytest.mark.parametrize("count", [0, -1, 2**53])
async def test_a_number_of_tiles_that_discord_would_not_send_is_refused(room: Room, count: int) -> None:
    await room.playing(pool="O9 K13")

    assert await room.refused(room.command("draw", count=count)) == f"You can draw 1 tile, not {count}."


async def test_a_pass_asks_once_if_tiles_are_drafted(room: Room) -> None:
    game = await room.playing("R6 B9 K1", "O2 O3 O4", pool="")
    await draft(room, game, "A+R6")

    for asking in (room.command("pass"), room.tap("pass", game)):
        question = await asking
        assert question.text.startswith("**Pass instead of playing 1 tile?**")
        assert await room.game() == game
    await sure(room, question, "Pass")

    assert await room.lines() == [(0, "pass")]


async def test_a_draft_that_is_not_valid_yet_is_not_played_but_asked_about(room: Room) -> None:
    game = await room.playing(pool="O9 K13")
    await draft(room, game, "A+R6 B9")

    question = await room.tap("draw", game)

    assert question.text.startswith("**End your turn without playing your draft?**")
    await sure(room, question, "Draw")
    assert await room.lines() == [(0, "draw 1")]


async def test_a_draft_that_was_emptied_is_not_asked_about(room: Room) -> None:
    game = await room.playing(pool="O9 K13")
    await draft(room, game, "A+R6")
    state = await room.tables.benches.get(game.id, 0)
    await room.tables.benches.keep(game.id, 0, replace(state, draft=state.draft.undo()))

    await room.tap("draw", game)

    assert await room.lines() == [(0, "draw 1")]


@pytest.mark.parametrize("argument", ["1", "1-", "1-2", "1-0", "x", "1-1-1"])
async def test_only_the_answer_to_the_present_question_draws(room: Room, argument: str) -> None:
    game = await room.playing(pool="O9 K13")
    await draft(room, game, "A+R6")

    question = await room.tap("draw", game, argument=argument)

    assert await room.game() == game
    assert question.screen.controls["Draw"].argument == "1-1"


async def test_an_answer_to_a_question_about_an_older_table_changes_nothing(room: Room) -> None:
    game = await room.playing(pool="O9 K13")
    await draft(room, game, "A+R6")
    question = await room.tap("draw", game)
    moved = await room.tables.commit(replace(game, news=()), None)

    answer = await sure(room, question, "Draw")

    assert await room.game() == moved
    assert "Confirm 1 tile" in answer.screen.controls


async def test_an_offer_that_would_throw_a_draft_away_asks_once(room: Room) -> None:
    rack = "R1 R1 R2 R2 R3 R3 K1 K2 K3 B7 B9 O11 O13 K13"
    game = await room.playing(rack, "O2 O3 O4", table="", options={"three_doubles": True, "opening": False})
    await draft(room, game, "K1 K2 K3")

    question = await room.tap("offer", game, argument="0")

    assert question.text.startswith("**End your turn without playing your draft?**")
    await sure(room, question, "Ask for a new deal")
    assert await room.lines() == [(0, "redeal")]


async def test_passing_with_an_empty_pool_ends_the_turn(room: Room) -> None:
    game = await room.playing("R6 B9 K1", "O2 O3 O4", "B1 B2", pool="", players=(ANN, BOB, CLEO))

    command = await room.command("pass")
    tap = await room.tap("pass", await room.game(), Interaction(BOB))

    assert command.text.count("You passed.") == 1
    assert tap.text.count("You passed.") == 1
    assert await room.lines() == [(0, "pass"), (1, "pass")]
    assert (await room.game()).version == game.version + 2


@pytest.mark.parametrize("has_draft", [False, True])
async def test_a_turn_is_its_player_s_alone_and_nobody_else_is_asked_about_a_draft(
    room: Room, *, has_draft: bool
) -> None:
    game = await room.playing("R6 B9 K1", "R6 O3 O4")
    if has_draft:
        await draft(room, game, "A+R6", seat=1)

    for asking in (
        room.command("draw", Interaction(BOB)),
        room.command("pass", Interaction(BOB)),
        room.tap("draw", game, Interaction(BOB)),
        room.tap("pass", game, Interaction(BOB, PUBLIC)),
    ):
        assert "It isn't your turn." in await room.refused(asking)


@pytest.mark.parametrize("verb", ["draw", "pass", "offer"])
async def test_a_tap_on_an_old_picture_makes_no_move_and_brings_it_up_to_date(room: Room, verb: str) -> None:
    old = await room.playing()
    game = await room.tables.commit(replace(old, news=()), None)

    private = await room.tap(verb, old)
    public = await room.tap(verb, old, Interaction(message=PUBLIC))

    assert await room.game() == game
    assert private.screen.controls["Draw"].version == game.version
    assert public.is_public
    assert public.screen.controls["Draw"].version == game.version


async def test_resigning_asks_once_more_and_counts_when_it_is_confirmed(room: Room) -> None:
    game = await room.playing()

    question = await room.command("resign", Interaction(BOB))

    assert await room.game() == game
    assert question.screen.controls["Resign"].verb == "resign"
    answer = await room.tap("resign", game, Interaction(BOB))
    assert ((await room.game()).phase, await room.lines()) == (Phase.OVER, [(1, "resign")])
    assert not question.is_public
    assert not answer.is_public


async def drafting(room: Room) -> Game:
    """A table at which the first of its open tiles are to be taken."""
    lobby, variant = await room.lobby(BOB), VARIANTS["rummykruss"]
    state = variant.setup(2, bytes(32), 0, {"open_draft": True}).state
    game = replace(lobby, variant="rummykruss", options=state.options, phase=Phase.PLAYING, state=state)
    return await room.tables.commit(game, None)


@pytest.mark.parametrize("message", [PRIVATE, PUBLIC])
async def test_an_offer_is_taken_from_the_bench_or_the_table(room: Room, message: Message) -> None:
    game = await drafting(room)
    assert game.state

    answer = await room.tap("offer", game, Interaction((ANN, BOB)[game.state.turn], message), argument="1")

    assert (await room.game()).version == game.version + 1
    assert not answer.is_public
    assert answer.screen.pictures if message is PRIVATE else answer.is_silent


@pytest.mark.parametrize("argument", ["", "99", "-1", "x", "²"])
async def test_an_offer_that_is_not_there_is_not_taken(room: Room, argument: str) -> None:
    game = await room.playing()

    said = await room.refused(room.tap("offer", game, argument=argument))

    assert said == "That offer has expired."
