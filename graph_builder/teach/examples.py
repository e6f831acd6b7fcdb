"""Training examples: a document as the tagger's units, each with its tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graph_builder.extract.tagger.labels import NUMBER
from graph_builder.extract.tagger.words import Units
from graph_builder.model import Span
from graph_builder.teach.align import Labelled

UNKNOWN = -100
"""The tag of a unit of which nobody has said what it is."""


@dataclass(slots=True)
class Example:
    """The units of a document, the tag of each, and whether a record begins with it."""

    units: Units
    tags: NDArray[np.int64]
    begins: NDArray[np.int64]


def example(cut: Units, facts: Sequence[Labelled], known: Sequence[Span] | None = None) -> Example:
    """Return a document's units with the tags of its facts; words of optional facts are unknown.

    Args:
        cut: the units.
        facts: the facts as labelled spans.
        known: where all facts are known, if not in the whole document; other units are unknown.
    """
    tags, begins = np.zeros(len(cut.starts), np.int64), np.zeros(len(cut.starts), np.int64)
    uses = Counter(span for fact in facts for span in {span for _, span in fact.fields})

    def units_in(span: Span) -> tuple[int, int]:
        return int(np.searchsorted(cut.ends, span.start, "right")), int(np.searchsorted(cut.starts, span.end, "left"))

    for fact in sorted(facts, key=lambda fact: fact.optional):
        own: list[int] = []
        for name, span in fact.fields:
            first, last = units_in(span)
            if first >= last or tags[first:last].any():
                continue
            tags[first:last] = UNKNOWN if fact.optional else NUMBER["I-" + name]
            if not fact.optional:
                tags[first] = NUMBER["B-" + name]
                if uses[span] == 1:
                    own.append(first)
        if own and not fact.optional:
            begins[min(own)] = 1
    if known is not None:
        outside = np.ones(len(tags), bool)
        for span in known:
            outside[slice(*units_in(span))] = False
        tags[outside] = UNKNOWN
    begins[tags == UNKNOWN] = UNKNOWN
    return Example(cut, tags, begins)
