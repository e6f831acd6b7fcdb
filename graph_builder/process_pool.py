"""Workers in processes: each does one task at a time, so that a task that hangs or crashes costs no other.

    for path, text in run(paths, read, workers=4, timeout=120.0):
        ...

Workers come from a fork server: a fresh Python process that imports and loads what they need, then forks one of them
within milliseconds. It has a single thread and holds none of the caller's files, locks or databases, so the caller may
have all of these, and its script needs no ``__main__`` guard.

What goes to a worker is pickled: *work* is a function of a module, or a partial of one. ``ForkServer`` by itself is for
workers that live long and speak a protocol of their own.
"""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from graph_builder.model import GraphBuilderError

Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a task gave no result, and what to do."""

    what: str
    advice: str = ""


class Runner(Protocol):
    """What does tasks that know nothing of each other: ``run`` here, ``graph_builder.spark`` on a cluster."""

    def __call__(
        self,
        tasks: Iterable[Task],
        work: Callable[[Task], Result],
        *,
        workers: int,
        timeout: float,
        prepare: Callable[[], object] | None = None,
    ) -> Iterator[tuple[Task, Result | Failure]]:
        """Yield each task with its result or failure, see ``run``."""


def run(
    tasks: Iterable[Task],
    work: Callable[[Task], Result],
    *,
    workers: int,
    timeout: float,
    prepare: Callable[[], object] | None = None,
) -> Iterator[tuple[Task, Result | Failure]]:
    """Yield each task with its result or failure, in the order in which they end.

    Args:
        tasks: values to hand to the workers.
        work: what to do with each.
        workers: how many processes; 0 does the work in this one, without time limit.
        timeout: seconds after which a task is given up and its worker killed.
        prepare: loads what all workers need, once, before they are forked.

    Raises:
        OSError: no process can be started.

    >>> sorted(run([-1, 2], abs, workers=2, timeout=60))
    [(-1, 1), (2, 2)]
    """
    if workers == 0:
        yield from ((task, attempt(work, task)) for task in tasks)
        return
    pool = _Pool(work, timeout, prepare)
    try:
        yield from pool.run(deque(tasks), workers)
    finally:
        pool.close()


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
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        reason = " ".join(str(error).split())[:200]
        return Failure(f"failed with {type(error).__name__} ({reason}) at {place}", "report this with the document")


class ForkServer:
    """A process that has loaded what workers need, and forks them on request. Threads may share it.

    Args:
        prepare: loads what all workers need, once.
    """

    def __init__(self, prepare: Callable[[], object] | None = None) -> None:
        self._setup = pickle.dumps(sys.path) + pickle.dumps(prepare)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._lock = threading.Lock()

    def start(self, target: Callable[[socket.socket], object]) -> tuple[int, socket.socket]:
        """Return the process id of a new worker, and the socket that leads to it.

        Args:
            target: what the worker does, called with its end of the socket; a function of a module, or a partial.

        Raises:
            OSError: the machine has no room for one, or the server could not load what it was to load.
        """
        sent = pickle.dumps(target)
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._open()
            ours, theirs = socket.socketpair()
            with theirs:
                try:
                    return self._ask(_START, len(sent), [theirs.fileno()], sent), ours
                except OSError:
                    ours.close()
                    raise

    def end(self, worker: int) -> int:
        """Kill a worker, unless it has ended by itself, and return its exit code: negative if a signal ended it.

        Until then its id belongs to no other process.
        """
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
        with self._lock:
            return self._ask(_END, worker)

    def close(self) -> None:
        """End the server. Workers that wait for something on their socket notice when that is closed."""
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = self._control = None

    def _ask(self, what: bytes, number: int, descriptors: Sequence[int] = (), more: bytes = b"") -> int:
        assert self._control is not None
        try:
            socket.send_fds(self._control, [_REQUEST.pack(what, number)], descriptors)
            self._control.sendall(more)
            reply = self._control.recv(_REPLY.size, socket.MSG_WAITALL)
        except ConnectionError:
            reply = b""
        if len(reply) < _REPLY.size:
            raise OSError("the process that starts workers has ended; it says why above, or was killed")
        return int(_REPLY.unpack(reply)[0])

    def _open(self) -> None:
        self.close()
        self._control, theirs = socket.socketpair()
        with theirs:
            program = (
                "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
                f"from graph_builder.process_pool import _serve; _serve({theirs.fileno()})"
            )
            self._process = subprocess.Popen(
                [sys.executable, "-c", program],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                # Libraries that start threads when they are loaded must not do so before a fork.
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            )
        assert self._process.stdin is not None
        with suppress(BrokenPipeError), self._process.stdin as stdin:  # it has ended: whoever asks it gets an error
            stdin.write(self._setup)


_REQUEST = struct.Struct("!cI")
_REPLY = struct.Struct("!i")
_START, _END = b"+", b"-"


def _serve(control: int) -> None:
    """Fork workers until the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    prepare = pickle.load(sys.stdin.buffer)  # noqa: S301 - what this very program has written
    if prepare is not None:
        prepare()
    gc.freeze()  # what workers share with this process is not copied for the sake of counting references
    with socket.socket(fileno=control) as line:
        while True:
            request, descriptors, _, _ = socket.recv_fds(line, _REQUEST.size, 1)
            if len(request) < _REQUEST.size:
                return
            what, number = _REQUEST.unpack(request)
            if what == _END:
                _, status = os.waitpid(number, 0)
                line.sendall(_REPLY.pack(os.waitstatus_to_exitcode(status)))
                continue
            # What it imports, the next workers have as well.
            sent = b""  # what comes in one go may be less, if the process was stopped meanwhile
            while len(sent) < number and (more := line.recv(number - len(sent), socket.MSG_WAITALL)):
                sent += more
            target = pickle.loads(sent)  # noqa: S301
            child = os.fork()
            if not child:
                line.close()
                _be_worker(target, descriptors[0])
            os.close(descriptors[0])
            line.sendall(_REPLY.pack(child))


def _be_worker(target: Callable[[socket.socket], object], descriptor: int) -> None:
    try:
        target(socket.socket(fileno=descriptor))
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)  # destructors of what was loaded would only take time


_SPARE: dict[bytes, ForkServer] = {}
"""The last server that a pool had: whoever builds a second time need not wait for another."""


def _key_of(prepare: Callable[[], object] | None) -> bytes:
    """Return what a server has to have in common with another to stand in for it."""
    return pickle.dumps((prepare, sys.path))


@atexit.register
def close_spare_server() -> None:
    """End the server that is kept for the next pool."""
    while _SPARE:
        _SPARE.popitem()[1].close()


@dataclass(slots=True)
class _Worker(Generic[Task]):
    process: int
    line: Connection
    tasks: list[Task]
    """The task that it does, if it does one."""
    deadline: float = 0.0


class _Pool(Generic[Task, Result]):
    def __init__(
        self, work: Callable[[Task], Result], timeout: float, prepare: Callable[[], object] | None = None
    ) -> None:
        self._key = _key_of(prepare)
        # Nobody else uses it meanwhile.
        self._server = _SPARE.pop(self._key) if self._key in _SPARE else ForkServer(prepare)
        self._target = partial(_do_tasks, work, timeout, Path.cwd(), dict(os.environ))
        self._timeout = timeout
        self._workers: dict[int, _Worker[Task]] = {}

    def run(self, tasks: deque[Task], count: int) -> Iterator[tuple[Task, Result | Failure]]:
        idle = [self._start() for _ in range(min(count, len(tasks)))]
        while tasks or len(idle) < len(self._workers):
            while idle and tasks:
                self._give(idle.pop(), tasks.popleft())
            for worker, task, answer in self._collect():
                if worker.process in self._workers:
                    idle.append(worker)
                elif tasks:
                    idle.append(self._start())
                if idle and tasks:  # the worker need not wait until its result is dealt with
                    self._give(idle.pop(), tasks.popleft())
                yield task, answer

    def close(self) -> None:
        for worker in list(self._workers.values()):
            self._end(worker)
        close_spare_server()
        _SPARE[self._key] = self._server

    def _start(self) -> _Worker[Task]:
        process, ours = self._server.start(self._target)
        worker: _Worker[Task] = _Worker(process, Connection(ours.detach()), [])
        self._workers[process] = worker
        return worker

    def _give(self, worker: _Worker[Task], task: Task) -> None:
        worker.tasks, worker.deadline = [task], time.monotonic() + self._timeout
        with suppress(OSError):  # it has died: the end of its stream is read next
            worker.line.send(task)

    def _collect(self) -> list[tuple[_Worker[Task], Task, Result | Failure]]:
        """Wait for any busy worker to end, to die or to run out of time; return all that did."""
        busy = [w for w in self._workers.values() if w.tasks]
        pause = max(0.0, min(w.deadline for w in busy) - time.monotonic())
        ready = wait([w.line for w in busy], timeout=pause)
        done: list[tuple[_Worker[Task], Task, Result | Failure]] = []
        for worker in busy:
            if worker.line in ready:
                done.append((worker, worker.tasks.pop(), self._receive(worker)))
            elif time.monotonic() >= worker.deadline:
                self._end(worker)
                done.append((worker, worker.tasks.pop(), self._late()))
        return done

    def _receive(self, worker: _Worker[Task]) -> Result | Failure:
        try:
            answer: Result | Failure = worker.line.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            code = self._end(worker)
            if code == -signal.SIGXCPU:
                return self._late()
            ended = f"signal {signal.Signals(-code).name}" if code < 0 else f"status {code}"
            return Failure(f"crashed its process ({ended})", "build again, or save the document in another format")
        return answer

    def _late(self) -> Failure:
        return Failure(f"took more than {self._timeout:g} seconds", "split the document or raise the time limit")

    def _end(self, worker: _Worker[Task]) -> int:
        self._workers.pop(worker.process, None)
        worker.line.close()
        return self._server.end(worker.process)


def _do_tasks(
    work: Callable[[Any], Any], timeout: float, folder: Path, environment: dict[str, str], line: socket.socket
) -> None:
    """Do tasks until the parent hangs up, in its working directory and environment, not those of the server's start."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _silence()
    collect_seldom()
    threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    with Connection(line.detach()) as parent, suppress(EOFError):
        while True:
            task = parent.recv()
            _limit_time(timeout)
            parent.send(attempt(work, task))


def collect_seldom() -> None:
    """Look seldom for garbage in circles, only in what this process makes: of records it took a third of the time."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


def _follow(server: int) -> None:
    """End this process soon after its server, even in the middle of a task: a killed build leaves nobody behind."""
    while os.getppid() == server:
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
