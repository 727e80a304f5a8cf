"""A tournament of 4 to 16 people as a frozen value; `services/tournaments/` has its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.game.views import Value

LEAST_PLAYERS, MOST_PLAYERS = 4, 16


class TournamentKind(StrEnum):
    """The way in which a tournament pairs its players."""

    SWISS = "swiss"
    KNOCKOUT = "knockout"


class TournamentPhase(StrEnum):
    """The stage that a tournament has reached."""

    SIGN_UP = "sign up"
    RUNNING = "running"
    OVER = "over"
    CANCELED = "canceled"

    @property
    def has_ended(self) -> bool:
        """Whether nothing can change anymore."""
        return self in {TournamentPhase.OVER, TournamentPhase.CANCELED}


class WithoutWinner(StrEnum):
    """The result of a pairing that nobody won: both are equal, or neither played to the end."""

    TIE = "tie"
    NO_SHOWS = "no shows"


Result = int | WithoutWinner
"""The result of a pairing: the winner's Discord id, or why there's none."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a tournament: a Discord user's id, and their name when they signed up."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game between two players by their Discord ids, or a bye for `first`, whose `second` is None.

    In a knockout, `first` was drawn before `second`. `result` is None while the pairing is open; that of a bye is the
    player's id. `present` has the ids of those who have said that they're here. `thread_id` is the message that
    announces the pairing, and the thread that is created from it once both are here; None before it's there. `game_id`
    is the game's id in storage, None before it begins.
    """

    first: int
    second: int | None
    result: Result | None = None
    present: tuple[int, ...] = ()
    thread_id: int | None = None
    game_id: int | None = None

    @property
    def user_ids(self) -> tuple[int, ...]:
        """The ids of both players, or of the one who has a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def is_ready(self) -> bool:
        """Whether both players are here, so that their game can begin."""
        return self.second is not None and set(self.user_ids) == set(self.present)

    def other_than(self, user_id: int) -> int | None:
        """Return the opponent of one of its players, None in a bye."""
        return self.second if user_id == self.first else self.first


@dataclass(frozen=True, slots=True)
class PairingKey:
    """The place of a pairing in its tournament: its round and its table there, each from 0."""

    round: int
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A tournament: its players in the order of signing up, and its rounds so far, each with all its pairings.

    `variant` and `options` say what is played, as for a game. `dropped` has the ids of players who left after the
    start, in that order.
    """

    kind: TournamentKind
    variant: str
    options: Mapping[str, Value] = field(default_factory=dict)
    phase: TournamentPhase = TournamentPhase.SIGN_UP
    players: tuple[Entrant, ...] = ()
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    dropped: tuple[int, ...] = ()

    @property
    def drawn(self) -> tuple[int, ...]:
        """The players' ids in the order in which the first round was drawn; empty before the start."""
        return tuple(user_id for pairing in self.rounds[0] for user_id in pairing.user_ids) if self.rounds else ()

    def has_player(self, user_id: int) -> bool:
        """Return whether this user has signed up, even if they dropped out later."""
        return any(player.user_id == user_id for player in self.players)

    def find(self, key: PairingKey) -> Pairing:
        """Return the pairing at this place, which must exist."""
        return self.rounds[key.round][key.table]

    def with_pairing(self, key: PairingKey, pairing: Pairing) -> "Tournament":
        """Return the tournament with another pairing at this place."""
        changed = list(self.rounds[key.round])
        changed[key.table] = pairing
        return replace(self, rounds=(*self.rounds[: key.round], tuple(changed), *self.rounds[key.round + 1 :]))


def give_bye(user_id: int) -> Pairing:
    """Return a bye for this player, which they've won."""
    return Pairing(user_id, None, user_id)
