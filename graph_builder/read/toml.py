"""TOML files become Documents: CVs and settings of sites."""

from __future__ import annotations

import tomllib

from graph_builder.model import Document, ReadError
from graph_builder.read.builder import TextBuilder
from graph_builder.read.data import add_data
from graph_builder.read.data_latex import without_latex
from graph_builder.read.encoding import decode
from graph_builder.read.front_matter import parse_toml
from graph_builder.read.metadata import data_metadata
from graph_builder.read.traced import Traced


def read_toml(data: bytes, source: str) -> Document:
    """Return a TOML file as a document with one field for each value that has text.

    >>> read_toml(b'name = "Ada"', "cv.toml").text
    'Ada'

    Raises:
        ReadError: the file is no valid TOML, or nests too deeply.
    """
    text, _ = decode(data)
    try:
        (datum,) = without_latex([parse_toml(Traced.whole(text))])
    except tomllib.TOMLDecodeError as error:
        raise ReadError(f"no valid TOML ({error}); correct it") from error
    except RecursionError as error:
        raise ReadError("data nest too deeply; flatten them") from error
    builder = TextBuilder()
    node = add_data(builder, datum)
    return builder.build(source, "application/toml", metadata=data_metadata(node), data=(node,))
