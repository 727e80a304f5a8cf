"""A game as storage knows it, and its rows in the database: its own, its log's and its results'."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from sqlite3 import Row
from typing import Any

import msgspec

from engine.game.goals import Level
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import Phrase
from storage.codec import HiddenText, decode, encode
from storage.errors import StorageError

STAND_IN = Level.FAIR  # plays for people who are away


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: a person or a computer.

    A person has Discord's number, and the name that the server knew when they sat down; a computer has its level.
    `late` counts the turns in a row in which nothing was heard of a person until the time was up; while one is `away`,
    a computer keeps the seat: until the next sign of life, or, for who has `left`, until they ask for it. `stops`: this
    person would end the game here.
    """

    user_id: int | None
    name: str
    computer: Level | None = None
    late: int = 0
    away: bool = False
    left: bool = False
    stops: bool = False

    def __post_init__(self) -> None:
        if (self.user_id is None) == (self.computer is None):
            raise ValueError("A seat is either a person's or a computer's.")

    @property
    def level(self) -> Level | None:
        """How well the computer plays that moves for this seat now; None: the person does."""
        return STAND_IN if self.away else self.computer


class Phase(StrEnum):
    """How far a game has come; `OVER` was played to its end, `CLOSED` is a lobby that was given up."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True)
class Game:
    """A table on a server: its lobby, then its game, then its result.

    `players` is in the order of the seats; `state` is None in the lobby. `news` are the last moves in words, a line
    each. `version` counts every change, lobby included. `remind_at` is when the player to move is to be reminded, None
    for not, or not any more in this turn. Times are seconds since the epoch.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    variant: str
    options: Mapping[str, Value]
    players: tuple[Player, ...]
    phase: Phase
    state: GameState | None = field(repr=False)
    news: tuple[Phrase, ...]
    version: int
    opened_at: int
    changed_at: int
    remind_at: int | None = None

    @property
    def rated(self) -> bool:
        """Does the game, as its seats are held now, count on the leaderboard? One that nobody won does not."""
        outcome = self.state.outcome if self.state else None
        won = outcome is None or bool(outcome.winners)
        return won and all(player.level is None for player in self.players)


def columns(game: Game) -> dict[str, Any]:
    """The game's row by column. A clock stands in a column of its own, so that all can be set later at once."""
    return {
        "id": game.id,
        "guild_id": game.guild_id,
        "channel_id": game.channel_id,
        "host_id": game.host_id,
        "variant": game.variant,
        "options": encode(game.options),
        "players": encode(game.players),
        "phase": game.phase.value,
        "state": None if game.state is None else encode(game.state),
        "deadline": None if game.state is None else game.state.deadline,
        "news": encode(game.news),
        "version": game.version,
        "opened_at": game.opened_at,
        "changed_at": game.changed_at,
        "remind_at": game.remind_at,
    }


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A row of the log: what was done at which seat, and by which interaction."""

    interaction_id: int | None
    line: str | None
    seat: int | None

    def columns(self, game: Game) -> dict[str, Any]:
        """The row, of the change that made this game."""
        return {
            "game_id": game.id,
            "version": game.version,
            "at": game.changed_at,
            "seat": self.seat,
            "line": None if self.line is None else HiddenText(self.line),  # a clock's line may carry an unplayed draft
            "interaction_id": self.interaction_id,
        }


def result_rows(game: Game) -> list[tuple[Any, ...]]:
    """Return the results of a game that is over, a row for each person.

    Raises:
        ValueError: it has no outcome.
    """
    outcome = game.state.outcome if game.state else None
    if outcome is None:
        raise ValueError("A game without an outcome is not over.")
    return [
        (
            game.id,
            seat,
            player.user_id,
            player.name,
            game.guild_id,
            game.variant,
            points,
            seat in outcome.winners,
            game.rated,
        )
        for seat, (player, points) in enumerate(zip(game.players, outcome.scores, strict=True))
        if player.user_id is not None
    ]


def read_game(row: Row, variants: Mapping[str, Variant[Any]]) -> Game:
    """The game of a row.

    Raises:
        StorageError: its rule system is not there, or is written otherwise than when the game was stored.
    """
    if row["variant"] not in variants:
        raise StorageError(f"Game {row['id']} can't be read: the rule system “{row['variant']}” is not here.")
    try:
        return _read(row, variants[row["variant"]])
    except (msgspec.MsgspecError, ValueError):
        # Without its cause: that may quote what it could not read, and so show a tile.
        raise StorageError(f"Game {row['id']} can't be read: it does not fit “{row['variant']}” as it is.") from None


def _read(row: Row, variant: Variant[Any]) -> Game:
    return Game(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        host_id=row["host_id"],
        variant=row["variant"],
        options=decode(row["options"], dict[str, Value]),
        players=decode(row["players"], tuple[Player, ...]),
        phase=Phase(row["phase"]),
        state=None if row["state"] is None else _read_state(row, variant),
        news=decode(row["news"], tuple[Phrase, ...]),
        version=row["version"],
        opened_at=row["opened_at"],
        changed_at=row["changed_at"],
        remind_at=row["remind_at"],
    )


def _read_state(row: Row, variant: Variant[Any]) -> GameState:
    state: GameState = decode(row["state"], variant.state_type)
    return replace(state, deadline=row["deadline"])
