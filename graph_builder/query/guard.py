"""The guard before the engine: queries that would call out to other servers are refused, syntax errors are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from graph_builder.model import QueryError

_PLACE = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)
# First words of SPARQL Update; a query cannot begin with one of them.
_UPDATES = frozenset({"insert", "delete", "load", "clear", "drop", "create", "copy", "move", "add", "with"})

# What the engine reads as a call stands in one of these forms, whatever lies around it. No parser but the engine's own
# can tell for sure where its comments and texts end (a comment ends at a carriage return too, an escape does not end a
# text), so a text or comment that quotes a whole call is refused as well.
_BLANK = r"(?:\s|#[^\r\n]*+(?:[\r\n]|\Z))*+"
_CALLED = r"(?:<[^<>]*+>|[?$][^\s{}<>#;]++|[^\s{}<>#;\\:]*+:(?:[^\s{}<>#;\\]|\\.)*+)"
_SERVICE = re.compile(rf"(?i)service{_BLANK}(?:silent{_BLANK})?{_CALLED}{_BLANK}\{{")
_NAME = re.compile(r"(?:[?$]\w{0,200}|:[\w.-]{0,200})\Z")
_LONGEST_NAME = 200
_MANY = 1000

MAX_DEPTH = 200
"""Brackets that may stand open at once: at 3,000 the engine (pyoxigraph 0.5.13) overflows its stack and dies."""


def check(text: str) -> None:
    """Refuse a query that contains SERVICE, and one that nests too deeply.

    A variable, a name or a text with "service" in it is no reason to refuse, unless what follows reads like a call.

    Raises:
        QueryError: the query may call another server, or would overflow the engine's stack.

    >>> check('SELECT ?service { ?service ?p "SERVICE <http://example.org/>" }')
    >>> check("SELECT * { SERVICE <http://example.org/> { ?s ?p ?o } }")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    graph_builder.model.errors.QueryError: SERVICE is refused: ...
    """
    if _depth(text) > MAX_DEPTH:
        raise QueryError(f"the query nests more than {MAX_DEPTH} brackets; ask in smaller steps")
    if _reads_like_a_call(text):
        raise QueryError("SERVICE is refused: a query reads this store alone; ask the other endpoint by itself")


def _reads_like_a_call(text: str) -> bool:
    """Return whether a call stands anywhere, be it in a comment; the end of a name is none."""
    if not (many := text.casefold().count("service")):
        return False
    if many > _MANY:  # each is looked at up to the end of its line
        return True
    found = (call.start() for call in _SERVICE.finditer(text))
    return any(not _NAME.search(text[max(0, start - _LONGEST_NAME) : start]) for start in found)


def names_dataset(text: str) -> bool:
    """Return whether a query says with FROM which graphs it asks; without, it asks the union of all.

    >>> names_dataset("SELECT * FROM <http://example.org/> { ?s ?p ?o }"), names_dataset("SELECT ?from { ?from ?p ?o }")
    (True, False)
    """
    lowered = text.casefold()
    if "from" not in lowered and "\\u" not in lowered:
        return False
    from pyparsing.exceptions import ParseException

    try:
        tree = _parse_tree(text)
    except (ParseException, RecursionError, ValueError):
        return False  # the engine says what is wrong with it
    return any(getattr(node, "name", "") == "DatasetClause" for node in _walk(tree))


def syntax_error(text: str, message: str) -> QueryError:
    """Return a readable error for a query that the engine refused with *message*: line, column, and the line itself.

    The engine names the farthest character at which it looked, which lies up to a keyword's length behind the fault, or
    at the end of the text. rdflib's parser names where the faulty part begins, and therefore goes first.

    >>> print(syntax_error("SELECT * {\\n ?s ?p }", "error at 2:8: expected OPTIONAL"))
    SPARQL syntax error in line 2, column 2: not understood from here on
       ?s ?p }
       ^
    """
    from pyparsing.exceptions import ParseException

    try:
        _parse_tree(text)
    except ParseException as error:
        return _located(text, error.lineno, error.column, "not understood from here on")
    except RecursionError:
        return QueryError("the query is nested too deeply; ask in smaller steps")
    except ValueError as error:  # an escape that stands for no character
        return QueryError(f"SPARQL: {error}")
    found = _PLACE.fullmatch(message.strip())
    if found is None:
        return QueryError(f"SPARQL: {message.strip()}")
    line, column = int(found[1]), int(found[2])
    if "Prefix not found" not in message:
        return _located(text, line, column, "not allowed here")
    before = text.split("\n")[line - 1][: column - 1]
    start = len(before) - len(before.split()[-1]) + 1 if before.strip() else column
    return _located(text, line, start, "this prefix is not declared; add a PREFIX line")


def _depth(text: str) -> int:
    """Return how many brackets stand open at most, or 0 if they are few; those in strings count as well."""
    if text.count("{") + text.count("(") + text.count("[") <= MAX_DEPTH:  # at once, as with nearly every query
        return 0
    deepest = current = 0
    for character in text:
        if character in "{([":
            current += 1
            deepest = max(deepest, current)
        elif character in "})]":
            current -= 1
    return deepest


def _located(text: str, line: int, column: int, what: str) -> QueryError:
    lines = text.split("\n")
    shown = lines[line - 1] if line <= len(lines) else ""
    word = re.match(r"[A-Za-z]{1,10}", shown[column - 1 :])
    if word and word[0].casefold() in _UPDATES:
        return QueryError(
            f"{word[0].upper()} is refused: only SELECT, ASK, CONSTRUCT and DESCRIBE run; build adds data"
        )
    start = max(0, column - 61)
    pointer = f"  {shown[start : start + 100].expandtabs(1)}\n  {' ' * (column - 1 - start)}^"
    return QueryError(f"SPARQL syntax error in line {line}, column {column}: {what}\n{pointer}")


def _parse_tree(text: str) -> Any:
    # rdflib is slow to import, and most queries never come here.
    from rdflib.plugins.sparql.parser import parseQuery

    return parseQuery(_with_line_feeds(text))


def _with_line_feeds(text: str) -> str:
    # rdflib's comments end at a line feed alone, those of the recommendation and of the engine at either.
    return re.sub(r"\r(?!\n)", "\n", text)


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
