"""The rule systems: each module in this package defines one as its `VARIANT`."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from engine.game.variant import Variant


def load() -> Mapping[str, Variant[Any]]:
    """Return the rule systems by key as menus list them, the default first. Raises ValueError if two share a key."""
    names = [each.name for each in iter_modules(__path__)]
    variants: list[Variant[Any]] = [import_module(f"{__name__}.{name}").VARIANT for name in names]
    variants.sort(key=lambda variant: variant.info.menu_index)
    keys = [variant.info.key for variant in variants]
    if len(set(keys)) < len(keys):
        raise ValueError(f"Two rule systems share a key: {keys}")
    return dict(zip(keys, variants, strict=True))
