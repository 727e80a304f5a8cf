"""Opening a table, sitting down, leaving and playing again."""

import asyncio
from dataclasses import replace
from typing import Any, cast

import discord
import pytest

from cogs.lobby import LobbyCog
from engine.game.actions import Resign
from engine.game.goals import Level
from services.deadlines import DAY, LOBBY_LIFE
from services.lobbies.lobby import expire_lobby
from services.refusals import Refusal
from storage.games import Game, Phase, Player
from storage.settings import Person, Server
from tests.storage.tables import ANN, BOB, CHANNEL, CLEO, GUILD, KEY
from tests.support.interactions import PUBLIC, Interaction, Message
from tests.support.rooms import Room
from tests.support.tables import listen
from tests.support.tournaments import text_channel
from ui.messages.limits import Limit

COG = LobbyCog
ADA = Player(None, "Ada", Level.FAIR)


async def test_a_new_table_is_shown_to_everybody_and_its_host_sits_there(room: Room) -> None:
    answer = await room.command("new", clock="120", computers=1, level="strong")

    game = await room.game()
    assert answer.is_public
    assert "<@11>" in answer.text
    assert (game.phase, game.variant, game.host_id, game.channel_id) == (Phase.LOBBY, KEY, ANN.user_id, CHANNEL)
    assert [(each.name, each.computer) for each in game.players] == [("Ann", None), ("Ada", Level.STRONG)]
    assert game.options == {"clock": 120}
    assert (game.waits_until, game.grace) == (room.clock + LOBBY_LIFE, LOBBY_LIFE // 2)


async def test_a_solo_game_begins_at_once_against_a_computer_without_a_clock(room: Room) -> None:
    answer = await room.command("new", Interaction(guild_id=None))

    game = await room.game()
    assert not answer.is_public
    assert "Your rack" in answer.text
    assert (game.guild_id, game.channel_id, game.phase) == (0, ANN.user_id, Phase.PLAYING)
    assert [each.computer for each in game.players] == [None, Level.FAIR]
    assert game.state
    assert game.state.deadline is None
    assert game.state.options["clock"] == 0


async def test_a_solo_game_waits_for_its_player_who_wants_to_choose_options_first(room: Room) -> None:
    answer = await room.command("new", Interaction(guild_id=None), start=False)

    assert (await room.game()).phase is Phase.LOBBY
    assert "no clock" in answer.text
    assert list(answer.screen.controls) == ["Start", "Options", "Rules", "Leave"]


async def test_a_game_on_a_server_begins_at_once_if_its_host_wants_that(room: Room) -> None:
    answer = await room.command("new", start=True)

    game = await room.game()
    assert (game.guild_id, game.phase) == (GUILD, Phase.PLAYING)
    assert [each.computer for each in game.players] == [None, Level.FAIR]
    assert not answer.is_public
    assert "Your rack" in answer.text


async def test_a_clock_is_the_host_s_choice_if_given_or_if_chosen_for_an_earlier_solo_game(room: Room) -> None:
    await room.command("new", clock="200", start=True)
    await room.tables.settings.change_person(BOB.user_id or 0, lambda _: Person(last_options={KEY: {"clock": 40}}))
    await room.command("new", Interaction(BOB, guild_id=None))

    assert [game.state.options["clock"] for game in await room.games() if game.state] == [200, 40]


async def test_a_table_begins_with_what_the_server_played_with_last_but_a_clock_is_nobody_s_choice(room: Room) -> None:
    last = {KEY: {"clock": 60, "gone": 1, "patience": DAY}}
    await room.tables.settings.change_server(GUILD, lambda _: Server(last_options=last))

    await room.command("new", start=True)

    game = await room.game()
    assert (game.options, game.patience) == ({"clock": 60}, DAY)
    assert game.state
    assert game.state.deadline is None


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("variant", "chess", "There's no such rule system."),
        ("clock", "61", "There's no such clock."),
        ("level", "divine", "There's no such level."),
        ("computers", 5, "Too many computers: this table seats 2 to 4."),
    ],
)
async def test_a_choice_that_was_not_offered_opens_no_table(
    room: Room, option: str, value: object, sentence: str
) -> None:
    assert await room.refused(room.command("new", **{option: value})) == sentence


async def test_a_channel_has_one_table_which_the_bot_can_show(room: Room) -> None:
    said = await room.refused(room.command("new", Interaction(lacking=["attach_files"])))
    assert "I need the Attach Files permission" in said

    await room.lobby()
    assert "already has an open table" in await room.refused(room.command("new", Interaction(BOB)))


async def test_a_person_has_one_game_of_their_own(room: Room) -> None:
    await room.command("new", Interaction(guild_id=None), start=False)

    again = room.command("new", Interaction(guild_id=None))
    assert "already have a game of your own" in await room.refused(again)
    (own,) = await room.games()
    assert "not in this game" in await room.refused(room.tap("join", own, Interaction(BOB)))


@pytest.mark.parametrize(
    ("server", "sentence", "allowed"),
    [
        (Server(channels=(77,)), "tables can be opened in <#77>", Interaction(channel_id=77)),
        (Server(role=88), "members with the <@&88> role", Interaction(manages=True)),
    ],
)
async def test_managers_decide_where_tables_are_opened_and_who_opens_them(
    room: Room, server: Server, sentence: str, allowed: Interaction
) -> None:
    await room.tables.settings.change_server(GUILD, lambda _: server)

    assert sentence in await room.refused(room.command("new"))
    await room.command("new", allowed)
    assert (await room.game()).channel_id == allowed.channel_id


async def test_managers_don_t_decide_on_rematches_of_one_s_own_games(room: Room) -> None:
    await room.command("new", Interaction(guild_id=None))
    game = await room.game()
    await room.tables.make_move(game, Resign(0), None)
    await room.tables.settings.change_server(GUILD, lambda _: Server(channels=(77,)))

    await room.tap("rematch", await room.game())

    assert [each.channel_id for each in await room.games()] == [ANN.user_id] * 2


async def test_a_table_gets_a_thread_of_its_own_where_managers_want_that(room: Room) -> None:
    await room.tables.settings.change_server(GUILD, lambda _: Server(threads=True))

    answer = await room.command("new", Interaction(channel=text_channel()))

    game = await room.game()
    assert room.bot.threads == {game.channel_id: "Classic · Ann"}
    assert answer.is_public
    await room.until(lambda: f"<#{game.channel_id}>" in answer.screen.text)
    assert answer.screen.controls["Join"].game == game.id

    await room.services.public_table.post(await room.tables.commit(replace(game, phase=Phase.CLOSED), None))
    assert "Join" not in answer.screen.controls


async def test_a_thread_that_discord_does_not_open_leaves_no_table_and_no_message(room: Room) -> None:
    await room.tables.settings.change_server(GUILD, lambda _: Server(threads=True))
    room.bot.refuses_threads = 50013
    asked = Interaction(channel=text_channel())

    with pytest.raises(Refusal, match=r"Discord couldn't open a thread .error 50013."):
        await room.command("new", asked)

    assert await room.games() == []
    assert room.bot.deleted == [asked.id]


async def test_a_fourth_table_asked_for_at_the_same_moment_leaves_no_thread_and_no_message(room: Room) -> None:
    await room.tables.settings.change_server(GUILD, lambda _: Server(threads=True))
    asked = [Interaction(channel=text_channel()) for _ in range(Limit.OPEN.personal)]

    answers = await asyncio.gather(*(room.command("new", each) for each in asked), return_exceptions=True)

    opened_ = {each.channel_id for each in await room.games()}
    assert len(opened_) == 3
    assert set(room.bot.threads) == opened_
    assert [each.is_public for each in answers if isinstance(each, Interaction)] == [True] * 3
    refused = [each for each in answers if isinstance(each, Refusal)]
    assert [str(each).startswith("You already host tables in") for each in refused] == [True] * 2
    assert sum(bool(each.shown) for each in asked) == 3


async def test_a_member_hosts_at_most_three_lobbies_on_a_server(room: Room) -> None:
    """The fourth is refused with links, and one elsewhere is not."""
    for number in range(1, 4):
        await room.command("new", Interaction(channel_id=CHANNEL + number))

    refused = await room.refused(room.command("new", Interaction(channel_id=CHANNEL)))

    links = f"<#{CHANNEL + 1}>, <#{CHANNEL + 2}> and <#{CHANNEL + 3}>"
    assert refused == f"You already host tables in {links}. Start or leave one of them first."
    await room.command("new", Interaction(BOB))
    await room.command("new", Interaction(guild_id=GUILD + 1, channel_id=CHANNEL + 9))
    assert len(await room.games()) == 5


async def test_a_player_who_joins_gets_the_next_seat_once(room: Room) -> None:
    lobby = await room.lobby()
    assert await room.refused(room.tap("join", lobby)) == "You're already in this game."

    answer = await room.command("join", Interaction(BOB))

    assert answer.shown[0].text == f"You have a seat at the table in <#{lobby.channel_id}>."
    assert not answer.is_public
    assert (await room.game()).players == (ANN, BOB)


async def test_whoever_never_had_a_rack_is_offered_the_lesson_once(room: Room) -> None:
    table = await room.lobby()
    await room.tables.settings.change_person(CLEO.user_id or 0, lambda _: Person(legends={"tiles RBKO": 3}))

    first = await room.tap("join", table, Interaction(BOB))
    await room.tap("leave", table, Interaction(BOB))
    again = await room.tap("join", table, Interaction(BOB))
    veteran = await room.tap("join", table, Interaction(CLEO))

    assert "Learn by playing (1 minute)" in first.shown[-1].controls
    assert first.shown[-1].is_private
    assert all("New here?" not in each.text for each in (*again.shown, *veteran.shown))


async def test_all_who_join_at_the_same_moment_get_a_seat_while_there_are_seats(room: Room) -> None:
    """Classic has four seats, of which the host has one."""
    lobby = await room.lobby()
    people = [Interaction(Player(number, f"Guest {number}"), PUBLIC, id=number) for number in range(100, 130)]

    taps = (room.tap("join", lobby, each) for each in people)
    answers = await asyncio.gather(*taps, return_exceptions=True)

    assert len({each.user_id for each in (await room.game()).players}) == 4
    refusals = [str(answer) for answer in answers if isinstance(answer, Refusal)]
    assert refusals == ["This table is full. It seats 4."] * 27


async def test_joining_and_leaving_at_the_same_moment_both_count(room: Room) -> None:
    await room.lobby()
    await room.command("join", Interaction(BOB, id=1_001))
    leaving, joining = Interaction(BOB, id=1_002), Interaction(CLEO, id=1_003)

    await asyncio.gather(room.command("leave", leaving), room.command("join", joining))

    assert [each.user_id for each in (await room.game()).players] == [ANN.user_id, CLEO.user_id]


async def test_a_tap_on_the_table_s_own_message_shows_there_who_joined_and_left(room: Room) -> None:
    opened = await room.command("new")
    lobby, message = await room.game(), Message(ephemeral=False, id=opened.id)

    joined = await room.tap("join", lobby, Interaction(BOB, message))
    left = await room.tap("leave", await room.game(), Interaction(BOB, message))

    assert joined.is_public
    assert "2. <@22>" in joined.text
    assert "Start" in joined.shown[0].controls
    assert "2. <@22>" not in left.text
    assert "Start" not in left.screen.controls  # there, but not to be tapped


async def test_a_person_takes_the_seat_of_a_computer_and_no_seat_of_a_full_table(room: Room) -> None:
    people = [Player(number, f"P{number}") for number in (41, 42)]
    lobby = await room.lobby(*people, computers=[ADA])
    await room.tap("join", lobby, Interaction(BOB))

    assert [each.name for each in (await room.game()).players if each.computer] == []
    said = await room.refused(room.command("join", Interaction(CLEO)))
    assert said == "This table is full. It seats 4."


async def test_nobody_joins_without_a_table_or_after_the_start(room: Room) -> None:
    assert await room.refused(room.command("join")) == "This channel has no table. /new opens one."

    await room.playing()

    late, playing = Interaction(CLEO), Interaction()
    assert await room.refused(room.command("join", late)) == "The game has already started."
    assert set(late.screen.controls) == {"Follow this game"}
    await room.refused(room.command("join", playing))
    assert not playing.screen.controls


async def test_the_next_person_is_host_after_the_host_leaves_a_lobby(room: Room) -> None:
    await room.lobby(BOB)

    answer = await room.command("leave")

    game = await room.game()
    assert (answer.text, answer.is_public) == ("You've left the table.", False)
    assert (game.players, game.host_id, game.phase) == ((BOB,), BOB.user_id, Phase.LOBBY)


async def test_a_host_of_three_lobbies_gets_no_fourth(room: Room) -> None:
    for number in range(1, 4):
        await room.command("new", Interaction(BOB, channel_id=CHANNEL + number))
    await room.lobby(BOB, CLEO, interaction=90)

    await room.command("leave", Interaction(id=1_001))
    lobby = await room.tables.require_game_here(CHANNEL)
    await room.command("leave", Interaction(CLEO, id=1_002))

    assert (lobby.phase, lobby.host_id, lobby.players) == (Phase.LOBBY, CLEO.user_id, (BOB, CLEO))
    assert [each.phase for each in await room.games()] == [*[Phase.LOBBY] * 3, Phase.CLOSED]


async def test_hosts_who_leave_at_the_same_moment_make_nobody_the_host_of_more_than_three(room: Room) -> None:
    hosts = [Player(40 + number, f"Host {number}") for number in range(6)]
    for number, host in enumerate(hosts):
        await room.lobby(BOB, host=host, channel=CHANNEL + number, interaction=80 + number)

    leaving = (
        room.command("leave", Interaction(host, id=1_001 + number, channel_id=CHANNEL + number))
        for number, host in enumerate(hosts)
    )
    await asyncio.gather(*leaving)

    hosted = [each.host_id for each in await room.games() if each.phase is Phase.LOBBY]
    assert hosted == [BOB.user_id] * 3


async def test_hosts_of_three_lobbies_keep_them_while_others_come_and_go(room: Room) -> None:
    for number in range(3):
        await room.command("new", Interaction(channel_id=CHANNEL + number))
    await room.command("join", Interaction(BOB))

    await room.command("leave", Interaction(BOB))

    assert [(each.phase, each.host_id) for each in await room.games()] == [(Phase.LOBBY, ANN.user_id)] * 3


async def test_the_last_to_leave_closes_the_table(room: Room) -> None:
    lobby = await room.lobby()

    answer = await room.tap("leave", lobby)

    assert answer.text == "You closed this table."
    assert (await room.game()).phase is Phase.CLOSED
    said = await room.refused(room.tap("leave", lobby, Interaction(message=PUBLIC)))
    assert said == "This table is closed. /new opens another."


async def test_strangers_have_no_lobby_to_leave(room: Room) -> None:
    lobby = await room.lobby()

    for asking in (room.command("leave", Interaction(BOB)), room.tap("leave", lobby, Interaction(BOB))):
        assert await room.refused(asking) == "You're not in this game."


async def test_leaving_a_running_game_asks_once_more(room: Room) -> None:
    game = await room.playing()

    answers = await room.command("leave"), await room.tap("leave", game, Interaction(message=PUBLIC))

    assert await room.game() == game
    for answer in answers:
        assert not answer.is_public
        verbs = [control.verb for control in answer.screen.controls.values()]
        assert verbs == ["handover", "resign", "stop", "stay"]


async def test_only_players_of_a_game_that_is_over_can_ask_for_a_rematch(room: Room) -> None:
    old = await room.over()
    playing = await room.playing()

    assert "Only this game's players" in await room.refused(room.tap("rematch", old, Interaction(CLEO, PUBLIC)))
    assert await room.refused(room.tap("rematch", playing)) == "This game isn't over."


async def test_tables_in_threads_count_while_their_channel_has_a_table_of_its_own(room: Room) -> None:
    await room.playing()
    channel = cast("Any", object.__new__(discord.TextChannel))
    await room.tables.settings.change_server(GUILD, lambda _: Server(threads=True))
    for _ in range(Limit.OPEN.personal):
        await room.command("new", Interaction(channel=channel), start=True)

    said = await room.refused(room.command("new", Interaction(channel=channel), start=True))

    assert said.startswith("You've opened several tables in a few minutes.")
    assert len(room.bot.threads) == Limit.OPEN.personal


async def expired(room: Room, *players: Player, **more: Any) -> Game:
    """A lobby of Ann's that closed because nothing happened."""
    lobby = await room.tables.commit(await room.lobby(*players, **more), None)
    return await room.tables.commit(expire_lobby(lobby), None)


async def test_an_idle_table_opened_again_has_one_person_and_its_options_and_computers(room: Room) -> None:
    before = await expired(room, CLEO, computers=[ADA])
    room.clock += 1_000

    answer = await room.tap("reopen", before, Interaction(BOB, PUBLIC))

    game = await room.game()
    assert answer.is_public
    assert answer.screen.called == ()
    assert "Join" in answer.screen.controls
    assert (game.phase, game.host_id, game.players) == (Phase.LOBBY, BOB.user_id, (BOB, ADA))
    assert (game.options, game.patience, game.has_chosen_clock) == (before.options, before.patience, False)
    assert (game.opened_at, game.waits_until) == (room.clock, room.clock + LOBBY_LIFE)


async def test_an_idle_table_is_opened_again_once(room: Room) -> None:
    before = await expired(room)
    people = [Interaction(Player(number, f"Guest {number}"), PUBLIC, id=number) for number in range(100, 110)]

    answers = await asyncio.gather(*(room.tap("reopen", before, each) for each in people), return_exceptions=True)

    assert sum(isinstance(each, Interaction) for each in answers) == 1
    assert await room.refused(room.tap("reopen", before, Interaction(BOB, PUBLIC))) == "This table is open again."
    assert len((await room.game()).players) == 1


async def test_neither_a_table_that_people_closed_nor_a_running_game_is_opened_again(room: Room) -> None:
    lobby = await room.tables.commit(await room.lobby(), None)
    await room.tap("leave", lobby)
    game = await room.playing()

    assert await room.refused(room.tap("reopen", lobby)) == "This table is closed. /new opens another."
    assert await room.refused(room.tap("reopen", game, Interaction(BOB))) == "The game has already started."


async def test_an_idle_table_is_opened_again_in_its_own_channel_alone_and_beside_no_other(room: Room) -> None:
    before = await expired(room)
    elsewhere = Interaction(channel_id=CHANNEL + 1)
    assert "The table has changed since then" in await room.refused(room.tap("reopen", before, elsewhere))
    await room.command("new", Interaction(BOB))

    refused = await room.refused(room.tap("reopen", before, Interaction(CLEO, PUBLIC)))

    assert refused.startswith("This channel already has an open table.")


async def test_an_idle_table_is_not_opened_again_by_a_host_of_three_or_without_permission(room: Room) -> None:
    before = await expired(room)
    for number in range(1, 4):
        await room.command("new", Interaction(channel_id=CHANNEL + number))

    assert "You already host tables in" in await room.refused(room.tap("reopen", before, Interaction(message=PUBLIC)))
    await room.tables.settings.change_server(GUILD, lambda _: Server(role=88))
    assert "with the <@&88> role" in await room.refused(room.tap("reopen", before, Interaction(BOB, PUBLIC)))


async def test_idle_tables_opened_again_at_the_same_moment_are_three_of_one_host(room: Room) -> None:
    closed = [await expired(room, channel=CHANNEL + n, interaction=n, host=CLEO) for n in range(1, 6)]

    taps = (room.tap("reopen", each, Interaction(BOB, channel_id=each.channel_id)) for each in closed)
    answers = await asyncio.gather(*taps, return_exceptions=True)

    assert sum(isinstance(each, Interaction) for each in answers) == 3
    refused = [str(each) for each in answers if not isinstance(each, Interaction)]
    assert all(each.startswith("You already host tables in") for each in refused)


async def test_opening_idle_tables_again_is_limited(room: Room) -> None:
    """A tap beside another table, which is refused anyway, doesn't count."""
    for number in range(Limit.OPEN.personal):
        channel = CHANNEL + number
        before = await expired(room, channel=channel, interaction=2 * number + 1, host=CLEO)
        await room.tap("reopen", before, Interaction(BOB, PUBLIC, channel_id=channel))
        await room.command("leave", Interaction(BOB, channel_id=channel))
        other = await expired(room, channel=channel, interaction=2 * number + 2, host=CLEO)
        await room.command("new", Interaction(CLEO, channel_id=channel))
        taken = await room.refused(room.tap("reopen", other, Interaction(BOB, PUBLIC, channel_id=channel)))
        assert taken.startswith("This channel already has an open table.")
        await room.command("leave", Interaction(CLEO, channel_id=channel))

    said = await room.refused(room.tap("reopen", other, Interaction(BOB, PUBLIC, channel_id=channel)))

    assert said.startswith("You've opened several tables in a few minutes.")


async def test_a_tap_that_comes_again_counts_once(room: Room) -> None:
    lobby = await room.lobby()
    await room.tap("join", lobby, Interaction(BOB, PUBLIC, id=5))

    assert await room.refused(room.tap("join", lobby, Interaction(CLEO, PUBLIC, id=5))) == "That's already done."


async def test_the_question_whether_to_leave_ends_with_its_game(room: Room) -> None:
    listen(room.tables, room.services.responses.on_change)
    game = await room.playing()
    asked = await room.tap("leave", game)

    await room.tables.make_move(game, Resign(1), None)
    await room.until(lambda: len(asked.shown) > 1)

    assert set(asked.screen.controls) == {"Rematch", "Try Rummy Cube", "Review", "Log"}


async def test_a_game_alone_on_a_server_leads_on_in_its_channel(room: Room) -> None:
    await room.command("new", start=True)
    over = (await room.tables.make_move(await room.game(), Resign(1), None)).game

    await room.tap("harder", over)

    stronger = (await room.games())[-1]
    assert (stronger.guild_id, stronger.phase, stronger.players[1].computer) == (GUILD, Phase.PLAYING, Level.STRONG)
