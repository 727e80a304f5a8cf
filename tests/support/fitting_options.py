"""Options that go together."""

from collections.abc import Mapping
from typing import Any

from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.errors import GameError


def keep_fitting(variant: Variant[Any], options: Mapping[str, Value]) -> Mapping[str, Value]:
    """The options, without those that don't go together with the ones before them."""
    kept: dict[str, Value] = {}
    for key, value in options.items():
        try:
            variant.chosen({**kept, key: value})
        except GameError:
            continue
        kept[key] = value
    return kept
