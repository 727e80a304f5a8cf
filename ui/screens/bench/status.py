"""The status of a draft in words: the lines above a bench's buttons, and the label of its Confirm button."""

from dataclasses import dataclass

from engine.game.drafts import Conflict
from engine.text.phrases import say, say_many
from engine.tiles.notation import write_tiles
from render.text.reasons import explain_row
from services.benches import BenchScreenData


@dataclass(frozen=True, slots=True)
class DraftStatus:
    """A draft in words: the lines above the buttons, which can be empty, and the Confirm button's label.

    `can_confirm`: the draft can be played now.
    """

    text: str
    label: str
    can_confirm: bool


def describe_status(shown: BenchScreenData) -> DraftStatus:
    """Return the answer to the last tap, what the bench is waiting for, and how valid the draft is, each said once."""
    waiting = _describe_picks(shown) or _describe_draft(shown)
    lines = [shown.note, *map(describe_conflict, shown.state.conflicts), waiting]
    return DraftStatus("\n".join(line for line in lines if line), _label_confirm(shown), can_confirm(shown))


def _describe_picks(shown: BenchScreenData) -> str:
    if not shown.state.picks:
        return ""
    lying = {key: tile for tiles in shown.arranged.bench.spots.values() for key, tile in tiles.items()}
    tiles = [*shown.state.picks.rack, *(lying[key] for key in shown.state.picks.on_table)]
    return say_many(
        "Holding {tiles}: choose where to put it.",
        "Holding {tiles}: choose where to put them.",
        len(tiles),
        tiles=write_tiles(tiles),
    )


def _describe_draft(shown: BenchScreenData) -> str:
    """Return whether the draft is valid, or why not, and what a first play still needs; empty without a draft."""
    told = shown.appraisal
    if not shown.arranged.draft.changes:
        return ""
    if not told.is_judged:
        return say("This table checks a turn only when you play it.")
    if told.refusal:
        return f"✖ {told.refusal}"
    left = len(shown.arranged.bench.left)
    said = [
        say_many(
            "Valid: {count} tile played, {left} left.",
            "Valid: {count} tiles played, {left} left.",
            len(shown.arranged.bench.played),
            left=left,
        )
    ]
    if told.needed:
        said.append(say("{points} points: enough to open.", points=told.points))
    if not shown.game_view.is_to_move:
        said.append(say("Confirm it on your turn."))
    return f"✔ {' '.join(said)}"


def describe_conflict(each: Conflict) -> str:
    """Return a sentence on a set of the draft that was dropped, or lacks tiles, because the table has changed."""
    if not each.lacking:
        return say("The table has changed, so your changes to set {set} were dropped.", set=each.label)
    return say("The table has changed: set {set} now lacks {tiles}.", set=each.label, tiles=write_tiles(each.lacking))


def can_confirm(shown: BenchScreenData) -> bool:
    """Return whether the draft can be played now: it's the viewer's turn, and no rule is known to forbid it.

    While tiles are picked, it can't: nobody would see whether they're part of it.
    """
    if not shown.game_view.is_to_move or not shown.arranged.draft.changes or shown.state.picks:
        return False
    return not shown.appraisal.is_judged or not shown.appraisal.refusal


def _label_confirm(shown: BenchScreenData) -> str:
    """Return the Confirm button's label: what it does, or the first thing that keeps the draft from being played."""
    told = shown.appraisal
    if shown.state.picks:
        return say("Place the picked tiles first")
    if not shown.arranged.draft.changes:
        return say("Confirm")
    if told.is_judged and told.refusal:
        return _label_refusal(shown)
    if not shown.game_view.is_to_move:
        return say("Wait for your turn")
    return say_many("Confirm {count} tile", "Confirm {count} tiles", len(shown.arranged.bench.played))


def _label_refusal(shown: BenchScreenData) -> str:
    told, placed = shown.appraisal, shown.arranged.bench.placed
    for label in (each for each in told.wrong if each in placed):
        return say(
            "{set}: {problem}", set=label, problem=" ".join(explain_row(placed[label], shown.game_view.view.box))
        )
    if told.unclear:
        return say("{set}: what is the joker?", set=told.unclear[0])
    if told.points < told.needed:
        return say_many("Needs {count} more point", "Needs {count} more points", told.needed - told.points)
    if shown.arranged.bench.hold:
        return say("Tiles still on hold")
    return say("Not valid yet")
