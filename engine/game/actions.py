"""What a seat can do; each action writes the line that reads it back."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Self

from engine.text.errors import BadNotation
from engine.tiles.edit_notation import read_edits, read_label, write_edits
from engine.tiles.edits import Edit
from engine.tiles.tiles import Box


@dataclass(frozen=True, slots=True)
class Action(ABC):
    """Something that a seat does. `verb` begins its line; `out_of_turn` says that it needs no turn."""

    verb: ClassVar[str]
    out_of_turn: ClassVar[bool] = False
    seat: int

    @classmethod
    @abstractmethod
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        """Read what follows the verb. Raises BadNotation."""

    @abstractmethod
    def line(self) -> str:
        """Verb and all; `Variant.read` gives the action back."""


@dataclass(frozen=True, slots=True)
class BareAction(Action):
    """An action that needs no more than its verb."""

    @classmethod
    def parse(cls, seat: int, text: str, box: Box) -> Self:  # noqa: ARG003  # nothing to look up
        """Accept no further words."""
        if text:
            raise BadNotation(f"Nothing can follow “{cls.verb}”.")
        return cls(seat)

    def line(self) -> str:
        """Just the verb."""
        return self.verb


@dataclass(frozen=True, slots=True)
class Pass(BareAction):
    """Do nothing."""

    verb = "pass"


@dataclass(frozen=True, slots=True)
class Resign(BareAction):
    """Leave the game for good."""

    verb = "resign"
    out_of_turn = True


@dataclass(frozen=True, slots=True)
class Stop(BareAction):
    """End the game here, which needs the consent of all who play, or somebody above them; any seat will do."""

    verb = "stop"
    out_of_turn = True


@dataclass(frozen=True, slots=True)
class Redeal(BareAction):
    """Ask that all racks be dealt anew, for the doubles in one's own."""

    verb = "redeal"
    out_of_turn = True


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Take tiles from the pool."""

    verb = "draw"
    count: int = 1

    @classmethod
    def parse(cls, seat: int, text: str, box: Box) -> Self:  # noqa: ARG003  # no tile is named
        """Read a number, 1 where there is none."""
        if text and not (text.isascii() and text.isdecimal() and len(text) <= len("106")):
            raise BadNotation("Write how many tiles to draw, such as “draw 2”.")
        return cls(seat, int(text or 1))

    def line(self) -> str:
        """`draw 3`."""
        return f"{self.verb} {self.count}"


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Put tokens on a set."""

    verb = "claim"
    label: str

    @classmethod
    def parse(cls, seat: int, text: str, box: Box) -> Self:  # noqa: ARG003  # no tile is named
        """Read the set's letter."""
        return cls(seat, read_label(text))

    def line(self) -> str:
        """`claim C`."""
        return f"{self.verb} {self.label}"


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Make the table anew, with tiles from the rack."""

    verb = "play"
    edits: tuple[Edit, ...]

    @classmethod
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        """Read the edits."""
        return cls(seat, read_edits(text, box))

    def line(self) -> str:
        """`play R4 R5 R6; C+K6`."""
        return f"{self.verb} {write_edits(self.edits)}"


@dataclass(frozen=True, slots=True)
class TimeUp(Action):
    """The clock's own action: the seat's time is over.

    `moved`: a play was refused, or a draft changed, in this turn. `draft`: the turn that the player had prepared.
    """

    verb = "timeup"
    moved: bool = False
    draft: tuple[Edit, ...] = ()

    @classmethod
    def parse(cls, seat: int, text: str, box: Box) -> Self:
        """Read `idle` or `moved`, then the draft."""
        state, _, draft = text.partition(" ")
        if state not in {"idle", "moved"}:
            raise BadNotation("Time is up either “idle” or “moved”.")
        return cls(seat, state == "moved", read_edits(draft, box) if draft else ())

    def line(self) -> str:
        """`timeup moved R4 R5 R6`."""
        words = [self.verb, "moved" if self.moved else "idle", write_edits(self.draft)]
        return " ".join(word for word in words if word)
