"""Decisions: what a person says of identities and facts, in words that outlive every rebuild."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from graph_builder.model.errors import GraphBuilderError
from graph_builder.model.facts import Claim, EntityKind, Relation, SourceFacts


class DecisionError(GraphBuilderError):
    """A decision that cannot be made: it names what is not there, or says what already holds."""


class DecisionKind(StrEnum):
    """What a decision does."""

    MERGE = "merge"
    CONFIRM = "confirm"
    SPLIT = "split"
    ACCEPT = "accept"
    ACCEPT_DOCUMENT = "accept-document"
    REJECT = "reject"
    CORRECT = "correct"
    ADD = "add"
    RENAME = "rename"
    PIN = "pin"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Anchor:
    """A mention as a decision names it: by what stands in the document, so that it is found again after any rebuild.

    *name* is the printed form. Where the source prints it for several mentions, *near* tells which: the title of the
    paper it stands with, "subject" for whom the source is about, or else the mention's id; empty means all of them.
    *unit* is true where the part of the organization is meant that the mention names, not the employer. An entity that
    no mention names (one above another) is anchored by its *key* alone.

    >>> Anchor("cvs/ada.md", "Ada Lovelace")
    Anchor(source='cvs/ada.md', name='Ada Lovelace', near='', unit=False, key='')
    """

    source: str = ""
    name: str = ""
    near: str = ""
    unit: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class ClaimKey:
    """A claim as a decision names it: its relation, the printed names in its roles, and its values.

    *quote* is given where the source states several such claims, and is the evidence of the one that is meant.
    """

    source: str
    relation: Relation
    roles: Mapping[str, str]
    values: Mapping[str, str] = field(default_factory=dict)
    quote: str = ""

    def claims_in(self, facts: SourceFacts | None) -> list[Claim]:
        """Return the claims of a source that this means; case and spaces do not matter."""
        if facts is None:
            return []
        names = {mention.id: mention.name for mention in facts.mentions}
        wanted = _folded(self.roles), _folded(self.values)
        return [
            claim
            for claim in facts.claims
            if claim.relation is self.relation
            and (_folded({r: names.get(m, m) for r, m in claim.roles.items()}), _folded(claim.values)) == wanted
            and (not self.quote or self.quote == claim.evidence.quote)
        ]


@dataclass(frozen=True, slots=True)
class Correction:
    """What a claim says rightly: the printed names in its roles, and its values.

    *span* are the first character and the one after the last of the text that states it, and *quote* that text, where
    both differ from the evidence that was found, or where no claim was found there.

    >>> Correction({"person": "Ada Lovelace"}, {"degree": "doctorate"}).span
    """

    roles: Mapping[str, str]
    values: Mapping[str, str] = field(default_factory=dict)
    span: tuple[int, int] | None = None
    quote: str = ""


@dataclass(frozen=True, slots=True)
class SourceRevisions:
    """What people have said of the claims of one source.

    *added* are claims that reading did not find; *said*, by the id of a claim, how it is right, or None where it is
    rejected.
    """

    added: tuple[tuple[Relation, Correction], ...] = ()
    said: Mapping[str, Correction | None] = field(default_factory=dict)


Revisions = Mapping[str, SourceRevisions]
"""What people have said of claims, by source."""


def _folded(values: Mapping[str, str]) -> dict[str, str]:
    return {name: " ".join(value.casefold().split()) for name, value in values.items()}


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a person, with author, date (ISO 8601) and reason: a line of the file of decisions.

    A merge makes *other* one with *one*, which keeps its key and name. A confirmation says that the mentions
    *other* are rightly one with *one*, and holds them there. A split takes the mentions *other* away from *one*,
    what stays, and makes them one with *into*, if that is given. A rename gives *one* the preferred name *name*; a
    pin gives it the key *name*. An accept says that *claims* are right, a reject leaves them out, and a correction
    says what they say rightly (*right*). An acceptance of a document says that what the source *one* is read to
    state, as people have revised it, is right and all that it states, as long as the digest of its bytes is *name*.
    An add states a claim that was not found: *right* is what it says, and *claims* names source and relation alone.
    An undo takes back the decision with the id *undoes*, which may itself be an undo, or all of the *batch* of that id:
    what was decided at once.

    >>> Decision(DecisionKind.UNDO, "Ada", "2026-01-31", id="2", undoes="1").undoes
    '1'
    """

    kind: DecisionKind
    author: str
    date: str
    reason: str = ""
    id: str = ""
    of: EntityKind | None = None
    one: tuple[Anchor, ...] = ()
    other: tuple[Anchor, ...] = ()
    name: str = ""
    claims: tuple[ClaimKey, ...] = ()
    right: Correction | None = None
    undoes: str = ""
    into: tuple[Anchor, ...] = ()
    batch: str = ""

    @property
    def in_words(self) -> str:
        """Who decided, when and why, as the links that it makes say it.

        >>> Decision(DecisionKind.MERGE, "Ada", "2026-01-31", "same page").in_words
        'decided by Ada on 2026-01-31: same page'
        """
        return f"decided by {self.author} on {self.date}" + (f": {self.reason}" if self.reason else "")


class DecisionState(StrEnum):
    """What came of a decision when it was replayed.

    Dormant: what it speaks of is not in the store, for now. Overruled: a later decision says otherwise.
    """

    HOLDS = "holds"
    DORMANT = "dormant"
    OVERRULED = "overruled"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a doubt: the entity, its preferred name, and the mentions in question as (source, IRI, printed)."""

    entity: tuple[EntityKind, str]
    name: str
    mentions: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Two sides that are one entity (*merged*) or two, with the probability that they are one, and what speaks for it.

    Of a merge, *one* is the mention in question and *other* the rest of its entity.
    """

    merged: bool
    kind: EntityKind
    score: float
    one: Side
    other: Side
    reasons: tuple[str, ...]

    @property
    def doubt(self) -> float:
        """How unsure it is, in 0..1: that a merge is wrong, or a non-merge."""
        return round(1 - self.score if self.merged else self.score, 4)


class Question(NamedTuple):
    """A doubt in short: its two entities by key and, of a merge, the one *mention* in question as (source, id).

    Of a merge *one* and *other* are the same.
    """

    merged: bool
    kind: EntityKind
    score: float
    one: str
    other: str
    reasons: tuple[str, ...]
    mention: tuple[str, str] | None = None


def accepted_documents(decisions: tuple[Decision, ...]) -> dict[tuple[str, str], str]:
    """Return the ids of the decisions that accept documents, by source and the digest of the bytes accepted.

    >>> decision = Decision(DecisionKind.ACCEPT_DOCUMENT, "Ada", "2026-01-31", id="1", one=(Anchor("a.md"),), name="5f")
    >>> accepted_documents((decision,))
    {('a.md', '5f'): '1'}
    """
    gone = undone(decisions)
    return {
        (decision.one[0].source, decision.name): decision.id
        for decision in decisions
        if decision.kind is DecisionKind.ACCEPT_DOCUMENT and decision.id not in gone
    }


def undone(decisions: tuple[Decision, ...]) -> frozenset[str]:
    """Return the ids of the decisions that later ones take back.

    >>> merge = Decision(DecisionKind.MERGE, "Ada", "2026-01-31", id="1")
    >>> undo = Decision(DecisionKind.UNDO, "Ada", "2026-01-31", id="2", undoes="1")
    >>> redo = Decision(DecisionKind.UNDO, "Ada", "2026-01-31", id="3", undoes="2")
    >>> sorted(undone((merge, undo))), sorted(undone((merge, undo, redo)))
    (['1'], ['2'])
    """
    gone: set[str] = set()
    batches: dict[str, set[str]] = {}
    for decision in decisions:
        batches.setdefault(decision.batch, set()).add(decision.id)
    places = {name: place for place, decision in enumerate(decisions) for name in (decision.batch, decision.id)}
    for place, decision in reversed(list(enumerate(decisions))):
        # An undo that stands before what it names, as after a merge of two files, has nothing to take back yet.
        if (
            decision.kind is DecisionKind.UNDO
            and decision.id not in gone
            and places.get(decision.undoes, place) < place
        ):
            gone |= batches.get(decision.undoes, {decision.undoes})
    return frozenset(gone)
