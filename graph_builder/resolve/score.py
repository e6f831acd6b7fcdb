"""Contradictions and support between mentions of people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from graph_builder.resolve.entities import Ref
from graph_builder.resolve.evidence import STRICT, Sighting

Edge = tuple[float, Ref, Ref, str]

# Support, strongest first. Estimates of how often two equal full names with this in common are one person.
SAME_IDENTIFIER, SAME_DOCUMENT, SHARED_PAPER, SHARED_COAUTHOR = 0.99, 0.97, 0.95, 0.85
# More mentions than this with one feature in common are joined in a chain and not pair by pair.
_ALL_PAIRS = 16


def contradictions(block: Sequence[Sighting]) -> Iterator[tuple[Ref, Ref]]:
    """Yield pairs of mentions in a block of one name that cannot be one person.

    They are identifiers that differ in a scheme where a person has one, or two profiles whose degrees of one level are
    from different schools while nothing else (paper, co-author) joins them.
    """
    by_value: dict[str, dict[str, Ref]] = defaultdict(dict)
    for sighting in block:
        for identifier in sighting.mention.identifiers:
            if identifier.scheme in STRICT:
                by_value[identifier.scheme].setdefault(identifier.value, sighting.ref)
    for values in by_value.values():
        yield from combinations(values.values(), 2)
    for one, other in combinations([s for s in block if s.subject and s.degrees], 2):
        if _degrees_differ(one, other):
            yield one.ref, other.ref


def _degrees_differ(one: Sighting, other: Sighting) -> bool:
    if one.works & other.works or one.coauthors & other.coauthors:
        return False
    if set(one.identifiers) & set(other.identifiers):
        return False
    shared = one.degrees.keys() & other.degrees.keys()
    return any(not one.degrees[level] & other.degrees[level] for level in shared)


def support(block: Iterable[Sighting]) -> list[Edge]:
    """Return the pairs of a block that something besides the name joins, best first."""
    holders: dict[tuple[float, str, str], list[Ref]] = defaultdict(list)
    for sighting in block:
        for score, kind, value in features(sighting):
            holders[score, kind, value].append(sighting.ref)
    edges = {
        (-score, one, other, kind)
        for (score, kind, _), refs in holders.items()
        for one, other in (combinations(refs, 2) if len(refs) <= _ALL_PAIRS else pairwise(refs))
    }
    return [(-score, one, other, kind) for score, one, other, kind in sorted(edges)]


def features(sighting: Sighting) -> Iterator[tuple[float, str, str]]:
    """Yield what a mention may have in common with another: score, what it is in words, value."""
    for identifier in sighting.identifiers:
        yield SAME_IDENTIFIER, f"same {identifier.scheme}", f"{identifier.scheme}:{identifier.value}"
    yield SAME_DOCUMENT, "same document", sighting.mention.source
    for work in sighting.works:
        yield SHARED_PAPER, "shared paper", work
    for coauthor in sighting.coauthors:
        yield SHARED_COAUTHOR, "shared co-author", coauthor
