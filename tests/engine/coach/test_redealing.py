"""Positions of recorded games dealt anew: what one seat saw stays, and nothing else has any influence."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from engine.coach.redealing import redeal
from engine.game.self_play import derive_seed
from engine.game.state import GameState
from engine.tiles.shuffle import SEED_BYTES
from engine.tiles.tiles import Tile
from tests.positions import position
from tests.recorded import FILES, every_recorded_game, recorded, turns_of

SEED = bytes(range(SEED_BYTES))
EVERY = 7  # turns


def tiles_of(state: GameState) -> Counter[Tile]:
    """The tiles on all racks and in the pool."""
    return Counter([*state.pool, *(tile for seat in state.seats for tile in seat.rack)])


@every_recorded_game()
def test_a_seat_sees_the_same_in_a_position_dealt_anew(file: Path) -> None:
    variant = recorded(file).variant
    for turn in turns_of(file)[::EVERY]:
        for seat in range(len(turn.state.seats)):
            dealt = redeal(turn.state, seat, SEED, turn.known)

            assert variant.view(dealt, seat) == variant.view(turn.state, seat)
            assert tiles_of(dealt) == tiles_of(turn.state)
            assert dealt.seed == SEED
            open_to_all = replace(turn.state, seats=dealt.seats, pool=dealt.pool, seed=SEED)
            assert open_to_all == dealt  # the table and all else stays


@every_recorded_game()
def test_a_turn_is_as_legal_in_a_position_dealt_anew(file: Path) -> None:
    variant = recorded(file).variant
    for turn in turns_of(file)[::EVERY]:
        step = variant.apply(redeal(turn.state, turn.seat, SEED, turn.known), turn.action, now=turn.at)

        assert type(step.events[0]) is type(turn.event)
        assert variant.gained(step.events[0]) == turn.gained


@every_recorded_game()
def test_nothing_hidden_has_any_influence(file: Path) -> None:
    for number, turn in enumerate(turns_of(file)[::EVERY]):
        for seat in range(len(turn.state.seats)):
            twin = redeal(
                turn.state, seat, derive_seed(1, number), turn.known
            )  # the seat can't tell it from the real one

            assert redeal(twin, seat, SEED, turn.known) == redeal(turn.state, seat, SEED, turn.known)


def test_another_seed_deals_other_tiles() -> None:
    state = position("classic", racks=["r1 r2 r3", "k1 k2 k3"]).state
    dealt = {redeal(state, 0, derive_seed(1, number)).seats[1].rack for number in range(20)}

    assert len(dealt) == 20


def test_every_hidden_tile_is_as_likely_as_the_others() -> None:
    state = position("classic", racks=["r1", "k1"]).state
    state = replace(state, pool=state.pool[:3])
    hidden = Counter([*state.pool, *state.seats[1].rack])

    found = Counter(redeal(state, 0, derive_seed(2, number)).seats[1].rack[0] for number in range(4000))

    for tile, copies in hidden.items():
        assert abs(found[tile] - 1000 * copies) < 150


def test_tiles_picked_in_an_open_draft_stay_known_until_they_are_placed() -> None:
    (file,) = [file for file in FILES if "open_draft" in file.stem]
    first, *later = turns_of(file)

    assert [Counter(tiles) for tiles in first.known] == [Counter(seat.rack) for seat in first.state.seats]
    dealt = redeal(first.state, 0, SEED, first.known)
    assert Counter(dealt.seats[1].rack) == Counter(first.state.seats[1].rack)
    for turn in later:
        for tiles, seat in zip(turn.known, turn.state.seats, strict=True):
            assert not Counter(tiles) - Counter(seat.rack)
    assert sum(map(len, later[-1].known)) < sum(map(len, first.known))


@every_recorded_game([file for file in FILES if "open_draft" not in file.stem])
def test_without_an_open_draft_no_tile_of_a_rack_is_known(file: Path) -> None:
    assert not any(turn.known for turn in turns_of(file))
