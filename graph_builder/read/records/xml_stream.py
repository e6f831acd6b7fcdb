"""XML files as streams of elements: no entity, DTD or address is followed, and a broken record costs itself alone.

The bytes are cut into batches of whole records, and each batch is parsed by itself below the root's own opening tag.
The parser never sees a DOCTYPE, so that nothing can be declared, fetched or multiplied; the named characters of HTML,
which are also those of dblp's DTD, are written as numbers before it looks.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from html.entities import html5
from itertools import chain
from typing import Any, TypeAlias

from lxml import etree

from graph_builder.read.records.source import MAX_RECORD, Source

Element: TypeAlias = Any
"""An element of lxml, which carries no types."""

_BATCH = 1_000_000
_MAX_DOCTYPE = 1_000_000
_OWN = frozenset((b"amp", b"lt", b"gt", b"quot", b"apos"))
_ENTITY = re.compile(rb"&([A-Za-z_][\w.-]{0,63});")
_NUMBERS = {
    name[:-1].encode(): "".join(f"&#{ord(character)};" for character in characters).encode()
    for name, characters in html5.items()
    if name.endswith(";") and name[:-1].encode() not in _OWN
}
_NAMESPACE = re.compile(rb"""\bxmlns(?::[\w.-]{1,40})?\s?=\s?"[^"<>]{1,300}\"""")
_DECLARATION = re.compile(rb"(?<!\s)\s*<\?xml[^>]{0,300}\?>")
_ENCODING = re.compile(rb"""encoding\s*=\s*["']([A-Za-z0-9_.:-]{2,40})["']""")
_ROOT = re.compile(rb"<([A-Za-z_][\w.:-]{0,80})(?:\s[^<>]{0,20000})?>")
_UNKNOWN = b"&#65533;"
_KEY = re.compile(rb"""\b(?:key|id|path|xml:id)\s{0,3}=\s{0,3}["']([^"'<>]{1,200})["']""")
_NUMBERED = re.compile(rb"<(?:\w{1,20}:)?(?:id|identifier|article-id)\b[^>]{0,80}>([^<]{1,100})<")


def xml_elements(source: Source, tags: tuple[str, ...], flattened: str = "") -> Iterator[Element]:
    """Yield the elements of a file with one of the names *tags* (without prefix) that lie in no other such element.

    *flattened* is the name of an element around them whose attributes are wanted: its opening tag becomes an empty
    element, which is yielded before what it holds if it is among the *tags*. What cannot be parsed is noted with its
    key and line. An element is valid until the next is asked for.

    >>> import io
    >>> data = b"<list><www key='a'>B&ouml;hm</www><www key='b'>&</www><www key='c'/></list>"
    >>> source = Source("a.xml", "a.xml", io.BytesIO(data))
    >>> [(e.get("key"), e.text) for e in xml_elements(source, ("www",))], len(source.problems)
    ([('a', 'Böhm'), ('c', None)], 1)
    """
    cutter = _Cutter(source, tags, flattened)
    for batch, line in cutter.batches():
        try:
            root = _parse(cutter.opening + batch + cutter.closing)
        except etree.XMLSyntaxError:
            yield from _one_by_one(cutter, batch, line, source)
            continue
        yield from _named(root, tags)


def text_of(element: Element | None) -> str:
    """Return all text in an element."""
    if element is None:
        return ""
    return "".join(element.itertext()) if len(element) else element.text or ""


def local(element: Element) -> str:
    """Return the name of an element without its namespace; of a comment, nothing."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def child(element: Element | None, *path: str) -> Element | None:
    """Return the first element down a path of names without namespace, or None.

    >>> text_of(child(etree.fromstring("<a xmlns='x:y'><b><c>Ada</c></b></a>"), "b", "c"))
    'Ada'
    """
    for name in path:
        if element is None:
            return None
        element = next(element.iterchildren("{*}" + name), None)
    return element


def children(element: Element | None, name: str) -> Iterator[Element]:
    """Yield the direct children of a name without namespace."""
    return element.iterchildren("{*}" + name) if element is not None else iter(())


def below(element: Element | None, name: str) -> Iterator[Element]:
    """Yield all elements of a name, without namespace, inside an element."""
    if element is not None:
        yield from element.iter("{*}" + name)


def said(element: Element | None, *path: str) -> str:
    """Return the text of the first element down a path, without white space around it, or nothing."""
    found = child(element, *path)
    return text_of(found).strip() if found is not None else ""


def _parse(data: bytes) -> Element:
    # A parser of its own each time: a parser that failed once is not used again.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )
    return etree.fromstring(data, parser)


def _named(root: Element, tags: tuple[str, ...]) -> Iterator[Element]:
    """Yield the outermost elements of these names."""
    wanted = frozenset(tags)
    stack = [iter(root)]
    while stack:
        for element in stack[-1]:
            if local(element) in wanted:
                yield element
            elif len(element):
                stack.append(iter(element))
                break
        else:
            stack.pop()


def _one_by_one(cutter: _Cutter, batch: bytes, line: int, source: Source) -> Iterator[Element]:
    counted = 0
    for start, end in cutter.records(batch):
        piece = batch[start:end]
        line, counted = line + batch.count(b"\n", counted, start), start
        try:
            # Blanks in the address of a namespace are a slip that publishers make, and no harm.
            mended = _NAMESPACE.sub(lambda m: m[0].replace(b"/XML ", b"/XML").replace(b' "', b'"'), piece)
            root = _parse(cutter.opening + mended + cutter.closing)
        except etree.XMLSyntaxError as error:
            reason = re.sub(r", line \d+, column \d+.*$", "", str(error.msg))
            source.note(f"line {line}{_key_in(piece)}", f"no well-formed XML ({reason[:120]})")
        else:
            yield from _named(root, cutter.tags)


def _key_in(piece: bytes) -> str:
    found = _KEY.search(piece[:2000]) or _NUMBERED.search(piece[:20_000])
    return f" ({found[1].decode('utf-8', 'replace')})" if found else ""


class _Cutter:
    """Cuts a stream of XML into batches of whole records."""

    def __init__(self, source: Source, tags: tuple[str, ...], flattened: str = "") -> None:
        self.tags = tags
        self.opening = b"<records>"
        self.closing = b"</records>"
        names = "|".join(map(re.escape, tags)).encode()
        prefix = rb"(?:[\w.-]{1,40}:)?"
        self._start = re.compile(rb"<" + prefix + rb"(?:" + names + rb")(?=[\s/>])")
        self._edge = re.compile(
            rb"<(/?)" + prefix + rb"(" + names + rb")(?=[\s/>])(?:[^<>\"']|\"[^\"]{0,20000}\"|'[^']{0,20000}')*?(/?)>"
        )
        self._ends = [re.compile(rb"</" + prefix + re.escape(tag).encode() + rb"\s{0,20}>") for tag in tags]
        around = flattened.encode()
        # An element of that name that holds text alone is another: ACL volumes have a volume's number in them.
        opening = re.compile(rb"<(" + around + rb"(?:\s[^<>]{1,2000}[^<>/]))>")
        self._around = (opening, re.compile(rb"(?<![^\s>])</" + around + rb">")) if flattened else None
        self._text = around
        self._line = 1
        self._source = source
        self._unknown = 0
        self._first = ""

    def batches(self) -> Iterator[tuple[bytes, int]]:
        """Yield pieces of the file that hold whole records, each with the number of its first line."""
        pieces = _recoded(self._source)
        rest = self._after_prolog(pieces)
        line = self._line
        for piece in chain(pieces, (b"",)):
            rest += self._spelled(piece)
            if len(rest) < _BATCH and piece:
                continue
            cut = self._last_end(rest) if piece else len(rest)
            if not cut and len(rest) > MAX_RECORD:  # many records of which none ends, or one that is too large
                starts = [start.start() for start in self._start.finditer(rest)]
                cut = starts[-1] if len(starts) > 1 else 0
            if cut:
                yield (rest[:cut] if piece else self._whole(rest)), line
                line += rest.count(b"\n", 0, cut)
                rest = rest[cut:]
            elif len(rest) > MAX_RECORD:
                rest, line = self._drop(rest, line)
        if self._unknown:
            what = f"{self._unknown:,} references to entities of its own, the first {self._first}"
            self._source.note("file", what, "they are left out: save the file with the characters themselves")

    def records(self, batch: bytes) -> Iterator[tuple[int, int]]:
        """Yield where each record of a batch lies, by its tags; one that does not end ends where the next begins."""
        begin, depth = -1, 0
        for edge in self._edge.finditer(batch):
            if edge[2] == self._text and not edge[3]:
                continue  # of the same name as what is flattened, but a text in a record
            if edge[1]:
                depth -= 1
                if depth <= 0 and begin >= 0:
                    yield begin, edge.end()
                    begin, depth = -1, 0
            elif begin < 0:
                begin, depth = edge.start(), 0 if edge[3] else 1
                if edge[3]:
                    yield begin, edge.end()
                    begin = -1
            elif not edge[3]:
                # Records of one kind do not lie in each other: the one before lacks its end.
                yield begin, edge.start()
                begin = edge.start()
        if begin >= 0:
            yield begin, len(batch)

    def _whole(self, rest: bytes) -> bytes:
        """Return what is left of the file without the closing tags of what lies around the records."""
        cut = self._last_end(rest)
        tail = rest[cut:]
        begun = self._start.search(tail)
        return rest if begun else rest[:cut]

    def _last_end(self, data: bytes) -> int:
        """Return where the last record in *data* ends, or 0."""
        window = len(data)
        size = 4096
        while True:
            found = [m.end() for end in self._ends for m in end.finditer(data, max(0, window - size))]
            if found or size >= window:
                return max(found, default=0)
            size *= 8

    def _drop(self, rest: bytes, line: int) -> tuple[bytes, int]:
        """Pass over what is larger than a record may be, up to where the next begins."""
        first = self._start.search(rest)
        if first is None:  # the middle of one that was told
            cut = len(rest) - 200
            return rest[cut:], line + rest.count(b"\n", 0, cut)
        begin = first.start()
        size = MAX_RECORD // 1_000_000
        # What comes before the next beginning of a record belongs to the one that is too large.
        following = self._start.search(rest, begin + 1)
        at = line + rest.count(b"\n", 0, begin)
        self._source.note(
            f"line {at}{_key_in(rest[begin : begin + 2000])}", f"a record larger than {size} MB, or without end"
        )
        cut = following.start() if following else len(rest) - 200
        return rest[cut:], line + rest.count(b"\n", 0, cut)

    def _after_prolog(self, pieces: Iterator[bytes]) -> bytes:
        """Read up to the root's opening tag; return what comes after it, or with it where the root is a record."""
        head = b""
        root = None
        for piece in pieces:
            head = self._without_doctype(head + piece)
            root = None if b"<!DOCTYPE" in head else _ROOT.search(head)
            if root is not None:
                break
            if len(head) > _MAX_DOCTYPE:
                break
        if root is None:
            self._source.note("file", "no element at its beginning", "give an XML file")
            return b""
        self._line += head.count(b"\n", 0, root.start())
        if self._start.match(head, root.start()):
            return self._spelled(head[root.start() :])
        name = root[1]
        if not root[0].endswith(b"/>"):
            self.opening, self.closing = self._spelled(root[0]), b"</" + name + b">"
        return self._spelled(head[root.end() :])

    def _without_doctype(self, head: bytes) -> bytes:
        """Return the prolog without comments and DOCTYPE, which may declare entities."""
        head = _without_comments(head) if len(head) < _MAX_DOCTYPE else head
        start = head.find(b"<!DOCTYPE")
        if start < 0:
            return head
        end = re.compile(rb"""<!DOCTYPE(?:[^\[>"']|"[^"]*"|'[^']*')*(?:\[(?:[^\]"']|"[^"]*"|'[^']*')*\]\s*)?>""").match(
            head, start
        )
        return head[:start] + _line_ends(end) + head[end.end() :] if end else head

    def _spelled(self, data: bytes) -> bytes:
        """Return XML with the named characters of HTML as numbers; what is named otherwise is left out and counted."""
        if self._around is not None:
            data = self._around[1].sub(b"", self._around[0].sub(rb"<\1/>", data))
        return _ENTITY.sub(self._number, data) if b"&" in data else data

    def _number(self, match: re.Match[bytes]) -> bytes:
        if match[1] in _OWN:
            return match[0]
        number = _NUMBERS.get(match[1])
        if number is None:
            self._unknown += 1
            self._first = self._first or match[0].decode()
            return _UNKNOWN
        return number


def _without_comments(head: bytes) -> bytes:
    """Return XML without its comments, whose line ends stay; one that never ends is none."""
    parts: list[bytes] = []
    at = 0
    while (start := head.find(b"<!--", at)) >= 0 and (end := head.find(b"-->", start + 4)) >= 0:
        parts += [head[at:start], b"\n" * head.count(b"\n", start, end)]
        at = end + 3
    return b"".join([*parts, head[at:]])


def _line_ends(match: re.Match[bytes]) -> bytes:
    """Return the line ends of what is left out, so that the lines after it keep their numbers."""
    return b"\n" * match[0].count(b"\n")


def _recoded(source: Source) -> Iterator[bytes]:
    """Yield the file in UTF-8 without its declaration, in pieces that end behind a ``>`` where there is one."""
    head = source.stream.read(4096)
    encoding, head = _encoding(head)
    decoder = codecs.getincrementaldecoder(encoding)("replace") if encoding != "utf-8" else None
    rest = b""
    for piece in chain((head,), iter(lambda: source.stream.read(_BATCH), b"")):
        if decoder is not None:
            piece = decoder.decode(piece).encode("utf-8", "replace")
        piece = rest + piece
        if not rest:
            piece = _DECLARATION.sub(b"", piece, count=1) if piece.lstrip().startswith(b"<?xml") else piece
        cut = piece.rfind(b">") + 1
        if not cut:
            cut = len(piece) if len(piece) > MAX_RECORD else 0
        rest = piece[cut:]
        if cut:
            yield piece[:cut]
    if rest.strip():
        yield rest


def _encoding(head: bytes) -> tuple[str, bytes]:
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if head.startswith(mark):
            return encoding, head[len(mark) :]
    declared = _DECLARATION.match(head)
    named = _ENCODING.search(declared[0]) if declared else None
    if named:
        try:
            name = codecs.lookup(named[1].decode()).name
            codecs.getincrementaldecoder(name)("replace").decode(head)
            return ("cp1252" if name in ("iso8859-1", "ascii") else name), head
        except (
            LookupError,
            ValueError,
            TypeError,
            AssertionError,
        ):  # none that is known, or one of bytes and not of text
            return "utf-8", head
    return "utf-8", head
