"""A bot that prints a line when a request for a call to move gets in line for the request budget."""

from contextvars import ContextVar

from storage.games import Game
from ui.messages.table_record import TableRecord
from ui.messages.turn_pings import TurnPings
from ui.network.request_budget import RequestBudget

_channel: ContextVar[int | None] = ContextVar("channel", default=None)
_bring_up_to_date, _start = TurnPings.bring_up_to_date, RequestBudget.start


def line(channel: int) -> str:
    """The line that is printed for a channel with this id."""
    return f"a call in {channel} is in line\n"


async def bring_up_to_date(pings: TurnPings, game: Game, record: TableRecord) -> None:
    """Note the channel, and do what the bot does outside tests."""
    token = _channel.set(game.channel_id)
    await _bring_up_to_date(pings, game, record)
    _channel.reset(token)


async def start(budget: RequestBudget) -> None:
    """Print the line, and wait like the bot outside tests."""
    if channel := _channel.get():
        print(line(channel), end="", flush=True)  # noqa: T201  # the test waits for it
    await _start(budget)


def install(_words: str = "") -> None:
    """Print these lines."""
    TurnPings.bring_up_to_date = bring_up_to_date  # type: ignore[assignment, method-assign]
    RequestBudget.start = start  # type: ignore[assignment, method-assign]
