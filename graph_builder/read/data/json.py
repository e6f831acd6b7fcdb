"""JSON files become Documents: JSON Resume, JSON-LD and any other."""

from __future__ import annotations

import json
import re

from graph_builder.model import Document, ReadError
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.tree import Datum, add_data, align, check_size, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.mapped_text import EMPTY, MappedText

# Comments and commas behind the last value, which editors take and JSON does not; strings are passed over.
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|(?s:/\*.*?(?:\*/|\Z))')
_LAST_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])', re.S)
_WORD = re.compile(r'[{}\[\]:,]|"(?:[^"\\]|\\.)*"|[^\s{}\[\]:,"]+', re.S)
# In broken JSON a string without its end stops where the next line begins with another string or closes something.
_BROKEN_WORD = re.compile(r'[{}\[\]:,]|"(?:[^"\\\n]|\\.|\n(?![ \t]{0,80}["}\]]))*"?|[^\s{}\[\]:,"]+', re.S)


class JsonError(ReadError):
    """Text that is no valid JSON."""


def read_json(data: bytes, source: str) -> Document:
    """Return a JSON file as a document with one field for each value that has text.

    Of a file that is not valid JSON, what can be read is kept, and ``metadata["problem"]`` says what is wrong.

    >>> document = read_json(b'{"basics": {"name": "Ada"}}', "resume.json")
    >>> document.text, document.data[0].get("basics").get("name").value
    ('Ada', 'Ada')

    Raises:
        ReadError: the file nests too deeply, or has nothing that reads as JSON.
    """
    text, _ = decode(data)
    read, problem = _parse_or_salvage(MappedText.of(text))
    builder = TextBuilder()
    node = add_data(builder, read)
    metadata = data_metadata(node) | ({"problem": problem} if problem else {})
    return builder.build(source, "application/json", metadata=metadata, data=(node,))


def parse_json(content: MappedText) -> Datum:
    """Return the value that JSON text spells, mapped to the source.

    Raises:
        JsonError: *content* is no valid JSON.
        ReadError: it is beyond the limits.
    """
    try:
        text = _valid(content.text)
    except json.JSONDecodeError as error:
        raise JsonError(
            f"line {error.lineno}, column {error.colno}: no valid JSON ({error.msg}); correct it"
        ) from error
    except RecursionError as error:
        raise ReadError("data nest too deeply; flatten them") from error
    root = _tree(content, list(_WORD.finditer(text)))
    return root.items[0][1] if root.items else root


def _parse_or_salvage(content: MappedText) -> tuple[Datum, str]:
    """Return the value that JSON text spells and, where it is broken, what is wrong with it.

    Raises:
        ReadError: nothing in *content* reads as JSON, or it is beyond the limits.
    """
    try:
        return parse_json(content), ""
    except JsonError as error:
        root = _tree(content, list(_BROKEN_WORD.finditer(_COMMENT.sub(_blank, content.text))))
        values = [("", child) for _, child in root.items or [] if child.items and any(key for key, _ in child.items)]
        if not values:
            raise
        return values[0][1] if len(values) == 1 else Datum("sequence", items=values), str(error)


def _tree(content: MappedText, words: list[re.Match[str]]) -> Datum:
    """Return the values that words of JSON spell; a comma or a bracket that is missing is thought of."""
    root = Datum("sequence", items=[])
    stack = [root]
    key: str | None = None
    nodes = 0
    for number, match in enumerate(words):
        word = match.group()
        if word in "{[":
            if word == "{" and key is None and stack[-1].kind == "mapping":
                _close(stack, "mapping")
            child = Datum("mapping" if word == "{" else "sequence", items=[])
            _put(stack[-1], key, child)
            stack.append(child)
            key = None
        elif word in "}]":
            _close(stack, "mapping" if word == "}" else "sequence")
            key = None
        elif word not in ":,":
            if key is None and number + 1 < len(words) and words[number + 1].group() == ":":
                if stack[-1].kind == "sequence" and any(datum.kind == "mapping" for datum in stack):
                    stack[:] = stack[: 1 + max(i for i, datum in enumerate(stack) if datum.kind == "mapping")]
                key = _spelled(word)
                continue
            _put(stack[-1], key, Datum("scalar", _scalar(content, match.start(), word)))
            key = None
        nodes += 1
        check_size(len(stack), nodes // 2)
    return root


def _close(stack: list[Datum], kind: str) -> None:
    """Close the innermost open value of a kind, with all that is open in it; the root stays."""
    for depth in range(len(stack) - 1, 0, -1):
        if stack[depth].kind == kind:
            del stack[depth:]
            return


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


def _scalar(content: MappedText, start: int, word: str) -> MappedText:
    if word == "null":
        return EMPTY
    if not word.startswith('"'):
        return content.part(start, start + len(word))
    value = _spelled(word)
    aligned = align(value, content.text, start + 1, start + len(word) - 1)
    return aligned.through(content)


def _spelled(word: str) -> str:
    """Return what a word of JSON says, without its quotes; of a broken string, what is printed."""
    try:
        return str(json.loads(word, strict=False))
    except json.JSONDecodeError:
        return word.strip('"').rstrip(" \t,")
