"""Tagged words become facts: those of one relation are grouped into records, each value with its place."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from graph_builder.extract.normalise.authors import split_authors
from graph_builder.extract.normalise.dates import find_dates
from graph_builder.extract.normalise.identifiers import find_kind, find_status
from graph_builder.extract.normalise.person_names import clean_name
from graph_builder.extract.printed import Findings, Printed, PrintedFact, sides, visible, year_in
from graph_builder.extract.structured.service import duty_in
from graph_builder.extract.tagger.encoder import Tagged
from graph_builder.extract.tagger.labels import FIELDS
from graph_builder.extract.tagger.words import TextLine
from graph_builder.gazetteer import load
from graph_builder.gazetteer.normalize import normalize_organization, normalize_venue
from graph_builder.model import Relation, Span

_BEGINS = 0.5
_REACH = 6  # lines between the words of one record, at most
_PEOPLE = ("AUTHOR", "ADVISOR", "STUDENT")
_PHRASES = ("TOPIC", "DUTY")
_SEPARATOR = re.compile(r"[.;:,)\]/|]")
_BESIDE = 4  # characters between words that are one value, or two names of one place
_DOUBTFUL = 0.4
_OF_A_STAY = frozenset(("SCHOOL", "EMPLOYER", "POST", "DEGREE", "SCHOOL-END", "POST-END"))
_ENDS = {"SCHOOL-END": "SCHOOL-START", "POST-END": "POST-START"}
_DATES = frozenset(("SCHOOL-START", "SCHOOL-END", "POST-START", "POST-OPEN", "POST-END"))
_SENTENCE_END = re.compile(r"[.!?](?=\s)|。|\n\n|\Z")
_OPEN_DASH = re.compile(r"\s*[-–—]\s*(?:\n|\Z)")
_BEHIND = 40  # characters between a degree and the next one, whose school is that of both, at most
_NEW_PART = re.compile(r"[.!?]\s|[\n\t。]")
_AND = re.compile(r"\)?[ ,;/&+、-]*(?:[^\W\d]{1,3} ){0,2}")  # with up to two short words: "and at", "et à"
_HEADING = 10  # lines below an employer or school at which a post or degree without one is still of it


@dataclass(frozen=True, slots=True)
class TaggedSpan:
    """Some words with one label; *line* is the number of the line, *sure* the mean share that the label has of them."""

    label: str
    span: Span
    text: str
    line: int
    last_line: int
    sure: float
    begins: bool

    @property
    def kind(self) -> str:
        """The label without its detail: ``DEGREE`` of ``DEGREE:master``."""
        return self.label.partition(":")[0]

    @property
    def printed(self) -> Printed:
        """The words, and where they stand."""
        return Printed(self.text, self.span)


def tagged_spans(tagged: Tagged, text: str) -> Iterator[TaggedSpan]:
    """Yield the labelled spans of a document with *text*."""
    units, tags = tagged.units, [*tagged.tags, "O"]
    first = -1
    for at, tag in enumerate(tags):
        if first >= 0 and not tag.startswith("I-"):
            span = Span(int(units.starts[first]), int(units.ends[at - 1]))
            words = visible(span.of(text)).strip(" ,;:/|•·–—")
            if words:
                yield TaggedSpan(
                    tags[first][2:], span, " ".join(words.split()), int(units.lines[first]), int(units.lines[at - 1]),
                    float(tagged.sure[first:at].mean()), bool(tagged.begins[first] > _BEGINS),
                )  # fmt: skip
            first = -1
        if tag.startswith("B-"):
            first = at


def read_records(tagged: Tagged, text: str) -> Findings:
    """Return the subject and the facts that the tags of a document say."""
    return records_of(tagged_spans(tagged, text), tagged.units.text_lines, text)


def records_of(spans: Iterable[TaggedSpan], lines: Sequence[TextLine], text: str) -> Findings:
    """Return the subject and the facts that labelled spans of a document with some *lines* say."""
    by_relation: dict[Relation, list[TaggedSpan]] = defaultdict(list)
    for span in spans:
        by_relation[FIELDS[span.label]].append(span)
    found = Findings()
    found.subjects = [(span.printed, span.sure) for span in by_relation[Relation.PROFILE]]
    reader = _Records(lines, text)
    for relation, own in by_relation.items():
        match relation:
            case Relation.EDUCATION:
                found.facts += reader.stays(own, relation, "SCHOOL", {"SCHOOL", "DEGREE", "SCHOOL-END"})
            case Relation.EMPLOYMENT:
                found.facts += reader.stays(
                    own, relation, "EMPLOYER", {"EMPLOYER", "POST", "POST-START", "POST-OPEN", "POST-END"}
                )
            case Relation.PUBLICATION:
                found.facts += reader.papers(own)
            case Relation.ADVISING:
                found.facts += reader.people(own)
            case Relation.INTEREST:
                found.facts += [reader.fact(relation, span, [span]) for span in _joined(own, text)]
            case Relation.AWARD:
                found.facts += reader.awards(own)
            case Relation.SERVICE:
                found.facts += reader.duties(own)
    return found


def _joined(spans: Iterable[TaggedSpan], text: str) -> list[TaggedSpan]:
    """Return spans; the pieces of a title, a venue, a name or a phrase with only marks or a blank between are one."""
    found: list[TaggedSpan] = []
    for span in spans:
        last = found[-1] if found else None
        gap = text[last.span.end : span.span.start] if last is not None else ""
        if last is not None and last.kind == span.kind and not span.kind.endswith("YEAR") and _is_one(last, span, gap):
            closes = gap.endswith("(") and text.startswith(")", span.span.end)
            whole = Span(last.span.start, span.span.end + closes)
            words = " ".join(visible(whole.of(text)).strip(" ,;:").split())
            found[-1] = replace(last, span=whole, text=words, last_line=span.last_line, sure=max(last.sure, span.sure))
        else:
            found.append(span)
    return [_trimmed(span, text) for span in found if any(map(str.isalnum, span.text))]


def _trimmed(span: TaggedSpan, text: str) -> TaggedSpan:
    """Return the span of a phrase without what connects it with the words behind."""
    printed = span.span.of(text)
    while span.kind in _PHRASES and len(words := printed.rsplit(None, 1)) > 1 and not normalize_organization(words[1]):
        printed = words[0]
    return _cut(span, printed) if len(printed) < len(span.span) else span


def _cut(span: TaggedSpan, printed: str) -> TaggedSpan:
    """Return what a span begins with."""
    printed = printed.rstrip(" ,;:(-–—")
    begin = Span(span.span.start, span.span.start + len(printed))
    return replace(span, span=begin, text=" ".join(visible(printed).split()))


def _is_one(span: TaggedSpan, following: TaggedSpan, gap: str) -> bool:
    if not any(map(str.isalnum, span.text)):
        return len(gap) <= 3  # a quotation mark
    if span.kind in _PEOPLE:
        return not gap.strip(" .'’-") and "\n" not in gap and "," not in span.text
    if span.kind in _PHRASES:
        word = span.text.split()[-1]
        is_open = span.kind == "TOPIC" or not normalize_organization(word)  # "Centre for" and "Looms"
        beside = gap in ("", " ") and span.label == following.label and len(span.span) == len(span.text)
        return beside and is_open and word[-1].isalnum() and word != "and"
    if span.kind == "VENUE" and _SEPARATOR.search(gap):
        return False
    return len(gap) <= 4 and "\n" not in gap and not any(map(str.isalnum, gap)) and not following.begins


def _authors(span: TaggedSpan, text: str) -> Iterator[Printed]:
    """Yield the author of a span, or, where it holds a list of full names, each of them."""
    names, _ = split_authors(span.span.of(text), span.span.start)
    # "García Márquez, Gabriel" is one; names in Chinese and Japanese have no space.
    if len(names) < 2 or not all(" " in each.name or each.name > "\u2e80" for each in names):
        yield Printed(clean_name(span.text) or span.text, span.span)
        return
    for each in names:
        printed = " ".join(each.name.split())
        yield Printed(clean_name(printed) or printed, Span(each.start, each.end))


def _with_neighbours(records: Sequence[list[TaggedSpan]], head: str, text: str) -> Iterator[list[TaggedSpan]]:
    """Yield records; two neighbours are one where the second has what the first has not.

    So are dates alone and what is right below them, a degree or post without dates and the dated school or employer
    right below it, and, in documents that mostly name posts before employers, a post and an employer alone. Of several
    names in a row, "A, B and C", each has the post or degree and the dates of the first.
    """
    about = "POST" if head == "EMPLOYER" else "DEGREE"
    orders = [[span.kind for span in record] for record in records]
    post_first = [kinds.index(about) < kinds.index(head) for kinds in orders if {about, head} <= {*kinds}]
    mostly_post_first = sum(post_first) * 2 >= len(post_first)
    last: list[TaggedSpan] = []
    for record in records:
        before, kinds = ({span.kind for span in each} for each in (last, record))
        gap = record[0].line - last[-1].last_line if last else _REACH
        is_other = not before & kinds and not (before & _DATES and kinds & _DATES)
        is_dated = head in kinds and kinds & _DATES and not before & {head, *_DATES}
        is_below = before <= _DATES and about in kinds
        is_employer = "POST" in before and "EMPLOYER" in kinds <= {"EMPLOYER", "UNIT"} and mostly_post_first
        if is_other and ((is_dated and gap <= 2) or ((is_below or is_employer) and gap <= 1)):
            last = [*last, *record]
            continue
        if last:
            yield last
            is_next = about in before and head == last[-1].kind and head in kinds <= {head, "UNIT"}
            if is_next and _AND.fullmatch(text, last[-1].span.end, record[0].span.start):
                record = [*(span for span in last if span.kind == about or span.kind in _DATES), *record]
        last = record
    if last:
        yield last


class _Records:
    def __init__(self, lines: Sequence[TextLine], text: str) -> None:
        self.lines = lines
        self.text = text

    def fact(self, relation: Relation, name: TaggedSpan, spans: Sequence[TaggedSpan], **parts: object) -> PrintedFact:
        """Return a fact of some spans; its evidence are their lines, without those of spans that stand far above."""
        near = [span for span in spans if abs(span.line - spans[-1].line) <= _REACH] or [name]
        first, last = min(span.line for span in near), max(span.last_line for span in near)
        evidence = Span(self.lines[first].start, self.lines[last].end)
        return PrintedFact(relation, name.printed, evidence, sure=min(span.sure for span in spans), **parts)  # type: ignore[arg-type]

    def groups(self, spans: Sequence[TaggedSpan], single: set[str]) -> list[list[TaggedSpan]]:
        """Cut the spans of a relation into records: where one begins, a value comes again, or lines lie between.

        No record begins with a value that comes again right behind itself or behind a doubtful one, or is doubtful.
        """
        records: list[list[TaggedSpan]] = []
        kinds: set[str] = set()
        for span in spans:
            last = records[-1][-1] if records else None
            again = span.kind in single and span.kind in kinds and not span.begins
            gap = self.text[last.span.end : span.span.start].strip() if last else ""
            if last is not None and last.kind == span.kind == "DUTY" and gap == "(":
                continue  # "International Conference on Looms (ICL)"
            if again and last is not None and span.kind in _OF_A_STAY:
                if last.kind == span.kind and span.span.start - last.span.end <= _BESIDE:
                    records[-1].append(span)
                    continue
                if span.sure < _DOUBTFUL:
                    continue
            if last is None or span.begins or again or span.line - last.last_line > _REACH:
                records.append([])
                kinds = set()
            records[-1].append(span)
            if span.kind not in _OF_A_STAY or span.sure >= _DOUBTFUL:
                kinds.add(span.kind)
        return records

    def stays(
        self, spans: Sequence[TaggedSpan], relation: Relation, head: str, single: set[str]
    ) -> Iterator[PrintedFact]:
        """Yield degrees or posts; one without a school or employer is at that of the record above.

        A degree may also have the school of the next one, and with the school above, its dates.
        """
        above: TaggedSpan | None = None
        dated: dict[str, str] = {}  # of the record above that has a school
        below = 0  # the last line of it, or of those that are at its school
        first: int | None = None  # the end of the sentence that states the first post: undated ones in it are present
        records = list(_with_neighbours(self.groups(list(self._without_places(spans, head)), single), head, self.text))
        for record, following in zip(records, [*records[1:], []], strict=False):
            at = {span.kind: span for span in sorted(record, key=lambda span: span.sure)}
            name = at.get(head)
            if name is None and at.keys() <= _DATES:
                continue
            ahead = None if name else self._school_of_next(record, following)
            inherits = not (name or ahead)
            if inherits and above is not None and record[0].line - above.line <= _HEADING:
                name = above
            name = name or ahead
            if name is None and len(at) > 1:
                name = at.pop("UNIT", None)
            if name is None:
                continue
            above = above if ahead else name
            values: dict[str, str] = {}
            places: dict[str, Span] = {}
            for kind, key in (("POST", "role"), ("FIELD", "field")):
                if kind in at:
                    values[key], places[key] = at[kind].text, at[kind].span
            degree = at.get("DEGREE")
            if relation is Relation.EDUCATION:
                values["degree"] = degree.label.partition(":")[2] if degree else ""
                if degree:
                    places["degree"] = degree.span
            start = at.get("POST-START") or at.get("POST-OPEN") or at.get("SCHOOL-START")
            end = at.get("POST-END") or at.get("SCHOOL-END")
            values |= sides(
                self.text, start.printed if start else None, end.printed if end else None, open_end="POST-OPEN" in at
            )
            if relation is Relation.EDUCATION:
                if values["degree"] == "doctorate" and "start" in values:
                    values.setdefault("end", "present")
                if values.get("start", "")[:4] > values.get("end", "present")[:4]:
                    del values["start"]
                if inherits and not (start or end) and record[0].line - below <= 2:
                    values |= dated
                if name in record:
                    dated = {side: values[side] for side in ("start", "end") if side in values}
                below = below if ahead else record[-1].last_line
            if start and start.kind == "POST-START" and end is None and "start" in values and "end" not in values:
                values["end"], end = values["start"], start  # a single date is that of the whole post
            places |= {side: span.span for side, span in (("start", start), ("end", end)) if span}
            is_undated = relation is Relation.EMPLOYMENT and not (start or end)
            if is_undated and (first is None or record[0].span.start < first):
                values["end"] = "present"
                first = self._end_of_sentence(max(span.span.end for span in record))
            first = first or 0
            unit = at["UNIT"].printed if "UNIT" in at else None
            known = {key: value for key, value in values.items() if value}
            own = [name, *(s for s in record if s is not name)]
            yield self.fact(relation, name, own, values=dict(known), places=places, unit=unit)
            for other in record:
                if degree and other.kind == degree.kind and other.label != degree.label:
                    one, two = sorted((degree.span, other.span), key=lambda span: span.start)
                    if _AND.fullmatch(self.text, one.end, two.start):  # "M.S. & Ph.D."
                        known["degree"] = other.label.partition(":")[2]
                        yield self.fact(relation, name, own, values=known, places=places, unit=unit)

    def _school_of_next(self, record: Sequence[TaggedSpan], following: Sequence[TaggedSpan]) -> TaggedSpan | None:
        """Return the school of two degrees, where it stands behind the second: "MSc and PhD, Loom College"."""
        kinds = [span.kind for span in following]
        if not {"DEGREE", "SCHOOL"} <= {*kinds} or kinds.index("SCHOOL") < kinds.index("DEGREE"):
            return None
        between = self.text[record[-1].span.end : following[0].span.start]
        is_near = len(between) <= _BEHIND and not _NEW_PART.search(between)
        return following[kinds.index("SCHOOL")] if is_near else None

    def _without_places(self, spans: Iterable[TaggedSpan], head: str) -> Iterator[TaggedSpan]:
        """Yield spans; schools and employers without the places behind them, unless they are part of a known name."""
        gazetteer = load()
        for span in spans:
            if span.kind != head:
                # A date with a dash at the end of its line begins what ends below.
                is_start = span.kind in _ENDS and _OPEN_DASH.match(self.text, span.span.end)
                yield replace(span, label=_ENDS[span.kind]) if is_start else span
                continue
            printed = span.span.of(self.text)
            while not gazetteer.organization(printed):
                name, _, place = printed.rpartition(",")
                if not gazetteer.is_place(place.strip()):
                    break
                printed = name.rstrip()
            if printed == span.span.of(self.text):
                yield span
            elif printed:
                yield _cut(span, printed)

    def _end_of_sentence(self, at: int) -> int:
        end = _SENTENCE_END.search(self.text, at)
        return end.start() if end else len(self.text)

    def papers(self, spans: Sequence[TaggedSpan]) -> Iterator[PrintedFact]:
        """Yield papers; one without a year has the one that leads its list above it."""
        spans = _joined(spans, self.text)
        leading = set(self._leading_years(spans))
        above: dict[int, TaggedSpan] = {}
        lead: TaggedSpan | None = None
        for span in spans:
            if span in leading:
                lead = span
            headings = self.lines[lead.line].headings if lead is not None else ()
            if lead is not None and self.lines[span.line].headings[: len(headings)] == headings:
                above[id(span)] = lead
        records = self._entries(spans)
        for number, record in enumerate(records):
            below = records[number + 1][0].line if number + 1 < len(records) else len(self.lines)
            name = next(span for span in record if span.kind == "TITLE")
            entry = self._entry(record, below)
            years = [span for span in record if span.kind == "YEAR"]
            year = max(years, key=lambda span: round(span.sure, 1), default=above.get(id(name)))
            venue = self._venue(record, Span(entry.start, name.span.start), Span(name.span.end, entry.end))
            value = year_in(year.text) if year else ""
            authors = tuple(name for s in record if s.kind == "AUTHOR" for name in _authors(s, self.text))
            yield PrintedFact(
                Relation.PUBLICATION, name.printed, entry, {"year": value} if value else {},
                {"year": year.span} if year and value else {}, venue=venue.printed if venue else None,
                authors=authors, sure=name.sure,
            )  # fmt: skip

    def _leading_years(self, spans: Sequence[TaggedSpan]) -> list[TaggedSpan]:
        """Return the years that open lines if they go down and not every paper has one: each is that of those below."""
        found = [
            span
            for span in spans
            if span.kind == "YEAR"
            and year_in(span.text)
            and not any(map(str.isalnum, self.text[self.lines[span.line].start : span.span.start]))
        ]
        years = [int(year_in(span.text)) for span in found]
        down = sum(one >= other for one, other in pairwise(years))
        lead = len(set(years)) >= max(3, 0.6 * len(years)) and down >= 0.9 * (len(years) - 1)
        return found if lead and len(found) < sum(span.kind == "TITLE" for span in spans) else []

    def _venue(self, record: Sequence[TaggedSpan], *rest: Span) -> TaggedSpan | None:
        """Return the first venue that is no place; where an entry says it has not appeared, a preprint server."""
        venues = [span for span in record if span.kind == "VENUE"]
        if find_status(" ".join(part.of(self.text) for part in rest)) in ("submitted", "in preparation"):
            venues = [span for span in venues if find_kind(span.text, "") in ("preprint", "report")]
        named = (v for v in venues if not load().is_place(v.text) and normalize_venue(v.text) != "proceedings")
        return next(named, venues[0] if venues else None)

    def _entries(self, spans: Sequence[TaggedSpan]) -> list[list[TaggedSpan]]:
        """Cut the spans of papers into entries of one title each.

        Between two titles the cut is where most speaks for it: a block begins, the tagger sees a beginning, a line
        begins, or the kind of words follows with which most entries of the document begin.
        """
        titles = [number for number, span in enumerate(spans) if span.kind == "TITLE"]
        leads = Counter(span.kind for span in spans if span.begins)
        lead = max(leads, key=lambda kind: leads[kind], default="")

        def weight(number: int) -> float:
            before, span = spans[number - 1], spans[number]
            lined = span.line > before.last_line
            opens = any(line.opens for line in self.lines[before.last_line + 1 : span.line + 1])
            return 2 * opens + 1.5 * span.begins + 0.75 * lined + 0.5 * (span.kind == lead)

        cuts = [max(range(one + 1, other + 1), key=weight) for one, other in pairwise(titles)]
        records = []
        for start, title, end in zip([0, *cuts], titles, [*cuts, len(spans)], strict=False):
            records.append([s for s in spans[start:end] if abs(s.line - spans[title].line) <= _REACH])
        return records

    def _entry(self, record: Sequence[TaggedSpan], below: int) -> Span:
        """Return the lines of an entry, with those behind its last words that go on with its block."""
        last = max(span.last_line for span in record)
        while last + 1 < min(below, len(self.lines)) and not self.lines[last + 1].opens:
            last += 1
        return Span(self.lines[record[0].line].start, self.lines[last].end)

    def people(self, spans: Sequence[TaggedSpan]) -> Iterator[PrintedFact]:
        """Yield advisors and students."""
        for span in _joined(spans, self.text):
            yield self.fact(Relation.ADVISING, span, [span], is_advisor=span.kind == "ADVISOR")

    def awards(self, spans: Sequence[TaggedSpan]) -> Iterator[PrintedFact]:
        """Yield awards, each with its first year."""
        for record in self.groups(_joined(spans, self.text), {"AWARD"}):
            name = next((span for span in record if span.kind == "AWARD"), None)
            year = next((span for span in record if span.kind == "AWARD-YEAR"), None)
            if name:
                values = {"year": year_in(year.text)} if year else {}
                yield self.fact(Relation.AWARD, name, [name], values=values, places={"year": year.span} if year else {})

    def duties(self, spans: Sequence[TaggedSpan]) -> Iterator[PrintedFact]:
        """Yield duties, one for each year; years stand behind the venue, or before it on its line."""
        spans = [span for span in _joined(spans, self.text) if span.kind == "DUTY" or year_in(span.text)]
        for record in self.groups(list(self._as_worded(spans)), {"DUTY"}):
            name = next((span for span in record if span.kind == "DUTY"), None)
            if name is None:
                continue
            role = name.label.partition(":")[2]
            printed = [span for span in record if span.kind == "DUTY-YEAR"]
            starts = [
                span for before, span in zip([None, *printed], printed, strict=False) if not self._is_end(before, span)
            ]
            years = {year_in(span.text): span.span for span in starts}
            for year, place in years.items():
                yield self.fact(
                    Relation.SERVICE, name, [name], values={"role": role, "year": year}, places={"year": place}
                )
            if not years:
                yield self.fact(Relation.SERVICE, name, [name], values={"role": role})

    def _as_worded(self, spans: Sequence[TaggedSpan]) -> Iterator[TaggedSpan]:
        """Yield spans, each duty as the words beside its venue name it, if they do."""
        of_line = Counter(span.line for span in spans if span.kind == "DUTY")
        last = 0
        for span in spans:
            if span.kind == "DUTY":
                line = self.lines[span.line]
                behind = self.text[span.span.end : line.end] if of_line[span.line] == 1 else ""
                worded = duty_in(f"{self.text[max(line.start, last) : span.span.start]} | {behind}")
                last = span.span.end
                if worded is not None and worded.role != "other":
                    span = replace(span, label=f"DUTY:{worded.role}")
            yield span

    def _is_end(self, before: TaggedSpan | None, year: TaggedSpan) -> bool:
        """Return whether a year ends a range of years, of which the first is that of a duty."""
        dates = find_dates(self.text[before.span.start : year.span.end]) if before is not None else ()
        return len(dates) == 1 and bool(dates[0].start and dates[0].end)
