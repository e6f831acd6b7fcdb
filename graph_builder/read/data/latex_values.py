"""LaTeX and Typst's links inside the values of structured data, from which a CV is typeset, become plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graph_builder.model.tex import accented
from graph_builder.read.data.tree import Datum
from graph_builder.read.mapped_text import MappedText, join

_SIGN = re.compile(r"\\(?:(?:href|textbf|textit|emph|url|vspace)\b|[&%$#_'\"`^~ ]|c\{)|#link\(")
_COMMAND = re.compile(
    r"\\href\s?\{[^{}]*\}\s?\{(?P<link>[^{}]*)\}"
    r"|#link\(\"[^\"]{0,300}\"\)\s?\[(?P<typst>[^\[\]]*)\]"
    r"|\\(?:text(?:bf|it|sc|tt|sf|rm|up|superscript)|emph|underline|url|mbox|text)\s?\{(?P<word>[^{}]*)\}"
    r"|\{\\(?:bf|it|em|sc|tt|sl|bfseries|itshape|scshape)\s{1,9}(?P<group>[^{}]*)\}"
    r"|\\[vh]space\*?\{[^{}]*\}"
    r"|\\(?P<mark>['`^\"~=])\s?(?:\{\\?(?P<inside>[A-Za-z])\}|(?P<letter>[A-Za-z]))"
    r"|\\c\{(?P<cedilla>[cCsS])\}"
    r"|\\(?P<plain>[&%$#_{}])"
    r"|(?P<space>\\\\|\\[ ,;]|(?<=[\w.])~(?=\w))"
)
_LEAST = 2  # values with commands: fewer may be addresses or paths
_PASSES = 3  # of commands inside commands


def without_latex(data: list[Datum]) -> list[Datum]:
    """Return data with the commands in their values replaced by what they print, if two values have some.

    Args:
        data: the values that a file spells.
    """
    signed = sum(_SIGN.search(scalar.value.text) is not None for datum in data for scalar in _scalars(datum))
    return [_plain(datum) for datum in data] if signed >= _LEAST else data


def _scalars(datum: Datum) -> Iterator[Datum]:
    stack = [datum]
    while stack:
        here = stack.pop()
        if here.items is None:
            yield here
        else:
            stack.extend(child for _, child in here.items)


def _plain(datum: Datum) -> Datum:
    if datum.items is None:
        return (
            replace(datum, value=_printed(datum.value))
            if any(sign in datum.value.text for sign in ("\\", "~", "#link"))
            else datum
        )
    return replace(datum, items=[(name, _plain(child)) for name, child in datum.items])


def _printed(value: MappedText) -> MappedText:
    """Return a value as it prints.

    >>> _printed(MappedText.of(r"with \\href{https://a.example}{Zoe \\textbf{Quist}} \\& Universit\\`a~X")).text
    'with Zoe Quist & Università X'
    >>> _printed(MappedText.of('#link("https://a.example")[Loom Works], Ghent')).text
    'Loom Works, Ghent'
    """
    for _ in range(_PASSES):
        pieces: list[tuple[str, int | None]] = []
        at = 0
        for match in _COMMAND.finditer(value.text):
            pieces.extend(value.pieces(at, match.start()))
            at = match.end()
            kept = next((n for n in ("link", "typst", "word", "group", "plain") if match[n] is not None), None)
            if kept is not None:
                pieces.extend(value.pieces(*match.span(kept)))
            elif match["mark"]:
                letter = match["inside"] or match["letter"]
                pieces.append((accented(match["mark"], letter), None))
            elif match["cedilla"]:
                pieces.append((accented("c", match["cedilla"]), None))
            elif match["space"]:
                pieces.append(("\n" if match["space"] == r"\\" else " ", None))
        if not at:
            break
        pieces.extend(value.pieces(at, len(value.text)))
        value = join(pieces)
    return value
