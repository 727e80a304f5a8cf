"""Positions with a known verdict, judged as `python -m engine judge` does.

A line is: name | u (not opened) or o (opened), and options | table | rack | table after | the values, or the refusal.
"""

import pytest

from tests.rules.golden import of_play, rows

CASES = """
K01 | o | S3 M3 C3 | A3 S2 S4 | M3 A3 C3 / S2 S3 S4 | 9
K03 | u | - | S3 C3 M3 | S3 C3 M3 | 9
K07 | o | - | S3 S3 M3 | S3 S3 M3 | NotASet
K08 | u | S3 S4 S5 | S2 | S2 S3 S4 S5 | NoOpening
K12 | o double | - | H3 H3 D3 | H3 H3 D3 | NotASet
K07 | o double | - | S3 S3 M3 | S3 S3 M3 | NotASet
the author's sequence | u | - | S2 S3 S4 | S2 S3 S4 | 9
nulls are worth nothing and open | u | - | SN MN CN | SN MN CN | 0
the ace is one | u | - | SN SA S2 | SN SA S2 | 3
the ace of arms | u | - | AN AA A2 | AN AA A2 | 3
aces by number | u | - | S0 S1 S2 | SN SA S2 | 3
the longest sequence | u | - | MN MA M2 M3 M4 M5 | MN MA M2 M3 M4 M5 | 15
nothing follows the five | o | - | S4 S5 SN | S4 S5 SN | NotASet
no wrap | o | - | S5 SN SA | S5 SN SA | NotASet
a gap | o | - | SN S2 S3 | SN S2 S3 | NotASet
two suits | o | - | S2 S3 M4 | S2 S3 M4 | NotASet
five in a set | o | S3 M3 C3 A3 | S3 | S3 M3 C3 A3 S3 | NotASet
six in a set | u six | - | S3 M3 H3 P3 L3 D3 | S3 M3 H3 P3 L3 D3 | 18
five in a set of a six pack | o six | S3 M3 H3 P3 | L3 | S3 M3 H3 P3 L3 | 3
a second copy in a six pack | o six | S3 M3 H3 | S3 | S3 M3 H3 / S3 | BadNotation
a second copy in a double six pack | o double | S3 M3 H3 | S3 P3 L3 | S3 M3 H3 / S3 P3 L3 | 9
crowns in a six pack | o six | - | S3 M3 C3 | S3 M3 C3 | BadNotation
hearts in a piecepack | o | - | S3 M3 H3 | S3 M3 H3 | BadNotation
a partial meld before the opening | u | S3 M3 C3 | A3 | S3 M3 C3 A3 | NoOpening
a set from the rack, and more | u | S3 M3 C3 | A3 C4 A4 S4 | S3 M3 C3 A3 / C4 A4 S4 | 15
an opening that dissolves | u | S2 M2 C2 / S3 M3 C3 / S4 M4 C4 | A2 A3 A4 | S2 M2 C2 A2 / S3 M3 C3 A3 / S4 M4 C4 A4 | 9
unrelated sets reshuffled | o | S2 S3 S4 / M2 M3 M4 / C2 C3 C4 | A4 | S2 M2 C2 / S3 M3 C3 / S4 M4 C4 A4 | 4
only reshuffled | o | S2 S3 S4 / M2 M3 M4 / C2 C3 C4 | A5 | S2 M2 C2 / S3 M3 C3 / S4 M4 C4 | NothingPlayed
a tile kept | o | S3 S4 S5 | S2 | S2 S3 S4 | LeftTheTable
a tile from nowhere | o | S3 S4 S5 | M2 | S2 S3 S4 S5 | NotOnYourRack
no joker | o | - | S3 J S5 | S3 J S5 | BadNotation
a joker | u joker | - | S3 J S5 | S3 J S5 | 12
a joker above the five | u joker | - | S4 S5 J | S4 S5 J | 12
a joker below the null | u joker | - | J SN SA | J SN SA | 3
a joker in a set | u joker | - | S3 M3 J | S3 M3 J | 9
two jokers unsaid | u joker | - | S3 J J | S3 J J | JokerUnclear
two jokers as a set | u joker | - | S3 J J | S3 J=M3 J | 9
a joker taken for nothing | o joker | SA S2 S3 J | M5 C5 | SA S2 S3 / M5 C5 J | 10
"""

ROWS = rows(CASES)
OPTIONS: dict[str, dict[str, object]] = {
    "": {},
    "six": {"pack": "six_pack"},
    "double": {"pack": "double_six_pack"},
    "joker": {"jokers": 1},
}


@pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_the_verdict_is_the_known_one(row: list[str]) -> None:
    verdict, known = of_play("packkub", row, OPTIONS)

    assert verdict == known
