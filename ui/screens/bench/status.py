"""A bench in words: what to do next, what a tap did, how valid the draft is, and the label of its Confirm button."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game.drafts import Conflict
from engine.game.views import Skin, View
from engine.rummykruss.view import GridView
from engine.text.phrases import Phrase, later, say, say_many, tile_signs
from engine.tiles.notation import say_tiles
from engine.tiles.tiles import Color
from render.sprites.cards import SUIT_OF
from render.text.standing import explain_row
from render.text.text_mode import COLORS, VALUES
from services.benches import BenchScreenData
from storage.benches import BenchState
from storage.settings import RackOrder
from ui.tile_signs import JOKER_MARK, MARKS, TileSigns

SORTED_BY: Mapping[RackOrder, Phrase] = {
    RackOrder.COLOR: later("Your rack is sorted by color."),
    RackOrder.NUMBER: later("Your rack is sorted by number."),
}


def describe_next_step(shown: BenchScreenData) -> str:
    """Return what the player can do now that menus and buttons don't say, in one sentence; empty if they say it all.

    Until the first play, it says what that needs.
    """
    if shown.state.spot is not None:
        return say("Pick tiles from the open set, or close it.")
    if not shown.game_view.is_to_move:
        return say("You can prepare your next turn. Only you see it.")
    view = shown.game_view.view
    if not view.seats[view.you or 0].has_melded:
        return _describe_first_play(shown)
    return _describe_turn(view)


def _describe_turn(view: View) -> str:
    if view.offers and not (view.may_draw or view.may_pass):
        return say("Tap a tile to take it.")
    if isinstance(view, GridView) and view.turns <= len(view.seats):
        return say("A new intersection scores an extra point.")
    return ""


def _describe_first_play(shown: BenchScreenData) -> str:
    needed, may_draw = shown.appraisal.needed, shown.game_view.view.may_draw
    if not needed:
        return say("Pick tiles that form a set, or draw.") if may_draw else say("Pick tiles that form a set, or pass.")
    if may_draw:
        return say_many(
            "Pick tiles that form sets worth {count} point in total, or draw.",
            "Pick tiles that form sets worth {count} points in total, or draw.",
            needed,
        )
    return say_many(
        "Pick tiles that form sets worth {count} point in total, or pass.",
        "Pick tiles that form sets worth {count} points in total, or pass.",
        needed,
    )


def describe_has_play(view: View, has_play: bool | None) -> str:
    """Return the answer to whether the player to move has a play; None if the search can't tell."""
    if has_play is None:
        return say("I didn't find a play, but there may be one.")
    if has_play:
        return say("You have a play.")
    if not view.may_draw:
        return say("No play: pass.")
    return say("No play: draw until you have one.") if view.draws_on else say("No play: draw a tile.")


def write_legend(view: View) -> str:
    """Return the colors, and a piecepack's values, in one line with the marks by which this reader's menus name them.

    On a phone, that line has no room for separators. While the bot has no emojis, and for people who read words, these
    are the letters of notation.
    """
    signs = tile_signs()
    has_marks = isinstance(signs, TileSigns) and signs.emojis and not signs.in_words
    marks = MARKS if has_marks else {color: f"**{color}**" for color in view.box.colors}
    words = [f"{marks[color]} {_name_color(color, view)}" for color in view.box.colors]
    words += [f"**N** {VALUES[0]}", f"**A** {VALUES[1]}"] if view.box.low == 0 else []
    joker = [f"{JOKER_MARK if has_marks else '**J**'} {say('joker')}"] if view.box.jokers else []
    return ("\N{EN SPACE}" if has_marks else " · ").join([*words, *joker])


def _name_color(color: Color, view: View) -> str:
    """Return a color in words; on playing cards, the suit that shows it."""
    return str(COLORS[SUIT_OF[color] if view.skin is Skin.CARDS else color])


def describe_tap(verb: str, argument: str, after: BenchState) -> str:
    """Return a sentence on what a tap on a bench's control did; empty if the bench's own status or its menus say it."""
    match verb:
        case "step":
            return _describe_step(argument, after)
        case "together":
            kept = " · ".join(str(say_tiles(group)) for group in after.together)
            return (
                say("Kept together on your rack: {tiles}.", tiles=kept) if kept else say("No tiles are kept together.")
            )
        case "face":
            return _describe_jokers(after)
    return ""


def _describe_step(which: str, after: BenchState) -> str:
    """Return what Undo, Redo or Start over did, and how often the first two can be tapped again."""
    draft = after.draft
    match which:
        case "undo":
            more = say_many("{count} more change to undo.", "{count} more changes to undo.", draft.done)
            return " ".join([say("Undid your last change."), *([more] if draft.can_undo else [])])
        case "redo":
            left = len(draft.steps) - draft.done
            more = say_many("{count} more change to redo.", "{count} more changes to redo.", left)
            return " ".join([say("Redid your change."), *([more] if draft.can_redo else [])])
        case "reset":
            return say("Your draft is empty again.")
    return ""


def _describe_jokers(after: BenchState) -> str:
    pieces = [piece for change in after.draft.changes for piece in change.after if piece.tile.is_joker]
    faces = [piece.stands_for for piece in pieces if piece.stands_for]
    if not faces:
        return ""
    tiles = say_tiles(faces)
    return say_many("The joker stands for {tiles}.", "The jokers stand for {tiles}.", len(faces), tiles=tiles)


@dataclass(frozen=True, slots=True)
class DraftStatus:
    """A draft in words: the lines above the buttons, which can be empty, and the Confirm button's label."""

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
    view = shown.game_view.view
    if isinstance(view, GridView) and shown.game_view.is_to_move:
        for number in (tile.number for tile in shown.state.picks.rack if tile.number in view.barred):
            return say("Your opponent just used {number}: you can't place it this turn.", number=number)
    by_key = {key: tile for tiles in shown.arranged.bench.spots.values() for key, tile in tiles.items()}
    tiles = [*shown.state.picks.rack, *(by_key[key] for key in shown.state.picks.on_table)]
    return say_many(
        "Holding {tiles}: choose where to put it.",
        "Holding {tiles}: choose where to put them.",
        len(tiles),
        tiles=say_tiles(tiles),
    )


def _describe_draft(shown: BenchScreenData) -> str:
    """Return whether the draft is valid, or why not, and what a first play still needs; empty without a draft."""
    check = shown.appraisal
    if not shown.arranged.draft.changes:
        return ""
    if not check.is_judged:
        return say("This table checks a turn only when you play it.")
    if check.refusal:
        return f"✖ {check.refusal}"
    left = len(shown.arranged.bench.left)
    said = [
        say_many(
            "Valid: {count} tile played, {left} left.",
            "Valid: {count} tiles played, {left} left.",
            len(shown.arranged.bench.played),
            left=left,
        )
    ]
    if check.needed:
        said.append(say("{points} points: enough to open.", points=check.points))
    if not shown.game_view.is_to_move:
        said.append(say("Confirm it on your turn."))
    return f"✔ {' '.join(said)}"


def describe_conflict(each: Conflict) -> str:
    """Return a sentence on a set of the draft that was dropped, or lacks tiles, because the table has changed."""
    if not each.lacking:
        return say("The table has changed, so your changes to set {set} were dropped.", set=each.label)
    return say("The table has changed: set {set} now lacks {tiles}.", set=each.label, tiles=say_tiles(each.lacking))


def can_confirm(shown: BenchScreenData) -> bool:
    """Return whether the draft can be played now, as far as is known; not while tiles are picked."""
    if not shown.game_view.is_to_move or not shown.arranged.draft.changes or shown.state.picks:
        return False
    return not shown.appraisal.is_judged or not shown.appraisal.refusal


def _label_confirm(shown: BenchScreenData) -> str:
    """Return the Confirm button's label: what it does, or the first thing that keeps the draft from being played."""
    check = shown.appraisal
    if shown.state.picks:
        return say("Place the picked tiles first")
    if not shown.arranged.draft.changes:
        return say("Confirm")
    if check.is_judged and check.refusal:
        return _label_refusal(shown)
    if not shown.game_view.is_to_move:
        return say("Wait for your turn")
    return say_many("Confirm {count} tile", "Confirm {count} tiles", len(shown.arranged.bench.played))


def _label_refusal(shown: BenchScreenData) -> str:
    check, placed = shown.appraisal, shown.arranged.bench.placed
    for label in (each for each in check.wrong if each in placed):
        return say(
            "{set}: {problem}", set=label, problem=" ".join(explain_row(placed[label], shown.game_view.view.box))
        )
    if check.unclear:
        return say("{set}: what is the joker?", set=check.unclear[0])
    if check.points < check.needed:
        return say_many("Needs {count} more point", "Needs {count} more points", check.needed - check.points)
    if shown.arranged.bench.hold:
        return say("Tiles still on hold")
    return say("Not valid yet")
