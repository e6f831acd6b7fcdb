"""Duties that the rules did not read: venues that the trained model sees in the lines of sections on service.

Rules know layouts; the model knows what names of venues look like and where they stand, in layouts that nobody listed
too. What it finds is added where the rules found nothing, and beside what they found where it is sure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from graph_builder.extract.draft import Draft
from graph_builder.extract.labels.features import Featurizer
from graph_builder.extract.labels.lines import Laid, laid
from graph_builder.extract.labels.model import INDEX, Floats, load
from graph_builder.extract.page import Page, Section, SectionKind
from graph_builder.extract.service_duty import MANY
from graph_builder.extract.service_names import is_venue, printed_venue
from graph_builder.extract.service_roles import RoleWord, roles_in, title_role
from graph_builder.extract.service_walk import PEOPLE
from graph_builder.extract.service_years import years_of
from graph_builder.gazetteer import load as gazetteer
from graph_builder.gazetteer import normalize
from graph_builder.model import Claim, EntityKind, Relation, Span

_LEAST, _SURE = 0.6, 0.8  # mean probability of a name: in lines that no rule read, and beside what one read
_USUAL, _HIGH = 0.55, 0.74  # share of right ones below and above 0.8, on 164 documents that the rules did not know
_WORD, _YEAR = 0.5, 0.4  # probability of a word that is part of a name, of one that is its year
_MOST = 8_000  # words that are read: the longest of 600 documents has 2,400 in such sections
_LIST = 3  # names in a line that are a list
_SAID = 170  # characters of a line above that tells the role: a heading, or a sentence on the list below it
_ABOVE = 40  # lines above in which the role is looked for
_YEARS = re.compile(r"(?:19|20)\d\d")
_MONTHS = re.compile(r"(?<![^\W_])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s", re.IGNORECASE)
# Looser than the words of roles: asked only where a venue follows.
_STEMS = (
    ("reviewer", re.compile(r"(?<![^\W_])(?:\w{1,12}-)?(?:review|refere|gutacht)", re.IGNORECASE)),
    ("program committee", re.compile(r"program\w{0,4}\s+comm|\bT?PCs?\b", re.IGNORECASE)),
    ("editor", re.compile(r"(?<![^\W_])edit", re.IGNORECASE)),
    ("organizer", re.compile(r"organi[sz]", re.IGNORECASE)),
    ("chair", re.compile(r"chair", re.IGNORECASE)),
    (
        "other",
        re.compile(
            r"member|committee|board|panel|judge|mentor|volunteer|president|representative|delegate", re.IGNORECASE
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Found:
    """A name that the model sees in a line: its words from *first* up to *end*, and its mean probability."""

    first: int
    end: int
    probability: float


def labelled_duties(page: Page, draft: Draft, person: str) -> None:
    """Add the duties that the labelling model sees in sections on service and the rules do not."""
    if not any(s.kind is SectionKind.SERVICE for s in page.sections):
        return
    lines = laid(page)
    asked = [
        i
        for i, item in enumerate(lines)
        if item.section.kind is SectionKind.SERVICE and not item.heading and not PEOPLE.match(item.text)
    ]
    asked = [
        at for at, words in zip(asked, accumulate(len(lines[i].words) for i in asked), strict=True) if words < _MOST
    ]
    model = load()
    features = Featurizer(page, lines, model.vocabulary)
    known = _Known(draft)
    for at, found in zip(asked, model.label([features.rows(i) for i in asked]), strict=True):
        _line(lines, at, found, known, draft, person)


def _line(lines: Sequence[Laid], at: int, probabilities: Floats, known: _Known, draft: Draft, person: str) -> None:
    item = lines[at]
    names = list(names_in(item, probabilities))
    read = known.read(item.span)
    if not names or (read and len(names) < _LIST):
        return  # beside a venue that a rule read stand its host, its publisher, its parts
    roles = roles_in(item.text)
    least = _SURE if read else _LEAST
    dated = [p > _YEAR for p in probabilities[:, INDEX["served year"]].tolist()]
    begin = item.span.start
    lead = _years(item, dated, 0, names[0].first)
    for index, name in enumerate(names):
        span = Span(item.places[name.first][0], item.places[name.end - 1][1])
        within = any(r.start < span.end - begin and r.end > span.start - begin for r in roles)
        role = role_of(lines, at, span, roles)
        venue = printed_venue(item.text[span.start - begin : span.end - begin])
        if name.probability < least or within or role in {None, "other"}:
            continue
        if role not in MANY and (read or not (is_venue(venue) or name.end - name.first > 3)):
            continue  # offices are held at one place, which a rule has read; and beside them stand names of people
        if known.has(venue, read, _bracket(item, name.end)):
            continue
        end = names[index + 1].first if index + 1 < len(names) else len(item.words)
        mention = draft.mention(EntityKind.VENUE, venue, span)
        confidence = _HIGH if name.probability >= _SURE else _USUAL
        for year in _years(item, dated, name.end, end) or lead or ("",):
            draft.claim(
                Relation.SERVICE, {"person": person, "venue": mention}, item.span, "labels/service", confidence,
                {"role": role, "year": year},
            )  # fmt: skip


def names_in(item: Laid, probabilities: Floats) -> Iterator[Found]:
    """Yield the runs of words that are each likely part of a venue's name, without marks at their ends."""
    served = probabilities[:, INDEX["served"]].tolist()
    words = item.words
    at = 0
    while at < len(words):
        first = at
        while at < len(words) and served[at] >= _WORD and words[at] not in {",", ";"}:
            at += 1
        end = _closed(words, *_trimmed(words, first, at))
        first = _trimmed(words, first, end)[0]
        if end > first:
            yield Found(first, end, sum(served[first:end]) / (end - first))
        at = max(at, end, first + 1)


def _trimmed(words: Sequence[str], first: int, end: int) -> tuple[int, int]:
    while end > first and not (words[end - 1][:1].isalnum() or words[end - 1] == ")"):
        end -= 1
    while first < end and (not words[first][:1].isalnum() or words[first][:1].islower()):
        first += 1  # "of the Journal of Looms"
    return (first, end) if any(word[:1].isupper() or not word.isascii() for word in words[first:end]) else (end, end)


def _closed(words: Sequence[str], first: int, end: int) -> int:
    """Return where a name ends whose bracket the model left open: behind the bracket, or before it."""
    run = words[first:end]
    if run.count("(") <= run.count(")"):
        return end
    for behind in range(end, min(len(words), end + 4)):
        if words[behind] == ")":
            return behind + 1
    return first + len(run) - 1 - run[::-1].index("(")


def role_of(lines: Sequence[Laid], at: int, span: Span, roles: Sequence[RoleWord]) -> str | None:
    """Return the role that holds for a name: that before it, that of a line or heading above, or that behind it."""
    item = lines[at]
    begin, end = span.start - item.span.start, span.end - item.span.start
    before = [r for r in roles if r.end <= begin]
    if before:
        return before[-1].role
    behind = [r for r in roles if r.start >= end]
    near = behind[0].role if behind and behind[0].start - end < 40 else None
    told = _by_stem(item.text[:begin])
    above = _above(lines, at) if told is None else None
    if above == "":
        return near
    return told or above or near or _of_headings(item.section) or (behind[0].role if behind else None)


def _by_stem(text: str) -> str | None:
    ends = [(match.end(), role) for role, pattern in _STEMS for match in pattern.finditer(text)]
    return max(ends)[1] if ends else None


def _above(lines: Sequence[Laid], at: int) -> str | None:
    """Return the role that the nearest line above names without a year: "Ad hoc reviewer", "I review for:".

    A short line that looks unlike the ones that it stands above heads them, whatever it says.
    """
    for item in reversed(lines[max(0, at - _ABOVE) : at]):
        if item.section is not lines[at].section or item.heading:
            return None
        if len(item.text) < _SAID and not _YEARS.search(item.text):
            roles = roles_in(item.text)
            if roles:
                return roles[-1].role
            if _look(item) != _look(lines[at]) and len(item.words) < 8:
                return ""
    return None


def _look(item: Laid) -> tuple[object, ...]:
    line = item.line
    return (line.kind, line.level, line.bold, line.italic) if line is not None else ()


def _of_headings(section: Section) -> str | None:
    titles = (section.title, *reversed(section.path[:-1]))
    return next((role for title in titles if (role := title_role(title))), None)


def _years(item: Laid, dated: Sequence[bool], first: int, end: int) -> tuple[str, ...]:
    """Return the years among some words of a line, where the model takes one of them for a year of service."""
    if not any(dated[first:end]):
        return ()
    begin = item.places[first][0] if first else item.span.start
    stop = item.places[end][0] if end < len(item.places) else item.span.end
    text = item.text[begin - item.span.start : stop - item.span.start]
    return years_of(text, expand=not _MONTHS.search(text))  # "Sep 2010 - Feb 2022" is one term


def _bracket(item: Laid, end: int) -> str:
    """Return what stands in brackets right behind a name: as a rule its short form."""
    if item.words[end : end + 1] != ("(",):
        return ""
    close = item.words.index(")", end)
    begin = item.places[end][1] - item.span.start
    return item.text[begin : item.places[close][0] - item.span.start]


class _Known:
    """The venues of the duties that the rules found, by what they are called and where."""

    def __init__(self, draft: Draft) -> None:
        self._claims = [(c, draft.name_of(c.roles["venue"])) for c in draft.of(Relation.SERVICE)]
        self._names = {key for _, name in self._claims for key in _keys(name)}
        self._short = {word for _, name in self._claims for word in normalize(name).split()}

    def read(self, span: Span) -> list[tuple[Claim, str]]:
        """Return the claims whose evidence is at *span*, with their venues."""
        return [
            (c, name)
            for c, name in self._claims
            if c.evidence.span.start < span.end and span.start < c.evidence.span.end
        ]

    def has(self, venue: str, read: Sequence[tuple[Claim, str]], short: str) -> bool:
        """Tell whether a rule found a venue, by its own name or its short form, or a part of it in the same line."""
        name = normalize(venue)
        if self._names & _keys(venue) or (short and normalize(short) in self._short):
            return True
        return any(name in normalize(other) for _, other in read)


def _keys(name: str) -> set[str]:
    entry = gazetteer().venue(name)
    return {normalize(name), entry.id if entry is not None else normalize(name)}
