"""Answers of language models, stored by document and question, so that no question is asked twice."""

from __future__ import annotations

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
        self._folder = Layout(store).model_answers

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
