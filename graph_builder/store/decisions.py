"""The file of decisions: one JSON object a line, beside the store, for people, diffs and version control."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from graph_builder.model import Decision, DecisionKind, Problem, StoreError, digest
from graph_builder.store.codec import decode, encode
from graph_builder.store.files import beside, write_atomically

SUFFIX = ".decisions"
"""What the file's name has after the store's: no suffix of a document, so that a build of the folder passes it over."""

_ADVICE = "mend the line or remove it; the other decisions hold"
_NEEDS: dict[DecisionKind, tuple[str, ...]] = {
    DecisionKind.MERGE: ("of", "one", "other"),
    DecisionKind.CONFIRM: ("of", "one", "other"),
    DecisionKind.SPLIT: ("of", "one", "other"),
    DecisionKind.ACCEPT: ("claims",),
    DecisionKind.ACCEPT_DOCUMENT: ("one", "name"),
    DecisionKind.REJECT: ("claims",),
    DecisionKind.CORRECT: ("claims", "right"),
    DecisionKind.ADD: ("claims", "right"),
    DecisionKind.RENAME: ("of", "one", "name"),
    DecisionKind.PIN: ("of", "one", "name"),
    DecisionKind.UNDO: ("undoes",),
}


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions beside a store in the order of the file, and a problem for each line that is none."""

    all: tuple[Decision, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def fingerprint(self) -> str:
        """A digest of the decisions; empty if there are none."""
        return digest(*(encode(decision).decode("utf-8", "surrogatepass") for decision in self.all)) if self.all else ""


def decisions_path(store: Path | str) -> Path:
    """Return the file of decisions of the store in a folder."""
    return beside(store, SUFFIX)


def read_decisions(store: Path | str) -> Decisions:
    """Return the decisions beside the store in a folder. A line that is none is a problem; the others hold.

    Raises StoreError if the file is there and cannot be opened: a build without its decisions would show what people
    have taken back.
    """
    path = decisions_path(store)
    try:
        lines = path.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    except FileNotFoundError:
        return Decisions()
    except OSError as error:
        raise StoreError(f"{path} cannot be opened ({error.strerror}); check its permissions") from error
    found: dict[str, Decision] = {}
    problems = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            decision = _parse(line)
            if decision.id in found:
                raise ValueError(f"has the id of an earlier line, {decision.id}")
            found[decision.id] = decision
        except ValueError as error:
            problems.append(Problem(f"{path.name}:{number}", str(error), _ADVICE))
    return Decisions(tuple(found.values()), tuple(problems))


def _parse(line: bytes) -> Decision:
    """Return the decision of a line. Raises ValueError that says what is wrong with it."""
    try:
        json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"is no JSON ({error})") from error
    try:
        decision = decode(Decision, line)
    except StoreError as error:
        raise ValueError(f"is no decision ({error.__cause__})") from error
    for name in ("author", "date", *_NEEDS[decision.kind]):
        if not getattr(decision, name):
            raise ValueError(f"is a {decision.kind} without {name!r}")
    return decision if decision.id else with_id(decision)


def with_id(decision: Decision, taken: Iterable[str] = ()) -> Decision:
    """Return a decision with an id made from what it says, other than those that are *taken*.

    >>> with_id(Decision(DecisionKind.UNDO, "Ada", "2026-01-31", undoes="1")).id
    'c36843ed'
    """
    ids, text = frozenset(taken), encode(replace(decision, id="")).decode("utf-8", "surrogatepass")
    number = 0
    while (new := digest(text, *([str(number)] if number else []))[:8]) in ids:
        number += 1
    return replace(decision, id=new)


def append_decisions(store: Path | str, *decisions: Decision) -> None:
    """Write decisions at the end of the file; all other lines, also malformed ones, stay as they are.

    Raises StoreError if the file cannot be written.
    """
    path = decisions_path(store)
    try:
        old = path.read_bytes() if path.exists() else b""
        gap = b"\n" if old and not old.endswith(b"\n") else b""
        write_atomically(path, old + gap + b"".join(_line(decision) + b"\n" for decision in decisions))
    except OSError as error:
        raise StoreError(f"{path} cannot be written ({error.strerror}); nothing was decided") from error


def _line(decision: Decision) -> bytes:
    """Return a decision as its line: the id first, spaces between its parts, for readers."""
    plain = json.loads(encode(decision).decode("utf-8", "surrogatepass"))
    text = json.dumps({"id": decision.id, **plain}, ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")
