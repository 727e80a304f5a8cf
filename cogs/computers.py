"""Moves of computer players, for their own seats or for absent people. They see only what the seat may see."""

import asyncio
import logging
import traceback
from collections.abc import Mapping, Sequence
from functools import partial

from discord.ext import commands

from engine.game.actions import Action
from engine.game.goals import Level
from engine.override import override
from engine.text.phrases import say, say_many
from services.computers import DueMove, choose_move, list_simple_moves
from services.concurrency.coalesce import Coalescer
from services.concurrency.worker_threads import WorkerThreads
from services.refusals import require_seat
from services.seats import can_return, must_wait
from storage.database import StorageError
from storage.games import AlreadyDone, Game, Stale
from ui.controls import Control, Interaction, TapHandler
from ui.replies import tell
from ui.services import Services

log = logging.getLogger(__name__)

_HURRY = 0.2  # the factor of the pause when no person is left in the game
_LONGEST_THOUGHT = 10.0  # seconds for one search, which usually takes less than 0.1


class ComputersCog(commands.Cog):
    """The cog that moves for computers; it searches for one move at a time, in a worker thread."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._private_benches = services.private_bench
        self._pause = services.choices.computer_pause
        self._threads = WorkerThreads("computers", _LONGEST_THOUGHT)
        self._dull: set[int] = set()  # games whose computers no longer search, because a search took too long
        self._moments: dict[int, DueMove] = {}
        self._updates = Coalescer("computers", self._work)
        self.taps: Mapping[str, TapHandler] = {"back": self._on_back}

    async def begin(self) -> None:
        """Schedule the computers' moves that are due when the bot starts."""
        for game in await self._tables.games.with_computers():
            self.on_change(game)

    @override
    async def cog_unload(self) -> None:
        """Stop moving. A move that isn't stored yet is made after the next start."""
        await self._updates.close()

    def on_change(self, game: Game) -> None:
        """Schedule a move if it's a computer's turn; forget a game that has ended."""
        if game.phase.has_ended:
            self._moments.pop(game.id, None)
            self._dull.discard(game.id)
        elif game.find_computer_to_move() is not None:
            self._updates.schedule(game.id)

    async def _work(self, game_id: int) -> None:
        game = await self._tables.games.get(game_id)
        mover = None if game is None else game.find_computer_to_move()
        if game is None or mover is None:
            self._moments.pop(game_id, None)
        else:
            await self._move(game, *mover, self._find_due_move(game))

    def _find_due_move(self, game: Game) -> DueMove:
        """Return when the computer's turn began, and random bytes for it; both stay the same until the next action."""
        version = game.state.version if game.state else 0
        moment = self._moments.get(game.id)
        if moment is None or moment.version != version:
            moment = DueMove(version, asyncio.get_running_loop().time(), self._tables.seed())
            self._moments[game.id] = moment
        return moment

    async def _move(self, game: Game, seat: int, level: Level, moment: DueMove) -> None:
        """Search for moves, wait for the rest of the pause, and make the first one that is accepted."""
        ideas = await self._list_actions(game, seat, level, moment.luck)
        await _sleep_until(self._find_due_time(game, moment))
        now = await self._tables.games.get(game.id)  # again, because its deadline may have been extended meanwhile
        if now is None or now.version != game.version:
            return
        for action in ideas:
            if await self._try_move(now, action):
                return

    def _find_due_time(self, game: Game, moment: DueMove) -> float:
        seconds = self._pause.least + (self._pause.most - self._pause.least) * moment.luck[0] / 255
        return moment.since + seconds * (1 if game.list_present() else _HURRY)

    async def _list_actions(self, game: Game, seat: int, level: Level, luck: bytes) -> list[Action]:
        """Return moves to try in order: the one that the search finds in time, then those that need no search."""
        variant = self._tables.variant(game)
        view = variant.view(game.state, seat)
        simple = list(list_simple_moves(variant, view, seat))
        if game.id in self._dull:
            return simple
        try:
            return [await self._threads.run(partial(choose_move, variant, view, level, luck)), *simple]
        except TimeoutError as error:
            self._dull.add(game.id)  # the search can't be stopped, and slows down all tables
            _log_failure(game.id, error)
        except Exception as error:  # noqa: BLE001  # the game must go on, with a simple move
            _log_failure(game.id, error)
        return simple

    async def _try_move(self, game: Game, action: Action) -> bool:
        """Make this move; return False if it was refused or failed, so that another should be tried."""
        try:
            await self._tables.make_move(game, action, None)
        except (Stale, AlreadyDone):
            self._updates.schedule(game.id)  # the game has changed, or only its times
            return True
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001  # as above
            _log_failure(game.id, error)
            return False
        return True

    async def _on_back(self, interaction: Interaction, control: Control, _: Sequence[str]) -> None:
        """Give a seat that a computer plays back to its player, who may have to wait for it, and show their bench."""
        await self._tables.give_seat_back(
            await self._tables.require_game(control.game), interaction.user.id, asked=True
        )
        game = await self._tables.require_game(control.game)
        seat = game.find_seat(interaction.user.id) if game.is_player(interaction.user.id) else None
        if seat in game.list_absent() and must_wait(game, seat):
            return await tell(interaction, _explain_wait(game, seat))
        require_seat(game, interaction.user.id)
        return await self._private_benches.refresh(interaction, game, say("You're back in your seat."), opens=True)


def _explain_wait(game: Game, seat: int) -> str:
    """Return why a player who left doesn't get this seat back in this turn."""
    player = game.players[seat]
    if not can_return(player):
        return say("You've left this game twice, and it counts, so a computer plays for you to the end.")
    turns = player.back_from - (game.state.turns if game.state else 0)
    return say_many(
        "This game counts, so a computer keeps your seat for a whole round. You're back in {count} turn.",
        "This game counts, so a computer keeps your seat for a whole round. You're back in {count} turns.",
        turns,
    )


async def _sleep_until(moment: float) -> None:
    await asyncio.sleep(moment - asyncio.get_running_loop().time())


def _log_failure(game_id: int, error: Exception) -> None:
    """Log an error's type and traceback, but not its message, which may name a tile of a rack."""
    where = "".join(traceback.format_tb(error.__traceback__))
    log.error("a computer at table %s met %s\n%s", game_id, type(error).__name__, where)
