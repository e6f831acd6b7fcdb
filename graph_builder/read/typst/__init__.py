"""Reader of Typst: markup and the arguments of functions become blocks; no code is run, no compiler is needed."""

from __future__ import annotations

from graph_builder.model import Document
from graph_builder.read.data.tree import data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.typst.page import Page
from graph_builder.read.typst.parser import parse_typst

__all__ = ["read_typst"]


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
    page = Page()
    page.write(parse_typst(text))
    return page.blocks.builder.build(source, "text/x-typst", metadata=data_metadata(*page.data), data=page.data)
