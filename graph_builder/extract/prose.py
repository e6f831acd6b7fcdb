"""Degrees and positions stated in running text: "I am a researcher at X", "I received my PhD from Y in 2014"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graph_builder.extract.dates import PRESENT, DateRange, find_dates
from graph_builder.extract.draft import Draft
from graph_builder.extract.entries import organization_root
from graph_builder.extract.fields import degree_in
from graph_builder.extract.lexicon import ORGANIZATION, ROLE, is_place
from graph_builder.extract.page import Line, Page, SectionKind
from graph_builder.gazetteer import normalize
from graph_builder.model import EntityKind, Relation, Span

_SENTENCE = re.compile(
    r"(?<=[\w)\]”\"’'])(?<!\b[A-Z])(?<!\bDr)(?<!\bProf)(?<!\bPh)(?<!\bUniv)(?<!\bSt)(?<!\bDept)[.!?](?:\s+(?=[A-Z(“\"'])|$)|\n+|;\s+"
)
_WORD = r"(?:[A-ZÀ-ÖØ-Þ][\w.&’'-]*|[一-鿿]+)"
_RUN = re.compile(
    rf"{_WORD}(?:(?:\s+(?:of|the|for|and|de|la|di|du|des|del|da|in|at|&)\s+|\s+|,\s+)(?={_WORD}){_WORD}){{0,9}}"
)
_AT = re.compile(
    r"(?:\bat|\bfrom|\bwith|@|\bjoin(?:ed|ing)?|\bfor|\bin|\bof)\s+(?:the\s+|a\s+startup\s+called\s+)?(?=[A-Z])"
)
_TITLE = re.compile(
    r"(?:(?:[A-Z]?[\w/&'’-]+\s+){0,5}?)(?:post-?\s?doc\w*(?:\s+(?:researcher|fellow|scholar|associate|position))?|"
    r"(?:\w+\s+)?intern(?:ship)?s?\b|interned\b|(?:full|associate|assistant|adjunct|visiting|honorary|emeritus|clinical)\s+professor|professor|"
    r"lecturer|(?:senior|staff|principal|lead|chief|junior|research|applied|data|software|machine|system|systems|visiting|"
    r"associate|distinguished)\s+(?:\w+\s+){0,3}?(?:scientist|engineer|researcher|fellow|scholar|developer|analyst|manager|"
    r"assistant|associate|officer|student)|researcher|scientist|engineer|research\s+(?:fellow|assistant|associate|scholar)|"
    r"software\s+developer|co-?founder|founder|ceo|cto|director|consultant|member\s+of\s+technical\s+staff|fellow|analyst|"
    r"developer|instructor|teaching\s+assistant|quant\w*|statistician|economist|visiting\s+\w+|group\s+leader|manager)"
    r"(?:\s*(?:,|and)\s*(?:co-?founder|founder|ceo|cto|tech(?:nical)?\s+lead|director))?",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|worked|interned|spent|previously|before|prior|earlier|former(?:ly)?|until|held|did|past|visited|used\s+to|"
    r"served|completed|finished|ex-)\b",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:am|is|currently|now|presently|since|'m|’m|joined|work|leads?|starting)\b", re.IGNORECASE)
_EARNED = re.compile(
    r"\b(?:received|obtained|earned|completed|got|hold|holds|finished|graduated|did|defended|awarded|studied|have|has|with)\b",
    re.IGNORECASE,
)
_STUDENT = re.compile(r"\b(?:student|candidate|pursuing|studying|working\s+towards?)\b", re.IGNORECASE)
_STARTED = re.compile(r"\b(?:since|join(?:ed|ing)?|start(?:ed|ing)?|began|beginning)\b", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:advis(?:ed|or|er)|supervis(?:ed|or)|collaborat\w+|working\s+with|hosted|mentor(?:ed)?|guidance|together\s+with|"
    r"led\s+by|my\s+(?:students?|wife|husband|group)|thanks|grateful)\b",
    re.IGNORECASE,
)
_ARTICLES = re.compile(
    r"^(?:(?:an?|the|my|as|am|is|was|were|been|currently|now|also|i|he|she|they|worked|work|working|become|became|being|"
    r"previously|tenured|tenure-track(?:ed)?|full-time|part-time|and|or|of|to|in|two|three|several|multiple|[a-z]+ing)\s+)+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A title, degree or organisation in a sentence."""

    start: int
    end: int
    text: str
    value: str = ""


def prose(page: Page, draft: Draft, person: str) -> None:
    """Add degrees and positions that the running text states and no list has."""
    skip = {SectionKind.PUBLICATIONS, SectionKind.NEWS, SectionKind.AWARDS, SectionKind.SERVICE, SectionKind.TALKS,
            SectionKind.TEACHING, SectionKind.STUDENTS, SectionKind.GRANTS, SectionKind.REFEREES}  # fmt: skip
    for section in page.sections:
        if section.kind in skip or section.inline:
            continue
        listed = section.kind in {SectionKind.EDUCATION, SectionKind.EMPLOYMENT}
        for line in section.lines[:60]:
            if _is_prose(line, page, listed=listed):
                for start, end in _sentences(line.text):
                    _sentence(line.text[start:end], line.span.start + start, page, draft, person)


def _is_prose(line: Line, page: Page, *, listed: bool) -> bool:
    text = line.text
    if len(text) < 20:
        return False
    personal = re.search(r"\b(?:I|I['’]m|my|[Hh]e|[Ss]he|[Hh]is|[Hh]er|They|Currently|Previously)\b", text)
    named = any(n and n in text for n in page.subject_names)
    return bool(personal or named or (not listed and line in page.lines[:6]))


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for match in _SENTENCE.finditer(text):
        yield at, match.start() + 1
        at = match.end()
    yield at, len(text)


def _sentence(text: str, start: int, page: Page, draft: Draft, person: str) -> None:
    houses = _houses(text, start, page)
    titles = sorted([*_degrees(text), *_roles(text)], key=lambda t: t.start)
    dates = find_dates(text)
    if not houses or not titles:
        return
    for index, title in enumerate(titles):
        stop = next(
            (t.start for t in titles[index + 1 :] if any(title.end <= h.start < t.start for h in houses)), len(text)
        )
        places = [h for h in houses if title.end <= h.start < stop][:1] or (
            [h for h in houses if h.end <= title.start and title.start - h.end < 60][-1:] if index == 0 else []
        )
        if not places:
            continue
        places += _joined(text, places[0], houses)
        begin = max((t.end for t in titles[:index]), default=0) if index else 0
        clause = text[begin : min(stop, places[-1].end + 60)]
        if _OTHERS.search(text[title.end : places[0].start]) or _OTHERS.search(text[begin : title.start]):
            continue
        date = _date_for(dates, title, places[-1], stop if stop < len(text) else len(text), first=index == 0)
        for place in places:
            _add(text, start, clause, title, place, date, draft, person)


def _joined(text: str, first: _Piece, houses: list[_Piece]) -> list[_Piece]:
    """Return the organisations that a list goes on with: "at A, B and C"."""
    found, last = [], first
    for house in houses:
        if house.start > last.end and re.fullmatch(
            r"(?:\s*\([^)]*\))?\s*(?:,|,?\s+and|,?\s*&)\s*(?:the\s+)?", text[last.end : house.start]
        ):
            found.append(house)
            last = house
    return found


def _date_for(
    dates: tuple[DateRange, ...], title: _Piece, place: _Piece, stop: int, *, first: bool
) -> DateRange | None:
    after = [d for d in dates if title.start <= d.span.start < stop]
    if after:
        return after[0]
    before = [d for d in dates if d.span.end <= title.start]
    return before[-1] if before and first else None


def _add(
    text: str, start: int, clause: str, title: _Piece, place: _Piece, date: DateRange | None, draft: Draft, person: str
) -> None:
    student = bool(_STUDENT.search(clause[:400])) and not _EARNED.search(text[: title.start])
    past = bool(_PAST.search(text[: place.start])) and not re.search(r"\bcurrently\b|\bnow\b", text[: place.start])
    span = Span(start, start + len(text))
    where = Span(start + place.start, start + place.end)
    if title.value:
        if _known(draft, Relation.EDUCATION, place.text, title.value):
            return
        organization = draft.mention(EntityKind.ORGANIZATION, place.text, where)
        values = {"degree": title.value, "field": _field(text, title.end)}
        values |= _education_dates(date, running=student and not past, text=text)
        draft.claim(
            Relation.EDUCATION, {"person": person, "organization": organization}, span, "prose/education", 0.75, values
        )
        return
    if _known(draft, Relation.EMPLOYMENT, place.text, ""):
        return
    organization = draft.mention(EntityKind.ORGANIZATION, place.text, where)
    values = _job_dates(date, text, past=past) | {"role": title.text}
    draft.claim(
        Relation.EMPLOYMENT, {"person": person, "organization": organization}, span, "prose/employment", 0.7, values
    )


def _known(draft: Draft, relation: Relation, house: str, degree: str) -> bool:
    """Tell whether a list of the document already states the degree or the employer."""
    root = organization_root(house)
    for claim in draft.of(relation):
        if claim.extractor.startswith("prose") and not degree:
            continue
        same = organization_root(draft.name_of(claim.roles["organization"])) == root
        if same and (not degree or claim.values.get("degree") == degree):
            return True
        if degree and claim.values.get("degree") == degree and not claim.extractor.startswith("prose"):
            return True
    return False


def _education_dates(date: DateRange | None, *, running: bool, text: str) -> dict[str, str | None]:
    if date is None:
        return {"end": PRESENT} if running else {}
    if not date.single:
        return {"start": date.start or None, "end": date.end or None}
    if running or _STARTED.search(text):
        return {"start": date.start or None, "end": PRESENT if running else None}
    return {"end": date.end or date.start}


def _job_dates(date: DateRange | None, text: str, *, past: bool) -> dict[str, str | None]:
    if date is None:
        return {"end": None if past else PRESENT}
    if not date.single:
        return {"start": date.start or None, "end": date.end or None}
    if _STARTED.search(text):
        return {"start": date.start or None, "end": None if past else PRESENT}
    if past:
        return {"start": date.start or None, "end": date.start or date.end}
    return {"start": None, "end": PRESENT}


def _field(text: str, after: int) -> str | None:
    match = re.match(
        r"(?:\s+(?:degrees?|student|candidate|thesis))?\s*,?\s+(?:in|of)\s+(?:the\s+)?(?P<field>[A-Za-z][\w\s&/-]{2,60}?)"
        r"(?=\s+(?:at|from|with|in\s+\d|under|and\s+(?:a|my)|where|while)\b|[,.(;]|$)",
        text[after:],
    )
    return match.group("field").strip() if match and not ORGANIZATION.search(match.group("field")) else None


def _degrees(text: str) -> Iterator[_Piece]:
    at = 0
    while at < len(text):
        found = degree_in(text[at:])
        if found is None:
            return
        begin, end, level = at + found[0], at + found[1], found[2]
        word = text[begin:end]
        if word[:1].isupper() or word.casefold().startswith(
            ("ph", "master", "bachelor", "doctor", "undergrad", "b.", "m.")
        ):
            if not re.match(
                r"\s*(?:thesis|dissertation|advisor|supervisor|students\b|position|program\s+committee|committee|internship|intern\b)",
                text[end:],
                re.IGNORECASE,
            ):
                yield _Piece(begin, end, word, level)
        at = max(end, at + 1)


def _roles(text: str) -> Iterator[_Piece]:
    for match in _TITLE.finditer(text):
        body = match.group()
        lead = _ARTICLES.match(body)
        begin = match.start() + (lead.end() if lead else 0)
        words = text[begin : match.end()].strip()
        cut = max(words.rfind(" " + w + " ") for w in ("a", "an", "the", "as", "my", "I", "was", "am", "is"))
        if cut >= 0:
            begin += cut + len(re.match(r"\s\S+\s", words[cut:]).group())  # type: ignore[union-attr]
            words = text[begin : match.end()].strip()
        if words and ROLE.search(words) and not degree_in(words):
            yield _Piece(begin, match.end(), "Intern" if words.casefold() == "interned" else words)


def _houses(text: str, start: int, page: Page) -> list[_Piece]:
    """Return the organisations of a sentence: the known ones, those with telling words, those behind "at"."""
    found = [
        _Piece(s.start - start, s.end - start, s.of(page.document.text))
        for s in page.organizations
        if start <= s.start and s.end <= start + len(text)
    ]
    for match in _RUN.finditer(text):
        for begin, end in _split_run(text, match.start(), match.end()):
            name = text[begin:end]
            inside = [f for f in found if begin <= f.start and f.end <= end]
            if ORGANIZATION.search(name) and not is_place(name) and len(name.split()) <= 9:
                if any(len(f.text) >= 0.6 * len(name) or f.end == end for f in inside):
                    continue
                found = [f for f in found if f not in inside]
                found.append(_Piece(begin, end, name))
    for match in _AT.finditer(text):
        run = re.match(rf"{_WORD}(?:\s+{_WORD}){{0,4}}", text[match.end() :])
        if run is None or match.group().split()[0] in {"in", "of", "for", "with"}:
            continue
        begin, end = match.end(), match.end() + run.end()
        name = text[begin:end].rstrip(".,")
        taken = any(f.start < end and begin < f.end for f in found)
        if not taken and not is_place(name) and not find_dates(name) and normalize(name) not in {"i", "prof", "dr"}:
            found.append(_Piece(begin, begin + len(name), name))
    return sorted(found, key=lambda f: f.start)


def _split_run(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut a run of capitalised words at commas, and at "in" and "at", which part a school from what stands before it."""
    at = start
    for match in re.finditer(r",\s+|\s+(?:in|at)\s+", text[start:end]):
        yield at, start + match.start()
        at = start + match.end()
    yield at, end
