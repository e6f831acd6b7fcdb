"""Reader of reStructuredText, by docutils: its document trees become HTML; nothing is included, fetched or run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from textwrap import dedent
from typing import Any, cast

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.parsers.rst.states import Inliner
from docutils.utils import new_document

from graph_builder.model import Document
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.tree import Pairs, add_data, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.html.labels import labels
from graph_builder.read.html.walk import walk_html
from graph_builder.read.markup import is_filled, is_listed

_TAGS: dict[type[nodes.Node], str] = {
    nodes.block_quote: "blockquote", nodes.bullet_list: "ul", nodes.list_item: "li", nodes.definition_list: "dl",
    nodes.definition: "dd", nodes.field_list: "table", nodes.field: "tr", nodes.field_name: "td",
    nodes.field_body: "td", nodes.table: "table", nodes.row: "tr", nodes.entry: "td", nodes.caption: "p",
    nodes.attribution: "p", nodes.literal_block: "pre", nodes.emphasis: "em", nodes.strong: "strong",
    nodes.literal: "code", nodes.title_reference: "cite", nodes.superscript: "sup",
}  # fmt: skip
_UNSEEN = (nodes.comment, nodes.substitution_definition, nodes.footnote_reference, nodes.citation_reference,
           nodes.pending, nodes.meta, nodes.label)  # fmt: skip
_ENUMERATIONS = {"upperalpha": "A", "loweralpha": "a", "upperroman": "I", "lowerroman": "i"}

_DIRECTIVE = re.compile(r"\.\.[ \t]+(?:\|[^|\n]{1,80}\|[ \t]+)?(?P<name>[\w:+.-]{1,60}?)[ \t]?::(?P<given>[^\n]*)")
_OPTIONS = re.compile(r"(?:\n[ \t]{1,40}:[\w -]{1,40}:[^\n]*)*")
# Directives of documentation tools whose arguments and contents are names of files and settings.
_SETTINGS = frozenset(
    "include literalinclude raw image figure toctree index highlight meta contents sectnum only ifconfig bibliography"
    " math youtube video automodule autoclass autofunction autosummary currentmodule module tabularcolumns".split()
)
_ROLE = re.compile(
    r"(?::[\w:+.-]{1,60}:)?`[~!]?(?P<words>(?:[^`<>]{0,2000}[^`<>\s])?)\s{0,80}"
    r"(?:<(?P<to>[^`<>]{0,2000})>)?`(?::[\w:+.-]{1,60}:)?"
)
_UNDERLINE = re.compile(r"(?m)^[ \t]*([^\w\s])\1*[ \t]*$")
_YEAR_AHEAD = re.compile(r"(?m)^([ \t]{0,40})(?=(?:19|20)\d\d[.)][ \t])")  # "2018. Fellow of Acme" is no list
_BULLET_AHEAD = re.compile(r"\n(?=[-*•–] \S)")
_ERROR = 3  # messages of this level and above keep what could not be parsed
_DEEPEST = 6  # unknown directives inside each other
_MOST_SUBSTITUTED = 1_000

# What a file says of itself: keys in a field list at its top (Pelican), or in comments (Nikola).
_KEY = re.compile(r"[^\W\d_][^\d]{0,30}")
_COMMENTED = re.compile(r"(?P<key>title|author|date|description|slug|tags|category): (?P<value>\S[^\n]*)")
_QUICKSTART = re.compile(
    r"(?P<value>\S[^\n]{0,100}?) documentation master file\b"
)  # the first comment that Sphinx writes


def read_rst(data: bytes, source: str) -> Document:
    """Return a reStructuredText file as a document: the field list at its top as fields, then the page.

    Nothing is included, fetched or run. The contents of unknown directives and roles stay as text.

    >>> document = read_rst(b"Ada\\n===\\n\\n- *Dean*, `Acme <https://acme.example>`_\\n", "cv.rst")
    >>> [(block.kind.value, document.text_of(block)) for block in document.blocks]
    [('heading', 'Ada'), ('list item', 'Dean, Acme')]

    Raises:
        ReadError: the bytes are not text.
        RecursionError: what it holds is nested too deeply.
    """
    text, _ = decode(data)
    tree = _tree(text)
    builder = TextBuilder()
    page = _Page(tree)
    fields = Pairs(_fields(tree))
    data_nodes = (add_data(builder, fields),) if fields else ()
    page.write_inside(tree)
    html = walk_html(builder, "".join(page.html))
    return builder.build(
        source, "text/x-rst", text, metadata=labels(html) | data_metadata(*data_nodes), data=data_nodes
    )


def _fields(tree: nodes.document) -> Iterator[tuple[str, str]]:
    """Yield what a file says of itself at its top, and take the field list that says so out of the tree."""
    holder: nodes.Element = tree
    at = 0
    while at < len(holder):
        node = holder[at]
        if isinstance(node, nodes.section):
            holder, at = node, 0
            continue
        comment = node.astext() if isinstance(node, nodes.comment) else ""
        if found := _COMMENTED.fullmatch(comment) or _QUICKSTART.match(comment):
            yield found.groupdict().get("key", "title"), found["value"]
        elif isinstance(node, nodes.field_list):
            fields = [
                (name.astext(), body.astext()) for name, body in (field.children for field in node.findall(nodes.field))
            ]
            if all(_KEY.fullmatch(name) and "\n\n" not in body for name, body in fields):
                yield from ((name.lower(), body) for name, body in fields)
                holder.remove(node)
            return
        elif not isinstance(node, (nodes.title, nodes.target, nodes.system_message, *_UNSEEN)):
            return
        at += 1


class _Page:
    """The HTML of a document tree in the making."""

    def __init__(self, tree: nodes.document) -> None:
        self.html: list[str] = []
        self._level = 0  # of the section that is open
        self._listed = False  # whether the lines of the paragraph are lines of the page
        self._directives = 0
        self._substituted = 0
        self._substitutions = dict(tree.substitution_defs)
        targets = list(tree.findall(nodes.target))
        self._addresses = {name: target.get("refuri", "") for target in targets for name in target["names"]}
        self._anonymous = iter([target.get("refuri", "") for target in targets if target.get("anonymous")])

    def write_inside(self, node: nodes.Element) -> None:
        """Write what *node* holds."""
        for child in node.children:
            self._write(child)

    def _write(self, node: nodes.Node) -> None:
        if isinstance(node, _UNSEEN):
            return
        if special := _SPECIAL.get(type(node)):
            special(self, node)
        elif isinstance(node, nodes.Element):
            self._around(_TAGS.get(type(node), ""), node)

    def _around(self, tag: str, node: nodes.Element, attributes: str = "") -> None:
        if tag:
            self._tag(f"<{tag}{attributes}>")
        self.write_inside(node)
        if tag:
            self._tag(f"</{tag}>")

    def _tag(self, written: str) -> None:
        self.html.append(written)

    # -- nodes that are more than their tag

    def _words(self, node: nodes.Text) -> None:
        text = escape(node.astext(), quote=False)
        self.html.append(text.replace("\n", "<br>") if self._listed else text)

    def _paragraph(self, node: nodes.paragraph) -> None:
        raw = node.rawsource or node.astext()
        self._listed = (is_listed(raw) and not is_filled(raw.split("\n"))) or _BULLET_AHEAD.search(raw) is not None
        alone = isinstance(node.parent, _HOLDERS) and sum(isinstance(n, nodes.paragraph) for n in node.parent) == 1
        self._around("" if alone else "p", node)
        self._listed = False

    def _section(self, node: nodes.section) -> None:
        self._level += 1
        self.write_inside(node)
        self._level -= 1

    def _title(self, node: nodes.title) -> None:
        if isinstance(node.parent, nodes.section):
            self._around(f"h{min(self._level, 6)}", node)
        else:
            self._around("caption" if isinstance(node.parent, nodes.table) else "p", node)

    def _rubric(self, node: nodes.rubric) -> None:
        self._around(f"h{min(self._level + 1, 6)}", node)

    def _numbered(self, node: nodes.enumerated_list) -> None:
        style = _ENUMERATIONS.get(node["enumtype"], "1")
        self._around("ol", node, f' type="{style}" start="{int(node.get("start", 1))}"')

    def _definition(self, node: nodes.definition_list_item) -> None:
        self._tag("<dt>")
        for child in node.children:
            if isinstance(child, nodes.definition):
                self._tag("</dt>")
                self._around("dd", child)
            elif isinstance(child, (nodes.term, nodes.classifier)):
                self._tag(" : " if isinstance(child, nodes.classifier) else "")
                self.write_inside(child)

    def _lines(self, node: nodes.line_block) -> None:
        self._around("" if isinstance(node.parent, nodes.line_block) else "p", node)

    def _line(self, node: nodes.line) -> None:
        self.write_inside(node)
        self._tag("<br>")

    def _reference(self, node: nodes.reference) -> None:
        to = node.get("refuri") or (
            next(self._anonymous, "") if node.get("anonymous") else self._addresses.get(node.get("refname", ""), "")
        )
        self._around("a" if to else "", node, f' href="{escape(to)}"')

    def _image(self, node: nodes.image) -> None:
        self._tag(f'<img alt="{escape(node.get("alt", ""))}">')

    def _substitution(self, node: nodes.substitution_reference) -> None:
        definition = self._substitutions.get(node["refname"])
        self._substituted += 1
        if definition is None or self._substituted > _MOST_SUBSTITUTED:
            self._around("", node)
            return
        del self._substitutions[node["refname"]]  # one that stands for itself ends here
        self.write_inside(definition)
        self._substitutions[node["refname"]] = definition

    def _problem(self, node: nodes.problematic) -> None:
        role = _ROLE.fullmatch(node.astext())
        to = role["to"] or "" if role else ""
        words = nodes.Text((role["words"] or to) if role else node.astext())
        self._around("a" if to else "", nodes.inline("", "", words), f' href="{escape(to)}"')

    # -- what docutils could not parse

    def _message(self, node: nodes.system_message) -> None:
        block = next((child.astext() for child in node if isinstance(child, nodes.literal_block)), "")
        directive = _DIRECTIVE.match(block)
        if directive is not None:
            self._directive(directive, block[directive.end() :])
        elif block and node["level"] >= _ERROR:
            title = _UNDERLINE.sub("", block).strip()  # of a level that does not follow
            is_title = title != block.strip() and "\n" not in title
            tag = f"h{min(self._level, 6) or 1}" if is_title else "pre"
            self._around(tag, nodes.inline("", "", nodes.Text(title if is_title else block)))

    def _directive(self, found: re.Match[str], rest: str) -> None:
        """Write the words of a directive that docutils does not know: its arguments and contents."""
        name, given = found["name"].lower(), found["given"].strip()
        inside = _OPTIONS.sub("", rest, count=1)
        if name == "raw" and given.lower() == "html":
            self._tag(inside)
        elif name not in _SETTINGS and self._directives < _DEEPEST:
            self._directives += 1
            self.write_inside(_tree(("" if "://" in given else given) + "\n\n" + dedent(inside.lstrip("\n"))))
            self._directives -= 1


_HOLDERS = (nodes.list_item, nodes.definition, nodes.entry, nodes.field_body)
_SPECIAL: dict[type[nodes.Node], Callable[[_Page, Any], None]] = {
    nodes.Text: _Page._words, nodes.paragraph: _Page._paragraph, nodes.section: _Page._section,
    nodes.title: _Page._title, nodes.rubric: _Page._rubric, nodes.enumerated_list: _Page._numbered,
    nodes.definition_list_item: _Page._definition, nodes.line_block: _Page._lines, nodes.line: _Page._line,
    nodes.reference: _Page._reference, nodes.image: _Page._image, nodes.substitution_reference: _Page._substitution,
    nodes.problematic: _Page._problem, nodes.system_message: _Page._message,
}  # fmt: skip


# -- document trees, as docutils parses them

# Directives that change the parser for the documents after this one, or that print the day of the build: comments.
_LASTING = re.compile(r"(?mi)^([ \t]{0,40}\.\.[ \t]{1,8}(?:\|[^|\n]{1,80}\|[ \t]{1,8})?)((?:default-)?role|date)::")
_LONGEST_LINE = 4_000
_LONGEST_PARAGRAPH = 4_000
_PART = 1_000  # of a longer paragraph


def _tree(text: str) -> nodes.document:
    """Return the document tree of *text*; no transform changes it, so that all of it stays where it is written."""
    tree = new_document("", _settings())
    text = _YEAR_AHEAD.sub(r"\1\\", _LASTING.sub(r"\1\2  ", text))
    Parser(inliner=cast(Inliner, _Inliner())).parse("\n".join(_wrapped(text)), tree)
    return tree


class _Inliner:
    """Reads the marks of long paragraphs in parts: one that is never closed is looked for to the end of each."""

    def __init__(self) -> None:
        self._inliner = Inliner()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inliner, name)

    def parse(
        self, text: str, lineno: int, memo: Any, parent: nodes.Element
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the nodes of *text* and the messages about them."""
        found: list[nodes.Node] = []
        messages: list[nodes.system_message] = []
        while text:
            end = len(text)
            if end > _LONGEST_PARAGRAPH:
                end = max(text.rfind(" ", 0, _PART), text.rfind("\n", 0, _PART)) + 1 or _PART
            inner, about = self._inliner.parse(text[:end], lineno, memo, parent)
            found += inner
            messages += about
            text = text[end:]
        return found, messages


@cache
def _settings() -> Any:
    """Return the settings of docutils: it reads, fetches and runs nothing, prints nothing and stops at nothing."""
    settings = get_default_settings(Parser)
    settings.report_level = settings.halt_level = 5
    settings.warning_stream = False
    settings.file_insertion_enabled = settings.raw_enabled = False
    settings.syntax_highlight = "none"
    settings.line_length_limit = 2 * _LONGEST_LINE
    return settings


def _wrapped(text: str) -> Iterator[str]:
    """Yield the lines of *text*; very long ones, on which docutils takes long, as several."""
    for line in text.splitlines():
        indent = line[: min(len(line) - len(line.lstrip()), 80)]
        while len(line) > _LONGEST_LINE:
            at = line.rfind(" ", len(indent) + 1, _LONGEST_LINE) + 1 or _LONGEST_LINE
            yield line[:at]
            line = indent + line[at:].lstrip()
        yield line
