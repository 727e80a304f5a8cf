"""Opening a tournament, and the taps to sign up, start it, check in, drop out and cancel it."""

import pytest
from aiohttp import ClientConnectionError as OutageError

from cogs.tournament import TournamentCog
from services.refusals import Refusal
from storage.errors import StorageError
from storage.games import Phase
from storage.settings import Server
from storage.tournaments.tournament import TournamentKind, TournamentPhase
from tests.storage.tables import ANN, BOB, CHANNEL, GUILD, VARIANTS
from tests.support.breaking import read_only
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room
from tests.support.tournaments import (
    PLAYERS,
    Discord,
    FakeChannel,
    bring_up_to_date,
    by,
    come,
    opened_tournament,
    play_on,
    started_tournament,
    stop_updates,
    tap,
    text_channel,
    the_tournament,
    update_posts,
    world,
)

COG = TournamentCog
BOT = Discord
CLEO, DAN, EVE = PLAYERS[2:]
ONE = "1"  # the first tournament's id
KINDS = pytest.mark.parametrize("kind", TournamentKind)
TOO_MANY_THREADS = 160006  # Discord's code
NO_LONGER = "This tournament no longer exists."


# opening


@pytest.mark.parametrize(("kind", "name"), [("swiss", "Swiss tournament"), ("knockout", "Knockout tournament")])
async def test_a_tournament_opens_in_a_thread_below_its_announcement(room: Room, kind: str, name: str) -> None:
    await stop_updates(room)
    answer = await room.command("tournament", Interaction(channel=text_channel()), kind=kind)
    await bring_up_to_date(room)

    stored = await the_tournament(room)
    assert not answer.is_public
    assert answer.text == f"Sign-up and standings: <#{stored.thread_id}>"
    (announcement,) = world(room).texts(CHANNEL)
    opened = f"<@11> opened a {name[0].lower() if kind == 'knockout' else name[0]}{name[1:]}: Classic."
    assert announcement == f"{opened}\n{answer.text}\nSigned up: 0 of 16\nSign up"
    assert room.bot.threads == {stored.thread_id: f"{name} · Classic"}
    (panel,) = world(room).texts(stored.thread_id)
    assert panel.splitlines()[:3] == [f"## {name}", "-# Classic · Clock: 2 minutes", "**Signed up: 0 of 16**"]
    assert "Sign up" in world(room).shown[stored.thread_id].screen.controls


@pytest.mark.parametrize("variant", VARIANTS)
async def test_every_system_can_be_played_by_two_with_a_clock(room: Room, variant: str) -> None:
    stored = await opened_tournament(room, variant=variant)
    options = VARIANTS[variant].chosen(stored.tournament.options)

    assert options["clock"]
    assert VARIANTS[variant].seats(stored.tournament.options)[0] == 2


async def test_a_clock_can_be_chosen_but_not_none(room: Room) -> None:
    stored = await opened_tournament(room, clock="86400")
    assert stored.tournament.options == {"clock": 86400}
    await room.tap("calledoff", None, by(ANN), argument=ONE)

    stored = await opened_tournament(room, clock="0")
    assert stored.tournament.options == {"clock": 120}


async def test_a_second_tournament_in_the_channel_is_refused(room: Room) -> None:
    stored = await opened_tournament(room)

    said = await room.refused(room.command("tournament", Interaction(BOB, channel=text_channel()), kind="swiss"))

    assert said == f"This channel already has a tournament: <#{stored.thread_id}>. Use another channel."
    await room.tap("calledoff", None, by(ANN), argument=ONE)
    for channel in (CHANNEL, CHANNEL + 1):
        there = Interaction(BOB, channel_id=channel, channel=text_channel(channel))
        await room.command("tournament", there, kind="swiss")


async def test_a_tournament_opens_only_in_a_text_channel(room: Room) -> None:
    said = await room.refused(room.command("tournament", kind="swiss"))

    assert said == "Open a tournament in a text channel: its tables get threads there."


async def test_a_tournament_opens_only_where_tables_can_be_opened(room: Room) -> None:
    await room.tables.settings.change_server(GUILD, lambda _: Server(channels=(CHANNEL + 1,)))

    said = await room.refused(room.command("tournament", Interaction(channel=text_channel()), kind="swiss"))

    assert f"On this server, tables can be opened in <#{CHANNEL + 1}>." in said


async def test_a_missing_permission_is_named_before_anything_is_posted(room: Room) -> None:
    asked = Interaction(channel=text_channel(), lacking=["create_public_threads"])

    said = await room.refused(room.command("tournament", asked, kind="swiss"))

    assert said == f"To show a table in <#{CHANNEL}>, I need the Create Public Threads permission."


async def test_a_removed_system_and_an_unknown_clock_are_refused(room: Room) -> None:
    for wrong, sentence in (
        ({"kind": "gone"}, "This menu has changed. That choice no longer exists."),
        ({"variant": "gone"}, "There's no such rule system."),
        ({"clock": "7"}, "There's no such clock."),
    ):
        asked = Interaction(channel=text_channel())
        assert await room.refused(room.command("tournament", asked, **({"kind": "swiss"} | wrong))) == sentence


async def test_with_a_locked_database_nothing_is_posted(room: Room) -> None:
    async with read_only(room.database):
        with pytest.raises(StorageError):
            await room.command("tournament", Interaction(channel=text_channel()), kind="swiss")

    assert world(room).requests == 0


async def test_if_discord_refuses_a_thread_its_tournament_is_canceled(room: Room) -> None:
    await stop_updates(room)
    world(room).refuses["create_thread"] = TOO_MANY_THREADS

    with pytest.raises(Refusal) as refused:
        await room.command("tournament", Interaction(channel=text_channel()), kind="swiss")
    await bring_up_to_date(room)

    assert str(refused.value) == "Discord couldn't open a thread (error 160006)."
    assert world(room).texts(CHANNEL) == ["<@11> opened a Swiss tournament: Classic.\nThe tournament was canceled."]
    await room.command("tournament", Interaction(BOB, channel=text_channel()), kind="swiss")


async def test_after_an_outage_of_discord_a_tournament_is_announced(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise OutageError

    await stop_updates(room)
    with monkeypatch.context() as patched:
        patched.setattr(FakeChannel, "send", fail)
        with pytest.raises(Refusal, match="Discord"):
            await room.command("tournament", Interaction(channel=text_channel()), kind="swiss")
    said = await room.refused(room.command("tournament", Interaction(BOB, channel=text_channel()), kind="swiss"))
    assert said == f"This channel already has a tournament: <#{CHANNEL}>. Use another channel."

    await bring_up_to_date(room)

    assert set(room.bot.threads) == {(await the_tournament(room)).thread_id}


# sign-up


async def test_people_sign_up_and_withdraw(room: Room) -> None:
    stored = await opened_tournament(room, count=3)
    answer = await room.tap("withdraw", None, by(BOB), argument=ONE)
    await bring_up_to_date(room)

    assert answer.text == "You've withdrawn from the tournament."
    assert not answer.is_public
    (panel,) = world(room).texts(stored.thread_id)
    assert "<@11>\n<@33>\n" in panel
    assert "<@22>" not in panel
    assert "Start" not in world(room).posted(stored.thread_id)[0].screen.controls


@pytest.mark.parametrize("verb", ["begin", "calloff", "calledoff"])
async def test_only_the_organizer_and_managers_start_and_cancel(room: Room, verb: str) -> None:
    await opened_tournament(room)

    said = await room.refused(tap(room, verb, BOB))

    assert said == "Only the organizer, <@11>, and server managers can do that."
    await tap(room, verb, BOB, manages=True)


async def test_after_the_start_nobody_signs_up(room: Room) -> None:
    await opened_tournament(room)
    answer = await room.tap("begin", None, by(ANN), argument=ONE)

    assert answer.text == f"The tournament has started. Each table has a message in <#{CHANNEL}>."
    assert await room.refused(room.tap("signup", None, by(EVE), argument=ONE)) == "This tournament has already started."
    assert (
        await room.refused(room.tap("withdraw", None, by(BOB), argument=ONE)) == "This tournament has already started."
    )


# playing


@KINDS
async def test_a_tournament_is_played_to_its_end(room: Room, kind: TournamentKind) -> None:
    stored = await started_tournament(room, kind)

    await play_on(room)

    over = await the_tournament(room)
    assert over.tournament.phase is TournamentPhase.OVER
    assert await room.services.tournaments.store.unsettled() == []
    winner = next(each.result for each in over.tournament.rounds[-1])
    panel, ending = world(room).texts(stored.thread_id)
    assert ending == f"🏆 <@{winner}> won the tournament."
    assert ending in panel
    announcement = world(room).texts(CHANNEL)[0]
    assert ending in announcement
    games = await room.games()
    assert len(games) == sum(len(pairings) for pairings in over.tournament.rounds)
    assert {game.channel_id for game in games} <= set(room.bot.threads)


async def test_a_game_begins_when_both_are_here(room: Room) -> None:
    stored = await started_tournament(room)
    first, second = stored.tournament.rounds[0][0].user_ids
    by_id = {each.user_id: each for each in PLAYERS}

    answer = await room.tap("imhere", None, by(by_id[second]), argument=ONE)
    await bring_up_to_date(room)
    assert answer.text == f"The game begins when <@{first}> is here too."
    assert await room.games() == []
    (shown,) = [each for each in world(room).texts(CHANNEL) if f"<@{second}> is here." in each]
    assert "I'm here" in shown

    answer = await room.tap("imhere", None, by(by_id[first]), argument=ONE)
    await bring_up_to_date(room)
    thread_id = stored.tournament.rounds[0][0].thread_id
    assert answer.text == f"The game begins in [Semifinal](https://discord.com/channels/{GUILD}/{thread_id})."
    game = await room.game()
    assert game.phase is Phase.PLAYING
    assert [each.user_id for each in game.players] == [first, second]
    assert room.bot.threads[game.channel_id].startswith("Semifinal · ")
    assert f"<#{game.channel_id}>" in world(room).texts(stored.thread_id)[0]


# leaving


async def test_a_player_who_drops_out_resigns_and_is_not_paired_again(room: Room) -> None:
    stored = await started_tournament(room, TournamentKind.SWISS)
    pairing = stored.tournament.rounds[0][0]
    await come(room, pairing)
    leaver = next(each for each in PLAYERS if each.user_id == pairing.first)

    question = await room.tap("dropout", None, by(leaver), argument=ONE)
    assert question.text.startswith("Drop out of the tournament?")
    assert list(question.screen.controls) == ["Drop out"]
    assert (await room.game()).phase is Phase.PLAYING
    answer = await room.tap("dropped", None, by(leaver), argument=ONE)

    assert answer.text == "You've dropped out of this tournament."
    game = await room.game()
    assert game.phase is Phase.OVER
    assert game.state
    assert game.state.seats[0].resigned
    tournament = (await the_tournament(room)).tournament
    assert tournament.dropped == (pairing.first,)
    assert tournament.rounds[0][0].result == pairing.second
    await play_on(room)
    assert all(pairing.first not in each.user_ids for each in (await the_tournament(room)).tournament.rounds[1])


async def test_a_stranger_is_not_asked_whether_to_drop_out(room: Room) -> None:
    await started_tournament(room)

    assert await room.refused(tap(room, "dropout", EVE)) == "You haven't signed up for this tournament."


async def test_a_canceled_tournament_ends_and_its_games_go_on(room: Room) -> None:
    stored = await started_tournament(room)
    await come(room, stored.tournament.rounds[0][0])

    question = await room.tap("calloff", None, by(ANN), argument=ONE)
    assert list(question.screen.controls) == ["Cancel the tournament"]
    answer = await room.tap("calledoff", None, by(ANN), argument=ONE)
    await bring_up_to_date(room)

    assert answer.text == "The tournament was canceled."
    assert (await room.game()).phase is Phase.PLAYING
    assert all("The tournament was canceled." in each for each in world(room).texts(stored.thread_id))
    assert not any(each.screen.controls for each in world(room).shown.values())
    assert await room.refused(room.tap("imhere", None, by(ANN), argument=ONE)) == "This tournament is over."
    assert await room.refused(room.tap("calledoff", None, by(ANN), argument=ONE)) == "This tournament is over."


# forged buttons


@pytest.mark.parametrize("argument", ["", "x", "999", "-1", "9" * 30, "1_0"])
async def test_a_button_of_no_tournament_is_refused(room: Room, argument: str) -> None:
    await opened_tournament(room)

    said = await room.refused(room.tap("signup", None, Interaction(EVE, PUBLIC), argument=argument))

    assert said == NO_LONGER


@pytest.mark.parametrize(
    "verb", ["signup", "withdraw", "begin", "imhere", "dropout", "dropped", "calloff", "calledoff"]
)
async def test_a_tournament_of_another_server_is_out_of_reach(room: Room, verb: str) -> None:
    await opened_tournament(room)

    assert await room.refused(tap(room, verb, ANN, guild_id=GUILD + 1, manages=True)) == NO_LONGER


async def test_a_tournament_of_a_removed_system_waits(room: Room) -> None:
    stored = await started_tournament(room)
    await room.database.run("UPDATE tournament SET tournament = replace(tournament, '\"classic\"', '\"gone\"')")

    said = await room.refused(tap(room, "imhere", ANN))
    await update_posts(room, stored.id)

    assert said == "This rule system isn't available."
    assert await room.services.tournaments.store.unsettled() == [stored.id]
