"""Positions with a known verdict, judged as `python -m engine judge` does.

A line of PLAYS is: name | u (not opened) or o (opened) | table | rack | table after | the points, or the refusal; of
ACTIONS: name | table | claims | seat and action | the points and what is said, or the refusal. A case with a G
number has the same number in every system; here they play as in classic, with "a new set" read strictly (R2-21).
"""

import pytest

from tests.rules.golden import judged, of_play, rows

PLAYS = """
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
T13 | u | - | R3 R4 R5 B6 K6 O6 | R3 R4 R5 / B6 K6 O6 | 30
T16 | o | R3 R4 R5 | R6 | R4 R5 R6 | LeftTheTable
a joker pushed along its run with company | o | R3 R4 J | R5 R6 R7 R9 | R3 R4 R5 R6 R7 J R9 | JokerNeedsNewSet
a freed joker in the run it left | o | B3 B4 J | B5 B6 B8 | B3 B4 B5 B6 J B8 | JokerNeedsNewSet
an old set and its grown twin | o | R4 R5 R6 / B3 B4 J | B5 R4 R5 R6 | R4 R5 R6 / B3 B4 B5 / R4 R5 R6 J | 20
an old set and its twin made one | o | R4 R5 R6 / B3 B4 J | B5 R7 R8 | R4 R5 R6 R7 R8 J / B3 B4 B5 | JokerNeedsNewSet
an old set with a joker and its twin | o | R4 R5 J=R6 / B3 B4 J | B5 R4 R5 | R4 R5 J=R6 / B3 B4 B5 / J=R3 R4 R5 | 14
a freed joker in another run | o | B3 B4 J / R7 R8 R9 | B5 R10 R12 | B3 B4 B5 / R7 R8 R9 R10 J R12 | JokerNeedsNewSet
a freed joker and tiles there | o | B3 B4 J / R7 R8 R9 R10 | B5 K10 O10 | B3 B4 B5 / R7 R8 R9 / R10 K10 O10 J | 25
a freed joker with one tile | o | B3 B4 J / R7 O7 K7 B7 | B5 R8 | B3 B4 B5 / O7 K7 B7 / R7 R8 J | JokerNeedsCompany
two jokers freed together | o | B3 B4 J / K3 K4 J | B5 K5 R7 O7 | B3 B4 B5 / K3 K4 K5 / R7 O7 J J | 24
the joker moved as its tile | o | R3 B3 J / K4 K5 K6 | K3 | R3 B3 K3 / J K4 K5 K6 | 3
a crossing | o | R4 R5 R6 | B5 K5 | R4 R5 R6 / R5@A B5 K5 | 10
a crossing in any order | o | R4 R5 R6 | B5 K5 | R5@A B5 K5 / R4 R5 R6 | 10
a crossing not declared | o | R4 R5 R6 | B5 K5 | R4 R5 R6 / R5 B5 K5 | CrossingUndeclared
a crossing of a set that is not there | o | R4 R5 R6 | B5 K5 | R4 R5 R6 / R5@Z B5 K5 | NoSuchSet
a crossing of the wrong set | o | R4 R5 R6 / K1 K2 K3 | B5 K5 | R4 R5 R6 / K1 K2 K3 / R5@B B5 K5 | NothingToCross
a second crossing | o | R4 R5 R6 / R5@A B5 K5 | O5 K5 | R4 R5 R6 / R5@A B5 K5 / R5@A O5 K5 | CrossedTwice
a crossing left standing | o | R4 R5 R6 / R5@A B5 K5 | O5 | R4 R5 R6 / R5@A B5 K5 O5 | 5
a crossing torn | o | R4 R5 R6 / R5@A B5 K5 | O5 | R4 R5 R6 / B5 K5 O5 | CrossingTorn
a shared tile kept once too few | o | R4 R5 R6 / R5@A B5 K5 | R7 | R4 R6 R7 / R5 B5 K5 | NotASet
a shared tile that becomes two | o | R4 R5 R6 / R5@A B5 K5 | O5 | R4 R5 R6 / R5 B5 K5 O5 | CrossingUndeclared
a crossing set gone | o | R4 R5 R6 / R5@A B5 K5 / B6 B7 B8 / K6 K7 K8 | R7 | R4 R5 R6 R7 / B5 B6 B7 B8 / K5 K6 K7 K8 | 7
a joker at a crossing | o | R4 J R6 | B5 K5 | R4 J R6 / J@A B5 K5 | 10
a joker with two faces | o | R4 J R6 | B7 K7 | R4 J R6 / J@A B7 K7 | CrossedJoker
an opening that crosses itself | u | - | R9 R10 R11 B10 K10 | R9 R10 R11 / R10@A B10 K10 | 50
an opening that counts a crossing twice | u | - | R4 R5 R6 B5 K5 | R4 R5 R6 / R5@A B5 K5 | OpeningTooSmall
an opening that crosses the table | u | R9 R10 R11 | B10 K10 O10 | R9 R10 R11 / R10@A B10 K10 O10 | TableTouched
an opening beside crossings | u | R4 R5 R6 / R5@A B5 K5 | R10 B10 K10 | R4 R5 R6 / R5@A B5 K5 / R10 B10 K10 | 30
a label that is a tile's letter | o | R4 R5 R6 | B5 K5 | R4R5R6/R5@AB5K5 | 10
"""

ACTIONS = """
T01 | R8 B8 K8 | - | 0 claim A | 24 Legal: seat 0 then holds 24 points.
T02 | R8 B8 J1 | - | 0 claim A | 24 Legal: seat 0 then holds 24 points.
T03 | R8 B8 K8 | A:0 | 1 claim A | 24 Legal: seat 1 then holds 24 points, seat 0 holds 0.
T04 | R8 B8 K8 | A:1x2 | 0 claim A | 24 Legal: seat 0 then holds 24 points, seat 1 holds 0; set A is locked.
T04 and no more | R8 B8 K8 | A:0x3 | 1 claim A | SetLocked
T07 | R8 B8 K8 / R9 B9 K9 | B:0=176 | 0 claim A | 24 Legal: seat 0 then holds 200 points and wins.
T10 draw and play | R8 B8 K8 | - | 0 draw; play A+O8 | OneActionATurn
T10 draw and claim | R8 B8 K8 | - | 0 draw; claim A | OneActionATurn
claim and claim | R8 B8 K8 / R9 B9 K9 | - | 0 claim A; claim B | OneActionATurn
an own set | R8 B8 K8 | A:0 | 0 claim A | OwnClaim
an own set, locked | R8 B8 K8 | A:0x3 | 0 claim A | SetLocked
a set that is not there | R8 B8 K8 | - | 0 claim C | NoSuchSet
no letter | R8 B8 K8 | - | 0 claim | BadNotation
201 | R8 B8 K8 / R9 B9 K9 | B:0=177 | 0 claim A | 24 Legal: seat 0 then holds 201 points.
a crossing set | R4 R5 R6 / R5@A B5 K5 | A:0 | 0 claim B | 15 Legal: seat 0 then holds 30 points.
a draw | R8 B8 K8 | A:0 | 0 draw | 0 Legal.
a draw of two | R8 B8 K8 | A:0 | 0 draw 2 | WrongDraw
a pass, which no case can tell | R8 B8 K8 | A:0 | 0 pass | BadNotation
a play onto a claimed set | R8 B8 K8 | A:1 | 0 play A+O8 | 8 Legal.
a play that takes from a claimed set | R8 B8 K8 O8 | A:1 | 0 play A-O8; O8 O9 O10 | ClaimedSetTouched
a play that splits a locked set | R5 R6 R7 R8 R9 | A:1x3 | 0 play A:2; A+R7 | ClaimedSetTouched
"""


@pytest.mark.parametrize("row", rows(PLAYS), ids=lambda row: row[0])
def test_the_verdict_of_a_play_is_the_known_one(row: list[str]) -> None:
    verdict, known = of_play("rummi200kub", row)

    assert verdict == known


@pytest.mark.parametrize("row", rows(ACTIONS), ids=lambda row: row[0])
def test_the_verdict_of_an_action_is_the_known_one(row: list[str]) -> None:
    _, table, claims, action, known = row
    seat, line = action.split(" ", 1)
    case = {"opened": True, "table": table, "claims": claims, "seat": int(seat), "action": line, "rack": "R7 O8 O9 O10"}

    answer = judged("rummi200kub", case)

    assert (f"{answer['points']} {answer['message']}" if answer["legal"] else answer["refusal"]) == known
