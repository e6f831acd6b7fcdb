"""From an answer to claims: what the quote does not show is not believed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from graph_builder.extract.draft import Draft
from graph_builder.extract.llm.question import DATED, DEGREES, FIELDS, SERVICE_ROLES
from graph_builder.extract.llm.quotes import Quotable
from graph_builder.gazetteer import normalize
from graph_builder.model import SCHEMA, Claim, EntityKind, Relation, Span

CONFIDENCE = 0.5
"""The confidence of a model's claim: less than that of any rule, since what it reads into a quote cannot be checked."""

_MOST_FACTS = 500
_SHORTEST_QUOTE = 3
_DATE = re.compile(r"(\d{4})(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
_OPEN = re.compile(r"\b(?:present|now|current|currently|ongoing|today|since|am|is|are)\b|[-–—]\s*$", re.IGNORECASE)
_Place = Callable[[Any], Span | None]
_KIND = {
    Relation.EDUCATION: ("organization", EntityKind.ORGANIZATION),
    Relation.EMPLOYMENT: ("organization", EntityKind.ORGANIZATION),
    Relation.INTEREST: ("topic", EntityKind.TOPIC),
    Relation.SERVICE: ("venue", EntityKind.VENUE),
}


class NotFacts(ValueError):
    """An answer that does not have the form that was asked for."""


def facts_of(answer: Any) -> list[Mapping[str, Any]]:
    """Return the facts of a chat completion.

    Raises ``NotFacts`` if the answer is no chat completion, or what it says is not in the form that was asked for.

    >>> facts_of({"choices": [{"message": {"content": '{"facts": []}'}}]})
    []
    """
    try:
        choice = answer["choices"][0]
        text = choice["message"]["content"]
        cut = choice.get("finish_reason") == "length"
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise NotFacts("is no chat completion") from error
    fenced = re.fullmatch(r"\s*```\w*\s*\n(.*)```\s*", text or "", re.DOTALL) if isinstance(text, str) else None
    try:
        facts = json.loads(fenced.group(1) if fenced else text)["facts"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise NotFacts("was cut short" if cut else "is not in the form that was asked for") from error
    if not isinstance(facts, list):
        raise NotFacts("is not in the form that was asked for")
    return [fact if isinstance(fact, dict) else {} for fact in facts[:_MOST_FACTS]]


class Believer:
    """Turns the facts that a model gives for one document into claims of a draft, beside those of the rules.

    *stated* are the rules' claims, which win; *person* is the subject's mention; *dropped* counts what the quotes did
    not bear out.
    """

    def __init__(self, draft: Draft, person: str, extractor: str) -> None:
        self.draft = draft
        self.person = person
        self.extractor = extractor
        self.stated = tuple(draft.claims.values())
        self.names = {claim.id: _main_name(draft, claim, person) for claim in self.stated}
        self.dropped = 0

    def add(self, fact: Mapping[str, Any], text: Quotable) -> None:
        """Add the claim that a fact makes, unless its quote is not in the text or a rule has read the same place."""
        quote = fact.get("quote")
        span = text.find(quote) if isinstance(quote, str) and len(quote.strip()) >= _SHORTEST_QUOTE else None
        relation = next((r for r in FIELDS if r.value == fact.get("relation")), None)
        if span is None or relation is None:
            self.dropped += 1
            return

        def place(name: Any) -> Span | None:
            return text.find(name, span) if isinstance(name, str) else None

        if relation is Relation.ADVISING:
            self._advising(fact, span, place)
            return
        name = fact.get(FIELDS[relation][0])
        where = place(name)
        if where is None or not isinstance(name, str):
            self.dropped += 1
            return
        values = self._values(relation, fact, span, place)
        if not self._is_stated(relation, name, span, values):
            self._claim(relation, name, where, span, fact, values, place)

    def _claim(
        self,
        relation: Relation,
        name: str,
        where: Span,
        span: Span,
        fact: Mapping[str, Any],
        values: dict[str, str | None],
        place: _Place,
    ) -> None:
        roles = {"person": self.person}
        if relation in _KIND:
            role, kind = _KIND[relation]
            roles[role] = self.draft.mention(kind, name, where)
        elif relation is Relation.AWARD:
            values["award"] = name
        else:
            roles["work"] = self.draft.mention(EntityKind.WORK, name.rstrip(". "), where)
            venue = fact.get("venue")
            if (at := place(venue)) and isinstance(venue, str):
                roles["venue"] = self.draft.mention(EntityKind.VENUE, venue, at)
            self._authors(roles["work"], name, fact.get("authors"), place)
        self.draft.claim(relation, roles, span, self.extractor, CONFIDENCE, values)

    def _authors(self, work: str, title: str, authors: Any, place: _Place) -> None:
        for position, author in enumerate(authors if isinstance(authors, list) else (), 1):
            at = place(author)
            if at is None:
                self.dropped += 1
                continue
            mention = self.draft.mention(EntityKind.PERSON, author, at, key=title.rstrip(". ").casefold())
            roles, values = {"work": work, "author": mention}, {"position": str(position)}
            self.draft.claim(Relation.AUTHORSHIP, roles, at, self.extractor, CONFIDENCE, values)

    def _advising(self, fact: Mapping[str, Any], span: Span, place: _Place) -> None:
        for role, own in (("advisor", "student"), ("student", "advisor")):
            name = fact.get(role)
            if not name:
                continue
            at = place(name)
            if at is None or not isinstance(name, str):
                self.dropped += 1
            elif not self._is_stated(Relation.ADVISING, name, span, {}):
                other = self.draft.mention(EntityKind.PERSON, name, at)
                roles = {role: other, own: self.person}
                self.draft.claim(Relation.ADVISING, roles, span, self.extractor, CONFIDENCE)
            return
        self.dropped += 1

    def _values(self, relation: Relation, fact: Mapping[str, Any], span: Span, place: _Place) -> dict[str, str | None]:
        """Return the values that the quote bears out: years that it shows, words that it has, levels that we know."""
        quote = span.of(self.draft.document.text)
        values: dict[str, str | None] = {}
        for key in SCHEMA[relation].values:
            value = fact.get(key)
            if not isinstance(value, str) or key not in FIELDS[relation][1]:
                continue
            if key in DATED:
                fine = _is_borne_out(value, quote)
            elif key == "degree" or relation is Relation.SERVICE:
                fine = value in (DEGREES if key == "degree" else SERVICE_ROLES)
            else:
                fine = place(value) is not None
            values[key] = value if fine else None
        if relation is Relation.SERVICE and not values.get("role"):
            values["role"] = "other"
        return values

    def _is_stated(self, relation: Relation, name: str, span: Span, values: Mapping[str, str | None]) -> bool:
        """Tell whether a rule has read the same thing, or has read this place in another way."""
        plain = normalize(name)
        return any(
            _conflict(claim, self.names[claim.id] == plain, span, values)
            for claim in self.stated
            if claim.relation is relation
        )


def _conflict(claim: Claim, alike: bool, span: Span, values: Mapping[str, str | None]) -> bool:
    """Tell whether a rule's claim stands against a model's of the same relation with evidence at *span*.

    A line states one job, one degree or one paper; but many topics, prizes and duties.
    """
    meets = claim.evidence.span.start < span.end and span.start < claim.evidence.span.end
    same = all(claim.values.get(key, "") == (values.get(key) or "") for key in DATED)
    if claim.relation in (Relation.EDUCATION, Relation.EMPLOYMENT):
        return meets or (alike and same)
    if claim.relation is Relation.SERVICE:
        return alike and (meets or same)
    return alike or (meets and claim.relation is Relation.PUBLICATION)


def _main_name(draft: Draft, claim: Claim, person: str) -> str:
    """Return the name that a claim is about in the form in which names are compared."""
    if claim.relation is Relation.AWARD:
        return normalize(claim.values.get("award", ""))
    order = ("organization", "work", "topic", "venue", "advisor", "student")
    mention = next((claim.roles[role] for role in order if claim.roles.get(role, person) != person), "")
    return normalize(draft.mentions[mention].name) if mention in draft.mentions else ""


def _is_borne_out(date: str, quote: str) -> bool:
    """Tell whether a quote shows a date: its year, or a word or dash for an open end.

    >>> _is_borne_out("2019-09", "Sept. 2019 - now"), _is_borne_out("present", "2019 -"), _is_borne_out("2020", "2019")
    (True, True, False)
    """
    if date == "present":
        return bool(_OPEN.search(quote))
    found = _DATE.fullmatch(date)
    return bool(found and found.group(1) in quote)
