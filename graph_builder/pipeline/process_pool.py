"""Workers: processes that each do one task at a time, so that a task that hangs or crashes harms no other."""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Generic, TypeVar

from graph_builder.model import GraphBuilderError

Task = TypeVar("Task")
Result = TypeVar("Result")

# Forked, not spawned: a caller's script needs no __main__ guard, and modules that are loaded are shared.
_FORK = multiprocessing.get_context("fork")


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a task gave no result, and what to do."""

    what: str
    advice: str = ""


@dataclass(slots=True)
class _Worker(Generic[Task]):
    process: ForkProcess
    connection: Connection
    task: Task | None = None
    deadline: float = 0.0


def run(
    tasks: Iterable[Task],
    work: Callable[[Task], Result],
    *,
    workers: int,
    timeout: float,
    close: Sequence[int] = (),
    started: Callable[[], object] = lambda: None,
) -> Iterator[tuple[Task, Result | Failure]]:
    """Yield each task with its result or failure, in the order in which they end.

    Args:
        tasks: values to hand to the workers; taken only when one is free.
        work: what to do with each; may be any callable.
        workers: how many processes; 0 does the work in this one, without time limit.
        timeout: seconds after which a task is given up and its worker killed.
        close: file descriptors that the workers must not hold on to, such as that of a lock.
        started: what to do once they have parted from this process, before it waits for them.
    """
    if workers == 0:
        started()
        with _collecting_seldom():
            for task in tasks:
                yield task, attempt(work, task)
        return
    pool = _Pool(work, timeout, close)
    try:
        yield from pool.run(deque(tasks), workers, started)
    finally:
        pool.stop()


def attempt(work: Callable[[Task], Result], task: Task) -> Result | Failure:
    """Do a task here; an error becomes a failure that says where it arose."""
    try:
        return work(task)
    except GraphBuilderError as error:
        return Failure(str(error))
    except MemoryError:
        return Failure("takes more memory than there is", "split the document")
    except Exception as error:
        frame = traceback.extract_tb(sys.exc_info()[2])[-1]
        place = f"{os.path.basename(frame.filename)}:{frame.lineno}"  # noqa: PTH119
        reason = " ".join(str(error).split())[:200]
        return Failure(f"failed with {type(error).__name__} ({reason}) at {place}", "report this with the document")


class _Pool(Generic[Task, Result]):
    def __init__(self, work: Callable[[Task], Result], timeout: float, close: Sequence[int]) -> None:
        self._work = work
        self._timeout = timeout
        self._close = close
        self._workers: dict[Connection, _Worker[Task]] = {}

    def run(
        self, tasks: deque[Task], count: int, started: Callable[[], object]
    ) -> Iterator[tuple[Task, Result | Failure]]:
        idle = [self._start() for _ in range(min(count, len(tasks)))]
        started()
        while tasks or len(idle) < len(self._workers):
            while idle and tasks:
                self._give(idle.pop(), tasks.popleft())
            for worker, task, outcome in self._collect():
                if worker.connection in self._workers:
                    idle.append(worker)
                elif tasks:
                    idle.append(self._start())
                if idle and tasks:  # the worker need not wait until what it has made is dealt with
                    self._give(idle.pop(), tasks.popleft())
                yield task, outcome

    def stop(self) -> None:
        for worker in list(self._workers.values()):
            self._end(worker)

    def _start(self) -> _Worker[Task]:
        ours, theirs = _FORK.Pipe()
        # A worker must not keep open what belongs to its parent: else it would not notice the parent's death.
        inherited = [*self._close, ours.fileno(), *(c.fileno() for c in self._workers)]
        process = _FORK.Process(target=_serve, args=(theirs, self._work, self._timeout, inherited), daemon=True)
        process.start()
        theirs.close()
        worker: _Worker[Task] = _Worker(process, ours)
        self._workers[ours] = worker
        return worker

    def _give(self, worker: _Worker[Task], task: Task) -> None:
        worker.task, worker.deadline = task, time.monotonic() + self._timeout
        with suppress(OSError):  # the worker has died; its end of file is read next
            worker.connection.send(task)

    def _collect(self) -> list[tuple[_Worker[Task], Task, Result | Failure]]:
        """Wait for any busy worker to end, to die or to run out of time; return all that did."""
        busy = [w for w in self._workers.values() if w.task is not None]
        pause = max(0.0, min(w.deadline for w in busy) - time.monotonic())
        ready = wait([w.connection for w in busy], timeout=pause)
        done = []
        for worker in busy:
            late = time.monotonic() >= worker.deadline
            if worker.connection in ready or late:
                task = worker.task
                assert task is not None
                outcome = self._receive(worker) if worker.connection in ready else self._too_late(worker)
                worker.task = None
                done.append((worker, task, outcome))
        return done

    def _receive(self, worker: _Worker[Task]) -> Result | Failure:
        try:
            outcome: Result | Failure = worker.connection.recv()
        except (EOFError, OSError):
            worker.process.join(5)
            code = worker.process.exitcode
            self._end(worker)
            if code == -signal.SIGXCPU:
                return self._late()
            ended = f"signal {signal.Signals(-code).name}" if code is not None and code < 0 else f"status {code}"
            return Failure(f"crashed its reader ({ended})", "the document may be damaged: save it in another format")
        return outcome

    def _too_late(self, worker: _Worker[Task]) -> Failure:
        self._end(worker)
        return self._late()

    def _late(self) -> Failure:
        return Failure(f"took more than {self._timeout:g} seconds", "split the document or raise the time limit")

    def _end(self, worker: _Worker[Task]) -> None:
        self._workers.pop(worker.connection, None)
        worker.connection.close()
        worker.process.kill()
        worker.process.join()
        worker.process.close()


def _serve(connection: Connection, work: Callable[[Task], Result], timeout: float, inherited: Sequence[int]) -> None:
    """Answer tasks until the parent hangs up."""
    for descriptor in inherited:
        os.close(descriptor)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _silence()
    collect_seldom()
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        _limit_time(timeout)
        connection.send(attempt(work, task))


def collect_seldom() -> None:
    """Look seldom for garbage in circles, only in what this process makes: of records it took a third of the time."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Have this process look seldom for garbage in circles while it does the work of workers itself."""
    thresholds, frozen = gc.get_threshold(), gc.get_freeze_count()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        if not frozen:  # else somebody else has something frozen, and nobody can say what
            gc.unfreeze()


def _follow(parent: int) -> None:
    """End this process soon after its parent, even in the middle of a task: a killed build leaves nobody behind."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _silence() -> None:
    """Send what libraries print to nowhere: whatever is wrong comes back as a failure."""
    warnings.simplefilter("ignore")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _limit_time(timeout: float) -> None:
    """Have the kernel end this process if it computes for too long, for what our own watches cannot interrupt."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(used.ru_utime + used.ru_stime + 4 * timeout) + 5
    if hard == resource.RLIM_INFINITY or soft < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
