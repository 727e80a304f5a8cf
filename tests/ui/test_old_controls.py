"""Buttons and menus that a30b7eb posted: their ids are read, and what its menus offered is there to be chosen still."""

from pathlib import Path

import pytest

from storage.benches import BenchStore
from storage.database import open_database
from storage.games import GameStore
from tests.bench_player import STEPS, Player
from tests.storage.old_database import ACCOUNT, POSTED, posted_controls, write_database
from tests.storage.tables import VARIANTS, url
from ui.controls import Control

MENUS = ("pick", "spot", "lying", "target", "face")  # of a bench


def test_every_custom_id_is_read_and_written_as_it_was() -> None:
    ids = [custom_id for custom_id, _ in posted_controls()] + [each["custom_id"] for each in POSTED["windows"]]
    read = [Control.read(custom_id) for custom_id in ids]

    assert [each and each.custom_id for each in read] == ids
    assert {each.verb for each in read if each} >= {*MENUS, "confirm", "step", "claimed", "option", "review", "solve"}


def last_benches() -> dict[tuple[int, int], dict[str, list[str]]]:
    """The menus of the bench that each seat of a running game looked at last, by game and seat."""
    found = {}
    for message in sorted(POSTED["messages"], key=lambda message: int(message["id"])):
        controls = {custom_id: Control.read(custom_id) for custom_id in message["controls"]}
        bench = next((each for each in controls.values() if each and each.verb == "step"), None)
        game = ACCOUNT["games"][str(bench.game)] if bench else None
        if bench is None or game is None or (game["phase"], game["version"]) != ("playing", bench.version):
            continue
        people = [player["id"] for player in game["players"]]
        menus = {key: each[1] for key, each in message["controls"].items() if len(each) > 1}
        found[bench.game, people.index(message["for"])] = menus
    return found


@pytest.mark.parametrize(("number", "seat"), [key for key, menus in last_benches().items() if menus])
async def test_whatever_a_bench_offered_can_be_chosen(tmp_path: Path, number: int, seat: int) -> None:
    write_database(tmp_path / "rackety.db")
    async with open_database(url(tmp_path / "rackety.db")) as database:
        game, state = await GameStore(database, VARIANTS).get(number), await BenchStore(database).get(number, seat)
    assert game
    variant = VARIANTS[game.variant]
    view = variant.view(game.state, seat)
    chosen = 0
    for custom_id, values in last_benches()[number, seat].items():
        control = Control.read(custom_id)
        assert control
        for value in values:
            bench = Player(variant, game, view, state).bench  # type: ignore[arg-type]  # a grid has the same panel
            assert STEPS[control.verb](bench, control.argument, [value]) is not None
            chosen += 1
    assert chosen
