"""Research interests that structured data list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graph_builder.extract.draft import Draft
from graph_builder.extract.structured.keys import part_of
from graph_builder.model import EntityKind, Node, Relation, Span

_BETWEEN = re.compile(r"\s*[;|•·∙、；，]\s*|\s*,\s+(?:(?:and|or|et|und|y|e)\s+)?")
_LAST = re.compile(r"\s+(?:and|et|und|y)\s+|\s+&\s+")
_SENTENCE = re.compile(r"\b(?:I|[Mm]y|[Ww]e|[Oo]ur|is|are|am|was)\b|[.!?]\s")
_LONGEST, _MOST_WORDS, _MOST = 100, 12, 20


def add_interests(values: Iterable[Node], draft: Draft, person: str) -> None:
    """Add the interests that the values of a list name; more than twenty are a list of other things."""
    found = [part for node in values for part in _interests(node)]
    known: set[str] = set()
    for name, span in found if len(found) <= _MOST else ():
        if name.casefold() not in known:
            known.add(name.casefold())
            topic = draft.mention(EntityKind.TOPIC, name, span)
            draft.claim(Relation.INTEREST, {"person": person, "topic": topic}, span, "data/topics", 0.9)


def _interests(node: Node) -> Iterator[tuple[str, Span]]:
    if _SENTENCE.search(node.value):
        return
    for start, end in _parts(node.value):
        name = node.value[start:end].strip(" .,;:*\"'“”‘’")
        if 2 <= len(name) <= _LONGEST and len(name.split()) <= _MOST_WORDS and any(map(str.isalpha, name)):
            at = node.value.index(name, start)
            yield name, part_of(node, at, at + len(name)).span


def _parts(text: str) -> list[tuple[int, int]]:
    """Return where the parts of a list stand: between commas and the like, and around the "and" behind commas.

    >>> [text[a:b] for text in ["looms (hand, power), felt and yarn", "design and use"] for a, b in _parts(text)]
    ['looms (hand, power)', 'felt', 'yarn', 'design and use']
    """
    cuts = [m.span() for m in _BETWEEN.finditer(text) if text.count("(", 0, m.start()) <= text.count(")", 0, m.start())]
    behind = cuts[-1][1] if cuts else len(text)
    last = _LAST.search(text, behind)
    if last is not None and "," in text[: last.start()]:
        cuts.append(last.span())
    return list(zip([0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)], strict=True))
