"""Rummy Cube, from the older Sabra rules; its clauses are in docs/rules/rummy_cube.md."""

from engine.game.info import Info
from engine.rules import frozen, scoring
from engine.rules.first_play import opening_begins_with
from engine.rules.table_rules import TableRules
from engine.table import options
from engine.table.dealing import highest_begins
from engine.table.game import TableGame
from engine.text import errors
from engine.text.phrases import as_is, later
from engine.tiles.crossing_errors import NoCrossings
from engine.tiles.tiles import Box

VARIANT = TableGame(
    info=Info(
        menu_index=1,
        key="rummy_cube",
        name=as_is("Rummy Cube"),
        line=later("Jokers stay until replaced, a first play may go on, and a late turn costs three tiles."),
        summary={
            "sets": later("**Sets** are groups (one number, 3 or 4 colors) and runs (one color, numbers in a row)."),
            "turn": later("**Each turn**, play at least one tile or draw one."),
            "opening": later("**Your first play** starts with 30 points from your rack."),
            "table": later("**After that**, you can rearrange the whole table, if all sets are valid in the end."),
            "jokers": later("**A joker** stands for any tile. Its set can only grow until you swap the joker out."),
            "win": later("**To win**, empty your rack first. The others pay for their tiles; a joker costs 30."),
        },
        example="R4 R5 R6 R7 / R9 B9 K9 / B11 J=B12 B13",
        low=2,
        high=4,
        version=2,
    ),
    rules=TableRules(
        box=Box(),
        opening=(opening_begins_with(30),),
        jokers=frozen.frozen,
        order=highest_begins,
        stalemate=scoring.lowest_value,
        worth=scoring.Numbers(30),
        late_moved=3,
    ),
    options=(
        options.clock(120),
        options.assistance(),
        options.games(),
        options.direction(),
        options.make_option(
            "both_colors",
            later("Joker in a group"),
            later("What can replace a joker in a group of three."),
            "jokers",
            (
                ("either", later("Either missing color"), frozen.frozen),
                ("both", later("Both missing colors, which stay in the group"), frozen.frozen_both_colors),
            ),
        ),
        options.joker_points(30, 25),
        options.make_option(
            "draw_until",
            later("Drawing"),
            later("The number of tiles in one draw."),
            "draw_until",
            ((False, later("One tile"), False), (True, later("Tiles until you have a play"), True)),
        ),
        options.skin(),
    ),
    clauses={
        errors.WrongPlayerCount: "RC-1",
        errors.NotYourTurn: "RC-3",
        errors.NothingPlayed: "RC-4",
        errors.NotOnYourRack: "RC-4",
        errors.WrongDraw: "RC-5",
        errors.NotASet: "RC-8",
        errors.LeftTheTable: "RC-9",
        NoCrossings: "RC-9",
        errors.NoOpening: "RC-10",
        errors.JokerUnclear: "RC-12",
        errors.SetFrozen: "RC-13",
        errors.TooEarly: "RC-18",
        errors.PoolEmpty: "RC-20",
        errors.PoolNotEmpty: "RC-20",
        errors.GameIsOver: "RC-22",
        errors.HasResigned: "RC-25",
    },
)
