"""What all cogs share: the rule systems, the stores, the clock on the wall, and how a move is made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.game.actions import Action
from engine.game.state import GameState, Step
from engine.game.variant import Variant
from engine.text.phrases import Phrase, say
from services.game_view import GameView, describe_events, prepare_game_view
from services.languages import Languages, find_spoken_language
from services.refusals import Refusal, require_running, require_seat
from services.rulebook import Sections
from services.seats import appoint_host, note_presence, return_seat
from storage.alive import HeartbeatStore
from storage.benches import BenchStore
from storage.boards import PublicMessageStore
from storage.games import Game, GameStore, Phase, Player, Stale
from storage.scores import ScoreStore
from storage.settings import Language, Server, SettingsStore
from storage.texts import TextStore

SHORTEST_REMINDED_TURN = 60  # seconds of a turn in which the player is reminded
RECENT = 10 * 60  # seconds for which somebody of whom we heard needs no reminder
NEWS_LINES = 6  # of news: a round of the largest table


@dataclass(frozen=True, slots=True)
class Tables:
    """Passed to every cog.

    `now` is in seconds since the epoch; `seed` gives 32 unforeseeable bytes for a shuffle; `server_name` is what a
    server is called, empty for one that is not known. `announce` is told of every stored change; what it does with it
    can't fail the move.
    """

    variants: Mapping[str, Variant[Any]]
    clauses: Mapping[Language, Mapping[str, Sections]]
    games: GameStore
    boards: PublicMessageStore
    texts: TextStore
    benches: BenchStore
    scores: ScoreStore
    settings: SettingsStore
    languages: Languages
    alive: HeartbeatStore
    server_name: Callable[[int], str]
    now: Callable[[], int]
    seed: Callable[[], bytes]
    announce: Callable[[Game], None]

    def variant(self, game: Game) -> Variant[Any]:
        """The rule system of this table."""
        return self.variants[game.variant]

    def read_clauses(self, key: str) -> Sections:
        """The clauses of a rule system, as the reader reads them."""
        return self.clauses[find_spoken_language()].get(key, {})

    def view_for(self, game: Game, user_id: int | None = None) -> GameView:
        """What this user may see of a running or finished game; None: a spectator.

        Raises:
            Refusal: the user has no seat, or the game has not begun.
        """
        variant, server = self.variants[game.variant], self.server_name(game.guild_id)
        seat = None if user_id is None else require_seat(game, user_id)
        if game.state is None:
            raise Refusal(say("This game has not begun. Join, and the host starts it."))
        return prepare_game_view(game, variant, variant.view(game.state, seat), server)

    def choose_system(self, server: Server) -> str:
        """Return the key of the system that /new takes on this server by itself."""
        return server.variant if server.variant and server.variant in self.variants else next(iter(self.variants))

    async def require_game(self, game_id: int) -> Game:
        """The table of this number.

        Raises:
            Refusal: there is none.
        """
        game = await self.games.get(game_id)
        if game is None:
            raise Refusal(say("This table is gone. /new opens another."))
        return game

    async def require_game_here(self, place: int) -> Game:
        """Return the lobby or running game of a place: a channel, or a person who plays alone.

        Raises:
            Refusal: there is none.
        """
        game = await self.games.in_channel(place)
        if game is None:
            raise Refusal(say("No table is open in this channel. /new opens one."))
        return game

    async def require_running_here(self, place: int) -> Game:
        """Return the running game of a place, as `require_game_here`.

        Raises:
            Refusal: there is none, or it has not begun.
        """
        return require_running(await self.require_game_here(place))

    async def act(self, game: Game, action: Action, interaction_id: int | None) -> Game:
        """Make a move and store it; the cogs show it afterwards.

        Raises:
            IllegalMove: the rules refuse it.
            Stale, AlreadyDone: somebody was faster, or this very interaction was.
        """
        return (await self.move(game, action, interaction_id))[0]

    async def move(self, game: Game, action: Action, interaction_id: int | None) -> tuple[Game, Phrase | None]:
        """As `act`, with what the rules say to the player alone."""
        step = self.variant(game).apply(game.state, action, now=self.now())
        return await self.record(game, action, step, interaction_id), step.aside

    async def record(self, game: Game, action: Action, step: Step[Any], interaction_id: int | None) -> Game:
        """Store what an action has led to.

        Raises:
            Stale, AlreadyDone: as `act`.
        """
        players = note_presence(game, action)
        same_turn = game.state is not None and game.state.turns == step.state.turns
        moved = replace(
            game,
            state=step.state,
            phase=Phase.OVER if step.state.outcome else game.phase,
            players=players,
            news=_collect_news(game, action, describe_events(game, step.events)),
            remind_at=game.remind_at if same_turn else find_reminder_time(players, step.state),
        )
        return await self.store(moved, interaction_id, line=action.line(), seat=action.seat)

    async def give_seat_back(self, game: Game | None, user_id: int, *, asked: bool = False) -> None:
        """Give somebody of whom we hear the seat back that a computer keeps; who has left it must have `asked`."""
        while game and (changed := return_seat(game, user_id, asked=asked)):
            try:
                game = await self.store(changed, None)
            except Stale as stale:
                game = stale.game

    async def skip_reminder(self, game: Game | None, user_id: int) -> None:
        """Spare the player to move a reminder that would come just after we heard of them."""
        if game is None or game.state is None or game.remind_at is None:
            return
        if game.players[game.state.turn].user_id == user_id and game.remind_at - self.now() <= RECENT:
            await self.games.remind_no_more(game.id)

    async def store(
        self, game: Game, interaction_id: int | None, *, line: str | None = None, seat: int | None = None
    ) -> Game:
        """Store a changed game and announce it; the next person takes the place of a host who is gone.

        Raises:
            Stale, AlreadyDone: as `act`.
        """
        stored = await self.games.commit(
            appoint_host(game), interaction_id=interaction_id, now=self.now(), line=line, seat=seat
        )
        self.announce(stored)
        return stored


def _collect_news(game: Game, action: Action, said: Phrase) -> tuple[Phrase, ...]:
    """What is told of the action; people read together what the computers did since they looked last."""
    before = game.news if game.players[action.seat].level else ()
    return (*before, said)[-NEWS_LINES:]


def find_reminder_time(players: Sequence[Player], state: GameState) -> int | None:
    """When to remind the player whose turn has just begun, in seconds since the epoch; None: never in this turn."""
    if state.deadline is None or players[state.turn].level:
        return None
    seconds = state.deadline - state.now
    return state.deadline - seconds // 2 if seconds >= SHORTEST_REMINDED_TURN else None
