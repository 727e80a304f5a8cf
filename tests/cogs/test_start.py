"""Starting a game: who may, with which players and clock, and what they see then."""

import asyncio
from dataclasses import replace
from typing import Any, cast
from unittest.mock import Mock

import discord
import pytest

from cogs.start import StartCog
from engine.game.actions import Draw
from engine.game.goals import Level
from services.game_view import mention_player
from services.lobbies.lobby import unseat
from services.lobbies.starting import deal, start_game
from storage.games import Phase, Player
from storage.settings import Person
from tests.e2e.messages import read_rack_text
from tests.storage.tables import ANN, BOB, CHANNEL, CLEO, NOON
from tests.support.interactions import PRIVATE, PUBLIC, Interaction, refusal
from tests.support.rooms import Room
from tests.support.waiting import until_done
from ui.interaction_webhooks import EDITABLE_TIME
from ui.layout import screen, text
from ui.messages.private.live_responses import Kind

COG = StartCog
ADA = Player(None, "Ada", Level.STRONG)


async def test_the_host_starts_the_game_and_sees_their_rack(room: Room) -> None:
    await room.lobby(BOB)

    answer = await room.command("start")

    game = await room.game()
    assert game.phase is Phase.PLAYING
    assert game.state
    assert [len(seat.rack) for seat in game.state.seats] == [14, 14]
    assert not answer.is_public
    assert "Your rack" in answer.text


async def test_another_starts_the_game_of_an_absent_host_after_five_minutes(room: Room) -> None:
    lobby = await room.lobby(BOB)
    tap = Interaction(BOB, PUBLIC)

    assert "Only the host, <@11>, can start the game now. Anyone else can start it <t:" in await room.refused(
        room.tap("start", lobby, tap)
    )
    room.clock = NOON + 5 * 60
    answer = await room.tap("start", lobby, Interaction(CLEO, PUBLIC))

    assert (await room.game()).phase is Phase.PLAYING
    assert (answer.text, answer.is_public) == ("The game has started.", False)


@pytest.mark.parametrize("begins", ["lot", "host"])
async def test_the_host_at_the_start_has_the_first_seat_in_the_same_order_of_turns(room: Room, begins: str) -> None:
    """PK-2: also if who opened the table has left it."""
    lobby = replace(await room.lobby(ADA, BOB, CLEO), variant="packkub", options={"begins": begins})
    left = unseat(ANN.user_id or 0, [BOB.user_id or 0], lobby)

    begun = await start_game(room.tables, left, CLEO.user_id or 0, None)

    assert begun.players == (CLEO, ADA, BOB)
    assert begun.state
    said = {"lot": f"{mention_player(begun, begun.state.turn)} goes first.", "host": "<@33> goes first."}
    assert [str(each) for each in begun.news] == [said[begins]]


async def test_a_table_without_its_host_keeps_its_seats(room: Room) -> None:
    lobby = await room.lobby(BOB)
    begun = deal(room.tables, replace(lobby, host_id=99))

    assert begun.players == lobby.players


async def test_a_host_who_is_alone_is_offered_a_computer(room: Room) -> None:
    lobby = await room.lobby()
    asked = Interaction()

    assert await room.refused(room.command("start", asked)) == "You need at least 1 more player."
    offer = asked.screen.controls["Add a computer and start"]
    answer = await room.tap(offer.verb, lobby)

    assert [each.computer for each in (await room.game()).players] == [None, Level.FAIR]
    assert "Your rack" in answer.text


async def test_more_than_one_computer_is_offered_where_more_are_needed(room: Room) -> None:
    lobby = await room.lobby(ADA)
    await room.tables.commit(replace(lobby, options={"box": "large"}), None)  # for five or six players
    asked = Interaction()

    assert await room.refused(room.command("start", asked)) == "You need at least 3 more players."
    await room.tap(asked.screen.controls["Add 3 computers and start"].verb, lobby)

    assert [each.computer for each in (await room.game()).players] == [None, *[Level.STRONG] * 4]


async def test_only_players_add_computers(room: Room) -> None:
    lobby = await room.lobby()
    room.clock = NOON + 5 * 60
    asked = Interaction(BOB)

    await room.refused(room.command("start", asked))
    assert not asked.screen.controls
    asked = Interaction(BOB, PUBLIC)
    assert await room.refused(room.tap("fill", lobby, asked)) == "You're not in this game."
    assert asked.screen.controls["Join"].game == lobby.id


async def test_no_computer_is_added_beside_a_person_who_has_just_joined(room: Room) -> None:
    lobby = await room.lobby(BOB)

    said = await room.refused(room.tap("fill", lobby, Interaction(message=PUBLIC)))

    assert said == "Enough players are here now. Tap **Start** to begin."


async def test_one_person_plays_computers_without_a_clock_and_several_with_one(room: Room) -> None:
    lobby = await room.lobby()  # with 60 seconds in its options
    await room.tap("fill", lobby, Interaction(message=PRIVATE))
    others = await room.lobby(BOB, channel=7, interaction=2)
    await room.tap("start", others, Interaction(message=PUBLIC))

    assert [game.state.deadline for game in await room.games() if game.state] == [None, NOON + 60]


async def test_the_clock_that_a_host_chose_runs_against_computers_too(room: Room) -> None:
    lobby = await room.lobby()
    await room.tables.commit(replace(lobby, has_chosen_clock=True), None)

    await room.tap("fill", lobby)

    game = await room.game()
    assert game.state
    assert game.state.deadline == NOON + 60


async def test_a_game_starts_once(room: Room) -> None:
    game = await room.playing()

    for verb in ("start", "fill"):
        assert await room.refused(room.tap(verb, game)) == "The game has already started."


async def test_a_bench_that_follows_a_public_answer_is_never_put_in_its_place(room: Room) -> None:
    game = await room.playing()
    first, second = Interaction(), Interaction()
    await second.response.send_message(view=screen([text("Something.")]))

    for asked in (first, second):
        await room.services.private_bench.send(cast("Any", asked), game)

    shown = [cast("Any", Interaction(message=replace(PRIVATE, id=each.id))) for each in (first, second)]
    assert [room.services.responses.find_kind(each, game.id) for each in shown] == [Kind.RACK, None]
    assert second.screen.is_private


async def test_a_bench_that_was_drawn_while_a_computer_moved_updates_itself(room: Room) -> None:
    game = await room.playing()
    drawn = (await room.tables.make_move(game, Draw(0, 1), None)).game
    moved = (await room.tables.make_move(drawn, Draw(1, 1), None)).game
    asked = Interaction()

    await room.services.private_bench.send(cast("Any", asked), drawn)
    assert "to play" in asked.text
    async with asyncio.timeout(20):
        while len(asked.shown) == 1:  # noqa: ASYNC110  # nothing tells that a message was edited
            await asyncio.sleep(0.01)

    assert moved.version > drawn.version
    assert "**Your turn**" in asked.text


async def tapped_before(room: Room, asked: Interaction) -> Interaction:
    """A tap in the lobby that was answered by an edit of its message, as the whole bot notes it."""
    webhooks = room.services.webhooks
    webhooks.note_begin(cast("Any", asked))
    await asked.response.defer()
    webhooks.note_end(cast("Any", asked))
    return asked


async def test_each_player_who_tapped_lately_gets_their_own_rack_which_follows_the_game(room: Room) -> None:
    lobby = await room.lobby(BOB, CLEO)
    ann, bob, cleo = [await tapped_before(room, Interaction(each, PUBLIC)) for each in (ANN, BOB, CLEO)]
    cleo.refuses_follow_ups.append(refusal(50027))

    answer = await room.tap("start", lobby, Interaction(ANN, PUBLIC))
    await room.until(lambda: bool(bob.shown))
    while (state := (await room.game()).state) and state.turn != 1:
        room.services.responses.on_change((await room.tables.make_move(await room.game(), Draw(state.turn), None)).game)
    await room.until(lambda: "**Your turn**" in bob.text)

    assert all("Your rack" in each.text and not each.is_public for each in (answer, bob))
    assert read_rack_text(answer.shown[0].text) != read_rack_text(bob.shown[0].text)
    assert "Your rack" not in ann.text  # nobody gets two
    assert not cleo.shown


@pytest.mark.parametrize("reason", ["opened", "direct", "old", "parent"])
async def test_nobody_gets_a_rack_that_they_have_or_for_which_there_is_no_token(room: Room, reason: str) -> None:
    lobby, bob = await room.lobby(BOB), Interaction(BOB, PUBLIC, channel_id=77 if reason == "parent" else CHANNEL)
    await tapped_before(room, bob)
    if reason == "direct":
        await room.tables.settings.change_person(BOB.user_id or 0, lambda _: Person(dm=True))
    if reason == "old":
        room.clock += EDITABLE_TIME

    await room.tap("start", lobby, Interaction(ANN, PUBLIC))
    if reason == "opened":
        asked: Any = Interaction(BOB)
        with room.services.responses.hold_back(asked, lobby.id):
            await room.services.private_bench.send(asked, await room.game())
    await until_done("responses-")

    assert not bob.shown


async def test_a_rack_comes_to_the_channel_of_its_table_s_thread_if_the_player_joined_there(room: Room) -> None:
    lobby, bob = await room.lobby(BOB), await tapped_before(room, Interaction(BOB, PUBLIC, channel_id=77))

    await room.tap("start", lobby, Interaction(ANN, PUBLIC, channel=Mock(discord.Thread, parent_id=77)))
    await until_done("responses-")

    assert "Your rack" in bob.text
