"""Reader of PDF: text with its layout from the places, sizes and fonts of the printed characters."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence

import pypdfium2

from graph_builder.model import BlockKind, Document, MarkKind, ReadError
from graph_builder.read.builder import TextBuilder
from graph_builder.read.pdf.blocks import Part, parts_of
from graph_builder.read.pdf.glyphs import Face, Glyph, glyphs_of
from graph_builder.read.pdf.lines import Line
from graph_builder.read.pdf.page import lines_of, without_margins

_MOST_PAGES = 200
_MOST_GLYPHS = 600_000
_SECONDS = 30.0
# What programs write where nobody gave a title or an author.
_NO_VALUES = frozenset(("", "untitled", "anonymous", "unspecified", "unknown", "none"))
# First parts of compounds that keep their hyphen at the end of a line.
_COMPOUNDS = frozenset(
    "self non co semi multi cross post pre well long short high low large small real open end state two three four"
    " one data"
    " human on off in out all anti quasi vice ex time part full peer task domain language machine computer cost energy"
    " knowledge context content question event image text video user model error fine coarse single double"
    " weakly".split()
)
# Second parts of compounds, which are hardly ever the rest of a divided word.
_SECOND_PARTS = frozenset(
    "based level driven aware free guided specific oriented dimensional agnostic invariant augmented constrained"
    " conditioned informed inspired assisted enhanced centric".split()
)


def read_pdf(data: bytes, source: str) -> Document:
    """Return the document in a PDF file.

    Columns are read one after the other; dates in a margin stay on their line, divided by a tab. Repeated headers and
    footers and page numbers are left out. Of a long file the first 200 pages are read.

    Raises:
        ReadError: the file is encrypted or damaged, has no page, or no text (a scan).
    """
    pdf = _opened(data, source)
    try:
        pages = _pages(pdf, source)
        metadata = _metadata(pdf)
    finally:
        pdf.close()
    lines = without_margins(pages)
    if sum(len(line.text) for line in lines) < 10:
        raise ReadError(f"{source}: this PDF has no text layer (a scan?); recognise its text (OCR) first")
    builder = TextBuilder()
    words = _vocabulary(lines)
    items: list[int] = []  # the levels of the list items that are open
    for part in parts_of(lines):
        while items and (part.kind is not BlockKind.LIST_ITEM or items[-1] >= part.level):
            builder.close()
            items.pop()
        _write(builder, part, words)
        if part.kind is BlockKind.LIST_ITEM:
            items.append(part.level)
        else:
            builder.close()
    return builder.build(source, "application/pdf", metadata=metadata)


def printed_glyphs(data: bytes, source: str) -> Iterator[tuple[Glyph, int]]:
    """Yield the glyphs of a PDF in the order in which it is read, each with its page from 0.

    Raises:
        ReadError: the file is encrypted or damaged, or has no page.
    """
    pdf = _opened(data, source)
    try:
        pages = _pages(pdf, source)
    finally:
        pdf.close()
    for part in parts_of(without_margins(pages)):
        for line in part.lines:
            for glyph in line.glyphs:
                yield glyph, line.page


def _opened(data: bytes, source: str) -> pypdfium2.PdfDocument:
    if not data.strip():
        raise ReadError(f"{source}: the file is empty; give a PDF with text")
    try:
        pdf = pypdfium2.PdfDocument(data)
        count = len(pdf)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise ReadError(f"{source}: this PDF is encrypted; save it without a password") from error
        raise ReadError(f"{source}: damaged PDF, or none at all; export it anew") from error
    if not count:
        raise ReadError(f"{source}: this PDF has no pages; export it anew")
    return pdf


def _pages(pdf: pypdfium2.PdfDocument, source: str) -> list[tuple[float, list[Line]]]:
    """Return the height and lines of each page, within bounds of time and size."""
    found: list[tuple[float, list[Line]]] = []
    left, deadline = _MOST_GLYPHS, time.process_time() + _SECONDS
    for number in range(min(len(pdf), _MOST_PAGES)):
        try:
            page = pdf[number]
            glyphs = glyphs_of(page, left)
            height = page.get_height()
            page.close()
        except pypdfium2.PdfiumError:
            continue
        left -= len(glyphs)
        found.append((height, lines_of(glyphs, number)))
        if time.process_time() > deadline:
            raise ReadError(f"{source}: this PDF takes too long to read; split it into smaller files")
        if left <= 0:
            break
    return found


def _metadata(pdf: pypdfium2.PdfDocument) -> dict[str, str]:
    raw = pdf.get_metadata_dict()
    names = {"title": "Title", "author": "Author", "description": "Subject", "keywords": "Keywords"}
    values = {key: " ".join(raw.get(name, "").split()) for key, name in names.items()}
    return {key: value for key, value in values.items() if value.strip("()").lower() not in _NO_VALUES}


def _vocabulary(lines: Sequence[Line]) -> Counter[str]:
    """Return the words that stand inside lines, to tell whether a hyphen at a line's end belongs to the word."""
    words: Counter[str] = Counter()
    for line in lines:
        words.update(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", line.text.lower()))
    return words


def _write(builder: TextBuilder, part: Part, words: Counter[str]) -> None:
    """Open a block for *part* and write its text; the block stays open."""
    builder.open(part.kind, level=part.level, label=part.label)
    runs = _glyph_runs(part)
    index, waiting = 0, ""
    face: Face | None = None
    href = ""
    while index < len(runs):
        text, glyph = runs[index]
        if text in ("\u00ad", "-", "‐") and index + 1 < len(runs) and runs[index + 1][0] == "hyphen":
            text = _hyphen(runs, index, words)
            index += 1
        elif text == "\u00ad":
            text = "-"
        index += 1
        if text == "\n":
            builder.add(waiting)
            waiting = ""
            builder.break_line()
            continue
        if glyph is not None and (glyph.face is not face or glyph.href != href) and text.strip():
            if glyph.face != face or glyph.href != href:
                builder.add(waiting)
                waiting = ""
                builder.set_marks(_marks(glyph))
            face, href = glyph.face, glyph.href
        waiting += text
    builder.add(waiting)
    builder.set_marks(())


def _hyphen(runs: Sequence[tuple[str, Glyph | None]], index: int, words: Counter[str]) -> str:
    """Return what a hyphen at the end of a line becomes: nothing where the word was only divided there."""
    before = "".join(text for text, _ in runs[max(index - 30, 0) : index])
    after = "".join(text for text, _ in runs[index + 2 : index + 32])
    first, second = re.search(r"([^\W\d_]+)$", before), re.match(r"[^\W\d_]+", after)
    if first is None or second is None or not second.group()[0].islower():
        return "-"
    start, end = first.group(1).lower(), second.group().lower()
    if words[f"{start}-{end}"]:
        return "-"
    if words[start + end]:
        return ""
    if (len(start) > 3 and end in _SECOND_PARTS) or (len(start) > 1 and first.group(1).isupper()):
        return "-"  # "context-aware", "GPU-based"
    return "-" if start in _COMPOUNDS or before.endswith("-" + first.group(1)) else ""


def _marks(glyph: Glyph) -> list[tuple[MarkKind, str]]:
    """Return the marks that a character has."""
    wanted: list[tuple[MarkKind, str]] = [(MarkKind.LINK, glyph.href)] if glyph.href else []
    if glyph.face.bold:
        wanted.append((MarkKind.BOLD, ""))
    if glyph.face.italic:
        wanted.append((MarkKind.ITALIC, ""))
    return wanted


def _is_in_address(out: list[tuple[str, Glyph | None]], following: Glyph) -> bool:
    """Return whether a line breaks inside a web address."""
    word = ""
    for text, _ in reversed(out[-200:]):
        if text.isspace():
            break
        word = text + word
    last = out[-1][1] if out else None
    is_link = last is not None and bool(last.href) and last.href == following.href
    return bool(re.match(r"\W?(?:https?:|www\.|doi\.org)", word)) and (is_link or word[-1] in "/:=?&_")


def _glyph_runs(part: Part) -> list[tuple[str, Glyph | None]]:
    """Return the characters of a block with their glyphs; gaps between columns and lines have none."""
    out: list[tuple[str, Glyph | None]] = []
    for number, (line, joint) in enumerate(zip(part.lines, part.joints, strict=True)):
        if joint and out and out[-1][0] in ("\u00ad", "-", "‐") and joint == " ":
            joint = "hyphen"
        elif joint == " " and _is_in_address(out, line.segments[0].glyphs[0]):
            joint = ""
        if joint:
            out.append((joint, None))
        skip = part.skip if number == 0 else 0
        for segment in line.segments:
            if out and out[-1][1] is not None and segment is not line.segments[0]:
                out.append(("\t", None))
            for glyph in segment.glyphs:
                if skip:
                    skip -= 1
                    continue
                out.append((glyph.text, glyph))
    return out
