"""Rummi200kub, in which sets are claimed and 200 points win; its clauses are in docs/rules/rummi200kub.md."""

from engine.game.info import Info
from engine.rules import claims, jokers, scoring
from engine.rules.claim_rules import ClaimRules
from engine.rules.first_play import opening_is_worth, opening_leaves_the_table_alone
from engine.table import options
from engine.table.claims.game import ClaimGame
from engine.table.dealing import lowest_begins
from engine.text import errors
from engine.text.phrases import as_is, later
from engine.tiles.crossing_errors import (
    AllBorrowed,
    CrossedJoker,
    CrossedTwice,
    CrossingTorn,
    CrossingUndeclared,
    JokerTorn,
    NotConnected,
    NothingToCross,
    TwoTilesShared,
)
from engine.tiles.tiles import Box

TARGET = 200  # points
SECONDS = 200  # for a turn


VARIANT = ClaimGame(
    info=Info(
        menu_index=3,
        key="rummi200kub",
        name=as_is("Rummi200kub"),
        line=later("Claim sets on the table, take them from each other, and reach exactly 200 points."),
        summary={
            "win": later(
                "**To win**, claim sets until you have exactly 200 points, or be closest when a rack is empty."
            ),
            "turn": later("**Each turn**, draw a tile, play tiles or claim a set."),
            "opening": later("**Your first play** needs 30 points, all from your rack."),
            "claims": later(
                "**A claim** scores the set's value. Others can take it from you; its third claim locks it."
            ),
            "crossings": later("**Sets can cross**: a tile can count in two sets."),
            "jokers": later(
                "**A joker** stands for any tile. Replace it with that tile to play it in a new set with two of yours."
            ),
        },
        example="R4 R5 R6 / R8 B8 K8 / R5@A B5 K5",
        low=2,
        high=4,
        version=2,
    ),
    rules=ClaimRules(
        box=Box(),
        opening=(opening_leaves_the_table_alone, opening_is_worth(30)),
        jokers=jokers.substitute2_anew,
        order=lowest_begins,
        direction=-1,
        clock=SECONDS,
        drafts=False,
        worth=None,
        out=scoring.points_held,
        stalemate=scoring.closest_to(TARGET),
        target=TARGET,
    ),
    options=(
        options.clock(SECONDS),
        options.assistance(),
        options.make_option(
            "target_mode",
            later("Winning by a claim"),
            later("The points that win the game at once."),
            "at_least",
            (("exact", later("Exactly 200 points"), False), ("at_least", later("200 points or more"), True)),
        ),
        options.make_option(
            "claim_needs_opening",
            later("Who may claim"),
            later("Whether you must open before you can claim."),
            "opening_first",
            ((False, later("Anyone"), False), (True, later("Players who have opened"), True)),
        ),
        options.make_option(
            "claimed_sets_movable",
            later("Claimed sets"),
            later("What players can do with claimed sets."),
            "movable",
            ((False, later("Can only grow"), False), (True, later("Can be rearranged like any other"), True)),
        ),
        options.make_option(
            "locks_per_player",
            later("Locks"),
            later("The number of sets each player can lock with a third claim."),
            "locks",
            ((0, later("Any number"), None), *((number, as_is(f"{number}"), number) for number in range(1, 7))),
        ),
        options.make_option(
            "connected",
            later("Placing sets"),
            later("Whether new sets must cross a set on the table."),
            "connected",
            ((False, later("Anywhere"), False), (True, later("All connected by shared tiles"), True)),
        ),
    ),
    clauses={
        errors.WrongPlayerCount: "R2-1",
        errors.NotYourTurn: "R2-3",
        claims.OneActionATurn: "R2-4",
        errors.WrongDraw: "R2-5",
        errors.NothingPlayed: "R2-6",
        errors.NotOnYourRack: "R2-6",
        errors.NotASet: "R2-9",
        errors.LeftTheTable: "R2-10",
        errors.OpeningTooSmall: "R2-11",
        errors.TableTouched: "R2-12",
        CrossingUndeclared: "R2-13",
        NothingToCross: "R2-13",
        CrossedTwice: "R2-14",
        TwoTilesShared: "R2-14",
        AllBorrowed: "R2-14",
        CrossingTorn: "R2-15",
        CrossedJoker: "R2-16",
        JokerTorn: "R2-16",
        NotConnected: "R2-17",
        errors.JokerUnclear: "R2-18",
        errors.JokerNotFreed: "R2-20",
        errors.JokerNeedsCompany: "R2-21",
        errors.JokerNeedsNewSet: "R2-21",
        claims.ClaimNeedsOpening: "R2-22",
        claims.OwnClaim: "R2-24",
        claims.SetLocked: "R2-25",
        claims.NoLockLeft: "R2-25",
        claims.ClaimedSetTouched: "R2-26",
        errors.TooEarly: "R2-30",
        errors.PoolEmpty: "R2-34",
        errors.PoolNotEmpty: "R2-34",
        errors.GameIsOver: "R2-32",
        errors.HasResigned: "R2-37",
    },
)
