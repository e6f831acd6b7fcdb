"""Labelled tokens become fields: one title, one author list, one venue, one year."""

from __future__ import annotations

import re
from typing import NamedTuple

from graph_builder.extract.references.model import Labelling
from graph_builder.extract.references.tokens import DETAIL_WORDS, MONTHS, Tokens
from graph_builder.model import Span

EDGES = " \t\n\r.,;:|•·–—-_*/\\~+=\"“”„«»`‘’'"
OPENERS = {")": "(", "]": "[", "}": "{"}
ADDRESS = re.compile(r"(?i)https?:|www\.|doi\.org|^10\.\d{4}")
ACRONYM_YEAR = re.compile(
    r"\W{0,4}([A-Z][A-Za-z&-]{0,24}[A-Z][A-Za-z-]{0,24})\s?[’']?((?:19|20)\d\d|(?<=[’'])\d\d)\b[\])]?[:,.|]?\s"
)
IN_BRACKETS = re.compile(r"\s\(([A-Z][\w&-]{0,24}[A-Z][\w-]{0,24})\s?[’']?((?:19|20)\d\d|(?<=[’'])\d\d)\b")
# A title ends at its closing quotation mark, and before a sentence on the state of publication.
CLOSED = re.compile(r"(?<=[\w?!.,])[”»](?=[\s,.;]|$)|(?<=\w[?!.,])[”\"](?=\s)")
STATE = re.compile(
    r"[.?!]\s+(?=(?:Forthcoming|To appear|In press|Accepted|Under review|Submitted|Revise|R&R|Conditionally)\b)"
)
ANNOUNCED = re.compile(r"(?i)\b(?:papers?|article|work|post|thesis)\b[^\"“”]{0,20}[\"“]([^\"“”]{15,300})[\"”]")
SECOND = re.compile(r"(?:(?<=\d\d)|(?<=\d\d\)))(?:\s*[;\n]\s*|\s*,?\s+(?:and|&)\s+)(?=[^\n]*[A-Z])")
NAMED = re.compile(
    r"((?:[A-Z][\w.&'-]*|of|the|and|for|für|de|la|des)(?:\s(?:[A-Z][\w.&'-]*|of|the|and|for|für|de|la|des|on|in)){0,9}?)"
    r"(?:,?\s+(?:vol\.?\s*)?\d+\s?[(,:;]|(?<=Press)(?!\w)|(?<=Springer)|(?<=Verlag)(?!\w))"
)
YEAR = re.compile(r"(?:19|20)\d\d")


class Run(NamedTuple):
    """A run of tokens of one field: first token, token after the last, and the mean certainty of its labels."""

    start: int
    end: int
    certainty: float


def runs(labelling: Labelling, name: str) -> list[Run]:
    """Return the runs of one field in order."""
    out: list[Run] = []
    start = -1
    for i, label in enumerate([*labelling.labels, "O"]):
        inside = label[-1] == name
        if start >= 0 and (not inside):
            sure = labelling.certainty[start:i]
            out.append(Run(start, i, sum(sure) / len(sure)))
            start = -1
        if inside and start < 0:
            start = i
    return out


def joined(found: list[Run], labelling: Labelling, words: list[str], bridge: str, gap: int) -> list[Run]:
    """Join runs that only labels of *bridge* part, over at most *gap* tokens and no line break."""
    out: list[Run] = []
    for run in found:
        if out:
            between = range(out[-1].end, run.start)
            if len(between) <= gap and all(labelling.labels[i] in bridge.split() and words[i] != "\t" for i in between):
                out[-1] = Run(out[-1].start, run.end, (out[-1].certainty + run.certainty) / 2)
                continue
        out.append(run)
    return out


def span_of(run: Run, tokens: Tokens, text: str) -> Span:
    """Return the characters of a run, without punctuation at its edges."""
    return trim(text, tokens.starts[run.start], tokens.ends[run.end - 1])


def trim(text: str, start: int, end: int) -> Span:
    """Return a span without white space, punctuation and lone brackets at its edges.

    >>> trim("“On x (and y)”,", 0, 15)
    Span(start=1, end=13)
    """
    while start < end:
        piece = text[start:end]
        left = len(piece) - len(piece.lstrip(EDGES))
        right = len(piece) - len(piece.rstrip(EDGES))
        last, first = piece[-1], piece[0]
        if left or right:
            start, end = start + left, max(start + left, end - right)
        elif last in ")]}" and piece.count(OPENERS[last]) < piece.count(last):
            end -= 1
        elif first in "([{" and piece.count(first) > piece.count(")]}"["([{".index(first)]):
            start += 1
        elif last in "([{":
            end -= 1
        elif first in ")]}":
            start += 1
        else:
            break
    return Span(start, end)


def pick_title(tokens: Tokens, labelling: Labelling, text: str) -> tuple[Span | None, float]:
    """Return the title and its certainty: the longest run that was labelled so."""
    found = joined(runs(labelling, "T"), labelling, tokens.words, "O", 2)
    found = [r for r in found if not ADDRESS.search(text[tokens.starts[r.start] : tokens.ends[r.end - 1]])] or found[:1]
    if not found:
        return None, 0.0

    # Abstracts may look like titles: beyond some length, earlier and surer counts more than longer.
    def worth(run: Run) -> float:
        start, end = tokens.starts[run.start], tokens.ends[run.end - 1]
        quoted = 25 if tokens.words[max(0, run.start - 1)] in {"“", "«", '"', "`", "„"} else 0
        return quoted + min(60, end - start) * run.certainty**2 - 0.02 * run.start

    best = max(found, key=worth)
    span = _tightened(span_of(best, tokens, text), text)
    return (span, best.certainty)


def _tightened(span: Span, text: str) -> Span:
    """Cut a title at its closing quotation mark and at what announces or follows it."""
    title = span.of(text)
    announced = ANNOUNCED.search(title)
    if announced:
        return trim(text, span.start + announced.start(1), span.start + announced.end(1))
    if text[: span.start].rstrip().endswith(("“", "«", '"')):
        closed = CLOSED.search(title)
        if closed and closed.start() > 10:
            return trim(text, span.start, span.start + closed.start())
    state = STATE.search(title)
    return trim(text, span.start, span.start + state.start()) if state else span


def leading_venue(text: str, title: Span) -> tuple[Span, Span, Span] | None:
    """Return venue, year and the rest of a title to which "ABC 2020" was taken, or before which it stands."""
    for start, end in ((title.start, title.end), (0, title.start)):
        found = ACRONYM_YEAR.match(text, start, end)
        if found:
            rest = trim(text, found.end(), title.end) if start == title.start else title
            if len(rest.of(text).split()) >= 3:
                return Span(*found.span(1)), Span(*found.span(2)), rest
    found = IN_BRACKETS.search(text, title.start, min(len(text), title.end + 4))
    if found and found.start() < title.end:
        return Span(*found.span(1)), Span(*found.span(2)), trim(text, title.start, found.start())
    return None


def pick_authors(tokens: Tokens, labelling: Labelling, text: str) -> tuple[list[Span], float]:
    """Return the author list and its certainty; a list that a title or venue interrupts keeps all its parts."""
    found = joined(runs(labelling, "A"), labelling, tokens.words, "O N", 6)
    if not found:
        return [], 0.0
    found = [r for r in found if not _edit(tokens.words[r.end : r.end + 4])] or found[:1]
    longest = max(r.end - r.start for r in found)
    kept = [r for r in found if r.end - r.start >= min(3, longest) and (r.end - r.start) * 4 >= longest]
    spans = []
    for run in kept:
        start, end = tokens.starts[run.start], tokens.ends[run.end - 1]
        spans.append(Span(start, end + (text[end : end + 1] == ".")))
    return spans, min(r.certainty for r in kept)


def _edit(words: list[str]) -> bool:
    """Tell whether the words behind a list of names say that these are editors."""
    return any(w.casefold() in {"ed", "eds", "editor", "editors", "hrsg"} for w in words)


def pick_venue(tokens: Tokens, labelling: Labelling, text: str) -> tuple[Span | None, float]:
    """Return the venue as printed and its certainty; a preprint server gives way to another venue beside it."""
    found = joined(runs(labelling, "V"), labelling, tokens.words, "O Y", 4)
    spans = [(_first_venue(span_of(r, tokens, text), text), r.certainty) for r in found]
    spans = [(s, c) for s, c in spans if re.search(r"[^\W\d_]{2}|[^\W\d_]\d|^[A-Z]$", s.of(text))]
    if not spans:
        return _among_details(tokens, labelling, text), 0.5
    published = [(s, c) for s, c in spans if not re.search(r"(?i)rxiv|\bcorr\b|ssrn|preprint", s.of(text))]
    return max(published or spans, key=lambda p: (round(p[1], 1) if p[1] < 0.5 else 0.5, -p[0].start))


def _among_details(tokens: Tokens, labelling: Labelling, text: str) -> Span | None:
    """Return the name of a journal or press that was taken for details: "Nature 580, 12-18", "Example Press"."""
    for run in runs(labelling, "T"):  # a second title, behind "In", is where the first one appeared
        if run.start > 2 and "in" in (w.casefold() for w in tokens.words[run.start - 2 : run.start]):
            return span_of(run, tokens, text)
    for run in runs(labelling, "D"):
        named = NAMED.match(text, tokens.starts[run.start], tokens.ends[run.end - 1] + 2)
        if named and named.group(1).split()[0].casefold() not in MONTHS | DETAIL_WORDS | {
            "arxiv",
            "s",
            "article",
            "in",
        }:
            return trim(text, *named.span(1))
    return None


def _first_venue(span: Span, text: str) -> Span:
    """Keep the first of two venues that are printed together, as in "AAA 2020 and BBB 2021"."""
    second = SECOND.search(text, span.start, span.end)
    return trim(text, span.start, second.start()) if second else span


def _shortened(before: list[str]) -> bool:
    """Tell whether two digits behind some words are a year: "’21", "CEX 21", "CEX-21", "5/21", "May 21"."""
    last = before[-1] if before else ""
    if last in {"-", "–"}:
        last = before[0]
    acronym = len(last) > 1 and sum(c.isupper() for c in last) > 1
    return last in {"'", "’", "‘", "`", "/", ","} or acronym


def _begins_number(tokens: Tokens, at: int) -> bool:
    """Tell whether four digits are the first half of a preprint's number: "arXiv:2004.04694"."""
    words, ends, starts = tokens.words[at : at + 3], tokens.ends[at : at + 2], tokens.starts[at + 1 : at + 3]
    return len(words) == 3 and words[1] == "." and words[2].isdigit() and len(words[2]) > 3 and ends == starts


def whole_year(digits: str) -> str:
    """Return a year printed with four digits or two; of two, what lies ahead or long ago is none."""
    if len(digits) == 4:
        return digits
    return f"20{digits}" if int(digits) <= 60 else f"19{digits}"


def pick_year(tokens: Tokens, labelling: Labelling, venue: Span | None) -> tuple[str, Span | None]:
    """Return the year and its place: of several, the one nearest to the venue's end."""
    found: list[tuple[float, str, Span]] = []
    for i, label in enumerate(labelling.labels):
        word = tokens.words[i]
        if label[-1] not in "YV" or not word.isascii() or not word.isdigit() or (label != "Y" and len(word) != 4):
            continue
        if _begins_number(tokens, i):
            continue
        year = word if YEAR.fullmatch(word) else ""
        if len(word) == 2 and _shortened(tokens.words[max(0, i - 2) : i]):
            year = whole_year(word)
        if year:
            span = Span(tokens.starts[i], tokens.ends[i])
            doubt = 100 * round((1 - labelling.certainty[i]) * 4) + (0 if label == "Y" else 1000)
            if venue and venue.start <= span.start <= venue.end + 3:
                doubt -= 200  # printed with the venue
            found.append((doubt + (min(99, abs(span.start - venue.end)) if venue else -i), year, span))
    if not found:
        return "", None
    _, year, span = min(found, key=lambda f: f[0])
    return year, span
