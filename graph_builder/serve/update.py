"""SPARQL Update: carried out on a draft of the store by a process of its own, and published in one step."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from graph_builder.model import GraphBuilderError, QueryError, StoreError
from graph_builder.query.guard import check_update
from graph_builder.serve.jobs import run_job
from graph_builder.serve.settings import Settings
from graph_builder.store import edit


def update(store: Path, text: str) -> None:
    """Carry out an update and publish the snapshot that it leads to.

    What an update writes into the graph of a source lasts until that source changes: use graphs of your own.

    Raises:
        QueryError: the update is malformed, or would fetch from elsewhere.
        StoreError: a build is going on.
    """
    check_update(text)
    with edit(store) as draft:
        draft.written_directly()
        try:
            draft.graph.update(text)
        except SyntaxError as error:
            raise QueryError(f"SPARQL Update: {error}") from error
        except (RuntimeError, ValueError) as error:
            raise QueryError(str(error)) from error
        draft.commit(draft.previous)


async def run_update(settings: Settings, text: str) -> tuple[int, str]:
    """Return status and message of an update that runs under the server's time limit."""
    try:
        done = await run_job("graph_builder.serve.update", settings.store, text.encode("utf-8"), settings.seconds)
    except TimeoutError:
        return 503, f"stopped after {settings.seconds:g} seconds; nothing was changed"
    return done or (503, "stopped: it took more memory than there is; nothing was changed")


def _main() -> None:
    try:
        update(Path(sys.argv[1]), sys.stdin.buffer.read().decode("utf-8"))
        outcome: tuple[int, str] = (204, "")
    except QueryError as error:
        outcome = (400, str(error))
    except StoreError as error:
        outcome = (503, str(error))
    except GraphBuilderError as error:
        outcome = (500, str(error))
    print(json.dumps(outcome))


if __name__ == "__main__":
    _main()
