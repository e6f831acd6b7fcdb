"""Reader of Org, the markup of Emacs: headlines, lists, tables, drawers, macros, and the LaTeX and HTML inside it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph_builder.model import Document
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.tree import Datum, add_data, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.html.labels import labels
from graph_builder.read.html.walk import walk_html
from graph_builder.read.latex.macros import Macros
from graph_builder.read.latex.reader import interpret
from graph_builder.read.latex.tokens import Budget, Lexer
from graph_builder.read.mapped_text import MappedText
from graph_builder.read.markup import markup_to_html
from graph_builder.read.org.blocks import Dialect, OrgWriter, Part
from graph_builder.read.org.inline import org_inline
from graph_builder.read.org.tree import Headline, Line, read_tree

_KEYWORD = re.compile(r"(?m)^[ \t]*#\+(?P<key>\w{1,40}):[ \t]*(?P<value>(?:[^ \t\n]+(?:[ \t]+[^ \t\n]+)*)?)[ \t]*$")
_TOLD = frozenset(("title", "subtitle", "author", "email", "date", "description", "affiliation", "language"))
_MACRO = re.compile(r"(?P<name>[A-Za-z][\w-]{0,40})[ \t]+(?P<template>\S.*)")
_LINES_COUNT = re.compile(r"\\n:(?!nil)\S")
_EXPORTED = re.compile(r"(?im)^[ \t]*#\+(?:begin_(?:export[ \t]+)?(?P<kind>html|latex)\b|end_)[^\n]*$")
_MARKUP = re.compile(r"<[^<>]{0,500}>|\\[A-Za-z]+\*?(?:\[[^\[\]]{0,80}\])?|[{}&]")

# What the properties of a headline say of it, as the classes for CVs and bibliographies name them, a line each.
_SAID: tuple[tuple[str, ...], ...] = (
    ("AUTHOR", "AUTHORS"),
    (
        "ROLE", "POSITION", "DEGREE", "EMPLOYER", "COMPANY", "ORGANIZATION", "ORGANISATION", "INSTITUTION", "SCHOOL",
        "UNIVERSITY", "HOST", "JOURNAL", "BOOKTITLE", "PUBLISHER", "LOCATION", "PLACE", "CITY", "COUNTRY", "YEAR",
    ),
)  # fmt: skip
_BEGINS = ("FROM", "START", "BEGIN", "START_DATE")
_ENDS = ("TO", "END", "END_DATE")
_DATES = ("DATE", "DATES", "PERIOD", "WHEN", "TIME")
_DAY = re.compile(r"(?P<month>\d{4}-\d\d)-\d\d")


def read_org(data: bytes, source: str) -> Document:
    """Return an Org file as a document: what its keywords say as fields, then the page as it would be exported.

    >>> document = read_org(b"#+AUTHOR: Ada Lovelace\\n* Vita\\n- *Dean*, Acme <2019-03-01>\\n", "cv.org")
    >>> [(block.kind.value, document.text_of(block)) for block in document.blocks]
    [('field', 'Ada Lovelace'), ('heading', 'Vita'), ('list item', 'Dean, Acme 2019-03-01')]

    Raises:
        ReadError: the bytes are not text.
    """
    text, _ = decode(data)
    return _Reader(text).document(source)


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._builder = TextBuilder()
        self._latex = Macros()
        self._budget = Budget(len(text))
        self._labels: dict[str, str] = {}
        keywords = [(m["key"].casefold(), m) for m in _KEYWORD.finditer(text)]
        macros = {
            found["name"].casefold(): found["template"]
            for key, m in keywords
            if key == "macro" and (found := _MACRO.match(m["value"]))
        }
        breaks = any(_LINES_COUNT.search(m["value"]) for key, m in keywords if key == "options")
        self._dialect = Dialect(macros, breaks, latex=_reads_latex(text))
        self._told = [(key, m.span("value")) for key, m in keywords if key in _TOLD and m["value"]]
        self._preamble = "\n".join(m["value"] for key, m in keywords if key.startswith("latex_header"))

    def document(self, source: str) -> Document:
        """Return the document."""
        whole = MappedText.of(self._text)
        items = [
            (key, Datum("scalar", org_inline(whole.part(*span), self._dialect.macros))) for key, span in self._told
        ]
        nodes = (add_data(self._builder, Datum("mapping", items=items)),) if items else ()
        preamble = [token._replace(at=-1) for token in Lexer(self._preamble).tokens()]  # it stands in many places
        interpret(preamble, self._budget, self._latex)
        writer = OrgWriter(self._text, self._dialect)
        root = read_tree(self._text)
        writer.lines(root.lines)
        self._write(writer, root)
        for part in writer.parts():
            self._read(part)
        metadata = self._labels | data_metadata(*nodes)
        return self._builder.build(source, "text/org", metadata=metadata, data=nodes)

    def _write(self, writer: OrgWriter, root: Headline) -> None:
        """Write all headlines below *root* that are exported, in order."""
        stack = [(child, 0) for child in reversed(root.children)]
        while stack:
            headline, depth = stack.pop()
            if headline.hidden:
                continue
            if headline.is_entry:
                writer.entry(headline, depth)
                depth += 1
            elif not headline.untitled:
                writer.headline(headline, headline.level)
            if said := list(_said(headline, self._text)):
                writer.said(said)
            writer.lines(headline.lines, depth)
            stack.extend((child, depth) for child in reversed(headline.children))

    def _read(self, part: Part) -> None:
        if part.markdown is not None:
            tree = walk_html(self._builder, markup_to_html(part.markdown))
            for key, value in labels(tree).items():
                self._labels.setdefault(key, value)
            self._builder.part()
            return
        start, end = part.latex
        tex = interpret(Lexer(self._text[start:end]).tokens(), self._budget, self._latex)
        tex.page.write(self._builder, start)


def _reads_latex(text: str) -> bool:
    """Tell whether the LaTeX of a file is read: of what is written once for pages and once for paper, the longer."""
    sizes = {"html": 0, "latex": 0}
    kind, start = "", 0
    for mark in _EXPORTED.finditer(text):
        if kind:
            sizes[kind] += len("".join(_MARKUP.sub(" ", text[start : mark.start()]).split()))
        kind, start = (mark["kind"] or "").lower(), mark.end()
    return not sizes["html"] or sizes["latex"] > sizes["html"]


def _said(headline: Headline, text: str) -> Iterator[list[Line | str]]:
    """Yield the lines that the properties of a headline make."""
    given = headline.properties
    for keys in _SAID:
        line: list[Line | str] = []
        for key in keys:
            if key in given:
                line += [", ", given[key]] if line else [given[key]]
        if line:
            yield line
    begin, end, date = (next((given[k] for k in keys if k in given), None) for keys in (_BEGINS, _ENDS, _DATES))
    if begin or end:
        dates: list[Line | str] = [
            *([_day(text, begin)] if begin else []),
            " – ",
            _day(text, end) if end else "present",
        ]
        yield dates
    elif date:
        yield [date]


def _day(text: str, span: Line) -> Line:
    """Return the year and month of a date: the day is there for the form's sake."""
    found = _DAY.search(text, *span)
    return found.span("month") if found else span
