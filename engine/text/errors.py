"""Refusals, one class for each kind, with its facts and the sentence that the player reads.

The fields of a class are the facts that its `sentence` names in braces. They are numbers, or texts to show, such as
a set's letter or tiles in notation.

A refusal never names a tile that its reader may not see. It names only the table, what the player wrote, and the
player's own rack.
"""

from dataclasses import dataclass, fields, replace
from typing import ClassVar

from engine.override import override
from engine.text.phrases import Phrase, later


@dataclass(eq=False)
class GameError(Exception):
    """A request that wasn't carried out; the base class of the engine's errors for players."""

    sentence: ClassVar[Phrase] = later("That can't be done.")

    def __post_init__(self) -> None:
        Exception.__init__(self, *(getattr(self, each.name) for each in fields(self)))

    @property
    def phrase(self) -> Phrase:
        """The sentence that the player reads."""
        return replace(self.sentence, facts={each.name: _fact(getattr(self, each.name)) for each in fields(self)})

    @override
    def __str__(self) -> str:
        return str(self.phrase)


LONGEST_QUOTE = 500  # characters; all the tiles of a box, with a space after each, have fewer


def _fact(value: object) -> str | int | Phrase:
    if isinstance(value, Phrase):
        return replace(value, facts={name: _fact(each) for name, each in value.facts.items()})
    if isinstance(value, int):
        return value
    return shorten(str(value))


def shorten(text: str) -> str:
    """Return a text cut to `LONGEST_QUOTE` characters, including the `…`."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


@dataclass(eq=False)
class BadNotation(GameError):
    """A text that can't be read as notation; `why` is a sentence that says what is wrong."""

    sentence = Phrase("{why}")
    why: Phrase | str


class IllegalMove(GameError):
    """An action that breaks a rule; `clause` is the number of the rule system's clause against it, such as CL-12."""

    clause: str | None = None

    @override
    def __str__(self) -> str:
        """Return the sentence and its clause, for programs and tests; players read `phrase`."""
        return f"{self.phrase} ({self.clause})" if self.clause else str(self.phrase)


class Mistake(IllegalMove):
    """An illegal play that leaves an invalid table, as can happen in a real game; some tables have a penalty for it."""


class NoSuchSeat(IllegalMove):
    """The game has no such seat; seats count from 0."""

    sentence = later("This game has no such seat.")


class GameIsOver(IllegalMove):
    """The game is over, so nothing more can be done."""

    sentence = later("This game is over.")


class HasResigned(IllegalMove):
    """The seat has resigned."""

    sentence = later("You've resigned from this game.")


class NotYourTurn(IllegalMove):
    """It's another seat's turn."""

    sentence = later("It isn't your turn.")


class NoSuchAction(IllegalMove):
    """The rule system doesn't have this kind of action."""

    sentence = later("This game has no such move.")


class TooEarly(IllegalMove):
    """The clock hasn't run out yet."""

    sentence = later("The clock hasn't run out yet.")


@dataclass(eq=False)
class WrongPlayerCount(IllegalMove):
    """The rule system doesn't allow this number of players."""

    sentence = later("This game needs {allowed}. You have {seats}.")
    allowed: Phrase | str
    seats: int


@dataclass(eq=False)
class NoSuchOption(IllegalMove):
    """The rule system has no such option, or the option doesn't allow this value."""

    sentence = later("This game has no option {key} = {value}.")
    key: str
    value: object


class NothingPlayed(IllegalMove):
    """A play uses no tile from the rack."""

    sentence = later("Play at least one tile from your rack, or draw.")


@dataclass(eq=False)
class NotOnYourRack(IllegalMove):
    """A tile is played that isn't on the rack."""

    sentence = later("You don't have {tiles}.")
    tiles: Phrase


@dataclass(eq=False)
class NoSuchSet(IllegalMove):
    """No set on the table has this letter."""

    sentence = later("The table has no set {label}.")
    label: str


@dataclass(eq=False)
class NotInSet(IllegalMove):
    """The tile to take isn't in the set."""

    sentence = later("Set {label} has no {tile}.")
    label: str
    tile: str


@dataclass(eq=False)
class CannotSplit(IllegalMove):
    """The set can't be split there, because one part would be empty."""

    sentence = later("Set {label} has {tiles}: it can't be split after {after}.")
    label: str
    tiles: Phrase | str
    after: int


@dataclass(eq=False)
class LeftTheTable(Mistake):
    """A tile of the old table is missing from the new one."""

    sentence = later("{tiles} must stay on the table.")
    tiles: Phrase


@dataclass(eq=False)
class NotASet(Mistake):
    """A row of tiles is neither a group nor a run."""

    sentence = later("{tiles} isn't valid: {why}.")
    tiles: Phrase | str
    why: Phrase | str


@dataclass(eq=False)
class JokerUnclear(IllegalMove):
    """Several ways to read a set are legal, which differ in the tile that a joker stands for."""

    sentence = later("{tiles} could be {readings}. Say what the joker stands for, such as J={example}.")
    tiles: Phrase
    readings: Phrase | str
    example: str


@dataclass(eq=False)
class TableTouched(Mistake):
    """A seat's first play changes a set on the table, at a table where it has to come from the rack alone."""

    sentence = later("Your first play must come from your rack alone. Leave {label} unchanged.")
    label: Phrase


@dataclass(eq=False)
class OpeningTooSmall(Mistake):
    """The first play is worth too few points."""

    sentence = later("You have {points} of the {needed} points you need to open.")
    points: int
    needed: int


@dataclass(eq=False)
class NoOpening(Mistake):
    """A first play's rack tiles don't make sets worth enough; `needs` is a sentence that tells what is required."""

    sentence = Phrase("{needs}")
    needs: Phrase | str


@dataclass(eq=False)
class SetFrozen(Mistake):
    """A play changes a set with a joker more than it may; `why` is a sentence that says how to replace the joker."""

    sentence = Phrase("{why}")
    why: Phrase | str


@dataclass(eq=False)
class JokerNeedsNewSet(Mistake):
    """A play changes what a joker on the table stands for, but the joker isn't in a new set."""

    sentence = later("The joker of {tiles} can only change in a new set.")
    tiles: Phrase


@dataclass(eq=False)
class JokerNotFreed(Mistake):
    """A play changes what a joker on the table stands for, but no tile from the rack replaced the joker."""

    sentence = later(
        "The joker in {tiles} stands for {face}. To use it differently, replace it with {face} from your rack."
    )
    tiles: Phrase
    face: Phrase | str


@dataclass(eq=False)
class JokerNeedsCompany(Mistake):
    """A joker that a rack tile replaced is in a set with only `count` other tiles from the rack, fewer than two."""

    sentence = later("A freed joker needs two other tiles from your rack in its set. {tiles} has {count}.")
    tiles: Phrase
    count: int


class PoolEmpty(IllegalMove):
    """The pool has no tiles left to draw."""

    sentence = later("The pool is empty. Play or pass.")


class PoolNotEmpty(IllegalMove):
    """A seat passes while the pool still has tiles."""

    sentence = later("You can't pass while the pool has tiles. Play or draw.")


class MustPlay(IllegalMove):
    """A seat passes although it has a legal play, at a table where it must then play."""

    sentence = later("You can't pass. You have a play, and this table's rules make you play if you can.")


@dataclass(eq=False)
class NoNewDeal(IllegalMove):
    """The seat can't have a new deal; `why` is a sentence that names the reason: the rules, the rack or a move."""

    sentence = Phrase("{why}")
    why: Phrase | str


class JudgedWhenMade(IllegalMove):
    """A preview is asked for at a table that judges only actual plays."""

    sentence = later("This table checks a play only when you make it.")


@dataclass(eq=False)
class WrongDraw(IllegalMove):
    """A seat draws more or fewer tiles than it may."""

    sentence = later("You can draw {allowed}, not {count}.")
    allowed: Phrase | str
    count: int
