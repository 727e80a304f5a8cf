"""Some golden games of each system play as they did; `make soak PART=tests` plays all."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.variants import load
from tests.golden.games import FOLDER, GAMES, list_old_files, prove, read_games, write_games

SYSTEMS = load()
PLAYED = 4  # games of each system
PATHS = sorted(FOLDER.glob("*.jsonl.xz"))
MEANT = "If the rules are meant to change, raise their version and run python -m tests.golden."


def system_of(path: Path) -> Any:
    return SYSTEMS[path.name.partition("-")[0]]


@pytest.mark.parametrize("every", [GAMES // PLAYED, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name.partition(".")[0])
def test_a_hundred_golden_games_are_kept_and_play_as_they_did(path: Path, every: int) -> None:
    games = read_games(path)

    assert len(games) == GAMES
    for number, game in enumerate(games[::every]):
        assert game.proofs == tuple(prove(system_of(path), game)), f"game {number * every}: {MEANT}"


def test_games_are_kept_only_for_rules_that_are_played() -> None:
    assert list_old_files(SYSTEMS) == [], "Run python -m tests.golden."


def test_a_version_of_the_rules_gets_its_games_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.golden.games.GAMES", 1)
    system: Any = SYSTEMS["rummykruss"]
    path = write_games(system, tmp_path)
    before = path.read_bytes()

    with pytest.raises(FileExistsError):
        write_games(system, tmp_path)

    assert path.read_bytes() == before
    changed = replace(system, info=replace(system.info, version=system.info.version + 1))
    assert write_games(changed, tmp_path) != path
    assert list_old_files({"rummykruss": changed}, tmp_path) == [path]
