"""Reader of Org, the markup of Emacs: it becomes Markdown with HTML, between the parts that are LaTeX."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from html.entities import html5
from itertools import takewhile

from graph_builder.model import Document
from graph_builder.model.tex import SYMBOLS
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.tree import Datum, add_data, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.html.labels import labels
from graph_builder.read.html.walk import walk_html
from graph_builder.read.latex.macros import Macros
from graph_builder.read.latex.reader import interpret
from graph_builder.read.latex.tables import LAYOUT
from graph_builder.read.latex.tokens import Budget, Lexer, Token
from graph_builder.read.mapped_text import MappedText
from graph_builder.read.markup import markup_to_html

_KEYWORD = re.compile(r"[ \t]*#\+(?P<key>[\w-]{1,40}):[ \t]*(?P<value>(?:[^ \t\n]+(?:[ \t]+[^ \t\n]+)*)?)[ \t]*$")
_FIELDS = frozenset(("title", "subtitle", "author", "email", "date", "description", "affiliation", "language"))
_LINES_COUNT = re.compile(r"\\n:(?!nil)\S")
_EXPORTED = re.compile(r"(?im)^[ \t]*#\+(?:begin_(?:export[ \t]+)?(?P<kind>html|latex)\b|end_)[^\n]*$")
_MARKUP = re.compile(r"<[^<>]{0,500}>|\\[A-Za-z]+\*?(?:\[[^\[\]]{0,80}\])?|[{}&]")

_HEADLINE = re.compile(r"(?P<stars>\*{1,20})[ \t]+(?P<title>(?:[^ \t\n]+(?:[ \t]+[^ \t\n]+)*)?)[ \t]*$")
_BEFORE_TITLE = re.compile(
    r"(?:(?:TODO|DONE|NEXT|WAITING|DRAFT|CANCELLED|HOLD)[ \t]+)?(?:\[#[A-Z]\][ \t]*)?"
    r"(?P<comment>COMMENT(?:[ \t]+|$))?"
)
_TAGS = re.compile(r"(?<![ \t])[ \t]+:(?P<tags>(?:[\w@#%-]{1,60}:){1,12})[ \t]*$")
_HIDDEN_TAGS = frozenset(("noexport", "no_export", "private", "archive"))
_DRAWER = re.compile(r"[ \t]*:(?P<name>[A-Za-z][\w-]{0,40}):[ \t]*$")
_DRAWER_END = re.compile(r"(?i)[ \t]*:END:[ \t]*$")
_LONGEST_DRAWER = 400
_PROPERTY = re.compile(r"[ \t]*:(?P<name>[\w-]{1,60})\+?:(?:[ \t]+(?P<value>[^ \t\n]+(?:[ \t]+[^ \t\n]+)*))?[ \t]*$")
_PLANNING = re.compile(r"[ \t]*(?:CLOSED|SCHEDULED|DEADLINE):[ \t]*[<\[]")

# What the properties of a headline say of it, as the classes for CVs and bibliographies name them.
_SAID = tuple(
    "AUTHOR AUTHORS ROLE POSITION DEGREE EMPLOYER COMPANY ORGANIZATION ORGANISATION INSTITUTION SCHOOL UNIVERSITY HOST"
    " JOURNAL BOOKTITLE PUBLISHER LOCATION PLACE CITY COUNTRY YEAR DATE DATES".split()
)
_DAY = re.compile(r".*?(\d{4}-\d\d)-\d\d.*", re.S)  # the day is only a placeholder

_BEGIN = re.compile(r"(?i)[ \t]*#\+begin_(?P<name>\w{1,30})(?P<rest>[^\n]*)$")
_END = re.compile(r"(?i)[ \t]*#\+end_(?P<name>\w+)")
_ENVIRONMENT = re.compile(r"[ \t]*\\begin\{(?P<name>[\w*]{1,40})\}")
_ENVIRONMENT_END = re.compile(r"\\end\{(?P<name>[\w*]{1,40})\}")
_VERBATIM = ("src", "example", "export")
_SHOWN_LANGUAGES = frozenset(("bibtex", "bib", "text", "txt", "markdown", "md", "none"))
_COMMENT_OR_RULE = re.compile(r"[ \t]*(?:#(?:[ \t]|$)|-{5,}[ \t]*$)")
_FIXED = re.compile(r"[ \t]*:(?:[ \t]+|$)")
_ROW = re.compile(r"[ \t]*\|")
_TABLE_RULE = re.compile(r"[ \t]*\|(?=[+|: ]*-)[-+|: ]*$")
_WIDTHS = re.compile(r"(?:\|[ \t]*(?:(?:/|<[lrc]?\d{0,3}>)[ \t]*)?)+$")
_LINKED = re.compile(r"\[\[[^\[\]\n]{1,1000}\](?:\[[^\[\]\n]{0,400}\])?\]")
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?P<bullet>[-+]|(?<=[ \t])\*|(?:\d{1,3}|[A-Za-z])[.)])(?:[ \t]+|$)"
    r"(?:\[@\d+\][ \t]*)?(?:\[[ Xx-]\][ \t]+)?"
)
_TERM = re.compile(r"(?P<term>[^\n]{1,200}?)[ \t]+::(?:[ \t]+|$)")
_NOTE = re.compile(r"\[fn:[^\]\n]{1,60}\][ \t]*")
_DEEPEST = 20  # blocks inside each other that are read as such
# Where editors wrap: a line and the word behind it are longer than the one, and no line is longer than the other.
_LEAST_FILLED = 66
_LONGEST_FILLED = 100


@dataclass(slots=True)
class _Headline:
    """A headline: its title, its properties, the lines below it, and the headlines inside it."""

    level: int = 0
    title: str = ""
    hidden: bool = False
    untitled: bool = False  # what is below it is shown and it is not
    properties: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    children: list[_Headline] = field(default_factory=list)


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
    page = _Page(breaks, _reads_latex(text))
    builder = TextBuilder()
    items = [
        (key, Datum("scalar", MappedText(page.inline(value, False), ())))
        for key, value in keywords
        if key in _FIELDS and value
    ]
    nodes = (add_data(builder, Datum("mapping", items=items)),) if items else ()
    page.write(_outline(lines))
    budget, latex = Budget(len(text)), Macros()
    preamble = "\n".join(value for key, value in keywords if key.startswith("latex_header"))
    interpret(_tokens(preamble), budget, latex)
    found: dict[str, str] = {}
    for is_latex, part in page.parts():
        if is_latex:
            interpret(_tokens(part), budget, latex).page.write(builder)
        else:
            tree = walk_html(builder, markup_to_html(MappedText(part, ())))
            found = labels(tree) | found
            builder.part()
    return builder.build(source, "text/org", metadata=found | data_metadata(*nodes), data=nodes)


def _tokens(latex: str) -> list[Token]:
    return [token._replace(at=-1) for token in Lexer(latex).tokens()]


def _reads_latex(text: str) -> bool:
    """Return whether the LaTeX of a file is read: of what is written once for pages and once for paper, the longer."""
    sizes = {"html": 0, "latex": 0}
    kind, start = "", 0
    for mark in _EXPORTED.finditer(text):
        if kind:
            sizes[kind] += len("".join(_MARKUP.sub(" ", text[start : mark.start()]).split()))
        kind, start = (mark["kind"] or "").lower(), mark.end()
    return not sizes["html"] or sizes["latex"] > sizes["html"]


class _LineIndex:
    """The numbers of the lines that match, by the name that they have: each is looked for once, however many ask."""

    def __init__(
        self, lines: Sequence[str], find: Callable[[str], Iterator[re.Match[str]] | re.Match[str] | None]
    ) -> None:
        self._places: dict[str, list[int]] = {}
        for number, line in enumerate(lines):
            found = find(line)
            for match in [found] if isinstance(found, re.Match) else found or ():
                name = match.groupdict().get("name", "")
                self._places.setdefault(name.casefold(), []).append(number)

    def after(self, at: int, name: str = "", default: int = 0) -> int:
        """Return the number of the first such line behind line *at*."""
        places = self._places.get(name.casefold(), [])
        place = bisect_right(places, at)
        return places[place] if place < len(places) else default


# -- headlines


def _outline(lines: list[str]) -> _Headline:
    """Return the headline that holds all lines: its own are those above the first headline."""
    root = _Headline()
    path = [root]
    ends, drawers = _LineIndex(lines, _END.match), _LineIndex(lines, _DRAWER_END.match)
    headlines = _LineIndex(lines, _HEADLINE.match)
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("*") and (found := _HEADLINE.match(line)):
            headline = _headline(found)
            while path[-1] is not root and path[-1].level >= headline.level:
                path.pop()
            path[-1].children.append(headline)
            path.append(headline)
        elif block := _BEGIN.match(line):
            last = ends.after(at, block["name"])
            if not block["name"].casefold().startswith(_VERBATIM) and headlines.after(at, default=last) < last:
                last = 0  # it belongs to no block that a headline lies in
            path[-1].lines += lines[at : max(last, at) + 1]
            at = max(last, at)
        elif (drawer := _DRAWER.match(line)) and 0 < (last := drawers.after(at)) < min(
            at + _LONGEST_DRAWER, headlines.after(at, default=len(lines))
        ):
            if drawer["name"].upper() == "PROPERTIES":
                said = [found for inner in lines[at + 1 : last] if (found := _PROPERTY.match(inner))]
                path[-1].properties |= {m["name"].upper(): m["value"] for m in said if m["value"]}
            at = last
        elif not _PLANNING.match(line):
            path[-1].lines.append(line)
        at += 1
    return root


def _headline(found: re.Match[str]) -> _Headline:
    title = found["title"]
    head = _BEFORE_TITLE.match(title)
    title = title[head.end() :] if head else title
    tags: set[str] = set()
    if labelled := _TAGS.search(f" {title}"):
        tags = {tag.casefold() for tag in labelled["tags"].split(":")}
        title = title[: max(0, labelled.start() - 1)]
    hidden = bool(head and head["comment"]) or bool(tags & _HIDDEN_TAGS)
    return _Headline(len(found["stars"]), title, hidden, "ignore" in tags or not title)


def _property_lines(given: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines that the properties of a headline make."""
    if values := [given[key] for key in _SAID if key in given]:
        yield ", ".join(values)
    if "FROM" in given or "TO" in given:
        yield " – ".join(_DAY.sub(r"\1", given.get(key, default)) for key, default in (("FROM", ""), ("TO", "present")))


# -- the page


class _Page:
    """The page of an Org file in the making: Markdown, and LaTeX between it."""

    def __init__(self, breaks: bool, latex: bool) -> None:
        self._breaks = breaks
        self._reads_latex = latex
        self._markdown: list[str] = []
        self._parts: list[tuple[bool, str]] = []
        self._depth = 0
        self._items: list[tuple[int, int]] = []  # the indents of the open items: in the source, of their texts here

    def parts(self) -> list[tuple[bool, str]]:
        """Return the parts of the page, each with whether it is LaTeX."""
        self._flush()
        return self._parts

    def write(self, root: _Headline) -> None:
        """Write all headlines that are exported, in order."""
        stack = [root]
        while stack:
            headline = stack.pop()
            if headline.hidden:
                continue
            title = self._joined([headline.title]).replace("\n", " ")
            if not headline.untitled:
                self._markdown.append(f"\n\n{'#' * min(headline.level, 6)} {title}\n\n")
            if said := list(_property_lines(headline.properties)):
                self._markdown.append("\\\n".join(self._joined([line]).replace("\n", " ") for line in said) + "\n\n")
            self._lines(headline.lines)
            stack.extend(reversed(headline.children))

    def _lines(self, lines: Sequence[str]) -> None:
        """Write what stands below a headline."""
        self._items = []
        ends = _LineIndex(lines, _END.match), _LineIndex(lines, _ENVIRONMENT_END.finditer)
        paragraph: list[tuple[str, int]] = []  # lines, each with the width that it has in the source
        blanks = at = 0
        while at < len(lines):
            line = lines[at]
            if not line.strip():
                self._paragraph(paragraph)
                blanks += 1
                if blanks > 1:
                    self._items = []
                self._markdown.append("\n")
                at += 1
                continue
            if taken := self._special(lines, at, paragraph, *ends):
                blanks = 0
                at += taken
                continue
            width = len(line.rstrip())
            indent = len(line) - len(line.lstrip())
            if item := _ITEM.match(line):
                self._paragraph(paragraph)
                self._open_item(item)
                paragraph += [(line[item.end() :], width)] if item.end() < len(line) else []
            elif self._items and indent <= self._items[-1][0]:
                self._paragraph(paragraph)
                while self._items and indent <= self._items[-1][0]:
                    self._items.pop()
                self._markdown.append("\n")
                paragraph.append((line.lstrip(), width))
            else:
                if not paragraph and self._items and blanks:
                    self._markdown.append(" " * self._items[-1][1])
                paragraph.append((line.lstrip(), width))
            blanks = 0
            at += 1
        self._paragraph(paragraph)
        self._items = []

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

    def _paragraph(self, lines: list[tuple[str, int]]) -> None:
        """Write some lines as a paragraph, and empty the list."""
        if not lines:
            return
        first, width = lines[0]
        lines[0] = first, width = _NOTE.sub("", first, count=1) if _NOTE.match(first) else first, width
        term = _TERM.match(first) if self._items else None
        if term is not None:
            self._markdown.append(self._joined([term["term"]]).replace("\n", " ") + ": ")
            lines[0] = first[term.end() :], width
        indent = "\n" + " " * (self._items[-1][1] if self._items else 0)
        self._markdown.append(self._joined(*zip(*lines, strict=True)).replace("\n", indent) + "\n")
        lines.clear()

    def _joined(self, lines: Sequence[str], widths: Sequence[int] = ()) -> str:
        """Return lines as Markdown; those between which an editor only wrapped a paragraph are one."""
        filled = not self._breaks and all(len(line) < _LONGEST_FILLED for line in lines)
        text = lines[0].rstrip()
        for before, width, line in zip(lines, widths, lines[1:], strict=False):
            word = line.split(None, 1)[0]
            wrapped = filled and width + 1 + len(word) >= _LEAST_FILLED and not before.rstrip().endswith("\\\\")
            text += (" " if wrapped else "\n") + line.rstrip()
        return self.inline(text, self._breaks)

    def inline(self, text: str, breaks: bool) -> str:
        """Return the text of one paragraph, item, heading or cell as Markdown with HTML."""
        return text if text.replace(" ", "").isalpha() else _Marks(breaks).read(text)

    # -- what begins with a sign of its own

    def _special(
        self,
        lines: Sequence[str],
        at: int,
        paragraph: list[tuple[str, int]],
        ends: _LineIndex,
        environments: _LineIndex,
    ) -> int:
        """Write the block, table, keyword or the like that begins at line *at*, and return how many lines it takes."""
        line = lines[at]
        begin, keyword, environment = _BEGIN.match(line), _KEYWORD.match(line), _ENVIRONMENT.match(line)
        fixed, comment = _FIXED.match(line), _COMMENT_OR_RULE.match(line)
        if not (begin or keyword or environment or fixed or comment or _ROW.match(line)):
            return 0
        self._paragraph(paragraph)
        if begin is not None:
            end = ends.after(at, begin["name"])
            if not end or self._depth > _DEEPEST:
                return 1
            self._block(begin["name"].casefold(), begin["rest"].casefold().split(), lines[at + 1 : end])
            return end - at + 1
        if keyword is not None:
            following = (_KEYWORD.match(later) for later in lines[at:])
            same = [*takewhile(lambda m: m and m["key"].casefold() == keyword["key"].casefold(), following)]
            values = [m["value"] for m in same if m and m["value"]]
            if keyword["key"].casefold() == "html":
                self._raw(values)
            elif keyword["key"].casefold() == "latex":
                self._latex(values)
            return len(same)
        if environment is not None:
            end = environments.after(at - 1, environment["name"], at)
            self._latex(lines[at : end + 1])
            return end - at + 1
        if _ROW.match(line):
            rows = [*takewhile(_ROW.match, lines[at:])]
            self._table([row.strip() for row in rows])
            return len(rows)
        self._markdown.append("\n")
        if fixed is not None and (text := line[fixed.end() :]).strip():
            self._paragraph([(text, len(line))])
        return 1

    def _block(self, name: str, rest: Sequence[str], inside: Sequence[str]) -> None:
        kind = rest[0] if name == "export" and rest else name
        if kind in ("latex", "beamer"):
            self._latex(inside)
        elif kind == "html":
            self._raw(inside)
        elif kind in ("src", "example"):
            if (not rest or rest[0] in _SHOWN_LANGUAGES) and not {"none", "results"} & set(rest[1:]):
                self._markdown.append("\n".join(["\n```", *inside, "```\n\n"]))
        elif kind != "comment" and name != "export":
            outer = list(self._items)
            self._markdown.append("\n")
            self._depth += 1
            self._lines(inside)
            self._depth -= 1
            self._items = outer
            self._markdown.append("\n")

    def _raw(self, lines: Sequence[str]) -> None:
        # Markdown ends its blocks of HTML at an empty line.
        self._markdown.append("\n".join(["", *filter(str.strip, lines), "\n"]))

    def _latex(self, lines: Sequence[str]) -> None:
        if lines and self._reads_latex:
            self._flush()
            self._parts.append((True, "\n".join(lines)))

    def _flush(self) -> None:
        if markdown := "".join(self._markdown).strip("\n"):
            self._parts.append((False, markdown))
        self._markdown = []

    def _table(self, lines: Sequence[str]) -> None:
        rows: list[str] = []
        for number, line in enumerate(lines):
            if not _TABLE_RULE.match(line) and not _WIDTHS.match(line):
                cells = [self._joined([cell]).replace("|", "\\|").replace("\n", " ") for cell in _cells(line)]
                rows.append("| " + " | ".join(cells) + " |")
                if len(rows) == 1:
                    rule = "|" + "-|" * len(cells)
                    # The first row is a head if a rule follows; a table of Markdown needs one.
                    is_head = any(_TABLE_RULE.match(later) for later in lines[number + 1 : number + 2])
                    rows = [rows[0], rule] if is_head else ["|" + " |" * len(cells), rule, rows[0]]
        self._markdown.append("\n".join(["\n", *rows, "\n"]))


def _cells(row: str) -> list[str]:
    """Return the cells of a row; bars inside links divide none."""
    hidden = _LINKED.sub(lambda m: "x" * len(m.group()), row)
    bars = [m.start() for m in re.finditer(r"\|", hidden)]
    ends = bars[1:] if row.endswith("|") else [*bars[1:], len(row)]
    return [row[bar + 1 : end].strip() for bar, end in zip(bars, ends, strict=False)]


# -- marks inside a line

# A character of the private plane stands for each tag until all marks are read, so that no tag is read as marks.
_FIRST_TAG = 0xF0000
_TAG_SIGNS = "\U000f0000-\U000ffffd"
_MACRO = re.compile(r"\{\{\{(?P<name>[A-Za-z][\w-]{0,40})(?:\((?P<given>[^{}]{0,400})\))?\}\}\}")
_SNIPPET = re.compile(r"@@(?P<back>[A-Za-z]{2,12}):(?P<text>.{0,2000}?)@@", re.S)
_LINK = re.compile(r"\[\[(?P<to>[^\[\]\n]{1,1000})\](?:\[(?P<text>(?:[^\[\]]|\[[^\[\]]{0,200}\]){1,1500})\])?\]")
_ANGLED = re.compile(r"<(?P<to>(?:https?|ftp|mailto|doi):[^<>\s]{1,500})>")
_PICTURE = re.compile(r"(?i)(?:file:)?[^\s]{1,500}\.(?:png|jpe?g|gif|svg|webp)")
_DATE = re.compile(r"[<\[](\d{4}-\d\d-\d\d)(?: [^<>\[\]\n\d]{1,12})?(?: \d\d?:\d\d[^<>\[\]\n]{0,20})?[>\]]")
_BETWEEN_DATES = re.compile(f"(?<=[{_TAG_SIGNS}])--(?=[{_TAG_SIGNS}])")
# Notes, citations, places to jump to and counts of what is done: nothing that the page says.
_UNSEEN = re.compile(
    r"[ \t]{0,3}\[fn:[^\[\]\n]{0,80}\]|[ \t]{0,3}\[cite(?:/[\w/-]{1,20})?:[^\[\]\n]{1,200}\]"
    r"|(?<!<)<<(?!<)[^<>\n]{1,80}>>|\[\d{1,3}/\d{1,3}\]"
)
_RADIO = re.compile(r"<<<([^<>\n]{1,80})>>>")
_HREF = re.compile(r"\\href\{(?P<to>[^{}\n]{1,500})\}\{(?P<text>[^{}]{1,500})\}")
_ENTITY = re.compile(r"\\(?P<name>[A-Za-z]{2,14})(?:\{\}|(?![A-Za-z{]))")
_COMMAND = re.compile(r"\\(?P<name>[A-Za-z]{2,30})\*?(?:\[[^\[\]\n]{0,100}\]){0,2}(?P<given>(?:\{[^{}]{0,300}\}){0,9})")
_LINE_END = re.compile(r"[ \t]{0,9}\\\\(?:\[[^\[\]\n]{0,12}\])?[ \t]{0,9}(?=\n|\Z)")
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
    """Emphasis, links, dates, macros and commands of LaTeX inside a text."""

    def __init__(self, breaks: bool) -> None:
        self._breaks = breaks
        self._tags: list[str] = []

    def read(self, text: str) -> str:
        text = _MACRO.sub(lambda m: m["given"] or "", text)
        text = _SNIPPET.sub(lambda m: self._tag(m["text"]) if m["back"] == "html" else "", text)
        text = _LINK.sub(self._linked, text)
        text = _ANGLED.sub(lambda m: self._around("a", m["to"], m["to"]), text)
        text = _RADIO.sub(r"\1", text)
        text = _DATE.sub(lambda m: self._tag("") + m[1] + self._tag(""), text)
        text = _BETWEEN_DATES.sub(" – ", text)
        text = _UNSEEN.sub("", text)
        text = _LINE_END.sub(lambda m: self._tag("<br>"), text)
        if "\\" in text:
            text = _HREF.sub(lambda m: self._around("a", m["text"], m["to"]), text)
            text = _ENTITY.sub(self._entity, text)
            for _ in range(2):  # commands inside commands
                text = _COMMAND.sub(_printed, text)
            text = re.sub(r"\\([&%$#_{}])", r"\1", text)
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
        return self._tag(f"<{tag}{href}>") + text + self._tag(f"</{tag}>") if tag else text

    def _linked(self, match: re.Match[str]) -> str:
        to = match["to"].strip()
        text = match["text"] or (to if re.match(r"(?:https?|ftp|mailto|doi):", to) else "")
        return self._around("a", text, to) if text and not _PICTURE.fullmatch(text.strip()) else ""

    def _entity(self, match: re.Match[str]) -> str:
        name = match["name"]
        return SYMBOLS.get(name, "") or html5.get(name + ";", "") or match.group()


def _printed(command: re.Match[str]) -> str:
    """Return what a command of LaTeX in a line prints, as far as its arguments tell."""
    return "" if command["name"] in LAYOUT else ", ".join(filter(None, re.split(r"[{}]+", command["given"])))
