"""Posts and degrees under headings that do not announce them, told by what the lists below are made of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.careers import education, employment
from graph_builder.extract.degree_names import name_degree
from graph_builder.extract.draft import Draft
from graph_builder.extract.entries import Entry, entries_of, heading_line
from graph_builder.extract.entry_unread import name_same, name_school, name_unread
from graph_builder.extract.fields import FieldKind
from graph_builder.extract.name_looks import names_house
from graph_builder.extract.page import Page, Section, SectionKind

_K = FieldKind
# What is granted to projects has organisations, dates and "PI", and is no post.
_GRANTED = re.compile(
    r"\b(?:grants?|funding|funded|sponsored|(?:research|financial)\s+support|principal\s+investigator)\b", re.IGNORECASE
)
_DIGITS = re.compile(r"\d\d")
_LONGEST = 60
"""Lines of sections that are looked at."""


def career_lists(page: Page, draft: Draft, person: str) -> None:
    """Add the degrees and positions that sections list whose headings tell nothing."""
    cut: dict[int, list[Entry]] = {}  # by the section, what was cut already as it is looked at once more
    groups = _siblings(page.of_kind(SectionKind.OTHER, SectionKind.ABOUT))
    for group in groups:
        if not _may_list(group):
            continue
        entries = entries_of(group, page.organizations)
        used = _untitled(group, entries, draft, person)
        if not used and len(group) == 1 and heading_line(group[0]) is None:
            cut[id(group[0])] = entries
    for section in page.of_kind(SectionKind.ABOUT, SectionKind.OTHER):
        if not _may_list([section]):
            continue
        known = cut.get(id(section))
        if known is None:
            known = entries_of([replace(section, heading=None, content=False)], page.organizations)
        _listed(known, draft, person)


def _may_list(sections: Sequence[Section]) -> bool:
    """Tell whether sections are worth a look: without the digits of a year, as in most prose, no entry is dated."""
    if _GRANTED.search(" ".join(sections[0].path)) or sum(len(s.lines) for s in sections) > _LONGEST:
        return False
    return any(_DIGITS.search(s.title) or any(_DIGITS.search(line.text) for line in s.lines) for s in sections)


def _begins_with_date(entry: Entry) -> bool:
    starts = {line.span.start + len(line.text) - len(line.text.lstrip("|-–—•*([ ")) for line in entry.lines}
    return any(f.kind is _K.DATE and f.span.start in starts for f in entry.fields)


def _in_row(entry: Entry) -> bool:
    """Tell whether an entry is a row of a table, whose cells are a date and what it is about."""
    line = entry.lines[0]
    cells = set(line.cells)
    return any(
        f.kind is _K.DATE and any(c.covers(f.span) and len(c) < len(f.span) + 4 for c in cells) for f in entry.fields
    )


def _siblings(sections: Sequence[Section]) -> list[list[Section]]:
    """Return sections whose titles tell nothing, those whose headings are entries under one heading together."""
    groups: list[list[Section]] = []
    for section in sections:
        last = groups[-1][-1] if groups else None
        if (
            last is not None
            and (last.level, last.path[:-1], last.content) == (section.level, section.path[:-1], section.content)
            and section.content
            and max(len(last.lines), len(section.lines)) <= 6
        ):
            groups[-1].append(section)
        else:
            groups.append([section])
    return groups


def _untitled(sections: list[Section], entries: list[Entry], draft: Draft, person: str) -> bool:
    """Add what sections list whose titles tell nothing, if they list careers: dated titles at organisations.

    Returns whether they do.
    """
    section = sections[0]
    if _is_career(entries):
        _unread(entries, draft, person)
        return True
    ranged = [e for e in entries if any(not d.single for d in e.dates) and (_begins_with_date(e) or _in_row(e))]
    titled = [e for e in ranged if e.has(_K.ROLE, _K.DEGREE)]
    least = 3 if section.kind is SectionKind.ABOUT else 2
    if len(titled) < least or 3 * len(ranged) < len(entries):
        return False
    graduations = [e for e in entries if e not in ranged and e.has(_K.DEGREE) and _begins_with_date(e)]
    known = 2 * sum(e.has(_K.ORGANIZATION) for e in titled) > len(titled)  # where most are, the others are names too
    for entry in [*titled, *graduations]:
        if entry.has(_K.ORGANIZATION) or (known and len(sections) > 1):
            if entry.has(_K.DEGREE):
                education(entry, draft, person, strict=True, rule="lists/education")
            else:
                employment(entry, draft, person, rule="lists/employment")
    return True


_LEAST, _SHARE = 3, 0.6


def _is_career(entries: Sequence[Entry]) -> bool:
    """Tell whether most entries are dated where they begin and are titles at organisations, as in a vita.

    One of them at least is of several years.
    """
    dated = [e for e in entries if e.dates and len(e.lines[0].text) < _BRIEF and (_begins_with_date(e) or _in_row(e))]
    told = [e for e in dated if e.has(_K.ROLE, _K.DEGREE) and (e.has(_K.ORGANIZATION) or _looks_housed(e))]
    ranged = [e for e in dated if any(not d.single for d in e.dates)]
    return (
        len(told) >= _LEAST
        and len(ranged) >= 2
        and len(told) >= _SHARE * len(dated)
        and len(dated) >= _SHARE * len(entries)
        and not any(_NO_POSTS.search(line.text) for e in entries for line in e.lines)
    )


def _looks_housed(entry: Entry) -> bool:
    return any(names_house(f.text) > 0 for f in entry.of(_K.OTHER, _K.UNIT))


_BRIEF = 160
# What lists of talks, papers, news and courses have
_NO_POSTS = re.compile(
    r"(?i)\b(?:invited|talk|seminar|workshop|conference|proceedings|accepted|presented|award(?:ed)?|prize|review(?:er)?|paper|poster|course)\b|\b(?:I|we|my|our)\b"
)


def _unread(entries: Sequence[Entry], draft: Draft, person: str) -> None:
    """Add all entries of a list that is known to be one of posts and degrees."""
    for entry in entries:
        name_degree(entry)
    name_same(entries)
    name_unread([e for e in entries if not e.has(_K.DEGREE)])
    for entry in entries:
        if entry.has(_K.DEGREE):
            name_school(entry)
            education(entry, draft, person, strict=True, rule="lists/education")
        elif entry.dates:
            employment(entry, draft, person, rule="lists/employment")


def _listed(entries: list[Entry], draft: Draft, person: str) -> None:
    """Add the posts and degrees that stand under no heading, one to a line: each a title, an organisation and dates."""
    full = []
    for entry in entries:
        text = entry.lines[0].text
        brief = len(entry.lines) == 1 and len(text) < 160 and not text.endswith((".", "!")) and " I " not in f" {text} "
        kinds = [f.kind for f in entry.fields]
        named = sum(kinds.count(k) for k in (_K.ROLE, _K.DEGREE)) == 1 and len(kinds) <= 7
        if brief and named and _K.ORGANIZATION in kinds and any(not d.single for d in entry.dates):
            full.append(entry)
    for entry in full if len(full) >= 2 else []:
        if entry.has(_K.DEGREE):
            education(entry, draft, person, strict=True, rule="lists/education")
        else:
            employment(entry, draft, person, rule="lists/employment")
