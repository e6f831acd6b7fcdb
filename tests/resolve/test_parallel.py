"""Parallel work: several processes give what one gives, in its order, also where one of them dies."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from other_ends import killed, raised

from graph_builder.resolve.incremental import parallel
from graph_builder.resolve.incremental.external_sort import RowFile
from graph_builder.resolve.incremental.parallel import parallel_map, parallel_parts

TASKS = list(range(20))
GROUPS = [list(range(start, start + 3)) for start in range(0, 30, 3)]


@pytest.fixture(autouse=True)
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "MANY", 10)
    monkeypatch.setattr(parallel, "processors", lambda: 2)


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def test_two_processes_take_turns_and_results_come_in_order() -> None:
    found = list(parallel_map(square, iter(TASKS)))
    assert [result for result, _ in found] == [number * number for number in TASKS]
    assert {process for _, process in found[::2]} == {os.getpid()}
    assert os.getpid() not in {process for _, process in found[1::2]}


def test_one_task_or_one_processor_needs_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(parallel_map(square, [3])) == [square(3)]
    assert list(parallel_map(square, [])) == []
    monkeypatch.setattr(parallel, "processors", lambda: 1)
    assert list(parallel_map(square, TASKS)) == [square(number) for number in TASKS]


def test_results_may_be_larger_than_what_waits_between_processes() -> None:
    assert [len(each) for each in parallel_map(lambda number: bytes(number * 100_000), TASKS)] == [
        number * 100_000 for number in TASKS
    ]


@pytest.mark.parametrize("end", [killed, raised])
def test_what_another_process_fails_at_is_done_here(end: Callable[[int], None]) -> None:
    parent = os.getpid()

    def work(number: int) -> tuple[int, int]:
        if number == 7:
            end(parent)
        return square(number)

    found = list(parallel_map(work, TASKS))
    assert [result for result, _ in found] == [number * number for number in TASKS]
    # The one whose task that was does no more.
    assert [number for number, (_, process) in zip(TASKS, found, strict=True) if process != parent] == [1, 3, 5]


def test_what_is_not_asked_for_to_the_end_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    forked, fork = list[int](), os.fork

    def noted() -> int:
        forked.append(fork())
        return forked[-1]

    monkeypatch.setattr(os, "fork", noted)
    some = parallel_map(square, TASKS)
    assert [next(some)[0], next(some)[0]] == [0, 1]
    some.close()  # type: ignore[attr-defined]
    assert len(forked) == 1
    for process in forked:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def test_rows_that_lie_aside_are_read_by_all_while_more_are_added(tmp_path: Path) -> None:
    rows_on_disk = RowFile(tmp_path)
    rows = [b"%d" % number * 50 for number in TASKS]
    places = [rows_on_disk.add(row) for row in rows]
    added = {}
    for number, row in enumerate(parallel_map(rows_on_disk.get, places)):
        assert row == rows[number]
        added[rows_on_disk.add(row[::-1])] = row[::-1]
        assert rows_on_disk.get(len(rows_on_disk) - 1) == row[::-1]
    assert [rows_on_disk.get(place) for place in places] == rows
    assert {place: rows_on_disk.get(place) for place in added} == added


def squares(some: list[int]) -> dict[int, tuple[int, int]]:
    return {number: (number * number, os.getpid()) for number in some}


def test_groups_stay_together_in_one_process() -> None:
    one, other = parallel_parts(squares, GROUPS)
    found = {number: square for half in (one, other) for number, (square, _) in half.items()}
    assert found == {number: number * number for number in range(30)}
    by = {number: process for half in (one, other) for number, (_, process) in half.items()}
    assert all(len({by[number] for number in group}) == 1 for group in GROUPS)
    assert len(set(by.values())) == 2


def test_little_work_is_done_here() -> None:
    assert parallel_parts(squares, GROUPS[:3]) == [squares(list(range(9)))]
    assert parallel_parts(squares, [list(range(30))]) == [squares(list(range(30)))]


@pytest.mark.parametrize("end", [killed, raised])
def test_a_part_that_fails_elsewhere_is_done_here(end: Callable[[int], None]) -> None:
    parent = os.getpid()

    def work(some: list[int]) -> dict[int, tuple[int, int]]:
        end(parent)
        return squares(some)

    done = parallel_parts(work, GROUPS)
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
        parallel_parts(work, GROUPS)
    assert forked
    with pytest.raises(ChildProcessError):
        os.waitpid(forked[0], os.WNOHANG)
