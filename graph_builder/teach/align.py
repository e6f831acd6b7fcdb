"""Where the facts of a document stand in its text: the aligner, which turns facts into labelled spans.

Of the names and values that a claim says, most have their place with them. The others are looked up beside it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graph_builder.extract.llm.quotes import CitedText
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.degrees import degrees_in
from graph_builder.model import Claim, Document, EntityKind, Mention, Relation, SourceFacts, Span

_NEAR = 6  # lines between the name of a fact and its other values
_APART = re.compile(r"\s*(?:-{1,3}|[‐-―−~〜～/]|\bto\b|\bbis\b|\buntil\b|\bhasta\b|\baté\b|\bà\b|\bau\b|\ba\b|から)\s*")


@dataclass(slots=True)
class Labelled:
    """A fact as labelled spans; where it is *optional*, its words are neither right nor wrong."""

    fields: list[tuple[str, Span]]
    optional: bool = False


def joined_duties(facts: Sequence[Labelled]) -> list[Labelled]:
    """Return facts with those of one duty joined that differ in their year alone."""
    known: dict[tuple[str, Span], Labelled] = {}
    for fact in facts:
        first = known.setdefault(fact.fields[0], fact)
        if first is not fact:
            first.fields += [each for each in fact.fields if each not in first.fields]
    return list(known.values())


class Aligner:
    """Looks up names and values in the text of a document: every place of them, and the one near another."""

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
        self.places: dict[str, list[Span]] = {}
        self.dates = [date for line in self.lines for date in find_dates(line.of(text), line.start)]

    def line(self, at: int) -> int:
        """Return the number of the line of a character."""
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
        if not near:
            return self._sides(here, name, want)
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
        return sides

    def degree(self, beside: Span, level: str) -> Span | None:
        """Return the place of a degree of a level that is nearest to a span, some lines around it."""
        here = self.line(beside.start)
        found = [
            (abs(number - here), abs(line.start + start - beside.start), Span(line.start + start, line.start + end))
            for number, line in enumerate(self.lines[max(0, here - 3) : here + 4], max(0, here - 3))
            for start, end, named in degrees_in(line.of(self.document.text))
            if named == level
        ]
        return min(found)[2] if found else None


def labelled_facts(document: Document, facts: SourceFacts) -> list[Labelled]:
    """Return the facts of a document as labelled spans; what its text does not print is left out.

    Args:
        document: the document.
        facts: all that it states, as people have revised it.

    >>> from graph_builder.extract import extract
    >>> from graph_builder.read import read_bytes
    >>> document = read_bytes(b"---\\ninterests: [Weaving]\\n---\\n# Ada Lovelace\\n", "ada.md", "ada.md")
    >>> [fact.fields for fact in labelled_facts(document, extract(document))]
    [[('TOPIC', Span(start=0, end=7))], [('SUBJECT', Span(start=9, end=21))]]
    """
    return _FactAligner(document, facts).labelled()


class _FactAligner(Aligner):
    def __init__(self, document: Document, facts: SourceFacts) -> None:
        super().__init__(document)
        self.claims = facts.claims
        self.mentions = {mention.id: mention for mention in facts.mentions}
        profile = next((claim for claim in facts.claims if claim.relation is Relation.PROFILE), None)
        self.subject = profile.roles["person"] if profile else ""
        self.authors: dict[str, list[Claim]] = defaultdict(list)
        for claim in facts.claims:
            if claim.relation is Relation.AUTHORSHIP:
                self.authors[claim.roles["work"]].append(claim)

    def labelled(self) -> list[Labelled]:
        found = (Labelled([(label, span) for label, span in self._fields(c) if span]) for c in self.claims)
        return joined_duties([fact for fact in found if fact.fields])

    def _named(self, claim: Claim, role: str) -> Span | None:
        """Return the place of the name in a role."""
        mention = self.mentions.get(claim.roles.get(role, ""))
        if mention is None:
            return None
        found = self._place(claim, role, (mention.name, *mention.aliases, *_personal(mention)))
        own = mention.evidence.span if mention.evidence else None
        # A name that was corrected or added, and that its evidence does not print, has all of that for its place.
        is_known = own is not None and own != claim.evidence.span and claim.evidence.span.covers(own)
        return found or (own if is_known else None)

    def _place(self, claim: Claim, part: str, forms: Sequence[str]) -> Span | None:
        """Return the place of a name or value of a claim: the known one, or of its forms the first that is near."""
        if part in claim.value_evidence:
            return claim.value_evidence[part].span
        evidence = claim.evidence.span
        here = self.line(evidence.start)

        def distance(span: Span) -> tuple[int, int]:
            return 0 if evidence.covers(span) else 1 + abs(self.line(span.start) - here), abs(
                span.start - evidence.start
            )

        return min((s for s in self.all(forms) if distance(s)[0] <= 1 + _NEAR), key=distance, default=None)

    def _value(self, claim: Claim, name: str) -> Span | None:
        return self._place(claim, name, [claim.values[name]]) if claim.values.get(name) else None

    def _fields(self, claim: Claim) -> Iterator[tuple[str, Span | None]]:
        """Yield label and place of each part of a claim, the part that it is about first; nothing without that."""
        match claim.relation:
            case Relation.PROFILE:
                yield "SUBJECT", self._named(claim, "person")
            case Relation.EDUCATION:
                if school := self._named(claim, "organization"):
                    field, level = self._value(claim, "field"), claim.values.get("degree")
                    yield "SCHOOL", school
                    yield "FIELD", field
                    if level:
                        known = claim.value_evidence.get("degree")
                        yield f"DEGREE:{level}", known.span if known else self.degree(field or school, level)
                    yield from self._dates(claim, school, "SCHOOL", "SCHOOL-START")
            case Relation.EMPLOYMENT:
                if employer := self._named(claim, "organization"):
                    yield "EMPLOYER", employer
                    unit = self.mentions[claim.roles["organization"]].unit
                    yield "UNIT", self._place(claim, "unit", unit) if unit else None
                    yield "POST", self._value(claim, "role")
                    yield from self._dates(claim, employer, "POST", "POST-OPEN")
            case Relation.ADVISING:
                other = "advisor" if claim.roles["student"] == self.subject else "student"
                yield other.upper(), self._named(claim, other)
            case Relation.PUBLICATION:
                if title := self._named(claim, "work"):
                    yield "TITLE", title
                    for author in self.authors[claim.roles["work"]]:
                        yield "AUTHOR", self._named(author, "author")
                    yield "VENUE", self._named(claim, "venue")
                    yield "YEAR", self._value(claim, "year")
            case Relation.INTEREST:
                yield "TOPIC", self._named(claim, "topic")
            case Relation.AWARD:
                if award := self._value(claim, "award"):
                    yield "AWARD", award
                    yield "AWARD-YEAR", self._value(claim, "year")
            case Relation.SERVICE:
                if venue := self._named(claim, "venue"):
                    yield f"DUTY:{claim.values.get('role') or 'other'}", venue
                    yield "DUTY-YEAR", self._value(claim, "year")

    def _dates(self, claim: Claim, name: Span, kind: str, is_open: str) -> Iterator[tuple[str, Span]]:
        """Yield the sides of a date; *is_open* is the label of a start whose end no word says."""
        known = {side: claim.value_evidence[side].span for side in ("start", "end") if side in claim.value_evidence}
        said = [side for side in ("start", "end") if claim.values.get(side)]
        if sorted(known) == sorted(said) and len(set(known.values())) == len(said) > 1:
            yield from ((f"{kind}-{side.upper()}", span) for side, span in known.items())
            return
        for side, span in self.dated(name, claim.values.get("start"), claim.values.get("end")):
            yield is_open if side == "open" else f"{kind}-{side.upper()}", span


def _personal(mention: Mention) -> list[str]:
    return printed_forms(mention.name) if mention.kind is EntityKind.PERSON else []


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
