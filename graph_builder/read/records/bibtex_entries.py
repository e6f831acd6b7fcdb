"""The entries of a BibTeX file, read line by line: an entry that does not close ends where the next begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from graph_builder.read.records.lines import lines
from graph_builder.read.records.source import Source

_MOST = 2_000_000  # characters of one entry: abstracts and all
_MOST_BROKEN = 50_000
_START = re.compile(r"\s{0,80}@\s{0,5}([A-Za-z]{3,20})\s{0,5}([{(])")
_HEAD = re.compile(r"\s{0,80}@\s{0,5}[A-Za-z]{3,20}\s{0,5}")
_KEY = re.compile(r"\s*([^\s,={}\"]{0,300})(?<!\s)\s*,")
_NAME = re.compile(r"[\s,]{0,200}([A-Za-z][\w:.+-]{0,60})\s{0,50}=\s{0,50}")
_BRACE = re.compile(r"\\.|[{}]", re.S)
_QUOTE = re.compile(r'\\.|[{}"]', re.S)
_LONGEST_MACRO = 500  # macros may be made of macros: their lengths would double with each
_BARE = re.compile(r"[^\s,#{}\"()]{1,200}")
_MONTHS = {m: m.capitalize() for m in "jan feb mar apr may jun jul aug sep oct nov dec".split()}
_ASIDE = frozenset(("comment", "preamble"))


@dataclass(slots=True)
class Entry:
    """One entry: its type and fields in lower case, its key, and the line it begins on."""

    kind: str
    key: str
    line: int
    fields: dict[str, str] = field(default_factory=dict)


def entries(source: Source) -> Iterator[Entry]:
    """Yield the entries of a file; macros (``@string``) are put in. What is broken is noted.

    >>> import io
    >>> text = b"@misc{a, title = {One, year = 2001\\n@misc{b, title = {Two}}"
    >>> source = Source("a.bib", "a.bib", io.BytesIO(text))
    >>> [entry.key for entry in entries(source)], source.problems[0].what
    (['a', 'b'], 'line 1 (a): its braces do not close')
    """
    macros = dict(_MONTHS)
    for line, kind, body, whole in _bodies(source):
        if kind in _ASIDE:
            continue
        if kind == "string":
            macros.update((name, value[:_LONGEST_MACRO]) for name, value in _fields(body, macros))
            continue
        key = _KEY.match(body)
        if key is None:
            source.note(f"line {line}", "an entry without key or fields")
            continue
        entry = Entry(kind, key[1], line)
        # Values that do not close are looked for to the end, each of them: what is broken is read so far only.
        for name, value in _fields(body[key.end() :] if whole else body[key.end() : _MOST_BROKEN], macros):
            entry.fields.setdefault(name, value)
        if not whole:
            advice = "its fields as far as they can be read are in the graph"
            source.note(f"line {line} ({entry.key})", "its braces do not close", advice)
        yield entry


def _bodies(source: Source) -> Iterator[tuple[int, str, str, bool]]:
    """Yield line, type and content of each entry, and whether it closes."""
    kind, first, parts, depth, size = "", 0, [""], 0, 0
    closing = "}"
    before = ""
    for number, line in lines(source):
        line, before = before + line, ""
        if _HEAD.fullmatch(line):  # its brace stands in the next line
            before = line
            continue
        start = _START.match(line)
        while start is not None:
            if kind:
                yield first, kind, "\n".join(parts), False
            kind, first, parts, depth, size = start[1].casefold(), number, [], 1, 0
            closing = "}" if start[2] == "{" else ")"
            line = line[start.end() :]
            # Several entries may stand in one line.
            end = _end(line, depth, closing)
            if end[0] < 0:
                break
            yield first, kind, line[: end[0]], True
            kind = ""
            line = line[end[0] + 1 :]
            start = _START.match(line)
        if not kind:
            continue
        at, depth = _end(line, depth, closing)
        size += len(line)
        if at >= 0:
            parts.append(line[:at])
            yield first, kind, "\n".join(parts), True
            kind = ""
        elif size < _MOST:
            parts.append(line)
    if kind:
        yield first, kind, "\n".join(parts), False


def _end(line: str, depth: int, closing: str) -> tuple[int, int]:
    """Return where the entry closes in a line, or -1, and how deep it is after it."""
    for brace in _BRACE.finditer(line):
        mark = brace.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if depth == 0:
                return brace.start(), 0
    if closing == ")" and depth == 1 and line.rstrip().endswith(")"):
        return line.rindex(")"), 0
    return -1, depth


def _fields(body: str, macros: dict[str, str]) -> Iterator[tuple[str, str]]:
    at = 0
    while (name := _NAME.match(body, at)) is not None or (at := _next_line(body, at)) > 0:
        if name is None:
            continue
        value, at = _value(body, name.end(), macros)
        yield name[1].casefold(), value


def _next_line(body: str, at: int) -> int:
    """Return where the next line begins that may hold a field, or 0: what stands before is no field."""
    found = body.find("\n", at)
    return found + 1 if 0 <= found < len(body) - 1 else 0


def _value(body: str, at: int, macros: dict[str, str]) -> tuple[str, int]:
    """Return a value with its parts put together (``#``), and where it ends."""
    parts, put_in = [], 0
    while put_in <= _MOST:
        mark = body[at : at + 1]
        if mark == "{":
            end = _closing(body, at)
            parts.append(body[at + 1 : end])
            at = end + 1
        elif mark == '"':
            end = _unquoted(body, at + 1)
            parts.append(body[at + 1 : end])
            at = end + 1
        elif (bare := _BARE.match(body, at)) is not None:
            parts.append(macros.get(bare[0].casefold(), bare[0]))
            put_in += len(parts[-1])
            at = bare.end()
        after = re.compile(r"\s*#\s*").match(body, at)
        if after is None or after.end() == at:
            break
        at = after.end()
    return "".join(parts), at


def _closing(body: str, opening: int) -> int:
    """Return where a braced value closes; one that does not ends before the next line that begins a field."""
    depth = 0
    for brace in _BRACE.finditer(body, opening):
        depth += {"{": 1, "}": -1}.get(brace.group(), 0)
        if depth == 0:
            return brace.start()
    following = re.compile(
        r"\n[ \t]{0,40}[A-Za-z][\w-]{1,30}[ \t]{0,40}=[ \t]{0,40}[{\"\d]|,\s{1,40}[a-z]{3,15}\s?=\s?[{\"\d]"
    ).search(body, opening)
    return following.start() if following else len(body)


def _unquoted(body: str, at: int) -> int:
    depth = 0
    for mark in _QUOTE.finditer(body, at):
        if mark.group() == '"' and depth <= 0:
            return mark.start()
        depth += {"{": 1, "}": -1}.get(mark.group(), 0)
    line = body.find("\n", at)
    return line if line >= 0 else len(body)
