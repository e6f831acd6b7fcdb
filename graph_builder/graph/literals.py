"""Literals: text that every format can carry, numbers, and dates as precise as the source prints them."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache

from pyoxigraph import Literal

from graph_builder.graph.vocabulary import XSD_BOOLEAN, XSD_DATE, XSD_GYEAR, XSD_GYEARMONTH, XSD_INTEGER

TRUE = Literal("true", datatype=XSD_BOOLEAN)

# XML 1.0 cannot carry these, not even escaped, and a lone surrogate is no character at all.
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ISO = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


def text(value: str) -> Literal:
    """Return a plain literal. Characters that RDF/XML cannot carry become U+FFFD, one for one, so offsets still hold.

    >>> text('a<b').value
    'a<b'
    """
    if _UNFIT.search(value):
        value = _UNFIT.sub("\ufffd", value)
    return Literal(value)


@lru_cache(maxsize=4096)
def date(value: str) -> Literal | None:
    """Return an ISO 8601 date as ``xsd:gYear``, ``xsd:gYearMonth`` or ``xsd:date``; None if it is not a date.

    >>> date('2023-09').datatype.value, date('2023-13')
    ('http://www.w3.org/2001/XMLSchema#gYearMonth', None)
    """
    match = _ISO.fullmatch(value)
    if not match:
        return None
    year, month, day = match.groups()
    try:
        datetime.date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None
    return Literal(value, datatype=XSD_DATE if day else XSD_GYEARMONTH if month else XSD_GYEAR)


def year(value: str) -> Literal | None:
    """Return the year of an ISO 8601 date as ``xsd:gYear``, or None if it is not a date.

    >>> year('2023-09').value
    '2023'
    """
    return date(value[:4]) if date(value) else None


@lru_cache(maxsize=1024)
def position(value: str) -> Literal | None:
    """Return a position, counted from 1, as ``xsd:integer``, or None if it is not a whole number of at least 1.

    >>> position('02').value, position('first')
    ('2', None)
    """
    if not (value.isascii() and value.isdecimal() and len(value) < 10) or int(value) < 1:
        return None
    return Literal(str(int(value)), datatype=XSD_INTEGER)
