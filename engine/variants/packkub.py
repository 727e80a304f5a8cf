"""PackKub, by Mark A. Biggar (2004), for the piecepack; its clauses are in docs/rules/packkub.md."""

from dataclasses import replace

from engine.game.info import Choice, Info, Option
from engine.game.views import Part
from engine.rules import jokers, scoring
from engine.rules.first_play import opening_begins_with
from engine.rules.table_rules import TableRules
from engine.table import options
from engine.table.game import TableGame
from engine.text import errors
from engine.text.phrases import as_is, later
from engine.tiles.crossing_errors import NoCrossings
from engine.tiles.tiles import Box, Color

PIECEPACK = (Color.SUNS, Color.MOONS, Color.CROWNS, Color.ARMS)
SIX_PACK = (Color.SUNS, Color.MOONS, Color.HEARTS, Color.SPADES, Color.CLUBS, Color.DIAMONDS)
ROUNDS = 4


def choose_packs(rules: TableRules, packs: str) -> TableRules:
    """Return the rules with a piecepack for each player (PK-1), or with one or two Six Packs (PK-20, PK-21)."""
    if packs == "piecepack":
        return rules
    count, low, high = (1, 2, 2) if packs == "six_pack" else (2, 3, 4)
    box = replace(rules.box, colors=SIX_PACK).times(count)
    return replace(rules, box=box, box_each=False, low=low, high=high)


VARIANT = TableGame(
    info=Info(
        menu_index=2,
        key="packkub",
        name=as_is("PackKub"),
        line=later("Short rounds with a piecepack: four tiles each, values null to 5, lowest total wins."),
        summary={
            "deal": later("**Each round**, you get four tiles of suns, moons, crowns and arms: null, ace, 2 to 5."),
            "sets": later("**Sets** are one value in different suits, or a sequence of one suit."),
            "turn": later("**Each turn**, play or draw. Your first play of a round needs a whole set from your rack."),
            "table": later("**After that**, you can rearrange the whole table, if all sets are valid in the end."),
            "jokers": later("**Jokers**: there are none."),
            "win": later("**A round ends** when a rack is empty. Each tile left costs 1 point; the lowest total wins."),
        },
        example="SN SA S2 S3 / M5 C5 A5",
        low=2,
        high=6,
        version=1,
        low_wins=True,
    ),
    rules=TableRules(
        box=Box(colors=PIECEPACK, low=0, high=5, copies=1, jokers=0),
        box_each=True,
        opening=(opening_begins_with(0),),
        jokers=jokers.free,
        order=None,
        rotate=True,
        high=6,
        deal=4,
        clock=None,
        drafts=False,
        valued=False,
        worth=len,
        out=scoring.tiles_left,
        stalemate=scoring.tiles_left,
        match=scoring.lowest_total,
        games=ROUNDS,
        part=Part.ROUND,
    ),
    every_tile=Box(colors=(*PIECEPACK, *SIX_PACK[2:]), low=0, high=5, copies=6, jokers=6),
    options=(
        options.clock(None),
        options.assistance(),
        options.games(ROUNDS, Part.ROUND),
        Option(
            "jokers",
            later("Jokers"),
            later("Whether each pack has a joker that can be any tile."),
            (Choice(0, later("No jokers")), Choice(1, later("One per pack, for any tile"))),
            lambda rules, number: replace(rules, box=replace(rules.box, jokers=number)),
        ),
        Option(
            "pack",
            later("Packs"),
            later("The tiles in the game."),
            (
                Choice("piecepack", later("One piecepack each: 2 to 6 players")),
                Choice("six_pack", later("One Six Pack: 2 players")),
                Choice("double_six_pack", later("A Double Six Pack: 3 or 4 players")),
            ),
            choose_packs,
        ),
        options.make_option(
            "tie",
            later("Tie at the end"),
            later("What happens if players share the lowest total."),
            "extra_game",
            (("shared", later("They share the win"), False), ("extra_round", later("One more round"), True)),
        ),
        options.make_option(
            "begins",
            later("First turn"),
            later("Who goes first in the first round."),
            "host_begins",
            (("lot", later("A random player"), False), ("host", later("The host"), True)),
        ),
    ),
    clauses={
        errors.WrongPlayerCount: "PK-1",
        errors.NotYourTurn: "PK-3",
        errors.NothingPlayed: "PK-4",
        errors.NotOnYourRack: "PK-4",
        errors.WrongDraw: "PK-5",
        errors.NotASet: "PK-8",
        errors.LeftTheTable: "PK-9",
        NoCrossings: "PK-9",
        errors.NoOpening: "PK-10",
        errors.JokerUnclear: "PK-19",
        errors.TooEarly: "PK-13",
        errors.PoolEmpty: "PK-14",
        errors.PoolNotEmpty: "PK-14",
        errors.GameIsOver: "PK-17",
        errors.HasResigned: "PK-18",
    },
)
