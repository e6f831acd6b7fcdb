"""JSON files become Documents: JSON Resume, JSON-LD and any other."""

from __future__ import annotations

import json
import re

from graph_builder.model import Document, ReadError
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data import Datum, add_data, align, check_size
from graph_builder.read.data_latex import without_latex
from graph_builder.read.encoding import decode
from graph_builder.read.metadata import data_metadata
from graph_builder.read.traced import EMPTY, Traced

# Comments and commas behind the last value, which editors take and JSON does not; strings are passed over.
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|(?s:/\*.*?(?:\*/|\Z))')
_LAST_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.S)
_WORD = re.compile(r'[{}\[\]:,]|"(?:[^"\\]|\\.)*"|[^\s{}\[\]:,"]+', re.S)


def read_json(data: bytes, source: str) -> Document:
    """Return a JSON file as a document with one field for each value that has text.

    >>> document = read_json(b'{"basics": {"name": "Ada"}}', "resume.json")
    >>> document.text, document.data[0].get("basics").get("name").value
    ('Ada', 'Ada')

    Raises:
        ReadError: the file is no valid JSON, or nests too deeply.
    """
    text, _ = decode(data)
    (datum,) = without_latex([parse_json(Traced.whole(text))])
    builder = TextBuilder()
    node = add_data(builder, datum)
    return builder.build(source, "application/json", metadata=data_metadata(node), data=(node,))


def parse_json(content: Traced) -> Datum:
    """Return the value that JSON text spells, traced to the source.

    Raises:
        ReadError: *content* is no valid JSON.
    """
    text = content.text
    try:
        text = _valid(text)
    except json.JSONDecodeError as error:
        raise ReadError(
            f"line {error.lineno}, column {error.colno}: no valid JSON ({error.msg}); correct it"
        ) from error
    except RecursionError as error:
        raise ReadError("data nest too deeply; flatten them") from error
    root = Datum("sequence", items=[])
    stack = [root]
    key: str | None = None
    nodes = 0
    words = list(_WORD.finditer(text))
    for number, match in enumerate(words):
        word = match.group()
        holder = stack[-1]
        if word in "{[":
            child = Datum("mapping" if word == "{" else "sequence", items=[])
            _put(holder, key, child)
            stack.append(child)
            key = None
        elif word in "}]":
            stack.pop()
        elif word not in ":,":
            if holder.kind == "mapping" and key is None and words[number + 1].group() == ":":
                key = json.loads(word, strict=False)
                continue
            _put(holder, key, Datum("scalar", _scalar(content, match.start(), word)))
            key = None
        nodes += 1
        check_size(len(stack), nodes // 2)
    return root.items[0][1] if root.items else root


def _valid(text: str) -> str:
    """Return JSON text that holds comments and last commas with blanks in their place, other valid text as it is."""
    try:
        json.loads(text, strict=False)
    except json.JSONDecodeError as error:
        plain = _LAST_COMMA.sub(_blank, _COMMENT.sub(_blank, text))
        try:
            json.loads(plain, strict=False)
        except json.JSONDecodeError:
            raise error from None
        return plain
    return text


def _blank(match: re.Match[str]) -> str:
    found = match.group()
    return found if found.startswith('"') else re.sub(r"[^\n]", " ", found)


def _put(holder: Datum, key: str | None, child: Datum) -> None:
    if holder.items is not None:
        holder.items.append((key or "", child))


def _scalar(content: Traced, start: int, word: str) -> Traced:
    if word == "null":
        return EMPTY
    if not word.startswith('"'):
        return content.part(start, start + len(word))
    value = str(json.loads(word, strict=False))
    aligned = align(value, content.text, start + 1, start + len(word) - 1)
    return aligned.through(content)
