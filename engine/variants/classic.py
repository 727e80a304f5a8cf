"""Classic, the tile rummy of the American edition of 1998; its clauses are in docs/rules/classic.md."""

from dataclasses import replace

from engine.game.info import Choice, Info, Option, Preset
from engine.rules import jokers, scoring
from engine.rules.first_play import opening_is_worth, opening_leaves_the_table_alone
from engine.rules.table_rules import TableRules
from engine.table import options
from engine.table.dealing import highest_begins
from engine.table.game import TableGame
from engine.text import errors
from engine.text.phrases import later
from engine.tiles.crossing_errors import NoCrossings
from engine.tiles.tiles import Box, Tile

LARGE = Box(copies=3, jokers=4)
OPENING = (opening_leaves_the_table_alone, opening_is_worth(30))
PENALTY = 3  # tiles
JOKER_POINTS = 30
DOUBLES = 3  # pairs of equal tiles that entitle a player to a new deal
UNOPENED = (100, 200)  # points for a rack that never opened: if it couldn't have, and if it could


def jokers_are_high(tile: Tile) -> int:
    """Return the rank of a tile drawn for the first turn: its number, or 30 for a joker; the highest begins (CL-3)."""
    return JOKER_POINTS if tile.is_joker else tile.number


VARIANT = TableGame(
    info=Info(
        menu_index=0,
        key="classic",
        name=later("Classic"),
        line=later("The best-known rules: a first play of 30 points, rearrange anything, empty your rack."),
        summary={
            "sets": later("**Sets** are groups (one number, 3 or 4 colors) and runs (one color, numbers in a row)."),
            "turn": later("**Each turn**, play at least one tile or draw one."),
            "opening": later("**Your first play** needs 30 points, all from your rack."),
            "table": later("**After that**, you can rearrange the whole table, if all sets are valid in the end."),
            "jokers": later(
                "**A joker** stands for any tile. Replace it with that tile to play it with two more of yours."
            ),
            "win": later("**To win**, empty your rack first. The others pay for their tiles; a joker costs 30."),
        },
        example="R4 R5 R6 R7 / R9 B9 K9 / B11 J=B12 B13",
        low=2,
        high=4,
        version=2,
    ),
    rules=TableRules(
        box=Box(),
        opening=OPENING,
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
            later("How players can use a joker on the table."),
            "jokers",
            (
                ("substitute2", later("Replace it, then play it with two more of your tiles"), jokers.substitute2),
                ("free", later("Move it freely, as any tile"), jokers.free),
                ("new_set", later("Move it freely; it only changes in a new set"), jokers.free_to_new_sets),
            ),
        ),
        options.make_option(
            "opening",
            later("First play"),
            later("The minimum value of your first play."),
            "opening",
            (
                (True, later("30 points from your rack"), OPENING),
                (False, later("Anything, including the table"), ()),
            ),
        ),
        options.make_option(
            "draw_any",
            later("Drawing"),
            later("The number of tiles in one draw."),
            "draw",
            ((False, later("One tile"), 1), (True, later("Any number, chosen in advance"), None)),
        ),
        Option(
            "strict_mistakes",
            later("Mistakes"),
            later("What happens after a play that leaves invalid sets."),
            (
                Choice(value=False, name=later("Refused with a reason; try again")),
                Choice(value=True, name=later("Taken back; draw 3 tiles and end your turn")),
            ),
            lambda rules, strict: replace(rules, mistake=PENALTY, late_moved=PENALTY) if strict else rules,
        ),
        options.make_option(
            "order_joker",
            later("Joker in the draw for the first turn"),
            later("The value of a joker in the draw for the first turn."),
            "order",
            (("redraw", later("Draw again"), highest_begins), ("30", later("Counts 30"), jokers_are_high)),
        ),
        options.make_option(
            "stalemate",
            later("When nobody can play"),
            later("The winner when the pool is empty and everyone passes."),
            "stalemate",
            (
                ("fewest_full", later("Fewest tiles; the others pay for their racks"), scoring.fewest_tiles),
                ("lowest_diff", later("Lowest value; the others pay the difference"), scoring.lowest_value),
            ),
        ),
        Option(
            "box",
            later("Tiles"),
            later("The number of tiles in the box."),
            (
                Choice("standard", later("106 with two jokers: 2 to 4 players")),
                Choice("large", later("160 with four jokers: 5 or 6 players")),
            ),
            lambda rules, box: rules if box == "standard" else replace(rules, box=LARGE, low=5, high=6),
        ),
        options.joker_points(JOKER_POINTS, 100),
        options.make_option(
            "unopened",
            later("Players who never opened"),
            later("What they lose when the game ends."),
            "unopened",
            (
                ("rack", later("The value of their tiles"), None),
                ("100_200", later("100 points; 200 if they could have opened"), UNOPENED),
            ),
        ),
        options.make_option(
            "three_doubles",
            later("Three doubles"),
            later("The effect of three pairs of equal tiles in a dealt rack."),
            "doubles",
            ((False, later("Nothing"), 0), (True, later("The player can ask for a new deal"), DOUBLES)),
        ),
        options.make_option(
            "must_play_when_empty",
            later("When the pool is empty"),
            later("Whether you can pass when you have a play."),
            "must_play",
            ((False, later("Anyone can pass"), False), (True, later("You must play if you can"), True)),
        ),
        options.skin(),
    ),
    presets=(
        Preset(
            "retail",
            later("Retail: today's printed rules"),
            {"clock": 60, "games": 0, "match": "most_won", "jokers": "new_set", "stalemate": "lowest_diff"},
        ),
        Preset(
            "tournament",
            later("Tournament: strict, fast, costly if you never open"),
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
        Preset("xp6", later("XP: 5 or 6 players, 160 tiles"), {"box": "large", "clock": 60}),
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
