"""What the log of a finished game tells about it."""

from pathlib import Path

from engine.coach.replay import summarize_game
from engine.game.log import GameSummary, Logged
from engine.text.errors import GameError
from engine.variants import load
from tests.recorded import FILES, every_recorded_game
from tests.recorder import DEALT, read

SYSTEMS = load()


def summarized(file: Path) -> tuple[GameSummary, list[str]]:
    """The summary of a recorded game, and the sentences of all its events."""
    _, head, moves = read(file.read_text("utf-8"))
    variant = SYSTEMS[head.variant]
    state = variant.setup(head.seats, head.seed, DEALT, head.options).state
    log, said = [], []
    for move in moves:
        try:
            action = variant.read(move.seat, move.line)
            step = variant.apply(state, action, now=DEALT + move.second)
        except GameError:
            continue
        state = step.state
        log.append(Logged(DEALT + move.second, move.seat, action.line()))
        said += [str(event.sentence("ABCDEF"[: head.seats])) for event in step.events]
    return summarize_game(variant, state, log), said


@every_recorded_game()
def test_every_recorded_game_has_a_summary_from_its_log(file: Path) -> None:
    summary, said = summarized(file)

    assert summary.turns
    assert summary.last
    assert summary.longest
    assert summary.longest.event.tiles_played >= summary.last.event.tiles_played
    assert str(summary.last.event.sentence("ABCDEF")) in said
    assert summary.points


def test_a_match_is_summarized_by_its_last_game() -> None:
    (file,) = (each for each in FILES if each.stem == "classic_match_of_two")
    summary, said = summarized(file)

    begun = next(index for index, each in enumerate(said) if each.endswith("Game 2 of 2 begins."))
    last_game = said[begun:]
    assert summary.longest
    assert str(summary.longest.event.sentence("ABCDEF")) in last_game
    assert summary.points
    assert f"{summary.points[0]:+d}" in last_game[-1]
