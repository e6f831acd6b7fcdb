"""The pool of workers: each request goes to a process of its own, with a deadline that is kept."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graph_builder.model import StoreError
from graph_builder.serve.messages import Message, pack, receive
from graph_builder.serve.refusal import RefusedError
from graph_builder.serve.settings import Settings
from graph_builder.serve.worker import work
from graph_builder.store.layout import Layout, has_forgotten

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

_NICE = 15
_STARTING = 60.0
_FIRST_PAUSE = 0.1
_FOLLOWING = 2.0
_BUFFER = 1 << 20

_PRELOADED = ["graph_builder.serve.worker", "rdflib.plugins.sparql.parser"]
"""What the fork server imports once, so that a new worker starts within milliseconds."""


@dataclass(eq=False, slots=True)
class Worker:
    """A process that answers requests, and the connection to it."""

    process: ForkServerProcess
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    number: int
    spent: float = 0.0
    """Seconds of processor that it had used at its last reply."""

    async def exchange(self, head: dict[str, Any], body: bytes) -> Message:
        """Send a request and return the reply.

        Raises:
            OSError, asyncio.IncompleteReadError: the process has ended.
        """
        self.writer.write(pack(head, body))
        reply, content = await receive(self.reader)
        self.spent = reply.pop("spent", 0.0)
        return reply, content


class Pool:
    """Workers that answer requests, always as many free as the settings ask for.

    A request that runs longer than the patience of the settings keeps its worker, which then yields the processor to
    the others, and a new one takes its place; there is a bound to how many such may run at a time. A request that
    meets its deadline, or that nobody waits for any more, is ended with its process.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._layout = Layout(settings.store)
        self._pointer = str(self._layout.pointer)
        self._seen = 0
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(_PRELOADED)
        # The worker that replied last is asked next: its caches are warm.
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._all: set[Worker] = set()
        self._spawning = asyncio.Lock()
        self._long = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Pool]:
        """Start the workers, and end them when done."""
        try:
            for worker in await asyncio.gather(*(self._start() for _ in range(self._settings.processes))):
                self._free.put_nowait(worker)
            self._later(self._follow())
            yield self
        finally:
            self._closed = True
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.gather(*map(self._end, list(self._all)), return_exceptions=True)

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
            RefusedError: the worker refuses, or the request met its deadline, took too much memory, or the server is
                busy with long ones.
        """
        try:
            self.version()  # nobody waits for a worker that would have nothing to read
            async with asyncio.timeout(self._settings.seconds):
                worker = await self._take()
        except StoreError as error:
            raise RefusedError(503, str(error)) from error
        except TimeoutError:
            raise RefusedError(503, "the server is busy; try again later") from None
        reply, content = await self._ask(worker, head, body, seconds or self._settings.seconds)
        if "error" in reply:
            raise RefusedError(reply["status"], reply["error"])
        return reply, content

    async def _take(self) -> Worker:
        """Return a free worker; one that died while it was idle is replaced."""
        while (worker := await self._free.get()).reader.at_eof():
            self._discard(worker)
        return worker

    async def _ask(self, worker: Worker, head: dict[str, Any], body: bytes, seconds: float) -> Message:
        held, is_fine = False, False
        reply: asyncio.Task[Message] | None = None
        try:
            request = {**head, "version": self.version(), "seconds": seconds}
            reply = asyncio.create_task(worker.exchange(request, body))
            patience = self._settings.patience
            async with asyncio.timeout(seconds):
                while not held and not reply.done():
                    await asyncio.wait({reply}, timeout=patience)
                    # A machine that is busy with something else is no reason to yield the processor to that.
                    if not reply.done() and _spent(worker.number) - worker.spent >= patience / 2:
                        held = self._hold(worker)
                answer = await reply
            is_fine = True
            return answer
        except TimeoutError:
            said = f"stopped after {seconds:g} seconds; ask for less, or raise the time limit"
            raise RefusedError(503, said) from None
        except StoreError as error:
            is_fine = True
            raise RefusedError(503, str(error)) from error
        except (OSError, asyncio.IncompleteReadError) as error:
            limit = self._settings.memory / 1e6
            raise RefusedError(503, f"stopped: it took more than {limit:g} MB of memory; ask for less") from error
        finally:
            self._long -= held
            if is_fine and not held and not self._closed:
                self._free.put_nowait(worker)
            else:  # what was stopped, and what has yielded, serves nobody any more
                if reply is not None:
                    reply.cancel()
                self._discard(worker, replace=not held)

    def _hold(self, worker: Worker) -> bool:
        """Take a worker with a long request out of the pool; it yields the processor, and a new one comes in."""
        if self._long >= self._settings.long_queries:
            raise RefusedError(503, "the server is busy with other long queries; try again later, or ask for less")
        self._long += 1
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, worker.number, _NICE)
        self._later(self._refill())
        return True

    async def _follow(self) -> None:
        """Lead idle workers to each new snapshot, so that none holds the last one, which may have been forgotten."""
        known = self.version()
        while True:
            await asyncio.sleep(_FOLLOWING)
            with contextlib.suppress(StoreError):
                if (version := self.version()) != known or has_forgotten(self._settings.store):
                    idle = [self._free.get_nowait() for _ in range(self._free.qsize())]
                    asked = (self._ask(worker, self._ready(), b"", self._settings.seconds) for worker in idle)
                    await asyncio.gather(*asked, return_exceptions=True)
                    known = version

    def _ready(self) -> dict[str, Any]:
        return {"call": "ready", "store": str(self._settings.store.absolute())}

    def _discard(self, worker: Worker, *, replace: bool = True) -> None:
        self._later(self._end(worker))
        if replace and not self._closed:
            self._later(self._refill())

    async def _refill(self) -> None:
        """Start a worker, again and again if the machine has no room for one now: the pool must not run dry."""
        pause = _FIRST_PAUSE
        while not self._closed:
            try:
                self._free.put_nowait(await self._start())
                return
            except (StoreError, OSError):
                await asyncio.sleep(pause)
                pause = min(2 * pause, _STARTING)

    async def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.writer.close()
        worker.process.kill()
        await asyncio.to_thread(worker.process.join)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> Worker:
        async with self._spawning:
            process, connection = await asyncio.to_thread(self._spawn)
        reader, writer = await asyncio.open_connection(sock=connection, limit=_BUFFER)
        worker = Worker(process, reader, writer, process.pid or 0)
        self._all.add(worker)
        try:
            # The first request is answered once the database is open, so that no client waits for that.
            async with asyncio.timeout(_STARTING):
                head, _ = await worker.exchange({**self._ready(), "version": self.version(), "seconds": _STARTING}, b"")
        except (OSError, asyncio.IncompleteReadError) as error:
            await self._end(worker)
            raise StoreError("a worker did not start; give it more memory with --max-memory") from error
        if "error" in head:
            await self._end(worker)
            raise StoreError(head["error"])
        return worker

    def _spawn(self) -> tuple[ForkServerProcess, socket.socket]:
        ours, theirs = socket.socketpair()
        arguments = (theirs, self._settings.store.absolute(), self._settings.memory)
        try:
            with theirs:
                process = self._context.Process(target=work, args=arguments, daemon=True)
                process.start()
        except BaseException:
            ours.close()
            raise
        return process, ours


def _spent(process: int) -> float:
    """Return the seconds of processor that a process has used; where that cannot be seen, very many."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return float("inf")
