"""BibTeX: entries with the places of their fields, broken ones as far as they can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graph_builder.model.text import Span

_START = re.compile(r"@\s{0,5}([A-Za-z]\w{2,19})\s{0,5}([{(])")
_KEY = re.compile(r"\s*([^\s,={}\"]{0,300})(?<!\s)\s*,")
_NAME = re.compile(r"[\s,]{0,200}([A-Za-z][\w:.+-]{0,60})\s{0,50}=\s{0,50}")
_ENDS = {"{": re.compile(r"\\.|[{}]", re.S), "(": re.compile(r"\\.|[{}]|\)(?=[ \t]{0,80}(?:\n|\Z))", re.S)}
_QUOTE = re.compile(r'\\.|[{}"]', re.S)
_BARE = re.compile(r"[^\s,#{}\"()]{1,200}")
_AND_THEN = re.compile(r"\s*#\s*")
_NEXT_FIELD = re.compile(
    r"\n[ \t]{0,40}[A-Za-z][\w-]{1,30}[ \t]{0,40}=[ \t]{0,40}[{\"\d]|,\s{1,40}[a-z]{3,15}\s?=\s?[{\"\d]"
)
_DEPTH = {"{": 1, "}": -1, ")": -1}
_LONGEST_BROKEN = 50_000  # values that do not close are looked for to the end, each of them


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a value: what stands inside braces or quotation marks, or a bare word, which may name a macro."""

    span: Span
    is_bare: bool = False


@dataclass(frozen=True, slots=True)
class BibEntry:
    """One entry: its type and the names of its fields in lower case, its key, and the places of the values' parts.

    An entry that does not close has the fields that can still be read; one without key and comma has none.
    """

    kind: str
    key: str
    span: Span
    fields: dict[str, list[Part]] = field(default_factory=dict)
    is_closed: bool = True


def bib_entries(text: str, longest: int = 20_000) -> Iterator[BibEntry]:
    """Yield the BibTeX entries of a text, ``@string`` among them; comments and preambles are passed over.

    Args:
        text: the text, with anything around the entries.
        longest: how many characters an entry has at most; behind one that does not close, the next is looked for.

    >>> text = '@article{x, title = {On {T}rees}, year = 2020}'
    >>> entry = next(bib_entries(text))
    >>> entry.kind, {name: parts[0].span.of(text) for name, parts in entry.fields.items()}
    ('article', {'title': 'On {T}rees', 'year': '2020'})
    """
    at = 0
    while (found := _START.search(text, at)) is not None:
        kind, opening = found[1].casefold(), found.end() - 1
        end = _closing(text, opening, min(len(text), opening + longest))
        at = end + 1 if end >= 0 else found.end()
        if kind in ("comment", "preamble"):
            continue
        key = None if kind == "string" else _KEY.match(text, found.end())
        stop = end if end >= 0 else min(len(text), opening + min(longest, _LONGEST_BROKEN))
        fields: dict[str, list[Part]] = {}
        if key is not None or kind == "string":
            for name, parts in _fields(text, key.end() if key else found.end(), stop):
                fields.setdefault(name, parts)
        yield BibEntry(kind, key[1] if key else "", Span(found.start(), max(stop, at)), fields, end >= 0)


def _closing(text: str, opening: int, end: int) -> int:
    """Return the place of the brace that closes the one at *opening*, or -1."""
    depth = 1
    for mark in _ENDS[text[opening]].finditer(text, opening + 1, end):
        if mark.group() != ")" or depth == 1:
            depth += _DEPTH.get(mark.group(), 0)
        if depth == 0:
            return mark.start()
    return -1


def _fields(text: str, at: int, end: int) -> Iterator[tuple[str, list[Part]]]:
    while at < end:
        if (name := _NAME.match(text, at, end)) is not None:
            parts, at = _value(text, name.end(), end)
            yield name[1].casefold(), parts
        elif (line := text.find("\n", at, end)) >= 0:
            at = line + 1  # what stands before the next line is no field
        else:
            return


def _value(text: str, at: int, end: int) -> tuple[list[Part], int]:
    """Return the parts of a value, which ``#`` joins, and the place where it ends."""
    parts: list[Part] = []
    while at < end:
        mark = text[at]
        if mark in '{"':
            close = _braced(text, at, end) if mark == "{" else _unquoted(text, at + 1, end)
            parts.append(Part(Span(at + 1, max(at + 1, close))))
            at = close + 1
        elif (bare := _BARE.match(text, at, end)) is not None:
            parts.append(Part(Span(*bare.span()), is_bare=True))
            at = bare.end()
        joint = _AND_THEN.match(text, at, end)
        if joint is None:
            break
        at = joint.end()
    return parts, at


def _braced(text: str, opening: int, end: int) -> int:
    """Return where a braced value closes; one that does not ends before the next line that begins a field."""
    close = _closing(text, opening, end)
    if close >= 0:
        return close
    following = _NEXT_FIELD.search(text, opening, end)
    return following.start() if following else end


def _unquoted(text: str, at: int, end: int) -> int:
    depth = 0
    for mark in _QUOTE.finditer(text, at, end):
        if mark.group() == '"' and depth <= 0:
            return mark.start()
        depth += _DEPTH.get(mark.group(), 0)
    line = text.find("\n", at, end)
    return line if line >= 0 else end
