"""The actions of a seat, each of which can write itself as a line and be read back from it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Self

from engine.override import override
from engine.text.errors import BadNotation
from engine.tiles.edits import Edit, read_edits, read_label, write_edits
from engine.tiles.tiles import Box


@dataclass(frozen=True, slots=True)
class Action(ABC):
    """Something that a seat does.

    In the game's log an action is a line of text, whose first word is `verb`. `out_of_turn`: the seat can do it
    although it isn't its turn.
    """

    verb: ClassVar[str]
    out_of_turn: ClassVar[bool] = False
    seat: int

    @classmethod
    @abstractmethod
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        """Return the seat's action by the line after its verb, with tiles of `box`. Raises BadNotation."""

    @abstractmethod
    def line(self) -> str:
        """Return the action as one line, verb first; `Variant.read` reads it back."""


@dataclass(frozen=True, slots=True)
class BareAction(Action):
    """An action whose line is only its verb."""

    @classmethod
    @override
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        if text:
            raise BadNotation(f"Nothing can follow “{cls.verb}”.")
        return cls(seat)

    @override
    def line(self) -> str:
        return self.verb


@dataclass(frozen=True, slots=True)
class Pass(BareAction):
    """A turn in which the seat does nothing."""

    verb = "pass"


@dataclass(frozen=True, slots=True)
class Resign(BareAction):
    """The seat's final departure from the game."""

    verb = "resign"
    out_of_turn = True


@dataclass(frozen=True, slots=True)
class Stop(BareAction):
    """The end without a winner to which the players agree; the caller has checked that, so any seat can be given."""

    verb = "stop"
    out_of_turn = True


@dataclass(frozen=True, slots=True)
class Void(BareAction):
    """The end of a game that counts for nobody, by a server manager whom the caller has checked; any seat will do."""

    verb = "void"
    out_of_turn = True


@dataclass(frozen=True, slots=True)
class Redeal(BareAction):
    """A request for a new deal of all racks, made by a seat because its own rack has many pairs of equal tiles."""

    verb = "redeal"
    out_of_turn = True


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A draw of tiles from the pool."""

    verb = "draw"
    count: int = 1

    @classmethod
    @override
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        """Return the seat's draw of `text` tiles, up to three digits; empty means one. Raises BadNotation."""
        if text and not (text.isascii() and text.isdecimal() and len(text) <= len("106")):
            raise BadNotation("Write how many tiles to draw, such as “draw 2”.")
        return cls(seat, int(text or 1))

    @override
    def line(self) -> str:
        return f"{self.verb} {self.count}"


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """A claim, in games that have them: the seat puts its tokens on the set `label`, and holds its value in points."""

    verb = "claim"
    label: str

    @classmethod
    @override
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        return cls(seat, read_label(text))

    @override
    def line(self) -> str:
        return f"{self.verb} {self.label}"


@dataclass(frozen=True, slots=True)
class Play(Action):
    """A play: edits that rearrange the table and add tiles from the rack."""

    verb = "play"
    edits: tuple[Edit, ...]

    @classmethod
    @override
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        return cls(seat, read_edits(text, box))

    @override
    def line(self) -> str:
        return f"{self.verb} {write_edits(self.edits)}"


@dataclass(frozen=True, slots=True)
class TimeUp(Action):
    """The end of a seat's time, which only the clock causes.

    `moved` is whether the seat tried a play that was refused, or changed its draft, in this turn. `draft` has the edits
    of the turn that the seat had prepared, which is played if it's legal and the options allow that.
    """

    verb = "timeup"
    moved: bool = False
    draft: tuple[Edit, ...] = ()

    @classmethod
    @override
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        """Return the end of the time by `idle` or `moved` and the edits of a draft, if any. Raises BadNotation."""
        state, _, draft = text.partition(" ")
        if state not in {"idle", "moved"}:
            raise BadNotation("Time is up either “idle” or “moved”.")
        return cls(seat, state == "moved", read_edits(draft, box) if draft else ())

    @override
    def line(self) -> str:
        words = [self.verb, "moved" if self.moved else "idle", write_edits(self.draft)]
        return " ".join(word for word in words if word)
