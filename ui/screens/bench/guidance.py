"""Guidance on a bench: what it's waiting for, what a tap did, and the legend of a player's first bench."""

from collections.abc import Mapping

from engine.game.views import View
from engine.grid.view import GridView
from engine.text.phrases import Phrase, later, say, say_many
from engine.tiles.notation import write_tiles
from engine.tiles.tiles import Color
from render.text.text_mode import COLORS
from services.benches import BenchScreenData
from storage.benches import BenchState
from storage.settings import RackOrder

SORTED_BY: Mapping[RackOrder, Phrase] = {
    RackOrder.COLOR: later("Your rack is sorted by color."),
    RackOrder.NUMBER: later("Your rack is sorted by number."),
}


def describe_next_step(shown: BenchScreenData) -> str:
    """Return what the player can do now, in one sentence; until the first play, it says what that needs."""
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
        return say("Pick tiles, then a place for them on the grid. A new intersection scores an extra point.")
    if view.claimable:
        return say("Pick tiles to play, claim a set, or draw.") if view.may_draw else say("Pick tiles, claim or pass.")
    return say("Pick tiles to play, or draw.") if view.may_draw else say("Pick tiles to play, or pass.")


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
    """Return the colors and a piecepack's values by their letters, and what the frames on the picture mean."""
    colors = [f"**{color}** {COLORS[color]}" for color in view.box.colors]
    joker = [f"**J** {say('joker')}"] if view.box.jokers else []
    values = say("Values: **N** null, **A** ace, 2 to 5.") + " " if view.box.low == 0 else ""
    frames = say("Yellow frame: just played. Cyan frame: moved.")
    return f"{' · '.join([*colors, *joker])}. {values}{frames}"


def describe_tap(verb: str, argument: str, after: BenchState) -> str:
    """Return a sentence on what a tap on a bench's control did; empty if the bench's own status or its menus say it.

    `after` is the bench's state after it.
    """
    match verb:
        case "step":
            return _describe_step(argument, after)
        case "together":
            kept = " · ".join(write_tiles(group) for group in after.together)
            return (
                say("Kept together on your rack: {tiles}.", tiles=kept) if kept else say("No tiles are kept together.")
            )
        case "color" if after.color:
            return say("Your rack menu shows one color: {color}.", color=COLORS[Color(after.color)])
        case "color":
            return say("Your rack menu shows all colors.")
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
    tiles = write_tiles(faces)
    return say_many("The joker stands for {tiles}.", "The jokers stand for {tiles}.", len(faces), tiles=tiles)
