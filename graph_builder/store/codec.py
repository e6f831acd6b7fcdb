"""Serialisation: the model's nouns as compact JSON, and back."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, fields
from enum import Enum
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import orjson

from graph_builder.model import Document, StoreError

T = TypeVar("T")


def encode(value: object) -> bytes:
    """Return a value (a dataclass of the model) as UTF-8 JSON; fields that hold their default are left out.

    >>> from graph_builder.model import Span
    >>> encode(Span(0, 4))
    b'{"start":0,"end":4}'
    """
    if isinstance(value, Document):  # which has no fractions: orjson prints some of them otherwise
        with suppress(TypeError):  # a lone surrogate, or data that are very deep
            return orjson.dumps(value, _plain, orjson.OPT_PASSTHROUGH_DATACLASS)
    text = json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":"))
    # Lone surrogates (from broken input) survive: escaping them instead would join two halves into one character.
    return text.encode("utf-8", "surrogatepass")


def decode(kind: type[T], data: bytes) -> T:
    """Return the value of type *kind* that ``encode`` wrote.

    Raises ``StoreError`` if *data* is no such value.

    >>> from graph_builder.model import Span
    >>> decode(Span, b'{"start":0,"end":4}')
    Span(start=0, end=4)
    """
    try:
        wanted: Any = kind
        value: T = _reader(wanted)(json.loads(data.decode("utf-8", "surrogatepass")))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise StoreError(
            f"stored {kind.__name__} cannot be decoded ({error}); build the sources again into a new store"
        ) from error
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple):  # with names
        return list(value)
    return {name: item for name, default in _defaults(value.__class__) if (item := getattr(value, name)) != default}


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a dataclass with the default of each, or ``MISSING``; raise TypeError for anything else."""
    return tuple((item.name, _default(item)) for item in fields(kind))


def _default(item: Field[Any]) -> Any:
    return item.default_factory() if item.default_factory is not MISSING else item.default


# A reader is made once for each type and is plain closures after that: a build decodes the facts of every source.
Reader = Callable[[Any], Any]


@cache
def _reader(kind: Any) -> Reader:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is types.UnionType:  # the model has no other union than "or None"
        inner = _reader(next(a for a in arguments if a is not types.NoneType))
        return lambda data: None if data is None else inner(data)
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        item = _lazy(arguments[0])
        return lambda data: tuple([item(element) for element in data])
    if origin is tuple:
        readers = [_reader(a) for a in arguments]
        return lambda data: tuple([read(element) for read, element in zip(readers, data, strict=True)])
    if origin is not None and issubclass(origin, Mapping):
        item = _reader(arguments[1])
        return lambda data: {key: item(element) for key, element in data.items()}
    if hasattr(kind, "__dataclass_fields__"):
        return _dataclass_reader(kind)
    return kind if issubclass(kind, Enum) else _checked(kind)


def _lazy(kind: Any) -> Reader:
    """Return a reader that is looked up when first used: a ``Node`` holds nodes."""
    return (lambda data: _reader(kind)(data)) if hasattr(kind, "__dataclass_fields__") else _reader(kind)


def _dataclass_reader(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    readers = {item.name: _reader(hints[item.name]) for item in fields(kind)}

    def read(data: Any) -> Any:
        return kind(**{name: readers[name](value) for name, value in data.items()})

    return read


def _checked(kind: type[Any]) -> Reader:
    accepted = (int, float) if kind is float else kind

    def read(data: Any) -> Any:
        if not isinstance(data, accepted):
            raise TypeError(f"{kind.__name__} expected, {type(data).__name__} found")
        return data

    return read
