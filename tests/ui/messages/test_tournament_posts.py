"""A tournament's messages: each is posted once and kept up to date, wherever the bot is killed or Discord fails."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord as library
import pytest

from cogs.tournament import TournamentCog
from services.refusals import Refusal
from services.tournaments.rounds import cancel
from services.tournaments.tournaments import CHECK_IN_TIME
from storage.games import GameStore
from storage.tournaments.store import TournamentStore
from storage.tournaments.tournament import PairingKey, Tournament, TournamentKind, TournamentPhase
from tests.services.tournaments.playing import a_stored
from tests.storage.tables import ANN, CHANNEL, GUILD, a_lobby
from tests.support.breaking import Killed
from tests.support.interactions import Interaction
from tests.support.rooms import Room, opened
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
    restarted,
    started_tournament,
    tap,
    text_channel,
    the_tournament,
    world,
)
from ui.screens.tournaments import ShownTournament, build_pairing, name_post

COG = TournamentCog
BOT = Discord
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_MANY_EDITS, MISSING_PERMISSIONS = 10003, 10008, 30046, 50013
ARCHIVED, LOCKED = 50083, 160005


def kill_at_each_write(monkeypatch: pytest.MonkeyPatch, world: Discord, *more: str) -> None:
    """Let each change that is stored count as a step before it's made, and as another one after it."""

    def watch(write: Callable[..., Any]) -> Callable[..., Any]:
        async def watched(*args: Any, **more: Any) -> Any:
            world.step("")
            result = await write(*args, **more)
            world.step("")
            return result

        return watched

    for kind, names in ((TournamentStore, ("change", "keep_posts", "note_shown", *more)), (GameStore, ("open",))):
        for name in names:
            monkeypatch.setattr(kind, name, watch(getattr(kind, name)))


async def all_come(room: Room) -> None:
    """Both players of the first table come, and one of the second."""
    first, second = (await the_tournament(room)).tournament.rounds[0]
    for user_id in (*first.user_ids, second.first):
        await tap(room, "imhere", player(user_id))


async def shown_after_kill(path: Path, monkeypatch: pytest.MonkeyPatch, kills_at: int) -> tuple[list[str], int, bool]:
    """What everybody sees of a round that has just begun, after a kill at this step; and whether there was one."""
    async with opened(path, TournamentCog, Discord()) as room:
        await opened_tournament(room)
        await tap(room, "begin", ANN)
        first = await the_tournament(room)
        drawn = first.tournament.rounds
        with monkeypatch.context() as patched:
            kill_at_each_write(patched, world(room))
            world(room).steps, world(room).kills_at = 0, kills_at
            with suppress(Killed):
                await bring_up_to_date(room)
            was_killed = world(room).steps == kills_at
        async with restarted(room) as again:
            await bring_up_to_date(again)
            assert (await the_tournament(again)).tournament.rounds == drawn
            await all_come(again)
            with monkeypatch.context() as patched:
                kill_at_each_write(patched, world(again))
                world(again).steps = 0
                with suppress(Killed):
                    await bring_up_to_date(again)
        async with restarted(room) as last:
            await bring_up_to_date(last)
            texts = [each.splitlines()[0] for each in world(last).texts(CHANNEL)]
            return texts, len(await last.games()), was_killed


async def test_wherever_the_bot_is_killed_each_message_and_game_is_there_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kills_at, was_killed = 0, True
    while was_killed or kills_at == 0:
        folder = tmp_path / str(kills_at)
        folder.mkdir()
        kills_at += 1
        texts, games, was_killed = await shown_after_kill(folder, monkeypatch, kills_at)

        assert sorted(texts) == [
            "-# Knockout tournament · Semifinal",
            "-# Knockout tournament · Semifinal",
            "<@11> opened a knockout tournament: Classic.",
        ]
        assert games == 1
    assert kills_at > 20


async def test_an_up_to_date_message_is_not_sent_again(room: Room) -> None:
    await started_tournament(room)
    before = world(room).steps

    await bring_up_to_date(room)

    assert world(room).steps == before


@pytest.mark.parametrize("code", [UNKNOWN_MESSAGE, TOO_MANY_EDITS])
async def test_a_panel_that_was_deleted_or_edited_too_often_gives_way_to_a_new_one_without_a_call(
    room: Room, code: int
) -> None:
    stored = await opened_tournament(room, count=1)
    await bring_up_to_date(room)
    await tap(room, "signup", PLAYERS[1])
    world(room).refuses["edit"] = code

    await bring_up_to_date(room)

    (panel,) = world(room).posted(stored.thread_id)
    assert "<@22>" in panel.screen.text
    assert panel.screen.called == ()


async def test_a_deleted_announcement_of_a_table_is_not_posted_again_once_its_game_runs(room: Room) -> None:
    stored = await started_tournament(room)
    pairing = stored.tournament.rounds[0][0]
    await come(room, pairing)
    count = len(world(room).posted(CHANNEL))
    await resign(room, pairing.first)
    world(room).refuses["edit"] = UNKNOWN_MESSAGE  # the panel's edit

    await bring_up_to_date(room)

    assert len(world(room).posted(CHANNEL)) == count


async def test_after_a_refusal_the_rest_is_done_later(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened_tournament(room)
    await tap(room, "begin", ANN)
    stored = await the_tournament(room)
    again: list[int] = []
    monkeypatch.setattr(room.services.tournament_posts, "_try_later", lambda number, _: again.append(number))
    world(room).refuses["send"] = MISSING_PERMISSIONS

    await room.services.tournament_posts.bring_up_to_date(stored.id)
    assert again == [stored.id]
    assert (await the_tournament(room)).tournament.phase is TournamentPhase.RUNNING

    await bring_up_to_date(room)
    assert len(world(room).posted(CHANNEL)) == 3
    assert not caplog.records


async def test_a_failure_is_logged_once_and_tried_again(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    stored = await opened_tournament(room)
    for _ in range(2):
        world(room).refuses["edit"] = MISSING_PERMISSIONS
        await room.services.tournament_posts.bring_up_to_date(stored.id)

    assert [each.getMessage() for each in caplog.records] == [
        f"tournament {stored.id} could not be shown: error {MISSING_PERMISSIONS}"
    ]


@pytest.mark.parametrize("is_listed", [True, False])
async def test_a_tournament_is_canceled_if_its_channel_is_gone_and_not_if_discord_still_lists_it(
    room: Room, *, is_listed: bool
) -> None:
    stored = await started_tournament(room)
    if is_listed:
        room.bot.channels |= {each: SimpleNamespace() for each in (CHANNEL, stored.thread_id)}
    await tap(room, "imhere", PLAYERS[0])
    phases = []
    for _ in range(2):
        world(room).refuses["edit"] = UNKNOWN_CHANNEL
        await room.services.tournament_posts.bring_up_to_date(stored.id)
        phases.append((await the_tournament(room)).tournament.phase)

    assert phases == [TournamentPhase.RUNNING if is_listed else TournamentPhase.CANCELED] * 2
    assert bool(await room.services.tournaments.store.unsettled()) == is_listed


async def test_a_canceled_tournament_begins_no_game_and_comes_to_rest(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await started_tournament(room)
    await all_come(room)
    await room.services.tournaments.change(stored.id, cancel)
    again: list[int] = []
    monkeypatch.setattr(room.services.tournament_posts, "refresh", again.append)

    await room.services.tournament_posts.bring_up_to_date(stored.id)

    assert again == []
    assert await room.games() == []


async def test_a_table_whose_thread_has_another_game_is_tried_again_later(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stored = await started_tournament(room)
    thread_id = stored.posts[name_post(PairingKey(0, 0))].message_id
    assert thread_id is not None
    lobby = await a_lobby(room.tables.games, channel=thread_id, interaction=1)
    await all_come(room)
    again: list[int] = []
    monkeypatch.setattr(room.services.tournament_posts, "refresh", again.append)

    await room.services.tournament_posts.bring_up_to_date(stored.id)

    assert again == []  # it waits longer and longer, like after a failure of Discord
    assert caplog.messages[-1] == f"tournament {stored.id} could not be shown: ChannelTaken"
    assert await room.games() == [lobby]


async def test_the_standings_are_a_picture_once_there_is_a_result(room: Room) -> None:
    stored = await started_tournament(room)
    (panel,) = world(room).posted(stored.thread_id)
    assert not pictures(panel.screen.view)
    pairing = stored.tournament.rounds[0][0]
    await come(room, pairing)
    await resign(room, pairing.first)

    await bring_up_to_date(room)

    (picture,) = pictures(panel.screen.view)
    assert (picture.description or "").startswith("Knockout tournament, Classic · Semifinal\n1. ")


async def test_the_winner_is_told(room: Room) -> None:
    stored = await started_tournament(room)

    await play_on(room)

    ending = world(room).posted(stored.thread_id)[-1]
    (final,) = (await the_tournament(room)).tournament.rounds[-1]
    assert ending.screen.called == (final.result,)


def pictures(view: Any) -> list[Any]:
    galleries = [each for each in view.walk_children() if isinstance(each, library.ui.MediaGallery)]
    return [item for gallery in galleries for item in gallery.items]


async def test_a_winner_whose_data_is_deleted_is_named_and_not_mentioned(room: Room) -> None:
    await started_tournament(room)
    winner = await play_on_but_the_end(room)
    await room.services.personal_data.delete_person(winner)
    await bring_up_to_date(room)

    panel, *_, end = world(room).posted((await the_tournament(room)).thread_id)
    assert re.fullmatch(r"🏆 \*\*deleted-[0-9a-f]{4}\*\* won the tournament.", end.screen.text)
    assert end.screen.called == ()
    for post in world(room).shown.values():
        assert "<@-" not in post.screen.text
    assert f"<@{winner}>" not in panel.screen.text  # a pseudonym may have the same digits
    assert (await the_tournament(room)).shown_version == (await the_tournament(room)).version


async def play_on_but_the_end(room: Room) -> int:
    """Play the tournament to its end, which isn't shown yet; return the winner."""
    while True:
        for pairing in open_pairings((await the_tournament(room)).tournament):
            await come(room, pairing)
            await resign(room, pairing.second or 0)
        settled = await room.services.tournaments.collect_results((await the_tournament(room)).id)
        if settled.tournament.phase.has_ended:
            (pairing,) = settled.tournament.rounds[-1]
            return pairing.first
        await bring_up_to_date(room)


async def test_the_shown_version_of_a_message_is_stored_without_players_ids(room: Room) -> None:
    await started_tournament(room)
    await play_on(room)

    kept = "".join(post.shown for post in (await the_tournament(room)).posts.values())
    assert not [player for player in PLAYERS if str(player.user_id) in kept.replace("None", "")]


async def test_a_panel_in_a_thread_that_was_archived_and_locked_is_replaced_once_it_is_unlocked(room: Room) -> None:
    stored = await opened_tournament(room, count=1)
    await bring_up_to_date(room)
    await tap(room, "signup", PLAYERS[1])
    world(room).refuses |= {"edit": ARCHIVED, "send": LOCKED}
    await room.services.tournament_posts.bring_up_to_date(stored.id)
    async with restarted(room) as again:
        await bring_up_to_date(again)

        (panel,) = world(again).posted(stored.thread_id)
        assert "<@22>" in panel.screen.text


async def test_a_locked_thread_stops_no_table(room: Room) -> None:
    stored = await opened_tournament(room)
    await bring_up_to_date(room)
    world(room).refused[stored.thread_id] = LOCKED
    await tap(room, "begin", ANN)

    await bring_up_to_date(room)
    assert (await the_tournament(room)).due_at == room.clock + CHECK_IN_TIME
    await play_on(room)

    texts = world(room).texts(CHANNEL)
    assert "won the tournament." in texts[0]
    assert sum("won against" in each for each in texts) == 3


async def test_a_table_that_cannot_be_announced_stops_no_other_and_is_announced_later(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stored = await opened_tournament(room)
    await bring_up_to_date(room)
    await tap(room, "begin", ANN)
    with monkeypatch.context() as patched:
        patched.setattr("ui.messages.tournament_posts.build_pairing", broken_for_the_first_table)
        await room.services.tournament_posts.bring_up_to_date(stored.id)

    assert [*room.services.tournament_posts._retries] == [stored.id]  # noqa: SLF001  # nothing tells of it
    assert "ZeroDivisionError" in caplog.text
    assert sum("Semifinal" in each for each in world(room).texts(CHANNEL)) == 1
    assert "Semifinal" in world(room).texts(stored.thread_id)[0]
    room.clock += 2 * CHECK_IN_TIME
    assert (await room.services.tournaments.enforce_deadline(stored.id)).tournament.dropped == ()

    await bring_up_to_date(room)

    assert sum("Semifinal" in each for each in world(room).texts(CHANNEL)) == 2
    assert (await the_tournament(room)).due_at == room.clock + CHECK_IN_TIME


def broken_for_the_first_table(shown: ShownTournament, key: PairingKey) -> Any:
    return build_pairing(shown, key) if key.table else 1 // 0


async def test_before_its_server_is_there_nothing_is_sent_and_then_the_game_begins(room: Room) -> None:
    await started_tournament(room)
    await all_come(room)
    async with restarted(room) as again:
        world(again).is_away, before = True, world(again).steps
        await bring_up_to_date(again)
        assert world(again).steps == before

        world(again).is_away = False
        assert not again.services.tournament_posts.go_on(GUILD + 1)
        assert again.services.tournament_posts.go_on(GUILD)
        await bring_up_to_date(again)

        assert len(await again.games()) == 1


async def test_a_table_whose_message_was_deleted_before_its_thread_was_created_is_announced_again(room: Room) -> None:
    stored = await started_tournament(room)
    deleted = stored.posts[name_post(PairingKey(0, 0))].message_id
    await all_come(room)
    world(room).refuses["create_thread"] = UNKNOWN_MESSAGE

    await bring_up_to_date(room)

    again = (await the_tournament(room)).posts[name_post(PairingKey(0, 0))].message_id
    assert again != deleted
    assert [game.channel_id for game in await room.games()] == [again]


async def test_a_tournament_that_is_canceled_while_a_thread_is_created_begins_no_game(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await started_tournament(room)
    await all_come(room)

    async def create_thread(*_: object, **__: object) -> None:
        await room.services.tournaments.change(stored.id, cancel)

    monkeypatch.setattr("ui.messages.tournament_posts.create_thread", create_thread)
    await bring_up_to_date(room)

    assert await room.games() == []


# opening


async def test_an_announcement_that_was_deleted_before_its_thread_was_created_is_posted_again(room: Room) -> None:
    await room.services.tournament_posts.close()
    world(room).refuses["create_thread"] = UNKNOWN_MESSAGE
    swiss = Tournament(kind=TournamentKind.SWISS, variant="classic", options={})
    await room.services.tournaments.open(
        a_stored(swiss, id=0, guild_id=GUILD, channel_id=CHANNEL, thread_id=0, organizer_id=ANN.user_id)
    )

    await bring_up_to_date(room)  # fails
    await bring_up_to_date(room)

    assert (await the_tournament(room)).thread_id == FIRST_ID + 1
    assert set(world(room).threads) == {FIRST_ID + 1}
    assert len(world(room).texts(FIRST_ID + 1)) == 1


async def opened_after_kill(path: Path, monkeypatch: pytest.MonkeyPatch, kills_at: int) -> tuple[list[str], bool]:
    """What the channel shows of a tournament that was just opened, after a kill at this step; and if there was one."""
    async with opened(path, TournamentCog, Discord()) as room:
        await room.services.tournament_posts.close()
        with monkeypatch.context() as patched:
            kill_at_each_write(patched, world(room), "open")
            world(room).kills_at = kills_at
            with suppress(Killed):
                await room.command("tournament", Interaction(channel=text_channel()), kind="swiss")
            was_killed = world(room).steps == kills_at
        world(room).kills_at = -1
        async with restarted(room) as again:
            if await again.services.tournaments.store.unsettled():
                await bring_up_to_date(again)
                stored = await the_tournament(again)
                assert set(again.bot.threads) == {stored.thread_id}
                assert len(world(again).texts(stored.thread_id)) == 1
            return world(again).texts(CHANNEL), was_killed


async def test_wherever_the_bot_is_killed_an_opened_tournament_is_there_once_with_its_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kills_at, was_killed = 0, True
    while was_killed:
        kills_at += 1
        folder = tmp_path / str(kills_at)
        folder.mkdir()
        texts, was_killed = await opened_after_kill(folder, monkeypatch, kills_at)

        thread = f"Sign-up and standings: <#{FIRST_ID}>"
        shown = [f"<@11> opened a Swiss tournament: Classic.\n{thread}\nSign up"]
        assert texts == ([] if kills_at == 1 else shown)
    assert kills_at > 8


async def test_a_canceled_tournament_that_was_never_announced_is_not_announced(room: Room) -> None:
    await room.services.tournament_posts.close()
    world(room).refused[CHANNEL] = MISSING_PERMISSIONS
    with pytest.raises(Refusal):
        await room.command("tournament", Interaction(channel=text_channel()), kind="swiss")
    world(room).refused.clear()

    await bring_up_to_date(room)

    assert world(room).texts(CHANNEL) == []
    assert await room.services.tournaments.store.unsettled() == []


async def test_a_table_that_is_announced_after_its_tournament_was_canceled_calls_nobody(room: Room) -> None:
    stored = await opened_tournament(room)
    await bring_up_to_date(room)
    world(room).refused[CHANNEL] = MISSING_PERMISSIONS
    await tap(room, "begin", ANN)
    await room.services.tournament_posts.bring_up_to_date(stored.id)
    await room.services.tournaments.change(stored.id, cancel)
    world(room).refused.clear()

    await bring_up_to_date(room)

    tables = [post.screen for post in world(room).posted(CHANNEL)[1:]]
    assert [table.called for table in tables] == [()] * len(tables)
    assert tables
