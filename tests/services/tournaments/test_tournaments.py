"""Stored tournaments and their games: when something is due, and what a game's end decides."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from cogs.tournament import TournamentCog
from engine.game.actions import Action, Draw, Resign, Stop, Void
from ratings.game_result import Unrated
from services.refusals import Refusal
from services.seats import hand_over_seat
from services.tables import MadeMove, Tables
from services.tournaments.tournaments import (
    CHECK_IN_TIME,
    SIGN_UP_LIFE,
    SLOW_CHECK_IN_TIME,
    TIME_AFTER_OUTAGE,
    read_result,
)
from storage.errors import DatabaseFailed
from storage.games import ChannelTaken, Game, Phase, Stale
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import PairingKey, Result, TournamentKind, TournamentPhase, WithoutWinner
from tests.storage.tables import ANN, BOB, KEY, NOON, VARIANTS
from tests.support.rooms import Room
from tests.support.tournaments import (
    FIRST_ID,
    PLAYERS,
    bring_up_to_date,
    come,
    open_pairings,
    opened_tournament,
    player,
    resign,
    resign_unnoticed,
    restarted,
    started_tournament,
    tap,
    the_tournament,
)

COG = TournamentCog
TIE, NO_SHOWS = WithoutWinner.TIE, WithoutWinner.NO_SHOWS
SWISS = TournamentKind.SWISS
FIRST = PairingKey(0, 0)


async def time_called(room: Room, seconds: int) -> StoredTournament:
    """The tournament after the clock has looked, this many seconds later."""
    room.clock += seconds
    await room.services.tournaments.enforce_deadline((await the_tournament(room)).id)
    return await the_tournament(room)


# what is due


async def test_a_sign_up_in_which_nothing_happens_for_a_week_is_canceled(room: Room) -> None:
    await opened_tournament(room)
    assert (await time_called(room, SIGN_UP_LIFE - 1)).tournament.phase is TournamentPhase.SIGN_UP
    await tap(room, "signup", PLAYERS[4])

    assert (await time_called(room, SIGN_UP_LIFE - 1)).tournament.phase is TournamentPhase.SIGN_UP
    assert (await time_called(room, 1)).tournament.phase is TournamentPhase.CANCELED


@pytest.mark.parametrize(("clock", "seconds"), [("60", CHECK_IN_TIME), ("86400", SLOW_CHECK_IN_TIME)])
async def test_players_who_do_not_come_in_time_are_out(room: Room, clock: str, seconds: int) -> None:
    stored = await started_tournament(room, SWISS, clock=clock)
    (here, absent), (one, other) = (pairing.user_ids for pairing in stored.tournament.rounds[0])
    await tap(room, "imhere", player(here))
    assert (await time_called(room, seconds - 1)).tournament.dropped == ()

    tournament = (await time_called(room, 1)).tournament

    assert set(tournament.dropped) == {absent, one, other}
    assert [pairing.result for pairing in tournament.rounds[0]] == [here, NO_SHOWS]


async def test_a_running_game_is_due_to_nothing_and_the_next_round_gives_its_own_time_to_come(room: Room) -> None:
    stored = await started_tournament(room)
    for pairing in stored.tournament.rounds[0]:
        await come(room, pairing)

    running = await time_called(room, 10 * SLOW_CHECK_IN_TIME)
    for pairing in stored.tournament.rounds[0]:
        await resign(room, pairing.first)
    await bring_up_to_date(room)

    assert (running.due_at, running.tournament.dropped) == (None, ())
    assert (await the_tournament(room)).due_at == room.clock + CHECK_IN_TIME


async def test_no_player_is_out_before_all_tables_are_announced_and_then_there_is_the_whole_time(room: Room) -> None:
    stored = await opened_tournament(room)
    await tap(room, "begin", ANN)
    for table in range(2):
        assert (await time_called(room, CHECK_IN_TIME)).tournament.dropped == ()
        await room.services.tournaments.note_table(stored.id, PairingKey(0, table), FIRST_ID + table)

    assert (await the_tournament(room)).due_at == room.clock + CHECK_IN_TIME
    assert (await time_called(room, CHECK_IN_TIME - 1)).tournament.dropped == ()
    assert (await time_called(room, 1)).tournament.dropped != ()


@pytest.mark.parametrize(("seconds", "left"), [(60, CHECK_IN_TIME - 60), (61, CHECK_IN_TIME)])
async def test_announcing_tables_for_long_takes_no_time_from_players(room: Room, seconds: int, left: int) -> None:
    await opened_tournament(room)
    await tap(room, "begin", ANN)
    room.clock += seconds

    await bring_up_to_date(room)

    assert (await the_tournament(room)).due_at == room.clock + left


async def test_a_table_that_is_decided_before_it_is_announced_takes_no_time_from_the_others(room: Room) -> None:
    stored = await opened_tournament(room)
    await tap(room, "begin", ANN)
    room.clock += CHECK_IN_TIME
    await room.services.tournaments.note_table(stored.id, FIRST, FIRST_ID)
    decided = (await the_tournament(room)).tournament.rounds[0][1]

    await tap(room, "dropped", player(decided.first))

    assert (await the_tournament(room)).due_at == room.clock + CHECK_IN_TIME


async def test_a_table_that_is_announced_again_leaves_the_time_to_come_as_it_is(room: Room) -> None:
    stored = await started_tournament(room)
    room.clock += CHECK_IN_TIME // 2

    again = await room.services.tournaments.note_table(stored.id, FIRST, 7)

    assert again.tournament.find(FIRST).thread_id == 7
    assert again.due_at == stored.due_at


async def test_a_tournament_whose_channel_is_gone_is_canceled_unless_it_has_ended(room: Room) -> None:
    stored = await opened_tournament(room)
    for _ in range(2):
        await room.services.tournaments.abandon(stored.id)
        assert (await the_tournament(room)).tournament.phase is TournamentPhase.CANCELED


async def test_after_an_outage_there_is_time_left_to_come(room: Room) -> None:
    stored = await started_tournament(room)
    assert await room.services.tournaments.extend_deadlines() == []
    assert await the_tournament(room) == stored
    room.clock += CHECK_IN_TIME + 1

    assert await room.services.tournaments.extend_deadlines() == [stored.id]

    assert (await time_called(room, TIME_AFTER_OUTAGE - 1)).tournament.dropped == ()
    assert await room.services.tournaments.extend_deadlines() == [stored.id]
    assert (await time_called(room, TIME_AFTER_OUTAGE)).tournament.dropped != ()


# games


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_game_begins_once_and_counts_also_if_it_ends_before_its_table_knows_of_it(
    room: Room, *, is_over: bool
) -> None:
    stored = await started_tournament(room)
    pairing = stored.tournament.find(FIRST)
    await come(room, pairing)
    begun, game = (await the_tournament(room)).tournament, await room.game()
    forgotten = begun.with_pairing(FIRST, replace(begun.find(FIRST), game_id=None))
    await room.services.tournaments.change(stored.id, lambda _: forgotten)  # as if the bot was killed in between
    if is_over:
        await resign(room, pairing.first)
    assert (await the_tournament(room)).tournament.find(FIRST).result is None

    await bring_up_to_date(room)

    after = (await the_tournament(room)).tournament.find(FIRST)
    assert (after.game_id, after.result) == (game.id, pairing.second if is_over else None)
    assert [each.id for each in await room.games()] == [game.id]


async def test_a_thread_with_another_game_waits_until_that_has_ended(room: Room) -> None:
    stored = await started_tournament(room)
    refreshed: list[int] = []
    other = await room.playing(channel=stored.tournament.find(FIRST).thread_id)
    await come(room, stored.tournament.rounds[0][0])
    assert await room.services.tournaments.list_beginning(await the_tournament(room)) == []
    with pytest.raises(ChannelTaken):
        await room.services.tournaments.begin_game(stored.id, FIRST)

    room.services.tournaments.listeners.append(refreshed.append)
    await room.services.tournaments.note_end((await room.tables.make_move(other, Resign(0), None)).game)
    assert refreshed == [stored.id]
    await bring_up_to_date(room)

    assert (await the_tournament(room)).tournament.find(FIRST).game_id is not None


@pytest.mark.parametrize("is_canceled", [True, False])
async def test_no_game_begins_in_a_canceled_tournament_or_before_both_are_here(
    room: Room, *, is_canceled: bool
) -> None:
    stored = await started_tournament(room)
    for user_id in stored.tournament.find(FIRST).user_ids[: 2 if is_canceled else 1]:
        await tap(room, "imhere", player(user_id))
    if is_canceled:
        await room.services.tournaments.abandon(stored.id)

    assert await room.services.tournaments.list_beginning(await the_tournament(room)) == []
    await room.services.tournaments.begin_game(stored.id, FIRST)

    assert await room.games() == []


async def test_every_change_is_told_to_those_who_show_it(room: Room) -> None:
    stored = await started_tournament(room)
    refreshed: list[int] = []
    room.services.tournaments.listeners.append(refreshed.append)

    await tap(room, "imhere", ANN)
    await tap(room, "imhere", ANN)  # changes nothing

    assert refreshed == [stored.id]


async def test_a_deleted_person_leaves_a_round_complete_so_the_next_one_begins(room: Room) -> None:
    stored = await started_tournament(room)
    first, second = stored.tournament.rounds[0]
    await room.services.tournaments.drop(stored.id, first.first)

    await room.services.personal_data.delete_person(second.first)

    stored = await the_tournament(room)
    assert [pairing.user_ids for pairing in stored.tournament.rounds[1]] == [(first.second, second.second)]
    assert stored.due_at == room.clock + CHECK_IN_TIME


async def test_a_game_is_rated_and_counts_for_its_server(room: Room) -> None:
    stored = await started_tournament(room)
    pairing = stored.tournament.rounds[0][0]
    await come(room, pairing)
    (game,) = await room.games()
    await room.tables.make_move(game, Draw(game.state.turn if game.state else 0, 1), None)
    await resign(room, pairing.first)

    result = await room.tables.results.of_game(game.id)

    assert result
    assert result.unrated is None
    assert [seat.place for seat in result.seats] == [2, 1]


def played(game: Game, action: Action, away: tuple[int, ...] = (), unrated: Unrated | None = None) -> Game:
    """The game after an action, perhaps with seats that their players have left."""
    for seat in away:
        game = hand_over_seat(game, seat)
    step = VARIANTS[KEY].apply(game.state, action, now=NOON)
    return replace(game, state=step.state, phase=Phase.OVER, unrated=unrated)


@pytest.mark.parametrize(
    ("ends", "result"),
    [
        (lambda game: played(game, Resign(0)), BOB.user_id),
        (lambda game: played(game, Resign(1)), ANN.user_id),
        (lambda game: played(game, Resign(0), away=(1,)), NO_SHOWS),
        (lambda game: played(game, Stop(0), away=(0,)), BOB.user_id),
        (lambda game: played(game, Stop(0)), TIE),
        (lambda game: played(game, Void(0)), TIE),
        (lambda game: played(game, Stop(0), unrated=Unrated.SUSPENDED), TIE),
    ],
    ids=["first resigns", "second resigns", "both leave", "first leaves", "both agree", "manager", "channel gone"],
)
async def test_every_end_of_a_game_decides_its_pairing(
    room: Room, ends: Callable[[Game], Game], result: Result
) -> None:
    assert read_result(ends(await room.playing()), VARIANTS[KEY]) == result


async def test_an_unreadable_game_does_not_stop_the_others(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    stored = await started_tournament(room)
    for pairing in stored.tournament.rounds[0]:
        await come(room, pairing)
    first, second = (await the_tournament(room)).tournament.rounds[0]
    await resign_unnoticed(room, second.first)
    await room.database.run("UPDATE game SET state = '{}' WHERE id = ?", (first.game_id,))
    async with restarted(room) as again:
        await again.services.tournaments.collect_results(stored.id)
        tournament = (await the_tournament(again)).tournament

        assert [pairing.result for pairing in tournament.rounds[0]] == [None, second.second]
    assert "A player can drop out of its tournament." in caplog.text


async def test_an_unknown_tournament_is_refused(room: Room) -> None:
    with pytest.raises(Refusal, match=r"This tournament no longer exists\."):
        await room.services.tournaments.require(7)


async def test_dropping_out_without_a_running_game_just_loses_the_pairing(room: Room) -> None:
    stored = await started_tournament(room)

    await tap(room, "dropped", player(stored.tournament.rounds[0][0].second))

    tournament = (await the_tournament(room)).tournament
    assert tournament.find(FIRST).result == tournament.find(FIRST).first
    assert len(open_pairings(tournament)) == 1


async def test_a_player_whose_resignation_failed_can_drop_out_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await started_tournament(room)
    pairing = stored.tournament.rounds[0][0]
    await come(room, pairing)
    with monkeypatch.context() as patched:
        patched.setattr(Tables, "make_move", fail)
        with pytest.raises(DatabaseFailed):
            await room.services.tournaments.drop(stored.id, pairing.first)
    assert (await the_tournament(room)).tournament.dropped == ()

    await room.services.tournaments.drop(stored.id, pairing.first)

    assert [game.phase for game in await room.games()] == [Phase.OVER]
    assert (await the_tournament(room)).tournament.find(FIRST).result == pairing.second


async def fail(*_: object) -> None:
    raise DatabaseFailed


async def test_a_player_can_drop_out_although_their_game_cannot_be_read(room: Room) -> None:
    stored = await started_tournament(room)
    await come(room, stored.tournament.rounds[0][0])
    pairing = (await the_tournament(room)).tournament.find(FIRST)
    await room.database.run("UPDATE game SET state = '{}' WHERE id = ?", (pairing.game_id,))
    async with restarted(room) as again:
        dropped = await again.services.tournaments.drop(stored.id, pairing.first)

        assert dropped.tournament.find(FIRST).result == pairing.second


# what has just been won


async def test_a_winner_who_drops_out_at_the_same_moment_keeps_the_win(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await started_tournament(room)
    pairing = stored.tournament.rounds[0][0]
    await come(room, pairing)
    resigned = Tables.make_move

    async def make_move(tables: Tables, game: Game, _: object, __: None) -> MadeMove:
        monkeypatch.setattr(Tables, "make_move", resigned)
        raise Stale((await resigned(tables, game, Resign(1), None)).game)  # the opponent was faster

    monkeypatch.setattr(Tables, "make_move", make_move)
    await tap(room, "dropped", player(pairing.first))

    stored = await the_tournament(room)
    assert (stored.tournament.find(FIRST).result, stored.tournament.dropped) == (pairing.first, (pairing.first,))


@pytest.mark.parametrize("kind", TournamentKind)
async def test_a_winner_who_drops_out_at_once_keeps_the_win(room: Room, kind: TournamentKind) -> None:
    stored = await started_tournament(room, kind)
    first, second = stored.tournament.rounds[0]
    await come(room, first)
    await resign_unnoticed(room, first.first)

    await tap(room, "dropped", player(first.second))

    stored = await the_tournament(room)
    assert stored.tournament.find(FIRST).result == first.second
    assert stored.tournament.dropped == (first.second,)
    await come(room, second)
    await resign(room, second.first)
    await bring_up_to_date(room)
    over = (await the_tournament(room)).tournament
    assert over.find(FIRST).result == first.second
    assert first.second not in {each for pairing in open_pairings(over) for each in pairing.user_ids}


@pytest.mark.parametrize("verb", ["dropped", "calledoff"])
async def test_a_final_that_was_just_won_stays_won(room: Room, verb: str) -> None:
    stored = await started_tournament(room)
    for pairing in stored.tournament.rounds[0]:
        await come(room, pairing)
        await resign(room, pairing.first)
    await bring_up_to_date(room)
    (final,) = (await the_tournament(room)).tournament.rounds[1]
    await come(room, final)
    await resign_unnoticed(room, final.first)

    if verb == "calledoff":
        assert await room.refused(tap(room, verb, ANN, manages=True)) == "This tournament is over."
    else:
        await tap(room, verb, player(final.second))

    over = (await room.services.tournaments.collect_results(stored.id)).tournament
    assert (over.phase, over.rounds[1][0].result) == (TournamentPhase.OVER, final.second)
