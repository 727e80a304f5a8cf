"""The queue of interactions to answer: first come, first served, a few at a time."""

import asyncio
from contextvars import ContextVar

AT_ONCE = 2
"""Interactions that are answered at the same time. `python -m benchmarks taps` chose it: 3 or 4 answer no more of them.

An answer passes through the event loop, searches and drawings in turn. If all are worked on at once, each of them waits
at every step for all others, and those with the most steps for the longest.
"""
LONGEST = 0.1  # seconds for which an answer keeps others waiting; one that takes longer waits for something itself


class _Slot:
    """One of the `AT_ONCE` slots, until its answer leaves it; leaving again does nothing."""

    def __init__(self, slots: asyncio.Semaphore) -> None:
        self._slots = slots
        self._is_taken = True

    def leave(self, *_: object) -> None:
        """Let the next answer begin."""
        if self._is_taken:
            self._is_taken = False
            self._slots.release()


_slot: ContextVar[_Slot | None] = ContextVar("_slot", default=None)


class AnswerQueue:
    """The queue in which the tasks that answer interactions wait for each other."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def enter(self, task: asyncio.Task[object]) -> None:
        """Wait until this is one of the first; `task` is the running one, which answers the interaction.

        The next one may begin when this task ends, calls `leave_queue` or enters again, or after `LONGEST` seconds.
        """
        leave_queue()
        await self._slots.acquire()
        slot = _Slot(self._slots)
        _slot.set(slot)
        task.add_done_callback(slot.leave)
        asyncio.get_running_loop().call_later(LONGEST, slot.leave)


def leave_queue() -> None:
    """Let the next answer begin, because the running one is made and only has to be sent."""
    if slot := _slot.get():
        slot.leave()
