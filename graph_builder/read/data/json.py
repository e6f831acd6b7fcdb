"""JSON files become Documents: JSON Resume, JSON-LD and any other."""

from __future__ import annotations

import json
import re

from graph_builder.model import Document, ReadError
from graph_builder.read.data.tree import Datum, Pairs, data_document, looked_up
from graph_builder.read.encoding import decode
from graph_builder.read.mapped_text import MappedText

# Comments and commas behind the last value, which editors take and JSON does not; strings are passed over.
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|(?s:/\*.*?(?:\*/|\Z))')
_LAST_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.S)
_PAIR = re.compile(r'"(?P<key>[^"\n]{1,80})"\s{0,80}:\s{0,80}"(?P<value>(?:[^"\\\n]|\\.)*)')


class JsonError(ReadError):
    """Text that is no valid JSON."""


def read_json(data: bytes, source: str) -> Document:
    """Return a JSON file as a document with one field for each value that has text.

    Of a file that is not valid JSON, what can be read remains, and ``metadata["problem"]`` names the error.

    >>> document = read_json(b'{"basics": {"name": "Ada"}}', "resume.json")
    >>> document.text, document.data[0].get("basics").get("name").value
    ('Ada', 'Ada')

    Raises:
        ReadError: the file nests too deeply, or has nothing that reads as JSON.
    """
    text, _ = decode(data)
    content, problem = MappedText.of(text), ""
    try:
        datum = parse_json(content)
    except JsonError as error:
        datum, problem = _salvaged(content), str(error)
        if not datum.items:
            raise
    return data_document([datum], source, "application/json", problem)


def parse_json(content: MappedText) -> Datum:
    """Return the value that JSON text spells, mapped to the source.

    Raises:
        JsonError: *content* is no valid JSON.
        ReadError: it is beyond the limits.
    """
    decode_ = json.JSONDecoder(object_pairs_hook=Pairs, parse_int=str, parse_float=str, strict=False).decode
    try:
        try:
            value = decode_(content.text)
        except json.JSONDecodeError as error:
            plain = _LAST_COMMA.sub(_blank, _COMMENT.sub(_blank, content.text))
            try:
                value = decode_(plain)
            except json.JSONDecodeError:
                where = f"line {error.lineno}, column {error.colno}"
                raise JsonError(f"{where}: no valid JSON ({error.msg}); correct it") from error
        return looked_up(value, content)
    except RecursionError as error:
        raise ReadError("data nest too deeply; flatten them") from error


def _blank(match: re.Match[str]) -> str:
    return match.group() if match.group().startswith('"') else re.sub(r"[^\n]", " ", match.group())


def _salvaged(content: MappedText) -> Datum:
    """Return what broken JSON says between its braces: the texts with keys."""
    found = []
    for stretch in re.finditer(r"[^{}]+", content.text):
        pairs = _PAIR.finditer(content.text, *stretch.span())
        items = [(pair["key"], Datum("scalar", content.part(*pair.span("value")))) for pair in pairs]
        found += [("", Datum("mapping", items=items))] if items else []
    return Datum("sequence", items=found)
