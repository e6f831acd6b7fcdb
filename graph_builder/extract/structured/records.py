"""Records become claims: works with venue, year, topics and authors in order, people with what is said of them.

This is the one place where that is done. Each person of each record is a mention of its own: nothing but resolution
says that two of them are one person. Evidence for it is in the mention's context: ``record`` (the record's key),
``affiliation`` and what else the record hints at.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from graph_builder.extract.draft import Draft
from graph_builder.extract.normalise.identifiers import series_identifiers
from graph_builder.gazetteer import load
from graph_builder.model import (
    Award,
    EntityKind,
    Identifier,
    Named,
    Person,
    Profile,
    Record,
    RecordDocument,
    Relation,
    SourceFacts,
    Span,
    Stay,
    Work,
    record_lines,
)

RULE = "records"
"""What the claims of records name as their extractor."""

SIGNED = 0.9
"""The confidence that an author is at the organization that a paper names: an address may be that of a visit."""


def records(document: RecordDocument) -> SourceFacts:
    """Return the facts of a file of records; there is no profile, since the file is about nobody.

    >>> from graph_builder.model import Block, BlockKind
    >>> work = Record(EntityKind.WORK, "10.1/a", Work("Notes", (Person("Ada Lovelace"),)))
    >>> text = "\\\\n".join(record_lines(work))
    >>> block = Block(BlockKind.FIELD, Span(0, len(text)), label="10.1/a")
    >>> facts = records(RecordDocument("w.jsonl", "", text, (block,), records=(work,)))
    >>> [mention.name for mention in facts.mentions], facts.claims[0].evidence.record
    (['Notes', 'Ada Lovelace'], '10.1/a')
    """
    draft = Draft(document)
    for block, record in zip(document.blocks, document.records, strict=True):
        draft.record = record.key
        _Taking(draft, record, _spans(record, block.span, document.text)).take()
    return draft.facts()


def _spans(record: Record, block: Span, text: str) -> list[Span]:
    """Return where the lines of a record stand in the text."""
    lines: Sequence[str] = text[block.start : block.end].split("\n")
    about = record.about
    # A work has so many lines, if none of what it says has line ends in it.
    if not isinstance(about, Work) or len(lines) != len(about.authors) + 4:
        lines = record_lines(record)
    at, found = block.start, []
    for line in lines:
        found.append(Span(at, at + len(line)))
        at += len(line) + 1
    return found


class _Taking:
    """Takes what one record says into the draft."""

    def __init__(self, draft: Draft, record: Record, spans: Sequence[Span]) -> None:
        self._draft = draft
        self._record = record
        self._spans = spans

    def take(self) -> None:
        about = self._record.about
        if isinstance(about, Work):
            self._work(about)
        elif isinstance(about, Profile):
            self._profile(about)
        else:
            self._draft.keep(self._named(self._record.kind, about, self._spans[0], key=self._record.key))

    def _work(self, work: Work) -> None:
        key = self._record.key
        head = Span(self._spans[0].start, self._spans[1].end)
        ident = self._published(work, head, self._spans[0], "", key)
        for position, (author, span) in enumerate(zip(work.authors, self._spans[2:], strict=False), 1):
            person = self._person(author, span, f"{key} {position}")
            self._claim(Relation.AUTHORSHIP, {"work": ident, "author": person}, span, 1.0, position=str(position))
            for stay in author.stays:
                self._stay(person, stay, span, SIGNED, work.year)
        for topic in work.topics:
            place = self._spans[-2]
            self._claim(
                Relation.ABOUT, {"work": ident, "topic": self._named(EntityKind.TOPIC, topic, place)}, place, 0.9
            )

    def _published(self, work: Work, span: Span, title: Span, person: str, key: str) -> str:
        ident = self._draft.mention(
            EntityKind.WORK,
            work.title,
            title,
            key=key,
            aliases=work.aliases,
            identifiers=work.identifiers,
            context=[("year", work.year)] if work.year else [],
        )
        roles = {"work": ident, **({"person": person} if person else {})}
        if work.venue is not None:
            stated = (*work.venue.identifiers, *series_identifiers(work.identifiers))
            venue = work.venue._replace(identifiers=tuple(dict.fromkeys(stated)))
            # Series with one printed name are distinguished by what identifies them.
            series = " ".join(i.value for i in venue.identifiers if i.scheme == "acl")
            roles["venue"] = self._named(EntityKind.VENUE, venue, span, key=series)
        self._claim(Relation.PUBLICATION, roles, span, 1.0, year=work.year, type=work.type, status=work.status)
        return ident

    def _profile(self, profile: Profile) -> None:
        key, spans = self._record.key, iter(self._spans)
        person = self._person(profile.person, next(spans), key)
        self._draft.keep(person)
        for stay, span in zip(profile.person.stays, spans, strict=False):
            self._stay(person, stay, span, 1.0, "")
        rest = self._spans[1 + len(profile.person.stays) :]
        for award, span in zip(profile.awards, rest, strict=False):
            self._award(person, award, span)
        for number, (work, span) in enumerate(zip(profile.works, rest[len(profile.awards) :], strict=False), 1):
            self._published(work, span, span, person, f"{key} work {number}")
        for topic in profile.interests:
            ident = self._named(EntityKind.TOPIC, topic, self._spans[-2])
            roles = {"person": person, "topic": ident}
            self._claim(Relation.INTEREST, roles, self._spans[-2], 0.95, basis=profile.basis)

    def _person(self, person: Person, span: Span, key: str) -> str:
        places = dict.fromkeys(stay.organization.name for stay in person.stays)
        return self._draft.mention(
            EntityKind.PERSON,
            person.name,
            span,
            key=key,
            aliases=person.aliases,
            identifiers=person.identifiers,
            context=[("record", self._record.key), *(("affiliation", place) for place in places), *person.context],
        )

    def _stay(self, person: str, stay: Stay, span: Span, confidence: float, year: str) -> None:
        """Take an employment, an education, or an affiliation that the year of a work attests."""
        roles = {"person": person, "organization": self._named(EntityKind.ORGANIZATION, stay.organization, span)}
        dates = {"start": stay.start, "end": stay.end}
        if stay.relation is Relation.EDUCATION:
            degree = _degree(stay.role) if stay.role else ""
            field = stay.field or ("" if degree != "other" else stay.role)
            self._claim(Relation.EDUCATION, roles, span, confidence, degree=degree, field=field, **dates)
        else:
            attested = "" if stay.start or stay.end else year
            self._claim(Relation.EMPLOYMENT, roles, span, confidence, role=stay.role, year=attested, **dates)

    def _award(self, person: str, award: Award, span: Span) -> None:
        roles = {"person": person}
        if award.giver is not None:
            roles["organization"] = self._named(EntityKind.ORGANIZATION, award.giver, span)
        self._claim(Relation.AWARD, roles, span, 1.0, award=award.name, year=award.year)

    def _named(self, kind: EntityKind, named: Named, span: Span, key: str = "") -> str:
        context = [("country", named.country)] if named.country else []
        context += [("parent", f"{i.scheme}:{i.value}") for i in named.parents]
        return self._draft.mention(
            kind,
            named.name,
            span,
            key=key,
            aliases=named.aliases,
            identifiers=(*named.identifiers, *((Identifier("homepage", named.homepage),) if named.homepage else ())),
            unit=named.unit,
            context=context,
        )

    def _claim(self, relation: Relation, roles: dict[str, str], span: Span, confidence: float, **values: str) -> None:
        self._draft.claim(relation, roles, span, RULE, confidence, values)


@lru_cache(maxsize=4096)
def _degree(printed: str) -> str:
    return load().degree(printed) or "other"
