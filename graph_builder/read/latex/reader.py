"""Reader of LaTeX: CVs in moderncv, awesome-cv, altacv, res.cls and plain classes with macros of the author's own."""

from __future__ import annotations

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
    text, _ = decode(data)
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
