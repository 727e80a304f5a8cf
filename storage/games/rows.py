"""Games as storage knows them, and their rows in the database: game, log and results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from sqlite3 import Row
from typing import Any

import msgspec

from engine.game.goals import Level
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import Phrase
from ratings.game_result import Unrated
from storage.codec import HiddenText, decode, encode
from storage.errors import UnreadableGame

STAND_IN = Level.FAIR  # the level of computers that play for absent people
USUAL_PATIENCE = 3 * 24 * 3600  # seconds


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's player: a person with a Discord user id and the `name` they joined with, or a `computer` of this level.

    `missed_turns` is the number of the person's last turns in a row that ended by the clock without any activity. While
    a person is `away`, a computer plays for them until they show up, or, if they `left` on purpose, until they ask for
    the seat. `leaves` counts how often they left on purpose while the game counted; they then get the seat back from
    the turn of number `back_from` on, and `wants_back` says that they have asked before. `restarted` is the number of
    their last turn that began again, because the table was moved. `opening` is a person's most valuable first play in
    this match, in points, and `largest_finish` the number of tiles of their largest play that emptied the rack; 0
    without one.
    """

    user_id: int | None
    name: str
    computer: Level | None = None
    missed_turns: int = 0
    away: bool = False
    left: bool = False
    leaves: int = 0
    back_from: int = 0
    wants_back: bool = False
    restarted: int | None = None
    agrees_to_end: bool = False
    opening: int = 0
    largest_finish: int = 0

    def __post_init__(self) -> None:
        if (self.user_id is None) == (self.computer is None):
            raise ValueError("A seat is either a person's or a computer's.")

    @property
    def level(self) -> Level | None:
        """The level of the computer that moves for this seat now; None if a person does."""
        return STAND_IN if self.away else self.computer


@dataclass(frozen=True, slots=True)
class MoveNews(Phrase):
    """A sentence about the move of `seat`: the phrase itself is for everybody, and `own` for that seat's player.

    `own` may have a fact called `drawn`: how many tiles the player drew. `drawn` is that number, and the player's own
    screens name those tiles instead. `brief` is a shorter sentence for everybody. `card` is the phrase for the public
    message if the move ended a game of a match that goes on.
    """

    seat: int | None = None
    own: Phrase | None = None
    brief: Phrase | None = None
    drawn: int = 0
    card: Phrase | None = None


class Phase(StrEnum):
    """A game's phase.

    `LOBBY`: players can still join. `PLAYING`: it's running. `OVER`: it was played and has ended. `CLOSED`: its lobby
    was given up before the game began.
    """

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"

    @property
    def has_ended(self) -> bool:
        """Whether nobody can join or move anymore."""
        return self in {Phase.OVER, Phase.CLOSED}


def list_people(players: Sequence[Player]) -> list[int]:
    """Return the Discord user ids of the people among the players, in seat order; deleted people have none."""
    return [player.user_id for player in players if player.user_id is not None and player.user_id > 0]


@dataclass(frozen=True, kw_only=True)
class Game:
    """A table in a Discord channel: its lobby, then its game, then its result. Its `id` is 0 until it's stored.

    A game that one person plays alone has `guild_id` 0 and the player's id as `channel_id`. `variant` is the rule
    system's key; `state` is None in the lobby. `news` are the last moves, one phrase each. `version` counts every
    change, including those of the lobby. `remind_at` is when to remind the player to move, None for no (further)
    reminder in this turn. `has_chosen_clock` says that the host chose the clock in `options` for this table; if not,
    one person plays computers without a clock.

    `waits_until` is when an idle lobby closes, or when a computer takes the seat of the player to move in a game
    without a clock; None for never. A closed lobby has it only if it closed because it was idle. `patience` is how many
    seconds a game without a clock waits for a player, 0 for as long as it takes. Times are in seconds since the epoch.
    A start or reconnect leaves at least `grace` seconds until then, and sets it to 0, so that it extends no turn twice.
    `unrated` is why the game counts in no rating, if that is known before its end. A game that is suspended, because
    its channel is gone, ends at `suspended_until`, and no other clock runs. `rematch_of` is the finished game whose
    people were asked to this table. `shifts` is how often this process had moved all stored times when it read the
    game.
    """

    id: int = 0
    guild_id: int
    channel_id: int
    host_id: int
    variant: str
    options: Mapping[str, Value]
    players: tuple[Player, ...]
    phase: Phase = Phase.LOBBY
    state: GameState | None = field(default=None, repr=False)
    news: tuple[Phrase, ...] = ()
    version: int = 1
    opened_at: int
    changed_at: int
    remind_at: int | None = None
    has_chosen_clock: bool = False
    patience: int = USUAL_PATIENCE
    waits_until: int | None = None
    grace: int = 0
    unrated: Unrated | None = None
    suspended_until: int | None = None
    rematch_of: int | None = None
    shifts: int = field(default=0, compare=False)

    @property
    def is_solo(self) -> bool:
        """Whether one person plays this game alone, without a public message."""
        return not self.guild_id

    @property
    def due_at(self) -> int | None:
        """When the turn ends, or the wait for somebody to do something; None for never, as in a game that is over."""
        if self.phase.has_ended:
            return None
        if self.suspended_until is not None:
            return self.suspended_until
        deadline = self.state.deadline if self.state else None
        return self.waits_until if deadline is None else deadline

    @property
    def shown_version(self) -> str:
        """The version, and when the turn or the wait ends: all that the game's messages depend on."""
        return f"{self.version} {self.due_at or ''}"

    def list_present(self) -> list[int]:
        """Return the seats whose people play for themselves and haven't resigned; none before the game has begun."""
        seats = self.state.seats if self.state else ()
        held = enumerate(zip(self.players, seats, strict=True))
        return [index for index, (player, seat) in held if player.level is None and not seat.resigned]

    def list_absent(self) -> list[int]:
        """Return the seats of a running game that a computer plays for an absent person; none of other games."""
        if self.phase is not Phase.PLAYING:
            return []
        return [seat for seat, player in enumerate(self.players) if player.away]

    def find_computer_to_move(self) -> tuple[int, Level] | None:
        """Return the seat and level of the computer that has to move now; None without one or while suspended."""
        is_going_on = self.phase is Phase.PLAYING and self.suspended_until is None
        active = sorted(self.state.active) if self.state and is_going_on else ()
        return next(((seat, level) for seat in active if (level := self.players[seat].level)), None)

    def list_present_people(self) -> list[int]:
        """Return the user ids, in seat order, of the table's people; in a running game, of those in `list_present`."""
        if self.phase is not Phase.PLAYING:
            return list_people(self.players)
        return list_people([self.players[seat] for seat in self.list_present()])

    def list_players_left(self) -> list[int]:
        """Return the Discord user ids of those who can still play at this table: its people who haven't resigned.

        That includes those for whom a computer plays, but nobody whose data was deleted.
        """
        seats = self.state.seats if self.state else (None,) * len(self.players)
        held = zip(self.players, seats, strict=True)
        return list_people([player for player, seat in held if not (seat and seat.resigned)])

    def find_seat(self, user_id: int) -> int:
        """Return the seat of this user, who must have one."""
        return next(seat for seat, player in enumerate(self.players) if player.user_id == user_id)

    def list_undecided(self) -> list[int]:
        """Return the seats, among those that `list_present` returns, whose people haven't agreed to end the game."""
        return [seat for seat in self.list_present() if not self.players[seat].agrees_to_end]

    def is_player(self, user_id: int) -> bool:
        """Return whether the user has a seat of this game, even if they have left it or resigned."""
        return user_id in list_people(self.players)

    def find_person_to_move(self, seat: int) -> int | None:
        """Return the Discord user id of the person who moves for the seat; None if a computer does."""
        player = self.players[seat]
        return None if player.level else player.user_id

    def list_gone_people(self) -> list[int]:
        """Return the Discord user ids of those who have resigned from this game, or left it until they ask for it."""
        seats = self.state.seats if self.state else ()
        return list_people(
            [player for player, seat in zip(self.players, seats, strict=False) if player.left or seat.resigned]
        )

    @property
    def is_ending(self) -> bool:
        """Whether a present player of a running game has asked to end it."""
        return self.phase is Phase.PLAYING and any(self.players[seat].agrees_to_end for seat in self.list_present())

    @property
    def is_pending(self) -> bool:
        """Whether a server manager has voided the game, but it counts as lost from `waits_until` on."""
        return self.phase is Phase.OVER and self.unrated is Unrated.PENDING

    @property
    def has_expired(self) -> bool:
        """Whether this is a lobby that was closed because it was idle."""
        return self.phase is Phase.CLOSED and self.waits_until is not None


_JSON: Mapping[str, Any] = {"options": dict[str, Value], "players": tuple[Player, ...], "news": tuple[MoveNews, ...]}
_PLAIN = [each.name for each in fields(Game) if each.name not in {"state", "shifts", *_JSON}]


def columns(game: Game) -> dict[str, Any]:
    """Return the game's row by column; the deadline has its own column, so that all can be moved at once."""
    return {
        **{name: getattr(game, name) for name in _PLAIN},
        **{name: encode(getattr(game, name)) for name in _JSON},
        "state": None if game.state is None else encode(game.state),
        "deadline": None if game.state is None else game.state.deadline,
    }


COLUMNS = (*_PLAIN, *_JSON, "state", "deadline")


def log_columns(game: Game, interaction_id: int | None, line: str | None, seat: int | None) -> dict[str, Any]:
    """Return the row of the log for a change that led to `game`; its arguments are as in `GameStore.commit`."""
    return {
        "game_id": game.id,
        "version": game.version,
        "at": game.changed_at,
        "seat": seat,
        "line": None if line is None else HiddenText(line),  # may contain an unplayed draft (`timeup`)
        "interaction_id": interaction_id,
    }


def read_game(row: Row, variants: Mapping[str, Variant[Any]]) -> Game:
    """Return the game in a row; `variants` are the rule systems by key. Raises: UnreadableGame."""
    if row["variant"] not in variants:
        raise UnreadableGame(f"Game {row['id']} can't be read: the rule system “{row['variant']}” is not here.")
    try:
        return _read(row, variants[row["variant"]])
    except (msgspec.MsgspecError, ValueError):
        # The cause is left out, because it may quote unreadable data and thereby a tile.
        raise UnreadableGame(f"Game {row['id']} can't be read: it does not fit “{row['variant']}” as it is.") from None


def _read(row: Row, variant: Variant[Any]) -> Game:
    values = {name: row[name] for name in _PLAIN} | {name: decode(row[name], kind) for name, kind in _JSON.items()}
    state = None if row["state"] is None else decode(row["state"], variant.state_type)
    return Game(
        **values
        | {
            "phase": Phase(row["phase"]),
            "state": state and replace(state, deadline=row["deadline"]),
            # A sentence that isn't about a seat's move is read as a plain phrase.
            "news": tuple(
                Phrase(each.one, each.many, each.count, each.facts) if each.seat is None else each
                for each in values["news"]
            ),
            "has_chosen_clock": bool(row["has_chosen_clock"]),
            "unrated": None if row["unrated"] is None else Unrated(row["unrated"]),
        }
    )
