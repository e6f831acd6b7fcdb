"""What speaks for and against a candidate, in figures that a trained model weighs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graph_builder.gazetteer.registry.candidates import Candidate, Scene
from graph_builder.gazetteer.registry.ror import NameKind, Organization
from graph_builder.gazetteer.registry.tokens import HEADS, keys

TYPES = ("education", "facility", "company", "government", "funder")
_UNITS = frozenset(
    "department school faculty division section group program college laboratory center unit clinic chair office "
    "branch".split()
)
_GOES_ON = frozenset(
    "hospital college school center medical system institute academy laboratory trust foundation university clinic "
    "company press hospitals".split()
)
_COMMON = frozenset(
    "university institute national center research science technology medical college hospital school department "
    "laboratory academy international state health engineering general society company".split()
)
_CARE = frozenset("hospital medical clinic health infirmary krankenhaus klinikum".split())
_FIELD = tuple("logy ics try ing ine ery gy ces tion ment ture sy hy ses ory ity nce phy".split())
_OF = (" of ", " de ", " der ", " at ", " for ", " and ", " & ", "-", "–")
_IN = (" of ", " at ", " de ", " for ", " in ")


@dataclass(frozen=True, slots=True)
class RecordWords:
    """A record with the words of its places, made once."""

    record: Organization
    cities: frozenset[str]
    regions: frozenset[str]


def record_words(record: Organization) -> RecordWords:
    """Return a record with what features need of it."""
    return RecordWords(record, frozenset(map(_words, record.cities)), frozenset(map(_words, record.regions)))


def _words(place: str) -> str:
    return " ".join(keys(place))


@dataclass(slots=True)
class View:
    """A scene with what all of its candidates share."""

    scene: Scene
    known: dict[int, RecordWords]
    info: dict[int, float]
    placed: list[bool]

    @classmethod
    def of(cls, scene: Scene, look: Callable[[int], RecordWords]) -> View:
        """Return the view of a scene; *look* gives the record with a number."""
        found = {n: look(n) for n in scene.candidates}
        placed = [False] * len(scene.words)
        for place in scene.places:
            placed[place.start : place.end] = [True] * (place.end - place.start)
        info = {n: scene.info(c.start, c.end) for n, c in scene.candidates.items()}
        return cls(scene, found, info, placed)


def features(view: View) -> dict[int, dict[str, float]]:
    """Return the figures of each candidate of a scene, by its number."""
    where = {n: _places(view, c) for n, c in view.scene.candidates.items()}
    return {
        n: {**_name(view, c), **where[n], **_neighbours(view, c), **_rivals(view, c, where), **_record(view, c)}
        for n, c in view.scene.candidates.items()
    }


def _name(view: View, c: Candidate) -> dict[str, float]:
    idf = view.scene.idf[c.start : c.end]
    words = view.scene.words[c.start : c.end]
    count = c.end - c.start
    return {
        "kind": c.kind,
        "acronym": c.kind is NameKind.ACRONYM,
        "like": c.kind is NameKind.LIKE or c.corrected,
        "name cover": c.cover,
        "words": count,
        "info": view.info[c.number],
        "highest idf": max(idf),
        "shared": min(4, c.shared),
        "all places": all(view.placed[c.start : c.end]),
        "common": all(w.key in _COMMON or view.placed[at] for at, w in enumerate(words, c.start)),
        "of inside": count > 1 and any(w in _gap(view, c.start) for w in _OF),
        "of last": count > 2 and any(w in _gap(view, c.end - 2) for w in _OF),
        "comma inside": any(words[n].part != words[n + 1].part for n in range(count - 1)),
        "head first": words[0].key in HEADS,
        "head last": words[-1].key in HEADS,
        "heads": sum(w.key in HEADS for w in words),
        "crosses": words[0].part != words[-1].part,
        "university": any(w.key == "university" for w in words),
    }


def _gap(view: View, at: int) -> str:
    """What is printed between a word and the next, in lower case."""
    words = view.scene.words
    return view.scene.text[words[at].end : words[at + 1].start].lower()


def _places(view: View, c: Candidate) -> dict[str, float]:
    record = view.known[c.number].record
    places = zip(view.scene.places, view.scene.place_names, strict=True)
    outside = [(p, name) for p, name in places if p.end <= c.start or p.start >= c.end]
    countries = frozenset().union(*(p.countries for p, _ in outside if p.country))
    regions = frozenset().union(*(p.countries for p, _ in outside if not p.country))
    near = next((p.countries for p, _ in outside if p.country and p.start >= c.end), None)
    named = {name for _, name in outside}
    own = " ".join([w.key for w in view.scene.words[c.start : c.end]])
    city = not view.known[c.number].cities.isdisjoint(named)
    return {
        "country": record.country in countries,
        "other country": bool(countries) and record.country not in countries,
        "country behind": near is not None and record.country in near,
        "other country behind": near is not None and record.country not in near,
        "region of country": not countries and record.country in regions,
        "region elsewhere": not countries and bool(regions) and record.country not in regions,
        "no place": not outside,
        "city": city,
        "region": not view.known[c.number].regions.isdisjoint(named),
        "city in name": any(town in own for town in view.known[c.number].cities),
        "other city": not city and any(not p.country for p, _ in outside),
        "places": min(5, len(outside)),
    }


def _neighbours(view: View, c: Candidate) -> dict[str, float]:
    words, text = view.scene.words, view.scene.text
    first, last = c.start, c.end
    part, end_part = words[c.start].part, words[c.end - 1].part
    while first > 0 and words[first - 1].part == part:
        first -= 1
    while last < len(words) and words[last].part == end_part:
        last += 1
    opens, closes = first == c.start, last == c.end
    before = "" if opens else words[c.start - 1].key
    after = "" if closes else words[c.end].key
    gap = "" if opens else text[words[c.start - 1].end : words[c.start].start].lower()
    next_gap = "" if closes else text[words[c.end - 1].end : words[c.end].start].lower()
    return {
        "opens": opens,
        "closes": closes,
        "whole part": opens and closes,
        "before": min(6, c.start - first),
        "after": min(6, last - c.end),
        "share of part": (c.end - c.start) / (last - first),
        "name before": not opens
        and not gap.strip()
        and before not in _UNITS
        and words[c.start - 1].shown[:1].isupper(),
        "field before": before.endswith(_FIELD),
        "idf before": 0.0 if opens else view.scene.idf[c.start - 1],
        "goes on": after in _GOES_ON,
        "head later": any(w.key in HEADS for w in words[c.end : min(c.end + 5, last)]),
        "place after": not closes and view.placed[c.end],
        "name after": not closes
        and not view.placed[c.end]
        and after not in _GOES_ON
        and after not in _UNITS
        and not next_gap.strip()
        and words[c.end].shown[:1].isupper(),
        "linked after": any(w in next_gap for w in _IN),
        "idf after": 0.0 if closes else view.scene.idf[c.end],
        "care after": any(w.key in _CARE for w in words[c.end : min(c.end + 3, last)]),
        "position": c.start / len(words),
        "length": min(len(words), 40),
        "part": min(part - words[0].part, 8),
        "parts": min(words[-1].part - words[0].part, 12),
        "university elsewhere": any(w.key == "university" for w in words[: c.start])
        or any(w.key == "university" for w in words[c.end :]),
    }


def _rivals(view: View, c: Candidate, where: Mapping[int, Mapping[str, float]]) -> dict[str, float]:
    record = view.known[c.number].record
    same, around, across, apart = [], [], [], []
    for number, other in view.scene.candidates.items():
        if number == c.number:
            continue
        if other.end <= c.start or other.start >= c.end:
            if not where[number]["other country"]:
                apart.append(number)
        elif (other.start, other.end) == (c.start, c.end):
            same.append(number)
        elif other.start <= c.start and other.end >= c.end:
            around.append(number)
        elif not (other.start >= c.start and other.end <= c.end):
            across.append(number)
    rank = _rank(view, c, where)
    ranks = [_rank(view, view.scene.candidates[n], where) for n in same]
    records = view.known
    whole = view.info[c.number]
    return {
        "same": any(not where[n]["other country"] for n in same),
        "same better": any(r > rank for r in ranks),
        "same worse": bool(ranks) and all(r < rank for r in ranks),
        "same tie": any(r == rank for r in ranks),
        "around": bool(around),
        "across": bool(across),
        "across longer": any(view.info[n] > whole for n in across),
        "parent elsewhere": any(records[n].record.id in record.parents for n in apart),
        "child elsewhere": any(records[n].record.id in record.children for n in apart),
        "school elsewhere": any("education" in records[n].record.types and view.info[n] > 9 for n in apart),
        "better elsewhere": any(view.info[n] > whole for n in apart),
        "share of info": whole / max(view.info.values()),
        "candidates": min(8, len(view.info)),
    }


def _rank(view: View, c: Candidate, where: Mapping[int, Mapping[str, float]]) -> tuple[float, ...]:
    place = where[c.number]
    active = view.known[c.number].record.status == "active"
    return (2 * place["country"] + place["region of country"], place["city"], active, -c.kind)


def _record(view: View, c: Candidate) -> dict[str, float]:
    record = view.known[c.number].record
    return {
        **{f"type {t}": t in record.types for t in TYPES},
        "inactive": record.status != "active",
        "parents": len(record.parents),
        "children": math.log1p(len(record.children)),
        "related": math.log1p(len(record.related)),
        "names": math.log1p(len(record.names)),
    }
