"""Initials and missing middle names: variants join a full name where one document or a shared paper supports it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from graph_builder.model import LinkStatus
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.entities import Reason, Ref
from graph_builder.resolve.evidence import Sighting
from graph_builder.resolve.names import PersonName, compatible

Places = Callable[[Sighting], Iterable[str]]
_Blocks = dict[tuple[str, str], list[Sighting]]

# Estimates of how often a variant means the one name that it can mean: the subject of the document on the list of his
# own paper, a name of the same document, an author of the same paper elsewhere.
_SUBJECT, _DOCUMENT, _PAPER = 0.95, 0.9, 0.93

# Among more people with one family name and initial in one place an abbreviation is left alone: each would be compared
# with all of them.
_CROWD = 200


def join_variants(
    seen: Sequence[Sighting], sets: DisjointSets[Ref], why: dict[Ref, Reason], shared: Collection[str]
) -> None:
    """Join variants of names: to the subject, inside a document, then across documents by *shared* papers."""
    papers = papers_among(shared)
    _join_equal(seen, sets, why, papers)
    subjects = [s for s in seen if s.subject]
    _join_unique(seen, _blocks(subjects, _documents, sets), _documents, sets, why, _SUBJECT, "name of the subject")
    _join_unique(
        seen, _blocks(seen, _documents, sets), _documents, sets, why, _DOCUMENT, "one full name in the document fits"
    )
    _join_unique(seen, _blocks(seen, papers, sets), papers, sets, why, _PAPER, "shared paper")


def _join_equal(seen: Sequence[Sighting], sets: DisjointSets[Ref], why: dict[Ref, Reason], papers: Places) -> None:
    """Equal abbreviated names are one person inside a document, and elsewhere where they share a paper."""
    first: dict[tuple[str, str], Ref] = {}
    for sighting in seen:
        for name in sighting.names:
            if name.full:
                continue
            for place in (*_documents(sighting), *papers(sighting)):
                known = first.setdefault((name.key, place), sighting.ref)
                if known != sighting.ref and sets.union(known, sighting.ref):
                    reason = Reason(LinkStatus.INFERRED, "same abbreviated name", 0.9, ("same document or paper",))
                    why.setdefault(sighting.ref, reason)


def papers_among(shared: Collection[str]) -> Places:
    """Return a function that gives those papers of a mention which are *shared*."""
    return lambda sighting: [work for work in sighting.works if work in shared]


def shared_papers(seen: Iterable[Sighting]) -> set[str]:
    """Return the papers that stand in more than one document or record."""
    places: dict[str, str] = {}
    shared: set[str] = set()
    for sighting in seen:
        for work in sighting.works:
            if places.setdefault(work, sighting.place) != sighting.place:
                shared.add(work)
    return shared


def _documents(sighting: Sighting) -> Iterable[str]:
    # A record lists each of its authors once: there are no variants in it.
    return () if sighting.in_record else (sighting.place,)


def _blocks(seen: Iterable[Sighting], places: Places, sets: DisjointSets[Ref]) -> _Blocks:
    """Full names by place and block; of mentions that are one person under one name, the first stands for all."""
    blocks: dict[tuple[str, str], dict[tuple[Ref, tuple[PersonName, ...]], Sighting]] = defaultdict(dict)
    for sighting in seen:
        if sighting.full_keys:
            person = (sets.find(sighting.ref), sighting.names)
            for place in places(sighting):
                for block in sighting.blocks:
                    blocks[place, block].setdefault(person, sighting)
    return {key: list(people.values()) for key, people in blocks.items() if len(people) <= _CROWD}


def _join_unique(
    seen: Sequence[Sighting],
    blocks: _Blocks,
    places: Places,
    sets: DisjointSets[Ref],
    why: dict[Ref, Reason],
    score: float,
    words: str,
) -> None:
    """Join each mention to the one cluster of a fuller name that it can mean; abstain where there are several."""
    proposals: list[tuple[Ref, Ref]] = []
    for sighting in seen:
        around = [s for p in places(sighting) for b in sighting.blocks for s in blocks.get((p, b), ())]
        fits = {sets.find(s.ref): s for s in around if _fuller(s, sighting) and not sets.apart(s.ref, sighting.ref)}
        fits.pop(sets.find(sighting.ref), None)
        if len(fits) == 1:
            proposals.append((sighting.ref, next(iter(fits.values())).ref))
    for one, other in sorted(proposals):
        if sets.union(one, other):
            why[one] = Reason(LinkStatus.INFERRED, "abbreviated name", score, (words,))


def _fuller(one: Sighting, other: Sighting) -> bool:
    """Tell whether *one* has a full name with which a name of *other* agrees, *other*'s being shorter."""
    return any(
        n.full and n.key != m.key and _length(n) > _length(m) and compatible(n, m)
        for n in one.names
        for m in other.names
    )


def _length(name: PersonName) -> int:
    return sum(len(w) for w in name.given)


def ties(sighting: Sighting, shared: Collection[str], told: str) -> set[str]:
    """Return what ties a mention to others for rules, as in ``organizations``.

    Ties are identifiers, the name that the user *told*, and names with the document or *shared* paper that prints them.
    """
    tied = {f"i{i.scheme}:{i.value}" for i in sighting.identifiers}
    if told:
        tied.add(f"u{told}")
    keys = {n.key for n in sighting.names}
    papers = papers_among(shared)(sighting)
    tied.update(f"n{key}\x1f{place}" for key in keys for place in (sighting.place, *papers))
    tied.update(f"b{block}\x1f{place}" for block in sighting.blocks for place in (*_documents(sighting), *papers))
    return tied
