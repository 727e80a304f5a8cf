"""The lesson: three prepared turns, which a newcomer plays on a bench of their own, outside any game."""

from dataclasses import dataclass, replace

from engine.game.views import Assistance
from engine.table.game import TableGame
from engine.text.errors import IllegalMove
from engine.tiles.crossings import read_sets
from engine.tiles.notation import read_rack
from services.benches import BenchScreenData, prepare_bench
from services.game_view import prepare_lone_view
from storage.benches import BenchState
from storage.recent import LruCache
from storage.settings import SettingsStore

MOST_BENCHES = 1_000  # kept at once; whoever has lost theirs starts that turn over


@dataclass(frozen=True, slots=True)
class LessonTurn:
    """A position of the lesson and the rack tiles that can be played there, all of them at once; in notation."""

    table: str
    rack: str
    tiles: str


TURNS = (
    LessonTurn("O2 J O4 / K6 K7 K8 K9", "R6 R7 R8 R9 K1 B11 B13", "R6 R7 R8 R9"),
    LessonTurn("O2 J O4 / K6 K7 K8 K9 / R6 R7 R8 R9", "O5 K1 B11 B13", "O5"),
    LessonTurn("O2 J O4 O5 / K6 K7 K8 K9 / R6 R7 R8 R9", "B6 K1 B11 B13", "B6"),
)
"""The lesson's turns: play a set, add a tile to a set, and make a set of a tile and two that are on the table."""


class Lessons:
    """The benches of the lesson. Their states are kept in memory only, by user and number of the turn, from 1."""

    def __init__(self, settings: SettingsStore, game: TableGame) -> None:
        self._settings = settings
        self._game = game
        self._states: LruCache[BenchState] = LruCache(MOST_BENCHES)

    async def read(self, user_id: int, number: int) -> BenchScreenData:
        """Return the user's bench for a turn; for a number, untrusted, that no turn has, that for the first one."""
        number = number if 1 <= number <= len(TURNS) else 1
        turn = TURNS[number - 1]
        sets, rack = read_sets(turn.table, self._game.box), read_rack(turn.rack, self._game.box)
        view = replace(self._game.view(self._game.state_of_puzzle(sets, rack), 0), assistance=Assistance.FIT)
        game_view = prepare_lone_view(number, self._game, view)
        kept = self._states.get((user_id, number)) or BenchState()
        return prepare_bench(game_view, kept, await self._settings.person(user_id))

    def keep(self, user_id: int, number: int, state: BenchState) -> None:
        """Keep the state of the user's bench after a tap."""
        self._states.keep((user_id, number), state)

    async def begin(self, user_id: int, number: int = 1) -> BenchScreenData:
        """Return the user's bench for this turn, with an empty draft, and note that they know of the lesson."""
        self._states.drop((user_id, number))
        await note_offered(self._settings, user_id)
        return await self.read(user_id, number)


def judge(bench: BenchScreenData) -> str:
    """Return why the bench's draft can't be played, as a game would say it; empty if it can."""
    game_view = bench.game_view
    try:
        game_view.variant.foresee(game_view.view, bench.arranged.bench.action(0))
    except IllegalMove as refusal:
        return str(refusal.phrase)
    return ""


async def note_offered(settings: SettingsStore, user_id: int) -> bool:
    """Note that the user knows of the lesson; return whether it's news to somebody who has never opened a rack."""
    person = await settings.person(user_id)
    if person.knows_lesson or person.legends:
        return False
    await settings.change_person(user_id, lambda kept: replace(kept, knows_lesson=True))
    return True
