"""Advisors of the subject, and students whom the subject advises."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from graph_builder.extract.advising_labels import advised_in, below_labels, listed_advisors
from graph_builder.extract.advising_notes import noted_in
from graph_builder.extract.advising_parts import (
    ABOUT_ONE,
    DEGREE_OF_ONE,
    FAMILY_FIRST,
    HOST,
    INVERTED,
    SUPERVISE,
    referees,
    stretches,
    thesis_by,
    without_others,
)
from graph_builder.extract.advising_people import people_of
from graph_builder.extract.draft import Draft
from graph_builder.extract.headings import classify_heading
from graph_builder.extract.name_lists import NAME, NOT_PEOPLE, TITLES, names_from
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.extract.person_names import clean_name, first_last, is_name
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
_NOUN_EN = r"(?:co-?\s?)?(?:advis[eo]rs?|supervisors?)"
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
# "Ada Lovelace (advisor)": the word is looked for first, the name in the characters before it.
_ROLE_BEHIND = re.compile(
    r"[\s,]{0,3}\([\w.&\s-]{0,20}?(?:advis[eo]r|supervisor|promotor|director|(?P<chair>chair))\)"
    r"|(?P<last>,\s(?:co-?)?(?:advis[eo]r|supervisor|promotor)\s?(?:\t|\.?$))",
    re.IGNORECASE,
)
# "(Supervisor) Ada Lovelace", as in a list of referees
_ROLE_AHEAD = re.compile(rf"\((?i:(?:ph\.?d\.?|thesis|doctoral|former)\s)?(?i:{_NOUN})\)\s+(?={TITLES}{NAME})")
_ORDINAL = re.compile(
    r"\W{0,3}(?:1st|2nd|3rd|\d{1,2}th|first|second|third)\s?[:.)]?\s+|[-–•*]\s+(?=(?:Prof|Dr)\b)", re.IGNORECASE
)
_NEXT = re.compile(r"(?<=\S)\s(?:2nd|3rd|4th|[Ss]econd|[Tt]hird)\s?:\s+")
_SUPERVISORS = re.compile(
    rf"\W{{0,3}}(?:my\s)?(?:ph\.?d\.?\s|doctoral\s)?{_NOUN}(?:\s(?:is|are|were))?\W*(?=1st|first|$)", re.IGNORECASE
)
_NAME_BEFORE = re.compile(rf"{TITLES}{NAME}")
# "(Ada Lovelace, Supervisor)"
_TITLED = re.compile(
    rf"(?:(?<=\()|(?<=;\s)){TITLES}{NAME}(?=,\s*(?:[\w.]{{2,14}}\s){{0,2}}(?:[Cc]o-?)?(?:[Aa]dvis[eo]r|[Ss]upervisor|[Pp]romotor)\s*[);])"
)
_DEGREE_AHEAD = re.compile(r"\b(?:Ph\.?\s?D|[MB]\.?\s?(?:Sc|S|A|Phil)\b|(?:[Dd]octor|[Mm]aster|[Bb]achelor)|Universit)")
_REACH = 60
_COMMITTEE = re.compile(r"(?i)\b(?:committee|dissertation|thesis|advisors?)\b[^.]{0,60}$")
_OTHERS = re.compile(
    r"\b(?:students?|interns?|theses|postdocs?|mentees|undergraduates?(?!\s+thesis))\s+(?:\w+\s+){0,3}$"
    r"|\bI\s+(?:have\s+)?(?:also\s+)?$|\b(?:movies?|films?|plays?|series|operas?|documentar(?:y|ies)|orchestras?)\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)
# "I am a third-year PhD student at X advised by": no student of the subject, but the subject.
_STUDYING = re.compile(
    r"(?:\bI\s+(?:am|was)|\bI['’]m|\b(?:[Hh]e|[Ss]he)\s+(?:is|was)|\b[Aa]s)\s+(?:(?:currently|now|also)\s+)?(?:an?|the)\s"
    r"(?:[^.;!]|(?<=Ph)\.|(?<=Ph\.D)\.|(?<=\sM)\.){0,80}\b[Ss]tudent\b[^.;!]{0,60}$"
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


# A label or heading above the names of one's own advisors.
_ADVISORS = re.compile(
    r"(?i)(?:(?:my|ph\.?\s?d\.?|doctoral|thesis|dissertation|academic)\s+)*(?:co-?)?(?:advis[oe]rs?|supervisors?)\b\W*"
)


def advising(page: Page, draft: Draft, person: str) -> None:
    """Add the people who are named behind words such as "advised by", and those in sections on students."""
    _data(page, draft, person)
    for section in page.sections:
        for line in (*below_labels(section), *advised_in(section)):
            for name, where in people_of(line.text, line.span, page):
                _student(name, where, line.span, draft, person)
        if (
            section.kind is SectionKind.STUDENTS
            and _ADVISORS.match(section.title)
            and (section.inline or _ADVISORS.fullmatch(section.title))
        ):
            for line in section.lines:
                _advisors(line.text, 0, line.span, page, draft, person)
        elif section.kind is SectionKind.STUDENTS:
            _students(section, page, draft, person)
        elif section.kind is SectionKind.REFEREES:
            for name, where, span in referees(section, page):
                _advised(name, where, span, draft, person)
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
        elif section.kind is SectionKind.NEWS:
            for line in section.lines:
                for mine in _MY_ADVISOR.finditer(line.text):
                    _advisors(line.text, mine.end(), line.span, page, draft, person)
        elif section.kind not in _SKIPPED or _own_committee(section):
            for line in listed_advisors(section):
                _advisors(line.text, 0, line.span, page, draft, person, many=False)
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
                alone = _ALONE.match(text) if section.kind in _OF_DEGREES else None
                if alone is not None:
                    _advisors(text, alone.end(), span, page, draft, person)


# "Gave a tutorial with my advisor, Ada Lovelace": what news say of an advisor in passing
_MY_ADVISOR = re.compile(
    rf"\b[Mm]y\s(?:(?:Ph\.?D\.?|doctoral|thesis|dissertation|postdoctoral|co-?)\s){{0,2}}{_NOUN_EN},?\s(?={TITLES}{NAME})"
)
_OF_DEGREES = {SectionKind.EDUCATION, SectionKind.ABOUT}
# "Advisor, Ada Lovelace": a note of a degree that is nothing else.
_ALONE = re.compile(rf"\W{{0,3}}(?i:{_NOUN}),\s+(?={TITLES}{NAME}(?:(?:,|\s(?:and|&))\s+{TITLES}{NAME}){{0,3}}\W*$)")


def _own_committee(section: Section) -> bool:
    """Tell whether a section titled "Committee" speaks of that of the subject's own dissertation, named above it."""
    return section.kind is SectionKind.SERVICE and bool(
        re.fullmatch(
            r"(?i)\W{0,9}(?:(?:thesis|dissertation|doctoral|ph\.?d\.?)\s+)?committee(?:\s+members?)?\W*", section.title
        )
        and any(re.search(r"(?i)\b(?:dissertation|thesis|education|degrees?)\b", t) for t in section.path[:-1])
    )


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
            if _KEY.fullmatch(node.key):
                for value in node.children if node.kind == "sequence" else [node]:
                    if value.kind == "scalar" and len(value.span) >= len(value.value) > 3:
                        text = value.span.of(page.document.text)
                        _advisors(text, 0, value.span, page, draft, person)
                        _cues(text, value.span, page, draft, person)


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
    return line.block in running and line.block == last.block and line.row == last.row + 1


# "Directeurs de thèse:" above the names
_LABEL = re.compile(rf"(?i)\W{{0,20}}(?:[\w.]{{1,12}}\s){{0,2}}{_NOUN}\s?:\s*")


def _goes_on(last: Line, line: Line) -> bool:
    return (
        line.block == last.block
        and line.row == last.row + 1
        and line.kind is not BlockKind.TABLE_ROW
        and (
            line.text[:1].islower()
            or bool(re.search(r"(?:,|\band|&|\bby|\bof|\bwith|\bProf\.|\bDr\.)$", last.text))
            or _LABEL.fullmatch(last.text) is not None
            or (len(last.text) > 60 and bool(re.search(r"[,;]\s*[A-Z][\w-]+$", last.text)))
        )
    )


def _cues(text: str, span: Span, page: Page, draft: Draft, person: str, at: int = 0) -> None:
    for match in _CUE.finditer(text, at) if _may_tell(text) else ():
        before = text[max(0, match.start() - 120) : match.start()]
        own = _OWN_DEGREE.match(match.group()) or _STUDYING.search(before)
        if own or not _OTHERS.search(before[-40:]):
            _advisors(text, match.end(), span, page, draft, person)
    for match in _ROLE_AHEAD.finditer(text):
        _advisors(text, match.end(), span, page, draft, person, many=False)
    for match in _ROLE_BEHIND.finditer(text):
        if match["chair"] and not _COMMITTEE.search(text[max(0, match.start() - 200) : match.start()]):
            continue
        if match["last"] and not _DEGREE_AHEAD.search(text, 0, match.start()):
            continue  # "University of Examples, Ada Lovelace, Supervisor" behind a degree
        begin = max(0, match.start() - _REACH)
        names = [m for m in _NAME_BEFORE.finditer(text, begin, match.start()) if m.end() == match.start()]
        if names:
            _advisors(text, names[-1].start(), span, page, draft, person, many=False)
    for match in _TITLED.finditer(text):
        _advisors(text, match.start(), span, page, draft, person, many=False)


def _may_tell(text: str) -> bool:
    """Tell whether a text has any of the words without which no cue stands in it."""
    plain = text.casefold()
    if not plain.isascii():  # what a pattern takes for an i whatever its case
        plain = plain.replace("i\u0307", "i").replace("\u0131", "i")
    return any(sign in plain for sign in _SIGNS) or (
        any(place in plain for place in _PLACES) and any(stage in plain for stage in _STAGES)
    )


def _advisors(text: str, at: int, span: Span, page: Page, draft: Draft, person: str, *, many: bool = True) -> None:
    for name, where in [*names_from(text, at, span, page)] or [*_by_family(text, at, span)]:
        if name not in page.subject_names:
            _advised(name, where, span, draft, person)
        if not many:
            return


def _advised(name: str, where: Span, span: Span, draft: Draft, person: str) -> None:
    roles = {"student": person, "advisor": draft.mention(EntityKind.PERSON, name, where)}
    draft.claim(Relation.ADVISING, roles, span, "advising/cue", 0.92)


# "working with Professor Lovelace": known by the family name alone.
_FAMILY = re.compile(
    r"(?:Prof(?:essor|\.)|Dr\.)\s+(?P<name>[A-ZÀ-Þ][a-zà-ÿ]{2,}(?:-[A-ZÀ-Þ][a-zà-ÿ]+)?)(?=\W*$|[,.;)]\s|\s(?:on|at|in|and|to|since)\b)"
)


def _by_family(text: str, at: int, span: Span) -> Iterator[tuple[str, Span]]:
    match = _FAMILY.match(text, at)
    if match is not None and not NOT_PEOPLE.search(match["name"]):
        yield match["name"], Span(span.start + match.start("name"), span.start + match.end("name"))


def _students(section: Section, page: Page, draft: Draft, person: str) -> None:
    """Add the people of a section on students: one a line, a list in a line, or the titles of its entries."""
    if any(
        _NO_STUDENTS.search(title) and not _SUPERVISION.search(title) for title in (section.title, *section.path[-2:])
    ):
        return
    if not section.inline and section.title:
        head = re.split(r"\s[–—-]\s|[,(|]", section.title)[0]
        if is_name(clean_name(head)) and (head != section.title or section.content):
            end = section.lines[0].span.start if section.lines else len(page.document.text)
            at = section.heading.start if section.heading else page.document.text.rfind(head, 0, end)
            if at >= 0:
                _student(clean_name(head), Span(at, at + len(head)), Span(at, at + len(section.title)), draft, person)
                return
    rows = list(_rows(section, page))
    heads = {a.span.start for a, b in pairwise(section.lines) if _heads_one(a, b)}
    people = [text for text, _ in rows if not _GROUP.fullmatch(text)]
    inverted = 2 * sum(INVERTED.match(text) is not None for text in people) >= len(people) > 1
    others = False  # whether the label above says that these are no students of the subject
    lines = {line.span.start: line for line in section.lines}
    told: set[int] = set()  # the items that name somebody, of whom what stands inside them tells
    for text, span in rows:
        line = lines.get(span.start)
        within = line is not None and (line.parent in told or (line.row > 0 and line.block in told))
        if line is not None and within and (line.row or not DEGREE_OF_ONE.match(text)):
            continue
        if (_GROUP.fullmatch(text) and span.start not in heads) or _heads(text):
            others = _NO_STUDENTS.search(text) is not None or (others and text.startswith(("I ", "We ")))
            continue
        family = FAMILY_FIRST.match(text) if inverted else None
        if family is not None and not others:
            where = Span(span.start + family.start(1), span.start + family.end())
            _student(first_last(clean_name(family.group())), where, span, draft, person)
        if family is not None or others or HOST.search(text) or ABOUT_ONE.match(text) or _COLUMNS.match(text):
            continue
        if _NO_STUDENTS.search(text[:40]) and not SUPERVISE.search(text[:60]):
            continue
        text = without_others(text)
        thesis = thesis_by(text)
        for begin, end in [thesis] if thesis is not None else stretches(text):
            part = Span(span.start + begin, span.start + end)
            for name, where in people_of(text[begin:end], part, page):
                _student(name, where, span, draft, person)
                if line is not None and line.kind is BlockKind.LIST_ITEM:
                    told.add(line.block)


def _heads_one(line: Line, below: Line) -> bool:
    """Tell whether an item's first line names who worked on what the next one tells: "Ada Moor:", "How looms stop"."""
    if line.kind is not BlockKind.LIST_ITEM or line.row or below.block != line.block:
        return False
    return not _OF_MANY.search(line.text) and is_name(clean_name(re.split(r"[,(:]", line.text, maxsplit=1)[0]))


_OF_MANY = re.compile(r"\b(?:[Ss]tudents|[Ii]nterns|[Tt]heses|[Pp]ost-?docs|[Aa]dvisees|[Mm]entees)\b")
_SUPERVISION = re.compile(r"(?i)\bsupervis|\badvis(?!ory)")  # "Supervision and examination"
# The row that says what the columns of a table of students are
_COLUMNS = re.compile(r"(?i)\W{0,3}(?:(?:students?|names?|advisees?)(?:['’]s?)?\s?(?:names?)?)\W{0,3}\t")


def _heads(text: str) -> bool:
    """Tell whether a line has nothing but words of headings on students: "Past Advisees", above names."""
    if len(text) > 40 or not text[:1].isupper():
        return False
    kind, score, known = classify_heading(text)
    return kind is SectionKind.STUDENTS and score >= 4 and known >= 0.99


# "Thesis committee member:" above a list of people, or "At Loom College, I supervised these students:".
_GROUP = re.compile(r"(?:[^:.]{3,70}|[^:]{0,60}\b(?:I|We|we)\s[^:]{3,200}):\s*")


def _student(name: str, where: Span, span: Span, draft: Draft, person: str) -> None:
    student = draft.mention(EntityKind.PERSON, name, where)
    if student != person:
        draft.claim(Relation.ADVISING, {"student": student, "advisor": person}, span, "sections/students", 0.85)
