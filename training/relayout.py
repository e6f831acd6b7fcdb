"""Documents set anew: the text of one stays, its headings, lists, rows and marks are written in another layout.

What is known of a document holds in each of them, so extraction can be measured in layouts that no rule was made for.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import count, pairwise

from graph_builder.model import Block, BlockKind, Document, Mark, MarkKind

_MARKS = frozenset({MarkKind.BOLD, MarkKind.ITALIC, MarkKind.UNDERLINE, MarkKind.LINK})


class Layout:
    """Writes blocks as plain text: sections in capitals, stars before items, wide gaps between cells."""

    suffix = ".txt"

    def begin(self, document: Document, name: str) -> str:
        """Return what stands above the first block; *name* is the subject's if no heading gives it."""
        return self.heading(self.text(name), 1) if name else ""

    def end(self) -> str:
        """Return what stands below the last block."""
        return ""

    def text(self, text: str) -> str:
        """Return text with what means something in the format escaped."""
        return text

    def mark(self, text: str, mark: Mark) -> str:
        """Return marked text."""
        return text

    def heading(self, text: str, level: int) -> str:
        """Return a heading; level 1 is the name of the page, 2 a section."""
        return f"\n\n{text.upper() if level == 2 and len(text.split()) < 7 else text}\n\n"

    def paragraph(self, text: str) -> str:
        """Return a paragraph."""
        return f"{text}\n\n"

    def item(self, text: str, level: int, *, first: bool) -> str:
        """Return an item of a list; *first* if no item stands before it."""
        return "\n" * first + "   " * (level - 1) + "* " + text.replace("\n", "\n" + "   " * level) + "\n"

    def row(self, cells: list[str], *, first: bool) -> str:
        """Return a row of a table."""
        return "    ".join(cells) + "\n"


class Underlined(Layout):
    """Plain text with underlined headings, and nothing before items."""

    def heading(self, text: str, level: int) -> str:
        return f"\n{text}\n{'-' * len(text)}\n" if level == 2 and len(text.split()) < 9 else f"{text}\n\n"

    def item(self, text: str, level: int, *, first: bool) -> str:
        return f"{text}\n\n"


class Markdown(Layout):
    """Markdown with headings of hashes, lists and pipe tables, and the title in front matter."""

    suffix = ".md"

    def begin(self, document: Document, name: str) -> str:
        known = {key: document.metadata.get(key, "") for key in ("title", "author", "name")}
        lines = [f'{key}: "{value}"\n' for key, value in known.items() if value and '"' not in value]
        return "".join(["---\n", *lines, "---\n"]) if lines else ""

    def text(self, text: str) -> str:
        escaped = re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
        return escaped.replace("\t", " &#124; ").replace("\n", "  \n")

    def mark(self, text: str, mark: Mark) -> str:
        if mark.kind is MarkKind.LINK:
            return f"[{text}]({mark.href})" if mark.href and " " not in mark.href else text
        return {MarkKind.BOLD: f"**{text}**", MarkKind.ITALIC: f"*{text}*"}.get(mark.kind, text)

    def heading(self, text: str, level: int) -> str:
        return f"\n{'#' * level} {' '.join(text.split())}\n"

    def paragraph(self, text: str) -> str:
        return f"\n{text}\n"

    def item(self, text: str, level: int, *, first: bool) -> str:
        indent = "  " * (level - 1)
        return "\n" * first + f"{indent}- " + text.replace("\n", f"\n{indent}  ") + "\n"

    def row(self, cells: list[str], *, first: bool) -> str:
        head = f"\n{'|  ' * len(cells)}|\n{'|---' * len(cells)}|\n" if first else ""
        return head + "| " + " | ".join(cell.replace("\n", "<br>") for cell in cells) + " |\n"


class BoldMarkdown(Markdown):
    """Markdown whose headings are bold lines."""

    def heading(self, text: str, level: int) -> str:
        return f"\n**{' '.join(text.replace('*', '').split())}**\n" if level > 1 else super().heading(text, level)


class Unnamed(Markdown):
    """Markdown whose headings do not say what stands below them: "Part 1", "Part 2"."""

    def __init__(self) -> None:
        self._parts = count(1)

    def begin(self, document: Document, name: str) -> str:
        self._parts = count(1)
        return super().begin(document, name)

    def heading(self, text: str, level: int) -> str:
        return super().heading(f"Part {next(self._parts)}" if level == 2 else text, level)


class Html(Layout):
    """HTML as it is taught: headings, paragraphs, lists, tables."""

    suffix = ".html"
    _TAGS = {MarkKind.BOLD: "b", MarkKind.ITALIC: "i", MarkKind.UNDERLINE: "u"}

    def begin(self, document: Document, name: str) -> str:
        return f"<html><head><title>{html.escape(document.metadata.get('title', ''))}</title></head><body>\n"

    def end(self) -> str:
        return "</body></html>\n"

    def text(self, text: str) -> str:
        return html.escape(text).replace("\t", " &nbsp;&nbsp; ").replace("\n", "<br>")

    def mark(self, text: str, mark: Mark) -> str:
        if mark.kind is MarkKind.LINK:
            return f'<a href="{html.escape(mark.href)}">{text}</a>'
        return f"<{self._TAGS[mark.kind]}>{text}</{self._TAGS[mark.kind]}>"

    def heading(self, text: str, level: int) -> str:
        return f"<h{level}>{text}</h{level}>\n"

    def paragraph(self, text: str) -> str:
        return f"<p>{text}</p>\n"

    def item(self, text: str, level: int, *, first: bool) -> str:
        return "<ul>" * level + f"<li>{text}</li>" + "</ul>" * level + "\n"

    def row(self, cells: list[str], *, first: bool) -> str:
        return "<table><tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr></table>\n"


class Divisions(Html):
    """HTML of divisions and spans, whose looks come from a style sheet of the author's."""

    def heading(self, text: str, level: int) -> str:
        return f'<div class="t{level}"><strong>{text}</strong></div>\n' if level > 1 else super().heading(text, level)

    def paragraph(self, text: str) -> str:
        return f'<div class="c">{text}</div>\n'

    def item(self, text: str, level: int, *, first: bool) -> str:
        return f'<div class="e">{text}</div>\n'

    def row(self, cells: list[str], *, first: bool) -> str:
        return '<div class="r">' + " ".join(f"<span>{cell}</span>" for cell in cells) + "</div>\n"


class Latex(Layout):
    """LaTeX of the class article: sections, itemize, tabular."""

    suffix = ".tex"

    def begin(self, document: Document, name: str) -> str:
        return "\\documentclass{article}\n\\usepackage{hyperref}\n\\begin{document}\n" + super().begin(document, name)

    def end(self) -> str:
        return "\\end{document}\n"

    def text(self, text: str) -> str:
        text = re.sub(r"([#$%&_{}])", r"\\\1", text.replace("\\", " "))
        text = text.replace("~", "\\textasciitilde{}").replace("^", "\\textasciicircum{}")
        return text.replace("–", "--").replace("—", "---").replace("\t", " \\hfill ").replace("\n", "\\\\\n")

    def mark(self, text: str, mark: Mark) -> str:
        if mark.kind is MarkKind.LINK:
            address = re.sub(r"([%#])", r"\\\1", mark.href)
            return f"\\href{{{address}}}{{{text}}}"
        return {MarkKind.BOLD: "\\textbf", MarkKind.ITALIC: "\\emph"}.get(mark.kind, "\\underline") + f"{{{text}}}"

    def heading(self, text: str, level: int) -> str:
        line = text.replace("\\\\\n", " ")
        if level == 1:
            return f"\\begin{{center}}{{\\Large\\bf {line}}}\\end{{center}}\n"
        return f"\n\\{'sub' * min(2, level - 2)}section*{{{line}}}\n"

    def paragraph(self, text: str) -> str:
        return f"\n{text}\n"

    def item(self, text: str, level: int, *, first: bool) -> str:
        return "\\begin{itemize}\n" * level + f"\\item {text}\n" + "\\end{itemize}\n" * level

    def row(self, cells: list[str], *, first: bool) -> str:
        line = " & ".join(cell.replace("\\\\\n", " ") for cell in cells)
        return f"\\begin{{tabular}}{{{'l' * len(cells)}}}\n{line} \\\\\n\\end{{tabular}}\n"


LAYOUTS: dict[str, Layout] = {
    "markdown": Markdown(),
    "bold": BoldMarkdown(),
    "html": Html(),
    "divisions": Divisions(),
    "latex": Latex(),
    "text": Layout(),
    "underlined": Underlined(),
    "unnamed": Unnamed(),
}
_ONE_LIST = (("\\end{itemize}\n\\begin{itemize}\n", ""), ("</ul>\n<ul>", "\n"))


def relayout(document: Document, layout: Layout) -> str:
    """Return the text of *document* in another layout. Fields of front matter and listings are left out."""
    levels = {level: n for n, level in enumerate(sorted({b.level for b in document.blocks if _heads(b)}), 1)}
    alone = sum(_heads(block) and levels[block.level] == 1 for block in document.blocks) == 1
    named = document.metadata.get("name") or document.metadata.get("author") or document.metadata.get("title", "")
    parts = [layout.begin(document, "" if alone else named)]
    before: BlockKind | None = None
    for block in document.blocks:
        if block.kind in {BlockKind.FIELD, BlockKind.CODE} or not document.text_of(block).strip():
            continue
        level = min(6, levels.get(block.level, 0) + (not alone)) if _heads(block) else max(1, block.level)
        parts.append(_block(document, block, layout, level, first=before is not block.kind))
        before = block.kind
    whole = "".join([*parts, layout.end()])
    for two, one in _ONE_LIST:
        whole = whole.replace(two, one)
    return whole


def _heads(block: Block) -> bool:
    return block.kind is BlockKind.HEADING


def _block(document: Document, block: Block, layout: Layout, level: int, *, first: bool) -> str:
    start, end = block.span.start, block.span.end
    if _heads(block):
        return layout.heading(layout.text(document.text_of(block)), level)
    if block.kind is BlockKind.LIST_ITEM:
        return layout.item(_inline(document, start, end, layout), level, first=first)
    if block.kind is BlockKind.TABLE_ROW and block.cells:
        cells = [_inline(document, cell.start, cell.end, layout).strip() for cell in block.cells]
        return layout.row(cells, first=first)
    return layout.paragraph(_inline(document, start, end, layout))


def _inline(document: Document, start: int, end: int, layout: Layout) -> str:
    return "".join(_written(text, marks, layout) for text, marks in _runs(document, start, end))


def _runs(document: Document, start: int, end: int) -> Iterator[tuple[str, list[Mark]]]:
    """Yield the text between two places in pieces, each with the marks that cover it."""
    marks = [m for m in document.marks if m.kind in _MARKS and m.span.start < end and start < m.span.end]
    ends = {max(start, m.span.start) for m in marks} | {min(end, m.span.end) for m in marks}
    cuts = sorted({start, end} | ends)
    for a, b in pairwise(cuts):
        yield document.text[a:b], [m for m in marks if m.span.start <= a and b <= m.span.end]


def _written(text: str, marks: list[Mark], layout: Layout) -> str:
    body = layout.text(text.strip())
    lead = text[: len(text) - len(text.lstrip())]
    tail = text[len(text.rstrip()) :] if text.strip() else ""
    for mark in sorted(marks, key=lambda m: m.kind is MarkKind.LINK) if body else ():
        body = layout.mark(body, mark)
    return layout.text(lead) + body + layout.text(tail)
