"""Contradictions between mentions of people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from graph_builder.resolve.entities import Ref
from graph_builder.resolve.evidence import STRICT, MentionEvidence


def contradictions(block: Sequence[MentionEvidence]) -> Iterator[tuple[Ref, ...]]:
    """Yield mentions in a block of one name no two of which can be one person.

    They have identifiers that differ in a scheme where a person has one, or two profiles whose degrees of one level are
    from different schools while nothing else (paper, co-author) joins them.
    """
    by_value: dict[str, dict[str, Ref]] = defaultdict(dict)
    for evidence in block:
        for identifier in evidence.mention.identifiers:
            if identifier.scheme in STRICT:
                by_value[identifier.scheme].setdefault(identifier.value, evidence.ref)
    for values in by_value.values():
        if len(values) > 1:
            yield tuple(values.values())
    for one, other in combinations([s for s in block if s.subject and s.degrees], 2):
        if _degrees_differ(one, other):
            yield one.ref, other.ref


def _degrees_differ(one: MentionEvidence, other: MentionEvidence) -> bool:
    if set(one.works) & set(other.works) or set(one.coauthors) & set(other.coauthors):
        return False
    if set(one.identifiers) & set(other.identifiers):
        return False
    shared = one.degrees.keys() & other.degrees.keys()
    return any(not one.degrees[level] & other.degrees[level] for level in shared)
