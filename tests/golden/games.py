"""Golden games: a hundred for each version of each system's rules, which play as they did when they were written."""

import json
import lzma
import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any

from engine.game.info import Info
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.errors import GameError
from tests.proposer import playthrough, some_options
from tests.recorder import DEALT, write_position

FOLDER = Path(__file__).parent
GAMES = 100  # of a version of the rules
LONGEST = 200  # lines of a game; longer ones aren't kept, so that the files stay small
PROOF_EVERY = 25  # lines
DIGITS = 12  # of a proof, hexadecimal


@dataclass(frozen=True)
class GoldenGame:
    """How a game was dealt, what was tried in it, and proofs of what came of that.

    A line is `seconds seat action`, the seconds since the line before. Some were refused. Each proof stands for the
    position after each line so far: there's one after every PROOF_EVERY lines, and one at the end.
    """

    seats: int
    seed: str  # hexadecimal
    options: Mapping[str, Value]
    lines: tuple[str, ...]
    proofs: tuple[str, ...]


def name_file(info: Info, folder: Path = FOLDER) -> Path:
    """Return where the games of this version of the rules are."""
    return folder / f"{info.key}-{info.version}.jsonl.xz"


def list_old_files(systems: Mapping[str, Variant[Any]], folder: Path = FOLDER) -> list[Path]:
    """Return the games of versions that nothing plays anymore."""
    return sorted({*folder.glob("*.jsonl.xz")} - {name_file(each.info, folder) for each in systems.values()})


def read_games(path: Path) -> tuple[GoldenGame, ...]:
    """Return the games in a file."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        read = [json.loads(line) for line in file]
    return tuple(
        GoldenGame(**(game | {"lines": tuple(game["lines"]), "proofs": tuple(game["proofs"])})) for game in read
    )


def write_games(variant: Variant[Any], folder: Path = FOLDER) -> Path:
    """Play and write the golden games of the variant's rules, and return their file.

    Raises: FileExistsError if this version of the rules has them: rules that changed need another version.
    """
    path = name_file(variant.info, folder)
    games = [*islice(play_games(variant), GAMES)]
    with lzma.open(path, "xt", preset=9 | lzma.PRESET_EXTREME, encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(game)) + "\n" for game in games)
    return path


def play_games(variant: Variant[Any]) -> Iterator[GoldenGame]:
    """Let seeded players play games under all options; yield those that aren't too long."""
    for number in count():
        game = _play_game(variant, random.Random(f"{variant.info.key} {variant.info.version} {number}"))  # noqa: S311  # not secret
        if len(game.lines) <= LONGEST:
            yield game


def _play_game(variant: Variant[Any], dice: random.Random) -> GoldenGame:
    options = some_options(variant, dice)
    seats, seed = dice.randint(*variant.seats(options)), dice.randbytes(32)
    lines = tuple(_invent(variant, variant.setup(seats, seed, DEALT, options).state, dice))
    game = GoldenGame(seats, seed.hex(), options, lines, ())
    return GoldenGame(seats, seed.hex(), options, lines, tuple(prove(variant, game)))


def _invent(variant: Variant[Any], start: GameState, dice: random.Random) -> Iterator[str]:
    """Yield the lines of seeded players; before an action, the last one that was almost legal, if there was one."""
    for turned in playthrough(variant, start, dice):
        passed, seat = turned.now - turned.before.now, turned.action.seat
        for refused in [idea for idea in turned.refused if idea.kind != "nonsense"][-1:]:
            yield f"{passed} {seat} {refused.line}"
        yield f"{passed} {seat} {turned.action.line()}"


def prove(variant: Variant[Any], game: GoldenGame) -> Iterator[str]:
    """Play the lines of the game, and yield its proofs under the rules of this variant."""
    state: Any = variant.setup(game.seats, bytes.fromhex(game.seed), DEALT, game.options).state
    told = sha256(_write_facts(variant, state).encode())
    for number, line in enumerate(game.lines, 1):
        seconds, seat, text = line.split(" ", 2)
        try:
            action = variant.read(int(seat), text)
            state = variant.apply(state, action, now=state.now + int(seconds)).state
        except GameError:
            told.update(b"refused")
        else:
            told.update(_write_facts(variant, state).encode())
        if number % PROOF_EVERY == 0 or number == len(game.lines):
            yield told.hexdigest()[:DIGITS]


def _write_facts(variant: Variant[Any], state: GameState) -> str:
    """Return what is true in this state, in words that don't depend on how it is stored."""
    seats = [f"{each.score} {each.has_melded} {each.resigned}" for each in variant.view(state, None).seats]
    turn = f"{state.turn} of {sorted(state.active)} until {state.deadline}"
    return "\n".join((*write_position(state), *seats, turn))
