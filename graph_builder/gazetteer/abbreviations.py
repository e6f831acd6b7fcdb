"""Abbreviated titles of journals and conferences, matched word by word with the full ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graph_builder.gazetteer.entry import Entry
from graph_builder.gazetteer.normalize import normalize, without_edition

SPONSORS = frozenset(
    "acm ieee usenix aaai sigchi sigplan sigmod sigkdd sigir international ifip cvf rsj eurographics".split()
)
"""Words, of venues' names, that some print and others leave out."""
_PROCEEDINGS = frozenset({("proc",), ("proceedings",)})
_SMALL = frozenset("the of and in on for at a an de la der die und".split())


class AbbreviationIndex:
    """Full titles under the first letters of their words, so that ISO 4 abbreviations find them.

    >>> venue = Entry("x", "Physical Review Letters", "journal")
    >>> AbbreviationIndex([venue]).find("Phys. Rev. Lett.").name
    'Physical Review Letters'
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._titles: dict[str, list[tuple[tuple[str, ...], Entry]]] = {}
        for entry in entries:
            for words in dict.fromkeys(v for name in entry.names for v in _variants(_words(name))):
                self._titles.setdefault(_initials(words), []).append((words, entry))

    def find(self, name: str) -> Entry | None:
        """Return the one entry with a title that *name* abbreviates, or None."""
        for short in _variants(_words(without_edition(name))):
            hits = {
                entry.id: entry
                for full, entry in self._titles.get(_initials(short), ())
                if all(map(abbreviates, short, full))
            }
            if hits:
                return next(iter(hits.values())) if len(hits) == 1 else None
        return None


def initials(name: str) -> set[str]:
    """Return the first letters of the words of a title that any abbreviation of it shares, or any full form.

    >>> sorted(initials("Proceedings of the Loom Society")), initials("Looms")
    (['ls', 'pls'], set())
    """
    forms = {_words(name), _words(without_edition(name))}
    return {_initials(words) for form in forms for words in _variants(form)}


def abbreviates(short: str, full: str) -> bool:
    """Return whether *short* abbreviates the word *full*: its beginning, or a contraction (``Intl``).

    >>> abbreviates("proc", "proceedings"), abbreviates("natl", "national"), abbreviates("comp", "communication")
    (True, True, False)
    """
    if full.startswith(short):
        return True
    return 3 < len(short) < len(full) and _contracts(short, full)


def _contracts(short: str, full: str) -> bool:
    """Two letters of the beginning are kept, the rest in order, the last letter being one of the last three."""
    if short[:2] != full[:2] or short[-1] not in full[-3:]:
        return False
    rest = iter(full)
    return all(letter in rest for letter in short)


def _variants(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the words of a title, then without "Proceedings of", then without sponsors too; nothing of one word."""
    for shorter in (
        words,
        bare := words[1:] if words[:1] in _PROCEEDINGS else words,
        tuple(w for w in bare if w not in SPONSORS),
    ):
        if len(shorter) > 1:
            yield shorter


def _words(name: str) -> tuple[str, ...]:
    return tuple(w for w in normalize(name).split() if w not in _SMALL)


def _initials(words: tuple[str, ...]) -> str:
    return "".join(w[0] for w in words)
