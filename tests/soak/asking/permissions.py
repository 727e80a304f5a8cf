"""Who may do what in which state of a table: `python -m tests.soak.asking.permissions` writes it down anew.

`permissions.txt` has a line for each command and tap, and in it, for each state, a letter for each role: `+` changes a
game, `o` is answered without changing one, and `-` is refused.
"""

from collections.abc import Mapping
from itertools import groupby
from pathlib import Path

from tests.soak.asking.asks import Ask, list_asks
from tests.soak.asking.tables import ROLES, STATES, Cell, lay_out
from tests.soak.fuzzing.open_bot import FreshBots, OpenBot
from tests.support.rooms import REFUSALS

FILE = Path(__file__).with_name("permissions.txt")
CELLS = tuple(Cell(role, state) for state in STATES for role in ROLES)
CHANGED, ANSWERED, REFUSED = "+", "o", "-"
WIDTH = 14  # of an ask's name
HEAD = f"{'':{WIDTH}}" + "  ".join(f"{state:{len(ROLES)}}" for state in STATES)
ROLE_LINE = f"In each state: {', '.join(ROLES)}."


class Bots:
    """Fresh bots with a table in each state."""

    def __init__(self) -> None:
        self._bots = FreshBots(lay_out)
        self.asks = {each.name: each for each in self._bots.run(list_asks)}

    def judge(self, ask: Ask, cell: Cell) -> str:
        """Ask this there; return what came of it, as a letter."""

        async def work(bot: OpenBot) -> str:
            before = await _read_versions(bot)
            try:
                await cell.send(bot, ask, cell.ask())
            except REFUSALS:
                assert await _read_versions(bot) == before
                return REFUSED
            return ANSWERED if await _read_versions(bot) == before else CHANGED

        return self._bots.run(work)

    def judge_everywhere(self, ask: Ask) -> dict[Cell, str]:
        """Return what comes of this for everybody in every state."""
        return {cell: self.judge(ask, cell) for cell in CELLS}

    def close(self) -> None:
        self._bots.close()


async def _read_versions(bot: OpenBot) -> list[tuple[int, int, int]]:
    rows = await bot.database.run("SELECT id, version, channel_id FROM game ORDER BY id")
    return [(row["id"], row["version"], row["channel_id"]) for row in rows]


def write_line(name: str, letters: Mapping[Cell, str]) -> str:
    """Return the line of an ask."""
    groups = groupby(CELLS, key=lambda cell: cell.state)
    return f"{name:{WIDTH}}" + "  ".join("".join(letters[cell] for cell in cells) for _, cells in groups)


def read_lines() -> dict[str, str]:
    """Return the lines that are written down, by the names of their asks."""
    _, _, *lines = FILE.read_text("utf-8").splitlines()
    return {line[:WIDTH].rstrip(): line for line in lines}


def read_letters(line: str) -> dict[Cell, str]:
    """Return what a line says of each cell."""
    return dict(zip(CELLS, "".join(line[WIDTH:].split()), strict=True))


def main() -> None:
    """Write the file."""
    bots = Bots()
    lines = [write_line(name, bots.judge_everywhere(ask)) for name, ask in bots.asks.items()]
    FILE.write_text("\n".join([ROLE_LINE, HEAD, *lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
