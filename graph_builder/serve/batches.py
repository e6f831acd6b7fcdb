"""Batches of short questions: what comes at the same time goes to a worker in one message, as many as it has time for.

A small query takes an engine fifty microseconds, and waking a process for it twice as many more. So as many workers are
kept busy as there are processors, each with several questions, one after the other. None waits long behind another: a
worker begins nothing after a share of time, and what stands behind a question that takes long goes to others.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph_builder.model import StoreError
from graph_builder.serve.frames import Message
from graph_builder.serve.pool import Asked, Pool, Worker

GLANCE = 0.05
"""Seconds after which a question goes on the long way, with the worker that has begun on it."""

_MOST = 8
"""Questions of a batch."""

_STALE = 0.01
"""Seconds after which a batch keeps no others from being begun."""

_PATIENCE = 0.5
"""Seconds after which a question that waits for a worker goes on the long way, where it may wait for long."""


@dataclass(eq=False, slots=True)
class Question:
    """A query, and what to do with its answer.

    Args:
        accept: the Accept header of the request.
        text: the query.
        answer: takes the snapshot's version, type and content of the answer, if all went well at once.
        go_on: called otherwise, with what a worker has begun, or None if the question has to be asked anew.
    """

    accept: str
    text: bytes
    answer: Callable[[int, str, bytes], None]
    go_on: Callable[[Asked | None], None]
    since: float = 0.0


class Batches:
    """Hands questions to workers.

    Args:
        pool: the workers.
        limits: what every question has in its head: rows, bytes, services.
        seconds: after which a query is stopped.
    """

    def __init__(self, pool: Pool, limits: dict[str, Any], seconds: float) -> None:
        self.pool = pool
        self.limits = limits
        self.seconds = seconds
        self._lanes = max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2)
        self._waiting: deque[Question] = deque()
        self._running: set[_Batch] = set()
        self._turn: asyncio.Future[Worker] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_planned = False

    def ask(self, question: Question) -> None:
        """Ask as soon as a worker has time; what else comes until then is asked with it."""
        question.since = asyncio.get_running_loop().time()
        self._waiting.append(question)
        self._plan()

    def put_back(self, questions: Sequence[Question]) -> None:
        """Take back what was not begun."""
        self._waiting.extendleft(reversed(questions))
        self._plan()

    def over(self, batch: _Batch) -> None:
        """Take note of a batch that keeps no others from being begun any more."""
        self._running.discard(batch)
        if self._waiting:
            self._plan()

    def _plan(self) -> None:
        if not self._is_planned:
            self._is_planned = True
            asyncio.get_running_loop().call_soon(self._hand_out)

    def _hand_out(self) -> None:
        self._is_planned = False
        while self._waiting and len(self._running) < self._lanes:
            worker = self.pool.idle()
            if worker is None:
                self._await_turn()
                break
            self._begin(worker)
        if self._waiting and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_STALE, self._look)

    def _begin(self, worker: Worker) -> None:
        share = -(-len(self._waiting) // max(1, self._lanes - len(self._running)))
        questions = [self._waiting.popleft() for _ in range(min(share, _MOST))]
        try:
            version = self.pool.version()
        except StoreError:
            self.pool.give_back(worker)
            for question in questions:
                question.go_on(None)  # which says what is wrong
            return
        batch = _Batch(self, worker, version, questions)
        self._running.add(batch)
        batch.begin()

    def _await_turn(self) -> None:
        """Take the next worker that is free, in turn with all who wait for one."""
        if self._turn is not None:
            return
        self._turn = self.pool.turn()

        def come(turn: asyncio.Future[Worker]) -> None:
            self._turn = None
            if turn.cancelled():
                return
            if self._waiting:
                self._begin(turn.result())
                self._plan()
            else:
                self.pool.give_back(turn.result())

        self._turn.add_done_callback(come)

    def _look(self) -> None:
        """Begin further batches beside those that take their time; send on who has waited too long."""
        self._timer = None
        now = asyncio.get_running_loop().time()
        self._running = {batch for batch in self._running if now - batch.since < _STALE}
        while self._waiting and now - self._waiting[0].since > _PATIENCE:
            self._waiting.popleft().go_on(None)
        self._hand_out()


@dataclass(eq=False, slots=True)
class _Batch:
    """Questions that a worker answers one after the other."""

    batches: Batches
    worker: Worker
    version: int
    questions: list[Question]
    since: float = 0.0
    done: int = 0
    timer: asyncio.TimerHandle | None = None
    is_over: bool = False
    rest: asyncio.Future[Message] | None = field(default=None)
    """The reply to the one question that goes on the long way, which then has the worker."""

    def begin(self) -> None:
        """Send the questions."""
        loop = asyncio.get_running_loop()
        self.since = loop.time()
        self.timer = loop.call_later(GLANCE, self._late)
        self._send(self.questions)

    def _send(self, questions: Sequence[Question]) -> None:
        head = {
            "call": "batch",
            "version": self.version,
            "seconds": self.batches.seconds,
            "accept": [question.accept for question in questions],
            "sizes": [len(question.text) for question in questions],
            **self.batches.limits,
        }
        self.worker.line.follow(head, b"".join(question.text for question in questions), self._take)

    def _take(self, message: Message | None) -> None:
        """Take a reply, or the news that there will be none."""
        if self.is_over:
            return
        if self.rest is not None:
            self._pass(message)
        elif message is None:
            self._late()
            self._pass(None)
        elif "left" in message[0]:
            left = self.questions[self.done :]
            self._end(message[0])
            self.batches.put_back(left)
        else:
            question = self.questions[self.done]
            self.done += 1
            if self.done == len(self.questions):
                self._end(message[0])
            told, content = message
            if "error" in told:
                question.go_on(None)
            else:
                question.answer(self.version, told["type"], content)

    def _pass(self, message: Message | None) -> None:
        """Hand a reply to whoever took the worker."""
        if self.rest is None or self.rest.done():
            return
        if message is None:
            self.rest.set_exception(ConnectionResetError("the worker has ended"))
            self.rest.exception()  # it may be that nobody waits any more
        elif "left" in message[0]:  # it had put back what we took it to have begun on
            self._send(self.questions[self.done : self.done + 1])
        else:
            self.rest.set_result(message)

    def _late(self) -> None:
        """Let the question that takes long have the worker; those behind it go to others."""
        self._stop()
        current, *behind = self.questions[self.done :]
        self.rest = asyncio.get_running_loop().create_future()
        self.batches.put_back(behind)
        self.batches.over(self)
        current.go_on(Asked(self.worker, self.rest, self.version, self.batches.seconds))

    def _end(self, told: dict[str, Any]) -> None:
        self._stop()
        self.is_over = True
        self.worker.spent = told.get("spent", self.worker.spent)
        self.batches.pool.give_back(self.worker)
        self.batches.over(self)

    def _stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
