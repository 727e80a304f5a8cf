"""The engine's command line: `python -m engine judge`, `solve`, `selfplay` and `puzzle`."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from functools import partial
from io import TextIOWrapper
from time import perf_counter
from typing import Any, NoReturn

from engine.coach.puzzle_generator import make_puzzle
from engine.coach.puzzles import Grade, choose_system
from engine.game import cases, self_play
from engine.game.goals import Goal, Level
from engine.game.variant import Variant
from engine.override import override
from engine.text.errors import BadNotation, GameError, shorten
from engine.tiles.notation import quote_text, write_tiles
from engine.variants import load

Case = Mapping[str, object]
CaseHandler = Callable[[Case, Mapping[str, Variant[Any]]], dict[str, object]]


def judge(case: Case, variants: Mapping[str, Variant[Any]]) -> dict[str, object]:
    """Judge the turn that a case describes, and return the verdict as a dict to write as JSON.

    The keys of cases and verdicts are those that docs/notation.md lists; `variants` are the rule systems by key.
    """
    try:
        verdict = _find_variant(case, variants).judge(case)
    except GameError as refusal:
        return _answer(case, legal=False, points=0, played="") | _describe_refusal(refusal)
    answer = _answer(case, legal=True, points=verdict.points, played=write_tiles(verdict.played))
    return answer | {"refusal": None, "message": verdict.message}


def solve(case: Case, variants: Mapping[str, Variant[Any]]) -> dict[str, object]:
    """Find the best turn in the position that a case describes, and return it as a dict to write as JSON."""
    begun = perf_counter()
    try:
        found = _find_variant(case, variants).solve(case)
    except GameError as refusal:
        return _answer(
            case, tiles=0, value=0, played="", after="", exact=False, ms=_measure_since(begun)
        ) | _describe_refusal(refusal)
    played = write_tiles(found.played)
    answer = _answer(case, tiles=len(found.played), value=found.value, played=played, after=found.after)
    return answer | {"exact": found.exact, "ms": _measure_since(begun), "refusal": None, "message": ""}


def _find_variant(case: Case, variants: Mapping[str, Variant[Any]]) -> Variant[Any]:
    variant = variants.get(str(case.get("variant")))
    if variant is None:
        raise BadNotation(f"There's no such rule system. Choose from {', '.join(variants)}.")
    return variant


def _answer(case: Case, **answer: object) -> dict[str, object]:
    return {"id": case.get("id")} | answer


def _describe_refusal(refusal: GameError) -> dict[str, object]:
    return {"refusal": type(refusal).__name__, "message": str(refusal)}


def _measure_since(begun: float) -> float:
    return round((perf_counter() - begun) * 1000, 2)


def answer_line(line: bytes, variants: Mapping[str, Variant[Any]], answer: CaseHandler) -> dict[str, object]:
    """Return the answer of `judge` or `solve` to a case given as one line of JSON; `BadNotation` for other lines."""
    try:
        case = json.loads(line)
    except (ValueError, RecursionError):
        case = None
    if isinstance(case, dict):
        return answer(case, variants)
    refused = answer({}, {})
    return refused | {"refusal": "BadNotation", "message": "Write one JSON object a line."}


def make_puzzles(arguments: argparse.Namespace, variants: Mapping[str, Variant[Any]]) -> Iterator[Case]:
    """Yield the daily puzzles, each as a dict of its `date` and the fields of `Puzzle`, by day and then by grade."""
    game, epoch, first = choose_system(variants), date(1970, 1, 1).toordinal(), arguments.date.toordinal()
    if first + arguments.days - 1 > date.max.toordinal():
        raise BadNotation(f"The last date is {date.max}.")
    for day in range(first, first + arguments.days):
        for grade in arguments.grade or list(Grade):
            yield {"date": date.fromordinal(day).isoformat()} | asdict(make_puzzle(game, day - epoch, grade))


def play_series(arguments: argparse.Namespace, variants: Mapping[str, Variant[Any]]) -> Iterator[Case]:
    """Play a series of matches among computers, and yield the results as dicts.

    With `arguments.jsonl`, there is a result for each match, with `winners` and `scores` by seat; otherwise one for the
    series, whose `wins` has the number of matches that each seat won, alone or shared. `time` is in seconds.
    """
    variant, begun = variants[arguments.variant], perf_counter()
    options = variant.chosen(cases.options(vars(arguments)))
    variant.require_seat_count(arguments.players, options)
    levels = _assign_levels(arguments.levels.split(","), arguments.players)
    told: Case = {"variant": variant.info.key, "levels": levels, "seed": arguments.seed}
    turns, wins = 0, [0] * arguments.players
    for game in range(arguments.games):
        since = perf_counter()
        end = self_play.play_game(variant, levels, self_play.derive_seed(arguments.seed, game), options)
        turns += end.turns
        for seat in end.outcome.winners:
            wins[seat] += 1
        if arguments.jsonl:
            won = {"winners": end.outcome.winners, "scores": end.outcome.scores, "reason": str(end.outcome.reason)}
            yield {**told, "game": game, "turns": end.turns, **won, "time": perf_counter() - since}
    if not arguments.jsonl:
        yield {**told, "games": arguments.games, "turns": turns, "wins": wins, "time": perf_counter() - begun}


def _assign_levels(levels: Sequence[str], seats: int) -> list[Level]:
    """Return the level of the computer in each seat; a single name is used for all seats. Raises BadNotation."""
    if unknown := set(levels) - set(Level):
        raise BadNotation(f"“{quote_text(min(unknown))}” isn't a level. Choose from {', '.join(Level)}.")
    if len(levels) not in {1, seats}:
        raise BadNotation(f"Name one level, or {seats}.")
    return [Level(level) for level in (list(levels) * seats)[:seats]]


class _Parser(argparse.ArgumentParser):
    """A parser that answers flags that it can't read with one sentence, which repeats little of them."""

    @override
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {shorten(message)}\n")


def _count(text: str) -> int:
    """Read a number that must be at least 1. Raises ValueError."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{quote_text(text)} is less than 1")
    return number


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise argparse.ArgumentTypeError(f"“{quote_text(text)}” isn't JSON") from None


def _parse_arguments(variants: Mapping[str, Variant[Any]]) -> argparse.Namespace:
    parser = _Parser(prog="python -m engine", description="Judge turns, find them, play games, make puzzles.")
    commands = parser.add_subparsers(dest="command", required=True)
    judging = commands.add_parser("judge", help="judge one turn, or many: docs/notation.md")
    solving = commands.add_parser("solve", help="find the best turn in one position, or many: docs/notation.md")
    playing = commands.add_parser("selfplay", help="let computers play: docs/notation.md")
    making = commands.add_parser("puzzle", help="make the puzzles of a date: docs/puzzles.md")
    for command, answer in ((judging, judge), (solving, solve)):
        _add_case(command, variants)
        command.set_defaults(answers=partial(_cases, answer))
    solving.add_argument("--goal", default="tiles", choices=list(Goal), help="what makes a turn the best one")
    solving.add_argument("--fit", default="", help="the tiles that a fit plays")
    playing.add_argument("--jsonl", action="store_true", help="tell each game by itself, one JSON object a line")
    playing.add_argument("--variant", default=next(iter(variants)), choices=list(variants))
    playing.add_argument("--players", type=int, default=2)
    playing.add_argument("--games", type=_count, default=1)
    playing.add_argument("--seed", type=int, default=0, help="of the series; each game has one of its own from it")
    playing.add_argument("--levels", default=Level.STRONG.value, help=f"one, or one a seat: {', '.join(Level)}")
    playing.add_argument("--options", type=_json, default={}, help='JSON, such as {"jokers": "free"}')
    playing.set_defaults(answers=play_series)
    making.add_argument("--date", type=date.fromisoformat, required=True, help="as 2026-11-20, in UTC")
    making.add_argument("--days", type=_count, default=1, help="how many days from then")
    making.add_argument("--grade", type=Grade, choices=list(Grade), action="append", help="all three without it")
    making.set_defaults(answers=make_puzzles)
    return parser.parse_args()


def _add_case(command: argparse.ArgumentParser, variants: Mapping[str, Variant[Any]]) -> None:
    command.add_argument("--jsonl", action="store_true", help="read cases from standard input, one JSON object a line")
    command.add_argument("--variant", default=next(iter(variants)), choices=list(variants))
    command.add_argument("--opened", action="store_true", help="the player opened in an earlier turn")
    command.add_argument("--seat", type=int, default=0, help="who is to move, where claims are made; from 0")
    for name in ("table", "rack", "after", "claims", "action", "cells", "blocks", "barred", "last"):
        command.add_argument(f"--{name}", default="", help="in notation; empty or - is none")
    command.add_argument("--options", type=_json, default={}, help='JSON, such as {"jokers": "free"}')


def main() -> None:
    """Run the command line and write each result as a line of JSON; on a `GameError`, exit with its sentence."""
    variants = load()
    arguments = _parse_arguments(variants)
    if isinstance(sys.stdout, TextIOWrapper):  # JSON is UTF-8 everywhere; a lone surrogate can't be encoded
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        for answer in arguments.answers(arguments, variants):
            print(json.dumps(answer, ensure_ascii=False), flush=True)  # noqa: T201  # the command's answers
    except GameError as refusal:
        sys.exit(str(refusal))


def _cases(answer: CaseHandler, arguments: argparse.Namespace, variants: Mapping[str, Variant[Any]]) -> Iterator[Case]:
    cases = (answer_line(line, variants, answer) for line in sys.stdin.buffer if line.strip())
    yield from cases if arguments.jsonl else [answer(vars(arguments), variants)]


if __name__ == "__main__":
    main()
