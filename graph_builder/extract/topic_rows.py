"""Which part of a row or section names a topic: its head, the cell in front, labels, or its heading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graph_builder.extract.headings import classify_heading
from graph_builder.extract.page import Line, Page, Section, SectionKind
from graph_builder.model import BlockKind, MarkKind, Span

_GENERAL = re.compile(
    r"\b(?:current|past|previous|former|ongoing|future|main|other|selected|overview|projects?|research|interests?|topics|areas)\b",
    re.IGNORECASE,
)


def names_interest(section: Section, page: Page) -> bool:
    """Tell whether a heading right below "Research Interests" is one of them: "Looms and ponds"."""
    above = section.path[-2] if len(section.path) > 1 else ""
    kind, score, known = classify_heading(above)
    if section.heading is None or section.inline or kind is not SectionKind.TOPICS or score < 3 or known < 0.99:
        return False
    words = section.title.split()
    empty = all(s.lines == () for s in page.sections if s.path == section.path[:-1])
    beside = sum(s.path[:-1] == section.path[:-1] and len(s.path) > 1 for s in page.sections)
    return (
        empty
        and (2 if beside < 2 else 1) <= len(words) <= 9
        and not _GENERAL.search(section.title)
        and section.title[-1:] not in ".?!"
    )


_BOLD_HEAD = re.compile(r"([^:.–—]{3,60})\.\s")


def bold_head(text: str, span: Span, page: Page) -> re.Match[str] | None:
    """Return the bold words that an item begins with, a full stop behind them: "**Looms.** How do they weave?"."""
    found = _BOLD_HEAD.match(text)
    bold = next(iter(page.document.marks_in(span, MarkKind.BOLD)), None) if found else None
    return found if found and bold and bold.span.start == span.start and len(bold.span) >= found.end(1) else None


_SAID_OF = re.compile(r"(?:\.|\s[–—-])?\s+[A-Z“\"]\S*\s\S+\s\S+\s\S")
_LEAST_LED = 2
_LONGEST_LEAD = 80


def bold_leads(lines: Sequence[Line], page: Page) -> dict[int, Span]:
    """Return the bold words that several items begin with by the items' places: "**Looms** How yarn becomes cloth"."""
    found: dict[int, Span] = {}
    for _, span, _, _ in paragraphs(tuple(lines), page):
        bold = next(iter(page.document.marks_in(span, MarkKind.BOLD)), None)
        if bold is None or bold.span.start != span.start or not 3 <= len(bold.span) <= _LONGEST_LEAD:
            continue
        if page.document.text[bold.span.end - 1] != ":" and _SAID_OF.match(page.document.text, bold.span.end, span.end):
            found[span.start] = bold.span
    return found if len(found) >= _LEAST_LED else {}


def bold_label(text: str, span: Span, page: Page) -> re.Match[str] | None:
    """Return the bold words in front of a colon that an item begins with: "**Looms:** weaving and spinning"."""
    found = _LABEL.match(text)
    bold = next(iter(page.document.marks_in(span, MarkKind.BOLD)), None) if found else None
    return (
        found
        if found and bold and bold.span.start == span.start and 0 <= found.end(1) - len(bold.span) + 1 < 2
        else None
    )


_LABEL = re.compile(r"([^:.–—]{3,60}):\s+(?=\S)")
# "Office", beside it where that is
_CONTACT = re.compile(
    r"(?:office(?:\shours)?|e-?mail|(?:tele)?phone|tel|fax|address|room|location|building|web(?:site)?|links?|orcid|github|contact|position|department|languages?)\W{0,3}\t",
    re.IGNORECASE,
)


def is_contact(text: str) -> bool:
    """Tell whether a row of a table says where somebody is found, and no topic."""
    return _CONTACT.match(text) is not None


ITEM_HEAD = re.compile(r"([^:.–—]{3,60})(?::|\s[–—])\s")
"""What an item begins with where the rest of it says more of that: "Looms: how do they weave?"."""


_APART = (MarkKind.CODE, MarkKind.LINK, MarkKind.BOLD, MarkKind.ITALIC)


def set_apart(text: str, span: Span, page: Page) -> Iterator[Span]:
    """Yield the topics of a row of labels, each set in one way, with nothing but signs between them: "`A` `B`"."""
    if _HASHED.fullmatch(text):
        yield from (Span(span.start + m.start(1), span.start + m.end(1)) for m in _HASH.finditer(text))
        return
    for kind in _APART:
        labels = [m.span for m in page.document.marks_in(span, kind)]
        rest = text
        for label in reversed(labels):
            rest = rest[: label.start - span.start] + rest[label.end - span.start :]
        lists = kind is not MarkKind.CODE and any(re.search(r"[,;:.]", x.of(page.document.text)) for x in labels)
        if len(labels) > 1 and not lists and not any(c.isalnum() for c in rest):
            yield from labels
            return


_HASH = re.compile(r"#([\w-]{3,40})")
_HASHED = re.compile(r"\s{0,9}#[\w-]{3,40}(?:[\s,]{1,5}#[\w-]{3,40}){1,19}\s{0,9}")
_TITLE = re.compile(
    r"\W{0,3}(?:(?:research|main|my)\s)?(?:areas?|topics?|themes?|fields?|interests?|keywords?|directions?)\W{0,3}",
    re.I,
)


def first_cells(lines: Sequence[Line], text: str) -> list[Span]:
    """Return the first cells of a table of topics whose second column says more of each, as its heading row tells."""
    rows = [line.cells for line in lines if line.kind is BlockKind.TABLE_ROW and len(line.cells) > 1]
    if len(rows) < 2 or len(rows) < len(lines) or not _TITLE.fullmatch(rows[0][0].of(text)):
        return []
    return [cells[0] for cells in rows[1:] if 2 < len(cells[0].of(text).strip()) <= 80]


PICTURED = re.compile(
    r"[\u2600-\u27bf\u2b50\U0001f300-\U0001faff]\ufe0f?\s[^,;:.]{3,60}$"
)  # "🧬 Looms", bold behind it

_LINE_END = re.compile(r"(?<![a-z]-)\n")


def paragraphs(lines: tuple[Line, ...], page: Page) -> Iterator[tuple[str, Span, BlockKind, int]]:
    """Yield the rows of each block: as one text where they run on, else one by one."""
    groups: list[list[Line]] = []
    for line in lines:
        apart = bool(groups) and PICTURED.match(groups[-1][-1].text) is not None
        if (
            groups
            and line.block == groups[-1][-1].block
            and line.block >= 0
            and _runs_on(groups[-1][-1], line)
            and not apart
        ):
            groups[-1].append(line)
        else:
            groups.append([line])
    for group in groups:
        span = Span(group[0].span.start, group[-1].span.end)
        text = _LINE_END.sub(" ", span.of(page.document.text))
        yield text, span, group[0].kind, group[0].level


_GOES_ON = re.compile(r"(?:,|;|\band|\bof|\bon|\bin|\bthe|\bfor|\bto|\bwith|[a-z]-|\ba)$")


def _runs_on(last: Line, line: Line) -> bool:
    text = last.text
    if line.row != last.row + 1 or line.kind is BlockKind.TABLE_ROW:
        return False
    if line.text[:1].islower() or _GOES_ON.search(text):
        return True
    return len(text) > 60 and not text.endswith((".", "!", "?", ":"))
