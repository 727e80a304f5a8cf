"""Classic, the tile rummy of the American edition of 1998; its clauses are in docs/rules/classic.md."""

from dataclasses import replace

from engine.game.info import Choice, Info, Option, Preset
from engine.rules import jokers, scoring
from engine.rules.checks import opening_is_worth, opening_leaves_the_table_alone
from engine.rules.table_rules import TableRules
from engine.table import options
from engine.table.dealing import highest_begins
from engine.table.game import TableGame
from engine.text import errors
from engine.text.phrases import later
from engine.tiles.crossing_errors import NoCrossings
from engine.tiles.tiles import Box, Tile

LARGE = Box(copies=3, jokers=4)
PENALTY = 3  # tiles
JOKER_POINTS = 30
DOUBLES = 3  # pairs of equal tiles that entitle a player to a new deal
UNOPENED = (100, 200)  # points for a rack that never opened: if it couldn't have, and if it could


def jokers_are_high(tile: Tile) -> int:
    """Return the rank of a tile drawn for the first turn: its number, or 30 for a joker; the highest begins (CL-3)."""
    return JOKER_POINTS if tile.is_joker else tile.number


VARIANT = TableGame(
    info=Info(
        place=0,
        key="classic",
        name=later("Classic"),
        line=later("The best-known rules: a first play of 30 points, rearrange anything, empty your rack."),
        summary=(
            later(
                "Lay all your tiles first, in groups (one number, three or four colours) "
                "and runs (one colour in a row)."
            ),
            later("At your turn play at least one tile from your rack, or draw one."),
            later("Your first sets must come from your rack alone and be worth 30 points together."),
            later(
                "After that you may take the whole table apart, as long as legal sets lie there when your turn ends."
            ),
            later("The winner gets what the others' racks are worth; a joker left over costs 30."),
        ),
        example="R4 R5 R6 R7 / R9 B9 K9 / B11 J=B12 B13",
        low=2,
        high=4,
        version=2,
    ),
    rules=TableRules(
        box=Box(),
        opening=(opening_leaves_the_table_alone, opening_is_worth(30)),
        jokers=jokers.substitute2,
        order=highest_begins,
        stalemate=scoring.fewest_tiles,
        worth=scoring.Numbers(JOKER_POINTS),
    ),
    options=(
        options.clock(120, 40),
        options.assistance(),
        options.games(),
        options.match(),
        options.make_option(
            "jokers",
            later("Jokers on the table"),
            later("What it takes to use a joker that lies on the table."),
            "jokers",
            (
                ("substitute2", later("Replace it, and lay it with two more of your tiles"), jokers.substitute2),
                ("free", later("Move it freely, as anything"), jokers.free),
                ("new_set", later("Move it freely; as something else in a new set only"), jokers.free_to_new_sets),
            ),
        ),
        Option(
            "opening",
            later("First sets"),
            later("What your first sets must be worth."),
            (
                Choice(value=True, name=later("30 points from your rack")),
                Choice(value=False, name=later("Anything; the table is yours")),
            ),
            lambda rules, needed: rules if needed else replace(rules, opening=()),
        ),
        options.make_option(
            "draw_any",
            later("Drawing"),
            later("How many tiles one draw may take."),
            "draw",
            ((False, later("One tile"), 1), (True, later("Any number, announced at once"), None)),
        ),
        Option(
            "strict_mistakes",
            later("Mistakes"),
            later("What happens to a play that breaks the table."),
            (
                Choice(value=False, name=later("Refused with the reason; try again")),
                Choice(value=True, name=later("Taken back, three tiles, turn over")),
            ),
            lambda rules, strict: replace(rules, mistake=PENALTY, late_moved=PENALTY) if strict else rules,
        ),
        options.make_option(
            "order_joker",
            later("A joker drawn for the first turn"),
            later("What a joker counts when the first turn is drawn for."),
            "order",
            (("redraw", later("Draw again"), highest_begins), ("30", later("Counts 30"), jokers_are_high)),
        ),
        options.make_option(
            "stalemate",
            later("When nobody can go on"),
            later("Who wins with the pool empty and everyone passing."),
            "stalemate",
            (
                ("fewest_full", later("Fewest tiles; the others pay their racks"), scoring.fewest_tiles),
                ("lowest_diff", later("Lowest value; the others pay the difference"), scoring.lowest_value),
            ),
        ),
        Option(
            "box",
            later("Tiles"),
            later("How many tiles are in the box."),
            (
                Choice("standard", later("106 with two jokers: 2 to 4 players")),
                Choice("large", later("160 with four jokers: 5 or 6 players")),
            ),
            lambda rules, box: rules if box == "standard" else replace(rules, box=LARGE, low=5, high=6),
        ),
        options.joker_points(JOKER_POINTS, 100),
        options.make_option(
            "unopened",
            later("A rack that never opened"),
            later("What it costs at the end."),
            "unopened",
            (
                ("rack", later("Its tiles"), None),
                ("100_200", later("100 points; 200 if it could have opened"), UNOPENED),
            ),
        ),
        options.make_option(
            "three_doubles",
            later("Three doubles"),
            later("What three pairs of equal tiles in a rack as dealt are good for."),
            "doubles",
            ((False, later("Nothing"), 0), (True, later("Its player may ask for a new deal"), DOUBLES)),
        ),
        options.make_option(
            "must_play_when_empty",
            later("With the pool empty"),
            later("Whether a player who has a play may pass."),
            "must_play",
            ((False, later("Anybody may pass"), False), (True, later("Who can play must"), True)),
        ),
        options.skin(),
    ),
    presets=(
        Preset(
            "retail",
            later("Retail: today's printed sheet"),
            {"clock": 60, "games": 0, "match": "most_won", "jokers": "new_set", "stalemate": "lowest_diff"},
        ),
        Preset(
            "tournament",
            later("Tournament: strict, quick, and dear for who never opens"),
            {
                "clock": 40,
                "strict_mistakes": True,
                "joker_points": 100,
                "unopened": "100_200",
                "three_doubles": True,
                "must_play_when_empty": True,
                "assistance": "off",
            },
        ),
        Preset("xp6", later("XP: five or six players, 160 tiles"), {"box": "large", "clock": 60}),
    ),
    new_deals=True,
    clauses={
        errors.WrongPlayerCount: "CL-1",
        errors.NothingPlayed: "CL-5",
        errors.WrongDraw: "CL-6",
        errors.NotOnYourRack: "CL-5",
        errors.NotASet: "CL-9",
        errors.LeftTheTable: "CL-10",
        NoCrossings: "CL-9",
        errors.OpeningTooSmall: "CL-11",
        errors.TableTouched: "CL-13",
        errors.JokerUnclear: "CL-15",
        errors.JokerNotFreed: "CL-17",
        errors.JokerNeedsCompany: "CL-18",
        errors.JokerNeedsNewSet: "CL-19",
        errors.PoolEmpty: "CL-26",
        errors.PoolNotEmpty: "CL-26",
        errors.MustPlay: "CL-36",
        errors.NoNewDeal: "CL-35",
        errors.JudgedWhenMade: "CL-21",
        errors.NotYourTurn: "CL-4",
        errors.GameIsOver: "CL-28",
        errors.HasResigned: "CL-32",
        errors.TooEarly: "CL-23",
    },
)
