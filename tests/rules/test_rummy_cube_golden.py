"""Positions with a known verdict, judged as `python -m engine judge` does.

A line is: name | u (not opened) or o (opened), and options | table | rack | table after | the points, or the refusal.
A case with a G number has the same number in every system.
"""

import pytest

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
G31 | o | R5 J1 R7 R8 | B8 K8 | R5 J1 R7 / R8 B8 K8 | SetFrozen
G33 | o | R3 K3 J1 | O3 B7 R7 | R3 K3 O3 / B7 R7 J1 | 17
G34 | o | R3 K3 J1 | B3 B7 R7 | R3 K3 B3 / B7 R7 J1 | 17
G37 | o | B3 B4 J1 | B5 R9 | B3 B4 B5 | LeftTheTable
G33 | o both | R3 K3 J1 | O3 B7 R7 | R3 K3 O3 / B7 R7 J1 | SetFrozen
G34 | o both | R3 K3 J1 | B3 B7 R7 | R3 K3 B3 / B7 R7 J1 | SetFrozen
both colors | o both | R3 K3 J1 | O3 B3 B7 R7 | R3 K3 O3 B3 / B7 R7 J1 | 20
the opening turn goes on | u | O10 O11 O12 O13 | R10 B10 K10 | R10 B10 K10 O10 / O11 O12 O13 | 30
the opening turn goes on from too little | u | O9 O10 O11 O12 | R9 B9 K9 | R9 B9 K9 O9 / O10 O11 O12 | NoOpening
a joker as its tile needs no swap where it only grows | o | R5 J R7 | R4 R8 | R4 R5 J R7 R8 | 12
a joker moved as its tile | o | R3 B3 J / K4 K5 K6 | K9 B9 R9 | R3 B3 K9 / J K4 K5 K6 | NotASet
a joker moved as its tile for that tile | o | R3 B3 J / K4 K5 K6 | K3 | R3 B3 K3 / J K4 K5 K6 | 3
a freed joker alone onto an old set | o | B3 B4 J / R7 O7 K7 | B5 | B3 B4 B5 / R7 O7 K7 J | 5
a freed joker onto its own set | o | B3 B4 J | B5 | B3 B4 B5 J | 5
a freed joker onto a frozen set | o | B3 B4 J / R7 J R9 | B5 | B3 B4 B5 / R7 J R9 J | 5
a table tile onto a frozen set | o | B3 B4 J / B6 R6 K6 O6 | R1 B1 K1 | B3 B4 J B6 / R6 K6 O6 / R1 B1 K1 | SetFrozen
a table tile for a joker | o | B3 B4 J / B5 R5 K5 O5 | R7 O7 | B3 B4 B5 / R5 K5 O5 / R7 O7 J | SetFrozen
a run parted round its joker, which was replaced | o | R4 R5 J R7 R8 R9 | R6 | R4 R5 R6 / J R7 R8 R9 | 6
a freed joker as what it was, beside its old tiles | o | R4 R5 J=R6 R7 R8 | R6 | R4 R5 J / R6 R7 R8 | 6
the same, and said so | o | R4 R5 J=R6 R7 R8 | R6 | R4 R5 J=R6 / R6 R7 R8 | 6
the same, as another tile | o | R4 R5 J=R6 R7 R8 | R6 | J=R3 R4 R5 / R6 R7 R8 | 6
as what it was, in a group | o | R4 B4 K4 J | O4 B4 | B4 K4 O4 / R4 B4 J | 8
a replacement apart from what is left | o | R4 R5 J=R6 | R6 R3 B6 K6 | R3 R4 R5 / R6 B6 K6 J | SetFrozen
as what it was, onto a frozen set | o | R4 R5 J=R6 R7 / R3 J=R4 R5 | R6 | R4 R5 R6 R7 / R3 J=R4 R5 J=R6 | 6
a run parted beside its joker | o | R4 R5 J R7 R8 R9 | B1 R1 K1 | R4 R5 J / R7 R8 R9 / B1 R1 K1 | SetFrozen
two runs joined by a joker | o | R4 R5 J / R7 R8 R9 | R10 | R4 R5 J R7 R8 R9 R10 | SetFrozen
two jokers, one replaced | o | R4 J J R7 | R5 B1 K1 | R4 R5 J R7 / B1 K1 J | 7
two jokers, both replaced and all moved | o | R4 J J R7 | R5 R6 B7 K7 | R4 R5 R6 J / R7 B7 K7 J | 25
two jokers, one replaced and an end taken | o | R4 J J R7 | R5 B7 K7 | R4 R5 J / R7 B7 K7 J | SetFrozen
two sets, jokers change places | o | B3 B4 J / K3 K4 K5 J | B6 | B3 B4 J B6 / K3 K4 K5 J | 6
two jokers unsaid | u | - | R10 J J | R10 J J | JokerUnclear
two jokers as a group | u | - | R10 J J | R10 J=B10 J | 30
a joker is no 14 | o | R10 R11 R12 R13 | J | R10 R11 R12 R13 J | 9
a joker turned in its own run | o | J=R3 R4 R5 | R6 | R4 R5 R6 J=R7 | SetFrozen
nothing at all | o | - | - | - | NothingPlayed
only rearranged | o | R1 R2 R3 R4 R5 R6 | R9 | R1 R2 R3 / R4 R5 R6 | NothingPlayed
a third copy | o | R3 R4 R5 / R3 B3 K3 | R3 O3 | R3 R4 R5 / R3 B3 K3 O3 | BadNotation
"""

ROWS = rows(CASES)
OPTIONS: dict[str, dict[str, object]] = {"": {}, "both": {"both_colors": "both"}}


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_the_verdict_is_the_known_one(row: list[str]) -> None:
    verdict, known = of_play("rummy_cube", row, OPTIONS)

    assert verdict == known
