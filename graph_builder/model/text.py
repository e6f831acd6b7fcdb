"""Documents: the text of one source with its layout, and where each character came from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of characters of a text.

    >>> Span(0, 4).of("Ada Lovelace")
    'Ada '
    """

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the characters of *text* that the span covers."""
        return text[self.start : self.end]

    def __len__(self) -> int:
        return self.end - self.start

    def covers(self, other: Span) -> bool:
        """Return whether *other* lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end


class BlockKind(StrEnum):
    """What a block of a document is in its layout."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list item"
    TABLE_ROW = "table row"
    FIELD = "field"  # one key and value of structured data or front matter
    CODE = "code"


class MarkKind(StrEnum):
    """How a run of characters is marked inside a block."""

    BOLD = "bold"
    ITALIC = "italic"
    UNDERLINE = "underline"
    STRIKE = "strike"
    CODE = "code"
    LINK = "link"
    SUPERSCRIPT = "superscript"


@dataclass(frozen=True, slots=True)
class Mark:
    """A run of marked characters: emphasis, or a link with its address.

    Offsets count characters of the document's text.
    """

    kind: MarkKind
    span: Span
    href: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A unit of layout: a heading, paragraph, list item, table row or field, with its own text.

    *span* covers the block's own text, without that of the blocks inside it. Lines inside a block (hard breaks) are
    divided by ``\\n`` in the text, columns that the layout sets apart on one line by ``\\t``. *level* is 1 to 6 for
    headings, and the depth of nesting from 1 for list items. *parent* is the index, in the document's blocks, of the
    list item, row or field that holds this block, or -1. *cells* are the cells of a table row, or the arguments of an
    entry macro such as ``\\cventry``; *label* is the key of a field, a list item's printed number or bullet, or
    the macro's name.
    """

    kind: BlockKind
    span: Span
    level: int = 0
    parent: int = -1
    label: str = ""
    cells: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """A node of structured data (YAML, JSON, front matter, JSON-LD), with the place of each scalar in the text.

    *children* of a mapping have their key in *key*; those of a sequence have none. A scalar's *span* covers its value
    as the document's text shows it.
    """

    kind: str  # "mapping", "sequence" or "scalar"
    span: Span
    key: str = ""
    value: str = ""
    children: tuple[Node, ...] = ()

    def get(self, *keys: str) -> Node | None:
        """Return the child of the first of *keys* that is present (case is ignored), or None."""
        found: dict[str, Node] = {}
        for child in self.children:
            found.setdefault(child.key.casefold(), child)
        return next((found[key] for key in map(str.casefold, keys) if key in found), None)

    def walk(self) -> Iterator[Node]:
        """Yield this node and all nodes below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class SourceNote:
    """What the user says of a source: whom it is about, the address of the page, when it was written or fetched.

    *date* is ISO 8601, as precise as it was given. What is not said is empty.

    >>> SourceNote(subject="Ada Lovelace", date="2024-05")
    SourceNote(subject='Ada Lovelace', address='', date='2024-05')
    """

    subject: str = ""
    address: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """The text of one source, with its layout and the way back to the source's own characters.

    *source* is the source's identifier in a store, such as ``cvs/ada.md``. *blocks* are in reading order and do not
    overlap. *metadata* holds what the source says about itself under lower-case names (``title``, ``author``,
    ``description``, ``language`` ...). *data* is the structured form where there is one (front matter, YAML, JSON,
    JSON-LD). *origin* maps text to the decoded source: triples of text offset, source offset and length, ascending;
    characters between two runs are not found there. *note* is what the user says of the source.
    """

    source: str
    media_type: str
    text: str
    blocks: tuple[Block, ...] = ()
    marks: tuple[Mark, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)
    data: tuple[Node, ...] = ()
    origin: tuple[tuple[int, int, int], ...] = ()
    note: SourceNote = SourceNote()

    def text_of(self, block: Block) -> str:
        """Return the own text of *block*."""
        return block.span.of(self.text)

    def in_source(self, offset: int) -> int | None:
        """Return the place in the decoded source of the character at *offset* of the text, or None if it has none.

        >>> Document("a.md", "text/markdown", "Ada", origin=((0, 2, 3),)).in_source(1)
        3
        """
        at = bisect_right(self.origin, (offset, float("inf"), 0)) - 1
        if at < 0:
            return None
        start, source, length = self.origin[at]
        return source + offset - start if offset < start + length else None
