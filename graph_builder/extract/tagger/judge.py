"""The judge: how likely a fact that the tagger found is stated in the document, and right in all values."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from graph_builder.extract.calibration import log_odds
from graph_builder.extract.normalise.degrees import LEVELS
from graph_builder.extract.printed import SERVICE_ROLES, PrintedFact
from graph_builder.extract.tagger.encoder import SHIPPED, Tagged, session
from graph_builder.extract.tagger.labels import FIELDS, TAGS
from graph_builder.gazetteer import load, normalize
from graph_builder.model import Relation, Span

RELATIONS = tuple(dict.fromkeys(relation for relation in FIELDS.values() if relation is not Relation.PROFILE))
"""The relations whose facts are judged."""

FEATURES = (
    "relation", "level or duty", "sure", "least sure of name", "sure of values", "sure of year",
    "label", "other label", "no label", "label in evidence", "no label in evidence", "label around", "no label around",
    "name begins", "evidence begins", "beginning in evidence",
    "facts of relation", "sure of relation", "facts beside", "facts", "sure of document", "labelled of document",
    "values", "start or year", "end", "role", "last year", "other years",
    "words", "characters", "capitals", "known", "same name", "same name anywhere",
    "authors", "sure of authors", "sure of venue", "own", "own papers",
    "place", "words of line", "kind of line", "headings", "label in line", "before name", "behind name",
)  # fmt: skip
"""What the judge looks at, in the order of the columns of :func:`features`."""

_AROUND = 60  # units around its name
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DETAILS = (*LEVELS, *SERVICE_ROLES)
_COLUMNS = np.zeros((len(TAGS), len(RELATIONS)), np.float32)
for _number, _tag in enumerate(TAGS):
    if _number and FIELDS[_tag[2:]] in RELATIONS:
        _COLUMNS[_number, RELATIONS.index(FIELDS[_tag[2:]])] = 1


def features(facts: Sequence[PrintedFact], tagged: Tagged, text: str, names: Iterable[str] = ()) -> NDArray[np.float32]:
    """Return what the judge looks at: a row for each fact of a document, a column for each of ``FEATURES``.

    *names* are those of its subject.
    """
    read = _Features(facts, tagged, text, names)
    return np.array([read.of(fact) for fact in facts], np.float32).reshape(len(facts), len(FEATURES))


class _Features:
    """What facts of one document have in common, and from it the features of each."""

    def __init__(self, facts: Sequence[PrintedFact], tagged: Tagged, text: str, names: Iterable[str]) -> None:
        self.facts, self.tagged, self.text = facts, tagged, text
        self.own_words = {
            word for name in names if (words := normalize(name).split()) for word in (words[0], words[-1])
        }
        signed = [self._is_own(fact) for fact in facts if fact.authors]
        self.own_papers = sum(signed) / len(signed) if signed else -1.0
        self.labels = tagged.shares @ _COLUMNS
        self.sums = np.concatenate([np.zeros((1, len(RELATIONS))), self.labels.cumsum(0)])
        of_relation: dict[Relation, list[PrintedFact]] = defaultdict(list)
        for fact in facts:
            of_relation[fact.relation].append(fact)
        self.alike = {relation: _Alike(found) for relation, found in of_relation.items()}
        self.same = Counter((fact.relation, fact.name.text.casefold()) for fact in facts)
        self.anywhere = Counter(fact.name.text.casefold() for fact in facts)
        labelled = np.array([tag != "O" for tag in tagged.tags], bool)
        self.labelled = float(labelled.mean()) if len(labelled) else 0.0
        self.sure = float(tagged.sure[labelled].mean()) if labelled.any() else 0.0

    def _is_own(self, fact: PrintedFact) -> bool:
        """Return whether an author has the first or last word of a name of the subject."""
        return any(not self.own_words.isdisjoint(normalize(author.text).split()) for author in fact.authors)

    def _units(self, span: Span) -> tuple[int, int]:
        units = self.tagged.units
        first = int(np.searchsorted(units.ends, span.start + 1))
        return first, max(first, int(np.searchsorted(units.starts, span.end)))

    def _mean(self, first: int, last: int) -> NDArray[np.float64]:
        return np.asarray((self.sums[last] - self.sums[first]) / max(1, last - first))

    def _sure(self, spans: Iterable[Span]) -> float:
        """Return how sure the tagger is of some values, in the mean, or -1 where there is none."""
        shares = [self.tagged.sure[slice(*self._units(span))] for span in spans]
        means = [float(each.mean()) for each in shares if len(each)]
        return sum(means) / len(means) if means else -1.0

    def of(self, fact: PrintedFact) -> tuple[float, ...]:
        """Return the features of a fact."""
        own, printed, span, values = RELATIONS.index(fact.relation), fact.name.text, fact.name.span, fact.values
        units, begins = self.tagged.units, self.tagged.begins
        (a, b), (c, d) = self._units(span), self._units(fact.evidence)
        name, evidence = self._mean(a, b), self._mean(c, d)
        around = self._mean(max(0, a - _AROUND), min(len(self.labels), b + _AROUND))
        line = units.text_lines[units.lines[a]] if a < len(units.lines) and units.text_lines else None
        in_line = np.searchsorted(units.lines, [units.lines[a], units.lines[a] + 1]) if line else (0, 0)
        detail = values.get("degree") or (values.get("role", "") if fact.relation is Relation.SERVICE else "")
        alike = self.alike[fact.relation]
        last = values.get("end") or values.get("start") or values.get("year") or ""
        used = {values.get(key, "")[:4] for key in ("start", "end", "year")}
        words = printed.split()
        return (
            own, _DETAILS.index(detail) if detail in _DETAILS else -1, log_odds(fact.sure),
            float(self.tagged.sure[a:b].min(initial=1)), self._sure(fact.places.values()),
            self._sure(place for key, place in fact.places.items() if key == "year"),
            name[own], np.delete(name, own).max(), 1 - name.sum(), evidence[own], 1 - evidence.sum(),
            around[own], 1 - around.sum(),
            float(begins[a]) if a < len(begins) else 0, float(begins[c]) if c < len(begins) else 0,
            float(begins[c:d].max(initial=0)),
            len(alike.starts), alike.sure, alike.beside(fact),
            math.log1p(len(self.facts)), self.sure, self.labelled,
            sum(bool(value) for value in values.values()), bool(values.get("start") or values.get("year")),
            bool(values.get("end")), bool(values.get("role")),
            int(last[:4]) if last[:4].isdecimal() else _PRESENT if last else 0,
            len({*_YEAR.findall(fact.evidence.of(self.text))} - used),
            len(words), len(printed), sum(w[:1].isupper() for w in words) / max(1, len(words)), _is_known(fact),
            self.same[fact.relation, printed.casefold()], self.anywhere[printed.casefold()],
            len(fact.authors), self._sure(author.span for author in fact.authors),
            self._sure([fact.venue.span] if fact.venue else []),
            self._is_own(fact) if fact.authors else -1, self.own_papers,
            span.start / max(1, units.end),
            len(line.words) if line else 0, line.kind if line else -1, len(line.headings) if line else -1,
            self._mean(int(in_line[0]), int(in_line[1]))[own],
            span.start - fact.evidence.start, fact.evidence.end - span.end,
        )  # fmt: skip


class _Alike:
    """The facts of one relation: how sure they are in the mean, and where their evidence begins and ends."""

    def __init__(self, facts: Sequence[PrintedFact]) -> None:
        self.sure = sum(fact.sure for fact in facts) / len(facts)
        self.starts = np.sort([fact.evidence.start for fact in facts])
        self.ends = np.sort([fact.evidence.end for fact in facts])

    def beside(self, fact: PrintedFact) -> int:
        """Return how many facts have some of the same evidence."""
        begun = np.searchsorted(self.starts, fact.evidence.end)
        return int(begun - np.searchsorted(self.ends, fact.evidence.start, side="right"))


_PRESENT = 2030  # later than all years that end something


def _is_known(fact: PrintedFact) -> bool:
    """Return whether the gazetteer knows what a fact is about, or where a work appeared."""
    if fact.relation in (Relation.EDUCATION, Relation.EMPLOYMENT):
        return load().organization(fact.name.text) is not None
    venue = fact.name if fact.relation is Relation.SERVICE else fact.venue
    return venue is not None and load().venue(venue.text) is not None


class FactJudge:
    """The trained judge. One model says whether the document states a fact, one whether all its values are right."""

    def __init__(self, stays: bytes, right: bytes) -> None:
        self._sessions = [session(stays), session(right)]

    def judge(self, rows: NDArray[np.float32]) -> list[tuple[float, float]]:
        """Return, for each row of :func:`features`, how likely it is stated and how likely all of it is right."""
        if not len(rows):
            return []
        shares = [each.run(None, {"features": rows})[1][:, 1] for each in self._sessions]
        return [(round(float(a), 3), round(float(b), 3)) for a, b in zip(*shares, strict=True)]


@cache
def shipped_fact_judge() -> FactJudge:
    """Return the judge that ships with the package, loaded once a process; it judges what taught taggers find too."""
    return FactJudge(*((SHIPPED / name).read_bytes() for name in ("stays.onnx", "right.onnx")))
