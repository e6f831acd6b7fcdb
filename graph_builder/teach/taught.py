"""Taught documents: those of a store whose facts people have put right, and how well others are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from graph_builder.extract.tagger.merge import is_tagged
from graph_builder.model import Claim, Document, RecordDocument, Relation, SourceFacts, Span, accepted_documents
from graph_builder.pipeline.curation import judged
from graph_builder.resolve.revisions import ADDED, CORRECTED, revised, revised_claims
from graph_builder.store.decisions import read_decisions
from graph_builder.store.store import Store

_UNCOMPARED = ("type", "status")  # values that no label has
_SUBJECT = "subject"

FactKey = tuple[Relation, frozenset[tuple[str, str]]]
"""What makes a fact the same as another: its relation, the names in its roles, and its values."""


@dataclass(frozen=True, slots=True)
class TaughtDocument:
    """A document with its facts as people have revised them.

    *known* is where all facts are known, if the document was not accepted as a whole: the evidence of those decided on.
    """

    document: Document
    facts: SourceFacts
    known: tuple[Span, ...] | None = None


def taught_documents(path: Path | str) -> Iterator[TaughtDocument]:
    """Yield the documents of a store that people have accepted, or on whose facts they have decided.

    Raises:
        StoreError: there is no store, or it is damaged.
    """
    store, decisions = Store.open(path), read_decisions(path).all
    accepted = accepted_documents(decisions)
    touched = {key.source for decision in decisions for key in decision.claims} | {source for source, _ in accepted}
    for record in store.sources():
        document = store.try_document(record.id) if record.id in touched else None
        if document is None or isinstance(document, RecordDocument) or not document.text.strip():
            continue
        if not is_tagged(document):
            continue
        raw = store.facts(record.id)
        known = {record.id: raw}
        revisions, _ = revised_claims(decisions, lambda source, _, known=known: known.get(source))  # type: ignore[misc]
        facts = revised(raw, revisions)
        if (record.id, record.content[:16]) in accepted:
            yield TaughtDocument(document, facts)
            continue
        decided = [claim for _, claim in judged(decisions, raw)]
        decided += [claim for claim in facts.claims if claim.extractor in (CORRECTED, ADDED)]
        if decided:
            yield TaughtDocument(document, facts, tuple(claim.evidence.span for claim in decided))


def fact_keys(facts: SourceFacts) -> set[FactKey]:
    """Return what makes the facts of a document the same as others; the name of its subject counts once.

    Two facts are the same if relation, names and values are, but for case, blanks and marks around them.
    """
    names = {mention.id: _folded(mention.name) for mention in facts.mentions}
    subject = next((claim.roles["person"] for claim in facts.claims if claim.relation is Relation.PROFILE), "")
    others = names | {subject: _SUBJECT}
    return {_key(claim, names if claim.relation is Relation.PROFILE else others) for claim in facts.claims}


def _key(claim: Claim, names: dict[str, str]) -> FactKey:
    values = ((name, _folded(text)) for name, text in claim.values.items() if text and name not in _UNCOMPARED)
    return claim.relation, frozenset([*((role, names.get(m, "")) for role, m in claim.roles.items()), *values])


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .,;:")


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well facts agree with those that are right: how many are right, extra and missed, by relation.

    >>> Agreement(Counter(award=3), Counter(award=1), Counter(award=1)).f1("award")
    0.75
    """

    right: Counter[str]
    extra: Counter[str]
    missed: Counter[str]

    @classmethod
    def of(cls, pairs: Iterable[tuple[SourceFacts, SourceFacts]]) -> Agreement:
        """Return the agreement of pairs: what was found in a document, and what is right."""
        counts: tuple[Counter[str], Counter[str], Counter[str]] = (Counter(), Counter(), Counter())
        for found, right in pairs:
            got, want = fact_keys(found), fact_keys(right)
            for count, keys in zip(counts, (got & want, got - want, want - got), strict=True):
                count.update(relation.value for relation, _ in keys)
        return cls(*counts)

    @property
    def relations(self) -> list[str]:
        """The relations that have facts, found or right."""
        return [r.value for r in Relation if self.right[r] or self.extra[r] or self.missed[r]]

    def f1(self, relation: str = "") -> float:
        """Return the F1 of a relation; of all facts together, without one."""
        right, extra, missed = (
            count[relation] if relation else count.total() for count in (self.right, self.extra, self.missed)
        )
        return 2 * right / max(1, 2 * right + extra + missed)

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(self.right + other.right, self.extra + other.extra, self.missed + other.missed)
