"""The options of a rule system, as a host chooses and players read them."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game.info import Option
from engine.game.variant import Variant
from engine.game.views import Value

CLOCK, HELP = "clock", "assistance"  # the keys of two options that every rule system has


def list_house_rules(variant: Variant[Any]) -> list[Option[Any]]:
    """Return the rule system's options but the clock and the help."""
    return [option for option in variant.options if option.key not in {CLOCK, HELP}]


def list_options(
    variant: Variant[Any], wanted: Sequence[Option[Any]], options: Mapping[str, Value], *, unusual: bool = False
) -> list[tuple[str, str]]:
    """Return the name and the value of each of the wanted options, as players read them.

    `options` has the values chosen so far by option key. With `unusual`, those with their default are left out.
    """
    values = variant.chosen(options)
    return [
        (str(option.name), next(str(each.name) for each in option.choices if each.value == values[option.key]))
        for option in wanted
        if not unusual or values[option.key] != option.default
    ]
