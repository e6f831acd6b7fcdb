"""The pool of workers: each request goes to a process of its own, with a deadline that is kept."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graph_builder.model import StoreError
from graph_builder.serve.frames import Line, Message
from graph_builder.serve.nursery import Nursery
from graph_builder.serve.settings import Settings
from graph_builder.store.layout import Layout
from graph_builder.store.traces import has_forgotten

_NICE = 15
_STARTING = 60.0
_FIRST_PAUSE = 0.1
_FOLLOWING = 2.0


class StoppedError(Exception):
    """A request that was stopped; *status* is that of the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(eq=False, slots=True)
class Worker:
    """A process that answers requests, and the line to it."""

    number: int
    line: Line
    spent: float = 0.0
    """Seconds of processor that it had used when it replied last."""


@dataclass(eq=False, slots=True)
class Asked:
    """A question that a worker has, and the reply that is to come; whoever asked hands it back to the pool."""

    worker: Worker
    reply: asyncio.Future[Message]
    version: int
    seconds: float
    is_over: bool = False


class Pool:
    """Workers that answer requests, always as many free as are asked for.

    A request that runs longer than the patience of the settings keeps its worker, which then yields the processor to
    the others, and a new one takes its place; there is a bound to how many such may run at a time. A request that
    meets its deadline, or that nobody waits for any more, is ended with its process.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._layout = Layout(settings.store)
        self._nursery = Nursery(settings.store, settings.memory)
        # Who has replied last is asked next: its caches are warm. Who has waited longest gets the next that is free.
        self._free: list[Worker] = []
        self._waiting: deque[asyncio.Future[Worker]] = deque()
        self._all: set[Worker] = set()
        self._long = 0
        self._seen = 0
        self._pointer = str(self._layout.pointer)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Pool]:
        """Start the workers, and end them when done."""
        try:
            for worker in await asyncio.gather(*(self._start() for _ in range(self._settings.processes))):
                self.give_back(worker)
            self._later(self._follow())
            yield self
        finally:
            self._closed = True
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.gather(*map(self._end, list(self._all)), return_exceptions=True)
            self._nursery.close()

    def snapshot(self) -> int:
        """Return the number of the store's current snapshot.

        Raises:
            StoreError: the store is gone or damaged.
        """
        return self._layout.current()

    def version(self) -> int:
        """Return what tells the current snapshot from all others, those of a store made anew in its place too.

        Raises:
            StoreError: the store is gone or damaged.
        """
        try:
            found = os.stat(self._pointer).st_mtime_ns  # noqa: PTH116 asked for each request: a path costs as much again
        except OSError as error:
            self.snapshot()  # which says it better
            raise StoreError(
                f"{self._settings.store} cannot be read ({error.strerror}); see that it is there"
            ) from error
        if found != self._seen:
            self.snapshot()
            self._seen = found
        return found

    async def ask(self, head: dict[str, Any], body: bytes = b"", seconds: float = 0.0) -> Message:
        """Return a worker's reply, within *seconds* or the time limit of the settings.

        Raises:
            StoppedError: the request met its deadline, took too much memory, or the server is busy with long ones.
        """
        try:
            asked = self.begin(head, body, seconds)
            if asked is None:
                worker = await asyncio.wait_for(self._take(), self._settings.seconds)
                asked = self._asked(worker, head, body, seconds, self.version())
        except StoreError as error:
            raise StoppedError(503, str(error)) from error
        except TimeoutError:
            raise StoppedError(503, "the server is busy; try again later") from None
        return await self.finish(asked)

    def begin(self, head: dict[str, Any], body: bytes = b"", seconds: float = 0.0) -> Asked | None:
        """Ask a worker that is free, if there is one; the reply is to be had from ``finish`` or ``take_over``.

        Raises:
            StoreError: the store is gone or damaged.
        """
        version = self.version()
        worker = self.idle()
        return None if worker is None else self._asked(worker, head, body, seconds, version)

    def _asked(self, worker: Worker, head: dict[str, Any], body: bytes, seconds: float, version: int) -> Asked:
        seconds = seconds or self._settings.seconds
        reply = worker.line.ask({**head, "version": version, "seconds": seconds}, body)
        return Asked(worker, reply, version, seconds)

    def take_over(self, asked: Asked) -> Message:
        """Return a reply that has come, and take its worker back."""
        asked.is_over = True
        told, content = asked.reply.result()
        asked.worker.spent = told.pop("spent", 0.0)
        self._release(asked.worker, asked.reply, held=False)
        return told, content

    def give_up(self, asked: Asked) -> None:
        """End what was asked, unless it is over."""
        if not asked.is_over:
            asked.is_over = True
            self._release(asked.worker, asked.reply, held=False)

    async def finish(self, question: Asked) -> Message:
        """Return the reply to what was asked, within its time.

        Raises:
            StoppedError: as for ``ask``.
        """
        worker, asked, seconds = question.worker, question.reply, question.seconds
        question.is_over = True
        held = False
        try:
            done, _ = await asyncio.wait({asked}, timeout=self._settings.patience)
            left = seconds - self._settings.patience
            while not done and left > 0 and _spent(worker.number) - worker.spent < self._settings.patience / 2:
                # The machine is busy with something else: yielding to that would make it wait for ever.
                done, _ = await asyncio.wait({asked}, timeout=min(left, self._settings.patience))
                left -= self._settings.patience
            if not done:
                held = self._hold(worker)
                done, _ = await asyncio.wait({asked}, timeout=max(0.0, left))
            if not done:
                raise StoppedError(503, f"stopped after {seconds:g} seconds; ask for less, or raise the time limit")
            told, content = await self._reply(asked)
            worker.spent = told.pop("spent", 0.0)
            return told, content
        finally:
            self._release(worker, asked, held)

    def _ready(self) -> dict[str, Any]:
        return {"call": "ready", "store": str(self._settings.store.absolute())}

    async def _follow(self) -> None:
        """Lead idle workers to each new snapshot, so that none holds the last one, which may have been forgotten."""
        known = self.version()
        while True:
            await asyncio.sleep(_FOLLOWING)
            with contextlib.suppress(StoreError, StoppedError):
                if (version := self.version()) != known or has_forgotten(self._settings.store):
                    told = []
                    while (asked := self.begin(self._ready())) is not None:
                        told.append(self.finish(asked))
                    await asyncio.gather(*told, return_exceptions=True)
                    known = version

    def idle(self) -> Worker | None:
        """Return a free worker if there is one; one that died while it was idle is replaced."""
        while self._free:
            if not (worker := self._free.pop()).line.is_closed:
                return worker
            self._later(self._end(worker))
            self._replace()
        return None

    async def _take(self) -> Worker:
        """Return a free worker, after all who wait already."""
        if (worker := self.idle()) is not None:
            return worker
        turn = self.turn()
        try:
            return await turn
        except asyncio.CancelledError:
            self.pass_on(turn)
            raise

    def turn(self) -> asyncio.Future[Worker]:
        """Return the promise of a worker; who does not want it any more says ``pass_on``."""
        self._waiting.append(asyncio.get_running_loop().create_future())
        return self._waiting[-1]

    def pass_on(self, turn: asyncio.Future[Worker]) -> None:
        """Give up a turn, and the worker with it if it has come."""
        if turn.done() and not turn.cancelled():
            self.give_back(turn.result())
        turn.cancel()

    def give_back(self, worker: Worker) -> None:
        """Have a worker free again, for whoever waits longest."""
        while self._waiting:
            if not (turn := self._waiting.popleft()).done():
                turn.set_result(worker)
                return
        self._free.append(worker)

    def _hold(self, worker: Worker) -> bool:
        """Take a worker with a long request out of the pool; it yields the processor, and a new one comes in."""
        if self._long >= self._settings.long_queries:
            raise StoppedError(503, "the server is busy with other long queries; try again later, or ask for less")
        self._long += 1
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, worker.number, _NICE)
        self._replace()
        return True

    def _release(self, worker: Worker, asked: asyncio.Future[Message], held: bool) -> None:
        """Give a worker back, or end it: what was stopped, and what has yielded, serves nobody any more."""
        fine = asked.done() and not asked.cancelled() and asked.exception() is None
        if fine and not held and not self._closed:
            self.give_back(worker)
            return
        asked.cancel()
        self._long -= held
        self._later(self._end(worker))
        if not held:
            self._replace()

    async def _reply(self, asked: asyncio.Future[Message]) -> Message:
        try:
            return asked.result()
        except OSError as error:
            limit = self._settings.memory / 1e6
            raise StoppedError(503, f"stopped: it took more than {limit:g} MB of memory; ask for less") from error

    def _replace(self) -> None:
        if not self._closed:
            self._later(self._refill())

    async def _refill(self) -> None:
        """Start a worker, again and again if the machine has no room for one now: the pool must not run dry."""
        pause = _FIRST_PAUSE
        while not self._closed:
            try:
                self.give_back(await self._start())
                return
            except (StoreError, OSError):
                await asyncio.sleep(pause)
                pause = min(2 * pause, _STARTING)

    async def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.line.close()
        await self._nursery.bury(worker.number)

    def _later(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> Worker:
        number, connection = await self._nursery.bear()
        _, line = await asyncio.get_running_loop().create_connection(Line, sock=connection)
        worker = Worker(number, line)
        self._all.add(worker)
        try:
            # The first request is answered once the database is open, so that no client waits for that.
            ready = line.ask({**self._ready(), "version": self.version()}, b"")
            head, _ = await asyncio.wait_for(ready, _STARTING)
        except (TimeoutError, OSError) as error:
            await self._end(worker)
            raise StoreError("a worker did not start; give it more memory with --max-memory") from error
        if "error" in head:
            await self._end(worker)
            raise StoreError(head["error"])
        worker.spent = head.get("spent", 0.0)
        return worker


def _spent(process: int) -> float:
    """Return the seconds of processor that a process has used; where that cannot be seen, very many."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return float("inf")
