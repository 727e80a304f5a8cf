"""A few asks that are canceled at each of their awaits; the part cancels does that to all."""

import asyncio

import pytest

from tests.soak.asking.cancel import Cancel
from tests.soak.asking.tables import Cell
from tests.soak.parts import cancels

PLAYER = Cell("to move", "playing")


@pytest.mark.parametrize(("name", "cell"), [("/play", PLAYER), ("/new", Cell("host", "lobby"))])
def test_what_is_canceled_anywhere_leaves_nothing_open_and_no_half(name: str, cell: Cell) -> None:
    found = cancels.cancel_everywhere(name, cell)

    assert found["canceled"] > 1
    assert not cancels.PART.find_faults(found)


def test_a_move_that_is_stored_in_two_transactions_is_found() -> None:
    assert cancels.store_apart(1)["torn"]


def test_the_full_size_asks_everything() -> None:
    assert len(cancels.list_cases()) == cancels.PART.full


async def test_a_task_is_canceled_at_the_await_that_was_chosen() -> None:
    done: list[int] = []

    async def work() -> None:
        for number in range(3):
            await asyncio.sleep(0)
            done.append(number)

    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(Cancel(2).run(work()))

    assert done == [0]
