"""Reader of LaTeX: CVs in moderncv, awesome-cv, altacv, res.cls and plain classes with macros of the author's own."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence

from graph_builder.model import Document, ReadError
from graph_builder.read.builder import TextBuilder
from graph_builder.read.encoding import decode
from graph_builder.read.latex.commands import TEXT_COMMANDS, conditional
from graph_builder.read.latex.entries import ENTRY_COMMANDS, author_macro, unknown
from graph_builder.read.latex.environments import ENVIRONMENT_COMMANDS, end_environment
from graph_builder.read.latex.interpreter import Interpreter, Language
from graph_builder.read.latex.macros import Macros
from graph_builder.read.latex.title import TITLE_COMMANDS, finish, metadata
from graph_builder.read.latex.tokens import Budget, Lexer, Token

_MAX_CHARACTERS = 3_000_000
_INPUTENC = re.compile(rb"^[^%\n]*\\usepackage\[([A-Za-z0-9]{1,20})[^\]]{0,200}\]\{inputenc\}", re.M)
_INPUT_ENCODINGS = {
    "latin1": "cp1252", "latin2": "iso8859-2", "latin3": "iso8859-3", "latin4": "iso8859-4", "latin5": "iso8859-9",
    "latin9": "iso8859-15", "latin10": "iso8859-16", "ansinew": "cp1252", "cp1250": "cp1250", "cp1251": "cp1251",
    "cp1252": "cp1252", "koi8": "koi8-r", "applemac": "mac-roman", "cp437": "cp437", "cp850": "cp850",
}  # fmt: skip

_LANGUAGE = Language(
    {**TEXT_COMMANDS, **ENTRY_COMMANDS, **TITLE_COMMANDS, **ENVIRONMENT_COMMANDS},
    conditional,
    author_macro,
    unknown,
    end_environment,
)


def read_latex(data: bytes, source: str) -> Document:
    """Return the document that a LaTeX file would print.

    The author's own macros are expanded, within bounds; ``\\input`` is not followed. Arguments of unknown macros are
    kept as text. Entry macros such as ``\\cventry`` become table rows with their arguments as cells.

    >>> document = read_latex(rb"\\section{Education}\\cventry{2019}{PhD}{ETH Z\\"urich}{}{}{}", "cv.tex")
    >>> [document.text_of(block) for block in document.blocks]
    ['Education', '2019\\tPhD\\tETH Zürich']

    Raises:
        ReadError: the file is not text, too long, or prints nothing.
    """
    text = _decoded(data, source)
    if len(text) > _MAX_CHARACTERS:
        raise ReadError(f"{source}: LaTeX of over {_MAX_CHARACTERS:,} characters; split it into smaller files")
    tex = interpret(Lexer(text).tokens(), Budget(len(text)))
    builder = TextBuilder()
    tex.page.write(builder)
    document = builder.build(source, "application/x-tex", text, metadata=metadata(tex))
    if not document.text.strip():
        raise ReadError(
            f"{source}: this LaTeX prints no text; if the text is in files that it inputs, give those files"
        )
    return document


def interpret(tokens: Sequence[Token], budget: Budget, macros: Macros | None = None) -> Interpreter:
    """Return the interpreter of some LaTeX after it has set all of it; its page holds what was printed.

    Args:
        tokens: the LaTeX.
        budget: the work that it may take.
        macros: those defined so far; new ones are added.
    """
    tex = Interpreter(tokens, budget, _LANGUAGE, macros)
    tex.run_all()
    finish(tex)
    return tex


def _decoded(data: bytes, source: str) -> str:
    """Return the characters of the file: UTF-8, or the encoding that its preamble declares."""
    try:
        match = _INPUTENC.search(data[:20_000])
        name = _INPUT_ENCODINGS.get(match.group(1).decode("ascii")) if match else None
        if name and not _is_utf8(data):
            return codecs.decode(data, name, "replace").replace("\r\n", "\n").replace("\r", "\n")
        return decode(data)[0]
    except ReadError as error:
        raise ReadError(f"{source}: {error}") from error


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
