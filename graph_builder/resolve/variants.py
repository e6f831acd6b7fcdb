"""Initials and missing middle names: variants join a full name where one document or a shared paper supports it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from graph_builder.model import LinkStatus
from graph_builder.resolve.cluster import DisjointSets
from graph_builder.resolve.entities import Reason, Ref
from graph_builder.resolve.evidence import MentionEvidence
from graph_builder.resolve.names import PersonName, compatible

Places = Callable[[MentionEvidence], Iterable[str]]
_Blocks = dict[tuple[str, str], list[MentionEvidence]]

# Estimates of how often a variant means the one name that it can mean: the subject of the document on the list of his
# own paper, a name of the same document, an author of the same paper elsewhere.
_SUBJECT, _DOCUMENT, _PAPER = 0.95, 0.9, 0.93

# Among more people with one family name and initial in one place an abbreviation is left alone: each would be compared
# with all of them.
_CROWD = 200


def join_variants(
    seen: Sequence[MentionEvidence], sets: DisjointSets[Ref], why: dict[Ref, Reason], shared: Collection[str]
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


def _join_equal(
    seen: Sequence[MentionEvidence], sets: DisjointSets[Ref], why: dict[Ref, Reason], papers: Places
) -> None:
    """Equal abbreviated names are one person inside a document, and elsewhere where they share a paper."""
    first: dict[tuple[str, str], Ref] = {}
    for evidence in seen:
        for name in evidence.names:
            if name.full:
                continue
            for place in (*_documents(evidence), *papers(evidence)):
                known = first.setdefault((name.key, place), evidence.ref)
                if known != evidence.ref and sets.union(known, evidence.ref):
                    reason = Reason(LinkStatus.INFERRED, "same abbreviated name", 0.9, ("same document or paper",))
                    why.setdefault(evidence.ref, reason)


def papers_among(shared: Collection[str]) -> Places:
    """Return a function that gives those papers of a mention which are *shared*."""
    return lambda evidence: [work for work in evidence.works if work in shared]


def _documents(evidence: MentionEvidence) -> Iterable[str]:
    # A record lists each of its authors once: there are no variants in it.
    return () if evidence.in_record else (evidence.place,)


def _blocks(seen: Iterable[MentionEvidence], places: Places, sets: DisjointSets[Ref]) -> _Blocks:
    """Full names by place and block; of mentions that are one person under one name, the first stands for all."""
    blocks: dict[tuple[str, str], dict[tuple[Ref, tuple[PersonName, ...]], MentionEvidence]] = defaultdict(dict)
    for evidence in seen:
        if evidence.full_keys:
            person = (sets.find(evidence.ref), evidence.names)
            for place in places(evidence):
                for block in evidence.blocks:
                    blocks[place, block].setdefault(person, evidence)
    return {key: list(people.values()) for key, people in blocks.items() if len(people) <= _CROWD}


def _join_unique(
    seen: Sequence[MentionEvidence],
    blocks: _Blocks,
    places: Places,
    sets: DisjointSets[Ref],
    why: dict[Ref, Reason],
    score: float,
    words: str,
) -> None:
    """Join each mention to the one cluster of a fuller name that it can mean; abstain where there are several."""
    proposals: list[tuple[Ref, Ref]] = []
    for evidence in seen:
        around = [s for p in places(evidence) for b in evidence.blocks for s in blocks.get((p, b), ())]
        fits = {sets.find(s.ref): s for s in around if _fuller(s, evidence) and not sets.apart(s.ref, evidence.ref)}
        fits.pop(sets.find(evidence.ref), None)
        if len(fits) == 1:
            proposals.append((evidence.ref, next(iter(fits.values())).ref))
    for one, other in sorted(proposals):
        if sets.union(one, other):
            why[one] = Reason(LinkStatus.INFERRED, "abbreviated name", score, (words,))


def _fuller(one: MentionEvidence, other: MentionEvidence) -> bool:
    """Return whether *one* has a full name with which a name of *other* agrees, *other*'s being shorter."""
    return any(
        n.full and n.key != m.key and _length(n) > _length(m) and compatible(n, m)
        for n in one.names
        for m in other.names
    )


def _length(name: PersonName) -> int:
    return sum(len(w) for w in name.given)


def ties(evidence: MentionEvidence, shared: Collection[str], stated: str) -> set[str]:
    """Return what ties a mention to others for rules, as in ``organizations``.

    Ties are identifiers, the name that the user *stated*, and names with the document or *shared* paper that prints
    them.
    """
    tied = {f"i{i.scheme}:{i.value}" for i in evidence.identifiers}
    if stated:
        tied.add(f"u{stated}")
    keys = {n.key for n in evidence.names}
    papers = papers_among(shared)(evidence)
    tied.update(f"n{key}\x1f{place}" for key in keys for place in (evidence.place, *papers))
    tied.update(f"b{block}\x1f{place}" for block in evidence.blocks for place in (*_documents(evidence), *papers))
    return tied
