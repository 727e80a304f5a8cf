"""Sets with freed jokers as a sweep builds them, and what becomes of a number's table jokers."""

from engine.solver.sweep.frontier import NOTHING_YET, make_encoding, pack_shape
from engine.solver.sweep.hosts import HostedJoker, HostGroup, PlaceUse, hand_over_runs, list_host_options
from engine.tiles.tiles import Box, Color, Tile

ENCODING = make_encoding(4, 2, 2)
WIDTH = ENCODING.width
BOX = Box()
RED_5 = frozenset({Tile(Color.RED, 5)})


def key(*runs: tuple[int, int, int]) -> int:
    """The state with this many runs of one tile, two, and more of each color."""
    shapes = zip(runs, ENCODING.shifts, strict=True)
    return sum(pack_shape(one, two, long, WIDTH) << shift for (one, two, long), shift in shapes)


def test_a_host_takes_over_the_shortest_run_that_is_no_set_yet() -> None:
    none = (0, 0, 0)
    states = {
        key((1, 1, 1), none, none, none): NOTHING_YET,
        key((0, 2, 2), none, none, none): NOTHING_YET,
        key((0, 0, 2), none, none, none): NOTHING_YET,
    }

    kept, taken = hand_over_runs(states, [0], ENCODING)

    assert kept == states
    assert set(taken) == {key((0, 1, 1), none, none, none), key((0, 1, 2), none, none, none)}


def test_each_color_s_host_can_take_over_a_run_of_its_own() -> None:
    none = (0, 0, 0)
    states = {key((1, 0, 0), none, (0, 1, 0), none): NOTHING_YET}

    ways = hand_over_runs(states, [0, 2], ENCODING)

    assert [set(way) for way in ways] == [
        set(states),
        {key(none, none, (0, 1, 0), none)},
        {key((1, 0, 0), none, none, none)},
        {key(none, none, none, none)},
    ]


def colors(*names: Color) -> int:
    return sum(1 << 4 * BOX.colors.index(each) for each in names)


def test_two_jokers_with_the_same_face_can_stay_in_one_group() -> None:
    choice = HostedJoker(have=colors(Color.BLUE), idle=0)

    found = list(list_host_options(BOX, choice, [RED_5, RED_5]))

    blue = BOX.colors.index(Color.BLUE)
    assert HostedJoker(have=0, idle=0, groups=(HostGroup((blue,), 2),)) in found
    assert {each.groups for each in found} == {(), (HostGroup((blue,), 2),)}


def test_jokers_that_can_have_different_faces_stay_as_those_instead_of_in_a_group() -> None:
    choice = HostedJoker(have=colors(Color.ORANGE), idle=0)

    found = list(list_host_options(BOX, choice, [RED_5, frozenset({Tile(Color.BLUE, 5)})]))

    assert [each.groups for each in found] == [()]


def test_no_joker_is_in_a_group_beside_the_only_tile_that_it_could_be() -> None:
    choice = HostedJoker(have=colors(Color.RED), idle=0)

    found = list(list_host_options(BOX, choice, [RED_5, frozenset({Tile(Color.RED, 5), Tile(Color.BLUE, 5)})]))

    assert [each.groups for each in found] == [(), ()]


def test_a_tile_that_must_be_in_a_set_is_used_before_one_that_can_stay_out() -> None:
    two, one, optional = PlaceUse(have=2, idle=1), PlaceUse(have=1, idle=0), PlaceUse(have=1, idle=1)

    assert two.without(0, counts=False) == optional
    assert two.without(0, counts=True) == one
    assert optional.without(0, counts=False) == optional.without(0, counts=True) == PlaceUse(have=0, idle=0)
    assert one.without(0, counts=True) is None
    assert PlaceUse(have=0, idle=0).without(0, counts=False) is None
