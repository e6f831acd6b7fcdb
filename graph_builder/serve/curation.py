"""Curation over HTTP: what is in doubt, and decisions, stored as the command line stores them.

Both resolve the whole store and hold its lock, so they run in a process of their own, one at a time.
"""

from __future__ import annotations

import asyncio
import datetime
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from graph_builder.model import (
    DecisionError,
    Doubt,
    EntityKind,
    GraphBuilderError,
    QueryError,
    Side,
    StoreError,
)
from graph_builder.serve.jobs import run_job
from graph_builder.serve.settings import Settings

PATIENCE = 600.0
"""Seconds that a decision may take: about that of a build in which no document has changed."""

_LONGEST = 2000
"""Characters of a name or a reason."""


def doubts(store: Path) -> list[dict[str, Any]]:
    """Return all that the graph is unsure of, the most doubtful first.

    Raises:
        StoreError: there is no store, or a build is going on.
    """
    from graph_builder.pipeline import review

    base = _base(store)
    return [_doubt(doubt, base) for doubt in review(store)]


def decide(store: Path, asked: Mapping[str, Any]) -> dict[str, str]:
    """Carry out a decision; return its id and what it says.

    Args:
        store: the folder of the store.
        asked: *what* is to be done, to which things or mentions (*one*, *other*, *mentions*, *fact*, *name*, *id*), by
            whom (*author*) and why (*reason*).

    Raises:
        DecisionError: it cannot be done.
        QueryError: something is missing from it.
        StoreError: there is no store, or a build is going on.
    """
    from graph_builder.pipeline import Signature, confirm, keep_apart, merge, reject, rename, split, undo
    from graph_builder.pipeline.telling import in_words

    by = Signature(_text(asked, "author"), datetime.date.today().isoformat(), _text(asked, "reason", needed=False))
    one, mentions = _text(asked, "one", needed=False), _list(asked, "mentions")
    ways: dict[str, Callable[[], Any]] = {
        "merge": lambda: merge(store, _text(asked, "one"), _text(asked, "other"), by),
        "apart": lambda: keep_apart(store, _text(asked, "one"), _text(asked, "other"), by),
        "split": lambda: split(store, _text(asked, "one"), by, mentions=mentions),
        "confirm": lambda: confirm(store, one, by, mentions=mentions),
        "reject": lambda: reject(store, _text(asked, "fact"), by),
        "rename": lambda: rename(store, _text(asked, "one"), _text(asked, "name"), by),
        "undo": lambda: undo(store, by, _text(asked, "id", needed=False)),
    }
    what = _text(asked, "what")
    if what not in ways:
        raise QueryError(f"{what!r} is no decision; take one of {', '.join(ways)}")
    made = ways[what]()
    return {"id": made.decision.id, "said": in_words(made.decision)}


class Curator:
    """Runs reviews and decisions for a server, and remembers the last review until the store changes."""

    def __init__(self, settings: Settings, snapshot: Callable[[], int]) -> None:
        self._settings = settings
        self._snapshot = snapshot
        self._lock = asyncio.Lock()
        self._known: tuple[int, list[dict[str, Any]]] | None = None

    async def review(self, kind: str, page: int, size: int = 20) -> tuple[int, Any]:
        """Return status and content of one page of what is in doubt."""
        number = self._snapshot()
        if self._known is None or self._known[0] != number:
            async with self._lock:
                if self._known is None or self._known[0] != number:
                    status, found = await self._run({"call": "doubts"})
                    if status != 200:
                        return status, found
                    self._known = number, found
        wanted = [doubt for doubt in self._known[1] if not kind or doubt["kind"] == kind]
        start = (max(page, 1) - 1) * size
        return 200, {"doubts": wanted[start : start + size], "total": len(wanted)}

    async def decide(self, asked: Mapping[str, Any]) -> tuple[int, Any]:
        """Return status and content of a decision."""
        async with self._lock:
            return await self._run({"call": "decide", "asked": dict(asked)})

    async def _run(self, request: Mapping[str, Any]) -> tuple[int, Any]:
        asked = json.dumps(request).encode()
        try:
            done = await run_job("graph_builder.serve.curation", self._settings.store, asked, PATIENCE)
        except TimeoutError:
            return 503, {"error": f"stopped after {PATIENCE:g} seconds; nothing was decided"}
        return done or (500, {"error": "it failed without a word; see what the command line says of it"})


def _doubt(doubt: Doubt, base: str) -> dict[str, Any]:
    return {
        "merged": doubt.merged,
        "kind": doubt.kind.value,
        "score": doubt.score,
        "one": _side(doubt.one, base),
        "other": _side(doubt.other, base),
        "reasons": list(doubt.reasons),
    }


def _side(side: Side, base: str) -> dict[str, Any]:
    from graph_builder.graph import Minter

    minter = Minter(base)
    kind, key = side.entity
    return {
        "iri": minter.entity(EntityKind(kind), key).value,
        "name": side.name,
        "mentions": [
            {"source": source, "mention": minter.mention(source, mention).value, "printed": printed}
            for source, mention, printed in side.mentions[:50]
        ],
    }


def _base(store: Path) -> str:
    from graph_builder.store import Store

    return Store.open(store).manifest.base


def _text(asked: Mapping[str, Any], name: str, *, needed: bool = True) -> str:
    value = asked.get(name)
    if value is None and not needed:
        return ""
    if not isinstance(value, str) or len(value) > _LONGEST or (needed and not value.strip()):
        raise QueryError(f"the decision says no {name}; give it as text of at most {_LONGEST} characters")
    return value


def _list(asked: Mapping[str, Any], name: str) -> list[str]:
    value = asked.get(name) or []
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise QueryError(f"{name} of a decision is a list of texts")
    return value


def _main() -> None:
    request = json.loads(sys.stdin.buffer.read())
    store = Path(sys.argv[1])
    outcome: tuple[int, Any]
    try:
        outcome = 200, doubts(store) if request["call"] == "doubts" else decide(store, request["asked"])
    except (DecisionError, QueryError) as error:
        outcome = 400, {"error": str(error)}
    except StoreError as error:
        outcome = 503, {"error": str(error)}
    except GraphBuilderError as error:
        outcome = 500, {"error": str(error)}
    sys.stdout.write(json.dumps(outcome))


if __name__ == "__main__":
    _main()
