"""How a rule system introduces itself, and the house rules that a host may change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.game.views import Value
from engine.text.errors import NoSuchOption
from engine.text.phrases import Phrase

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, and its name for a menu (up to 100 characters)."""

    value: Value
    name: Phrase


@dataclass(frozen=True, slots=True)
class Option(Generic[R]):
    """A house rule: the values that it may take, the first being the default, and how each changes the rules.

    An option that changes no rule can't be written down this way. `name` is for a label (45 characters).
    """

    key: str
    name: Phrase
    help: Phrase
    choices: tuple[Choice, ...]
    change: Callable[[R, Any], R]

    @property
    def default(self) -> Value:
        """The value of a table that says nothing."""
        return self.choices[0].value


@dataclass(frozen=True, slots=True)
class Preset:
    """Options that are set together under one name; it does nothing else."""

    key: str
    name: Phrase
    options: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Info:
    """How a system introduces itself.

    `key` is its name in storage and commands, `line` fits a menu (100 characters with the name), `summary` explains it
    in five lines, `low` and `high` bound the number of players; `place` orders the systems in menus, 0 being the
    default; `low_wins` says that fewer points are better. `example` is a board in notation, to show with the rules.
    """

    place: int
    key: str
    name: Phrase
    line: Phrase
    summary: tuple[Phrase, ...]
    example: str
    low: int
    high: int
    version: int
    low_wins: bool = False


def apply_options(rules: R, options: Sequence[Option[R]], chosen: Mapping[str, Value]) -> R:
    """The rules under the options chosen; a default, and an option younger than the game, is what they say already."""
    for option in options:
        value = chosen.get(option.key, option.default)
        if value != option.default:
            rules = option.change(rules, value)
    return rules


def fill_options(options: Sequence[Option[Any]], chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Give every option its value: the one chosen, or the default.

    Raises:
        NoSuchOption: a key or value is none of these.
    """
    known = {option.key: option for option in options}
    for key, value in chosen.items():
        if key not in known or not any(_is_same(choice.value, value) for choice in known[key].choices):
            raise NoSuchOption(key, value)
    return {key: chosen.get(key, option.default) for key, option in known.items()}


def _is_same(one: Value, other: Value) -> bool:
    """Tell 1 from True, which are equal in Python."""
    return type(one) is type(other) and one == other
