"""The labelled facts of annotated documents, from answers to questions or from gold facts.

A fact's name is looked up in every printed form; of its occurrences the one counts that has most of the fact's other
values near it. What is not found is counted, so that the yield is known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graph_builder.extract.llm.answer import parse
from graph_builder.extract.llm.question import questions
from graph_builder.extract.llm.verify import verify
from graph_builder.extract.printed import PrintedFact
from graph_builder.model import Document, Relation, Span
from graph_builder.teach.align import Aligner, Labelled, joined_duties, printed_forms


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
    aligned.facts = joined_duties(aligned.facts)
    return aligned


def _printed(text: str, words: str) -> Span | None:
    """Return where words are first printed, if they are: a name may stand in the title of a page alone."""
    found = re.search(r"\s+".join(map(re.escape, words.split())), text, re.IGNORECASE)
    return Span(found.start(), found.end()) if found else None


def _fields(fact: PrintedFact) -> Iterator[tuple[str, Span]]:
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
    return _GoldAligner(document).aligned(gold)


class _GoldAligner(Aligner):
    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.out = Aligned()
        self.used: Counter[Span] = Counter()

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
        self.out.facts = joined_duties([fact for fact in self.out.facts if fact.fields])
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
            degree = self.degree(fields[-1][1] or name, each["degree"])
            fields.append((f"DEGREE:{each['degree'] or 'other'}", self._sought("DEGREE", degree, "printed")))
        sides = {"start": "START", "end": "END", "open": "OPEN" if label == "EMPLOYER" else "START"}
        kind = "POST" if label == "EMPLOYER" else "SCHOOL"
        dates = self.dated(name, each["start"], each["end"])
        self.out.sought["date"] += bool(each["start"] or each["end"])
        self.out.found["date"] += bool(dates)
        fields += [(f"{kind}-{sides[side]}", span) for side, span in dates]
        self.add("optional" in each, *fields)

    def _sought(self, label: str, found: Span | None, value: str | None) -> Span | None:
        self.out.sought[label] += bool(value)
        self.out.found[label] += found is not None
        return found

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
