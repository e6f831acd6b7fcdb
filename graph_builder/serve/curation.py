"""Curation over HTTP: what is in doubt, decisions and added documents, stored as the command line stores them.

Doubts lie beside the snapshot and are read a page at a time. A decision or a build writes the store and holds its lock,
so it runs in a process of its own, one at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
import re
import sys
from collections.abc import Callable, Collection, Mapping
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
from graph_builder.serve.settings import Settings
from graph_builder.store.review import SETTLED
from graph_builder.store.store import Store

PATIENCE = 600.0
"""Seconds that a decision may take: about that of a build in which no document has changed."""

PAGE = 10
"""Doubts of a page: each has its evidence beside it."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_LONGEST = 2000
"""Characters of a name or a reason."""


def doubts(store: Path, kinds: Collection[EntityKind], start: int, size: int) -> dict[str, Any]:
    """Return some of what the graph is unsure of, the most doubtful first, and how much that is in all.

    Raises:
        StoreError: there is no store, or a build is going on that has to end first.
    """
    from graph_builder.pipeline import review_page

    total, found = review_page(store, kinds, start=start, size=size)
    base = Store.open(store).manifest.base
    return {"doubts": [_doubt(doubt, base) for doubt in found], "total": total}


def decide(store: Path, asked: Mapping[str, Any]) -> dict[str, str]:
    """Carry out a decision; return its id and what it says.

    Args:
        store: the folder of the store.
        asked: *what* is to be done, to which things or mentions (*one*, *other*, *mentions*, *fact*, *name*, *id*; of a
            correction *roles*, *values* and *span*, of an added fact also *source* and *relation*, of an accepted
            document *source*, of several doubts *answers*, each saying whether two *are_one*), by whom (*author*)
            and why (*reason*).

    Raises:
        DecisionError: it cannot be done.
        QueryError: something is missing from it.
        StoreError: there is no store, or a build is going on.
    """
    from graph_builder.pipeline import (
        Signature,
        accept,
        accept_document,
        add,
        answer,
        confirm,
        correct,
        keep_apart,
        merge,
        reject,
        rename,
        split,
        undo,
    )
    from graph_builder.pipeline.curation import describe

    by = Signature(_text(asked, "author"), datetime.date.today().isoformat(), _text(asked, "reason", needed=False))
    one, mentions = _text(asked, "one", needed=False), _list(asked, "mentions")
    ways: dict[str, Callable[[], Any]] = {
        "merge": lambda: merge(store, _text(asked, "one"), _text(asked, "other"), by),
        "apart": lambda: keep_apart(store, _text(asked, "one"), _text(asked, "other"), by),
        "split": lambda: split(
            store, _text(asked, "one"), by, mentions=mentions, into=_text(asked, "other", needed=False)
        ),
        "confirm": lambda: confirm(store, one, by, mentions=mentions),
        "accept": lambda: accept(store, _text(asked, "fact"), by),
        "accept_document": lambda: accept_document(store, _text(asked, "source"), by),
        "reject": lambda: reject(store, _text(asked, "fact"), by),
        "correct": lambda: correct(store, _text(asked, "fact"), by, **_right(asked)),
        "add": lambda: add(store, _text(asked, "source"), _text(asked, "relation"), by, **_right(asked)),
        "rename": lambda: rename(store, _text(asked, "one"), _text(asked, "name"), by),
        "answer": lambda: answer(store, _answers(asked), by),
        "undo": lambda: undo(store, by, _text(asked, "id", needed=False)),
    }
    what = _text(asked, "what")
    if what not in ways:
        raise QueryError(f"{what!r} is no decision; take one of {', '.join(ways)}")
    taken = ways[what]()
    said = f"{1 + len(taken.others)} decisions, {taken.decision.in_words}" if taken.others else describe(taken.decision)
    return {"id": taken.decision.batch or taken.decision.id, "said": said}


class Curator:
    """Runs reviews and decisions for a server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = asyncio.Lock()

    async def review(self, kind: str, page: int, size: int = PAGE) -> tuple[int, Any]:
        """Return status and content of one page of what is in doubt.

        Raises:
            StoreError: there is no store, or it is damaged.
        """
        if kind not in ("", *EntityKind):
            return 400, {"error": f"{kind!r} is no kind of things; take one of {', '.join(EntityKind)}"}
        kinds = [EntityKind(kind)] if kind else list(EntityKind)
        start = (max(page, 1) - 1) * size
        if (Store.open(self._settings.store).folder / SETTLED).exists():
            return 200, await asyncio.to_thread(doubts, self._settings.store, kinds, start, size)
        # A store from before doubts were kept: they are found once, which takes as long as a build without changes.
        return await self.run({"call": "doubts", "kinds": kinds, "start": start, "size": size})

    async def run(self, request: Mapping[str, Any]) -> tuple[int, Any]:
        """Return status and content of what changes the store: a decision, or a build with documents that were sent."""
        async with self._lock:
            return await self._run(request)

    async def _run(self, request: Mapping[str, Any]) -> tuple[int, Any]:
        """Return what ``python -m`` of this module writes for a request: status and content."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "graph_builder.serve.curation",
            str(self._settings.store.absolute()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            out, _ = await asyncio.wait_for(process.communicate(json.dumps(request).encode()), PATIENCE)
            status, content = json.loads(out)
        except TimeoutError:
            return 503, {"error": f"stopped after {PATIENCE:g} seconds; nothing was decided"}
        except ValueError:
            return 500, {"error": "it failed without a word; see what the command line says of it"}
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        return int(status), content


def decisions(store: Path) -> list[dict[str, Any]]:
    """Return the decisions beside a store, the latest first: what each says, by whom and when, and what came of it.

    Raises:
        StoreError: there is no store, or the file cannot be read.
    """
    from graph_builder.pipeline import history
    from graph_builder.pipeline.curation import describe

    return [
        {
            "id": decision.id,
            "batch": decision.batch,
            "kind": decision.kind.value,
            "said": describe(decision),
            "sources": sorted(
                {claim.source for claim in decision.claims}
                | {anchor.source for anchor in (*decision.one, *decision.other) if anchor.source}
            ),
            "state": state,
        }
        for decision, state in reversed(history(store)[0])
    ]


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
    from graph_builder.graph.iris import Minter

    minter = Minter(base)
    kind, key = side.entity
    return {
        "iri": minter.entity(EntityKind(kind), key),
        "name": side.name,
        "mentions": [
            {"source": source, "mention": mention, "printed": printed}
            for source, mention, printed in side.mentions[:50]
        ],
    }


def _text(asked: Mapping[str, Any], name: str, *, needed: bool = True) -> str:
    value = asked.get(name)
    if value is None and not needed:
        return ""
    if isinstance(value, str) and _CONTROL.search(value):
        raise QueryError(f"the decision's {name} holds control characters; give it without")
    if not isinstance(value, str) or len(value) > _LONGEST or (needed and not value.strip()):
        raise QueryError(f"the decision says no {name}; give it as text of at most {_LONGEST} characters")
    return value


def _list(asked: Mapping[str, Any], name: str) -> list[str]:
    value = asked.get(name) or []
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise QueryError(f"{name} of a decision is a list of texts")
    return value


def _texts(asked: Mapping[str, Any], name: str) -> dict[str, str]:
    value = asked.get(name) or {}
    if not isinstance(value, dict):
        raise QueryError(f"{name} of a correction are texts by name")
    return {key: _text(value, key, needed=False) for key in value}


def _right(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"roles": _texts(asked, "roles"), "values": _texts(asked, "values"), "span": _span(asked)}


def _answers(asked: Mapping[str, Any]) -> list[Any]:
    from graph_builder.pipeline import Answer

    given = asked.get("answers")
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        raise QueryError("answers are a list of objects")
    sides = ((_text(each, "one"), _text(each, "other", needed=False), tuple(_list(each, "mentions"))) for each in given)
    return [Answer(each.get("are_one") is True, *side) for each, side in zip(given, sides, strict=True)]


def _span(asked: Mapping[str, Any]) -> tuple[int, int] | None:
    value = asked.get("span")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(type(each) is int for each in value):
        raise QueryError("span of a correction is a list of two numbers")
    return value[0], value[1]


def _main() -> None:
    request = json.loads(sys.stdin.buffer.read())
    store = Path(sys.argv[1])
    outcome: tuple[int, Any]
    try:
        if request["call"] == "doubts":
            outcome = 200, doubts(store, [*map(EntityKind, request["kinds"])], request["start"], request["size"])
        elif request["call"] == "build":
            from graph_builder.pipeline.uploads import build_documents

            outcome = 200, build_documents(store, request["names"])
        else:
            outcome = 200, decide(store, request["asked"])
    except (DecisionError, QueryError) as error:
        outcome = 400, {"error": str(error)}
    except StoreError as error:
        outcome = 503, {"error": str(error)}
    except GraphBuilderError as error:
        outcome = 500, {"error": str(error)}
    sys.stdout.write(json.dumps(outcome))


if __name__ == "__main__":
    _main()
