"""Claiming sets: /claim, what it offers while one types, and the button with its menu."""

from dataclasses import replace

import pytest
from discord import InteractionResponseType as Kind

from cogs.claim import ClaimCog
from storage.games import Game
from tests.storage.tables import BOB, CLEO
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room

COG = ClaimCog
SETS = "R3 R4 R5 R6 / B6 K6 O6"


async def table(room: Room) -> Game:
    """A table where Ann may claim a run and a group."""
    return await room.playing(key="rummi200kub", table=SETS)


async def test_a_set_is_claimed_by_its_letter_and_the_turn_is_over(room: Room) -> None:
    await table(room)

    answer = await room.command("claim", label="B")

    game = await room.game()
    assert game.state
    assert (await room.lines(), game.state.turn) == ([(0, "claim B")], 1)
    assert "You claimed" in answer.text
    assert not answer.is_public


@pytest.mark.parametrize("label", ["Z", "?", "B; draw", "9"])
async def test_a_set_that_is_not_there_is_not_claimed(room: Room, label: str) -> None:
    await table(room)

    assert await room.refused(room.command("claim", label=label))


async def test_claims_wait_for_the_player_s_turn(room: Room) -> None:
    game = await table(room)
    bob = Interaction(BOB), Interaction(BOB), Interaction(BOB)

    for asking in (
        room.command("claim", bob[0], label="A"),
        room.tap("claim", game, bob[1]),
        room.tap("claimed", game, bob[2], values=["A"]),
    ):
        assert "It isn't your turn." in await room.refused(asking)


async def test_onlookers_claim_nothing(room: Room) -> None:
    game = await table(room)

    said = await room.refused(room.tap("claimed", game, Interaction(CLEO), values=["A"]))

    assert said == "You're not in this game."


async def test_a_system_without_claims_has_none(room: Room) -> None:
    game = await room.playing()

    assert await room.refused(room.command("claim", label="A"))
    assert await room.refused(room.tap("claim", game)) == "You can't claim any set now."


async def test_typing_a_claim_where_no_game_is_shows_the_reason(room: Room) -> None:
    assert list((await room.suggest("choices", "a")).values()) == ["This channel has no table. /new opens one."]


async def test_the_button_lists_claims_to_the_player_who_taps_it(room: Room) -> None:
    game = await table(room)

    answer = await room.tap("claim", game, Interaction(message=PUBLIC))

    assert not answer.is_public
    assert set(answer.screen.menu("claimed")) == {"A", "B"}


async def test_the_list_takes_the_tapped_bench_s_place_and_leads_back_to_it(room: Room) -> None:
    game = await table(room)

    answer = await room.tap("claim", game)

    assert answer.first is Kind.message_update
    assert "Back" in answer.screen.controls


async def test_a_set_picked_from_the_list_is_claimed(room: Room) -> None:
    game = await table(room)

    answer = await room.tap("claimed", game, values=["A"])

    assert await room.lines() == [(0, "claim A")]
    assert "You claimed set A." in answer.text


async def test_an_old_list_claims_nothing(room: Room) -> None:
    old = await table(room)
    game = await room.tables.commit(replace(old, news=()), None)

    for asking in (room.tap("claimed", old, values=["A"]), room.tap("claimed", game)):
        assert "The table has changed since then, so nothing was done." in await room.refused(asking)


async def test_the_letters_are_offered_while_one_types(room: Room) -> None:
    await table(room)

    everything, some = await room.suggest("choices", ""), await room.suggest("choices", " b")

    assert set(everything) == {"A", "B"}
    assert set(some) == {"B"}
    assert "points" in some["B"]
    assert list(await room.suggest("choices", "", Interaction(CLEO))) == ["?"]


async def test_sets_that_no_list_has_room_for_are_found_by_their_letters(room: Room) -> None:
    groups = " / ".join(f"R{number} B{number} K{number}" for number in (*range(1, 14), *range(1, 14)))
    game = await room.playing("O1", "O2", key="rummi200kub", table=groups)

    menu = await room.tap("claim", game)

    assert len(await room.suggest("choices", "")) == len(menu.screen.menu("claimed")) == 25
    assert list(await room.suggest("choices", "a")) == ["A"]
    assert "`/claim` lists the rest" in menu.text
