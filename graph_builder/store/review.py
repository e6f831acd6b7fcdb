"""What is in doubt, beside a snapshot: questions that resolution has, and what decisions make of them.

They lie apart, so that a decision writes nothing of the questions, and one that is undone has its doubts back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graph_builder.model import EntityKind, Question, StoreError
from graph_builder.store.codec import decode, encode
from graph_builder.store.files import write_atomically
from graph_builder.store.objects import dumps, loads

QUESTIONS, SETTLED = "questions.jsonl", "settled-doubts.json"
"""The files of a snapshot with what resolution is unsure of, and what decisions say of that."""

Key = tuple[EntityKind, str]
Ref = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SettledDoubts:
    """What decisions say of entities and mentions that are in doubt.

    *moved* are entities of resolution with what each is now, *certain* entities of which no mention is in doubt any
    more, *answered* mentions that are in doubt no more, *apart* pairs of entities, as they are now, that are two.
    """

    moved: tuple[tuple[Key, Key], ...]
    certain: tuple[Key, ...] = ()
    answered: tuple[Ref, ...] = ()
    apart: tuple[tuple[Key, ...], ...] = ()

    def left(self, questions: Iterable[Question]) -> list[Question]:
        """Return what is left of questions, about the entities that there are now; each pair is asked of once."""
        moved, certain, answered = dict(self.moved), frozenset(self.certain), frozenset(self.answered)
        apart = frozenset(map(frozenset, self.apart))
        found: dict[object, Question] = {}
        for q in questions:
            one, other = (moved.get((q.kind, key), (q.kind, key)) for key in (q.one, q.other))
            pair = frozenset((one, other))
            over = one in certain or q.mention in answered if q.merged else one == other or pair in apart
            if not over:
                found.setdefault(q.mention if q.merged else pair, q._replace(one=one[1], other=other[1]))
        return list(found.values())


def write_questions(path: Path, questions: Iterable[Question]) -> None:
    """Write questions, in their order, into a file, which is there whole or not at all."""
    write_atomically(path, b"".join(dumps(tuple(q)) + b"\n" for q in questions))


def read_questions(path: Path) -> list[Question]:
    """Return the questions in a file. Raises StoreError if it is damaged."""
    try:
        return [_question(*loads(line)) for line in path.read_bytes().splitlines()]
    except (ValueError, TypeError) as error:
        raise _damaged(path, error) from error


def _question(merged: bool, kind: str, score: float, one: str, other: str, reasons: Any, mention: Any) -> Question:
    return Question(merged, EntityKind(kind), score, one, other, tuple(reasons), tuple(mention) if mention else None)


def write_settled(path: Path, settled: SettledDoubts) -> None:
    """Write what decisions say of doubts into a file, which is there whole or not at all."""
    write_atomically(path, encode(settled))


def read_settled(path: Path) -> SettledDoubts:
    """Return what decisions say of doubts. Raises StoreError if the file is damaged."""
    try:
        return decode(SettledDoubts, path.read_bytes())
    except StoreError as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> StoreError:
    return StoreError(f"{path} is damaged ({error}); remove it, and review makes it again")
