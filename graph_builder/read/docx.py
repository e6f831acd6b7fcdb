"""Reader of DOCX: paragraphs, lists and tables of a Word document, in reading order."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import docx
from docx.oxml.ns import qn

from graph_builder.model import BlockKind, Document, MarkKind, ReadError
from graph_builder.read.builder import TextBuilder

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MOST_UNPACKED = 200_000_000
_MOST_XML = 40_000_000
_DEEPEST = 8
_HEADING = re.compile(r"(?i)heading\s*(\d)")
_MARKS = (("w:b", MarkKind.BOLD), ("w:i", MarkKind.ITALIC), ("w:u", MarkKind.UNDERLINE), ("w:strike", MarkKind.STRIKE))
_DAMAGED = (LookupError, ValueError, AttributeError, TypeError, zipfile.BadZipFile, OSError, SyntaxError)
_OFF = frozenset({"0", "false", "off", "none"})


def read_docx(data: bytes, source: str) -> Document:
    """Return the document in a DOCX file.

    Raises:
        ReadError: the file is not DOCX (or an old ``.doc``), is encrypted or damaged, unpacks to too
            much, or has no text.
    """
    _check(data, source)
    try:
        package = docx.Document(io.BytesIO(data))
        reader = _Reader(package)
        reader.body()
        document = reader.builder.build(source, MEDIA_TYPE, metadata=_metadata(package))
    except Exception as error:  # python-docx and lxml raise classes of their own for broken packages
        if not isinstance(error, _DAMAGED) and type(error).__module__.split(".")[0] not in ("docx", "lxml"):
            raise
        raise ReadError(f"{source}: damaged DOCX ({type(error).__name__}); open it in Word and save it anew") from error
    if not document.text.strip():
        raise ReadError(f"{source}: this DOCX has no text; if it holds pictures of pages, recognise their text first")
    return document


def _check(data: bytes, source: str) -> None:
    """Refuse what is no DOCX, and archives that unpack to far more than a document."""
    if data.startswith(_OLE):
        raise ReadError(f"{source}: an old Word file (.doc) or an encrypted one; save it as DOCX without a password")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise ReadError(f"{source}: not a DOCX file, or a damaged one; open it in Word and save it anew") from error
    if not any(part.filename.endswith("document.xml") for part in parts):
        raise ReadError(f"{source}: an archive without a Word document inside; give a DOCX, PDF or text file")
    text_size = max((p.file_size for p in parts if p.filename.endswith((".xml", ".rels"))), default=0)
    if text_size > _MOST_XML or sum(p.file_size for p in parts) > _MOST_UNPACKED:
        raise ReadError(f"{source}: unpacks to too much for a document; remove its pictures or split it")


def _metadata(package: Any) -> dict[str, str]:
    properties = package.core_properties
    values = {
        "title": properties.title,
        "author": properties.author,
        "description": properties.subject,
        "language": properties.language,
    }
    # python-docx's own template names itself as the author.
    return {key: value.strip() for key, value in values.items() if value and value.strip() not in ("", "python-docx")}


class _Reader:
    """The state of reading one document."""

    def __init__(self, package: Any) -> None:
        self.builder = TextBuilder()
        self._package = package
        self._relations = package.part.rels
        self._levels = _numbering_levels(package)
        self._styles = {style.style_id: style for style in package.styles}
        self._items = 0  # list items that are open

    def body(self) -> None:
        """Read the headers of the first page and the body."""
        self._blocks(self._package.element.body, 0)
        self._close_items(0)

    def _blocks(self, parent: Any, depth: int) -> None:
        """Read the paragraphs and tables inside *parent*, also those in content controls."""
        for child in parent:
            if child.tag == qn("w:p"):
                self._paragraph(child, depth)
            elif child.tag == qn("w:tbl") and depth < _DEEPEST:
                self._close_items(0)
                self._table(child, depth)
            elif child.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:ins"), qn("w:customXml")) and depth < 60:
                self._blocks(child, depth + 1)

    # -- paragraphs

    def _paragraph(self, element: Any, depth: int) -> None:
        kind, level, label = self._kind(element)
        outer = level - 1 if kind is BlockKind.LIST_ITEM else 0
        if any(run.text for run in element.iter(qn("w:t"))):
            self._close_items(outer)
            self.builder.open(kind, level=level, label=label)
            self._inline(element)
            if kind is BlockKind.LIST_ITEM:
                self._items += 1
            else:
                self.builder.close()
        for box in _text_boxes(element):
            self._close_items(0)
            if depth < _DEEPEST:
                self._blocks(box, depth + 1)

    def _close_items(self, outer: int) -> None:
        while self._items > max(outer, 0):
            self.builder.close()
            self._items -= 1

    def _kind(self, element: Any) -> tuple[BlockKind, int, str]:
        """Return the kind of a paragraph: by its style's name, its outline level, its numbering, or its looks."""
        properties = element.find(qn("w:pPr"))
        style = self._style(properties)
        names = [s.name or "" for s in _ancestry(style)]
        if any(name == "Title" for name in names[:1]):
            return BlockKind.HEADING, 1, ""
        for name in names:
            if match := _HEADING.match(name):
                return BlockKind.HEADING, min(max(int(match.group(1)), 1), 6), ""
        outline = _value(properties, "w:outlineLvl")
        if outline is not None and outline.isdecimal() and int(outline) < 6:
            return BlockKind.HEADING, int(outline) + 1, ""
        numbering = self._numbering(properties, style)
        if numbering is not None:
            return BlockKind.LIST_ITEM, max(numbering[0] + 1, _list_level(names)), numbering[1]
        if _list_level(names):
            return BlockKind.LIST_ITEM, _list_level(names), "•" if "Bullet" in names[0] else ""
        if self._looks_like_heading(element):
            return BlockKind.HEADING, 2, ""
        return BlockKind.PARAGRAPH, 0, ""

    def _style(self, properties: Any) -> Any:
        identifier = _value(properties, "w:pStyle")
        return self._styles.get(identifier) if identifier else None

    def _numbering(self, properties: Any, style: Any) -> tuple[int, str] | None:
        """Return the level and bullet of a paragraph with numbering of its own or of its style."""
        sources = [properties, *(s.element.find(qn("w:pPr")) for s in _ancestry(style))]
        for candidate in sources:
            number = candidate.find(qn("w:numPr")) if candidate is not None else None
            if number is None:
                continue
            identifier = _value(number, "w:numId")
            if identifier in (None, "0"):
                return None
            level = _value(number, "w:ilvl") or "0"
            depth = min(int(level), 8) if level.isdecimal() else 0
            return depth, self._levels.get((identifier or "", depth), "")
        return None

    def _looks_like_heading(self, element: Any) -> bool:
        """Return whether a short paragraph is wholly bold and in capitals, larger type, or ruled below."""
        text = "".join(t.text or "" for t in element.iter(qn("w:t"))).strip()
        if not 3 <= len(text) <= 60 or text[-1] in ".,;" or element.find(".//" + qn("w:tab")) is not None:
            return False
        runs = [r for r in element.iter(qn("w:r")) if "".join(t.text or "" for t in r.iter(qn("w:t"))).strip()]
        bold = all(_is_on(r.find(qn("w:rPr")), "w:b") for r in runs)
        sizes = [_value(r.find(qn("w:rPr")), "w:sz") for r in runs]
        large = all(size is not None and size.isdecimal() and int(size) >= 28 for size in sizes)
        capitals = text.upper() == text and sum(c.isalpha() for c in text) > 3
        capitals = capitals or all(
            _is_on(r.find(qn("w:rPr")), "w:caps") or _is_on(r.find(qn("w:rPr")), "w:smallCaps") for r in runs
        )
        ruled = element.find(qn("w:pPr") + "/" + qn("w:pBdr") + "/" + qn("w:bottom")) is not None
        return (bold and (capitals or large or ruled)) or (ruled and (capitals or large)) or (large and len(text) < 40)

    # -- inside a paragraph

    def _inline(self, element: Any, depth: int = 0) -> None:
        for child in element:
            if child.tag == qn("w:r"):
                self._run(child)
            elif child.tag == qn("w:hyperlink"):
                href = self._address(child)
                if href:
                    self.builder.open_mark(MarkKind.LINK, href)
                self._inline(child, depth + 1)
                if href:
                    self.builder.close_mark()
            elif (
                child.tag in (qn("w:ins"), qn("w:smartTag"), qn("w:sdt"), qn("w:sdtContent"), qn("w:fldSimple"))
                and depth < 40
            ):
                self._inline(child, depth + 1)

    def _address(self, element: Any) -> str:
        relation = self._relations.get(element.get(qn("r:id"), ""))
        return str(relation.target_ref) if relation is not None and relation.is_external else ""

    def _run(self, run: Any) -> None:
        properties = run.find(qn("w:rPr"))
        if _is_on(properties, "w:vanish"):
            return
        kinds = [kind for tag, kind in _MARKS if _is_on(properties, tag)]
        if _value(properties, "w:vertAlign") == "superscript":
            kinds.append(MarkKind.SUPERSCRIPT)
        for kind in kinds:
            self.builder.open_mark(kind)
        for child in run:
            if child.tag == qn("w:t"):
                self.builder.add(child.text or "", collapse=True)
            elif child.tag in (qn("w:tab"), qn("w:ptab")):
                self.builder.add("\t")
            elif child.tag in (qn("w:br"), qn("w:cr")):
                self.builder.break_line()
            elif child.tag == qn("w:noBreakHyphen"):
                self.builder.add("-")
        for _ in kinds:
            self.builder.close_mark()

    # -- tables

    def _table(self, table: Any, depth: int) -> None:
        """Read a table: plain rows become rows with cells; cells with lists, headings or tables become blocks."""
        for row in table.iter(qn("w:tr")):
            if next(row.iterancestors(qn("w:tbl")), None) is not table:
                continue
            cells = [cell for cell in row.iter(qn("w:tc")) if next(cell.iterancestors(qn("w:tr")), None) is row]
            cells = [cell for cell in cells if not _is_continued(cell)]
            if len(cells) == 1 or any(self._is_layout(cell) for cell in cells):
                self._layout_row(cells, depth)
            else:
                self.builder.open(BlockKind.TABLE_ROW)
                self._cells(cells)
                self.builder.close()

    def _is_layout(self, cell: Any) -> bool:
        paragraphs = [p for p in cell.iter(qn("w:p")) if any((t.text or "").strip() for t in p.iter(qn("w:t")))]
        if cell.find(qn("w:tbl")) is not None:
            return True
        kinds = [self._kind(p)[0] for p in paragraphs]
        return len(kinds) > 6 or any(kind in (BlockKind.LIST_ITEM, BlockKind.HEADING) for kind in kinds)

    def _layout_row(self, cells: list[Any], depth: int) -> None:
        """Read a row whose cells hold blocks: short plain cells first make a row, in which the blocks stand."""
        short = [cell for cell in cells if not self._is_layout(cell)]
        holds = len(cells) > 1 and bool(short) and not self._is_layout(cells[0])
        if holds:
            self.builder.open(BlockKind.TABLE_ROW)
            self._cells(short)
        for cell in cells:
            if not holds or self._is_layout(cell):
                self._blocks(cell, depth + 1)
                self._close_items(0)
        if holds:
            self.builder.close()

    def _cells(self, cells: list[Any]) -> None:
        for cell in cells:
            self.builder.cell()
            for index, paragraph in enumerate(cell.iter(qn("w:p"))):
                if index:
                    self.builder.break_line()
                self._inline(paragraph)


def _numbering_levels(package: Any) -> dict[tuple[str, int], str]:
    """Return the bullet of each level of each list; numbered levels have none."""
    try:
        root = package.part.numbering_part.element
    except (KeyError, NotImplementedError, AttributeError):
        return {}
    abstract: dict[str, dict[int, str]] = {}
    for definition in root.iter(qn("w:abstractNum")):
        levels = abstract.setdefault(definition.get(qn("w:abstractNumId"), ""), {})
        for level in definition.iter(qn("w:lvl")):
            depth = level.get(qn("w:ilvl"), "0")
            if depth.isdecimal():
                levels[int(depth)] = "•" if _value(level, "w:numFmt") == "bullet" else ""
    found: dict[tuple[str, int], str] = {}
    for number in root.iter(qn("w:num")):
        for depth, bullet in abstract.get(_value(number, "w:abstractNumId") or "", {}).items():
            found[number.get(qn("w:numId"), ""), depth] = bullet
    return found


def _list_level(names: list[str]) -> int:
    """Return the depth in the name of a list style (``List Bullet 2``), or 0 for other styles."""
    if not names or not names[0].startswith("List") or names[0] == "List Paragraph":
        return 0
    digits = re.search(r"(\d)$", names[0])
    return int(digits.group(1)) if digits else 1


def _ancestry(style: Any) -> Iterator[Any]:
    """Yield a style and those that it is based on."""
    for _ in range(12):
        if style is None:
            return
        yield style
        style = getattr(style, "base_style", None)


def _text_boxes(element: Any) -> Iterator[Any]:
    """Yield the contents of text boxes anchored in a paragraph; of the two forms that Word saves, the first."""
    for box in element.iter(qn("w:txbxContent")):
        if not any(a.tag.endswith("}Fallback") for a in box.iterancestors()):
            yield box


def _is_continued(cell: Any) -> bool:
    """Return whether a cell only continues the one above it."""
    merge = cell.find(qn("w:tcPr") + "/" + qn("w:vMerge"))
    return merge is not None and merge.get(qn("w:val"), "continue") == "continue"


def _value(parent: Any, tag: str) -> str | None:
    """Return the value of a property, or None if it is absent."""
    child = parent.find(qn(tag)) if parent is not None else None
    return None if child is None else str(child.get(qn("w:val"), ""))


def _is_on(properties: Any, tag: str) -> bool:
    value = _value(properties, tag)
    return value is not None and value not in _OFF
