"""The people whom a line of a list of students names: a whole list of names, or the one whom the line is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.advising_parts import LABELLED
from graph_builder.extract.name_lists import NOT_PEOPLE
from graph_builder.extract.page import Page
from graph_builder.extract.person_names import clean_name, is_name
from graph_builder.model import Span

_HEAD = re.compile(
    r"^[\s\W\d]*(?:(?:(?:19|20)\d\d|present|now|fall|spring|summer|winter|current(?:ly)?|since|ph\.?d\.?"
    r"|m\.?sc?\.?|b\.?sc?\.?|mphil|msc|bsc|doctoral|"
    r"master['’]s|masters?|undergraduates?|graduates?|post-?docs?|postdoctoral|students?|candidates?|thesis"
    r"|theses|degrees?|level|supervisors?|advis[eo]rs?|mentors?|of|to|interns?|advisees?|mentees?|fellows?|researchers?|"
    r"(?:co-?)?supervis(?:ed|ion)|(?:co-?)?advis(?:ed|ing)|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may"
    r"|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?!\w)\.?[\s\W\d]*)*",
    re.IGNORECASE,
)


def people_of(text: str, span: Span, page: Page) -> list[tuple[str, Span]]:
    """Return the people of a line: a whole list of names, or the one whom the line is about."""
    text = re.sub(r"[“\"][^“”\"]{3,300}[”\"]", lambda m: "." * len(m.group()), text) if text[:1] not in '“"' else text
    dotted = len(_DOT.findall(text)) > 1
    parts = list(re.finditer(r"[^;]+", text))
    firsts = [_first(m.group(), Span(span.start + m.start(), span.start + m.end())) for m in parts]
    most = len(firsts) > 1 and sum(f is not None for f in firsts) > 0.6 * len(firsts)
    if most and dotted:
        return [f for f in firsts if f is not None]
    pieces = [(m.start(), m.group()) for m in re.finditer(r"(?:[^,;()\[\]]|\([^()]*\)|\[[^\]]*\])+", text)]
    listed: list[tuple[str, Span]] = []
    for at, piece in pieces:
        lead = _HEAD.match(piece) if at == 0 else re.match(r"\s*(?:and\s+|&\s*)?", piece)
        begin = lead.end() if lead else 0
        for start, body in _joined_names(piece, begin):
            head = re.split(r"[(\[:]|\s(?:[–—]|-{1,3})\s|\t", body)[0]
            name = clean_name(head)
            if is_name(name) and not NOT_PEOPLE.search(name):
                listed.append((name, Span(span.start + at + start, span.start + at + start + len(head.rstrip()))))
    if len(listed) >= 2 and len(listed) >= 0.6 * len(pieces):
        return listed
    first = _first(text, span)
    return [first] if first else list(_bracketed(text, span))


# "Supervised two master students at Loom University (Ada Moor and Ned Weaver)"
_SUPERVISED = re.compile(
    r"\W{0,9}(?:co-?\s?)?(?:supervis(?:ion|ed|ing)|advis(?:ed|ing)|mentor(?:ed|ing))\b[^()\n]{3,200}"
    r"\((?P<names>[A-ZÀ-Þ][^()\d:]{3,160})\)",
    re.IGNORECASE,
)


def _bracketed(text: str, span: Span) -> Iterator[tuple[str, Span]]:
    """Yield the students whom a sentence on their supervision names in brackets; all in them have to be names."""
    found = _SUPERVISED.match(text)
    if found is None:
        return
    people = []
    for piece in re.finditer(r"[^,;]+", found["names"]):
        lead = re.match(r"\s*(?:and\s+|&\s*)?", piece.group())
        for at, body in _joined_names(piece.group(), lead.end() if lead else 0):
            name = clean_name(body)
            if not is_name(name) or NOT_PEOPLE.search(name):
                return
            start = span.start + found.start("names") + piece.start() + at
            people.append((name, Span(start, start + len(body.rstrip()))))
    yield from people


_DOT = re.compile(r"\s[·•*]\s")


def _joined_names(piece: str, begin: int) -> Iterator[tuple[int, str]]:
    at = begin
    for match in re.finditer(r"\s+(?:and|&)\s+", piece[begin:]):
        yield at, piece[at : begin + match.start()]
        at = begin + match.end()
    yield at, piece[at:]


_CELL = re.compile(r"\t|\s\|\s")


def _first(text: str, span: Span) -> tuple[str, Span] | None:
    """Return the person whom a line begins with, behind dates and degrees; in a table the first cell that is a name."""
    quoted = re.match(r"\W{0,4}[“\"][^“”\"]{3,300}[”\"],?\s+", text)
    if quoted:
        text, span = text[quoted.end() :], Span(span.start + quoted.end(), span.end)
    lead = _HEAD.match(text)
    labelled = (m.end() for m in LABELLED.finditer(text))
    for at in dict.fromkeys([*labelled, 0, lead.end() if lead else 0, *(m.end() for m in _CELL.finditer(text))]):
        head = re.split(
            r"[,(:;|\t\n]|\s(?:[–—→]|-{1,3}>?)\s|\s(?:is|was|has|and|on|now|from|at|who|working|with)\s"
            r"|(?<!\b[A-Z])(?<!\bMd)\.\s(?=[A-Z][a-z])",
            text[at:],
        )[0]
        name = clean_name(head)
        if is_name(name) and len(name.split()) <= 4 and not NOT_PEOPLE.search(name):
            begin = at + len(head) - len(head.lstrip())
            return name, Span(span.start + begin, span.start + at + len(head.rstrip()))
    return None
