"""The keys of benches from their notation, for tests."""

from engine.game.bench_keys import Spot, TargetKey, TileKey, read_spot, read_target, read_tile_key


def tile_keys(*texts: str) -> tuple[TileKey, ...]:
    """The keys of tiles, such as `C.2`, `hold.0` or `H8`."""
    keys = tuple(key for text in texts if (key := read_tile_key(text)))
    assert len(keys) == len(texts), texts
    return keys


def to(text: str) -> TargetKey:
    """Where tiles go, such as `C`, `new` or `H8+`."""
    key = read_target(text)
    assert key, text
    return key


def spot(text: str) -> Spot:
    """What tiles are taken from, such as `C`, `hold` or `8`."""
    key = read_spot(text)
    assert key, text
    return key
