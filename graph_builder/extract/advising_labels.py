"""Students below a label of their own inside sections on other things: "PhD students:" in a list on teaching."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph_builder.extract.headings import classify_heading
from graph_builder.extract.name_lists import NAME
from graph_builder.extract.page import Line, Section, SectionKind
from graph_builder.extract.person_names import clean_name, is_name
from graph_builder.model import BlockKind, Span

_KINDS = {SectionKind.TEACHING, SectionKind.SERVICE, SectionKind.OTHER, SectionKind.EMPLOYMENT}
_LONGEST = 60
_ASIDE = re.compile(r"\s*\([^()]{1,40}\)")
# Those whom one examines, hosts or seeks are no students of one's own.
_OTHERS = re.compile(
    r"(?i)\b(?:committee|prospective|visit\w*|examin\w+|reader|alumni|jur(?:y|ies)|opponent|assistants?|taught|courses?)\b"
)
_MANY = re.compile(r"(?i)(?:[\w.'’-]{2,20}\s){0,3}(?:students|post-?docs|advisees|mentees|interns)")
# Labels that are of students whatever they stand in; others may be of courses: "Undergraduate students: Algebra".
_OWN = re.compile(r"(?i)\b(?:co-?)?(?:superv|advis|mentor|ph\.?d|doctoral|diploma|thes[ei]s|post-?doc)")
_OF_STUDENTS = re.compile(r"(?i)superv|advis(?!ory)|mentor|students")


_MY_ADVISORS = re.compile(
    r"(?i)my\s(?:ph\.?\s?d\.?\s|doctoral\s|thesis\s)?(?:co-?)?(?:supervis|advis)[oe]rs?\s(?:are|were|is|was)\s?:"
)


def listed_advisors(section: Section) -> Iterator[Line]:
    """Yield the items of a list below "My PhD supervisors are:"."""
    below = False
    for line in section.lines:
        if below and line.kind is BlockKind.LIST_ITEM:
            yield line
        else:
            below = _MY_ADVISORS.fullmatch(line.text.strip()) is not None


def below_labels(section: Section) -> Iterator[Line]:
    """Yield the lines that stand below a label on students, in the same item or in items inside it."""
    if section.kind not in _KINDS:
        return
    told = any(_OF_STUDENTS.search(title) for title in section.path[-2:])
    label: Line | None = None
    for line in section.lines:
        if label is not None and (line.parent == label.block or (line.block == label.block and line.row > label.row)):
            yield line
        else:
            label = line if _is_label(line.text) and (told or _OWN.search(line.text)) else None


# "Co-advised Zoe Quist, graduate student", "2019: Supervised PhD student Bo Loom"
_ADVISED = re.compile(
    rf"(?:^|\t| {{2}}|:\s)\W{{0,3}}(?:[Cc]o-?)?(?:[Aa]dvised|[Ss]upervised|[Mm]entored)\s"
    rf"(?:(?:an?|the|former|current|visiting|[Pp]h\.?D\.?|MSc|BSc|[Dd]octoral|[Mm]aster['’]?s?|[Gg]raduate|[Uu]ndergraduate"
    rf"|students?|interns?|candidates?):?\s){{0,4}}(?P<name>{NAME})(?=\s*(?:[,;(–—-]|$|\s(?:on|in|at|with|for|from|during)\s))"
)


def advised_in(section: Section) -> Iterator[Line]:
    """Yield the names in items that say outright whom the subject advised, in sections on other things."""
    for line in section.lines if section.kind in _KINDS else ():
        found = _ADVISED.search(line.text[:120])
        if found is not None and is_name(clean_name(found["name"])):
            at = line.span.start + found.start("name")
            yield replace(line, span=Span(at, at + len(found["name"])), text=found["name"], cells=())


def _is_label(text: str) -> bool:
    """Tell whether a line announces students and says nothing else.

    >>> _is_label("Diploma students (informal advisor):"), _is_label("Students said:"), _is_label("Visiting students:")
    (True, False, False)
    """
    if len(text) > _LONGEST or not text.rstrip().endswith(":") or _OTHERS.search(text):
        return False
    head = _ASIDE.sub("", text).strip(" :")
    kind, score, known = classify_heading(head)
    return kind is SectionKind.STUDENTS and (_MANY.fullmatch(head) is not None or (score >= 4 and known >= 0.99))
