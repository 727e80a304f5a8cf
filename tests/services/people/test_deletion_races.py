"""Whatever happens while somebody's data is being deleted comes before the deletion, or finds that they have left."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cogs.watch import WatchCog
from engine.game.actions import Resign
from engine.game.goals import Level
from engine.text.errors import GameError
from services.lobbies.lobby import require_open_lobby
from services.lobbies.opening import NewTable, open_lobby
from services.refusals import Refusal
from services.seats import hand_over_seat, with_person
from services.tournaments.rounds import check_in, list_open, sign_up, start
from storage.games import Game, Phase, Player, Stale
from storage.tournaments.tournament import Entrant, Tournament, TournamentKind, TournamentPhase
from tests.services.tournaments.playing import a_stored
from tests.storage.tables import ANN, BOB, CHANNEL, GUILD, KEY, NOON, SEED
from tests.support.filled import CLEO, DAN, ME, find
from tests.support.rooms import Room, opened
from tests.support.tournaments import Discord, stop_updates, tell

Action = Callable[[Room], Awaitable[object]]

MY_ID = ME.user_id or 0
ADA = Player(None, "Ada", Level.FAIR)
LOBBY, MINE, RUNNING, ALONE = range(1, 5)  # the ids of games
SIGN_UP, TOURNAMENT = 1, 2
A_WHILE = 0.02  # seconds; all must be well whether or not the other one has ended by then, or waits for a lock


async def fill(room: Room) -> None:
    """A lobby of Ann's; a lobby, a game that I left and one alone; a sign-up, and a tournament that waits for me."""
    await open_table(room, CHANNEL, ANN)
    await open_table(room, CHANNEL + 1, BOB)
    await join(room, MINE, ME)
    await open_table(room, CHANNEL + 2, ME)
    running = await begin(room, await join(room, RUNNING, BOB))
    await room.tables.commit(hand_over_seat(running, 0), None)
    await begin(room, await open_table(room, MY_ID, ME, guild=0))
    waiting = Tournament(kind=TournamentKind.SWISS, variant=KEY, options={"clock": 60})
    for player in (ANN, BOB, CLEO):
        waiting = sign_up(waiting, Entrant(player.user_id or 0, player.name))
    begun = start(sign_up(waiting, Entrant(MY_ID, ME.name)), SEED)
    for user_id in begun.drawn:
        begun = begun if user_id == MY_ID else check_in(begun, user_id)
    for number, each in enumerate((waiting, begun)):
        ids = {"guild_id": GUILD, "channel_id": CHANNEL + 40 + number, "thread_id": CHANNEL + 50 + number}
        await room.services.tournaments.open(a_stored(each, organizer_id=DAN.user_id, **ids))


async def open_table(room: Room, channel: int, host: Player, guild: int = GUILD) -> Game:
    new = NewTable(room.tables.variants[KEY], {"clock": 60}, (), has_chosen_clock=True, patience=0)
    return await open_lobby(room.tables, new, host, guild_id=guild, channel_id=channel, interaction_id=channel % 10_000)


async def join(room: Room, game_id: int, player: Player) -> Game:
    def seat(game: Game) -> Game:
        require_open_lobby(game)
        return replace(game, players=with_person(game.players, player, 4) or game.players)

    game, number = await room.tables.require_game(game_id), 100 * game_id + len(player.name)
    return await room.tables.retry(game, lambda newest: room.tables.commit(seat(newest), number))


async def begin(room: Room, lobby: Game) -> Game:
    def deal(game: Game) -> Game:
        require_open_lobby(game)
        state = room.tables.variant(game).setup(max(2, len(game.players)), SEED, NOON, game.options).state
        computers = (ADA,) if len(game.players) == 1 else ()
        return replace(game, phase=Phase.PLAYING, state=state, players=(*game.players, *computers))

    return await room.tables.retry(lobby, lambda newest: room.tables.commit(deal(newest), 1_000 + lobby.id))


async def sign_me_up(room: Room) -> None:
    await room.services.tournaments.change(SIGN_UP, partial(sign_up, player=Entrant(MY_ID, ME.name)))


async def say_i_am_here(room: Room) -> None:
    await room.services.tournaments.change(TOURNAMENT, partial(check_in, user_id=MY_ID))
    await begin_games(room)


async def begin_games(room: Room) -> None:
    """Begin the tournament's games whose players are here."""
    await tell(room, await room.services.tournaments.require(TOURNAMENT))


async def come_back(room: Room) -> None:
    await room.tables.give_seat_back(await room.tables.games.get(RUNNING), MY_ID, asked=True)


async def lose_to_bob(room: Room) -> None:
    game = await room.tables.require_game(RUNNING)
    await room.tables.make_move(game, Resign(game.find_seat(BOB.user_id or 0)), None)


async def choose_a_setting(room: Room) -> None:
    await room.tables.settings.change_person(MY_ID, partial(replace, text=True))


async def start_mine(room: Room) -> None:
    await begin(room, await room.tables.require_game(MINE))


ACTIONS: tuple[Action, ...] = (
    partial(join, game_id=LOBBY, player=ME),
    sign_me_up,
    say_i_am_here,
    begin_games,
    come_back,
    lose_to_bob,
    choose_a_setting,
    lambda room: open_table(room, CHANNEL + 9, ME),
    start_mine,
)


async def delete_me(room: Room) -> None:
    await room.services.personal_data.delete_person(MY_ID)


async def interleave(room: Room, first: Action, second: Action, step: int) -> bool:
    """Do the second just before the first's database call of this number; return whether the first has so many."""
    calls, begun = 0, list[asyncio.Task[None]]()
    doing: asyncio.Task[None]

    async def attempt(action: Action) -> None:
        with suppress(Refusal, GameError, Stale):
            await action(room)

    def watched(call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def watching(*args: Any, **more: Any) -> Any:
            nonlocal calls
            if asyncio.current_task() is doing:
                calls += 1
                if calls == step:
                    begun.append(asyncio.create_task(attempt(second)))
                    await asyncio.wait(begun, timeout=A_WHILE)
            return await call(*args, **more)

        return watching

    with pytest.MonkeyPatch.context() as patched:
        for name in ("transaction", "run", "read"):
            patched.setattr(room.database, name, watched(getattr(room.database, name)))
        doing = asyncio.create_task(attempt(first))
        await doing
        await asyncio.gather(*begun)
    return bool(begun)


async def require_no_ghost(room: Room) -> None:
    """Require that a pseudonym is only where nobody waits for it, and that I'm only where a new person can be."""
    for game in await room.games():
        for seat, player in enumerate(game.players):
            if (player.user_id or 0) < 0 and not game.phase.has_ended:
                assert game.phase is Phase.PLAYING
                assert (player.away and player.left) or (game.state and game.state.seats[seat].resigned)
        assert game.phase is Phase.LOBBY or MY_ID not in {player.user_id for player in game.players}
        assert game.phase.has_ended or game.host_id > 0
    for number in (SIGN_UP, TOURNAMENT):
        tournament = (await room.services.tournaments.require(number)).tournament
        ghosts = {each.user_id for each in tournament.players if each.user_id < 0}
        assert ghosts <= set(tournament.dropped)
        assert tournament.phase is TournamentPhase.SIGN_UP or not tournament.has_player(MY_ID)
        assert not any(ghosts & set(tournament.find(key).user_ids) for key in list_open(tournament))
    allowed = {("game", "players"), ("game", "host_id"), ("seat", "user_id"), ("tournament", "tournament")}
    assert await find(room, str(MY_ID)) <= allowed | {("person", "user_id")}


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("deletion_first", [True, False])
async def test_a_deletion_leaves_no_ghost_whatever_happens_meanwhile(
    tmp_path: Path, action: Action, *, deletion_first: bool
) -> None:
    step, goes_on = 0, True
    while goes_on:
        step += 1
        folder = tmp_path / str(step)
        folder.mkdir()
        async with opened(folder, WatchCog, Discord()) as room:
            await stop_updates(room)
            await fill(room)
            first, second = (delete_me, action) if deletion_first else (action, delete_me)
            goes_on = await interleave(room, first, second, step)
            if not goes_on and not deletion_first:
                await delete_me(room)
            await require_no_ghost(room)
    assert step > 1
