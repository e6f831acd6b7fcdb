"""BibTeX entries on a page: the fields of each, as text with its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from graph_builder.model import Span

_START = re.compile(r"@\s*(\w{3,20})\s*\{\s*([^\s,{}=]{1,200})?\s*,")
_FIELD = re.compile(r"[\s,]{0,80}([A-Za-z][\w-]{1,30})\s*=\s*")
_NO_ENTRY = frozenset({"comment", "string", "preamble"})
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class BibEntry:
    """One entry: its type, its place, and its fields, of which each has the place of its value."""

    kind: str
    span: Span
    fields: dict[str, Span] = field(default_factory=dict)


def bib_entries(text: str, start: int = 0) -> Iterator[BibEntry]:
    """Yield the BibTeX entries of a text; broken ones end where their braces do, or are left out.

    Args:
        text: the text, with anything around the entries.
        start: an offset to add to all places.

    >>> entry = next(bib_entries('@article{x, title = {On {T}rees}, year = 2020}'))
    >>> entry.kind, sorted(entry.fields)
    ('article', ['title', 'year'])
    """
    at = 0
    while (found := _START.search(text, at)) is not None:
        end = _closing(text, text.index("{", found.start()))
        at = end if end else found.end()
        if end and found.group(1).casefold() not in _NO_ENTRY:
            fields = dict(_fields(text, found.end(), end - 1, start))
            yield BibEntry(found.group(1).casefold(), Span(start + found.start(), start + end), fields)


def _closing(text: str, opening: int) -> int:
    """Return the place after the brace that closes the one at *opening*, or 0."""
    depth = 0
    for brace in re.finditer(r"(?<!\\)[{}]", text[opening : opening + _LONGEST]):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return opening + brace.end()
    return 0


def _fields(text: str, at: int, end: int, start: int) -> Iterator[tuple[str, Span]]:
    while at < end and (name := _FIELD.match(text, at, end)) is not None:
        begin = name.end()
        if text[begin : begin + 1] == "{":
            after = min(end, _closing(text, begin) or end)
            value = Span(begin + 1, max(begin + 1, after - 1))
        elif text[begin : begin + 1] == '"':
            close = re.compile(r'(?<!\\)"(?=\s*(?:,|\}|$))').search(text, begin + 1, end)
            after = close.end() if close else end
            value = Span(begin + 1, max(begin + 1, after - 1))
        else:
            comma = text.find(",", begin, end)
            after = comma if comma >= 0 else end
            value = Span(begin, after)
        yield name.group(1).casefold(), Span(start + value.start, start + value.end)
        at = after + 1 if after < end else end


_ACCENT = re.compile(r"\\[`'^\"~=.]\s?\{?\\?([A-Za-z])\}?|\\[uvHtcdbrk]\s?\{([A-Za-z])\}")
_COMMAND = re.compile(r"\\(?:textit|textbf|emph|textsc|url|text|mathrm)\b\s*")
_COMBINING = {"`": "\u0300", "'": "\u0301", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
              "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "r": "\u030a",
              "k": "\u0328", "t": ""}  # fmt: skip


def plain(value: str) -> str:
    r"""Return a value without braces and commands, accents as letters.

    >>> plain(r"{\"O}zg{\"u}r {M\'{e}ndez} \& {Sons}")
    'Özgür Méndez & Sons'
    """
    value = _ACCENT.sub(
        lambda m: unicodedata.normalize("NFC", (m.group(1) or m.group(2)) + _COMBINING[m.group()[1]]), value
    )
    value = _COMMAND.sub("", value).replace("\\&", "&").replace("~", " ").replace("--", "–")
    for command, letter in (
        ("\\ss", "ß"),
        ("\\o", "ø"),
        ("\\O", "Ø"),
        ("\\ae", "æ"),
        ("\\l", "ł"),
        ("\\i", "i"),
        ("\\aa", "å"),
    ):
        value = re.sub(re.escape(command) + r"(?![A-Za-z])\s?", letter, value)
    return " ".join(value.replace("{", "").replace("}", "").replace("\\", "").split())
