"""Leaving a running game to a computer, resigning, and ending the game by agreement."""

from dataclasses import replace

import pytest

from cogs.leave import LeaveCog
from engine.game.actions import Draw
from engine.game.goals import Level
from services.seats import agree_to_end
from storage.games import Game, Phase
from tests.storage.tables import ANN, BOB, CLEO
from tests.support.interactions import PUBLIC, Interaction
from tests.support.panels import list_texts
from tests.support.rooms import Room
from ui.messages.limits import Limit

COG = LeaveCog


async def asked(room: Room) -> Game:
    """A running game that Ann would end."""
    await room.playing()
    await room.command("end")
    return await room.game()


async def test_the_asker_is_told_in_private_and_the_others_are_asked_in_one_message(room: Room) -> None:
    await room.playing()

    answer = await room.command("end")

    game = await room.game()
    assert [player.agrees_to_end for player in game.players] == [True, False]
    assert game.phase is Phase.PLAYING
    assert not answer.is_public
    assert "You agreed to end the game. Waiting for <@22>." in answer.text
    assert answer.screen.controls["Play on"].verb == "playon"


async def test_the_only_person_of_a_game_is_asked_alone(room: Room) -> None:
    game = await room.playing(players=(ANN, replace(BOB, away=True)))

    answer = await room.command("end")

    assert await room.game() == game
    assert not answer.is_public
    assert answer.screen.controls["End the game"].verb == "end"


async def test_asking_again_changes_nothing_during_a_vote(room: Room) -> None:
    game = await asked(room)

    for asking in (room.command("end"), room.tap("stop", game), room.tap("end", game)):
        answer = await asking
        assert "You agreed to end the game. Waiting for <@22>." in answer.text
        assert await room.game() == game


async def test_a_question_to_the_last_person_that_is_answered_when_others_are_back_begins_a_vote_that_counts(
    room: Room,
) -> None:
    game = await room.playing()
    for _ in range(Limit.ASK_TO_END.personal):
        await room.tap("end", game)
        await room.tap("playon", game)

    said = await room.refused(room.tap("end", game))

    assert said.startswith("You've asked to end a game several times in a few minutes.")
    room.clock += Limit.ASK_TO_END.seconds + 1
    await room.tap("end", game)
    assert (await room.game()).players[0].agrees_to_end


async def test_a_manager_who_looks_on_can_end_the_game_for_everybody(room: Room) -> None:
    game = await room.playing()

    question = await room.command("end", Interaction(CLEO, manages=True))
    assert not question.is_public
    assert question.screen.controls["End for everyone"].verb == "endall"
    answer = await room.tap("endall", game, Interaction(CLEO, manages=True))

    assert answer.is_public
    assert "<@33> ended the game as a server manager." in answer.text
    assert (await room.game()).phase is Phase.OVER


async def test_a_manager_who_plays_asks_like_everybody(room: Room) -> None:
    game = await room.playing()

    for _ in range(2):
        answer = await room.command("end", Interaction(manages=True))
        assert set(answer.screen.controls) == {"Play on"}

    said = await room.refused(room.tap("endall", game, Interaction(manages=True)))
    assert said == "You're a player in this game, so you can't end it for everyone. You can resign."


async def test_a_manager_who_has_left_the_game_can_t_void_it(room: Room) -> None:
    game = await room.playing()
    await room.tap("handover", game)

    assert "You've left this game" in await room.refused(room.command("end", Interaction(manages=True)))
    assert "You're a player in this game" in await room.refused(room.tap("endall", game, Interaction(manages=True)))


async def test_only_a_manager_of_this_server_ends_a_game_for_everybody(room: Room) -> None:
    game = await room.playing()
    elsewhere = Interaction(CLEO, guild_id=game.guild_id + 1, manages=True)

    for asked in (Interaction(ANN), Interaction(CLEO), elsewhere):
        assert "Manage Server" in await room.refused(room.tap("endall", game, asked))


async def test_the_last_agreement_ends_the_game(room: Room) -> None:
    game = await asked(room)

    answer = await room.tap("end", game, Interaction(BOB, PUBLIC))

    assert (await room.game()).phase is Phase.OVER
    assert not answer.is_public
    assert "## Nobody wins" in answer.text


async def test_an_agreement_among_more_is_noted(room: Room) -> None:
    game = await room.playing("R6", "O2", "K4", players=(ANN, BOB, CLEO))

    answer = await room.tap("end", game, Interaction(BOB, PUBLIC))

    after = await room.game()
    assert [player.agrees_to_end for player in after.players] == [False, True, False]
    assert after.phase is Phase.PLAYING
    assert not answer.is_public
    assert "Waiting for <@11> and <@33>." in answer.text


async def test_only_players_who_agree_too_late_are_shown_the_end(room: Room) -> None:
    game = await room.over()

    assert not (await room.tap("end", game, Interaction(ANN, PUBLIC))).is_public
    said = await room.refused(room.tap("end", game, Interaction(CLEO, PUBLIC)))
    assert said == "You're not in this game."


async def test_one_player_who_plays_on_keeps_the_game_going(room: Room) -> None:
    game = await asked(room)

    answer = await room.tap("playon", game, Interaction(BOB, PUBLIC))

    after = await room.game()
    assert (after.phase, [player.agrees_to_end for player in after.players]) == (Phase.PLAYING, [False, False])
    assert answer.text == "You chose to play on, so the game continues."
    assert not answer.is_public
    assert str(after.news[-1]) == "<@22> chose to play on, so the game continues."


@pytest.mark.parametrize(("seat", "after"), [(0, [True, False]), (1, [False, False])])
async def test_a_move_ends_the_vote_unless_its_player_has_agreed(room: Room, seat: int, after: list[bool]) -> None:
    game = await room.tables.commit(agree_to_end(await room.playing(), seat), None)

    moved = (await room.tables.make_move(game, Draw(0), None)).game

    assert [player.agrees_to_end for player in moved.players] == after


async def test_playing_on_changes_nothing_if_nobody_asked_to_end_the_game(room: Room) -> None:
    game = await room.playing()

    await room.tap("playon", game, Interaction(message=PUBLIC))

    assert await room.game() == game


@pytest.mark.parametrize("verb", ["end", "playon"])
async def test_a_question_about_a_game_that_has_ended_says_how(room: Room, verb: str) -> None:
    game = await room.over()

    answer = await room.tap(verb, game, Interaction(BOB, PUBLIC))

    assert await room.game() == game
    assert "<@11> wins" in answer.text
    assert set(answer.screen.controls) > {"Rematch", "Review", "Log"}
    assert not answer.is_public


async def test_a_computer_takes_the_seat_of_a_player_who_leaves_once(room: Room) -> None:
    game = await room.playing()

    answer = await room.tap("handover", game)

    player = (await room.game()).players[0]
    assert (player.away, player.left) == (True, True)
    assert not answer.is_public
    assert "You've left this game, and a computer plays for you." in answer.text
    assert "I'm back" in answer.screen.controls
    assert "You've left this game" in await room.refused(room.tap("handover", game))


async def test_leaving_and_coming_back_is_limited(room: Room) -> None:
    game = await room.playing(options={"clock": 0, "assistance": "full"})  # not rated, so they may come back at once
    for _ in range(Limit.LEAVE.personal):
        await room.tap("handover", game)
        await room.tables.give_seat_back(await room.game(), ANN.user_id or 0, asked=True)

    said = await room.refused(room.tap("handover", game))

    assert said.startswith("You've left games several times in a few minutes.")


async def test_canceling_changes_nothing_and_leads_back_to_the_rack(room: Room) -> None:
    game = await room.playing()
    before = await room.stored()

    answer = await room.tap("stay", game)

    assert await room.stored() == before
    assert "Nothing was changed." in answer.text
    assert answer.screen.controls["Draw"].verb == "draw"
    assert not answer.is_public


async def test_a_manager_who_cancels_is_offered_no_rack(room: Room) -> None:
    game = await room.playing()

    question = await room.command("end", Interaction(CLEO, manages=True))
    assert question.screen.controls["Cancel"].verb == "stay"
    answer = await room.tap("stay", game, Interaction(CLEO))

    assert (answer.text, dict(answer.screen.controls)) == ("Nothing was changed.", {})


async def test_canceling_in_a_solo_game_leads_back_to_the_bench(room: Room) -> None:
    game = await room.playing(
        guild=0, channel=ANN.user_id, players=(ANN, replace(BOB, user_id=None, computer=Level.FAIR))
    )

    answer = await room.tap("stay", game)

    assert "Nothing was changed." in answer.text
    assert "Draw" in answer.screen.controls


@pytest.mark.parametrize("asked", [Interaction(BOB), Interaction(CLEO, manages=True)], ids=["the host", "a manager"])
async def test_the_host_and_managers_close_a_lobby_that_others_can_not(room: Room, asked: Interaction) -> None:
    lobby = await room.lobby(BOB)
    await room.tables.commit(replace(lobby, players=(BOB,), host_id=BOB.user_id or 0), None)
    refused = await room.refused(room.command("end", Interaction(CLEO)))
    assert refused == f"Only the host, <@{BOB.user_id}>, and server managers can close this table."

    answer = await room.command("end", asked)

    assert (answer.text, answer.is_public) == ("You closed this table.", False)
    closed = await room.game()
    assert closed.phase is Phase.CLOSED
    shown, _ = await room.services.public_screens.show(closed)
    assert list_texts(shown) == ["This table was closed by its host or a server manager. /new opens another."]
