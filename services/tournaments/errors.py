"""Refusals of tournaments, one class for each kind, with its facts and the sentence that the player reads."""

from dataclasses import dataclass

from engine.override import override
from engine.text.errors import GameError
from engine.text.phrases import Phrase, later, later_many


class TournamentError(GameError):
    """A request to a tournament that wasn't carried out; the base class."""


class TournamentStarted(TournamentError):
    """The request is possible only before the start."""

    sentence = later("This tournament has already started.")


class TournamentNotStarted(TournamentError):
    """The request is possible only after the start."""

    sentence = later("This tournament hasn't started.")


class TournamentOver(TournamentError):
    """The request needs a running tournament."""

    sentence = later("This tournament is over.")


class AlreadySignedUp(TournamentError):
    """The user has already signed up."""

    sentence = later("You've already signed up for this tournament.")


class NotSignedUp(TournamentError):
    """The user isn't a player of the tournament."""

    sentence = later("You haven't signed up for this tournament.")


@dataclass(eq=False)
class TournamentFull(TournamentError):
    """The tournament already has `most` players, the largest number allowed."""

    sentence = later("This tournament is full: it has {most} players.")
    most: int


@dataclass(eq=False)
class TooFewPlayers(TournamentError):
    """Only `count` players have signed up, fewer than the `least` that a tournament needs."""

    least: int
    count: int

    @property
    @override
    def phrase(self) -> Phrase:
        return later_many(
            "A tournament needs at least {least} players; {count} has signed up.",
            "A tournament needs at least {least} players; {count} have signed up.",
            self.count,
            least=self.least,
        )


class NoOpenGame(TournamentError):
    """The user has no open pairing in this round."""

    sentence = later("You have no open game in this round.")


class DroppedOut(TournamentError):
    """The user has left the tournament, or missed the check-in of a game."""

    sentence = later("You've dropped out of this tournament.")
