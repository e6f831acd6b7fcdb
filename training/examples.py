"""Training examples: documents with labelled spans, as the tagger's units with a tag each.

A folder of documents has ``index.jsonl`` (``id``, ``file``, ``repo``), ``docs/``, and either ``gold/`` with a JSON
file of facts a document or ``answers/`` with what was answered to the questions about it. A third of the repositories,
by their hash, is held out.
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
import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from graph_builder.extract.llm.question import questions
from graph_builder.extract.tagger.encoder import Marks, units
from graph_builder.extract.tagger.labels import NUMBER
from graph_builder.extract.tagger.words import Units
from graph_builder.model import Document
from graph_builder.read import read_file

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
    """Tell whether the documents of a repository are kept back."""
    return int(hashlib.sha256(repository.casefold().encode()).hexdigest(), 16) % 3 == 0


def examples(folder: Path, tokenizer: Tokenizer, marks: Marks, found: Counter[str], sought: Counter[str]) -> Iterator[Example]:
    """Yield the examples of a folder; *found* and *sought* count what the aligner finds."""
    for line in (folder / "index.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        path = folder / "docs" / entry["file"]
        gold_file = folder / "gold" / f"{entry['id']}.json"
        gold = None
        try:
            document = read_file(path, f"x/{path.name}")
            if gold_file.exists():
                gold = json.loads(gold_file.read_text("utf-8"))
                aligned = align.of_gold(document, gold)
            else:
                answers = [folder / "answers" / f"{entry['id']}.{n}.json" for n in range(len(questions(document)))]
                if not answers or not all(answer.exists() for answer in answers):
                    continue
                aligned = align.of_answers(document, [answer.read_text("utf-8") for answer in answers])
        except ValueError as error:
            print(path.name, str(error)[:100])
            continue
        found += aligned.found
        sought += aligned.sought
        cut = units(document, tokenizer, marks)
        tags, begins = labelled(cut, aligned)
        yield Example(entry["id"], entry["language"], is_held_out(entry["repo"]), document, cut, tags, begins, gold)


def labelled(cut: Units, aligned: align.Aligned) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the tag of each unit and the beginnings of records; words of optional facts are unknown."""
    tags, begins = np.zeros(len(cut.starts), np.int64), np.zeros(len(cut.starts), np.int64)
    uses = Counter(span for fact in aligned.facts for _, span in fact.fields)
    for fact in sorted(aligned.facts, key=lambda fact: fact.optional):
        own: list[int] = []
        for name, span in fact.fields:
            first, last = int(np.searchsorted(cut.ends, span.start, "right")), int(np.searchsorted(cut.starts, span.end, "left"))
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
