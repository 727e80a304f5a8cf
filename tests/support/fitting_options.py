"""Options that go together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.text.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game.variant import Variant
    from engine.game.views import Value


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
