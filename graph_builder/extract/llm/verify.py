"""Verification: of what a model copied only that stands that the lines it cites print, each value with its place.

Dates and degrees are read from what is printed by the same code that reads them for the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graph_builder.extract.llm.answer import CopiedFact, ParsedAnswer
from graph_builder.extract.llm.question import SERVICE_ROLES, Question
from graph_builder.extract.llm.quotes import CitedText, visible
from graph_builder.extract.normalise.dates import PRESENT, find_dates, is_present
from graph_builder.extract.normalise.degrees import LEVELS, degree_in
from graph_builder.extract.normalise.person_names import clean_name
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
_LONGEST_DATED_LINE = 2_000  # characters
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20[0-4]\d)(?!\d)")
_SHORT_YEAR = re.compile(r"(?<!\d)['’]?(\d\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class Printed:
    """A name or value as the document prints it, and where."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class VerifiedFact:
    """A fact whose name and values stand in the document.

    *name* is what it is about: an organization, title, topic, award, venue, or another person; *evidence* are the lines
    that state it; *values* are those of the relation's schema, *places* where each is printed. *is_advisor* tests the
    direction of advising, *sure* how likely a tagger thinks its words.
    """

    relation: Relation
    name: Printed
    evidence: Span
    values: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Span] = field(default_factory=dict)
    unit: Printed | None = None
    venue: Printed | None = None
    authors: tuple[Printed, ...] = ()
    is_advisor: bool = False
    sure: float = 1.0


@dataclass(slots=True)
class Verified:
    """What stands of one answer: the subject's name and other forms, the facts, and how many values were dropped.

    *sure* is how sure the reader is of the subject's name.
    """

    subject: Printed | None = None
    sure: float = 1.0
    also: tuple[str, ...] = ()
    facts: list[VerifiedFact] = field(default_factory=list)
    dropped: int = 0


def verify(answer: ParsedAnswer, question: Question, text: str) -> Verified:
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
        self.verified = Verified()

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

    def facts(self, fact: CopiedFact) -> Iterator[VerifiedFact]:
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
        yield VerifiedFact(fact.relation, name, evidence, values, places, unit, venue, authors, is_advisor)

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

    def _duties(self, fact: CopiedFact, cited: CitedText, venue: Printed, evidence: Span) -> Iterator[VerifiedFact]:
        role = fact.text("role")
        base = {"role": role if role in SERVICE_ROLES else "other"}
        printed = [self._printed(year, cited, venue.span.end) for year in fact.texts("years")]
        years = {year: p.span for p in printed if p is not None and (year := year_in(p.text))}
        for year, span in years.items():
            yield VerifiedFact(Relation.SERVICE, venue, evidence, {**base, "year": year}, {"year": span})
        if not years:
            yield VerifiedFact(Relation.SERVICE, venue, evidence, base)

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


def sides(text: str, start: Printed | None, end: Printed | None, *, open_end: bool = False) -> dict[str, str]:
    """Return the start and end of a fact from the places of a text where they are printed.

    >>> sides("2015-19", Printed("2015", Span(0, 4)), Printed("19", Span(5, 7)))
    {'start': '2015', 'end': '2019'}
    """
    found: dict[str, str] = {}
    printed = _range(text, start, end)
    if printed is not None:
        return {"start": printed[0], "end": printed[1]}
    if start:
        found["start"] = _date(start.text, "start")
    if end:
        found["end"] = _date(end.text, "end", found.get("start", ""))
        if start and not _YEAR.search(start.text):
            found["start"] = _without_year(start.text, found["end"]) or found["start"]
    elif open_end:
        found["end"] = PRESENT
    return {side: value for side, value in found.items() if value}


def _range(text: str, start: Printed | None, end: Printed | None) -> tuple[str, str] | None:
    """Return both sides of the printed range that the two sides given are parts of, if they are of one."""
    if end is None:
        return None
    first = start.span.start if start else end.span.start
    line = Span(text.rfind("\n", 0, first) + 1, _end_of_line(text, end.span.end))
    if end.span.end < first or len(line) > _LONGEST_DATED_LINE:
        return None
    for found in find_dates(line.of(text), line.start):
        inside = found.span.start <= first and end.span.end <= found.span.end
        if inside and found.start and found.end:
            return found.start, found.end
    return None


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _holds(title: str, name: str) -> bool:
    """Return whether a title has all words of a name."""
    words = set(re.findall(r"\w+", name.casefold()))
    return bool(words) and words <= set(re.findall(r"\w+", title.casefold()))


def _date(printed: str, side: str, start: str = "") -> str:
    """Return a printed date as ISO 8601; a word without digits that ends a range means that it goes on.

    >>> _date("Sept. 2019", "start"), _date("19", "end", "2015"), _date("heute", "end"), _date("bald", "start")
    ('2019-09', '2019', 'present', '')
    """
    dates = find_dates(printed)
    if dates:
        first = dates[0]
        return (first.end or first.start) if side == "end" else (first.start or first.end)
    if not any(char.isdigit() for char in printed):
        return PRESENT if side == "end" and (is_present(printed) or printed) else ""
    short = _SHORT_YEAR.fullmatch(printed.strip(" ."))
    if short and start:
        century = int(start[:2]) + (int(short.group(1)) < int(start[2:4]))
        return f"{century}{short.group(1)}"
    return year_in(printed)


def _without_year(printed: str, end: str) -> str:
    """Return a start that is printed as a month alone, in the year of its end, or nothing.

    >>> _without_year("07", "2008-08"), _without_year("Jan.", "1977-02"), _without_year("15", "2019")
    ('2008-07', '1977-01', '')
    """
    year, _, month = end.partition("-")
    if not month:
        return ""
    if printed.strip(" .").isdecimal():
        number = int(printed.strip(" ."))
        return f"{year}-{number:02}" if 1 <= number <= 12 else ""
    dates = find_dates(f"{printed.rstrip('.')} {year}")
    return dates[0].start if len(dates) == 1 and dates[0].start.startswith(year) else ""


def year_in(printed: str) -> str:
    """Return the first year in a text.

    >>> year_in("1998"), year_in("ICML'07"), year_in("平成"), year_in("pp. 2096-2102")
    ('1998', '2007', '', '')
    """
    found = _YEAR.search(printed)
    if found:
        return found.group(1)
    dates = find_dates(printed)
    if dates and dates[0].year:
        return dates[0].year
    short = _SHORT_YEAR.search(printed)
    return "" if short is None else f"{19 if int(short.group(1)) > 50 else 20}{short.group(1)}"


def _level(printed: str, given: str) -> str:
    """Return the level of a printed degree, or the one that the model gives where its name is not known.

    >>> _level("Dr.-Ing.", "other"), _level("Cand. Weav.", "master"), _level("", "doctorate")
    ('doctorate', 'master', 'doctorate')
    """
    found = degree_in(printed)
    return found[2] if found and found[2] != "other" else given if given in LEVELS else "other"
