"""A finished game in words: the title and the facts on its end card, its alt text, and its lines of plain text."""

from collections.abc import Callable, Iterator, Sequence

from engine.game.log import GameSummary, LoggedPlay
from engine.game.views import View
from engine.text.phrases import join_with_and, say, say_many
from engine.tiles.melds import Piece
from engine.tiles.notation import tile_count, write_tiles
from engine.tiles.tiles import Tile, by_color
from render.text.alt_text import LONGEST, clean_name, table_text
from render.text.standing import write_signed
from render.text.text_mode import LONGEST_TABLE, cut_to_fit, table_lines


def write_title(view: View, names: Sequence[str]) -> str:
    """Return a title that names the winners, if any; `names` are the players' names in the order of the seats."""
    winners = [names[seat] for seat in view.outcome.winners] if view.outcome else []
    if not winners:
        return say("Nobody wins")
    if len(winners) == 1:
        return say("{name} wins", name=winners[0])
    return say("{names} share the win", names=join_with_and(winners))


def rank_seats(view: View) -> tuple[int, ...]:
    """Return the seats of a finished match, the best first."""
    seats, outcome = range(len(view.seats)), view.outcome
    return tuple(sorted(seats, key=lambda seat: outcome.places[seat]) if outcome else seats)


def list_facts(view: View, names: Sequence[str], summary: GameSummary | None) -> list[str]:
    """Return short texts about the last game: its number in a match, its turns, and its last and longest play."""
    facts = [str(view.part.numbered(view.game, view.games))] if view.games > 1 else []
    if summary is None:
        return facts
    facts.append(say_many("{count} turn", "{count} turns", summary.turns))
    if summary.last:
        facts.append(say("Last play: {play}", play=_describe_play(summary.last, names)))
    if summary.longest:
        facts.append(say("Longest play: {play}", play=_describe_play(summary.longest, names)))
    return facts


def _describe_play(play: LoggedPlay, names: Sequence[str]) -> str:
    return say("{name}, {tiles}", name=names[play.seat], tiles=tile_count(play.event.tiles_played))


def end_text(view: View, names: Sequence[str], summary: GameSummary | None) -> str:
    """Return the alt text of a finished game's end card, at most `LONGEST` characters."""
    text = " ".join([*_list_sentences(view, _clean(names), summary, write_tiles), table_text(view, names)])
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def end_lines(view: View, names: Sequence[str], summary: GameSummary | None) -> str:
    """Return the end card as lines of plain text, and the final table if `LONGEST_TABLE` characters are enough."""

    def list_lines(spell: Callable[[Piece], str]) -> Iterator[str]:
        def write(tiles: Sequence[Tile]) -> str:
            return ", ".join(spell(Piece(tile)) for tile in tiles)

        yield from _list_sentences(view, _clean(names), summary, write)

    head, rest = cut_to_fit(list_lines, LONGEST_TABLE), table_lines(view, names)
    return f"{head}\n{rest}" if len(head) + len(rest) < LONGEST_TABLE else head


def _clean(names: Sequence[str]) -> list[str]:
    return [clean_name(name, seat) for seat, name in enumerate(names)]


def _list_sentences(
    view: View, names: Sequence[str], summary: GameSummary | None, write: Callable[[Sequence[Tile]], str]
) -> Iterator[str]:
    """Yield the title, the facts, the points of the last game of a match, and each player's tiles as `write` says."""
    yield f"{write_title(view, names)}."
    yield from (f"{fact}." for fact in list_facts(view, names, summary))
    if summary and summary.points and view.games > 1:
        points = (f"{names[seat]} {write_signed(summary.points[seat])}" for seat in rank_seats(view))
        yield say("This game: {points}.", points=", ".join(points))
    for seat in rank_seats(view):
        if left := sorted(view.seats[seat].rack or (), key=by_color):
            yield say("{name} is left with {tiles}.", name=names[seat], tiles=write(left))
