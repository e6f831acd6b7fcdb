"""The guard before the engine: queries that would call out to other servers are refused, syntax errors are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from graph_builder.model import QueryError

_PLACE = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)
# First words of SPARQL Update; a query cannot begin with one of them.
_UPDATES = frozenset({"insert", "delete", "load", "clear", "drop", "create", "copy", "move", "add", "with"})


def check(text: str) -> None:
    """Refuse a query that contains SERVICE, and updates such as LOAD.

    A keyword cannot stand in a text without its letters, so a text without them is safe and is not parsed here. Any
    other text is parsed, and its parse tree decides: a variable or string called "service" is no reason to refuse.

    Raises:
        QueryError: the query calls another server, changes data, or cannot be parsed to make sure that it does not.

    >>> check('SELECT ?service { ?service ?p "SERVICE <http://example.org/>" }')
    >>> check("SELECT * { SERVICE <http://example.org/> { ?s ?p ?o } }")
    Traceback (most recent call last):
        ...
    graph_builder.model.errors.QueryError: SERVICE is refused: ...
    """
    lowered = text.casefold()
    if "service" not in lowered and "\\u" not in lowered:
        return
    if any(getattr(node, "name", "") == "ServiceGraphPattern" for node in _walk(_parse_tree(text))):
        raise QueryError("SERVICE is refused: a query reads this store alone; load the other data into a graph instead")


def syntax_error(text: str, message: str) -> QueryError:
    """Return a readable error for the engine's *message* about *text*: line, column, and the line itself.

    >>> print(syntax_error("SELECT * {\\n ?s ?p }", "error at 2:8: expected object"))
    SPARQL syntax error in line 2, column 8: expected object
       ?s ?p }
             ^
    """
    found = _PLACE.fullmatch(message.strip())
    if found is None:
        return QueryError(f"SPARQL: {message.strip()}")
    line, column = int(found[1]), int(found[2])
    if update := _first_word_at(text, line, column):
        return QueryError(f"{update.upper()} is refused: only SELECT, ASK, CONSTRUCT and DESCRIBE run; build adds data")
    return QueryError(
        f"SPARQL syntax error in line {line}, column {column}: {_shorten(found[3])}\n{_pointer(text, line, column)}"
    )


def _pointer(text: str, line: int, column: int) -> str:
    lines = text.split("\n")
    shown = lines[line - 1].expandtabs(1) if line <= len(lines) else ""
    start = max(0, column - 1 - 60)
    return f"  {shown[start : start + 100]}\n  {' ' * (column - 1 - start)}^"


def _shorten(expected: str) -> str:
    """Cut the engine's list of all characters that could follow: what is wanted is the place."""
    if "expected one of" not in expected:
        return " ".join(expected.split())
    words = re.findall(r'"([A-Za-z{}()<>.;,:?$*=!&|+/^-]{1,20})"|\b([A-Z]{3,})\b', expected)
    kept = list(dict.fromkeys(a or b for a, b in words))
    return f"expected {', '.join(kept[:12])}" if kept else "not expected here"


def _first_word_at(text: str, line: int, column: int) -> str:
    """Return the update keyword at which parsing stopped, if it is one: the engine reads queries alone."""
    rest = "\n".join(text.split("\n")[line - 1 :])[column - 1 :]
    word = re.match(r"[A-Za-z]{1,10}", rest)
    return word[0] if word and word[0].casefold() in _UPDATES else ""


def _parse_tree(text: str) -> Any:
    # rdflib is slow to import, and most queries never come here.
    from pyparsing.exceptions import ParseException
    from rdflib.plugins.sparql.parser import parseQuery

    try:
        return parseQuery(text)
    except (ParseException, RecursionError) as error:
        place = (
            f"error at {error.lineno}:{error.column}: {error.msg}" if isinstance(error, ParseException) else str(error)
        )
        raise syntax_error(text, place) from error


def _walk(node: Any) -> Iterator[Any]:
    """Yield all nodes of an rdflib parse tree, without recursion: a hostile query may nest deeply."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        if isinstance(current, dict):
            waiting.extend(current.values())
        elif not isinstance(current, str) and hasattr(current, "__iter__"):
            waiting.extend(current)
