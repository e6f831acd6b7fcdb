"""Printed facts become claims about the subject of a document."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rapidfuzz import fuzz

from graph_builder.extract.draft import Draft
from graph_builder.extract.normalise.identifiers import find_identifiers, find_kind, find_status
from graph_builder.extract.printed import Findings, Printed, PrintedFact
from graph_builder.extract.structured.bibtex import clean, venue_name
from graph_builder.gazetteer import normalize
from graph_builder.model import SCHEMA, Claim, EntityKind, Identifier, MarkKind, Mention, Relation, Span

GIVEN_SUBJECT = ("subject/stated", "subject/data")
"""The extractors of a subject that the user or structured data give: no reader of text names it better."""

_ALIKE = 88  # of 100: names that are one


def add_subject(draft: Draft, found: Findings, extractor: str, old: Mention | None, *, is_named: bool) -> str:
    """Add the profile of the subject as a reader names it, and return its mention.

    *old* is the subject of other readers: what identifies it stays, and its name, if it *is_named*, may be a form of
    the new one.
    """
    assert found.subject is not None
    name, aliases = found.subject.text, list(found.also)
    if old is not None and is_named and {*normalize(name).split()} & {*normalize(old.name).split()}:
        aliases += [old.name, name, *old.aliases]
        name = max((name, old.name), key=lambda each: len(each.split()))
    elif old is not None and is_named and _script(old.name) != _script(name):
        aliases.append(old.name)  # one person, printed in two scripts
    identifiers, context = (old.identifiers, old.context) if old else ((), ())
    span = found.subject.span
    person = draft.mention(
        EntityKind.PERSON, name, span, key="subject", aliases=aliases, identifiers=identifiers, context=context
    )
    draft.claim(Relation.PROFILE, {"person": person}, span, extractor, 0.97)
    return person


def _script(name: str) -> str:
    """Return the script of a name by its first letter: LATIN, CYRILLIC, CJK."""
    return unicodedata.name(name[0], "").split()[0] if name[:1].isalpha() else ""


def add_fact(
    draft: Draft,
    person: str,
    fact: PrintedFact,
    extractor: str,
    confidence: float,
    rule: Claim | None = None,
    mentions: Sequence[Mention] = (),
) -> str:
    """Add what a printed fact says of a person, and return the id of the claim, or nothing if it has no name.

    Args:
        draft: the facts of the document.
        person: the mention of its subject.
        fact: the fact.
        extractor: who read it.
        confidence: how likely it is right.
        rule: a claim that says the same; what *mentions* have besides (identifiers, other names) is added.
        mentions: those of that claim.
    """
    values: dict[str, str | None] = dict(fact.values)
    places = dict(fact.places)
    roles = {"person": person}

    def mention(kind: EntityKind, printed: Printed) -> str:
        return _mention(draft, kind, printed, fact, mentions)

    if fact.relation is Relation.ADVISING:
        other = mention(EntityKind.PERSON, fact.name)
        roles = {"student": person, "advisor": other} if fact.is_advisor else {"student": other, "advisor": person}
        places["advisor" if fact.is_advisor else "student"] = fact.name.span
    elif fact.relation is Relation.AWARD:
        values["award"], places["award"] = fact.name.text, fact.name.span
    else:
        role = SCHEMA[fact.relation].required[-1]  # what a relation is about stands last
        roles[role], places[role] = mention(dict(SCHEMA[fact.relation].roles)[role], fact.name), fact.name.span
    if fact.relation is Relation.PUBLICATION:
        values |= _type_and_status(draft, fact) if rule is None else {k: rule.values.get(k) for k in ("type", "status")}
        if fact.venue and (venue := venue_name(fact.venue.text)):
            named = Printed(venue, fact.venue.span)
            roles["venue"], places["venue"] = mention(EntityKind.VENUE, named), fact.venue.span
        title = draft.name_of(roles["work"]).casefold()
        for position, author in enumerate(fact.authors, 1):
            ident = draft.mention(EntityKind.PERSON, clean(author.text), author.span, key=title)
            signed = {"work": roles["work"], "author": ident}
            draft.claim(Relation.AUTHORSHIP, signed, author.span, extractor, confidence, {"position": str(position)})
    if not all(roles.values()):
        return ""
    return draft.claim(fact.relation, roles, fact.evidence, extractor, confidence, values, places)


def _mention(draft: Draft, kind: EntityKind, printed: Printed, fact: PrintedFact, mentions: Sequence[Mention]) -> str:
    """Note what a fact names, with what *mentions* of it say besides; of a work, what its entry identifies it by."""
    name = clean(printed.text)
    same = next((m for m in mentions if m.kind is kind and is_alike(m.name, printed.text)), None)
    if same is not None:
        identifiers = same.identifiers
    else:
        identifiers = _identifiers(draft, fact.evidence) if kind is EntityKind.WORK else ()
    return draft.mention(
        kind,
        name.rstrip(". ") if kind is EntityKind.WORK else name,
        printed.span,
        aliases=same.aliases if same else (),
        identifiers=identifiers,
        unit=(fact.unit.text,) if fact.unit and kind is EntityKind.ORGANIZATION else (),
        context=same.context if same else (),
    )


def _type_and_status(draft: Draft, fact: PrintedFact) -> dict[str, str]:
    """Return the type and state of a work as its entry prints them."""
    rest = fact.evidence.of(draft.document.text).replace(fact.name.text, " ", 1)
    return {"type": find_kind(fact.venue.text if fact.venue else "", rest), "status": find_status(rest)}


def _identifiers(draft: Draft, entry: Span) -> tuple[Identifier, ...]:
    """Return the identifiers that an entry prints, and those that its links lead to."""
    document = draft.document
    links = [m.href for m in document.marks if m.kind is MarkKind.LINK and m.href and entry.covers(m.span)]
    return find_identifiers(entry.of(document.text), tuple(links))


def is_alike(one: str, other: str) -> bool:
    """Return whether two printed names are likely those of one thing.

    >>> is_alike("Oxford University", "University of Oxford"), is_alike("Loom Lab, Quillmark AG", "Quillmark AG")
    (True, True)
    """
    a, b = normalize(one), normalize(other)
    if not a or not b:
        return False
    short, long = sorted((a, b), key=len)
    return fuzz.token_sort_ratio(a, b) >= _ALIKE or (len(short) > 3 and f" {short} " in f" {long} ")
