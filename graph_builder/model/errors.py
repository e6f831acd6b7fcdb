"""Errors and problems: what was wrong, where, and what to do next."""

from __future__ import annotations

from dataclasses import dataclass


class GraphBuilderError(Exception):
    """An error whose message a user can act on: what was wrong, where, and what to do next."""


class ReadError(GraphBuilderError):
    """A source that cannot be read as a document or as records."""


class StoreError(GraphBuilderError):
    """A store that is missing, damaged or in use."""


class QueryError(GraphBuilderError):
    """A query that is unknown, malformed or lacks a parameter."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that went wrong with one source and did not stop the others.

    >>> str(Problem("cv.pdf", "the file is encrypted", "save it without a password"))
    'cv.pdf: the file is encrypted; save it without a password'
    """

    source: str
    what: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.source}: {self.what}" + (f"; {self.advice}" if self.advice else "")
