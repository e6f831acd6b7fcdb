"""How far a push has come, in a file beside it, so that the next one goes on from there."""

from __future__ import annotations

import json
from pathlib import Path

from graph_builder.model import GraphBuilderError


class Checkpoint:
    """The number of rows of each table that the server has taken.

    The file names what is pushed and whereto; of anything else it is no checkpoint, and the push begins anew.

    >>> state = Checkpoint(None, "kg 1 to bolt://localhost")
    >>> state.mark("Person", 1000)
    >>> state.done("Person"), state.done("Work")
    (1000, 0)
    """

    def __init__(self, path: Path | None, identity: str) -> None:
        self._path, self._identity = path, identity
        self._done: dict[str, int] = {}
        if path is not None and path.exists():
            self._done = self._read(path)

    def done(self, name: str) -> int:
        """Return how many rows of a table have arrived."""
        return self._done.get(name, 0)

    def mark(self, name: str, rows: int) -> None:
        """Note that so many rows of a table have arrived."""
        self._done[name] = rows
        if self._path is not None:
            partial = self._path.with_name(self._path.name + ".partial")
            text = json.dumps({"push": self._identity, "done": self._done}, ensure_ascii=False)
            partial.write_text(text, encoding="utf-8")
            partial.replace(self._path)

    def finish(self) -> None:
        """Remove the file: all was sent."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _read(self, path: Path) -> dict[str, int]:
        try:
            state = json.loads(path.read_text(encoding="utf-8"))
            done = {str(name): int(rows) for name, rows in state["done"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise GraphBuilderError(f"{path}: is no checkpoint of a push; remove it or name another file") from error
        return done if state.get("push") == self._identity else {}
