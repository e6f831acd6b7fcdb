"""Parts of sections on students and of lists of referees: which stretch holds names, and who says to be an advisor."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.extract.name_lists import names_from
from graph_builder.extract.page import Line, Page, Section
from graph_builder.extract.person_names import clean_name, is_name
from graph_builder.model import BlockKind, Span

# The head of a group, in the list of its members.
HOST = re.compile(
    r"^[^,(:|]{4,40}[,(:|–—-]\s*(?:(?:Associate|Assistant|Full|Adjunct|Distinguished)\s+)?"
    r"(?:Professor|PI|Principal\s+Investigator|Group\s+Leader)\)?\W*$",
    re.IGNORECASE,
)
# "Title: ..., Student: Ada Lovelace (2017)"
LABELLED = re.compile(
    r"\b(?:students?|candidates?|alun[oa]s?|estudiantes?|orientand[oa]s?|doktorand(?:in)?)\s?:\s+", re.IGNORECASE
)
SUPERVISE = re.compile(r"(?i)\b(?:supervis|advis|mentor)(?:e|es|ed|ing)\s+(?=(?-i:[A-Z]))")
# "..., and John Smith. Completed: Jane Doe (2020)": a word with a colon, or a sentence, opens a new list.
_STRETCH = re.compile(
    r"(?<=[\w)])[.;]\s+(?=[A-Z][\w'’./ -]{2,50}:\s)|(?<=[a-z)])\.\s+(?=(?:[A-Z][a-z]+\s+){1,3}[a-z])", re.UNICODE
)


# "PhD students: Jane Doe"; in a table there may be a cell in front
_LEAD = re.compile(r"(?:[^\t:]{1,30}\t)?\W*[A-Z][\w'’./ ()-]{2,80}:\s+")


def stretches(text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a line that each hold a list of people."""
    at = 0
    for match in (*_STRETCH.finditer(text), None):
        end = match.start() if match else len(text)
        label = _LEAD.match(text, at, end)
        if label is not None and is_name(clean_name(label.group().strip(" :"))):
            label = None  # "Ada Lovelace: PhD, 2019"
        lead = SUPERVISE.search(text, at, end) or label
        yield (lead.end() if lead else at), end
        at = match.end() if match else end


# "cosupervised with A. Li, B. Moor - 2025": who advises them too
_OF_OTHERS = re.compile(
    r"[,(]?\s*\b(?:(?:co-?|jointly\s+)(?:supervised|advised|directed|mentored)\s+(?:with|by)\b|(?:jointly|together)\s+with\b|(?:co-?|main\s)?(?:supervis|advis)[eo]rs?:)"
    r"[^;()*•|\n]{0,120}?(?:\)|(?=[;(*•|]|\s[-–—]\s|$))",
    re.IGNORECASE,
)


def without_others(text: str) -> str:
    """Return a text with blanks for those who advise with the subject.

    >>> without_others("Bo Loom (co-supervised with A. Li)").rstrip()
    'Bo Loom'
    """
    return _OF_OTHERS.sub(lambda found: " " * len(found.group()), text)


_LONGEST = 160  # of the line of a card that tells what the referee is to the subject
# "(PhD supervisor)", "Co-advisor & co-author", and no "Academic Advisor, Loom Hall"
_IS_ADVISOR = re.compile(
    r"(?:^|\()\W{0,3}(?:(?:ph\.?d\.?|doctoral|thesis|dissertation|master['’]?s?|postdoc\w*|main|primary|former|my)\s+){0,3}"
    r"(?:co-?\s?)?(?:advis[eo]r|supervisor)(?:\s*(?:&|and|/)\s*[\w-]+(?:\s\w+)?)?\W{0,3}$",
    re.IGNORECASE,
)


def referees(section: Section, page: Page) -> Iterator[tuple[str, Span, Span]]:
    """Yield name and place of each referee whose card says below the name that this is an advisor, and where.

    Cards are paragraphs and items, or columns of a table.
    """
    heads: dict[int, tuple[str, Span]] = {}
    block = -2
    for line in section.lines:
        table = line.kind is BlockKind.TABLE_ROW
        if not table and line.block != block:
            heads = {}
        block = line.block
        for column, cell in enumerate(_cells(line) if table else [line.span]):
            text = cell.of(page.document.text)
            if len(text) > _LONGEST:
                continue
            head = heads.get(column)
            if head is not None and _IS_ADVISOR.search(text.strip()):
                yield *head, cell
            named = next(names_from(text, 0, cell, page), None)
            if named is not None and (table or not heads):
                heads[column] = named


def _cells(line: Line) -> list[Span]:
    return list(line.cells)
