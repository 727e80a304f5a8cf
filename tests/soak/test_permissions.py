"""Who may do what, in which state of a table: every command and tap, asked by everybody everywhere."""

from collections.abc import Iterator

import pytest

from tests.soak.asking.permissions import CHANGED, Bots, read_letters, read_lines, write_line
from tests.soak.asking.tables import Cell

MEANT = "If that is meant, run python -m tests.soak.asking.permissions, and read what has changed."
RUNNING = ("playing", "claims")
MOVES = ("/draw", "draw", "/play", "confirm", "lay", "/pass", "pass", "/claim", "claimed")
SETTINGS = ("option", "preset", "rule", "level", "patience", "start", "/start")
SOME = ("draw", "endall", "level")  # in `make test`; their lines are told apart by each role


@pytest.fixture(scope="module")
def bots() -> Iterator[Bots]:
    opened = Bots()
    yield opened
    opened.close()


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_everybody_may_do_what_is_written_down(bots: Bots) -> None:
    assert {name: write_line(name, bots.judge_everywhere(ask)) for name, ask in bots.asks.items()} == read_lines(), (
        MEANT
    )


@pytest.mark.parametrize("name", SOME)
def test_everybody_may_do_some_of_what_is_written_down(bots: Bots, name: str) -> None:
    assert write_line(name, bots.judge_everywhere(bots.asks[name])) == read_lines()[name], MEANT


def test_a_line_is_written_down_for_every_command_and_tap(bots: Bots) -> None:
    assert [*read_lines()] == [*bots.asks]


def list_changes(name: str) -> set[tuple[str, str]]:
    """Return the roles and states in which this changes a game, as written down."""
    letters = read_letters(read_lines()[name])
    return {(cell.role, cell.state) for cell, letter in letters.items() if letter == CHANGED}


@pytest.mark.parametrize("name", MOVES)
def test_only_the_player_to_move_moves_and_only_in_a_running_game(name: str) -> None:
    assert list_changes(name) <= {("to move", state) for state in RUNNING}


@pytest.mark.parametrize("name", SETTINGS)
def test_only_the_host_sets_a_lobby_up(name: str) -> None:
    assert list_changes(name) <= {("host", "lobby")}


def test_a_stranger_changes_no_running_game_and_a_manager_ends_or_moves_one_at_most() -> None:
    changed = {(name, role) for name in read_lines() for role, state in list_changes(name) if state in RUNNING}

    assert {name for name, role in changed if role == "stranger"} == set()
    assert {name for name, role in changed if role == "manager"} == {"endall", "/move-table"}


def test_a_check_that_is_left_out_is_noticed(bots: Bots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.leave.require_manager_of", lambda *_: None)

    assert bots.judge(bots.asks["endall"], Cell("stranger", "playing")) == CHANGED
