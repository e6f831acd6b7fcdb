"""Reader of Org, the markup of Emacs: it becomes Markdown with HTML, between the parts that are LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from html.entities import html5
from itertools import takewhile

from graph_builder.model import Document
from graph_builder.model.tex import SYMBOLS
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.tree import Pairs, add_data, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.html.labels import labels
from graph_builder.read.html.walk import walk_html
from graph_builder.read.latex.macros import Macros
from graph_builder.read.latex.reader import interpret
from graph_builder.read.latex.tokens import Budget, Lexer
from graph_builder.read.markup import is_filled, markup_to_html

_KEYWORD = re.compile(r"[ \t]*#\+(?P<key>[\w-]{1,40}):[ \t]*(?P<value>(?:[^ \t\n]+(?:[ \t]+[^ \t\n]+)*)?)[ \t]*$")
_FIELDS = frozenset(("title", "subtitle", "author", "email", "date", "description", "affiliation", "language"))
_LINES_COUNT = re.compile(r"\\n:(?!nil)\S")
_HEADLINE = re.compile(
    r"(?P<stars>\*{1,20})[ \t]+(?:(?:TODO|DONE|NEXT|WAITING|DRAFT|CANCELLED|HOLD)[ \t]+)?(?:\[#[A-Z]\][ \t]*)?"
    r"(?P<comment>COMMENT\b[ \t]*)?(?P<title>[^\n]*)$"
)
_TAGS = re.compile(r"(?:^|(?<![ \t])[ \t]+):(?P<tags>(?:[\w@#%-]{1,60}:){1,12})[ \t]*$")
_HIDDEN_TAGS = frozenset(("noexport", "no_export", "private", "archive"))
_PLANNING = re.compile(r"[ \t]*(?:CLOSED|SCHEDULED|DEADLINE):[ \t]*[<\[]")
_BEGIN = re.compile(
    r"(?i)[ \t]*(?:#\+begin_(?P<block>\w{1,30})(?P<rest>[^\n]*)|:(?P<drawer>[A-Za-z][\w-]{0,40}):[ \t]*$"
    r"|\\begin\{(?P<environment>[\w*]{1,40})\})"
)
_END = re.compile(r"(?i)^[ \t]*#\+end_(\w+)|^[ \t]*(:END:)[ \t]*$|\\end\{([\w*]{1,40})\}")
_LONGEST_DRAWER = 400
_PROPERTY = re.compile(r"[ \t]*:(?P<name>[\w-]{1,60}):[ \t]+(?P<value>\S[^\n]*)$")
_POST = (
    "AUTHOR ROLE POSITION DEGREE EMPLOYER COMPANY ORGANIZATION INSTITUTION SCHOOL HOST JOURNAL LOCATION DATE".split()
)
_DAY = re.compile(r"\A.*?(\d{4}-\d\d)-\d\d.*", re.S)  # the day is only a placeholder
_SHOWN_LANGUAGES = frozenset(("bibtex", "bib", "text", "txt", "markdown", "md", "none"))
_COMMENT_OR_RULE = re.compile(r"[ \t]*(?:#(?:[ \t+]|$)|-{5,}[ \t]*$)")
_FIXED = re.compile(r"^[ \t]*:[ \t]+")
_ROW = re.compile(r"[ \t]*\|")
_TABLE_RULE = re.compile(r"[ \t]*\|(?=[+|: ]*-)[-+|: ]*$")
_WIDTHS = re.compile(r"[ \t]*(?:\|[ \t]*(?:(?:/|<[lrc]?\d{0,3}>)[ \t]*)?)+$")
_BAR = re.compile(r"\[\[[^\[\]\n]{1,1000}\](?:\[[^\[\]\n]{0,400}\])?\]|\|")
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?P<bullet>[-+]|(?<=[ \t])\*|(?:\d{1,3}|[A-Za-z])[.)])(?:[ \t]+|$)"
    r"(?:\[@\d+\][ \t]*)?(?:\[[ Xx-]\][ \t]+)?(?:(?P<term>[^\n]{1,200}?)[ \t]+::(?:[ \t]+|$))?"
)


def read_org(data: bytes, source: str) -> Document:
    """Return an Org file as a document: what its keywords say as fields, then the page as it would be exported.

    >>> document = read_org(b"#+AUTHOR: Ada Lovelace\\n* Vita\\n- *Dean*, Acme <2019-03-01>\\n", "cv.org")
    >>> [(block.kind.value, document.text_of(block)) for block in document.blocks]
    [('field', 'Ada Lovelace'), ('heading', 'Vita'), ('list item', 'Dean, Acme 2019-03-01')]

    Raises:
        ReadError: the bytes are not text.
    """
    text, _ = decode(data)
    lines = text.split("\n")
    keywords = [(m["key"].casefold(), m["value"]) for line in lines if "#+" in line and (m := _KEYWORD.match(line))]
    breaks = any(_LINES_COUNT.search(value) for key, value in keywords if key == "options")
    builder = TextBuilder()
    fields = Pairs((key, _Marks(False).read(value)) for key, value in keywords if key in _FIELDS and value)
    nodes = (add_data(builder, fields),) if fields else ()
    budget, macros = Budget(len(text)), Macros()
    header = "\n".join(value for key, value in keywords if key == "latex_header")
    interpret(Lexer(header).tokens(), budget, macros)
    found: dict[str, str] = {}
    for is_latex, part in _Page(breaks).parts(lines):
        if is_latex:
            interpret(Lexer(part).tokens(), budget, macros).page.write(builder)
        else:
            tree = walk_html(builder, markup_to_html(part))
            found = labels(tree) | found
            builder.part()
    return builder.build(source, "text/org", text, metadata=found | data_metadata(*nodes), data=nodes)


def _ends(lines: Sequence[str]) -> dict[int, int]:
    """Return for each line that begins a block, a drawer or an environment the line that ends it."""
    last: dict[str, int] = {}
    found: dict[int, int] = {}
    for number in range(len(lines) - 1, -1, -1):
        for end in _END.finditer(lines[number]) if set(lines[number]) & set("#:\\") else ():
            last[(end[1] or end[2] or end[3]).casefold()] = number
        if (begin := _BEGIN.match(lines[number])) is not None:
            name = begin["block"] or begin["environment"] or ":END:"
            if name.casefold() in last:
                found[number] = last[name.casefold()]
    return found


class _Page:
    """The page of an Org file in the making: Markdown, and LaTeX between it."""

    def __init__(self, breaks: bool) -> None:
        self._breaks = breaks
        self._markdown: list[str] = []
        self._paragraph: list[str] = []
        self._items: list[tuple[int, int]] = []  # the indents of the open items: in the source, of their texts here

    def parts(self, lines: Sequence[str]) -> Iterator[tuple[bool, str]]:
        """Yield the parts of the page, each with whether it is LaTeX."""
        ends = _ends(lines)
        hidden = at = 0  # the level of the headline that hides what is below it
        while at < len(lines):
            line = lines[at]
            last = ends.get(at, at)
            begin = _BEGIN.match(line) if last > at else None
            if headline := _HEADLINE.match(line):
                tags = _TAGS.search(headline["title"])
                named = {tag.casefold() for tag in tags["tags"].split(":")} if tags else set()
                level = len(headline["stars"])
                if not hidden or level <= hidden:
                    hidden = level if headline["comment"] or named & _HIDDEN_TAGS else 0
                title = headline["title"][: tags.start()] if tags else headline["title"]
                if not hidden:
                    self._headline(level, "" if "ignore" in named else title.strip())
            elif begin and begin["drawer"] and last < at + _LONGEST_DRAWER:
                if begin["drawer"].upper() == "PROPERTIES" and not hidden:
                    self._properties(lines[at + 1 : last])
                at = last
            elif hidden or _PLANNING.match(line):
                pass
            elif begin and (kind := _kind(begin)):
                self._end_paragraph()
                if kind == "latex":
                    yield from self._flushed()
                    inside = lines[at : last + 1] if begin["environment"] else lines[at + 1 : last]
                    yield True, "\n".join(inside)
                elif kind == "html":  # Markdown ends its blocks of HTML at an empty line
                    self._markdown.append("\n".join(["", *filter(str.strip, lines[at + 1 : last]), "\n"]))
                elif kind == "code":
                    self._markdown.append("\n".join(["\n```", *lines[at + 1 : last], "```\n\n"]))
                at = last
            elif _ROW.match(line):
                rows = [*takewhile(_ROW.match, lines[at:])]
                self._end_paragraph()
                self._table(rows)
                at += len(rows) - 1
            else:
                self._line(line)
            at += 1
        self._end_paragraph()
        yield from self._flushed()

    def _flushed(self) -> Iterator[tuple[bool, str]]:
        if markdown := "".join(self._markdown).strip("\n"):
            yield False, markdown
        self._markdown = []

    def _headline(self, level: int, title: str) -> None:
        self._end_paragraph()
        self._items = []
        if title:
            self._markdown.append(f"\n\n{'#' * min(level, 6)} {self._inline(title)}\n\n")

    def _properties(self, lines: Sequence[str]) -> None:
        """Write what the properties of a headline say of a post, as the classes for CVs name them."""
        given = {found["name"].upper(): found["value"] for line in lines if (found := _PROPERTY.match(line))}
        texts = [", ".join(given[key] for key in _POST if key in given)]
        if "FROM" in given or "TO" in given:
            texts.append(" – ".join(_DAY.sub(r"\1", given.get(key, "present")) for key in ("FROM", "TO")))
        self._markdown.append("\\\n".join(self._inline(text) for text in texts if text) + "\n\n")

    def _line(self, line: str) -> None:
        """Take a line that begins no block and no table."""
        indent = len(line) - len(line.lstrip())
        if not line.strip() or _COMMENT_OR_RULE.match(line):
            self._end_paragraph()
            keyword = _KEYWORD.match(line)
            is_html = keyword is not None and keyword["key"].casefold() == "html"
            self._markdown.append(f"\n{keyword['value']}\n\n" if keyword and is_html else "\n")
        elif item := _ITEM.match(line):
            self._end_paragraph()
            self._open_item(item)
            term = f"{item['term']}: " if item["term"] else ""
            self._paragraph = [term + line[item.end() :]]
        elif self._items and indent <= self._items[-1][0]:
            self._end_paragraph()
            while self._items and indent <= self._items[-1][0]:
                self._items.pop()
            self._markdown.append("\n")
            self._paragraph = [line.strip()]
        else:
            if not self._paragraph and self._items:
                self._markdown.append(" " * self._items[-1][1])
            self._paragraph.append(_FIXED.sub("", line).strip())

    def _open_item(self, item: re.Match[str]) -> None:
        indent = len(item["indent"].expandtabs(8))
        while self._items and self._items[-1][0] >= indent:
            self._items.pop()
        outer = self._items[-1][1] if self._items else 0
        bullet = item["bullet"] if item["bullet"][0].isdigit() else "-"
        if not self._items and not (self._markdown and self._markdown[-1].endswith("\n\n")):
            self._markdown.append("\n")
        self._markdown.append(" " * outer + bullet + " ")
        self._items.append((indent, outer + len(bullet) + 1))

    def _end_paragraph(self) -> None:
        """Write the paragraph; its lines are one where an editor only wrapped them."""
        if self._paragraph:
            text = (" " if not self._breaks and is_filled(self._paragraph) else "\n").join(self._paragraph)
            text = text.replace("\\\\ ", "\\\\\n")
            indent = "\n" + " " * (self._items[-1][1] if self._items else 0)
            self._markdown.append(_Marks(self._breaks).read(text).replace("\n", indent) + "\n")
        self._paragraph = []

    def _inline(self, text: str) -> str:
        return _Marks(False).read(text).replace("\n", " ")

    def _table(self, lines: Sequence[str]) -> None:
        rows = [line for line in lines if not _TABLE_RULE.match(line) and not _WIDTHS.match(line)]
        written = ["| " + " | ".join(self._inline(c).replace("|", "\\|") for c in _cells(row)) + " |" for row in rows]
        rule = "|" + "-|" * max((len(_cells(row)) for row in rows), default=1)
        head = [rule.replace("-", " "), rule]  # a table of Markdown needs one
        if len(lines) > 1 and _TABLE_RULE.match(lines[1]):
            head = [*written[:1], rule]
            del written[:1]
        self._markdown.append("\n".join(["\n", *head, *written, "\n"]))


def _kind(begin: re.Match[str]) -> str:
    """Return what a block is that is not read as the lines around it: LaTeX, HTML, code, or nothing of the page."""
    name, rest = (begin["block"] or "latex").casefold(), (begin["rest"] or "").casefold().split()
    if name == "export":
        name = rest[0] if rest else ""
        return name if name in ("latex", "html") else "unseen"
    if name in ("src", "example"):
        shown = (not rest or rest[0] in _SHOWN_LANGUAGES) and not {"none", "results"} & set(rest[1:])
        return "code" if shown else "unseen"
    return {"latex": "latex", "html": "html", "comment": "unseen"}.get(name, "")


def _cells(row: str) -> list[str]:
    """Return the cells of a row; bars inside links divide none."""
    row = row.strip()
    bars = [bar.start() for bar in _BAR.finditer(row) if bar[0] == "|"]
    ends = bars[1:] if row.endswith("|") else [*bars[1:], len(row)]
    return [row[bar + 1 : end].strip() for bar, end in zip(bars, ends, strict=False)]


# -- marks inside a line

# A character of the private plane stands for each tag until all marks are read, so that no tag is read as marks.
_FIRST_TAG = 0xF0000
_TAG_SIGNS = "\U000f0000-\U000ffffd"
_SNIPPET = re.compile(r"@@(?P<back>[A-Za-z]{2,12}):(?P<text>.{0,2000}?)@@", re.S)
_LINK = re.compile(r"\[\[(?P<to>[^\[\]\n]{1,1000})\](?:\[(?P<text>(?:[^\[\]]|\[[^\[\]]{0,200}\]){1,1500})\])?\]")
_ADDRESS = re.compile(r"(?:https?|ftp|mailto|doi):")
_ANGLED = re.compile(r"<(?P<to>(?:https?|ftp|mailto|doi):[^<>\s]{1,500})>")
_PICTURE = re.compile(r"(?i)(?:file:)?[^\s]{1,500}\.(?:png|jpe?g|gif|svg|webp)")
_DATE = re.compile(r"[<\[](\d{4}-\d\d-\d\d)(?: [^<>\[\]\n\d]{1,12})?(?: \d\d?:\d\d[^<>\[\]\n]{0,20})?[>\]]")
_BETWEEN_DATES = re.compile(f"(?<=[{_TAG_SIGNS}])--(?=[{_TAG_SIGNS}])")
# Notes, citations, places to jump to, macros and counts of what is done: nothing that the page says.
_UNSEEN = re.compile(
    r"[ \t]{0,3}\[fn:[^\[\]\n]{0,80}\]|[ \t]{0,3}\[cite(?:/[\w/-]{1,20})?:[^\[\]\n]{1,200}\]|<<<?[^<>\n]{1,80}>>>?"
    r"|\[\d{1,3}/\d{1,3}\]|\{\{\{[A-Za-z][\w-]{0,40}(?:\([^{}]{0,400}\))?\}\}\}"
)
_SYMBOL = re.compile(r"\\(?P<name>[A-Za-z]{2,14})(?:\{\}|(?![A-Za-z{]))")
_LINE_END = re.compile(r"[ \t]{0,9}\\\\[ \t]{0,9}(?=\n|\Z)")
_DASHES = re.compile(r"(?<![-\w/.])-{2,3}(?=\s|$)|(?<=[\w.,;:)\]”'\"])-{2,3}(?=[\w(\[“'\"])|(?<=\d)--(?=\s|$)")
_RAISED = re.compile(r"(?<=\S)\^\{([^{}\n]{1,12})\}|(?<=\d)\^(st|nd|rd|th)\b")
_AHEAD = rf"(?<![^\s\-–—(\[{{'\"“‘„«*/_+,:;|{_TAG_SIGNS}])"
_BEHIND = rf"(?![^\s\-–—.,:;!?'\")\]}}”’“»*/_+|{_TAG_SIGNS}])"
_EMPHASES = tuple(
    (
        re.compile(rf"[^\s{bare}]{mark}{_BEHIND}"),
        re.compile(rf"{_AHEAD}({mark})(?P<text>[^\s{bare}](?:.{{0,400}}?[^\s{bare}])??)\1{_BEHIND}", re.S),
        tag,
    )
    for mark, bare, tag in (
        ("=", "=", "code"), ("~", "~", "code"), (r"\*{1,4}", "*", "b"), ("/", "/", "i"), ("_", "_", "u"),
        (r"\+", "+", "s"),
    )
)  # fmt: skip
_RESERVED = re.compile(r"[\\*_`\[\]<>~]")
_AT_LINE_START = re.compile(r"(?m)^([#>+=-])|^(\d{1,9})(?=[.)](?:\s|$))")


class _Marks:
    """Emphasis, links and dates inside a text."""

    def __init__(self, breaks: bool) -> None:
        self._breaks = breaks
        self._tags: list[str] = []

    def read(self, text: str) -> str:
        """Return the text of one paragraph, item, heading or cell as Markdown with HTML."""
        text = _SNIPPET.sub(lambda m: self._tag(m["text"]) if m["back"] == "html" else "", text)
        text = _LINK.sub(self._linked, text)
        text = _ANGLED.sub(lambda m: self._around("a", m["to"], m["to"]), text)
        text = _DATE.sub(lambda m: self._tag("") + m[1] + self._tag(""), text)
        text = _UNSEEN.sub("", _BETWEEN_DATES.sub(" – ", text))
        text = _LINE_END.sub(lambda m: self._tag("<br>"), text)
        text = _SYMBOL.sub(lambda m: SYMBOLS.get(m["name"]) or html5.get(m["name"] + ";", m[0]), text)
        text = _RAISED.sub(lambda m: self._around("sup", m[1] or m[2]), text)
        text = _DASHES.sub(lambda m: "—" if len(m.group()) == 3 else "–", text)
        for ending, pattern, tag in _EMPHASES:
            if ending.search(text) is not None:  # else each beginning would be looked for an end in vain
                text = pattern.sub(lambda m, tag=tag: self._around(tag, m["text"]), text)  # type: ignore[misc]
        if self._breaks:
            text = text.replace("\n", self._tag("<br>") + "\n")
        text = _RESERVED.sub(r"\\\g<0>", text)
        text = _AT_LINE_START.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\", text)
        return re.sub(f"[{_TAG_SIGNS}]", lambda m: self._tags[ord(m.group()) - _FIRST_TAG], text)

    def _tag(self, written: str) -> str:
        """Return the character that stands for a tag."""
        self._tags.append(written)
        return chr(_FIRST_TAG + min(len(self._tags) - 1, 0xFFFD))

    def _around(self, tag: str, text: str, to: str = "") -> str:
        href = f' href="{escape(to)}"' if to else ""
        return self._tag(f"<{tag}{href}>") + text + self._tag(f"</{tag}>")

    def _linked(self, match: re.Match[str]) -> str:
        to = match["to"].strip()
        text = match["text"] or (to if _ADDRESS.match(to) else "")
        return self._around("a", text, to) if text and not _PICTURE.fullmatch(text.strip()) else ""
