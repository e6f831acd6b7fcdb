"""Quotes: where the words that somebody claims to have read stand in a text, word for word."""

from __future__ import annotations

from graph_builder.model import Span


class Quotable:
    """A part of a text in which quotes are looked up; any white space of a quote matches any in the text.

    >>> Quotable("Ada  Lovelace,\\nLondon", Span(0, 21)).find("Lovelace, London")
    Span(start=5, end=21)
    """

    def __init__(self, text: str, span: Span) -> None:
        chars: list[str] = []
        places: list[int] = []
        for at in range(span.start, span.end):
            space = text[at].isspace()
            if not (space and (not chars or chars[-1] == " ")):
                chars.append(" " if space else text[at])
                places.append(at)
        self._plain = "".join(chars)
        self._places = places

    def find(self, quote: str, inside: Span | None = None) -> Span | None:
        """Return where *quote* stands first, between the borders of words, or None; *inside* narrows the search."""
        wanted = " ".join(quote.split())
        if not wanted:
            return None
        at = self._plain.find(wanted)
        while at >= 0:
            found = Span(self._places[at], self._places[at + len(wanted) - 1] + 1)
            if self._is_whole(at, at + len(wanted)) and (inside is None or inside.covers(found)):
                return found
            at = self._plain.find(wanted, at + 1)
        return None

    def _is_whole(self, start: int, end: int) -> bool:
        """Tell whether no word goes on beyond the borders: "MIT" is not in "SMITH"."""
        plain = self._plain
        cut_before = start > 0 and plain[start - 1].isalnum() and plain[start].isalnum()
        cut_after = end < len(plain) and plain[end].isalnum() and plain[end - 1].isalnum()
        return not cut_before and not cut_after
