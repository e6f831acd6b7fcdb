"""Places that stand in printed affiliations: countries, regions and towns, as evidence for where an organization is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph_builder.gazetteer.entry import columns, lines
from graph_builder.gazetteer.registry.ror import Organization
from graph_builder.gazetteer.registry.tokens import Word, keys

LONGEST = 5


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a text: the words that name it, whether they name a country, and in which countries it may be."""

    start: int
    end: int
    country: bool
    countries: frozenset[str]


def place_names(records: Iterable[Organization]) -> dict[str, tuple[bool, tuple[str, ...]]]:
    """Return the names of places by their words: whether they name a country, and where they are.

    Countries and the regions of some come from a file of ours, towns and regions from where the records are.
    """
    towns: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        for place in {*record.cities, *record.regions}:
            if record.country and (words := keys(place)):
                towns[" ".join(words)][record.country] += 1
    found = {name: (False, tuple(sorted(where))) for name, where in towns.items()}
    for name, where, country in _listed():
        known = found.get(name, (False, ()))
        found[name] = (known[0] or country, tuple(sorted({*known[1], where})))
    return found


def _listed() -> Iterable[tuple[str, str, bool]]:
    for line in lines("countries.txt"):
        code, names, regions = columns(line, 3)
        for part, country in ((names, True), (regions, False)):
            for name in part.split(";"):
                if words := keys(name):
                    yield " ".join(words), code, country


def find_places(words: Sequence[Word], known: Mapping[str, tuple[bool, tuple[str, ...]]]) -> list[Place]:
    """Return the places that *words* name, longest first at each word. A code of two letters needs its capitals."""
    found: list[Place] = []
    at, count = 0, len(words)
    while at < count:
        for end in range(min(at + LONGEST, count), at, -1):
            key = words[at].key if end == at + 1 else " ".join([w.key for w in words[at:end]])
            hit = known.get(key)
            if hit and (len(key) > 2 or words[at].shown.isupper() or not key.isascii()):
                found.append(Place(at, end, hit[0], frozenset(hit[1])))
                at = end
                break
        else:
            at += 1
    return found
