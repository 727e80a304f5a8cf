"""Rummykruss, tile rummy on a crossword grid; its clauses are in docs/rules/rummykruss.md."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.game.info import Choice, Info, Option
from engine.rummykruss.game import GridGame
from engine.rummykruss.rules import errors as grid_errors
from engine.rummykruss.rules.placing import (
    GridCheck,
    GridRules,
    barred_numbers_stay_on_the_rack,
    no_contact_with_the_last_tiles,
    no_contact_with_the_touched_tiles,
    wildcards_stay_what_they_are,
)
from engine.rummykruss.rules.scoring import Scoring
from engine.rummykruss.state import SEATS
from engine.table import options
from engine.text import errors
from engine.text.phrases import Phrase, as_is, later, later_many


def every_number(numbers: Sequence[int]) -> Sequence[int]:
    """Return the numbers that the next turn can't place: all that this turn placed, ascending, each once (RK-18)."""
    return sorted(set(numbers))


def the_last_number(numbers: Sequence[int]) -> Sequence[int]:
    """Return the numbers that the next turn can't place: the last that this turn placed (RK-18, option `last_only`)."""
    return numbers[-1:]


def _numbers(key: str, name: Phrase, text: Phrase, choices: Mapping[int, Phrase], field: str = "") -> Option[GridRules]:
    """Build an option whose values are numbers; `field` is the field of the rules that it sets, by default `key`.

    `choices` has the name of each value, with the default first.
    """
    return options.make_option(
        key, name, text, field or key, tuple((value, said, value) for value, said in choices.items())
    )


def _contact(key: str, name: Phrase, text: Phrase, check: GridCheck) -> Option[GridRules]:
    """Build an option, off by default, that forbids some contact by one more check."""
    return Option(
        key,
        name,
        text,
        (Choice(value=False, name=later("allowed")), Choice(value=True, name=later("forbidden"))),
        lambda rules, forbidden: replace(rules, checks=(*rules.checks, check)) if forbidden else rules,
    )


VARIANT = GridGame(
    info=Info(
        menu_index=4,
        key="rummykruss",
        name=as_is("Rummykruss"),
        line=later("Rummy crosswords for two: sets cross on a grid, and new intersections score."),
        summary={
            "turn": later("**Each turn**, place at least one tile, or draw one and lose a point."),
            "lines": later("**All tiles can move**; those touching in a line form a run or a group."),
            "last_only": later("**Barred**: you can't place the numbers that your opponent just placed."),
            "scoring": later("**Placing tiles** scores 1 point, or 2 if it adds an intersection of two sets."),
            "jokers": later(
                "**A joker** is a wildcard: it stands for one tile, and can become another when you move it."
            ),
            "win": later("**To win**, have more points when the pool is empty and both pass."),
        },
        example="F8=R4 G8=R5 H8=R6 I8=R7 H6=B6 H7=K6 F9=B4 F10=J:O4",
        low=SEATS,
        high=SEATS,
        version=1,
    ),
    rules=GridRules(
        barred=every_number,
        checks=(wildcards_stay_what_they_are, barred_numbers_stay_on_the_rack),
    ),
    options=(
        options.clock(None),
        options.assistance(),
        _numbers(
            "size",
            later("Grid"),
            later("The width and height of the grid, in cells."),
            {size: later("{size} by {size}", size=size) for size in (15, 9, 11, 13, 17, 19)},
        ),
        _numbers(
            "blocks",
            later("Blocks"),
            later("The number of random cells that stay empty."),
            {count: later_many("{count} block", "{count} blocks", count) for count in (10, 0, 5, 15, 20, 25)},
        ),
        _numbers(
            "numbers",
            later("Numbers"),
            later("The highest number."),
            {number: later("1 to {highest}", highest=number) for number in (13, 10, 11, 12)},
        ),
        _numbers(
            "colors",
            later("Colors"),
            later("The number of colors."),
            {4: as_is("4"), 3: later("3: red, blue, black")},
        ),
        _numbers(
            "copies",
            later("Copies"),
            later("The number of copies of each tile."),
            {count: as_is(f"{count}") for count in (2, 1, 3)},
        ),
        _numbers(
            "wildcards",
            later("Wildcards"),
            later("The number of tiles that can stand for any other tile."),
            {count: as_is(f"{count}") for count in (2, 0, 1, 3, 4)},
        ),
        options.make_option(
            "open_draft",
            later("Draft"),
            later("How players get their tiles."),
            "open_draft",
            ((False, later("dealt at random"), False), (True, later("picked in turn from five open tiles"), True)),
        ),
        options.make_option(
            "last_only",
            later("Barred numbers"),
            later("Which of your opponent's last numbers you can't place."),
            "barred",
            ((False, later("all of them"), every_number), (True, later("only the last one"), the_last_number)),
        ),
        _contact(
            "no_contact_last",
            later("Touching the opponent's last tiles"),
            later("Whether your tiles can touch those that your opponent just placed."),
            no_contact_with_the_last_tiles,
        ),
        _numbers(
            "turn_cap",
            later("Turns"),
            later("The number of turns for each player."),
            {0: later("until nobody can play")}
            | {count: later_many("{count} turn each", "{count} turns each", count) for count in (20, 10, 30)},
        ),
        _numbers(
            "rack",
            later("Racks"),
            later("The number of tiles that each player starts with."),
            {count: later_many("{count} tile", "{count} tiles", count) for count in (14, 10, 12, 16, 18)},
            field="deal",
        ),
        _contact(
            "no_contact_same",
            later("Touching what the opponent touched"),
            later("Whether your tiles can touch the neighbors of those that your opponent just placed."),
            no_contact_with_the_touched_tiles,
        ),
        options.make_option(
            "scoring",
            later("Two points"),
            later("What a turn that places tiles scores 2 points for instead of 1."),
            "scoring",
            (
                (Scoring.INTERSECTIONS.value, later("more intersections"), Scoring.INTERSECTIONS),
                (Scoring.CONNECTED.value, later("a set with an older tile"), Scoring.CONNECTED),
            ),
        ),
    ),
    clauses={
        errors.WrongPlayerCount: "RK-1",
        grid_errors.OffTheGrid: "RK-1",
        grid_errors.CellBlocked: "RK-3",
        errors.NotYourTurn: "RK-4",
        grid_errors.BoxTooSmall: "RK-5",
        grid_errors.StillDrafting: "RK-6",
        grid_errors.DraftIsOver: "RK-6",
        grid_errors.NotLaidOut: "RK-6",
        errors.NothingPlayed: "RK-7",
        errors.NotOnYourRack: "RK-7",
        grid_errors.NothingThere: "RK-7",
        grid_errors.MovedTwice: "RK-7",
        errors.WrongDraw: "RK-8",
        grid_errors.CellTaken: "RK-9",
        errors.LeftTheTable: "RK-10",
        grid_errors.BrokenLine: "RK-11",
        grid_errors.StandsAlone: "RK-14",
        grid_errors.WildcardUnclear: "RK-16",
        grid_errors.NothingFits: "RK-16",
        grid_errors.NoWildcard: "RK-16",
        grid_errors.WildcardFixed: "RK-17",
        grid_errors.NumberBarred: "RK-18",
        grid_errors.TooClose: "RK-19",
        grid_errors.TouchesSame: "RK-19",
        errors.TooEarly: "RK-23",
        errors.PoolEmpty: "RK-24",
        errors.PoolNotEmpty: "RK-24",
        errors.GameIsOver: "RK-25",
        errors.HasResigned: "RK-28",
    },
)
