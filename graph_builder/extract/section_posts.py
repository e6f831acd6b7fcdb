"""Sections of posts whose headings say nothing, told by the sections beside them: "Academia", below it "Industry"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graph_builder.extract.contents import kind_of
from graph_builder.extract.dates import find_dates
from graph_builder.extract.fields import FieldKind, analyze
from graph_builder.extract.page import Line, Section, SectionKind

_POSTS = frozenset({SectionKind.EMPLOYMENT, SectionKind.EDUCATION})
_LIKELY = 0.35
_LONGEST = 160
_MOST = 40  # lines


def beside_posts(sections: Sequence[Section]) -> list[Section]:
    """Return the sections; one that says nothing between or beside posts and degrees, and has such, is of posts."""
    out = list(sections)
    for at, section in enumerate(out):
        if section.kind not in _LOOSE or not section.content or section.inline or not section.lines:
            continue
        if _HINT.fullmatch(section.title) and len(section.lines) <= _MOST and (kind := _told(section.lines)):
            out[at] = replace(section, kind=kind)
            continue
        if section.kind is not SectionKind.OTHER:
            continue
        beside = [out[i] for i in (at - 1, at + 1) if 0 <= i < len(out)]
        near = any(s.kind in _POSTS and s.heading is not None and s.level == section.level for s in beside)
        if near and len(section.lines) <= _MOST and _lists_posts(section.lines):
            out[at] = replace(section, kind=SectionKind.EMPLOYMENT)
    return out


_LOOSE = frozenset({SectionKind.OTHER, SectionKind.ABOUT})
# Headings that may stand over posts and degrees, and over much else.
_HINT = re.compile(
    r"(?i)\W{0,3}(?:my\s)?(?:works?|stud(?:y|ies)|school(?:s|ing)?|academi(?:a|cs)|industry|career|background|history|journey|path|timeline|milestones|life|experience"
    r"|places|stations|chronology|where\si['’]ve\s(?:been|worked|studied))\W{0,3}"
)


def _told(lines: Sequence[Line]) -> SectionKind | None:
    """Return whether dated lines are mostly degrees or mostly posts, if they are one or the other."""
    short = [line for line in lines if len(line.text) < _LONGEST]
    dated = sum(bool(find_dates(line.text)) for line in short)
    fields = [[f.kind for f in analyze(line.text, line.span.start)[:4]] for line in short]
    degrees = sum(FieldKind.DEGREE in kinds for kinds in fields)
    posts = sum(FieldKind.ROLE in kinds and FieldKind.DEGREE not in kinds for kinds in fields)
    if not dated or 2 * max(degrees, posts) < dated or 2 * len(short) <= len(lines):
        return None
    return SectionKind.EDUCATION if degrees > posts else SectionKind.EMPLOYMENT


def _lists_posts(lines: Sequence[Line]) -> bool:
    """Tell whether lines are dated posts rather than anything else: as many as there are dates."""
    kind, probability = kind_of(lines)
    if kind is not SectionKind.EMPLOYMENT or probability < _LIKELY:
        return False
    short = [line for line in lines if len(line.text) < _LONGEST]
    dated = sum(bool(find_dates(line.text)) for line in short)
    titled = sum(any(f.kind is FieldKind.ROLE for f in analyze(line.text, line.span.start)[:4]) for line in short)
    return 0 < dated <= 2 * titled and 2 * len(short) > len(lines)
