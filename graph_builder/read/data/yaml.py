"""YAML files become Documents: al-folio's cv.yml, RenderCV, author pages, and any other."""

from __future__ import annotations

import re
from typing import Any

import yaml

from graph_builder.model import Document, ReadError
from graph_builder.read.data.tree import Pairs, check_size, data_document, items_of
from graph_builder.read.encoding import decode

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class YamlError(ReadError):
    """Text that is no valid YAML."""


# A key at the left edge with what stands below it, or an item of a list there; and a line of one.
_BLOCK = re.compile(
    r"(?m)^(?:(?=[^\s#%.-])[^\n]*(?:\n(?:[ \t#][^\n]*|-(?!--)[^\n]*|(?=\n)))*"
    r"|-(?!--)[^\n]*(?:\n(?:[ \t#][^\n]*|(?=\n)))*)"
)
_LINE = re.compile(
    r"(?m)^[ \t]*(?P<dash>(?:-[ \t]+)*)(?:(?P<key>[A-Za-z_][\w .()/-]{0,60}?)[ \t]*:(?=[ \t]|$))?(?P<value>[^\n]*)"
)
_NULLS = ("", "~", "null", "Null", "NULL")


def read_yaml(data: bytes, source: str) -> Document:
    """Return a YAML file as a document with one field for each value that has text.

    Of a file that is not valid YAML, the lines that can be read remain, and ``metadata["problem"]`` names the error.

    >>> read_yaml(b"cv:\\n  name: Ada\\n  phone: null\\n", "cv.yml").text
    'Ada'

    Raises:
        ReadError: the file nests too deeply, repeats aliases without end, or has nothing that reads as YAML.
    """
    text, _ = decode(data)
    data_, problem = parse_or_salvage(text)
    return data_document(data_, source, "application/yaml", text, problem)


def parse_or_salvage(text: str) -> tuple[list[Any], str]:
    """Return the values of YAML text and, where it is broken, what is wrong with it.

    Raises:
        ReadError: nothing in *text* reads as YAML, or it is beyond the limits.
    """
    try:
        return parse_yaml(text), ""
    except YamlError as error:
        salvaged = read_leniently(text)
        if not any(items_of(child) if isinstance(child, list) else key for key, child in salvaged):
            raise
        return [salvaged], str(error)


def read_leniently(text: str) -> Pairs:
    """Return the values of YAML that is broken: block by block, and of a broken block the lines of a key and a value.

    >>> read_leniently("name: Ada\\njobs:\\n  - Dean\\nnote: a: b\\n")
    [('name', 'Ada'), ('jobs', ['Dean']), ('note', 'a: b')]
    """
    items = Pairs()
    for block in _BLOCK.finditer(text):
        try:
            items += [item for value in parse_yaml(block[0]) for item in items_of(value)]
        except ReadError:
            items += _lines(block[0])
    return items


def _lines(block: str) -> Pairs:
    """Return what the lines of a broken block say: each dash begins an item, of the last key without a value."""
    items = Pairs()
    listed = into = items
    for line in _LINE.finditer(block):
        value = line["value"].strip(" \t\"'")
        if line["key"] and not value:
            listed = into = Pairs()
            items.append((line["key"], listed))
            continue
        if line["dash"] and line["key"]:
            into = Pairs()
            listed.append(("", into))
        if value and (line["key"] or line["dash"]):
            target = into if line["key"] else listed
            target.append((line["key"] or "", value))
    return items


def parse_yaml(text: str) -> list[Any]:
    """Return the values of the documents that YAML text spells.

    Tags make no objects, and aliases are written out up to a limit.

    Raises:
        YamlError: *text* is no valid YAML.
        ReadError: it is beyond the limits.
    """
    nodes = 0

    def value(node: yaml.Node, depth: int) -> Any:
        nonlocal nodes
        nodes += 1
        check_size(depth, nodes)
        if isinstance(node, yaml.MappingNode):
            pairs = ((key.value if isinstance(key, yaml.ScalarNode) else "", inner) for key, inner in node.value)
            return Pairs((key, value(inner, depth + 1)) for key, inner in pairs)
        if isinstance(node, yaml.SequenceNode):
            return [value(inner, depth + 1) for inner in node.value]
        assert isinstance(node, yaml.ScalarNode)
        return None if not node.style and node.value in _NULLS else node.value

    try:
        return [value(node, 0) for node in yaml.compose_all(text, Loader=_Loader)]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        what = getattr(error, "problem", None) or "bad characters"
        raise YamlError(f"{where}no valid YAML ({what}); correct it") from error
