"""Halves: work that is done at once here and in a process that parts from this one, where there are two processors."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TypeVar

Some = TypeVar("Some")
Result = TypeVar("Result")

MANY = 5_000
"""Things to do from which on a process more is worth its while: it costs some hundredths of a second."""


def in_halves(
    work: Callable[[list[Some]], Result],
    groups: Iterable[Sequence[Some]],
    size: Callable[[Sequence[Some]], int] = len,
) -> list[Result]:
    """Return what *work* makes of things, of all at once or of two halves; each group stays together.

    Args:
        work: what to do, which must go by nothing but what lies in memory, and change nothing that is needed after.
        groups: things that belong together.
        size: how much there is to do for a group, by default its length.

    >>> in_halves(sum, [[1, 2], [3]])
    [6]
    """
    halves: tuple[list[Some], list[Some]] = [], []
    sizes = [0, 0]
    for group in sorted(groups, key=size, reverse=True):
        place = sizes.index(min(sizes))
        halves[place].extend(group)
        sizes[place] += size(group)
    if sum(sizes) < MANY or processors() < 2 or not all(halves):
        return [work(halves[0] + halves[1])]
    return _at_once(work, *halves)


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _at_once(work: Callable[[list[Some]], Result], here: list[Some], there: list[Some]) -> list[Result]:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        _answer(writing, work, there)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        try:
            own = work(here)
            said = answer.read()
        finally:
            answer.close()  # a child that has not ended has nobody to answer to
            os.waitpid(child, 0)
    try:
        return [own, pickle.loads(said)]  # noqa: S301  # what this very program has written
    except (EOFError, pickle.UnpicklingError):  # for want of memory, or killed: so it is done here
        return [own, work(there)]


def _answer(writing: int, work: Callable[[list[Some]], Result], some: list[Some]) -> None:
    """Do the work and end: nothing that the parent has open, such as a database, may be used or closed."""
    with suppress(BaseException), os.fdopen(writing, "wb", closefd=False) as file:
        file.write(pickle.dumps(work(some)))
    os._exit(0)
