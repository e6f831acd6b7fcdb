"""Verification: of what a model copied only that stands that the lines it cites print, each value with its place.

Dates and degrees are read from what is printed by the same code that reads them for the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from graph_builder.extract.llm.answer import CopiedFact, ParsedAnswer
from graph_builder.extract.llm.question import Question
from graph_builder.extract.llm.quotes import CitedText
from graph_builder.extract.normalise.dates import PRESENT
from graph_builder.extract.normalise.degrees import LEVELS, degree_in
from graph_builder.extract.normalise.person_names import clean_name
from graph_builder.extract.printed import SERVICE_ROLES, Findings, Printed, PrintedFact, sides, visible, year_in
from graph_builder.model import Relation, Span

_MAIN = {
    Relation.EDUCATION: "organization",
    Relation.EMPLOYMENT: "organization",
    Relation.ADVISING: "name",
    Relation.PUBLICATION: "title",
    Relation.INTEREST: "topic",
    Relation.AWARD: "award",
    Relation.SERVICE: "venue",
}
_NEAR = 2  # lines beside a cited one in which what it does not print is looked for: models miscount


def verify(answer: ParsedAnswer, question: Question, text: str) -> Findings:
    """Return what the lines of *question*, from a document with *text*, bear out of *answer*."""
    verifier = _Verifier(question, text)
    verified = verifier.verified
    verifier.subject(answer.subject)
    for fact in answer.facts:
        verified.facts += verifier.facts(fact)
    return verified


class _Verifier:
    def __init__(self, question: Question, text: str) -> None:
        self.text = text
        self.question = question
        self.lines = {line.number: line.span for line in (*question.context, *question.lines)}
        self.verified = Findings()

    def subject(self, given: Mapping[str, object]) -> None:
        name, line, also = given.get("name"), given.get("line"), given.get("also")
        if not isinstance(name, str) or not name.strip():
            return
        cited = [self.lines[line]] if isinstance(line, int) and line in self.lines else []
        everywhere = CitedText(self.text, self.lines.values())
        span = (CitedText(self.text, cited).find(name) if cited else None) or everywhere.find(name)
        if span is None and _holds(self.question.title, name):
            span = self.question.lines[0].span
        if span is None:
            self.verified.dropped += 1
            return
        name = visible(name)
        self.verified.subject = Printed(clean_name(name) or name, span)
        forms = [form for form in also if isinstance(form, str)] if isinstance(also, list) else []
        self.verified.also = tuple(visible(form) for form in forms if everywhere.find(form) is not None)

    def facts(self, fact: CopiedFact) -> Iterator[PrintedFact]:
        """Yield what stands of a fact: nothing, one, or one for each year of a duty."""
        cited = self._cited(fact.lines)
        span = cited.find(fact.text(_MAIN[fact.relation])) if cited else None
        if cited is None or span is None:
            self.verified.dropped += 1
            return
        name = Printed(visible(fact.text(_MAIN[fact.relation])), span)
        evidence = self._evidence(fact.lines, span)
        if fact.relation is Relation.SERVICE:
            yield from self._duties(fact, cited, name, evidence)
            return
        values, places = self._values(fact, cited)
        unit, venue = (self._printed(fact.text(key), cited) for key in ("unit", "venue"))
        authors, is_advisor = tuple(self._authors(fact, cited, span)), fact.text("is") == "advisor"
        yield PrintedFact(fact.relation, name, evidence, values, places, unit, venue, authors, is_advisor)

    def _cited(self, numbers: Sequence[int]) -> CitedText | None:
        cited = [self.lines[n] for n in sorted({*numbers}) if n in self.lines]
        near = {n for number in numbers for n in range(number - _NEAR, number + _NEAR + 1)}
        spans = [self.lines[n] for n in sorted(near) if n in self.lines]
        return CitedText(self.text, cited, spans) if spans else None

    def _evidence(self, numbers: Sequence[int], name: Span) -> Span:
        """Return the run of cited lines that holds the name; what stands apart is the evidence of its own value."""
        cited = sorted(self.lines[n] for n in {*numbers} if n in self.lines)
        holds = [span for span in cited if span.start <= name.start < span.end]
        if not holds:
            return next((span for span in self.lines.values() if span.covers(name)), name)
        start, end = holds[0].start, max(holds[0].end, name.end)
        for span in cited:
            if span.start >= end and not self.text[end : span.start].strip():
                end = span.end
        for span in reversed(cited):
            if span.end <= start and not self.text[span.end : start].strip():
                start = span.start
        return Span(start, end)

    def _printed(self, value: str, cited: CitedText, after: int = 0) -> Printed | None:
        if not value:
            return None
        span = cited.find(value, after)
        if span is None:
            self.verified.dropped += 1
            return None
        return Printed(visible(value), span)

    def _authors(self, fact: CopiedFact, cited: CitedText, title: Span) -> Iterator[Printed]:
        at = 0
        for name in fact.texts("authors"):
            found = self._printed(name, cited, at)
            if found is not None:
                at = found.span.end if found.span.start >= at else at
                yield found

    def _duties(self, fact: CopiedFact, cited: CitedText, venue: Printed, evidence: Span) -> Iterator[PrintedFact]:
        role = fact.text("role")
        base = {"role": role if role in SERVICE_ROLES else "other"}
        printed = [self._printed(year, cited, venue.span.end) for year in fact.texts("years")]
        years = {year: p.span for p in printed if p is not None and (year := year_in(p.text))}
        for year, span in years.items():
            yield PrintedFact(Relation.SERVICE, venue, evidence, {**base, "year": year}, {"year": span})
        if not years:
            yield PrintedFact(Relation.SERVICE, venue, evidence, base)

    def _values(self, fact: CopiedFact, cited: CitedText) -> tuple[dict[str, str], dict[str, Span]]:
        values: dict[str, str] = {}
        places: dict[str, Span] = {}
        for key in ("degree", "field", "role", "year"):
            found = self._printed(fact.text(key), cited)
            if found is not None:
                values[key], places[key] = found.text, found.span
        if "year" in values:
            values["year"] = year_in(values["year"])
        if fact.relation is Relation.EDUCATION:
            values["degree"] = _level(values.get("degree", ""), fact.text("level"))
        if fact.relation in (Relation.EDUCATION, Relation.EMPLOYMENT):
            self._dates(fact, cited, values, places)
        return {key: value for key, value in values.items() if value}, places

    def _dates(self, fact: CopiedFact, cited: CitedText, values: dict[str, str], places: dict[str, Span]) -> None:
        """Add start and end as they are printed; a range is read whole, so that "2015-19" ends in 2019."""
        start = self._printed(fact.text("start"), cited)
        if start:
            places["start"] = start.span
        given_end = fact.text("end")
        open_end = given_end.casefold() == PRESENT
        end = None
        if given_end:
            after = start.span.end if start else 0
            found = cited.find(given_end, after)
            end = Printed(visible(given_end), found) if found else None
            self.verified.dropped += found is None and not open_end
        if end:
            places["end"] = end.span
        values |= sides(self.text, start, end, open_end=open_end)


def _holds(title: str, name: str) -> bool:
    """Return whether a title has all words of a name."""
    words = set(re.findall(r"\w+", name.casefold()))
    return bool(words) and words <= set(re.findall(r"\w+", title.casefold()))


def _level(printed: str, given: str) -> str:
    """Return the level of a printed degree, or the one that the model gives where its name is not known.

    >>> _level("Dr.-Ing.", "other"), _level("Cand. Weav.", "master"), _level("", "doctorate")
    ('doctorate', 'master', 'doctorate')
    """
    found = degree_in(printed)
    return found[2] if found and found[2] != "other" else given if given in LEVELS else "other"
