"""XML files as streams of elements: no entity, DTD or address is followed, and a broken record costs itself alone.

The bytes are cut into records, and each is parsed by itself below the root's own opening tag.
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
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_OWN = frozenset((b"amp", b"lt", b"gt", b"quot", b"apos"))
_ENTITY = re.compile(rb"&([A-Za-z_][\w.-]{0,63});")
_NUMBERS = {
    name[:-1].encode(): "".join(f"&#{ord(character)};" for character in characters).encode()
    for name, characters in html5.items()
    if name.endswith(";") and name[:-1].encode() not in _OWN
}
_DECLARATION = re.compile(rb"(?<!\s)\s*<\?xml[^>]{0,300}\?>")
_ENCODING = re.compile(rb"""encoding\s*=\s*["']([A-Za-z0-9_.:-]{2,40})["']""")
_NAMESPACE = re.compile(rb"""\sxmlns(?::[\w.-]{1,40})?=(?:"[^"<>&]{0,300}"|'[^'<>&]{0,300}')""")
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
    parser = _parser()
    for line, piece in cutter.records():
        try:
            root = etree.fromstring(cutter.opening + piece + cutter.closing, parser)
        except etree.XMLSyntaxError as error:
            reason = re.sub(r", line \d+, column \d+.*$", "", str(error.msg))
            source.note(f"line {line}{_key_in(piece)}", f"no well-formed XML ({reason[:120]})")
            parser = _parser()  # one that failed once is not used again
        else:
            yield from (element for element in root if local(element) in tags)


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


def descendants(element: Element | None, name: str) -> Iterator[Element]:
    """Yield all elements of a name, without namespace, inside an element."""
    if element is not None:
        yield from element.iter("{*}" + name)


def child_text(element: Element | None, *path: str) -> str:
    """Return the text of the first element down a path, without white space around it, or nothing."""
    found = child(element, *path)
    return text_of(found).strip() if found is not None else ""


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
    )


def _key_in(piece: bytes) -> str:
    found = _KEY.search(piece[:2000]) or _NUMBERED.search(piece[:20_000])
    return f" ({found[1].decode('utf-8', 'replace')})" if found else ""


class _Cutter:
    """Cuts a stream of XML into records."""

    def __init__(self, source: Source, tags: tuple[str, ...], flattened: str) -> None:
        self._source = source
        self.opening = b"<records>"
        self.closing = b"</records>"
        names = "|".join(map(re.escape, tags)).encode()
        prefix = rb"(?:[\w.-]{1,40}:)?"
        self._start = re.compile(rb"<" + prefix + rb"(?:" + names + rb")(?=[\s/>])")
        self._edge = re.compile(
            rb"<(/?)" + prefix + rb"(" + names + rb")(?=[\s/>])(?:[^<>\"']|\"[^\"]{0,20000}\"|'[^']{0,20000}')*?(/?)>"
        )
        self._around = flattened.encode()
        # An element of that name that holds text alone is another: ACL volumes have a volume's number in them.
        self._around_begin = re.compile(rb"<(" + self._around + rb"(?:\s[^<>]{1,2000}[^<>/]))>")
        self._around_end = re.compile(rb"(?<![^\s>])</" + self._around + rb">")
        self._line = 1
        self._unknown = 0
        self._first = ""

    def records(self) -> Iterator[tuple[int, bytes]]:
        """Yield the records of the file, each with the number of its first line."""
        pieces = _recoded(self._source)
        rest = self._after_prolog(pieces)
        for piece in chain(pieces, (b"",)):
            rest += self._spelled(piece)
            if len(rest) < _BATCH and piece:
                continue
            at = 0
            for begin, end in self._spans(rest, is_last=not piece):
                self._line += rest.count(b"\n", at, begin)
                yield self._line, rest[begin:end]
                self._line += rest.count(b"\n", begin, end)
                at = end
            first = self._start.search(rest, at)
            if first is not None and len(rest) - first.start() > MAX_RECORD:
                line = self._line + rest.count(b"\n", at, first.start())
                where = f"line {line}{_key_in(rest[first.start() : first.start() + 2000])}"
                self._source.note(where, f"a record larger than {MAX_RECORD // 1_000_000} MB, or without end")
                first = None
            # Behind the last record: the one that begins there, or what may be the beginning of one.
            cut = first.start() if first is not None else max(at, len(rest) - 200)
            self._line += rest.count(b"\n", at, cut)
            rest = rest[cut:]
        if self._unknown:
            what = f"{self._unknown:,} references to entities of its own, the first {self._first}"
            self._source.note("file", what, "they are left out: save the file with the characters themselves")

    def _spans(self, data: bytes, *, is_last: bool) -> Iterator[tuple[int, int]]:
        """Yield where each record lies, by its tags; one that does not end ends where the next begins."""
        begin = -1
        for edge in self._edge.finditer(data):
            if edge[2] == self._around and not edge[3]:
                continue  # of the same name as what is flattened, but a text in a record
            if begin >= 0:
                yield begin, edge.end() if edge[1] else edge.start()
            begin = -1 if edge[1] or edge[3] else edge.start()
            if edge[3]:
                yield edge.span()
        if begin >= 0 and is_last:
            yield begin, len(data)

    def _after_prolog(self, pieces: Iterator[bytes]) -> bytes:
        """Read up to the first record; what stands before it, a DOCTYPE that may declare entities too, is left out."""
        head = b""
        for piece in pieces:
            head += piece
            if first := self._start.search(head):
                names = dict.fromkeys(found[0] for found in _NAMESPACE.finditer(head, 0, first.start()))
                self.opening = b"<records" + b"".join(names) + b">"
                self._line += head.count(b"\n", 0, first.start())
                return self._spelled(head[first.start() :])
            if len(head) > MAX_RECORD:
                break
        self._source.note("file", "no record at its beginning", "give an XML file")
        return b""

    def _spelled(self, data: bytes) -> bytes:
        """Return XML with the named characters of HTML as numbers; what is named otherwise is left out and counted."""
        if self._around:
            data = self._around_end.sub(b"", self._around_begin.sub(rb"<\1/>", data))
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
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding, head[len(mark) :]
    declared = _DECLARATION.match(head)
    named = _ENCODING.search(declared[0]) if declared else None
    try:
        name = codecs.lookup(named[1].decode()).name if named else "utf-8"
        codecs.getincrementaldecoder(name)("replace").decode(head)
    except (LookupError, ValueError, TypeError, AssertionError):  # none that is known, or one of bytes and not of text
        return "utf-8", head
    return ("cp1252" if name in ("iso8859-1", "ascii") else name), head
