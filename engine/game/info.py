"""The description of a rule system, and its options: the house rules that a host can change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.game.views import Value
from engine.text.errors import NoSuchOption
from engine.text.phrases import Phrase

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that an option can have, and its name in a menu (at most 100 characters)."""

    value: Value
    name: Phrase


@dataclass(frozen=True, slots=True)
class Option(Generic[R]):
    """A house rule: its possible values, the default first, and the function that changes the rules to one of them.

    `change` takes the rules and the value, and returns the new rules. `name` is used as a label (at most 45
    characters), and `help` explains the option. If it `is_neutral`, none of its values makes the game another one, such
    as that of the clock or of the pictures.
    """

    key: str
    name: Phrase
    help: Phrase
    choices: tuple[Choice, ...]
    change: Callable[[R, Any], R]
    is_neutral: bool = False

    @property
    def default(self) -> Value:
        """The value at tables that don't set this option: the first of its choices."""
        return self.choices[0].value


@dataclass(frozen=True, slots=True)
class Preset:
    """A named combination of options; it has no effect beyond setting them."""

    key: str
    name: Phrase
    options: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Info:
    """The description of a rule system for players, with its limits.

    `key` names it in storage and commands. `menu_index` orders the rule systems in menus; 0 is the default. `line` is
    for a menu (at most 100 characters with the name). `summary` explains the rule system in six lines, one of them on
    jokers, each by its subject: an option with this key that isn't at its default says it instead. `example` is a board
    in notation that is shown with the rules. `low` and `high` are the fewest and the most players. `version`
    is the version number of its rules. `low_wins`: fewer points are better.
    """

    menu_index: int
    key: str
    name: Phrase
    line: Phrase
    summary: Mapping[str, Phrase]
    example: str
    low: int
    high: int
    version: int
    low_wins: bool = False


def apply_options(rules: R, options: Sequence[Option[R]], chosen: Mapping[str, Value]) -> R:
    """Return the rules as changed by the values in `chosen`, by option key; defaults change nothing."""
    for option in options:
        value = chosen.get(option.key, option.default)
        if value != option.default:
            rules = option.change(rules, value)
    return rules


def are_usual(options: Sequence[Option[Any]], presets: Sequence[Preset], chosen: Mapping[str, Value]) -> bool:
    """Return whether the chosen values, neutral options aside, are those of a preset, or the defaults."""
    rules = [option for option in options if not option.is_neutral]
    usual: list[Mapping[str, Value]] = [{}, *(preset.options for preset in presets)]
    return any(
        all(chosen.get(each.key, each.default) == known.get(each.key, each.default) for each in rules)
        for known in usual
    )


def fill_options(options: Sequence[Option[Any]], chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Return every option's value by key, chosen or default. Raises NoSuchOption for an unknown key or value."""
    known = {option.key: option for option in options}
    for key, value in chosen.items():
        if key not in known or not any(_is_same(choice.value, value) for choice in known[key].choices):
            raise NoSuchOption(key, value)
    return {key: chosen.get(key, option.default) for key, option in known.items()}


def _is_same(one: Value, other: Value) -> bool:
    """Return whether two values are equal and of one type; in Python, 1 equals True."""
    return type(one) is type(other) and one == other
