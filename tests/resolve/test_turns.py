"""Turns: what several processes make is what one makes, in its order, also where one of them dies."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from other_ends import killed, raised

from graph_builder.resolve.incremental import turns
from graph_builder.resolve.incremental.external_sort import RowFile
from graph_builder.resolve.incremental.turns import in_turns

TASKS = list(range(20))


@pytest.fixture(autouse=True)
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "processors", lambda: 2)


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def test_two_processes_take_turns_and_results_come_in_order() -> None:
    found = list(in_turns(square, iter(TASKS)))
    assert [result for result, _ in found] == [number * number for number in TASKS]
    assert {process for _, process in found[::2]} == {os.getpid()}
    assert os.getpid() not in {process for _, process in found[1::2]}


def test_one_task_or_one_processor_needs_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(in_turns(square, [3])) == [square(3)]
    assert list(in_turns(square, [])) == []
    monkeypatch.setattr(turns, "processors", lambda: 1)
    assert list(in_turns(square, TASKS)) == [square(number) for number in TASKS]


def test_results_may_be_larger_than_what_waits_between_processes() -> None:
    assert [len(each) for each in in_turns(lambda number: bytes(number * 100_000), TASKS)] == [
        number * 100_000 for number in TASKS
    ]


@pytest.mark.parametrize("end", [killed, raised])
def test_what_another_process_fails_at_is_done_here(end: Callable[[int], None]) -> None:
    parent = os.getpid()

    def work(number: int) -> tuple[int, int]:
        if number == 7:
            end(parent)
        return square(number)

    found = list(in_turns(work, TASKS))
    assert [result for result, _ in found] == [number * number for number in TASKS]
    # The one whose task that was does no more.
    assert [number for number, (_, process) in zip(TASKS, found, strict=True) if process != parent] == [1, 3, 5]


def test_what_is_not_asked_for_to_the_end_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    forked, fork = list[int](), os.fork

    def noted() -> int:
        forked.append(fork())
        return forked[-1]

    monkeypatch.setattr(os, "fork", noted)
    some = in_turns(square, TASKS)
    assert [next(some)[0], next(some)[0]] == [0, 1]
    some.close()  # type: ignore[attr-defined]
    assert len(forked) == 1
    for process in forked:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def test_rows_that_lie_aside_are_read_by_all_while_more_are_added(tmp_path: Path) -> None:
    spool = RowFile(tmp_path)
    rows = [b"%d" % number * 50 for number in TASKS]
    places = [spool.add(row) for row in rows]
    added = {}
    for number, row in enumerate(in_turns(spool.get, places)):
        assert row == rows[number]
        added[spool.add(row[::-1])] = row[::-1]
        assert spool.get(len(spool) - 1) == row[::-1]
    assert [spool.get(place) for place in places] == rows
    assert {place: spool.get(place) for place in added} == added
