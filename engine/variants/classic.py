"""Classic tile rummy (Sabra): docs/rules/classic.md."""

from dataclasses import replace

from engine import errors, jokers, options, scoring
from engine.checks import opening_is_worth, opening_leaves_the_table_alone
from engine.game import Choice, Info, Option
from engine.state import TableRules
from engine.table import TableGame
from engine.tiles import Box, Tile

PENALTY = 3
JOKER_POINTS = 30


def redraw_jokers(tile: Tile) -> int | None:
    """CL-3: a joker drawn for the first turn goes back."""
    return None if tile.is_joker else tile.number


def jokers_are_high(tile: Tile) -> int:
    """CL-3, house rule: a joker drawn for the first turn counts 30."""
    return JOKER_POINTS if tile.is_joker else tile.number


VARIANT = TableGame(
    info=Info(
        place=0,
        key="classic",
        name="Classic",
        line="The rules most people know: open with 30, rearrange everything, lay your last tile.",
        summary=(
            "Lay all your tiles first, in groups (one number, three or four colours) and runs (one colour in a row).",
            "At your turn play at least one tile from your rack, or draw one.",
            "Your first sets must come from your rack alone and be worth 30 points together.",
            "After that you may take the whole table apart, as long as legal sets lie there when your turn ends.",
            "The winner gets what the others' racks are worth; a joker left over costs 30.",
        ),
        low=2,
        high=4,
        version=1,
    ),
    rules=TableRules(
        box=Box(),
        opening=(opening_leaves_the_table_alone, opening_is_worth(30)),
        jokers=jokers.substitute2,
        order=redraw_jokers,
        stalemate=scoring.fewest_tiles,
    ),
    options=(
        options.clock(120),
        options.games(),
        Option(
            "jokers",
            "Jokers on the table",
            "What it takes to use a joker that lies on the table.",
            (
                Choice("substitute2", "Replace it, and lay it with two more of your tiles"),
                Choice("free", "Move it freely, as anything"),
            ),
            lambda rules, mode: replace(rules, jokers={"substitute2": jokers.substitute2, "free": jokers.free}[mode]),
        ),
        Option(
            "opening",
            "First sets",
            "What your first sets must be worth.",
            (
                Choice(value=True, name="30 points from your rack"),
                Choice(value=False, name="Anything; the table is yours"),
            ),
            lambda rules, needed: rules if needed else replace(rules, opening=()),
        ),
        Option(
            "draw_any",
            "Drawing",
            "How many tiles one draw may take.",
            (Choice(value=False, name="One tile"), Choice(value=True, name="Any number, announced at once")),
            lambda rules, any_number: replace(rules, draw=None if any_number else 1),
        ),
        Option(
            "strict_mistakes",
            "Mistakes",
            "What happens to a play that breaks the table.",
            (
                Choice(value=False, name="Refused with the reason; try again"),
                Choice(value=True, name="Taken back, three tiles, turn over"),
            ),
            lambda rules, strict: replace(rules, mistake=PENALTY, late_moved=PENALTY) if strict else rules,
        ),
        Option(
            "order_joker",
            "A joker drawn for the first turn",
            "What a joker counts when the first turn is drawn for.",
            (Choice("redraw", "Draw again"), Choice("30", "Counts 30")),
            lambda rules, joker: replace(rules, order={"redraw": redraw_jokers, "30": jokers_are_high}[joker]),
        ),
        Option(
            "stalemate",
            "When nobody can go on",
            "Who wins with the pool empty and everyone passing.",
            (
                Choice("fewest_full", "Fewest tiles; the others pay their racks"),
                Choice("lowest_diff", "Lowest value; the others pay the difference"),
            ),
            lambda rules, mode: replace(
                rules, stalemate={"fewest_full": scoring.fewest_tiles, "lowest_diff": scoring.lowest_value}[mode]
            ),
        ),
    ),
    clauses={
        errors.WrongPlayerCount: "CL-1",
        errors.NothingPlayed: "CL-5",
        errors.WrongDraw: "CL-6",
        errors.NotOnYourRack: "CL-5",
        errors.NotASet: "CL-9",
        errors.LeftTheTable: "CL-10",
        errors.OpeningTooSmall: "CL-11",
        errors.TableTouched: "CL-13",
        errors.JokerUnclear: "CL-15",
        errors.JokerNotFreed: "CL-17",
        errors.JokerNeedsCompany: "CL-18",
        errors.PoolEmpty: "CL-26",
        errors.PoolNotEmpty: "CL-26",
        errors.NotYourTurn: "CL-4",
        errors.GameIsOver: "CL-28",
        errors.HasResigned: "CL-32",
        errors.TooEarly: "CL-23",
    },
)
