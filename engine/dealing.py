"""The draw for the first turn."""

from collections.abc import Callable, Iterator, Sequence

from engine.tiles import Tile


def highest_begins(tile: Tile) -> int | None:
    """Rank for the first turn: the number; a joker goes back and another tile is drawn."""
    return None if tile.is_joker else tile.number


def lowest_begins(tile: Tile) -> int | None:
    """Rank for the first turn: the lower the number, the better; a joker goes back and another tile is drawn."""
    return None if tile.is_joker else -tile.number


def draw_for_order(
    players: Sequence[int], bag: Iterator[Tile], rank: Callable[[Tile], int | None]
) -> tuple[tuple[tuple[tuple[int, Tile], ...], ...], int]:
    """Let the players draw until one has the highest rank alone: every round of draws, and who begins (D-X-4)."""
    rounds = []
    ranks: dict[int, int] = {}
    drawing = list(players)
    while drawing:
        drawn = tuple((seat, next(bag)) for seat in drawing)
        rounds.append(drawn)
        ranks |= {seat: place for seat, tile in drawn if (place := rank(tile)) is not None}
        drawing = [seat for seat in drawing if seat not in ranks]
        if not drawing:
            best = [seat for seat in ranks if ranks[seat] == max(ranks.values())]
            drawing = best if len(best) > 1 else []
            ranks = {} if drawing else ranks
    return tuple(rounds), max(ranks, key=lambda seat: ranks[seat])
