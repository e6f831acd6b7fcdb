"""Halves: what two processes make is what one makes, also where the other one dies."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from other_ends import killed, raised

from graph_builder.resolve.incremental import halves
from graph_builder.resolve.incremental.halves import in_halves

GROUPS = [list(range(start, start + 3)) for start in range(0, 30, 3)]


@pytest.fixture(autouse=True)
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halves, "MANY", 10)
    monkeypatch.setattr(halves, "processors", lambda: 2)


def squares(some: list[int]) -> dict[int, tuple[int, int]]:
    return {number: (number * number, os.getpid()) for number in some}


def test_two_processes_do_what_there_is_and_groups_stay_together() -> None:
    one, other = in_halves(squares, GROUPS)
    found = {number: square for half in (one, other) for number, (square, _) in half.items()}
    assert found == {number: number * number for number in range(30)}
    by = {number: process for half in (one, other) for number, (_, process) in half.items()}
    assert all(len({by[number] for number in group}) == 1 for group in GROUPS)
    assert len(set(by.values())) == 2


def test_little_is_done_here() -> None:
    assert in_halves(squares, GROUPS[:3]) == [squares(list(range(9)))]
    assert in_halves(squares, [list(range(30))]) == [squares(list(range(30)))]


@pytest.mark.parametrize("end", [killed, raised])
def test_what_the_other_process_fails_at_is_done_here(end: Callable[[int], None]) -> None:
    parent = os.getpid()

    def work(some: list[int]) -> dict[int, tuple[int, int]]:
        end(parent)
        return squares(some)

    done = in_halves(work, GROUPS)
    assert {number for half in done for number in half} == set(range(30))
    assert {process for half in done for _, process in half.values()} == {parent}


def test_an_error_here_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    parent, forked, fork = os.getpid(), list[int](), os.fork

    def noted() -> int:
        forked.append(fork())
        return forked[-1]

    def work(some: list[int]) -> int:
        if os.getpid() == parent:
            raise ValueError("a loom")
        return 1

    monkeypatch.setattr(os, "fork", noted)
    with pytest.raises(ValueError, match="a loom"):
        in_halves(work, GROUPS)
    assert forked
    with pytest.raises(ChildProcessError):
        os.waitpid(forked[0], os.WNOHANG)
