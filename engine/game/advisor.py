"""The half of a rule system that advises players: what it finds in a view, and what it says of a draft."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import final

from engine.game.actions import Action
from engine.game.bench import Bench, DraftCheck, PreparedDraft, ReadyPlay
from engine.game.drafts import Draft
from engine.game.goals import FoundTurn, Goal, Level
from engine.game.views import View
from engine.tiles.tiles import Tile

LAPSES = 13
"""The number of turns, of 256, in which an expert plays like a strong computer instead of a master: 5 %.

`benchmarks/engine/players.py` measures each level against the one below: with 5 %, an expert wins 84 % of the games
against a strong computer, and a master 85 % against an expert.
"""


class Advisor(ABC):
    """The methods of a rule system that advise the viewer of a view, knowing nothing but the view."""

    @abstractmethod
    def find(self, view: View, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        """Return the turn that serves the goal best, as if it were the viewer's turn; None if there is none.

        The search knows nothing but the view. `tiles` are the rack tiles that the goal `FIT` must play.
        """

    @abstractmethod
    def has_play(self, view: View) -> bool | None:
        """Return whether the viewer has a legal play, as if it were their turn; None if the search can't tell.

        During an open draft, nobody has one.
        """

    @final
    def choose(self, view: View, level: Level, luck: bytes) -> Action:
        """Return the action that a computer of this level takes in the viewer's seat, knowing nothing but the view.

        `luck` is a random seed that decides what it overlooks: the same view and luck give the same action.
        """
        if level is Level.EXPERT:
            level = Level.STRONG if luck[0] < LAPSES else Level.MASTER
        return self._choose(view, level, luck)

    @abstractmethod
    def _choose(self, view: View, level: Level, luck: bytes) -> Action:
        """Return the action as `choose` does, which replaces the level `EXPERT` by another one."""

    @abstractmethod
    def minimize_disturbance(self, view: View, action: Action) -> Action:
        """Return, for a play, one of the same rack tiles that changes as little of the table as possible.

        Other actions are returned unchanged.
        """

    @abstractmethod
    def prepare_draft(self, view: View, draft: Draft) -> PreparedDraft:
        """Return the viewer's draft of a turn adapted to the table in the view, which may have changed since.

        Raises:
            NoSuchSeat: the viewer is a spectator.
        """

    @abstractmethod
    def check_draft(self, view: View, bench: Bench) -> DraftCheck:
        """Return what the rules say about the turn on the viewer's bench, as if it were the viewer's turn."""

    @abstractmethod
    def list_ready_plays(self, view: View, bench: Bench, best: FoundTurn | None = None) -> Sequence[ReadyPlay]:
        """Return up to `MOST_READY` legal plays that the viewer can add to its draft at once, the best first.

        They leave the tiles on the table where they are. `best` is a turn that a search found; it's the first of the
        list if the draft is empty. The rules judge each play as if it were the viewer's turn.
        """
