"""Turns: tasks that this process and others parted from it do in turns, while this one takes what comes of them."""

from __future__ import annotations

import fcntl
import os
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import BinaryIO, Generic, TypeVar

from graph_builder.resolve.incremental.halves import processors

Task = TypeVar("Task")
Result = TypeVar("Result")

_HELD = 1 << 20
"""Bytes that a pipe holds at most: what Linux grants anybody."""


def in_turns(work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """Yield what *work* makes of each task, in their order, made by as many processes as there are processors.

    This is one of them: each other one comes to hold a copy of most of what lies in memory. They part from this one
    when the first result is asked for, and see what lies in memory then: what this one changes between results they
    never know. What one of them fails at, or is killed at, is done here.

    Args:
        work: what to do with a task; it must change nothing that is needed after, and give what can be pickled.
        tasks: what there is to do; all are held.

    >>> list(in_turns(abs, [-2, 1, 0]))
    [2, 1, 0]
    """
    every, count = list(tasks), processors()
    if count < 2 or len(every) < 2:
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
