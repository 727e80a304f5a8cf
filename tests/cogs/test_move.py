"""Moving a table: who may, which table, where to, and what becomes of its messages."""

import asyncio
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.move import MoveCog
from engine.game.actions import Draw, Resign
from services.game_view import follows_own_action
from services.overdue.suspensions import suspend_here
from services.refusals import Refusal
from storage.games import MoveNews, Phase, Player
from storage.posts import name_table
from storage.settings import Server
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import Entrant, Pairing, Tournament, TournamentKind, TournamentPhase
from tests.storage.tables import ANN, BOB, CHANNEL, GUILD, NOON
from tests.support.interactions import Interaction, refusal
from tests.support.rooms import Room
from tests.support.waiting import until_done
from ui.messages.limits import Limit
from ui.network import request_budget

COG = MoveCog
THERE = 2_001
WRITING = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True)
UNTHREADED = discord.Permissions(view_channel=True, send_messages=True)


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_budget, "PAUSE", 0)


def named(number: int = THERE, **more: Any) -> Any:
    """A channel as a command's option has it."""
    return SimpleNamespace(
        **{"id": number, "guild_id": GUILD, "type": discord.ChannelType.text, "permissions": WRITING} | more
    )


async def test_the_host_moves_the_channel_s_table_and_everybody_there_is_told(room: Room) -> None:
    await room.lobby()

    answer = await room.command("move-table", channel=named())

    game = await room.game()
    assert (game.channel_id, game.phase, game.version) == (THERE, Phase.LOBBY, 2)
    assert [str(each) for each in game.news] == ["<@11> moved the table here."]
    assert answer.is_public
    assert answer.text == f"<@11> moved the table to <#{THERE}>."


async def test_a_running_game_goes_on_where_it_was_moved_to(room: Room) -> None:
    before = await room.playing()

    await room.command("move-table", channel=named())

    game = await room.game()
    assert (game.channel_id, game.state, game.players) == (THERE, before.state, before.players)
    assert await room.tables.games.in_channel(CHANNEL) is None
    assert (await room.tables.require_game_here(THERE)).id == before.id
    assert await room.lines() == []


async def test_the_host_moves_their_only_table_from_elsewhere(room: Room) -> None:
    await room.lobby()

    answer = await room.command("move-table", Interaction(channel_id=THERE), channel=named())

    assert (await room.game()).channel_id == THERE
    assert not answer.is_public
    assert answer.text == f"The table is now in <#{THERE}>."


async def test_a_manager_who_hosts_a_table_means_that_one(room: Room) -> None:
    await room.lobby(channel=CHANNEL + 5, host=BOB, interaction=7)
    mine = await room.lobby()

    await room.command("move-table", Interaction(manages=True, channel_id=THERE), channel=named())

    assert [each.id for each in await room.games() if each.channel_id == THERE] == [mine.id]


async def test_others_move_no_table_but_managers_do(room: Room) -> None:
    await room.playing()

    said = await room.refused(room.command("move-table", Interaction(BOB), channel=named()))
    await room.command("move-table", Interaction(BOB, manages=True), channel=named())

    assert said == "Only the host, <@11>, and server managers can move this table."
    assert (await room.game()).channel_id == THERE


async def test_users_who_may_move_several_tables_choose_one(room: Room) -> None:
    first = await room.playing()
    second = await room.playing(channel=CHANNEL + 5)
    room.bot.channels[CHANNEL] = SimpleNamespace(name="games")
    elsewhere = partial(Interaction, channel_id=CHANNEL + 9)

    said = await room.refused(room.command("move-table", elsewhere(), channel=named()))
    offered = await room.suggest("suggest", "", elsewhere())
    narrowed = await room.suggest("suggest", "GAMES", elsewhere())
    await room.command("move-table", elsewhere(), channel=named(), table=str(second.id))

    assert said == "You can move several tables. Choose one with the option **table**."
    assert offered == {
        str(first.id): "#games · Classic · Ann, Bob",
        str(second.id): "unknown channel · Classic · Ann, Bob",
    }
    assert list(narrowed) == [str(first.id)]
    assert [each.channel_id for each in await room.games()] == [CHANNEL, THERE]


@pytest.mark.parametrize("table", ["", "x", "-1", "99", "1"])
async def test_no_table_is_moved_that_is_not_on_the_list_nor_by_managers_from_elsewhere(room: Room, table: str) -> None:
    await room.playing()

    theirs, elsewhere = Interaction(BOB), Interaction(BOB, manages=True, guild_id=GUILD + 1)
    for asked in (theirs, elsewhere):
        asked.channel_id = CHANNEL + 9
        said = await room.refused(room.command("move-table", asked, channel=named(), table=table))
        assert said == "There's no such table, or you can't move it."
    assert await room.suggest("suggest", "", Interaction(BOB)) == {}


async def test_a_game_that_is_over_stays(room: Room) -> None:
    await room.over()

    assert "has no table" in await room.refused(room.command("move-table", channel=named()))


@pytest.mark.parametrize(
    ("channel", "said"),
    [
        (named(CHANNEL), f"The table is already in <#{CHANNEL}>."),
        (named(permissions=discord.Permissions(view_channel=True)), f"You can't write in <#{THERE}>."),
        (
            named(type=discord.ChannelType.public_thread, permissions=UNTHREADED, parent_id=1),
            f"You can't write in <#{THERE}>.",
        ),
        (
            named(type=discord.ChannelType.public_thread, locked=True, parent_id=1),
            f"<#{THERE}> is locked, so I can't show a table there. Moderators can unlock it.",
        ),
    ],
)
async def test_a_channel_that_cannot_take_the_table_is_refused(room: Room, channel: Any, said: str) -> None:
    await room.playing()

    assert await room.refused(room.command("move-table", channel=channel)) == said


async def test_a_channel_where_the_bot_cannot_write_is_refused(room: Room) -> None:
    await room.playing()
    room.bot.refuses_typing = 50013

    said = await room.refused(room.command("move-table", channel=named()))

    assert said == f"Discord refuses my messages in <#{THERE}> (error 50013)."


async def test_a_channel_with_a_table_is_refused(room: Room) -> None:
    await room.playing()
    await room.playing(channel=THERE)

    said = await room.refused(room.command("move-table", channel=named()))

    assert said == f"<#{THERE}> already has a table. Choose another channel."


async def test_managers_decide_where_tables_are_moved(room: Room) -> None:
    await room.playing()
    await room.tables.settings.change_server(GUILD, lambda _: Server(channels=(77,)))

    assert "tables can be opened in <#77>" in await room.refused(room.command("move-table", channel=named()))
    await room.command("move-table", channel=named(parent_id=77))
    assert (await room.game()).channel_id == THERE


async def test_moving_a_table_is_limited(room: Room) -> None:
    await room.playing()
    for number in range(Limit.SHOW.personal):
        await room.command("move-table", Interaction(channel_id=THERE + number - 1), channel=named(THERE + number))

    said = await room.refused(room.command("move-table", channel=named(CHANNEL)))

    assert said.startswith("You've asked for that several times in a minute.")


async def test_a_move_counts_once(room: Room) -> None:
    await room.playing()
    asked = Interaction()
    await room.command("move-table", asked, channel=named())

    again = Interaction(id=asked.id, channel_id=THERE)
    assert await room.refused(room.command("move-table", again, channel=named(CHANNEL))) == "That's already done."


async def test_the_messages_follow_the_table_also_one_that_waits_after_a_failure(room: Room) -> None:
    game = await room.playing()
    await room.services.public_table.post(game)
    await finish_updates()
    shown = await room.tables.posts.of(name_table(game.id))
    room.services.outbox.failures.note(name_table(game.id), game.guild_id, CHANNEL, refusal(50013, 403), began=0)
    room.tables.announce(game)

    await room.command("move-table", channel=named())
    room.services.public_table.on_change(await room.game())
    await finish_updates()

    moved = await room.tables.posts.of(name_table(game.id))
    assert [each.purpose.split()[0] for each in moved] == ["table", "ping"]
    assert [{each.channel_id for each in posts} for posts in (shown, moved)] == [{CHANNEL}, {THERE}]
    assert {each.message_id for each in shown} == set(room.bot.deleted)
    assert room.services.outbox.failures.find(name_table(game.id)) is None


PRIVATE_THREAD = named(type=discord.ChannelType.private_thread, parent_id=1)


@pytest.mark.parametrize("channel", [named(), named(type=discord.ChannelType.voice), PRIVATE_THREAD])
async def test_a_table_does_not_go_where_one_of_its_players_can_t_play(room: Room, channel: Any) -> None:
    await room.playing()
    room.bot.thread_members = {11, 22}
    room.bot.excluded = {22}

    said = await room.refused(room.command("move-table", channel=channel))

    assert said == (
        f"The table stays here: <@22> can't see <#{THERE}>, or can't use commands there. "
        "Everyone at the table must be able to."
    )


@pytest.mark.parametrize("asked", [Interaction(), Interaction(BOB, manages=True)])
async def test_only_members_of_a_private_thread_see_it(room: Room, asked: Interaction) -> None:
    await room.playing()
    room.bot.thread_members = {11}

    said = await room.refused(room.command("move-table", asked, channel=PRIVATE_THREAD))
    room.bot.thread_members = {11, 22}
    await room.command("move-table", channel=PRIVATE_THREAD)

    assert said.startswith("The table stays here: <@22> can't see")
    assert (await room.game()).channel_id == THERE


@pytest.mark.parametrize(
    "players", [(ANN, BOB), (ANN, replace(BOB, away=True)), (ANN, replace(BOB, away=True, left=True))]
)
async def test_a_seat_that_a_computer_keeps_is_its_player_s_still(room: Room, players: Any) -> None:
    await room.playing(players=players)
    room.bot.excluded = {22}

    assert "<@22>" in await room.refused(room.command("move-table", channel=named()))


async def test_players_who_left_resigned_or_were_deleted_block_no_move(room: Room) -> None:
    players, racks = (ANN, BOB, Player(33, "Cy"), Player(-5, "deleted-0005")), ("R6 R7", "K1 K2", "O3 O4", "B5 B6")
    game = await room.playing(*racks, players=players)
    await room.tables.make_move(game, Resign(2), None)
    room.bot.gone, room.bot.excluded = {22}, {33, -5}

    await room.command("move-table", channel=named())

    assert (await room.game()).channel_id == THERE


async def test_a_lobby_does_not_leave_its_people_behind(room: Room) -> None:
    await room.lobby(BOB)
    room.bot.excluded = {22}

    assert "<@22>" in await room.refused(room.command("move-table", channel=named()))


async def test_a_table_stays_where_it_is_while_discord_doesn_t_say_who_sees_the_other_place(room: Room) -> None:
    await room.playing()
    room.bot.members_fail = True

    said = await room.refused(room.command("move-table", channel=named()))

    assert said == f"Discord didn't say in time who can play in <#{THERE}>. Try again."


async def test_a_player_who_joins_meanwhile_is_not_left_behind(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = await room.lobby()
    retry = type(room.tables).retry

    async def joined(tables: Any, game: Any, attempt: Any) -> Any:
        await room.tables.commit(replace(lobby, players=(*lobby.players, BOB)), None)
        return await retry(tables, game, attempt)

    monkeypatch.setattr(type(room.tables), "retry", joined)

    with pytest.raises(Refusal, match="Somebody has just joined the table"):
        await room.command("move-table", channel=named())
    assert (await room.game()).channel_id == CHANNEL


async def test_a_move_restarts_the_time_of_a_turn_once(room: Room) -> None:
    game = await room.started()
    assert game.state
    assert game.state.deadline == NOON + 60
    room.clock += 50

    await room.command("move-table", channel=named())

    moved = await room.game()
    assert moved.state
    assert (moved.state.deadline, moved.remind_at) == (NOON + 50 + 60, NOON + 50 + 30)
    room.clock += 50
    await room.command("move-table", Interaction(channel_id=THERE), channel=named(CHANNEL))
    assert (await room.game()).due_at == NOON + 50 + 60
    drawn = (await room.tables.make_move(await room.game(), Draw(moved.state.turn), None)).game
    room.clock += 40
    await room.command("move-table", channel=named())
    assert drawn.due_at == NOON + 100 + 60
    assert (await room.game()).due_at == NOON + 140 + 60


async def test_a_move_restarts_the_wait_of_a_table_without_a_clock(room: Room) -> None:
    game = await room.tables.commit(await room.playing(), None)
    room.clock += 1_000

    await room.command("move-table", channel=named())

    assert (await room.game()).due_at == (game.due_at or 0) + 1_000


async def test_the_player_to_move_is_called_in_the_new_place_although_only_a_computer_moved_since(room: Room) -> None:
    news = (MoveNews("", seat=0),)
    game = replace(await room.playing(players=(ANN, BOB)), news=news)
    assert follows_own_action(game, 0)

    await room.tables.commit(game, None)
    await room.command("move-table", channel=named())

    assert not follows_own_action(await room.game(), 0)


async def test_a_tournament_s_table_stays_in_its_thread_unless_that_is_gone(room: Room) -> None:
    game = await room.playing()
    tournament = Tournament(
        kind=TournamentKind.SWISS,
        variant=game.variant,
        phase=TournamentPhase.RUNNING,
        players=(Entrant(11, "Ann"), Entrant(22, "Bob")),
        rounds=((Pairing(11, 22, present=(11, 22), game_id=game.id),),),
    )
    ids: dict[str, Any] = {"guild_id": GUILD, "channel_id": CHANNEL + 1, "thread_id": CHANNEL + 2, "organizer_id": 11}
    await room.services.tournaments.store.open(StoredTournament(**ids, tournament=tournament, due_at=None), NOON)

    said = await room.refused(room.command("move-table", channel=named()))
    await suspend_here(room.tables, await room.game())
    await room.command("move-table", channel=named())

    assert said == "A tournament's table stays in its thread."
    assert (await room.game()).channel_id == THERE


async def finish_updates() -> None:
    """Wait for the updates of public messages."""
    await asyncio.sleep(0)
    await until_done("messages-table ")
