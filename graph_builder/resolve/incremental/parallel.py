"""Parallel work: tasks shared by this process and processes forked from it, with results in the order of the tasks."""

from __future__ import annotations

import fcntl
import os
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import BinaryIO, Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

Item = TypeVar("Item")

MANY = 5_000
"""Items from which on a second process is worth starting: it costs some hundredths of a second."""

_HELD = 1 << 20
"""Bytes that a pipe holds at most: what Linux grants anybody."""


def parallel_map(work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """Yield the result of *work* for each task, in their order, with as many processes as there are processors.

    This process does its share. The others are forked when the first result is asked for; each may come to hold a copy
    of most of the memory, and sees no later change to it. A task that fails in one of them, or whose process is killed,
    is done here.

    Args:
        work: what to do with a task; it must change nothing that is needed later, and return what can be pickled.
        tasks: the tasks; all are held.

    >>> list(parallel_map(abs, [-2, 1, 0]))
    [2, 1, 0]
    """
    every = list(tasks)
    count = min(processors(), len(every))
    if count < 2:
        yield from map(work, every)
        return
    others: list[_Other[Task, Result]] = []
    try:
        for turn in range(1, count):
            others.append(_Other(work, every[turn::count], [other.reading for other in others]))
        for place, task in enumerate(every):
            turn = place % count
            yield others[turn - 1].result(task) if turn else work(task)
    finally:
        for other in others:
            other.end()


def parallel_parts(
    work: Callable[[list[Item]], Result],
    groups: Iterable[Sequence[Item]],
    size: Callable[[Sequence[Item]], int] = len,
) -> list[Result]:
    """Return the results of *work* for all items at once, or for two halves of about equal size.

    Args:
        work: as for ``parallel_map``, for a list of items; it may use only what lies in memory.
        groups: items that must stay together.
        size: how much work a group is, by default its length.

    >>> parallel_parts(sum, [[1, 2], [3]])
    [6]
    """
    halves: tuple[list[Item], list[Item]] = [], []
    sizes = [0, 0]
    for group in sorted(groups, key=size, reverse=True):
        place = sizes.index(min(sizes))
        halves[place].extend(group)
        sizes[place] += size(group)
    if sum(sizes) < MANY or processors() < 2 or not all(halves):
        return [work(halves[0] + halves[1])]
    return list(parallel_map(work, halves))


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Other(Generic[Task, Result]):
    """A process that does some tasks, one after the other, and writes each result as soon as somebody reads it."""

    def __init__(self, work: Callable[[Task], Result], tasks: Sequence[Task], known: Sequence[BinaryIO]) -> None:
        self._work = work
        reading, writing = _pipe()
        self._pid = os.fork()
        if not self._pid:
            # Who is still read from by a process that lives does not notice that nobody waits for it any more.
            for descriptor in (reading, *(each.fileno() for each in known)):
                os.close(descriptor)
            _answer(writing, work, tasks)
        os.close(writing)
        self.reading: BinaryIO = os.fdopen(reading, "rb", buffering=1 << 20)
        self._alive = True

    def result(self, task: Task) -> Result:
        """Return the result of the next of its tasks."""
        if self._alive:
            try:
                found: Result = pickle.load(self.reading)  # noqa: S301  # what this very program has written
                return found
            except (EOFError, pickle.UnpicklingError):  # for want of memory, or killed: so the rest is done here
                self._alive = False
        return self._work(task)

    def end(self) -> None:
        """Have it end, done or not."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        self.reading.close()


def _pipe() -> tuple[int, int]:
    """Return a pipe that holds some results, if the system lets it, so that nobody waits for the other to read."""
    reading, writing = os.pipe()
    with suppress(OSError, AttributeError):
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _HELD)
    return reading, writing


def _answer(writing: int, work: Callable[[Task], Result], tasks: Sequence[Task]) -> None:
    """Do the work and end: nothing that the parent has open, such as a database, may be used or closed."""
    with suppress(BaseException), os.fdopen(writing, "wb", buffering=1 << 20, closefd=False) as file:
        for task in tasks:
            pickle.dump(work(task), file, protocol=pickle.HIGHEST_PROTOCOL)
            file.flush()
    os._exit(0)
