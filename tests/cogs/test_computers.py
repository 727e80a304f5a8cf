"""Computers at a table: what they are shown, when they move, and that no table waits for one for ever."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from cogs.computers import ComputersCog
from engine.game.actions import Action, Claim, Draw, Pass, Play
from engine.game.goals import Level
from engine.game.views import View
from engine.text.errors import IllegalMove
from engine.text.phrases import as_is, later
from engine.tiles.notation import write_tiles
from services.computers import Pause
from services.game_view import write_news
from services.seats import hand_over_seat
from services.tables import Tables
from storage.games import Game, Player
from tests.positions import position
from tests.storage.tables import ANN, BOB, KEY, NOON, VARIANTS
from tests.support.interactions import PUBLIC, Interaction
from tests.support.rooms import Room
from tests.support.tables import deal, listen, services
from tests.support.waiting import until_done
from ui.services import OwnerSettings

COG = ComputersCog
ADA = Player(None, "Ada", Level.STRONG)
BIX = Player(None, "Bix", Level.BEGINNER)
SYSTEM = VARIANTS[KEY]
NO_TIME = Pause(0, 0)
Chooser = Callable[[View, Level, bytes], Action]


def choosing(monkeypatch: pytest.MonkeyPatch, chooser: Chooser) -> None:
    monkeypatch.setattr(type(SYSTEM), "choose", lambda _self, view, level, luck: chooser(view, level, luck))


def draws(view: View, _level: Level, _luck: bytes) -> Action:
    return Draw(view.you or 0) if view.may_draw else Pass(view.you or 0)


async def table(tables: Tables, *players: Player, turn: int = 0, interaction: int = 1) -> Game:
    """A running game, three tiles a rack and nine in the pool."""
    racks = ["r1 r2 r3", "b4 b5 b6", "k7 k8 k9", "o1 o2 o3"][: len(players)]
    where = position(KEY, racks=racks, pool="o4 o5 o6 o7 o8 o9 o10 o11 o12", turn=turn)
    return await deal(tables, where, *players, interaction=interaction)


async def aboard(tables: Tables, pause: Pause = NO_TIME) -> ComputersCog:
    computers = ComputersCog(services(tables=tables, choices=OwnerSettings(computer_pause=pause)))
    listen(tables, computers.on_change)
    await computers.begin()
    return computers


async def waited_for(tables: Tables, game: Game) -> Game:
    """The game, once the computers have done what they can."""
    await until_done(f"computers-{game.id}")
    stored = await tables.games.get(game.id)
    assert stored
    return stored


async def test_a_start_takes_up_the_moves_of_computers_and_no_others(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, draws)
    theirs = await table(tables, ANN, ADA, BIX, turn=1)
    ours = await table(tables, ANN, ADA, turn=0, interaction=10)

    computers = await aboard(tables)

    after = await waited_for(tables, theirs)
    assert after.version == theirs.version + 2
    assert after.state
    assert after.state.turn == 0
    assert await tables.games.get(ours.id) == ours
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("computers-")]
    await computers.cog_unload()


async def test_a_computer_sees_its_own_view_and_thinks_beside_the_loop(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[View, Level, str]] = []

    def chooser(view: View, level: Level, luck: bytes) -> Action:
        asked.append((view, level, threading.current_thread().name))
        return draws(view, level, luck)

    choosing(monkeypatch, chooser)
    game = await table(tables, ANN, ADA, replace(BOB, away=True), turn=1)

    computers = await aboard(tables)
    after = await waited_for(tables, game)

    assert after.version == game.version + 2
    first, second = asked
    assert first[0] == SYSTEM.view(game.state, 1)
    assert (first[1], second[1]) == (Level.STRONG, Level.FAIR)
    assert second[0].you == 2
    assert all(thread.startswith("computers") for _, _, thread in asked)
    await computers.cog_unload()


async def test_tables_are_thought_of_one_after_the_other(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    busy = threading.Lock()

    def chooser(view: View, level: Level, luck: bytes) -> Action:
        assert busy.acquire(blocking=False)
        threading.Event().wait(0.01)  # time for another one to come in, were it let
        busy.release()
        return draws(view, level, luck)

    choosing(monkeypatch, chooser)
    games = [await table(tables, ANN, ADA, turn=1, interaction=10 * number) for number in range(1, 6)]

    computers = await aboard(tables)

    for game in games:
        assert (await waited_for(tables, game)).version == game.version + 1
    await computers.cog_unload()


def falls(view: View, _level: Level, _luck: bytes) -> Action:
    raise LookupError(write_tiles(view.rack.tiles if view.rack else ()))


def plays_what_it_lacks(view: View, _level: Level, _luck: bytes) -> Action:
    return SYSTEM.read(view.you or 0, "play B4 B5 K6")


def does_what_no_seat_does(view: View, _level: Level, _luck: bytes) -> Action:
    return Claim(view.you or 0, "A")


def does_nothing_at_all(_view: View, _level: Level, _luck: bytes) -> Action:
    return None  # type: ignore[return-value]  # that is the fault


@pytest.mark.parametrize("chooser", [falls, plays_what_it_lacks, does_what_no_seat_does, does_nothing_at_all])
async def test_a_computer_that_fails_draws_and_the_log_names_no_tile(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, chooser: Chooser
) -> None:
    choosing(monkeypatch, chooser)
    game = await table(tables, ANN, ADA, turn=1)

    computers = await aboard(tables)
    after = await waited_for(tables, game)

    assert after.state
    assert after.state.turn == 0
    assert len(after.state.seats[1].rack) == 4
    assert "a computer at table" in caplog.text
    assert "B5" not in caplog.text
    await computers.cog_unload()


async def test_a_computer_that_thinks_for_ever_does_so_once_and_holds_up_nobody(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def chooser(view: View, level: Level, luck: bytes) -> Action:
        if level is Level.STRONG:
            raise TimeoutError  # as its time would, were it longer
        return draws(view, level, luck)

    choosing(monkeypatch, chooser)
    slow = await table(tables, ANN, ADA, turn=1)
    other = await table(tables, ANN, BIX, turn=1, interaction=10)

    computers = await aboard(tables)
    after = await waited_for(tables, slow)
    assert (await waited_for(tables, other)).version == other.version + 1
    await tables.make_move(after, Draw(0), 50)

    assert (await waited_for(tables, slow)).version == slow.version + 3
    assert caplog.text.count("met TimeoutError") == 1
    await computers.cog_unload()


async def test_a_computer_that_fails_with_an_empty_pool_passes(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    choosing(monkeypatch, falls)
    game = await table(tables, ANN, ADA, turn=1)
    assert game.state
    game = await tables.games.commit(replace(game, state=replace(game.state, pool=())), interaction_id=None, now=NOON)

    computers = await aboard(tables)
    after = await waited_for(tables, game)

    assert write_news(after) == "**Ada** passed."
    await computers.cog_unload()


async def test_a_computer_that_may_do_nothing_else_resigns_and_nobody_waits(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise IllegalMove

    choosing(monkeypatch, falls)
    game = await table(tables, ANN, ADA, BOB, turn=1)
    moves = dict(SYSTEM.moves())
    monkeypatch.setattr(type(SYSTEM), "moves", lambda _self: moves | dict.fromkeys((Draw, Pass, Play), refused))

    computers = await aboard(tables)
    after = await waited_for(tables, game)

    assert after.state
    assert after.state.seats[1].resigned
    assert after.state.turn == 2
    await computers.cog_unload()


async def test_a_change_during_the_pause_is_thought_of_anew_with_the_same_luck(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    lucks: list[bytes] = []

    def chooser(view: View, level: Level, luck: bytes) -> Action:
        lucks.append(luck)
        return draws(view, level, luck)

    choosing(monkeypatch, chooser)
    game = await table(tables, ANN, ADA, BOB, turn=1)
    pause = Held(monkeypatch)
    computers = await aboard(tables, Pause(20, 20))
    await pause.begun.wait()

    await tables.commit(replace(game, news=(as_is("Something else."),)), None)
    pause.over.set()
    after = await waited_for(tables, game)

    assert after.version == game.version + 2
    assert lucks == [lucks[0]] * 2
    assert pause.moments == [pause.moments[0]] * 2  # it began with the turn
    await computers.cog_unload()


class Held:
    """The pause before a move, which lasts until it is over; `moments` is when it would have been, each time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.over = asyncio.Event(), asyncio.Event()
        self.moments: list[float] = []
        monkeypatch.setattr("cogs.computers._sleep_until", self._until)

    async def _until(self, moment: float) -> None:
        self.moments.append(moment)
        self.begun.set()
        await self.over.wait()


async def test_a_person_who_comes_back_during_the_pause_moves(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    choosing(monkeypatch, draws)
    game = await table(tables, ANN, replace(BOB, missed_turns=2, away=True), turn=1)
    pause = Held(monkeypatch)
    computers = await aboard(tables)
    await pause.begun.wait()

    await tables.give_seat_back(game, 22)
    pause.over.set()

    after = await waited_for(tables, game)
    assert after.players == (ANN, BOB)
    assert after.state
    assert after.state.turn == 1
    await computers.cog_unload()


async def test_a_returning_player_gets_the_seat_though_the_table_moves_on_meanwhile(tables: Tables) -> None:
    old = await table(tables, ANN, replace(BOB, missed_turns=2, away=True), turn=0)
    await tables.make_move(old, Draw(0), 77)

    await tables.give_seat_back(old, 22)

    after = await tables.games.get(old.id)
    assert after
    assert after.players == (ANN, BOB)


async def test_the_bot_ends_though_computers_are_about_to_move(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    choosing(monkeypatch, draws)
    game = await table(tables, ANN, ADA, turn=1)
    computers = await aboard(tables, Pause(30, 30))
    await asyncio.sleep(0)

    await computers.cog_unload()

    assert await tables.games.get(game.id) == game


@pytest.mark.parametrize(
    ("text", "pause"), [("0", Pause(0, 0)), ("2", Pause(2, 2)), ("1.5-4", Pause(1.5, 4)), (" 1 - 2 ", Pause(1, 2))]
)
def test_a_pause_is_one_number_of_seconds_or_two(text: str, pause: Pause) -> None:
    assert Pause.read(text) == pause


@pytest.mark.parametrize("text", ["", "soon", "4-1", "-1", "1-31", "nan", "1-2-3"])
def test_no_other_text_is_a_pause(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # of any wording
        Pause.read(text)


async def test_players_who_left_take_their_seat_back_and_see_the_rack(room: Room) -> None:
    game = await room.playing(players=(replace(ANN, away=True, left=True), BOB))

    answer = await room.tap("back", game, Interaction(message=PUBLIC))

    assert (await room.game()).players == (ANN, BOB)
    assert "You're back in your seat." in answer.text
    assert not answer.is_public
    assert set(answer.screen.menu("pick")) == {"R6", "B9", "K1"}


async def test_nobody_takes_a_seat_that_is_not_theirs(room: Room) -> None:
    game = await room.playing(players=(replace(ANN, away=True, left=True), BOB))

    await room.tap("back", game, Interaction(BOB, PUBLIC))
    assert (await room.game()).players == game.players


async def test_a_player_who_left_a_rated_game_waits_and_is_back_a_round_later(room: Room) -> None:
    game = await room.playing(players=(ANN, BOB))
    await room.tables.commit(hand_over_seat(game, 0, counts=True), None)

    answer = await room.tap("back", game, Interaction(message=PUBLIC))

    assert not answer.is_public
    assert answer.text == ("This game counts, so a computer keeps your seat for a whole round. You're back in 2 turns.")
    for seat in (0, 1):
        assert (await room.game()).players[0].level is Level.FAIR
        await room.tables.make_move(await room.game(), Draw(seat), None)
    assert (await room.game()).players[0].level is None
    assert (await room.game()).news[-1] == later("{name} is back.", name="<@11>")


async def test_a_player_who_leaves_a_rated_game_twice_does_not_come_back(room: Room) -> None:
    game = await room.playing(players=(replace(ANN, leaves=1), BOB))
    await room.tables.commit(hand_over_seat(game, 0, counts=True), None)
    for _ in range(3):
        game = await room.game()
        await room.tables.make_move(game, Draw(game.state.turn if game.state else 0), None)

    answer = await room.tap("back", game, Interaction(message=PUBLIC))

    assert answer.text == "You've left this game twice, and it counts, so a computer plays for you to the end."
    assert (await room.game()).players[0].left
