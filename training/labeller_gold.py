"""Facts laid over the words of their document: which words are the title, the venue, the employer that a fact names."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from graph_builder.extract.labels.lines import Laid
from graph_builder.extract.labels.model import INDEX
from graph_builder.extract.page import SectionKind

Gold = dict[str, Any]
_K = SectionKind
_YEAR = re.compile(r"(?:19|20)\d\d")
_CASES = re.IGNORECASE
_DEGREES = {
    "doctorate": re.compile(r"(?:ph\.?d\.?|d\.?phil\.?|doctor\w*|dr\.?|sc\.?d|docteur|dottorato|promotion)$", _CASES),
    "master": re.compile(r"(?:m\.?sc?\.?|m\.?a|master\w*|m\.?phil|m\.?eng|m\.?tech|mba|laurea|diplom\w*)$", _CASES),
    "bachelor": re.compile(r"(?:b\.?sc?\.?|b\.?a|bachelor\w*|b\.?tech|b\.?eng|a\.?b|licen\w+)$", _CASES),
}
_ADVISED = re.compile(r"(?:advis|supervis|mentor|ph\.?d|under|guid|prof|dr|with|direct|promot|co-)", _CASES)
_SERVED = re.compile(
    r"(?:review|refere|program|committee|chair|editor|organi[sz]|pc|tpc|board|member|ad|judge|panel)", _CASES
)
_STUDIED = re.compile(r"(?:interest|research|focus|area|work|stud)", _CASES)
_SILENT = {
    "publications": {_K.PUBLICATIONS, _K.PATENTS}, "education": {_K.EDUCATION}, "employment": {_K.EMPLOYMENT},
    "awards": {_K.AWARDS, _K.GRANTS}, "service": {_K.SERVICE}, "topics": {_K.TOPICS},
}  # fmt: skip
"""Sections whose lines teach nothing where the facts of a document have none of a kind: they were not noted down."""

Place = tuple[int, int]  # first and last word


def parts(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    plain = unicodedata.normalize("NFKD", text.replace("&", " and ")).casefold()
    return re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c)))


def taught(lines: Sequence[Laid], gold: Gold) -> list[list[int] | None]:
    """Return the labels of the words of each line, or nothing for lines that the facts say nothing about."""
    words = _Words(lines)
    for name, put in (("publications", _paper), ("education", _education), ("employment", _employment),
                      ("awards", _award), ("advisors", _advisor), ("advisees", _advisor), ("topics", _topic),
                      ("service", _service)):  # fmt: skip
        for fact in gold.get(name) or []:
            put(words, fact)
    silent = {kind for name, kinds in _SILENT.items() if not gold.get(name) for kind in kinds}
    out: list[list[int] | None] = []
    at = 0
    for item in lines:
        labels = words.labels[at : at + len(item.words)]
        at += len(item.words)
        unknown = item.section.kind in silent and not item.heading and not any(labels)
        out.append(None if unknown or not labels else labels)
    return out


class _Words:
    """All words of a document in a row, with their labels."""

    def __init__(self, lines: Sequence[Laid]) -> None:
        self.kinds = [item.section.kind for item in lines for _ in item.words]
        self.words = [word for item in lines for word in item.words]
        self.labels = [0] * len(self.words)
        self._parts = [(part, i) for i, word in enumerate(self.words) for part in parts(word)]
        self._at: dict[str, list[int]] = defaultdict(list)
        for place, (part, _) in enumerate(self._parts):
            self._at[part].append(place)

    def find(self, names: Iterable[str | None]) -> list[Place]:
        """Return where one of some names stands."""
        out = []
        for wanted in (parts(name) for name in names if name):
            for at in self._at.get(wanted[0], ()) if wanted else ():
                run = self._parts[at : at + len(wanted)]
                if [part for part, _ in run] == wanted and run[-1][1] - run[0][1] < 2 * len(wanted) + 6:
                    out.append((run[0][1], run[-1][1]))
        return out

    def near(self, place: Place, before: int, behind: int) -> range:
        """Return the places of the words around a name."""
        return range(max(0, place[0] - before), min(len(self.words), place[1] + behind))

    def free(self, place: Place) -> bool:
        """Tell whether no word of a name has a label yet."""
        return not any(self.labels[place[0] : place[1] + 1])

    def put(self, place: Place, label: str, *, force: bool = False) -> None:
        """Label the words of a name, those that have a label already only by *force*."""
        for at in range(place[0], place[1] + 1):
            if force or not self.labels[at]:
                self.labels[at] = INDEX[label]

    def put_year(self, place: Place, year: str | None, label: str, before: int = 25, behind: int = 25) -> None:
        """Label the year of a fact nearest to its name."""
        here = [at for at in self.near(place, before, behind) if year and self.words[at][:4] == year[:4]]
        here = [at for at in here if not place[0] <= at <= place[1]]
        if here:
            nearest = min(here, key=lambda at: abs(at - place[1]))
            self.put((nearest, nearest), label)

    def size(self, place: Place) -> int:
        """Return of how many words a name is."""
        return place[1] - place[0] + 1

    def count(self, pattern: re.Pattern[str], places: Iterable[int]) -> int:
        """Return how many words at some places a pattern matches."""
        return sum(pattern.match(self.words[at]) is not None for at in places)


def _names(fact: Gold, key: str) -> list[str]:
    return [fact.get(key) or "", *(fact.get("also") or [])]


def _paper(words: _Words, fact: Gold) -> None:
    authors = fact.get("authors") or []
    for place in words.find([fact.get("title")])[:4]:
        words.put(place, "title", force=True)
        around = words.near(place, 10 + 6 * len(authors), 12 + 8 * len(authors))
        for found in words.find(authors):
            if found[0] in around:
                words.put(found, "author")
        venues = [v for v in words.find([fact.get("venue"), *(fact.get("venue_also") or [])]) if v[0] in around]
        if venues:
            words.put(min(venues, key=lambda v: abs(v[0] - place[1])), "venue")
        words.put_year(place, fact.get("year"), "year", 10 + 6 * len(authors), 12 + 8 * len(authors))


def _education(words: _Words, fact: Gold) -> None:
    degree = _DEGREES.get(fact.get("degree") or "")
    place = _house(words, fact, "institution", (_K.EDUCATION, _K.EMPLOYMENT), [], degree)
    if place is None:
        return
    words.put(place, "school")
    named = [at for at in words.near(place, 40, 40) if degree and degree.match(words.words[at])]
    if named:
        nearest = min(named, key=lambda at: abs(at - place[0]))
        words.put((nearest, nearest), "degree")
    for key in ("start", "end"):
        words.put_year(place, fact.get(key), "school year", 40, 40)


def _employment(words: _Words, fact: Gold) -> None:
    roles = words.find([fact.get("role")])
    place = _house(words, fact, "organization", (_K.EMPLOYMENT, _K.EDUCATION), roles, None)
    if place is None:
        return
    words.put(place, "employer")
    near = [r for r in roles if abs(r[0] - place[0]) < 60]
    if near:
        words.put(min(near, key=lambda r: abs(r[0] - place[0])), "role")
    for key in ("start", "end"):
        words.put_year(place, fact.get(key), "employer year", 40, 40)


def _house(
    words: _Words, fact: Gold, key: str, kinds: tuple[SectionKind, SectionKind], roles: list[Place],
    degree: re.Pattern[str] | None,
) -> Place | None:  # fmt: skip
    """Return the place of a school or employer that has most of its fact around it."""
    years = {(fact.get(k) or "")[:4] for k in ("start", "end")} - {"", "pres"}
    scored = []
    for place in words.find(_names(fact, key)):
        if words.free(place):
            around = words.near(place, 40, 40)
            worth = 0.3 * words.size(place) + 2.0 * (words.kinds[place[0]] is kinds[0])
            worth += len({words.words[at] for at in around} & years) - 2.0 * (words.kinds[place[0]] is kinds[1])
            worth += 2.0 * any(abs(r[0] - place[0]) < 40 for r in roles)
            worth += 2.0 * (degree is not None and words.count(degree, around) > 0)
            scored.append((worth, -place[0], place))
    best = max(scored, default=None)
    return best[2] if best and best[0] >= 1.5 else None


def _award(words: _Words, fact: Gold) -> None:
    def worth(place: Place) -> float:
        dated = any(words.words[at][:4] == (fact.get("year") or "-")[:4] for at in words.near(place, 25, 25))
        return words.size(place) + 5 * (words.kinds[place[0]] is _K.AWARDS) + 2 * dated

    found = words.find(_names(fact, "name"))
    if found:
        place = max(found, key=lambda p: (worth(p), -p[0]))
        words.put(place, "award")
        words.put_year(place, fact.get("year"), "award year")


def _advisor(words: _Words, fact: Gold) -> None:
    def worth(place: Place) -> float:
        cues = words.count(_ADVISED, range(max(0, place[0] - 14), place[0]))
        elsewhere = words.kinds[place[0]] in {_K.PUBLICATIONS, _K.REFEREES}
        return cues + 3.0 * (words.kinds[place[0]] is _K.STUDENTS) - 3.0 * elsewhere

    found = [p for p in words.find(_names(fact, "name")) if words.free(p)]
    if found:
        words.put(max(found, key=lambda p: (worth(p), -p[0])), "advisor")


def _topic(words: _Words, fact: Gold | list[str]) -> None:
    def worth(place: Place) -> float:
        kind = words.kinds[place[0]]
        stated = words.count(_STUDIED, range(max(0, place[0] - 40), place[0])) > 0
        elsewhere = kind in {_K.PUBLICATIONS, _K.EDUCATION, _K.EMPLOYMENT}
        return (
            words.size(place)
            + 4 * (kind is _K.TOPICS)
            + 2 * (kind in {_K.ABOUT, _K.OTHER})
            + 2 * stated
            - 4 * elsewhere
        )

    found = [p for p in words.find(fact if isinstance(fact, list) else fact["names"]) if words.free(p)]
    if found:
        words.put(max(found, key=lambda p: (worth(p), -p[0])), "topic")


def _service(words: _Words, fact: Gold) -> None:
    year = (fact.get("year") or "")[:4]

    def worth(place: Place) -> float:
        kind = words.kinds[place[0]]
        told = 0.5 * words.count(_SERVED, range(max(0, place[0] - 15), place[0]))
        dated = bool(year) and any(words.words[at][:4] == year for at in words.near(place, 12, 12))
        return 0.2 * words.size(place) + 4 * (kind is _K.SERVICE) + told + 2 * dated - 3 * (kind is _K.PUBLICATIONS)

    found = [p for p in words.find(_names(fact, "venue")) if words.labels[p[0]] in {0, INDEX["served"]}]
    place = max(found, key=lambda p: (worth(p), -p[0]), default=None)
    if place is not None and worth(place) >= 0.5:
        words.put(place, "served")
        words.put_year(place, fact.get("year"), "served year", 12, 25)
