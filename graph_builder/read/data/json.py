"""JSON files become Documents: JSON Resume, JSON-LD and any other."""

from __future__ import annotations

import json
import re
from typing import Any

from graph_builder.model import Document, ReadError
from graph_builder.read.data.tree import Pairs, data_document, within_limits
from graph_builder.read.encoding import decode

# Comments and commas behind the last value, which editors take and JSON does not; strings are passed over.
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|(?s:/\*.*?(?:\*/|\Z))')
_LAST_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.S)


def read_json(data: bytes, source: str) -> Document:
    """Return a JSON file as a document with one field for each value that has text.

    >>> document = read_json(b'{"basics": {"name": "Ada"}}', "resume.json")
    >>> document.text, document.data[0].get("basics").get("name").value
    ('Ada', 'Ada')

    Raises:
        ReadError: the file nests too deeply, or is no valid JSON.
    """
    text, _ = decode(data)
    return data_document([parse_json(text)], source, "application/json", text)


def parse_json(text: str) -> Any:
    """Return the value that JSON text spells.

    Raises:
        ReadError: *text* is no valid JSON, or beyond the limits.
    """
    decode_ = json.JSONDecoder(object_pairs_hook=Pairs, parse_int=str, parse_float=str, strict=False).decode
    try:
        try:
            value = decode_(text)
        except json.JSONDecodeError as error:
            plain = _LAST_COMMA.sub(_blank, _COMMENT.sub(_blank, text))
            try:
                value = decode_(plain)
            except json.JSONDecodeError:
                where = f"line {error.lineno}, column {error.colno}"
                raise ReadError(f"{where}: no valid JSON ({error.msg}); correct it") from error
        return within_limits(value)
    except RecursionError as error:
        raise ReadError("data nest too deeply; flatten them") from error


def _blank(match: re.Match[str]) -> str:
    return match.group() if match.group().startswith('"') else re.sub(r"[^\n]", " ", match.group())
