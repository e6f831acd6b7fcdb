"""TOML files become Documents: CVs and settings of sites."""

from __future__ import annotations

import tomllib

from graph_builder.model import Document, ReadError
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data.front_matter import parse_toml
from graph_builder.read.data.tree import add_data, data_metadata
from graph_builder.read.encoding import decode
from graph_builder.read.mapped_text import MappedText


def read_toml(data: bytes, source: str) -> Document:
    """Return a TOML file as a document with one field for each value that has text.

    >>> read_toml(b'name = "Ada"', "cv.toml").text
    'Ada'

    Raises:
        ReadError: the file is no valid TOML, or nests too deeply.
    """
    text, _ = decode(data)
    try:
        datum = parse_toml(MappedText.of(text))
    except tomllib.TOMLDecodeError as error:
        raise ReadError(f"no valid TOML ({error}); correct it") from error
    except RecursionError as error:
        raise ReadError("data nest too deeply; flatten them") from error
    builder = TextBuilder()
    node = add_data(builder, datum)
    return builder.build(source, "application/toml", metadata=data_metadata(node), data=(node,))
