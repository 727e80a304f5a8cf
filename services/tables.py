"""The core that all cogs share: rule systems, stores, the wall clock, and making moves."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

from engine.game.actions import Action, Stop, Void
from engine.game.bench import DraftCheck, PreparedDraft
from engine.game.drafts import Draft
from engine.game.state import Step
from engine.game.variant import Variant
from engine.text.phrases import Phrase, say
from ratings.game_result import Unrated
from services.concurrency.worker_threads import WorkerThreads
from services.deadlines import WEEK, begin_turn, begin_wait, has_one_person_left, is_unreminded, update_wait
from services.ending import find_result, is_for_ladder
from services.game_view import GameView, describe_move, prepare_game_view
from services.languages import Languages, find_spoken_language
from services.refusals import Refusal, require_going_on, require_running, require_seat
from services.rulebook import Sections
from services.seats import appoint_host, note_plays, note_presence, return_seat, return_waiting
from storage.alive import HeartbeatStore
from storage.benches import BenchStore
from storage.games import Game, GameStore, Phase, Stale
from storage.posts import PostStore
from storage.recent import LruCache
from storage.results.badges import BadgeStore
from storage.results.profiles import ProfileStore
from storage.results.store import ResultStore
from storage.settings import Language, Server, SettingsStore
from storage.texts import TextStore

T = TypeVar("T")

MOST_SPARED = 2_000  # games; one that is forgotten gets its reminder
RECENT = 10 * 60  # seconds; a player who was active needs no reminder this soon
LONGEST_SEARCH = 60.0  # seconds for the searches of one move, which usually take less than 0.1
AT_ONCE = 2  # moves that search; more would only compete for Python's interpreter lock
NEWS_LINES = 6  # one round at the largest table
MOST_VIEWS = 64  # remembered; a tap on a rack reads its view several times (`python -m benchmarks taps`)
MOST_DRAFTS = 200  # remembered, of about 20 KB each; a player who taps comes back to theirs within seconds


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """A draft as it was stored, as it is arranged on the current table, and what the rules say about that."""

    stored: Draft
    arranged: PreparedDraft
    appraisal: DraftCheck


class MadeMove(NamedTuple):
    """A move that was made: the game after it, as stored, and a sentence for its player alone (or None)."""

    game: Game
    aside: Phrase | None


@dataclass(frozen=True, slots=True)
class Tables:
    """The rule systems, stores and functions that every cog gets.

    `variants` and `clauses` (the sections of their rules pages, by language) are by the rule system's key. `now`
    returns seconds since the epoch; `seed` returns 32 unpredictable bytes for a shuffle; `server_name` returns a
    server's name by its id, empty if unknown. `announce` is called with every changed game once it's stored; its
    failure can't undo the move. `skipped_reminders` maps a game to the turn whose reminder isn't sent. `drafts` and
    `views` are caches, and `threads` make the moves whose rules have to search for plays.
    """

    variants: Mapping[str, Variant[Any]]
    clauses: Mapping[Language, Mapping[str, Sections]]
    games: GameStore
    posts: PostStore
    texts: TextStore
    benches: BenchStore
    results: ResultStore
    profiles: ProfileStore
    badges: BadgeStore
    settings: SettingsStore
    languages: Languages
    alive: HeartbeatStore
    server_name: Callable[[int], str]
    now: Callable[[], int]
    seed: Callable[[], bytes]
    announce: Callable[[Game], None]
    skipped_reminders: LruCache[int] = field(default_factory=lambda: LruCache(MOST_SPARED))
    drafts: LruCache[CheckedDraft] = field(default_factory=lambda: LruCache(MOST_DRAFTS))
    views: LruCache[tuple[Game, GameView]] = field(default_factory=lambda: LruCache(MOST_VIEWS))
    threads: WorkerThreads = field(default_factory=lambda: WorkerThreads("rules", LONGEST_SEARCH, AT_ONCE))

    def variant(self, game: Game) -> Variant[Any]:
        """Return the rule system of this game."""
        return self.variants[game.variant]

    def read_clauses(self, key: str) -> Sections:
        """Return the rules of the system `key` in the reader's language: text by heading; empty if there are none."""
        return self.clauses[find_spoken_language()].get(key, {})

    def view_for(self, game: Game, user_id: int | None = None) -> GameView:
        """Return what a user or a spectator (None) may see. Raises: Refusal for a lobby, or if it isn't their game."""
        variant, server = self.variants[game.variant], self.server_name(game.guild_id)
        seat = None if user_id is None else require_seat(game, user_id)
        if game.state is None:
            raise Refusal(say("This game hasn't started. Join it, and the host can start."))
        known = self.views.get((game.id, seat))
        if known and known[0] is game and known[1].server == server:
            return known[1]
        game_view = prepare_game_view(game, variant, variant.view(game.state, seat), server)
        self.views.keep((game.id, seat), (game, game_view))
        return game_view

    def require_system(self, key: str) -> Variant[Any]:
        """Return the rule system with this untrusted key. Raises: Refusal: there's none."""
        if key not in self.variants:
            raise Refusal(say("There's no such rule system."))
        return self.variants[key]

    def choose_system(self, server: Server) -> str:
        """Return the key of the rule system that /new uses on this server by default."""
        return server.variant if server.variant and server.variant in self.variants else next(iter(self.variants))

    async def require_game(self, game_id: int) -> Game:
        """Return the game with this id. Raises: Refusal if there is none."""
        game = await self.games.get(game_id)
        if game is None:
            raise Refusal(say("This table no longer exists. /new opens another."))
        return game

    async def require_game_here(self, channel_id: int) -> Game:
        """Return a channel's open game; a solo game's `channel_id` is its player's. Raises: Refusal if there's none."""
        game = await self.games.in_channel(channel_id)
        if game is None:
            raise Refusal(say("This channel has no table. /new opens one."))
        return game

    async def require_running_here(self, channel_id: int) -> Game:
        """Return a channel's running game, as in `require_game_here`. Raises: Refusal if there's none."""
        return require_running(await self.require_game_here(channel_id))

    async def make_move(
        self, game: Game, action: Action, interaction_id: int | None, *, reason: Phrase | None = None
    ) -> MadeMove:
        """Make a move, store it and announce it.

        `interaction_id` is the Discord interaction that asked for the move, None if there is none. `reason` is why the
        game ends with it, in place of what the rules say.

        Raises:
            Refusal: the game is suspended.
            IllegalMove: the move is against the rules.
            Stale, AlreadyDone: another change of the game came first, or this interaction has made its move already.
        """
        if not isinstance(action, Stop | Void):
            require_going_on(game)
        while True:
            step = await self._apply(game, action)
            moved = self._follow(game, action, step)
            if reason and moved.state and moved.state.outcome:
                moved = replace(moved, state=replace(moved.state, outcome=replace(moved.state.outcome, reason=reason)))
            try:
                return MadeMove(await self.commit(moved, interaction_id, action=action), step.aside)
            except Stale as stale:
                if interaction_id is None or stale.game.version != game.version:
                    raise
                game = stale.game  # only its times were moved, and that refuses no player's move

    async def _apply(self, game: Game, action: Action) -> Step[Any]:
        """Return the step that the action leads to, in a worker thread if the rules may have to search for plays."""
        variant = self.variant(game)
        work: Callable[[], Step[Any]] = partial(variant.apply, game.state, action, now=self.now())
        if game.state is not None and variant.may_search(game.state, action):
            return await self.threads.run(work)
        return work()

    def _follow(self, game: Game, action: Action, step: Step[Any]) -> Game:
        held = len(game.state.seats[action.seat].rack) if game.state else 0
        players = note_plays(note_presence(game, action), action.seat, held, step.events)
        same_turn = game.state is not None and game.state.turns == step.state.turns
        moved = replace(
            game,
            state=step.state,
            phase=Phase.OVER if step.state.outcome else game.phase,
            players=players,
            news=(*game.news, describe_move(game, action.seat, step.events))[-NEWS_LINES:],
        )
        if step.state.outcome and step.state.outcome.void and self.is_for_ladder(game):
            moved = replace(moved, unrated=Unrated.PENDING, waits_until=game.waits_until or self.now() + WEEK)
        moved = return_waiting(moved)
        return moved if same_turn else begin_turn(moved)

    def is_for_ladder(self, game: Game) -> bool:
        """Return whether a running game can still count on the solo ladder."""
        return game.phase is Phase.PLAYING and is_for_ladder(game, self.variant(game))

    async def give_seat_back(self, game: Game | None, user_id: int, *, asked: bool = False) -> None:
        """Give the user's seat back to them if a computer plays it while they are absent, and store that.

        A player who left on purpose gets the seat back only if they `asked` for it.
        """
        while game and (changed := return_seat(game, user_id, asked=asked)):
            try:
                game = await self.commit(changed, None)
            except Stale as stale:
                game = stale.game

    async def retry(self, game: Game, attempt: Callable[[Game], Awaitable[T]]) -> T:
        """Return what `attempt` returns, which changes this game in a way that doesn't depend on others' changes.

        If those come first, `attempt` is called again with the game that they have led to: two people who join at the
        same moment both get a seat if there are two, and of three who agree to end a game, each is counted.
        """
        while True:
            try:
                return await attempt(game)
            except Stale as stale:
                game = stale.game

    async def note_activity(self, game: Game | None, user_id: int) -> None:
        """Note that this user is active now, in case that the game waits for them.

        With a clock, they're spared a reminder that is due within ten minutes. That is only noted in memory, as every
        move would otherwise be stored twice. Without a clock, the wait for them starts over, once every ten minutes.
        """
        if game is None or game.state is None or game.players[game.state.turn].user_id != user_id:
            return
        now = self.now()
        if game.waits_until is None:
            if game.remind_at is not None and game.remind_at - now <= RECENT:
                self.skipped_reminders.keep(game.id, game.state.turns)
        elif has_one_person_left(game):
            return  # in a game for the solo ladder, only a turn counts
        elif now + game.patience - game.waits_until >= RECENT and not await self._restart_wait(game, now):
            await self.note_activity(await self.games.get(game.id), user_id)  # the clock came first

    def skips_reminder(self, game: Game) -> bool:
        """Return whether the player to move gets no reminder this turn, because they were active before it."""
        is_same_turn = game.state is not None and self.skipped_reminders.get(game.id) == game.state.turns
        return is_same_turn and game.waits_until is None

    async def _restart_wait(self, game: Game, now: int) -> bool:
        """Start the wait for the player to move over, without its reminder; return False if the game has changed."""
        restarted = begin_wait(game, now)
        done = await self.games.retime(game, restarted)
        if done and not is_unreminded(game):
            self.announce(restarted)
        return done

    async def commit(self, game: Game, interaction_id: int | None, *, action: Action | None = None) -> Game:
        """Store and announce a changed game; if its host has gone, the next person becomes host.

        A lobby's time until it closes starts over. In a game without a clock, the wait for another player starts.
        `action` is the move that has changed it, for the log; None for other changes. Raises: as `make_move`.
        """
        now = self.now()
        waiting = update_wait(
            appoint_host(game), now, is_for_ladder=has_one_person_left(game) and self.is_for_ladder(game)
        )
        is_over = waiting.phase is Phase.OVER and not waiting.is_pending
        stored = await self.games.commit(
            waiting,
            interaction_id=interaction_id,
            now=now,
            line=None if action is None else action.line(),
            seat=None if action is None else action.seat,
            result=find_result(waiting, self.variant(game)) if is_over else None,
            is_for_ladder=self.is_for_ladder,
        )
        self.announce(stored)
        return stored
