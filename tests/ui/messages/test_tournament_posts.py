"""A tournament's messages: which it wants, what they show and whom they call, and what follows once they're there."""

import re
from collections.abc import Sequence
from typing import Any, cast

import discord as library
import pytest

from cogs.tournament import TournamentCog
from services.tournaments.rounds import cancel
from storage.posts import Post, name_tournament
from storage.settings import Language, Server
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import PairingKey, Tournament, TournamentKind, TournamentPhase
from tests.services.tournaments.playing import a_stored
from tests.storage.tables import ANN, CHANNEL, GUILD, a_lobby
from tests.support.panels import list_texts
from tests.support.rooms import Room
from tests.support.tournaments import (
    FIRST_ID,
    PLAYERS,
    Discord,
    bring_up_to_date,
    come,
    open_pairings,
    opened_tournament,
    play_on,
    player,
    resign,
    started_tournament,
    tap,
    the_tournament,
    world,
)
from tests.support.waiting import until_done
from ui.wanted import Wanted, WantedPost

COG = TournamentCog
BOT = Discord
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008  # Discord's codes
FIRST = PairingKey(0, 0)


def there(stored: StoredTournament, *purposes: str, message_id: int = 7) -> list[Post]:
    """Posts with these purposes."""
    owner = name_tournament(stored.id)
    return [Post(owner, each, CHANNEL, message_id, each, "once", 0) for each in purposes]


async def wanted_by(room: Room, stored: StoredTournament, posts: Sequence[Post] = ()) -> Wanted:
    wanted = await room.services.tournament_posts.list_wanted(name_tournament(stored.id), posts)
    assert wanted
    return wanted


async def wants(room: Room, stored: StoredTournament, *purposes: str) -> dict[str, WantedPost]:
    """The messages that a tournament wants when these are there, in order."""
    return {each.purpose: each for each in (await wanted_by(room, stored, there(stored, *purposes))).posts}


async def text_of(wanted: WantedPost) -> str:
    return "\n".join(list_texts((await wanted.build()).view))


async def all_come(room: Room) -> StoredTournament:
    """Both players of the first table come, and one of the second."""
    first, second = (await the_tournament(room)).tournament.rounds[0]
    for user_id in (*first.user_ids, second.first):
        await tap(room, "imhere", player(user_id))
    return await the_tournament(room)


# what is wanted


async def test_a_new_tournament_wants_only_its_announcement_from_which_its_thread_is_created(room: Room) -> None:
    swiss = Tournament(kind=TournamentKind.SWISS, variant="classic")
    new = a_stored(swiss, id=0, guild_id=GUILD, channel_id=CHANNEL, thread_id=0)
    stored = await room.services.tournaments.open(new)
    (announcement,) = (await wants(room, stored)).values()
    assert (announcement.purpose, announcement.is_root) == ("announcement", False)
    assert announcement.then

    await announcement.then(FIRST_ID)

    stored = await the_tournament(room)
    assert stored.thread_id == FIRST_ID
    assert room.bot.threads == {FIRST_ID: "Swiss tournament · Classic"}
    changed = (await wants(room, stored, "announcement"))["announcement"]
    assert (changed.shown != announcement.shown, changed.is_root) == (True, True)
    assert list(await wants(room, stored)) == ["panel"]  # an announcement that is gone stays so


async def test_a_round_wants_its_tables_which_call_their_players_and_then_the_panel(room: Room) -> None:
    await opened_tournament(room, count=5)
    await tap(room, "begin", ANN)
    stored = await the_tournament(room)
    wanted = await wants(room, stored, "announcement")

    assert list(wanted)[:1] + list(wanted)[-1:] == ["announcement", "panel"]
    tables = list(wanted.values())[1:-1]
    called = [each.user_ids for each in open_pairings(stored.tournament)]
    assert [each.called for each in tables] == called
    assert [each.channel_id for each in (*tables, wanted["panel"])] == [CHANNEL] * len(tables) + [stored.thread_id]
    assert f"<@{called[0][0]}> plays <@{called[0][1]}>." in await text_of(tables[0])


async def test_a_table_is_posted_again_until_its_game_begins_and_then_only_edited(room: Room) -> None:
    stored = await started_tournament(room)
    assert not (await wants(room, stored))["0-0"].is_root
    await come(room, stored.tournament.rounds[0][0])
    assert (await wants(room, stored))["0-0"].is_root
    await resign(room, stored.tournament.rounds[0][0].first)

    assert "0-0" not in await wants(room, stored)
    decided = (await wants(room, stored, "0-0"))["0-0"]
    assert (decided.is_root, decided.called, decided.then) == (True, (), None)
    assert "won against" in await text_of(decided)


async def test_a_canceled_tournament_announces_no_table_and_posts_nothing_if_it_was_not_announced(room: Room) -> None:
    stored = await opened_tournament(room)
    await tap(room, "begin", ANN)
    await room.services.tournaments.change(stored.id, cancel)
    assert list(await wants(room, stored, "announcement", "0-0")) == ["announcement", "0-0", "panel"]
    assert (await wanted_by(room, stored)).is_over

    await room.database.run("UPDATE tournament SET thread_id = 0")

    assert await wants(room, stored) == {}
    assert "was canceled" in await text_of((await wants(room, stored, "announcement"))["announcement"])


async def test_a_winner_is_invited_to_the_next_game_where_they_won_unless_that_thread_is_gone(room: Room) -> None:
    stored = await started_tournament(room)
    for pairing in stored.tournament.rounds[0]:
        await come(room, pairing)
        await resign(room, pairing.second or 0)
    threads = [pairing.thread_id or 0 for pairing in stored.tournament.rounds[0]]
    room.bot.channels[threads[1]] = object()

    wanted = await wants(room, await the_tournament(room))

    assert [each.channel_id for each in wanted.values() if each.purpose.startswith("next ")] == threads[1:]
    invitation = await text_of(wanted["next 1-0 1"])
    assert "Final" in invitation
    assert "Tap **I'm here**" in invitation
    await come(room, (await the_tournament(room)).tournament.rounds[1][0])
    (final,) = (await the_tournament(room)).tournament.rounds[1]
    begun = (await wants(room, await the_tournament(room)))["next 1-0 1"]
    assert begun.shown != wanted["next 1-0 1"].shown
    assert f"<#{final.thread_id}>" in await text_of(begun)
    await resign(room, final.first)
    over = (await wants(room, await the_tournament(room), "next 1-0 1"))["next 1-0 1"]
    assert over.shown == "over"


@pytest.mark.parametrize("kind", TournamentKind)
async def test_the_standings_are_a_picture_once_there_is_a_result(room: Room, kind: TournamentKind) -> None:
    stored = await started_tournament(room, kind)
    is_swiss = kind is TournamentKind.SWISS
    assert bool((await (await wants(room, stored))["panel"].build()).files) is not is_swiss
    pairing = stored.tournament.rounds[0][0]
    await come(room, pairing)
    await resign(room, pairing.first)

    content = await (await wants(room, stored))["panel"].build()

    (picture,) = pictures(content.view)
    assert len(content.files) == 1
    start = (
        "Swiss tournament, Classic · Round 1 of 2\n1. " if is_swiss else "Knockout tournament, Classic · Semifinal\nSe"
    )
    assert (picture.description or "").startswith(start)


def pictures(view: Any) -> list[Any]:
    galleries = [each for each in view.walk_children() if isinstance(each, library.ui.MediaGallery)]
    return [item for gallery in galleries for item in gallery.items]


async def test_the_end_calls_the_winner_and_no_stored_text_has_a_players_id(room: Room) -> None:
    stored = await started_tournament(room)
    await play_on(room)
    stored = await the_tournament(room)

    (final,) = stored.tournament.rounds[-1]
    assert (await wants(room, stored))["end"].called == [final.result]
    kept = {each.shown for each in await room.tables.posts.of(name_tournament(stored.id)) if each.purpose != "panel"}
    assert kept == {"over with thread", "over", "once"}  # of the panel, the tournament's version
    assert await room.services.tournaments.store.unsettled() == []


async def test_a_winner_whose_data_is_deleted_is_named_and_not_mentioned(room: Room) -> None:
    stored = await started_tournament(room)
    await play_on(room)
    (final,) = (await the_tournament(room)).tournament.rounds[-1]
    await room.services.personal_data.delete_person(final.first)
    assert await room.services.tournaments.store.unsettled() == [stored.id]
    await bring_up_to_date(room)

    panel = world(room).posted(stored.thread_id)[0].screen.text
    assert re.search(r"🏆 \*\*deleted-[0-9a-f]{4}\*\* won the tournament.", panel)
    assert "<@-" not in panel
    assert f"<@{final.first}>" not in panel  # a pseudonym may have the same digits


async def test_messages_are_in_the_servers_language(room: Room) -> None:
    await room.tables.settings.change_server(GUILD, lambda _: Server(language=Language.GERMAN))
    stored = await opened_tournament(room)

    assert "## K.-o.-Turnier" in await text_of((await wants(room, stored))["panel"])


async def test_before_its_server_is_there_a_tournament_waits(room: Room) -> None:
    stored = await started_tournament(room)
    world(room).is_away = True
    assert await room.services.tournament_posts.list_wanted(name_tournament(stored.id), ()) is None

    assert not room.services.tournament_posts.go_on(GUILD + 1)
    assert room.services.tournament_posts.go_on(GUILD)
    assert not room.services.tournament_posts.go_on(GUILD)


# what follows


async def test_a_table_whose_thread_has_another_game_begins_after_that(room: Room) -> None:
    stored = await started_tournament(room)
    thread_id = stored.tournament.find(FIRST).thread_id or 0
    lobby = await a_lobby(room.tables.games, channel=thread_id, interaction=1)
    await all_come(room)
    table = (await wants(room, stored))["0-0"]
    assert table.then
    await table.then(thread_id)
    assert await room.games() == [lobby]

    await room.database.run("UPDATE game SET phase = 'closed'")
    room.tables.games.clear_cache()

    assert (await wants(room, stored))["0-0"].shown != table.shown


async def test_both_players_of_a_table_get_their_racks_where_they_said_that_they_are_here(room: Room) -> None:
    stored, webhooks = await started_tournament(room), room.services.webhooks
    thread_id, here = stored.tournament.find(FIRST).thread_id or 0, []
    for user_id in stored.tournament.find(FIRST).user_ids:
        here.append(await tap(room, "imhere", player(user_id)))
        webhooks.note_begin(cast("Any", here[-1]))
        webhooks.note_end(cast("Any", here[-1]))

    then = (await wants(room, stored))["0-0"].then
    assert then
    await then(thread_id)
    await until_done("responses-")

    assert all("Your rack" in each.text and f"<#{thread_id}>" in each.text and not each.is_public for each in here)


# through the outbox


async def test_a_table_whose_message_was_deleted_before_its_thread_was_created_is_announced_again(room: Room) -> None:
    stored = await started_tournament(room)
    deleted = stored.tournament.find(FIRST).thread_id
    await all_come(room)
    world(room).refuses["create_thread"] = UNKNOWN_MESSAGE

    await bring_up_to_date(room)

    again = (await the_tournament(room)).tournament.find(FIRST).thread_id
    assert again != deleted
    assert [game.channel_id for game in await room.games()] == [again]


@pytest.mark.parametrize("is_listed", [True, False])
async def test_a_tournament_is_canceled_if_its_channel_is_gone_and_not_if_discord_still_lists_it(
    room: Room, *, is_listed: bool
) -> None:
    stored = await started_tournament(room)
    if is_listed:
        room.bot.channels |= {each: object() for each in (CHANNEL, stored.thread_id)}
    await tap(room, "imhere", PLAYERS[0])
    world(room).refused[CHANNEL] = UNKNOWN_CHANNEL
    for _ in range(2):
        await bring_up_to_date(room)

    phase = TournamentPhase.RUNNING if is_listed else TournamentPhase.CANCELED
    assert (await the_tournament(room)).tournament.phase is phase
    assert bool(await room.services.tournaments.store.unsettled()) == is_listed
