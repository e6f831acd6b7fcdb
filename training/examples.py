"""Training examples: documents with labelled spans, as the tagger's units with a tag each.

A folder of documents has ``index.jsonl`` (``id``, ``file``, ``repo``), ``docs/``, and, where it has no annotations,
``gold/`` or ``answers/`` (see ``annotations.py``). A third of the repositories, by their hash, is held out.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import annotations
from tokenizers import Tokenizer

from graph_builder.extract.tagger.encoder import Marks, units
from graph_builder.model import Document
from graph_builder.teach.examples import Example, example


@dataclass(slots=True)
class AnnotatedExample(Example):
    """An example, and the document that it was made from."""

    name: str
    repository: str
    language: str
    held_out: bool
    document: Document
    gold: dict[str, Any] | None


def is_held_out(repository: str) -> bool:
    """Return whether the documents of a repository are kept back."""
    return int(hashlib.sha256(repository.casefold().encode()).hexdigest(), 16) % 3 == 0


def half_of(repository: str) -> int:
    """Return the half, 0 or 1, that the documents of a repository belong to."""
    return int(hashlib.sha256(("half" + repository.casefold()).encode()).hexdigest(), 16) % 2


def examples(
    folder: Path,
    tokenizer: Tokenizer,
    marks: Marks,
    found: Counter[str],
    sought: Counter[str],
    annotated: Path | None = None,
    hold_out: bool = True,
) -> Iterator[AnnotatedExample]:
    """Yield the examples of a folder, as *annotated* if there are annotations; count what the aligner finds.

    With *hold_out*, a third of the repositories is marked as held out.
    """
    for entry, document in annotations.entries(folder):
        path = folder / "gold" / f"{entry['id']}.json"
        gold = json.loads(path.read_text("utf-8")) if path.exists() else None
        file = annotated / f"{entry['id']}.json" if annotated else None
        if file is not None and file.exists():
            aligned = annotations.labelled(json.loads(file.read_text("utf-8")), document.text)
        else:
            aligned = annotations.aligned(folder, entry, document)
        if aligned is None:
            continue
        found += aligned.found
        sought += aligned.sought
        cut = units(document, tokenizer, marks)
        made = example(cut, aligned.facts)
        held_out = hold_out and is_held_out(entry["repo"])
        about = (entry["id"], entry["repo"], entry["language"], held_out, document, gold)
        yield AnnotatedExample(made.units, made.tags, made.begins, *about)
