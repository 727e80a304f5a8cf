"""The one message of a vote on ending a game."""

from dataclasses import replace
from typing import Any, cast

from cogs.leave import LeaveCog
from services.seats import agree_to_end, cancel_ending
from storage.public_messages import PublicMessage, PublicMessageStore
from tests.storage.tables import ANN, BOB, CLEO
from tests.support.rooms import Room
from ui.messages.end_votes import EndVotes
from ui.messages.table_record import TableRecord

COG = LeaveCog
MESSAGES = PublicMessage(game_id=1, message_id=7, posted_at=0, posted_version=1, shown_version=1)


def votes(room: Room) -> EndVotes:
    return EndVotes(cast("Any", room.bot), room.tables, room.services.limits)


async def test_a_vote_is_posted_once_edited_as_people_agree_and_deleted_when_it_is_over(room: Room) -> None:
    game = await room.playing("R6", "O2", "K4", players=(ANN, BOB, CLEO))
    record = TableRecord(
        cast("Any", room.bot), room.tables, room.services.webhooks, game, replace(MESSAGES, game_id=game.id)
    )
    await votes(room).bring_up_to_date(game, record)
    assert record.messages == replace(MESSAGES, game_id=game.id)

    await votes(room).bring_up_to_date(agree_to_end(game, 0), record)
    asked = record.messages
    await votes(room).bring_up_to_date(agree_to_end(game, 0), record)
    assert record.messages == asked
    await votes(room).bring_up_to_date(agree_to_end(agree_to_end(game, 0), 2), record)

    assert (asked.vote_id, asked.vote_for) == (1, "0")
    assert (record.messages.vote_id, record.messages.vote_for) == (1, "0 2")
    assert (len(room.bot.posts), room.bot.deleted) == (1, [])

    await votes(room).bring_up_to_date(cancel_ending(game), record)

    assert record.messages == replace(MESSAGES, game_id=game.id)
    assert room.bot.deleted == [1]


async def test_the_record_of_a_vote_survives_a_restart(room: Room) -> None:
    game = await room.playing()
    await room.tables.public_messages.save(replace(MESSAGES, game_id=game.id, vote_id=5, vote_for="0 1"))

    kept = await PublicMessageStore(room.database).get(game.id)

    assert kept
    assert (kept.vote_id, kept.vote_for) == (5, "0 1")
