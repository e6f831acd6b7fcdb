"""The formats that can be read: one visible table of suffixes, media types and reader functions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its suffixes (lower case), media type, greatest size in bytes, and the function that reads it.

    The function (``module:name``) takes the file's bytes and the source's identifier, and returns a Document.
    """

    name: str
    suffixes: tuple[str, ...]
    media_type: str
    reader: str
    max_bytes: int = 20_000_000


_READ = "graph_builder.read."
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

FORMATS: tuple[Format, ...] = (
    Format("markdown", (".md", ".markdown", ".mdown", ".mkd", ".qmd", ".rmd", ".mdx"), "text/markdown",
           _READ + "markdown.reader:read_markdown"),
    Format("org", (".org",), "text/org", _READ + "org:read_org"),
    Format("rst", (".rst", ".rest"), "text/x-rst", _READ + "rst:read_rst"),
    Format("typst", (".typ",), "text/x-typst", _READ + "typst:read_typst"),
    Format("text", (".txt", ".text"), "text/plain", _READ + "plain.reader:read_plain"),
    Format("html", (".html", ".htm", ".xhtml"), "text/html", _READ + "html.reader:read_html"),
    Format("yaml", (".yml", ".yaml"), "application/yaml", _READ + "data.yaml:read_yaml"),
    Format("toml", (".toml",), "application/toml", _READ + "data.front_matter:read_toml"),
    Format("json", (".json", ".jsonld"), "application/json", _READ + "data.json:read_json"),
    Format("latex", (".tex", ".latex", ".ltx"), "application/x-tex", _READ + "latex.reader:read_latex"),
    Format("pdf", (".pdf",), "application/pdf", _READ + "pdf.reader:read_pdf", 100_000_000),
    Format("docx", (".docx",), _WORD, _READ + "docx:read_docx", 100_000_000),
)  # fmt: skip

_BY_NAME = {format_.name: format_ for format_ in FORMATS}
_BY_SUFFIX = {suffix: format_ for format_ in FORMATS for suffix in format_.suffixes}

_HEAD = 4096
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,500}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_HTML_BLOCK = re.compile(rb"<(?:p|div|[uo]l|li|table|t[rd]|h[1-6]|br)\b[^<>]*>", re.I)
_LEAST_BLOCKS = 3
_FRONT_MATTER = re.compile(rb"\s*(?:---|\+\+\+)[ \t]*\r?\n")
_ATX_HEADING = re.compile(rb"^#{1,6} \S", re.M)
_LATEX = re.compile(rb"\\document(?:class|style)\b|\\begin\{document\}")


def format_of_name(name: str) -> Format | None:
    """Return the format that a file name's suffix stands for, or None.

    >>> format_of_name("CV.PDF").name
    'pdf'
    """
    if name.lower().endswith(".mapping.toml"):
        return None  # it says how a table is to be read
    return _BY_SUFFIX.get(PurePath(name).suffix.lower())


def format_of(data: bytes, name: str) -> Format | None:
    """Return the format of *data*: by its first bytes where they are a signature, else by the suffix of *name*.

    >>> format_of(b"%PDF-1.7", "cv.txt").name, format_of(b"# Ada", "cv.md").name
    ('pdf', 'markdown')
    """
    named = format_of_name(name)
    head = data[:_HEAD].lstrip(b"\xef\xbb\xbf")
    found = _signed(head, data)
    if found in ("pdf", "docx"):
        return _BY_NAME[found]
    if named and named.name in ("pdf", "docx"):
        # The suffix lies. What the bytes show decides; otherwise the named reader says what is wrong with them.
        return _BY_NAME[found] if found else named
    if named and named.name != "text":
        return named
    return _BY_NAME[found or "text"] if named or found or not PurePath(name).suffix else None


def _signed(head: bytes, data: bytes) -> str | None:
    """Return the name of the format whose signature the first bytes are."""
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(b"PK\x03\x04") and b"word/" in data:
        return "docx"
    if _HTML.match(head) or (head.lstrip()[:1] == b"<" and len(_HTML_BLOCK.findall(head)) >= _LEAST_BLOCKS):
        return "html"
    if _LATEX.search(head):
        return "latex"
    if _FRONT_MATTER.match(head) or _ATX_HEADING.search(head):
        return "markdown"
    if head.lstrip()[:1] == b"{" and data.rstrip()[-1:] == b"}":
        return "json"
    return None
