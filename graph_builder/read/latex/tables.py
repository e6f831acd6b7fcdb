"""The tables of LaTeX: symbols, commands and registers that print nothing, lengths, and sizes of type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from pylatexenc.latexencode import get_builtin_uni2latex_dict

from graph_builder.model.tex import SYMBOLS

_SYMBOL = re.compile(r"(?:\\ensuremath)?\{?\\([A-Za-z]+)\}?")


@cache
def symbols() -> dict[str, str]:
    """Return the printed characters of each symbol command, by its name without the backslash."""
    table: dict[str, str] = {}
    for code, spelling in get_builtin_uni2latex_dict().items():
        if match := _SYMBOL.fullmatch(spelling):
            table.setdefault(match.group(1), chr(code))
    return table | SYMBOLS


def _rows() -> Iterator[tuple[str, str, str]]:
    text = files("graph_builder.read.latex").joinpath("commands.tsv").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            kind, how, names = line.split("\t")
            yield from ((kind, name, "" if how == "-" else how) for name in names.split())


_ROWS = tuple(_rows())


def listed(kind: str) -> dict[str, str]:
    """Return what ``commands.tsv`` says of each name of a kind.

    >>> listed("environment")["tabularx"]
    'mom'
    """
    return {name: how for own, name, how in _ROWS if own == kind}


def styles(kind: str) -> dict[str, dict[str, bool]]:
    """Return the style that each name of a kind sets.

    >>> styles("switch")["rm"]
    {'bold': False, 'italic': False}
    """
    said = listed(kind).items()
    return {name: {part.strip("-"): not part.startswith("-") for part in how.split()} for name, how in said}


REGISTERS = frozenset(listed("register"))
"""Registers that documents assign to: what follows them is a length or a number."""

RULES = ("hrule", "titlerule", "rule", "hline", "hrulefill")

SIZES = {name: int(size) for name, size in listed("size").items()}

_DIMENSION = re.compile(
    r"[-+]?(?:\d+\.?\d*|\.\d+)?\s*(?:(?:true\s?)?(?:pt|cm|mm|in|em|ex|pc|bp|sp|fill?l?)|\\[A-Za-z]*(?:width|height|skip|sep))"
    r"(?:\s*(?:plus|minus)\s*[-+.\d]*\s*[a-z]*)*"
)


def is_dimension(text: str) -> bool:
    """Return whether *text* is a length of the layout and no content.

    >>> is_dimension("0.5\\\\textwidth"), is_dimension("-2pt"), is_dimension("2019")
    (True, True, False)
    """
    return len(text) < 60 and _DIMENSION.fullmatch(text.strip()) is not None


def dimension_length(text: str) -> int:
    """Return how many of the first characters of *text* are a length."""
    match = _DIMENSION.match(text[:60])
    return match.end() if match else 0
