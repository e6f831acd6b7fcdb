"""Answers of language models, stored by document and question, so that no question is asked twice."""

from __future__ import annotations

import fcntl
import json
import shutil
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass
from pathlib import Path

from graph_builder.store.files import write_atomically
from graph_builder.store.layout import Layout


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """The text that a model answered, when (ISO 8601), and the tokens of question and answer."""

    text: str
    time: str
    tokens_in: int = 0
    tokens_out: int = 0


class ModelAnswers:
    """The answers in one store: a folder for each document, named for the digest of its bytes, and a file a question.

    A document that is renamed or moved finds its answers again; one that is forgotten takes them along.
    """

    def __init__(self, store: Path) -> None:
        self._layout = Layout(store)
        self._folder = self._layout.model_answers

    def get(self, content: str, key: str) -> ModelAnswer | None:
        """Return the answer to the question with a key, about the document with a digest, or None."""
        try:
            return ModelAnswer(**json.loads(self._path(content, key).read_bytes()))
        except (OSError, ValueError, TypeError):  # none, or half of one: it is asked for again
            return None

    def put(self, content: str, key: str, answer: ModelAnswer) -> None:
        """Store an answer."""
        path = self._path(content, key)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(asdict(answer), ensure_ascii=False).encode("utf-8", "replace"))

    def window(self, key: str, ask: Callable[[], int]) -> int:
        """Return the size of a model's window in tokens, which is asked for once; 0 where nobody knows."""
        path = self._folder / f"window-{key}"
        try:
            return int(path.read_text("ascii"))
        except (OSError, ValueError):
            pass
        found = ask()
        if found and self._layout.lock.exists():  # else there is no store yet in which to remember it
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, str(found).encode())
        return found

    def spend(self, tokens: int) -> int:
        """Count tokens that were spent, and return how many that makes for all processes of a build together."""
        path = self._folder / "spent"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            total = int(file.read() or 0) + tokens
            file.truncate(0)
            file.write(b"%d" % total)
        return total

    def remove(self, content: str) -> None:
        """Remove the answers about the document with this digest."""
        shutil.rmtree(self._folder / content, ignore_errors=True)

    def keep_only(self, contents: Collection[str]) -> None:
        """Remove the answers about all documents but those with these digests."""
        for folder in self._documents():
            if folder.name not in contents:
                shutil.rmtree(folder)

    def remove_naming(self, names_erased: Callable[[str], bool]) -> None:
        """Remove the answers whose text names somebody who is erased."""
        for folder in self._documents():
            for path in folder.iterdir():
                if names_erased(path.read_text("utf-8", "replace")):
                    path.unlink()

    def _documents(self) -> list[Path]:
        return [path for path in self._folder.iterdir() if path.is_dir()] if self._folder.is_dir() else []

    def _path(self, content: str, key: str) -> Path:
        return self._folder / content / f"{key}.json"
