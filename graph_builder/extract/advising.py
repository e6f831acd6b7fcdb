"""Advisors of the subject, and students whom the subject advises."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.advising_notes import noted_in
from graph_builder.extract.advising_parts import (
    stretches,
    without_others,
)
from graph_builder.extract.advising_people import people_of
from graph_builder.extract.draft import Draft
from graph_builder.extract.name_lists import NAME, TITLES, names_from
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.extract.sentences import running_blocks
from graph_builder.model import BlockKind, EntityKind, Relation, Span

_NOUN = (
    r"(?:co-?\s?)?(?:advis[eo]rs?|supervisors?|direction(?:\s+de\s+th[èe]se)?(?=\s*:)|promot[oe]?rs?|directors?\s+of\s+(?:thesis|studies)|(?:thesis"
    r"|dissertation|doctoral)\s+directors?|"
    r"(?:co-?)?(?:directeurs?|directrices?|encadrante?s?)(?:\s+de\s+th[èe]se)?|(?:co-?)?betreuer(?:in)?|doktor(?:vater|mutter)"
    r"|(?:co)?relatore|relatrice|tutor(?:\s+de\s+tesis)?(?=\W*(?:Prof|Dott|Dr))|direct(?:or|ora)\s+de\s+tesis|orientador(?:a)?"
    r"|asesora?(?:e?s)?(?:\s+de\s+tesis)?|begeleider|handledare|veileder|vejleder|(?:mentor|guide|director|directora|tutora?|supervision)(?=\s*:\s*(?:Prof|Dr))|(?:committee|dissertation)\s+chair"
    r"|chair\s+of\s+(?:the\s+)?(?:dissertation|thesis|doctoral)\s+committee|major\s+professor)"
)
_CUE = re.compile(
    # "advised by", "under the supervision of", "Advisor: ", "My advisors are"; all but the last begin at a word
    rf"(?:\b(?:\b(?:co-?\s?)?(?:advis(?:ed|ing)|supervised|directed|mentored|guided)\s+(?:jointly\s+|primarily\s+|mainly\s+"
    rf"|there\s+)?by\s*:?"
    r"|\b(?:co-?)?(?:advised|supervised)\s+with(?=[^.]{0,40}\))"
    r"|\b(?:co-?)?(?:advised|supervised|mentored)\s+in\s+the\s+(?:labs?|laborator(?:y|ies)|groups?)\s+of"
    r"|\bunder\s+(?:the\s+|my\s+)?(?:(?:joint|co-?|main|primary|principal|principle|direct|close)\s*)?(?:guidance|supervision|direction|mentorship|advis(?:ement|ing)"
    r"|advice|co-?supervision)\s+of(?:\s*:)?"
    r"|\b(?:studied|studying|working|worked|work|ph\.?d\.?|doctorate|thesis|dissertation|degree)(?:\s+[^.;:\"“”„]{0,60}?)?\s+under"
    r"(?=\s+(?:Prof|Dr|(?-i:[A-Z])))(?!\s+(?:the|Grant|Contract|Project|(?-i:[A-Z]{3}))\b)"
    r"|\b(?:ph\.?d\.?|doctorate|thesis|dissertation|post-?doc\w*|master['’]?s)\b[^.;:]{0,160},?\s(?:working|written)\s+(?:with|under)(?=\s+(?-i:[A-Z]))"
    r"|\b(?:did|doing|pursu(?:ed|ing)|completed|received|obtained|earned|finished|wrote|got)\s+(?:my|his|her|an?|the)\s+(?:ph\.?d\.?|doctorate|thesis"
    r"|dissertation)\b[^.;:]{0,80}?\swith(?=\s+(?-i:Prof|Dr|[A-Z][a-z]))"
    r"|\bpost-?doc\w*(?:\s+(?:fellow|researcher|scholar|associate|position|stay))?(?:\s+(?:at|in)\s+[^.;:,]{2,80}?)?\s+with(?=\s+(?-i:Prof|Dr|[A-Z][a-z]))"
    r"|\b(?:sous\s+la\s+direction\s+de|(?:encadr|supervis)ée?\s+par|dirigée?\s+par|betreut\s+(?:von|durch)|dirigid[ao]\s+por|supervisad[ao]\s+por"
    r"|bajo\s+la\s+(?:direcci[oó]n|supervisi[oó]n)\s+de|orientad[ao]\s+por|sotto\s+la\s+(?:guida|supervisione)\s+d[ie]l?)"
    r"|\b(?:post-?doc\w*|ph\.?d\.?|doctora\w*)\b[^.;:]{0,200}?\s(?:in|at|with)\s+the\s+(?:[\w-]+\s+){0,3}?(?:group|lab|laboratory|team)\s+of"
    r"(?=\s+(?-i:Prof|Dr|[A-Z][a-z]))"
    rf"|\b(?:ph\.?d\.?|doctoral|graduate)\s+student\s+of"
    r"|\b(?:an?|his|her)\s+(?:former\s+)?student\s+of(?=\s+(?:Prof|Dr|[A-Z]))"
    r"|\bworking\s+with(?=\s+(?:Prof|Dr))|\b(?:ph\.?\s?d\.?|doctorate|d\.?phil\.?|m\.?sc?\.?|master['’]?s?)(?:\s(?:degree|thesis|student|candidate))?(?:\s(?:in|on)\s[^.;:()]{2,80}?)?,?\s\(?(?:with|w/)(?=\s(?-i:Prof|Dr)\b)"
    r"|\bduring\s+my\s+(?:ph\.?d\.?|doctora\w+|master['’]?s?|post-?doc\w*)(?:\s+(?:at|in)\s+[^.;:,]{2,60}?)?\s+with(?:\s+Nobel\s+(?:laureate|prize\s+winner))?"
    r"(?=\s+(?-i:Prof|Dr|[A-Z][a-z]))"
    rf"|\b(?:(?:my|his|her|ph\.?d\.?|m\.?sc\.?|doctoral|thesis|dissertation|academic|research|previous|former|past|current|postdoc\w*"
    rf"|master['’]?s|main|primary|principal|faculty|undergraduate)\s+)*{_NOUN}"
    r"(?:\s*\([^)]{0,40}\)|\s+(?:at|for)\s+[^:.,]{2,40}?(?=\s*(?::|is\b|was\b|are\b)))?\s*(?:(?:is|are|was|were"
    r"|includ(?:e|es|ed))\b(?:\s+both)?(?:\s+\([a-z ]{3,30}\))?|[:：]|\||[–—]|-(?=\s)|,(?=\s*(?:Prof|Dr)))"
    rf"|\b(?:my|his|her|with|by|under)\s+(?:(?:the|ph\.?d\.?|doctoral|thesis|academic|postdoc\w*|primary|great"
    rf"|amazing|wonderful|former|current|two)\s+)*{_NOUN}\b(?=,?\s+(?:Prof|Dr|[A-Z]))"
    rf")|(?=[abcdeghmoprstv]){_NOUN}\s+of\s+(?:(?:the|my)\s+)?(?:ph\.?d\.?|doctoral|master['’]?s?|thesis|dissertation)(?:\s+(?:thesis|dissertation))?\s*:"
    rf"|(?:^|(?<=\.\s)|(?<=;\s)|(?<=\()){_NOUN}\.?(?=\s+(?-i:Prof|Dr|[A-Z]))"  # alone: "Advisor Ada Lovelace"
    r"|(?:导师|指導教[員官授]|지도교수)\s*(?:为|是|は|[:：])?)\s*,?\s*",
    re.IGNORECASE,
)
# Each alternative above has one of these: most texts have none, and are not looked through.
_SIGNS = (
    "advis", "superv", "asesor", "direct", "mentor", "guide", "under", "student", "major", "chair", "promot",
    "encadr", "dirig", "betreu", "doktor", "relat", "tutor", "orientad", "bajo", "sotto", "begeleider", "handledare",
    "veileder", "vejleder", "导师", "指導教", "지도교수",
)  # fmt: skip
# Or else one of the first of these with one of the second.
_PLACES = ("with", "group", "lab", "team")
_STAGES = (
    "phd", "ph.d", "doctor", "postdoc", "post-doc", "thesis", "dissertation", "master", "prof", "dr",
)  # fmt: skip
_OWN_DEGREE = re.compile(r"(?i)(?:did|completed|received|obtained|earned|finished|wrote|got)\s")
# "(Supervisor) Ada Lovelace", as in a list of referees
_ROLE_AHEAD = re.compile(rf"\((?i:(?:ph\.?d\.?|thesis|doctoral|former)\s)?(?i:{_NOUN})\)\s+(?={TITLES}{NAME})")
_ORDINAL = re.compile(
    r"\W{0,3}(?:1st|2nd|3rd|\d{1,2}th|first|second|third)\s?[:.)]?\s+|[-–•*]\s+(?=(?:Prof|Dr)\b)", re.IGNORECASE
)
_NEXT = re.compile(r"(?<=\S)\s(?:2nd|3rd|4th|[Ss]econd|[Tt]hird)\s?:\s+")
_SUPERVISORS = re.compile(
    rf"\W{{0,3}}(?:my\s)?(?:ph\.?d\.?\s|doctoral\s)?{_NOUN}(?:\s(?:is|are|were))?\W*(?=1st|first|$)", re.IGNORECASE
)
_OTHERS = re.compile(
    r"\b(?:students?|interns?|theses|postdocs?|mentees|undergraduates?(?!\s+thesis))\s+(?:\w+\s+){0,3}$"
    r"|\bI\s+(?:have\s+)?(?:also\s+)?$|\b(?:movies?|films?|plays?|series|operas?|documentar(?:y|ies)|orchestras?)\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)
_SKIPPED = {
    SectionKind.NEWS, SectionKind.SERVICE, SectionKind.PUBLICATIONS, SectionKind.TALKS, SectionKind.TEACHING,
    SectionKind.STUDENTS, SectionKind.GRANTS, SectionKind.AWARDS,
}  # fmt: skip
_NO_STUDENTS = re.compile(
    r"\b(?:committee(?!\s+(?:co-?\s?)?chair)|prospective|visit\w*|collaborator|alumni\s+of|join(?!t)|openings?|jur(?:y|ies)|examin\w+|reader"
    r"|opponent|rapporteur)",
    re.IGNORECASE,
)


def advising(page: Page, draft: Draft, person: str) -> None:
    """Add the people who are named behind words such as "advised by", and those in sections on students."""
    _data(page, draft, person)
    for section in page.sections:
        if section.kind is SectionKind.STUDENTS:
            _students(section, page, draft, person)
        elif section.kind is SectionKind.REFEREES:
            for text, span in _rows(section, page):
                _cues(text, span, page, draft, person)
        elif section.kind is SectionKind.PUBLICATIONS:
            named: Line | None = None  # the line that speaks of a thesis; its advisor may stand in the next one
            own = _THESES.fullmatch(section.title) is not None
            for line in section.lines:
                thesis = _THESIS.search(line.text)
                if thesis and len(line.text) < 1500:
                    named = line
                    _cues(line.text, line.span, page, draft, person, at=thesis.start())
                elif len(line.text) < 300 and (own or (named is not None and line.block == named.block)):
                    _cues(line.text, line.span, page, draft, person)
        elif section.kind not in _SKIPPED:
            counted = False  # whether "Supervisors:" stands above: "1st: Ada Lovelace", "2nd: Charles Babbage"
            for text, span in _rows(section, page):
                _cues(text, span, page, draft, person)
                first = _SUPERVISORS.match(text)
                ordinal = _ORDINAL.match(text, first.end() if first else 0)
                counted = first is not None or (counted and ordinal is not None)
                for place in (ordinal, *_NEXT.finditer(text)) if counted and ordinal is not None else ():
                    _advisors(text, place.end(), span, page, draft, person, many=False)
                for begun in noted_in(text, section.kind):
                    _advisors(text, begun, span, page, draft, person)


_THESIS = re.compile(
    r"(?i)\b(?:ph\.?\s?d\.?|doctoral|master['’]?s?|m\.?sc\.?|diploma|hono[u]?rs|bachelor['’]?s?|undergraduate|senior)\s+(?:thesis|dissertation)|\b(?:thesis|dissertation),"
)
# A heading of nothing but the subject's own theses.
_THESES = re.compile(
    r"(?i)\W{0,3}(?:(?:my|ph\.?\s?d\.?|doctoral|master['’]?s?|bachelor['’]?s?|diploma)\s){0,3}(?:thes[ei]s|dissertations?)\W{0,3}"
)
_KEY = re.compile(r"(?:co-?|thesis[\s_-]|phd[\s_-])*(?:advis[eo]rs?|supervisors?)", re.IGNORECASE)


def _data(page: Page, draft: Draft, person: str) -> None:
    """Add the advisors whom structured data gives by a key of that name."""
    for root in page.document.data:
        for node in root.walk():
            if _KEY.fullmatch(node.key) and len(node.span) >= len(node.value) > 3:
                text = node.span.of(page.document.text)
                _advisors(text, 0, node.span, page, draft, person)
                _cues(text, node.span, page, draft, person)


def _rows(section: Section, page: Page) -> Iterator[tuple[str, Span]]:
    """Yield the lines; rows of running text that go on are one."""
    lines = section.lines
    running = running_blocks(lines)
    index = 0
    while index < len(lines):
        first = last = lines[index]
        index += 1
        while index < len(lines) and (_goes_on(last, lines[index]) or _flows(last, lines[index], running)):
            last = lines[index]
            index += 1
        span = Span(first.span.start, last.span.end)
        parted = "\t" if first.kind is BlockKind.TABLE_ROW else " "  # the lines of a cell are cells
        yield span.of(page.document.text).replace("\n", parted), span


def _flows(last: Line, line: Line, running: frozenset[int]) -> bool:
    return line.block in running and line.block == last.block


def _goes_on(last: Line, line: Line) -> bool:
    return (
        line.block == last.block
        and line.row == last.row + 1
        and line.kind is not BlockKind.TABLE_ROW
        and (
            line.text[:1].islower()
            or bool(re.search(r"(?:,|\band|&|\bby|\bof|\bwith|\bProf\.|\bDr\.)$", last.text))
            or (len(last.text) > 60 and bool(re.search(r"[,;]\s*[A-Z][\w-]+$", last.text)))
        )
    )


def _cues(text: str, span: Span, page: Page, draft: Draft, person: str, at: int = 0) -> None:
    for match in _CUE.finditer(text, at) if _may_tell(text) else ():
        before = text[max(0, match.start() - 120) : match.start()]
        own = _OWN_DEGREE.match(match.group())
        if own or not _OTHERS.search(before[-40:]):
            _advisors(text, match.end(), span, page, draft, person)
    for match in _ROLE_AHEAD.finditer(text):
        _advisors(text, match.end(), span, page, draft, person, many=False)


def _may_tell(text: str) -> bool:
    """Tell whether a text has any of the words without which no cue stands in it."""
    plain = text.casefold()
    if not plain.isascii():  # what a pattern takes for an i whatever its case
        plain = plain.replace("i\u0307", "i").replace("\u0131", "i")
    return any(sign in plain for sign in _SIGNS) or (
        any(place in plain for place in _PLACES) and any(stage in plain for stage in _STAGES)
    )


def _advisors(text: str, at: int, span: Span, page: Page, draft: Draft, person: str, *, many: bool = True) -> None:
    for name, where in names_from(text, at, span, page):
        if name not in page.subject_names:
            _advised(name, where, span, draft, person)
        if not many:
            return


def _advised(name: str, where: Span, span: Span, draft: Draft, person: str) -> None:
    roles = {"student": person, "advisor": draft.mention(EntityKind.PERSON, name, where)}
    draft.claim(Relation.ADVISING, roles, span, "advising/cue", 0.92)


def _students(section: Section, page: Page, draft: Draft, person: str) -> None:
    """Add the people of a section on students: one a line, a list in a line, or the titles of its entries."""
    if any(
        _NO_STUDENTS.search(title) and not _SUPERVISION.search(title) for title in (section.title, *section.path[-2:])
    ):
        return
    rows = list(_rows(section, page))
    lines = {line.span.start: line for line in section.lines}
    told: set[int] = set()  # the items that name somebody, of whom what stands inside them tells
    for text, span in rows:
        line = lines.get(span.start)
        within = line is not None and (line.parent in told or (line.row > 0 and line.block in told))
        if line is not None and within and line.row:
            continue
        if _COLUMNS.match(text) or _NO_STUDENTS.search(text[:40]):
            continue
        text = without_others(text)
        for begin, end in stretches(text):
            part = Span(span.start + begin, span.start + end)
            for name, where in people_of(text[begin:end], part, page):
                _student(name, where, span, draft, person)
                if line is not None and line.kind is BlockKind.LIST_ITEM:
                    told.add(line.block)


_SUPERVISION = re.compile(r"(?i)\bsupervis|\badvis(?!ory)")  # "Supervision and examination"
# The row that says what the columns of a table of students are
_COLUMNS = re.compile(r"(?i)\W{0,3}(?:(?:students?|names?|advisees?)(?:['’]s?)?\s?(?:names?)?)\W{0,3}\t")


def _student(name: str, where: Span, span: Span, draft: Draft, person: str) -> None:
    student = draft.mention(EntityKind.PERSON, name, where)
    if student != person:
        draft.claim(Relation.ADVISING, {"student": student, "advisor": person}, span, "sections/students", 0.85)
