"""TOML files, and front matter: the YAML or TOML at the head of a Markdown file."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from graph_builder.model import Document, ReadError
from graph_builder.read.data.tree import data_document, items_of, within_limits
from graph_builder.read.data.yaml import parse_yaml, read_leniently
from graph_builder.read.encoding import decode

_OPENING = re.compile(r"\s*(---|\+\+\+)[ \t]*\n")
_LINE = re.compile(r"(?m)^[A-Za-z_][\w -]{0,40}[ \t]*[:=]")


def parse_front_matter(text: str) -> tuple[list[Any], int, str]:
    """Return the values of the front matter, the place where the body begins, and what is wrong, if anything.

    Front matter that is not valid gives the lines of it that read ``key: value``: it never costs the body.

    >>> fields, start, _ = parse_front_matter("---\\ntitle: Vita\\n---\\nAda")
    >>> fields, start
    ([[('title', 'Vita')]], 20)
    """
    opening = _OPENING.match(text)
    if not opening:
        return [], 0, ""
    fence = opening.group(1)
    closing = re.compile(rf"(?m)^(?:{re.escape(fence)}|\.\.\.)[ \t]*$").search(text, opening.end())
    if not closing:
        return [], 0, ""
    inside = text[opening.end() : closing.start()]
    if fence == "---" and not _LINE.search(inside):
        return [], (closing.end() if not inside.strip() else 0), ""
    end = min(closing.end() + 1, len(text))
    problem = ""
    try:
        fields = parse_yaml(inside) if fence == "---" else [within_limits(tomllib.loads(inside))]
    except (ReadError, ValueError) as error:
        fields = [read_leniently(inside)]
        problem = f"front matter, {error}"
    return [value for value in fields if items_of(value)], end, problem


def read_toml(data: bytes, source: str) -> Document:
    """Return a TOML file as a document with one field for each value that has text.

    >>> read_toml(b'name = "Ada"', "cv.toml").text
    'Ada'

    Raises:
        ReadError: the file is no valid TOML, or nests too deeply.
    """
    text, _ = decode(data)
    try:
        return data_document([within_limits(tomllib.loads(text))], source, "application/toml", text)
    except tomllib.TOMLDecodeError as error:
        raise ReadError(f"no valid TOML ({error}); correct it") from error
