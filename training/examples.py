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

import align
import annotations
import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from graph_builder.extract.tagger.encoder import Marks, units
from graph_builder.extract.tagger.labels import NUMBER
from graph_builder.extract.tagger.words import Units
from graph_builder.model import Document

UNKNOWN = -100


@dataclass(slots=True)
class Example:
    """A document with the tag of each unit, and whether a record begins with it."""

    name: str
    language: str
    held_out: bool
    document: Document
    units: Units
    tags: NDArray[np.int64]
    begins: NDArray[np.int64]
    gold: dict[str, Any] | None


def is_held_out(repository: str) -> bool:
    """Return whether the documents of a repository are kept back."""
    return int(hashlib.sha256(repository.casefold().encode()).hexdigest(), 16) % 3 == 0


def examples(
    folder: Path,
    tokenizer: Tokenizer,
    marks: Marks,
    found: Counter[str],
    sought: Counter[str],
    annotated: Path | None = None,
    hold_out: bool = True,
) -> Iterator[Example]:
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
        tags, begins = labelled(cut, aligned)
        held_out = hold_out and is_held_out(entry["repo"])
        yield Example(entry["id"], entry["language"], held_out, document, cut, tags, begins, gold)


def labelled(cut: Units, aligned: align.Aligned) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the tag of each unit and the beginnings of records; words of optional facts are unknown."""
    tags, begins = np.zeros(len(cut.starts), np.int64), np.zeros(len(cut.starts), np.int64)
    uses = Counter(span for fact in aligned.facts for _, span in fact.fields)
    for fact in sorted(aligned.facts, key=lambda fact: fact.optional):
        own: list[int] = []
        for name, span in fact.fields:
            first, last = (
                int(np.searchsorted(cut.ends, span.start, "right")),
                int(np.searchsorted(cut.starts, span.end, "left")),
            )
            if first >= last or tags[first:last].any():
                continue
            tags[first:last] = UNKNOWN if fact.optional else NUMBER["I-" + name]
            if not fact.optional:
                tags[first] = NUMBER["B-" + name]
                if uses[span] == 1:
                    own.append(first)
        if own and not fact.optional:
            begins[min(own)] = 1
    begins[tags == UNKNOWN] = UNKNOWN
    return tags, begins
