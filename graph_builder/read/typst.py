"""Reader of Typst: markup and the arguments of functions become HTML; no code is run, no compiler is needed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape, unescape
from typing import TypeAlias

from graph_builder.model import Document
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.tree import Pairs, add_data, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.html.walk import walk_html

_TAGS = {"*": "b", "_": "i", "strong": "b", "emph": "i", "underline": "u", "strike": "s", "super": "sup", "raw": "code"}
"""Signs and functions that only mark their text."""

_DIVISIONS = frozenset("par block align pad rect place columns figure quote stack".split())
"""Functions that print the markup they are given apart from the text around it."""

_WRAPPERS = _DIVISIONS | frozenset(
    "text box circle square ellipse rotate scale move smallcaps upper lower highlight overline sub cell str eval"
    " table.cell grid.cell list.item enum.item".split()
)
"""Functions that print the markup they are given."""

_GRIDS = frozenset(("grid", "table"))
_ROWS = frozenset(("table.header", "table.footer", "grid.header", "grid.footer"))

_SILENT = re.compile(
    r"^(?:image|line|path|polygon|curve|hide|counter|state|metadata|bibliography|outline|cite|ref|label|lorem|footnote|rgb"
    r"|luma|cmyk|oklab|color|gradient|stroke|read|json|yaml|toml|csv|xml|plugin|query|locate|layout|measure|style"
    r"|numbering|selector|regex|type|assert|panic|range|calc|sys|sym|emoji|repeat|here|version|bytes|pdf|html|int|float"
    r"|datetime\.today)(?:\.|$)|(?i:(?:^|[-_.])(?:fa|icons?|nerd|emoji|logo|svg|octique|tabler)(?:$|[-_.]))"
)
"""Functions that print nothing: icons, pictures, and what cannot be known without running them."""

_SETTINGS = frozenset(
    "color colour colors fill size weight style font fonts align alignment gutter column-gutter row-gutter columns rows"
    " stroke inset outset width height radius spacing above below leading logo image avatar photo picture"
    " profile-picture profile-photo icon dir margin paper lang language region numbering justify theme mode format"
    " dash baseline breakable clip debug accent-color colored-headers show-footer paper-size heading-font letter-color"
    " keywords personal-info-position author-position font-size lang-size body-font title-font date-format supplement"
    " caption-pos kind sep separator header-font header-color".split()
)
"""Arguments that say how something looks."""

_TITLES = re.compile(r"(?:section|heading|header|chapter|title|rubric)s?\d?$|^h[1-6]$|section", re.IGNORECASE)
"""Functions of templates whose only argument is a heading."""

_NAMES = re.compile(r"(?:cv|resume)?[-_]?(?:full[-_]?)?(?:name|author)$", re.IGNORECASE)
"""Functions of templates whose only argument is the name of the document's subject."""

_CONTACTS = frozenset("email mail e-mail phone tel telephone mobile github linkedin website homepage orcid".split())
"""Arguments that come with a name where the name is the subject's."""

_PAIRS = (
    ("start", "end"), ("from", "to"), ("begin", "end"), ("from", "until"), ("start-date", "end-date"),
    ("date-from", "date-to"), ("startDate", "endDate"), ("start_date", "end_date"),
    ("firstname", "lastname"), ("first-name", "last-name"), ("first", "last"),
)  # fmt: skip
"""Arguments that are the two ends of a period, or the two parts of a name."""

_DEEPEST = 40  # brackets and expressions inside each other; those inside are signs like others
_MOST_EXPANDED = 200_000  # characters that variables stand for in all places together
_LONGEST_CELL = 300
_LONGEST_HEADING = 80


def read_typst(data: bytes, source: str) -> Document:
    """Return a Typst file as a document.

    Variables stand for their values. Functions of the file and of templates are not run: a call with several
    arguments is an entry with these as cells, one with a title a heading, and what a template is given are fields.

    >>> document = read_typst(b'= Jobs\\n#work(title: "Dean", company: "Acme")\\n- *Led* it\\n', "cv.typ")
    >>> [(block.kind.value, document.text_of(block)) for block in document.blocks]
    [('heading', 'Jobs'), ('table row', 'Dean\\tAcme'), ('list item', 'Led it')]

    Raises:
        ReadError: the bytes are not text.
    """
    text, _ = decode(data)
    builder, reader = TextBuilder(), _Reader(text)
    html = reader.markup()
    nodes = tuple(add_data(builder, datum) for datum in reader.fields)
    walk_html(builder, html)
    return builder.build(source, "text/x-typst", text, metadata=data_metadata(*nodes), data=nodes)


Value: TypeAlias = "str | list[tuple[str, Value]]"
"""What code stands for: HTML, or the items of an array, a dictionary or a call, each with its key."""


class _Number(str):
    """A number with its unit."""

    __slots__ = ()


class _Content(str):
    """Markup in brackets."""

    __slots__ = ()


_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z))+")
_INLINE_SPACE = re.compile(r"(?:[ \t]+|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z))+")
_NAME = re.compile(r"[^\W\d][\w-]*(?:\.[^\W\d][\w-]*)*")
_METHOD = re.compile(r"\s*\.[^\W\d][\w-]*")
_KEY = re.compile(r"(?:([^\W\d][\w-]{0,80})|\"([^\"\n]{0,80})\")\s{0,80}:")
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[a-z]{1,4}|%)?")
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"?', re.S)
_TICKS = re.compile(r"`+")
_LANGUAGE = re.compile(r"\w*\n?")
_OPERATOR = re.compile(r"[=!<>]=|[-+*/]=|[=<>+*/-]|(?:and|or|in|not in)\b")
_UNARY = re.compile(r"(?:(?:[-+]|not\b|\.\.)\s*)+")
_IMPORTED = re.compile(r"[^\n:]*(?::[ \t]*(?:\([^()]{0,2000}\)|[^\n]*))?")
_ELSE = re.compile(r"\s{0,80}else\b\s*(if\b)?")
_IN = re.compile(r"[^\n()]{0,200}?(?:\([^()]{0,200}\)\s{0,9})?\bin\b\s*")  # "(key, value) in"
_HEADS = re.compile(r"\bheading\(|[\[\n][ \t]*=+ *#")
_STATEMENTS = frozenset("let set show if for while context return import include".split())
_LITERALS = frozenset("none auto true false break continue".split())
_ESCAPED = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|(.))", re.S)
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}
_END_OF_LINE = re.compile(r"[ \t]{0,80}(?:;[ \t]{0,80})?(?://[^\n]*)?(?=\n|[\]}]|\Z|\\\s)")


class _Reader:
    """A text with the place up to which it is read, and what its names stand for up to there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0
        self.fields: list[Pairs | str] = []  # what templates were given
        self.has_title = False
        self._values: dict[str, Value] = {}
        self._functions: dict[str, bool] = {}  # those of the file, with whether they make a heading
        self._left = _MOST_EXPANDED

    def sees(self, sign: str) -> bool:
        """Return whether *sign* stands here."""
        return self.text.startswith(sign, self.at)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of *pattern* that begins here, and move behind it."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def markup(self) -> str:
        """Return the HTML of the markup up to the bracket that closes it, or to the end."""
        return _Markup(self).read()

    def inside(self) -> str:
        """Return the HTML of the markup between the bracket that begins here and the one that closes it."""
        self.at += 1
        self.depth += 1
        html = self.markup()
        self.depth -= 1
        self.at += self.sees("]")
        return html

    def raw(self) -> str:
        """Return the text between the backticks that begin here; backticks that nothing closes are no text."""
        found = self.take(_TICKS)
        ticks = found[0] if found else "`"
        end = self.text.find(ticks, self.at)
        if len(ticks) == 2 or end < 0:
            return ""
        if len(ticks) > 2:
            self.take(_LANGUAGE)
        start, self.at = self.at, end + len(ticks)
        return escape(self.text[start:end], quote=False)

    # -- values

    def expression(self, *, lines: bool = False, alone: bool = False) -> Value:
        """Return the expression that begins here; with *lines* it goes on over line breaks."""
        if self.depth >= _DEEPEST:
            return ""
        self.depth += 1
        values: list[Value] = []
        while True:
            self._space(lines or bool(values))
            self.take(_UNARY)
            values.append(self.operand(lines=lines, alone=alone))
            start = self.at
            self._space(lines)
            if self.sees("=>"):  # a function: what it prints is what counts
                self.at += 2
                values.clear()
            elif not self.take(_OPERATOR):
                self.at = start
                break
        self.depth -= 1
        return values[0] if len(values) == 1 else "".join(map(self.html, values))

    def operand(self, *, lines: bool = False, alone: bool = False) -> Value:
        """Return the value or statement that begins here, with the calls and methods behind it.

        Args:
            lines: whether a method may stand on the next line.
            alone: whether nothing stands before it on its line.
        """
        word = self.take(_NAME)
        name = word[0] if word else ""
        if name in _STATEMENTS:
            self._space(False)
            return self._statement(name)
        value = "" if name else self._primary()
        given: list[tuple[str, Value]] | None = None
        while self.depth < _DEEPEST:
            if self.sees("(") or self.sees("["):
                given = given if given is not None else []
                given += self._arguments() if self.sees("(") else [("", _Content(self.inside()))]
            elif not self.take(_METHOD) if lines else not (self.sees(".") and self.take(_METHOD)):
                break
        alone = alone and _END_OF_LINE.match(self.text, self.at) is not None
        if name in _LITERALS:
            return ""
        if not name:
            return self._array(value, alone) if alone and isinstance(value, list) else value
        return self._expanded(name, alone) if given is None else self._call(name, given, alone)

    def _space(self, lines: bool) -> None:
        self.take(_SPACE if lines else _INLINE_SPACE)

    def _primary(self) -> Value:
        """Return the value that begins here and is no name, without calls and methods behind it."""
        sign = self.text[self.at : self.at + 1]
        if sign and sign in "[{(" and self.depth >= _DEEPEST:
            self.at += 1
        elif sign == "[":
            return _Content(self.inside())
        elif sign == "{":
            return self._block()
        elif sign == "(":
            start = self.at
            items = self._arguments()
            single = len(items) == 1 and not items[0][0]
            return items[0][1] if single and self.text[start : self.at - 1].rstrip()[-1:] != "," else items
        elif string := self.take(_STRING):
            return escape(_ESCAPED.sub(_unescaped, string[1]), quote=False)
        elif number := self.take(_NUMBER):
            return _Number(number[0])
        elif sign == "`":
            return self.raw()
        return ""

    def _block(self) -> str:
        """Return what the values of a block of code print."""
        self.at += 1
        self.depth += 1
        found: list[str] = []
        while self.at < len(self.text) and not self.sees("}"):
            start = self.at
            found.append(self.html(self.expression(alone=True)))
            self._space(True)
            self.at += self.sees(";") or self.at == start
            self._space(True)
        self.at += 1
        self.depth -= 1
        return "".join(found)

    def _arguments(self) -> list[tuple[str, Value]]:
        """Return what stands between the parentheses that begin here; numbers with units are only about looks."""
        self.at += 1
        self.depth += 1
        found: list[tuple[str, Value]] = []
        while True:
            self._space(True)
            if self.sees(")") or self.at >= len(self.text):
                break
            start = self.at
            key = self.take(_KEY)
            value = self.expression(lines=True) if not self.sees(",") else ""
            if self.at == start:
                self.at += 1  # a comma, or a sign that begins nothing
            else:
                found.append(((key[1] or key[2] or "") if key else "", value))
        self.at += 1
        self.depth -= 1
        return found

    # -- statements

    def _statement(self, word: str) -> Value:
        if word in ("import", "include"):
            self.take(_IMPORTED)
        elif word == "let":
            self._let()
        elif word in ("set", "show"):
            self._rule(word)
        elif word in ("context", "return"):
            return self.expression()
        else:
            return self._branch(word)
        return ""

    def _branch(self, word: str) -> Value:
        """Return the first branch of a condition, or what a loop goes over."""
        if word == "for":
            self.take(_IN)
        over = self.expression()
        self._space(True)
        chosen = self._primary()
        while word == "if" and (branch := self.take(_ELSE)):
            if branch[1]:
                self._space(False)
                self.expression()
                self._space(True)
            self._primary()
        return chosen if word == "if" else self._array(over, True) if word == "for" and isinstance(over, list) else ""

    def _let(self) -> None:
        start = self.at
        target = self.take(_NAME)
        takes = self.sees("(")
        if takes:
            self._arguments()
        self._space(False)
        if not self.sees("="):
            return
        self.at += 1
        self._space(True)
        fields, has_title = len(self.fields), self.has_title
        named = _NAME.match(self.text, self.at)
        value = self.expression()
        if target is None:
            return
        function = named[0].removesuffix(".with") if named else ""
        if takes or "=>" in self.text[start : self.at][:200]:
            self._functions[target[0]] = _HEADS.search(self.text, start, self.at) is not None
            self.has_title = has_title
            del self.fields[fields:]
        elif function in self._functions and not value:  # another name: "#let paper = entry", "= entry.with(size: 9pt)"
            self._functions[target[0]] = self._functions[function]
        else:
            self._name(target[0], value, 0)

    def _name(self, name: str, value: Value, depth: int) -> None:
        """Give a variable its value, and the fields of a dictionary theirs."""
        self._values[name] = value
        for key, item in value if isinstance(value, list) and depth < _DEEPEST else ():
            if key:
                self._name(f"{name}.{key}", item, depth + 1)

    def _rule(self, word: str) -> None:
        """Read a rule: what a template or the document is given are fields, all else is about looks."""
        if word == "show" and not self.sees(":"):
            self.expression()
            self._space(False)
            if self.sees(":"):
                self.at += 1
                self.expression()
            return
        self.at += word == "show"
        begin = re.compile(r"\s*(?:[\w, ()]{1,40}=>\s*)?(set )?([\w.-]+)(?=\()").match(self.text, self.at)
        if begin is None or (word == "set" or begin[1]) and begin[2] != "document":
            self.expression()
            return
        self.at = begin.end()
        self._template(self._arguments())

    # -- names and data

    def _expanded(self, name: str, alone: bool) -> Value:
        """Return what a name stands for, unless too much was written for names already."""
        value = self._values.get(name, "")
        self._left -= len(self.html(value)) + 20
        if self._left < 0:
            return ""
        return self._array(value, alone) if alone and isinstance(value, list) else value

    def _template(self, given: Iterable[tuple[str, Value]]) -> None:
        if data := _data([(key, value) for key, value in given if key]):
            self.fields.append(data)

    def html(self, value: Value) -> str:
        """Return the HTML of a value in a line."""
        if isinstance(value, str):
            return "" if isinstance(value, _Number) and not value.isdigit() else value
        return self._line(self._printed(value))

    def _printed(self, given: Iterable[tuple[str, Value]]) -> list[str]:
        every = (self.html(value) for key, value in given if not _is_setting(key, value))
        return [html for html in every if _plain(html)]

    def _line(self, values: Sequence[str]) -> str:
        """Return values one behind the other; two years are a period."""
        years = len(values) == 2 and all(map(_YEAR.search, values))
        return (" – " if years else ", ").join(_BLOCK.sub(" ", value) for value in values)

    def _array(self, items: Value, alone: bool) -> str:
        """Return an array: values in a line, or rows and items if it holds arrays or markup."""
        rows = [item for key, item in items if not _is_setting(key, item)] if isinstance(items, list) else []
        if not any(isinstance(row, list | _Content) for row in rows):
            return self.html(items)
        return "".join(
            self._entry("", row) if isinstance(row, list) and len(row) > 1 else _item(self.html(row)) for row in rows
        )

    # -- calls

    def _call(self, name: str, given: list[tuple[str, Value]], alone: bool) -> str:
        head = name.split(".")[0]
        positional = [self.html(value) for key, value in given if not key]
        if name in self._functions:
            return self._entry_or_heading(name, given, alone)
        if head in self._values:  # a method of a variable: "jobs.map(..)"
            return self.html(self._expanded(head, alone))
        if name in ("v", "parbreak", "pagebreak", "colbreak", "line"):
            return "<p>"
        if name.endswith((".hline", ".vline")):
            return _RULE
        if name == "h":
            return _GAP if any(str(value).endswith("fr") for _, value in given) else " "
        if name == "linebreak":
            return "<br>"
        if name == "link":
            address, *shown = positional or [""]
            words = "".join(shown) if shown else _SHOWN_ADDRESS.sub("", address)
            return f'<a href="{escape(_plain(address))}">{words}</a>'
        if name == "datetime":
            return "-".join(str(value).zfill(2) for key, value in given if key in ("year", "month"))
        if name.endswith(".with") or _SILENT.search(name):
            return ""
        if name == "heading":
            return self._heading(_text(given, "level", "depth"), "".join(positional))
        if name in ("list", "enum"):
            return "".join(map(_item, positional))
        if name in _GRIDS:
            return self._grid(given)
        if name in _ROWS:
            return "<td>".join(positional)
        if name in _WRAPPERS or name in _TAGS:
            return self._wrapped(name, given, alone)
        return self._entry_or_heading(name, given, alone)

    def _wrapped(self, name: str, given: list[tuple[str, Value]], alone: bool) -> str:
        """Return the text of a function that sets it in a style or a place; large text on a line is a heading."""
        html = "".join(self.html(value) for key, value in given if not key and not isinstance(value, _Number))
        sizes = [value for key, value in given if isinstance(value, _Number) and key in ("", "size")]
        size = _SIZE.fullmatch(sizes[0]) if sizes and name == "text" and alone else None
        if size and float(size["number"]) >= _LARGE[size["unit"]] and _is_title(html):
            return self._heading("2" if self.has_title else "1", html)
        bold, italic = _BOLD.fullmatch(_text(given, "weight")), _text(given, "style") in ("italic", "oblique")
        for tag in filter(None, (_TAGS.get(name), "b" if bold else "", "i" if italic else "")):
            html = f"<{tag}>{html}</{tag}>"
        return f"<p>{html}<p>" if alone and name in _DIVISIONS else html

    def _entry_or_heading(self, name: str, given: list[tuple[str, Value]], alone: bool) -> str:
        """Return the call of a function that is not known: its arguments say what it prints."""
        printed = self._printed(given)
        if not alone or not printed:
            return self._line(printed)
        if len(printed) > 1:
            keys = {key for key, _ in given}
            if not self.has_title and keys & _CONTACTS and any(map(_NAMES.match, keys)):
                self._template(given)
                return ""
            return self._entry(name, given)
        own_name = name.rsplit(".", 1)[-1]
        if _is_title(printed[0]) and (self._functions.get(name) or _TITLES.search(own_name)):
            return self._heading("3" if "sub" in own_name.casefold() else "2", printed[0])
        if _is_title(printed[0]) and _NAMES.match(own_name) and not self.has_title:
            return self._heading("1", printed[0])
        return f"<p>{printed[0]}<p>"

    def _heading(self, level: str, html: str) -> str:
        self.has_title = True
        level = level if level in tuple("123456") else "1"
        return f"<h{level}>{_BLOCK.sub(' ', html)}</h{level}>"

    def _entry(self, name: str, given: list[tuple[str, Value]]) -> str:
        """Return an entry: its short arguments are the cells of a row, the long ones stand below it."""
        cells: list[str] = []
        below = ""
        for key, value in _joined(given, " – "):
            if _is_setting(key, value):
                continue
            html = self._array(value, True) if isinstance(value, list) else self.html(value)
            if len(_plain(html)) > _LONGEST_CELL or "<br>" in html or _BLOCK.search(html):
                below += f"<p>{html}<p>"
            elif _plain(html):
                cells.append(html)
        return _row(cells, name) + below

    def _grid(self, given: list[tuple[str, Value]]) -> str:
        """Return a grid: rows of short cells, or one text below the other."""
        every = [cell for key, value in given if not key for cell in self.html(value).split("<td>") if cell != _RULE]
        columns = next((value for key, value in given if key == "columns"), "1")
        width = len(columns) if isinstance(columns, list) else int(columns) if columns.isdigit() else 1
        found: list[str] = []
        for start in range(0, len(every), max(width, 1)):
            row = [cell for cell in every[start : start + max(width, 1)] if _plain(cell)]
            lines = [[line for line in cell.split("<br>") if _plain(line)] for cell in row]
            if len(row) > 1 and len(lines[0]) > 1 and len({len(column) for column in lines}) == 1:
                found += [_row(_BLOCK.sub(" ", part) for part in line) for line in zip(*lines, strict=True)]
            elif len(row) < 2 or any(map(_BLOCK.search, row)):
                found += [f"<p>{cell}<p>" for cell in row]
            else:
                found.append(_row(row))
        return "".join(found)


# -- markup

_SIGNS = re.compile(
    r"(?P<text>[^\\*_`$#\[\]@<~\-/\n\u00ad]+)|(?P<lines>\n(?:[ \t\r]*\n)*)|(?P<address>(?<=:)//[^\s\[\]()<>\"#]*)"
    r"|(?P<unseen>//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)|<[A-Za-z_][\w:.-]*>|(?<!\w)@[A-Za-z_][\w:.-]*(?<![:.])|[$\u00ad]|-\?)"
    r"|\\u\{(?P<code>[0-9a-fA-F]{1,6})\}|\\(?P<escaped>\S)|(?P<break>\\)"
    r"|(?P<mark>(?<![^\W_])[*_]|[*_](?![^\W_]))|(?P<dash>---?(?!-))|(?P<sign>.)"
)
_PRINTED = {"~": " ", "--": "–", "---": "—"}
_LINE = re.compile(r"[ \t]*(?:(?P<level>={1,9})[ \t]+|(?P<item>[-+/]|\d{1,9}\.)(?:[ \t]+|(?=\n|\Z)))?")
_TERM = re.compile(r"([^:\n\[\]]{1,200}):")
_WIDEST = 400


class _Markup:
    """One run of markup as HTML, with the heading, items and marks that are open."""

    def __init__(self, reader: _Reader) -> None:
        self._reader = reader
        self._html: list[str] = []
        self._items: list[tuple[int, str]] = []  # the columns of the open items, and the tags that close them
        self._numbers: dict[int, int] = {}  # of the last item of each level
        self._marks: list[str] = []
        self._heading = ""
        self._is_fresh = True  # nothing on this line is seen on the page

    def read(self) -> str:
        """Return the markup up to the closing bracket, or to the end."""
        reader, text = self._reader, self._reader.text
        self._begin_line()
        while reader.at < len(text) and not (reader.sees("]") and reader.depth):
            if reader.sees("#") and text[reader.at + 1 : reader.at + 2].strip():
                self._value()
            elif reader.sees("`"):
                self._add(f"<code>{reader.raw()}</code>")
            elif reader.sees("[") and reader.depth < _DEEPEST:
                self._add(f"[{reader.inside()}" + ("]" if text[reader.at - 1] == "]" else ""))
            elif found := reader.take(_SIGNS):
                self._sign(found)
        self._close(-1)
        return "".join(self._html)

    def _add(self, html: str) -> None:
        self._html.append(html)
        self._is_fresh = self._is_fresh and not _plain(html)

    def _sign(self, found: re.Match[str]) -> None:
        if found["lines"]:
            if found["lines"].count("\n") > 1:
                self._end_marks()
            self._html.append(self._heading + ("<p>" if found["lines"].count("\n") > 1 else "\n"))
            self._heading = ""
            self._begin_line()
        elif found["mark"]:
            tag = _TAGS[found["mark"]]
            self._html.append(f"</{tag}>" if tag in self._marks else f"<{tag}>")
            self._marks = [mark for mark in self._marks if mark != tag] + [tag] * (tag not in self._marks)
        elif found["break"]:
            self._html.append("<br>")
        elif not found["unseen"]:
            text = _character(found["code"]) if found["code"] else found["escaped"] or _PRINTED.get(found[0], found[0])
            self._add(escape(text, quote=False))

    def _value(self) -> None:
        """Add the value behind a ``#``."""
        reader = self._reader
        reader.at += 1
        start = reader.at
        value = reader.operand(alone=self._is_fresh)
        self._add(reader.html(value) if reader.at > start else "#")
        reader.at += reader.at > start and reader.sees(";")

    def _begin_line(self) -> None:
        reader, text = self._reader, self._reader.text
        self._is_fresh = True
        start = reader.at
        begin = _LINE.match(text, start)
        if begin is None or begin.end() >= len(text) or (text[begin.end()] in "\n]" and not begin["item"]):
            return
        reader.at = begin.end()
        column = start - max(text.rfind("\n", max(start - _WIDEST, 0), start) + 1, start - _WIDEST)
        column += len(begin[0]) - len(begin[0].lstrip(" \t"))
        self._close(column)
        if begin["level"]:
            level = min(len(begin["level"]), 6)
            self._html.append(f"<h{level}>")
            self._heading = f"</h{level}>"
            reader.has_title = True
        elif begin["item"]:
            self._item(begin["item"], column)
        elif not self._items:
            self._numbers.clear()

    def _item(self, sign: str, column: int) -> None:
        if sign in "-/":
            self._html.append("<ul><li>")
            self._items.append((column, "</li></ul>"))
        else:
            level = len(self._items)
            number = self._numbers.get(level, 0) + 1 if sign == "+" else int(sign[:-1])
            self._numbers = {outer: n for outer, n in self._numbers.items() if outer < level} | {level: number}
            self._html.append(f'<ol start="{number}"><li>')
            self._items.append((column, "</li></ol>"))
        if sign == "/" and (term := self._reader.take(_TERM)):
            self._html.append(f"<b>{escape(term[1], quote=False)}</b>:")

    def _end_marks(self) -> None:
        self._html += [f"</{tag}>" for tag in reversed(self._marks)]
        self._marks = []

    def _close(self, column: int) -> None:
        """End the items that a line beginning at *column* is no part of; those of -1, all."""
        if self._heading or column < 0 or (self._items and self._items[-1][0] >= column):
            self._end_marks()
        self._html.append(self._heading)
        self._heading = ""
        while self._items and self._items[-1][0] >= column:
            self._html.append(self._items.pop()[1])


# -- HTML

_BLOCK = re.compile(r"</?(?:p|h[1-6]|ul|ol|li|table|tr|td)\b[^>]*>")
_ANY_TAG = re.compile(r"<[^>]*>")
_SHOWN_ADDRESS = re.compile(r"^(?:mailto|tel):")
_SIZE = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>pt|em)")
_LARGE = {"pt": 15.0, "em": 1.45}
_BOLD = re.compile(r"(?:semi|extra)?-?bold|black|heavy|[6-9]00")
_YEAR = re.compile(r"(?:19|20)\d\d")
_GAP = '<span class="float-right"></span>'
_RULE = "<hr>"


def _unescaped(escape: re.Match[str]) -> str:
    return _character(escape[1]) if escape[1] else _CONTROLS.get(escape[2], escape[2])


def _character(digits: str) -> str:
    """Return the character of a hexadecimal number."""
    number = int(digits, 16)
    return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""


def _is_setting(key: str, value: Value) -> bool:
    """Return whether an argument only says how something looks."""
    return key in _SETTINGS or (isinstance(value, _Number) and not _YEAR.fullmatch(value))


def _text(given: Iterable[tuple[str, Value]], *keys: str) -> str:
    """Return the argument under one of some keys, if it is given and no array."""
    return next((value for key, value in given if key in keys and isinstance(value, str)), "")


def _joined(given: Sequence[tuple[str, Value]], gap: str) -> list[tuple[str, Value]]:
    """Return the arguments, those that belong together as one: the two ends of a period, the parts of a name."""
    found = dict(given)
    for one, other in _PAIRS:
        if (begin := found.get(one)) and (end := found.get(other)) and isinstance(begin, str) and isinstance(end, str):
            whole = "name" if one[:5] == "first" else one
            given = [(whole, f"{begin}{gap}{end}") if key == one else (key, v) for key, v in given if key != other]
            found.pop(other)
    return list(given)


def _data(value: Value, depth: int = 0) -> Pairs | str:
    """Return a value as data; one without text is empty."""
    if isinstance(value, str):
        return _plain(value)
    items = _joined([item for item in value if not _is_setting(*item)], " ") if depth < _DEEPEST else []
    return Pairs((key, data) for key, item in items if (data := _data(item, depth + 1)))


def _is_title(html: str) -> bool:
    return 1 < len(_plain(html)) <= _LONGEST_HEADING and "<br>" not in html and not _BLOCK.search(html)


def _item(html: str) -> str:
    return f"<ul><li>{html}</li></ul>"


def _row(cells: Iterable[str], label: str = "") -> str:
    columns = "".join(f"<td>{cell.replace('<br>', ' ')}</td>" for cell in cells)
    return f'<table><tr data-label="{escape(label)}">{columns}</tr></table>' if columns else ""


def _plain(html: str) -> str:
    return unescape(_ANY_TAG.sub("", html)).strip()
