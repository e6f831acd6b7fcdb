"""Where the gold facts of a document stand in its text: the aligner that turns facts into labelled spans.

A fact's name is looked up in every printed form; of its occurrences the one counts that has most of the fact's other
values near it. What is not found is counted, so that the yield is known.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph_builder.extract.llm.answer import parse
from graph_builder.extract.llm.question import questions
from graph_builder.extract.llm.quotes import CitedText
from graph_builder.extract.llm.verify import VerifiedFact, verify
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.degrees import degree_in
from graph_builder.model import Document, Relation, Span

_NEAR = 6  # lines between the name of a fact and its other values
_APART = re.compile(r"\s*(?:-{1,3}|[‐-―−~〜～/]|\bto\b|\bbis\b|\buntil\b|\bhasta\b|\baté\b|\bà\b|\bau\b|\ba\b|から)\s*")


@dataclass(slots=True)
class Labelled:
    """A fact as labelled spans; where it is *optional*, its words are neither right nor wrong."""

    fields: list[tuple[str, Span]]
    optional: bool = False


@dataclass(slots=True)
class Aligned:
    """The labelled facts of a document, and how many values of each label were found and sought."""

    facts: list[Labelled] = field(default_factory=list)
    found: Counter[str] = field(default_factory=Counter)
    sought: Counter[str] = field(default_factory=Counter)


def of_answers(document: Document, answers: Sequence[str]) -> Aligned:
    """Return the labelled facts of answers to the questions about a document (see ``graph_builder.extract.llm``)."""
    aligned = Aligned()
    named = False
    for question, answer in zip(questions(document), answers, strict=False):
        parsed = parse(answer)
        verified = verify(parsed, question, document.text)
        if verified.subject and not named:
            named = True
            forms = [verified.subject.text, *verified.also]
            aligned.facts += [
                Labelled([("SUBJECT", span)]) for form in forms if (span := _printed(document.text, form))
            ]
        aligned.facts += [Labelled(list(_fields(fact))) for fact in verified.facts]
        aligned.sought["value"] += verified.dropped + len(verified.facts)
        aligned.found["value"] += len(verified.facts)
    aligned.facts = _once(aligned.facts)
    return aligned


def _printed(text: str, words: str) -> Span | None:
    """Return where words are first printed, if they are: a name may stand in the title of a page alone."""
    found = re.search(r"\s+".join(map(re.escape, words.split())), text, re.IGNORECASE)
    return Span(found.start(), found.end()) if found else None


def _once(facts: Sequence[Labelled]) -> list[Labelled]:
    """Join the facts of a duty that differ in their year alone."""
    known: dict[tuple[str, Span], Labelled] = {}
    for fact in facts:
        first = known.setdefault(fact.fields[0], fact)
        if first is not fact:
            first.fields += [each for each in fact.fields if each not in first.fields]
    return list(known.values())


def _fields(fact: VerifiedFact) -> Iterator[tuple[str, Span]]:
    places, values = fact.places, fact.values
    match fact.relation:
        case Relation.EDUCATION:
            yield "SCHOOL", fact.name.span
            if "degree" in places:
                yield f"DEGREE:{values.get('degree') or 'other'}", places["degree"]
            names = {"field": "FIELD", "start": "SCHOOL-START", "end": "SCHOOL-END"}
        case Relation.EMPLOYMENT:
            yield "EMPLOYER", fact.name.span
            if fact.unit:
                yield "UNIT", fact.unit.span
            is_open = values.get("end") == "present" and "end" not in places
            names = {"role": "POST", "start": "POST-OPEN" if is_open else "POST-START", "end": "POST-END"}
        case Relation.ADVISING:
            yield "ADVISOR" if fact.is_advisor else "STUDENT", fact.name.span
            names = {}
        case Relation.PUBLICATION:
            yield "TITLE", fact.name.span
            for author in fact.authors:
                yield "AUTHOR", author.span
            if fact.venue:
                yield "VENUE", fact.venue.span
            names = {"year": "YEAR"}
        case Relation.INTEREST:
            yield "TOPIC", fact.name.span
            names = {}
        case Relation.AWARD:
            yield "AWARD", fact.name.span
            names = {"year": "AWARD-YEAR"}
        case _:
            yield f"DUTY:{values.get('role') or 'other'}", fact.name.span
            names = {"year": "DUTY-YEAR"}
    for key, label in names.items():
        if key in places:
            yield label, places[key]


def of_gold(document: Document, gold: Mapping[str, Any]) -> Aligned:
    """Return the labelled facts of gold entries (see ``eval/GUIDELINES.md``)."""
    return _Aligner(document).aligned(gold)


class _Aligner:
    def __init__(self, document: Document) -> None:
        self.document = document
        text = document.text
        blocks = [block.span for block in document.blocks if block.span.end > block.span.start]
        self.lines = [
            Span(block.start + m.start(), block.start + m.end())
            for block in blocks
            for m in re.finditer(r"[^\n]+", block.of(text))
        ]
        self.lines.sort()
        self.text = CitedText(text, self.lines)
        self.starts = [line.start for line in self.lines]
        self.out = Aligned()
        self.used: Counter[Span] = Counter()
        self.places: dict[str, list[Span]] = {}
        self.dates = [date for line in self.lines for date in find_dates(line.of(text), line.start)]

    def line(self, at: int) -> int:
        return bisect_right(self.starts, at) - 1

    def all(self, names: Sequence[str | None]) -> list[Span]:
        """Return every place of the first of *names* that stands in the text, then those of the others."""
        found: list[Span] = []
        for name in names:
            if name:
                if name not in self.places:
                    self.places[name] = self.text.all(name)
                found += [s for s in self.places[name] if not any(s.start < o.end and o.start < s.end for o in found)]
        return found

    def near(self, at: Span, names: Sequence[str | None], back: int = _NEAR) -> Span | None:
        """Return the place of one of *names* that is nearest to *at*."""
        here = self.line(at.start)
        places = [p for p in self.all(names) if -back <= self.line(p.start) - here <= _NEAR]
        places = [p for p in places if not (p.start < at.end and at.start < p.end)]
        return min(places, key=lambda p: (abs(self.line(p.start) - here), abs(p.start - at.start)), default=None)

    def place(
        self, label: str, names: Sequence[str | None], beside: Sequence[Sequence[str | None]] = ()
    ) -> Span | None:
        """Return where a fact's name stands: the place with most of the values *beside* it, else the first unused."""
        self.out.sought[label] += 1
        best, most = None, (-1.0, 0.0, 0.0)
        for order, span in enumerate(self.all(names)):
            score = sum(self._closeness(span, values) for values in beside if any(values))
            rank = (score, -float(self.used[span]), -float(order))
            if rank > most:
                best, most = span, rank
        if best is not None:
            self.used[best] += 1
            self.out.found[label] += 1
        return best

    def _closeness(self, span: Span, values: Sequence[str | None]) -> float:
        other = self.near(span, values)
        return 0.0 if other is None else 1 / (1 + abs(self.line(other.start) - self.line(span.start)))

    def dated(self, name: Span, start: str | None, end: str | None) -> list[tuple[str, Span]]:
        """Return the sides of the printed date nearest to *name* that says the same as *start* and *end*."""
        if not (start or end):
            return []
        here = self.line(name.start)
        want = {"start": start or "", "end": end or ""}

        def same(date: Any) -> bool:
            sides = [s for s in (date.start, date.end) if s]
            asked = [s for s in want.values() if s]
            if len(sides) == len(asked):
                return all(
                    a[:7] == b[:7] or a[:4] == b[:4] and min(len(a), len(b)) == 4
                    for a, b in zip(sides, asked, strict=True)
                )
            return len(sides) == 1 and "present" in asked and sides[0] == asked[0]

        near = [d for d in self.dates if abs(self.line(d.span.start) - here) <= _NEAR and same(d)]
        self.out.sought["date"] += 1
        if not near:
            return self._sides(here, name, want)
        self.out.found["date"] += 1
        date = min(near, key=lambda d: (abs(self.line(d.span.start) - here), abs(d.span.start - name.start)))
        printed = date.span.of(self.document.text)
        cut = next(
            (m for m in _APART.finditer(printed) if m.start() and m.end() < len(printed) and date.start and date.end),
            None,
        )
        if cut and not (cut[0].strip() == "/" and len(printed) <= 7):
            first, last = (
                Span(date.span.start, date.span.start + cut.start()),
                Span(date.span.start + cut.end(), date.span.end),
            )
            return [("start", first), ("end", last)]
        side = "start" if start and (not end or end == "present") else "end"
        return [("open" if side == "start" and end == "present" else side, date.span)]

    def _sides(self, here: int, name: Span, want: Mapping[str, str]) -> list[tuple[str, Span]]:
        """Return dates near *name* that say one side each."""
        sides: list[tuple[str, Span]] = []
        for side, asked in want.items():
            near = [
                d
                for d in self.dates
                if abs(self.line(d.span.start) - here) <= 2 and asked[:4] in (d.start[:4], d.end[:4])
            ]
            if asked and near:
                date = min(near, key=lambda d: (abs(self.line(d.span.start) - here), abs(d.span.start - name.start)))
                if all(date.span != span for _, span in sides):
                    sides.append((side, date.span))
        self.out.found["date"] += bool(sides)
        return sides

    def add(self, optional: bool, *fields: tuple[str, Span | None]) -> None:
        kept = [(label, span) for label, span in fields if span is not None]
        if kept:
            self.out.facts.append(Labelled(kept, optional))

    def aligned(self, gold: Mapping[str, Any]) -> Aligned:
        person = gold["person"]
        self.add(
            bool(person.get("optional")), ("SUBJECT", self.place("SUBJECT", [person["name"], *person.get("also", [])]))
        )
        for each in gold.get("education", ()):
            self._stay(each, "SCHOOL", [each["institution"], *each["also"]])
        for each in gold.get("employment", ()):
            self._stay(each, "EMPLOYER", [each["organization"], *each["also"]])
        for key, label in (("advisors", "ADVISOR"), ("advisees", "STUDENT")):
            for each in gold.get(key, ()):
                self.add(
                    "optional" in each,
                    (
                        label,
                        self.place(
                            label, [form for name in (each["name"], *each["also"]) for form in printed_forms(name)]
                        ),
                    ),
                )
        for each in gold.get("publications", ()):
            self._paper(each)
        for each in gold.get("topics", ()):
            names, optional = (each, False) if isinstance(each, list) else (each["names"], True)
            self.add(optional, ("TOPIC", self.place("TOPIC", names)))
        for each in gold.get("awards", ()):
            name = self.place("AWARD", [each["name"], *each["also"]], [[each["year"]]])
            year = self.near(name, [each["year"]], 2) if name else None
            self.add("optional" in each, ("AWARD", name), ("AWARD-YEAR", year))
        for each in gold.get("service", ()):
            label = f"DUTY:{each['role'] if each['role'] else 'other'}"
            name = self.place(label, [each["venue"], *each["also"]], [[each["role"]], [each["year"]]])
            year = self.near(name, [each["year"]], 2) if name else None
            self.add("optional" in each, (label, name), ("DUTY-YEAR", year))
        self.out.facts = _once([fact for fact in self.out.facts if fact.fields])
        return self.out

    def _stay(self, each: Mapping[str, Any], label: str, names: list[str]) -> None:
        years = [[(each[key] or "")[:4]] for key in ("start", "end") if each[key] and each[key] != "present"]
        role = each.get("role") or each.get("field")
        name = self.place(label, names, [[role], *years])
        if name is None:
            return
        fields: list[tuple[str, Span | None]] = [(label, name)]
        if label == "EMPLOYER":
            fields.append(("POST", self._sought("POST", self.near(name, [role]), role)))
        else:
            fields.append(("FIELD", self._sought("FIELD", self.near(name, [role]), role)))
            fields.append(self._degree(name, each["degree"], fields[-1][1]))
        sides = {"start": "START", "end": "END", "open": "OPEN" if label == "EMPLOYER" else "START"}
        kind = "POST" if label == "EMPLOYER" else "SCHOOL"
        fields += [(f"{kind}-{sides[side]}", span) for side, span in self.dated(name, each["start"], each["end"])]
        self.add("optional" in each, *fields)

    def _sought(self, label: str, found: Span | None, value: str | None) -> Span | None:
        self.out.sought[label] += bool(value)
        self.out.found[label] += found is not None
        return found

    def _degree(self, name: Span, level: str | None, beside: Span | None) -> tuple[str, Span | None]:
        here = self.line((beside or name).start)
        found = []
        for number in range(max(0, here - 3), min(len(self.lines), here + 4)):
            line = self.lines[number]
            degree = degree_in(line.of(self.document.text))
            if degree and degree[2] == level:
                found.append((abs(number - here), Span(line.start + degree[0], line.start + degree[1])))
        self.out.sought["DEGREE"] += 1
        self.out.found["DEGREE"] += bool(found)
        return f"DEGREE:{level or 'other'}", min(found)[1] if found else None

    def _paper(self, each: Mapping[str, Any]) -> None:
        title = self.place("TITLE", [each["title"]], [each["authors"][:1], [each["venue"]], [each["year"]]])
        if title is None:
            return
        fields: list[tuple[str, Span | None]] = [("TITLE", title)]
        for author in each["authors"]:
            fields.append(("AUTHOR", self._sought("AUTHOR", self.near(title, printed_forms(author), 3), author)))
        venues = [each["venue"], *each["venue_also"]]
        fields.append(("VENUE", self._sought("VENUE", self.near(title, venues, 3), each["venue"])))
        fields.append(
            (
                "YEAR",
                self._sought(
                    "YEAR", self.near(title, [each["year"]], 3) or self._above(title, each["year"]), each["year"]
                ),
            )
        )
        self.add("optional" in each, *fields)

    def _above(self, title: Span, year: str | None) -> Span | None:
        places = [span for span in self.all([year]) if span.end <= title.start] if year else []
        return places[-1] if places else None


def printed_forms(name: str) -> list[str]:
    """Return the ways in which an author's name is printed: family name first, and with initials.

    >>> printed_forms("Ada B. Lovelace")[:4]
    ['Ada B. Lovelace', 'Lovelace, Ada B.', 'Lovelace Ada B.', 'A. B. Lovelace']
    """
    forms = [name]
    if "," in name:
        family, _, given = (part.strip() for part in name.partition(","))
    else:
        given, _, family = name.rpartition(" ")
    if not given or not family:
        return forms
    firsts = re.findall(r"[^\W\d_]+", given)
    dotted, bare = " ".join(f"{w[0]}." for w in firsts), "".join(w[0] for w in firsts)
    tight = "".join(f"{w[0]}." for w in firsts)
    for initials in (
        given,
        dotted,
        tight,
        bare,
        " ".join(bare),
        given.replace(".", ""),
        firsts[0] if firsts else given,
        f"{bare[:1]}.",
        bare[:1],
    ):
        forms += (
            [f"{family}, {initials}", f"{family} {initials}"]
            if initials == given
            else [f"{initials} {family}", f"{family}, {initials}", f"{family} {initials}"]
        )
    return [*dict.fromkeys([*forms, f"{given} {family}"])]
