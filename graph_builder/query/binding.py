"""Binding parameters: what a user gives for a parameter becomes a typed RDF term, never a piece of query text."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

import pyoxigraph as ox

from graph_builder.model import QueryError
from graph_builder.query.catalogue import NamedQuery, Parameter, ParameterKind
from graph_builder.query.lookup import entity, source

Value = str | int | float

_XSD = "http://www.w3.org/2001/XMLSchema#"


def bind(store: ox.Store, query: NamedQuery, params: Mapping[str, Value]) -> dict[str, ox.NamedNode | ox.Literal]:
    """Return the terms to put for the variables of *query*, defaults included.

    Raises:
        QueryError: a parameter is unknown or missing, or its value is of the wrong kind or names nothing.
    """
    if not query.parameters:
        return {name: _free(name, value) for name, value in params.items()}
    given = {query.parameter(name).name: value for name, value in params.items()}
    for parameter in query.parameters:
        if parameter.required and str(given.get(parameter.name, "")).strip() == "":
            raise QueryError(
                f"query {query.name}: parameter {parameter.name} is missing; add --param {parameter.name}="
                f'"{parameter.example}" ({parameter.description})'
            )
        if parameter.default:
            given.setdefault(parameter.name, parameter.default)
    return {name: term(store, query.parameter(name), value) for name, value in given.items()}


def term(store: ox.Store, parameter: Parameter, value: Value) -> ox.NamedNode | ox.Literal:
    """Return *value* as the term that *parameter* wants.

    Raises:
        QueryError: a number is no number, a year no year, or a name is unknown or ambiguous.

    >>> year = Parameter("year", ParameterKind.YEAR, True, "", "2021", "the year")
    >>> term(ox.Store(), year, "2021").value
    '2021'
    """
    text = str(value).strip()
    match parameter.kind:
        case ParameterKind.YEAR:
            return _year(parameter, text)
        case ParameterKind.NUMBER:
            return _number(parameter, text)
        case ParameterKind.TEXT:
            return ox.Literal(text)
        case ParameterKind.SOURCE:
            return source(store, text)
        case _:
            return entity(store, parameter.kind, text)


def _year(parameter: Parameter, text: str) -> ox.Literal:
    if not (text.isascii() and text.isdigit() and len(text) == 4):
        raise QueryError(
            f"parameter {parameter.name}: {text!r} is no year; write four digits, such as {parameter.example}"
        )
    return ox.Literal(text, datatype=ox.NamedNode(_XSD + "integer"))


def _number(parameter: Parameter, text: str) -> ox.Literal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not (number.is_finite() and -(10**15) < number < 10**15):
        raise QueryError(f"parameter {parameter.name}: {text!r} is no number; write one such as {parameter.example}")
    kind = "integer" if number == number.to_integral_value() else "decimal"
    return ox.Literal(f"{number:f}" if kind == "decimal" else str(int(number)), datatype=ox.NamedNode(_XSD + kind))


def _free(name: str, value: Value) -> ox.NamedNode | ox.Literal:
    """Return a value for a query without a header: an IRI in angle brackets, or a literal."""
    if not name.isidentifier():
        raise QueryError(f"{name!r} is no variable name; use letters, digits and underscores")
    if isinstance(value, int | float):
        return ox.Literal(value)
    if value.startswith("<") and value.endswith(">"):
        try:
            return ox.NamedNode(value[1:-1])
        except ValueError as error:
            raise QueryError(f"parameter {name}: {value} is no IRI ({error})") from error
    return ox.Literal(value)
