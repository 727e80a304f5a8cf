"""Every refusal, one class each: the facts, and the sentence that the player reads.

A refusal never carries a tile that its reader may not see: it speaks of the table, of what the player wrote and of
the player's own rack.
"""

from dataclasses import dataclass, fields, replace
from typing import ClassVar

from engine.text.phrases import Phrase, later


@dataclass(eq=False)
class GameError(Exception):
    """Something that was asked for and not done."""

    sentence: ClassVar[Phrase] = later("That can't be done.")

    def __post_init__(self) -> None:
        Exception.__init__(self, *(getattr(self, each.name) for each in fields(self)))

    @property
    def phrase(self) -> Phrase:
        """What the player reads."""
        return replace(self.sentence, facts={each.name: _fact(getattr(self, each.name)) for each in fields(self)})

    def __str__(self) -> str:
        return str(self.phrase)


def _fact(value: object) -> str | int | Phrase:
    return value if isinstance(value, str | int | Phrase) else str(value)


@dataclass(eq=False)
class BadNotation(GameError):
    """The text can't be read; `why` says where, in a sentence."""

    sentence = Phrase("{why}")
    why: Phrase | str


class IllegalMove(GameError):
    """Readable, but against the rules. `clause` is the numbered clause of the system that says so, such as CL-12."""

    clause: str | None = None

    @property
    def phrase(self) -> Phrase:
        """What the player reads, with the clause."""
        sentence = super().phrase
        if self.clause is None:
            return sentence
        return Phrase("{sentence} ({clause})", facts={"sentence": sentence, "clause": self.clause})


class Mistake(IllegalMove):
    """The kind that leaves a broken table, as a hand at a real table could; strict tables punish it."""


@dataclass(eq=False)
class NoSuchSeat(IllegalMove):
    """The seat is outside 0..n-1."""

    sentence = later("There is no such seat at this table.")


@dataclass(eq=False)
class GameIsOver(IllegalMove):
    """Nothing can be done after the end."""

    sentence = later("This game is over.")


@dataclass(eq=False)
class HasResigned(IllegalMove):
    """The seat is out of the game."""

    sentence = later("You have left this game.")


@dataclass(eq=False)
class NotYourTurn(IllegalMove):
    """Another seat is to move."""

    sentence = later("It is not your turn.")


@dataclass(eq=False)
class NoSuchAction(IllegalMove):
    """The system does not know this kind of action."""

    sentence = later("This game has no such move.")


@dataclass(eq=False)
class TooEarly(IllegalMove):
    """The clock has not run out."""

    sentence = later("There is time left on the clock.")


@dataclass(eq=False)
class WrongPlayerCount(IllegalMove):
    """The system is not played by so many."""

    sentence = later("This game is for {allowed}; here are {seats}.")
    allowed: Phrase | str
    seats: int


@dataclass(eq=False)
class NoSuchOption(IllegalMove):
    """The system has no such option, or the option no such value."""

    sentence = later("This game has no option {key} = {value}.")
    key: str
    value: object


@dataclass(eq=False)
class NothingPlayed(IllegalMove):
    """A play must bring a tile from the rack."""

    sentence = later("Play at least one tile from your rack, or draw.")


@dataclass(eq=False)
class NotOnYourRack(IllegalMove):
    """The new table holds tiles that come from nowhere."""

    sentence = later("You don't have {tiles}.")
    tiles: str


@dataclass(eq=False)
class NoSuchSet(IllegalMove):
    """No set on the table carries this letter."""

    sentence = later("There is no set {label} on the table.")
    label: str


@dataclass(eq=False)
class NotInSet(IllegalMove):
    """The tile to be taken is not in the set."""

    sentence = later("Set {label} has no {tile}.")
    label: str
    tile: str


@dataclass(eq=False)
class CannotSplit(IllegalMove):
    """The cut falls outside the set."""

    sentence = later("Set {label} has {tiles}: it can't be split after {after}.")
    label: str
    tiles: Phrase | str
    after: int


@dataclass(eq=False)
class LeftTheTable(Mistake):
    """A tile that was on the table is missing from the new table."""

    sentence = later("{tiles} lay on the table and must stay there.")
    tiles: str


@dataclass(eq=False)
class NotASet(Mistake):
    """Neither a group nor a run."""

    sentence = later("{tiles} is no set: {why}.")
    tiles: Phrase | str
    why: Phrase | str


@dataclass(eq=False)
class JokerUnclear(IllegalMove):
    """The set can be read in more than one way that the rules allow."""

    sentence = later("{tiles} can be read as {readings}: say what the joker stands for, such as J={example}.")
    tiles: str
    readings: Phrase | str
    example: str


@dataclass(eq=False)
class TableTouched(Mistake):
    """Before and during the opening, the table stays as it is."""

    sentence = later("Your first sets come from your rack alone: leave {label} as it is.")
    label: str


@dataclass(eq=False)
class OpeningTooSmall(Mistake):
    """The opening is worth too little."""

    sentence = later("Your first sets need {needed} points; these make {points}.")
    points: int
    needed: int


@dataclass(eq=False)
class NoOpening(Mistake):
    """Nothing that was played makes an opening by itself; `needs` says in a sentence what would."""

    sentence = Phrase("{needs}")
    needs: Phrase | str


@dataclass(eq=False)
class SetFrozen(Mistake):
    """A set with a joker lost a tile, or took one from the table."""

    sentence = later(
        "{tiles} is frozen by its joker: you can only add to it, until {face} from your rack replaces the joker."
    )
    tiles: str
    face: Phrase | str


@dataclass(eq=False)
class JokerNeedsNewSet(Mistake):
    """A joker became something else in an old set."""

    sentence = later("The joker of {tiles} can stand for something else in a new set only.")
    tiles: str


@dataclass(eq=False)
class JokerNotFreed(Mistake):
    """A joker stands for something else now, and no tile from the rack replaced it."""

    sentence = later(
        "The joker in {tiles} stands for {face}: to use it otherwise, put {face} from your rack in its place."
    )
    tiles: str
    face: Phrase | str


@dataclass(eq=False)
class JokerNeedsCompany(Mistake):
    """A freed joker needs two further tiles from the rack in its new set."""

    sentence = later("A joker that you free goes into a set with two other tiles from your rack; {tiles} has {count}.")
    tiles: str
    count: int


@dataclass(eq=False)
class PoolEmpty(IllegalMove):
    """Nothing is left to draw."""

    sentence = later("The pool is empty: play, or pass.")


@dataclass(eq=False)
class PoolNotEmpty(IllegalMove):
    """Passing is for an empty pool."""

    sentence = later("You can't pass while the pool has tiles: play, or draw.")


@dataclass(eq=False)
class MustPlay(IllegalMove):
    """Passing is for those who can't play."""

    sentence = later("You can't pass: you have a play, and at this table who can play must.")


@dataclass(eq=False)
class NoNewDeal(IllegalMove):
    """The rack has too few doubles, or the game has begun, or the table doesn't know new deals: `why` says which."""

    sentence = Phrase("{why}")
    why: Phrase | str


@dataclass(eq=False)
class JudgedWhenMade(IllegalMove):
    """A strict table tells nothing beforehand."""

    sentence = later("This table judges a play when it is made.")


@dataclass(eq=False)
class WrongDraw(IllegalMove):
    """More or fewer tiles than the table allows."""

    sentence = later("You may draw {allowed}; you asked for {count}.")
    allowed: Phrase | str
    count: int
