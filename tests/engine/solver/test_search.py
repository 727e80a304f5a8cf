"""Turns found for a player by what he sees, and how they are written."""

import pytest

from engine.game.actions import Play
from engine.game.goals import Goal
from engine.text.errors import NoSuchSeat
from engine.tiles.edits import Add, NewRow, Replace, match_standing, write_turn
from engine.tiles.melds import Piece
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.tiles import Box
from tests.positions import Position, position


def found(where: Position, goal: Goal = Goal.TILES, tiles: str = "", seat: int = 0) -> Play | None:
    answer = where.system.find(where.view(seat), goal, read_rack(tiles, Box()))
    if answer is None:
        return None
    assert isinstance(answer.action, Play)
    return answer.action


def test_additions_and_new_sets_are_written_as_such() -> None:
    play = found(position("classic", table="R3 R4 R5 / B9 B10 B11", racks=["R6 K1 K2 K3", "O1"]))

    assert play is not None
    assert {type(edit) for edit in play.edits} == {Add, NewRow}
    assert str(play.edits[0]) == "A+R6"


def test_a_table_rearranged_is_written_whole() -> None:
    play = found(position("classic", table="R3 R4 R5", racks=["R6 B3 O3", "O1"]))

    assert play is not None
    assert [type(edit) for edit in play.edits] == [Replace]


@pytest.mark.parametrize(
    ("table", "rack", "goal"),
    [
        ("R3 R4 R5", "R6 B3 O3", Goal.OUT),
        ("B3 B4 J", "B5 R7 O7 K1", Goal.TILES),
        ("K9 J=K10 K11", "K12 K13 J", Goal.VALUE),
        ("R3 B3 J", "O3 R4 R5", Goal.ANY),
    ],
)
def test_a_turn_that_is_found_can_be_made(table: str, rack: str, goal: Goal) -> None:
    where = position("classic", table=table, racks=[rack, "O1"])
    play = found(where, goal)

    assert play is not None
    after = where.system.apply(where.state, play, now=where.state.now).state
    assert len(after.seats[0].rack) < len(where.seats[0].rack)


def test_a_turn_is_found_while_another_seat_is_to_move() -> None:
    where = position("classic", racks=["R1", "R10 B10 K10"], has_melded=False)

    play = found(where, Goal.OPENING, seat=1)

    assert play is not None
    assert play.seat == 1


def test_nothing_is_found_after_the_end() -> None:
    over = position("classic", racks=["R10 B10 K10", "K5 K6 K7"]).play(0, "R10 B10 K10")

    assert over.outcome
    assert found(over, seat=1) is None


def test_a_spectator_has_no_turn() -> None:
    where = position("classic", racks=["R10 B10 K10", "O1"])

    with pytest.raises(NoSuchSeat):
        where.system.find(where.view(None), Goal.ANY)


def test_a_fit_through_a_set_is_written_with_its_crossing() -> None:
    where = position("rummi200kub", table="R4 R5 R6", racks=["B5 K5 O1", "O1"])

    play = found(where, Goal.FIT, "B5 K5")

    assert play is not None
    assert where.play(0, "; ".join(map(str, play.edits))).table == "R4 R5 R6 / R5@A B5 K5"


def test_sets_that_stay_are_told_from_those_that_grow() -> None:
    where = position("classic", table="R3 R4 R5 / B3 K3 J", racks=["R1", "R2"])
    rows = [each.pieces for each in where.state.sets]
    grown = (*rows[1], Piece(read_rack("R3", Box())[0]))

    assert match_standing(where.state.sets, [grown, rows[0]]) == {"A": 1, "B": 0}
    assert match_standing(where.state.sets, [rows[0]]) == {"A": 0}
    assert [str(edit) for edit in write_turn(where.state.sets, [rows[0], grown])] == ["B+R3"]
    assert write_tiles(piece.tile for piece in grown) == "B3 K3 J R3"
