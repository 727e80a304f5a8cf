"""Positions with a known verdict, judged as `python -m engine judge` does.

A line is: name | u (not opened) or o (opened) | table | rack | table after | the points, or the refusal.
A case with a G number has the same number in every system.
"""

from collections.abc import Mapping

import pytest

from engine.variants import load
from tests.rules.golden import of_play, rows

CASES = """
G01 | u | - | R10 B10 K10 | R10 B10 K10 | 30
G03 | u | - | R3 R4 R5 B6 K6 O6 | R3 R4 R5 / B6 K6 O6 | 30
G04 | u | - | B9 J1 B11 | B9 J1 B11 | 30
G07 | o | - | R3 B3 K3 O3 | R3 B3 K3 O3 | 12
G08 | o | - | R6 R7 R8 R9 | R6 R7 R8 R9 | 30
G09 | o | - | K12 K13 K1 | K12 K13 K1 | NotASet
G13 | o | R3 R4 R5 | R6 B3 O3 | R4 R5 R6 / R3 B3 O3 | 12
G14 | o | R3 R4 R5 | R6 | R4 R5 R6 | LeftTheTable
G15 | o | B6 B7 B8 B9 B10 | B8 | B6 B7 B8 / B8 B9 B10 | 8
G16 | o | R4 R5 R6 R7 R8 | R6 | R4 R5 R6 / R6 R7 R8 | 6
G18 | o | B6 R6 O6 | K6 B7 B8 | K6 R6 O6 / B6 B7 B8 | 21
G24 | o | B3 B4 J1 | B5 R7 O7 | B3 B4 B5 / R7 O7 J1 | 19
G31 | o | R5 J1 R7 R8 | B8 K8 | R5 J1 R7 / R8 B8 K8 | 16
G33 | o | R3 K3 J1 | O3 B7 R7 | R3 K3 O3 / B7 R7 J1 | 17
G34 | o | R3 K3 J1 | B3 B7 R7 | R3 K3 B3 / B7 R7 J1 | 17
G37 | o | B3 B4 J1 | B5 R9 | B3 B4 B5 | LeftTheTable
three-two example of jokers moving | o | R3 B3 J / K4 K5 K6 | K3 | R3 B3 K3 / J K4 K5 K6 | 3
rummy cube's continued opening | u | O10 O11 O12 O13 | R10 B10 K10 | R10 B10 K10 O10 / O11 O12 O13 | TableTouched
both colors free one joker | o | R3 K3 J1 | O3 B3 B7 R7 | R3 K3 O3 B3 / B7 R7 J1 | 20
opening of 29 | u | - | R9 B9 K9 R1 B1 | R9 B9 K9 | OpeningTooSmall
opening of one long run | u | - | R1 R2 R3 R4 R5 R6 R7 R8 | R1 R2 R3 R4 R5 R6 R7 R8 | 36
opening beside the table | u | B1 B2 B3 | R10 B10 K10 | B1 B2 B3 / R10 B10 K10 | 30
opening beside a rewritten table | u | B1 B2 B3 / R3 K3 O3 | R10 B10 K10 | R10 B10 K10 / O3 R3 K3 / B3 B2 B1 | 30
opening that adds | u | B1 B2 B3 | R10 B10 K10 B4 | B1 B2 B3 B4 / R10 B10 K10 | TableTouched
opening that splits | u | B1 B2 B3 B4 B5 B6 | R10 B10 K10 | B1 B2 B3 / B4 B5 B6 / R10 B10 K10 | TableTouched
opening that merges | u | B1 B2 B3 / B4 B5 B6 | R10 B10 K10 | B1 B2 B3 B4 B5 B6 / R10 B10 K10 | TableTouched
opening that frees a joker | u | B3 B4 J | B5 R13 O13 | B3 B4 B5 / R13 O13 J | TableTouched
opening with two jokers as a group | u | - | R10 J J | R10 J=B10 J | 30
opening with two jokers as a run | u | - | R10 J J | R10 J=R11 J | 33
opening with two jokers unsaid | u | - | R10 J J | R10 J J | JokerUnclear
opening with two jokers where one reading will do | u | - | R9 J J | R9 J J | 30
opening with a joker as a low face | u | - | J R2 R3 R4 R5 R6 R7 | J R2 R3 R4 R5 R6 R7 | OpeningTooSmall
opening with a joker at the end of the numbers | u | - | R12 R13 J | R12 R13 J | 36
opening with nothing | u | - | R10 B10 K10 | - | NothingPlayed
opening on a twin of the table's group | u | R10 B10 K10 | R10 B10 K10 | R10 B10 K10 / R10 B10 K10 | 30
nothing at all | o | - | - | - | NothingPlayed
only rearranged | o | R1 R2 R3 R4 R5 R6 | R9 | R1 R2 R3 / R4 R5 R6 | NothingPlayed
a tile from nowhere | o | R3 R4 R5 | R9 | R3 R4 R5 R6 | NotOnYourRack
two copies where one is held | o | - | R3 B3 K3 | R3 R3 B3 K3 | NotOnYourRack
a pair | o | - | R3 B3 | R3 B3 | NotASet
a pair and a joker | o | - | R3 B3 J | R3 B3 J | 9
two of one color in a group | o | - | R3 R3 B3 | R3 R3 B3 | NotASet
five in a group | o | R3 B3 K3 O3 | J | R3 B3 K3 O3 J | NotASet
a run with a gap | o | - | R3 R4 R6 | R3 R4 R6 | NotASet
a gap filled by a joker | o | - | R3 R4 J R6 | R3 R4 J R6 | 18
a gap of two | o | - | R3 R4 J R7 | R3 R4 J R7 | NotASet
a gap of two and two jokers | o | - | R3 J J R6 | R3 J J R6 | 18
a run of two colors | o | - | R3 R4 B5 | R3 R4 B5 | NotASet
a run with a doubled number | o | R3 R4 R5 | R4 | R3 R4 R4 R5 | NotASet
a run round the corner with a joker | o | - | R13 J R2 | R13 J R2 | NotASet
a joker is no 14 | o | R10 R11 R12 R13 | J | R10 R11 R12 R13 J | 9
a joker is no 0 | o | R1 R2 R3 | J | J R1 R2 R3 | 4
no room | o | - | R1 J R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 | R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 J | NotASet
the longest run | o | R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 | R1 | R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 | 1
a run written downward | o | - | K7 K6 K5 | K7 K6 K5 | 18
a joker between | o | - | K7 J K5 | K7 J K5 | 18
a joker in a row without order | o | - | K5 J K6 | K5 J K6 | JokerUnclear
yellow is orange | o | - | Y3 Y4 O5 | O3 Y4 Y5 | 12
an end taken | o | R3 R4 R5 R6 | B6 K6 | R3 R4 R5 / R6 B6 K6 | 12
a middle taken | o | R3 R4 R5 R6 R7 | B5 K5 | R3 R4 / R6 R7 / R5 B5 K5 | NotASet
a middle taken from seven | o | R3 R4 R5 R6 R7 R8 R9 | B6 K6 | R3 R4 R5 / R7 R8 R9 / R6 B6 K6 | 12
the fourth of a group taken | o | R3 B3 K3 O3 | O4 O5 | R3 B3 K3 / O3 O4 O5 | 9
the third of a group taken | o | R3 B3 O3 | O4 O5 | R3 B3 / O3 O4 O5 | NotASet
two tiles traded for one | o | R3 B3 K3 / R6 R7 R8 R9 | O3 K9 O9 | B3 K3 O3 / R3 R6 R7 R8 / R9 K9 O9 | NotASet
three runs into three groups | o | R1 R2 R3 / B1 B2 B3 | K1 K2 K3 | R1 B1 K1 / R2 B2 K2 / R3 B3 K3 | 6
a set merged away | o | R3 R4 R5 / R6 R7 R8 | R9 | R3 R4 R5 R6 R7 R8 R9 | 9
a table tile left over | o | R3 R4 R5 R6 | B6 | R3 R4 R5 | NothingPlayed
a joker taken off its run | o | R3 R4 R5 J | B9 O9 | R3 R4 R5 / B9 O9 J | JokerNotFreed
a joker moved as its tile | o | R3 R4 R5 J | B6 O6 | R3 R4 R5 / B6 O6 J | 12
a joker pushed along its run | o | R3 R4 J | R5 | R3 R4 R5 J | JokerNeedsCompany
a joker pushed along with company | o | R3 R4 J | R5 R6 R7 R9 | R3 R4 R5 R6 R7 J R9 | 27
a joker freed by a tile of the table | o | B3 B4 J / B5 R5 K5 O5 | R7 O7 | B3 B4 B5 / R5 K5 O5 / R7 O7 J | JokerNotFreed
a joker freed without company | o | B3 B4 J / R7 O7 K7 | B5 | B3 B4 B5 / R7 O7 K7 J | JokerNeedsCompany
a joker freed with one tile | o | B3 B4 J / R7 O7 K7 B7 | B5 R8 | B3 B4 B5 / O7 K7 B7 / R7 R8 J | JokerNeedsCompany
two jokers freed together | o | B3 B4 J / K3 K4 J | B5 K5 R7 O7 | B3 B4 B5 / K3 K4 K5 / R7 O7 J J | 24
two jokers, one tile | o | B3 B4 J / B2 B3 B4 J | B5 R7 O7 | B3 B4 B5 / B2 B3 B4 / R7 O7 J J | JokerNotFreed
one joker freed, one moved | o | B3 B4 J / K7 K8 K9 J | B5 R10 O10 | B3 B4 B5 / K7 K8 K9 / R10 O10 J J | 25
jokers change places | o | B3 B4 J / K3 K4 K5 J | B6 | B3 B4 J B6 / K3 K4 K5 J | 6
the freed joker in the run it left | o | B3 B4 J | B5 B6 B8 | B3 B4 B5 B6 J B8 | 19
free: a joker taken off | o free | R3 R4 R5 J | B9 O9 | R3 R4 R5 / B9 O9 J | 18
free: a joker onto an old set | o free | R3 R4 R5 J / B9 O9 K9 | R2 | R2 R3 R4 R5 / B9 O9 K9 J | 2
free: a joker kept | o free | R3 R4 R5 J | R6 | R3 R4 R5 R6 | LeftTheTable
free: a rack tile all the same | o free | R3 R4 R5 J / B9 O9 K9 | R2 | R3 R4 R5 / B9 O9 K9 J | NothingPlayed
free: not before the opening | u free | R3 R4 R5 J | R10 B10 | R3 R4 R5 / R10 B10 J | TableTouched
retail: a joker taken off | o retail | R3 R4 R5 J | B9 O9 | R3 R4 R5 / B9 O9 J | 18
retail: a joker onto an old set | o retail | R3 R4 R5 J / B9 O9 K9 | R2 | R2 R3 R4 R5 / B9 O9 K9 J | JokerNeedsNewSet
retail: onto a twin | o retail | R4 R5 R6 / B3 B4 J | B5 R4 R5 R6 | R4 R5 R6 / B3 B4 B5 / R4 R5 R6 J | 20
retail: a joker pushed along its run | o retail | R3 R4 J | R5 | R3 R4 R5 J | JokerNeedsNewSet
retail: a joker in the rest of its set | o retail | R5 J R7 R8 | R6 R9 | R5 R6 R7 / J R8 R9 | 15
no opening: a small first set | u any | - | R1 B1 K1 | R1 B1 K1 | 3
no opening: adding at once | u any | R3 R4 R5 | R6 | R3 R4 R5 R6 | 6
not a tile | o | - | R14 R13 R12 | R14 R13 R12 | BadNotation
not a word | o | - | R4 R5 R6 | red four | BadNotation
a table that is none | o | R3 R4 | R5 | R3 R4 R5 | BadNotation
a third copy | o | R3 R4 R5 / R3 B3 K3 | R3 O3 | R3 R4 R5 / R3 B3 K3 O3 | BadNotation
a third joker | o | R3 R4 J / B3 B4 J | J | R3 R4 J J / B3 B4 J | BadNotation
"""

ROWS = rows(CASES)
RETAIL = next(dict(preset.options) for preset in load()["classic"].presets if preset.key == "retail")
OPTIONS: dict[str, Mapping[str, object]] = {
    "": {},
    "free": {"jokers": "free"},
    "any": {"opening": False},
    "retail": RETAIL,
}


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_verdict_is_the_known_one(row: list[str]) -> None:
    verdict, known = of_play("classic", row, OPTIONS)

    assert verdict == known


SAME_IN_RETAIL = [row for row in ROWS if row[0].startswith("G")]


@pytest.mark.parametrize("row", SAME_IN_RETAIL, ids=[row[0] for row in SAME_IN_RETAIL])
def test_the_settled_cases_are_the_same_by_the_retail_sheet(row: list[str]) -> None:
    test_the_verdict_is_the_known_one([row[0], f"{row[1]} retail", *row[2:]])
