"""The judge: how likely a fact that the tagger found is stated in the document, and right in all values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from graph_builder.extract.calibration import log_odds
from graph_builder.extract.printed import PrintedFact
from graph_builder.extract.tagger.encoder import SHIPPED, Tagged, session
from graph_builder.extract.tagger.labels import FIELDS, TAGS
from graph_builder.model import Relation

RELATIONS = tuple(dict.fromkeys(relation for relation in FIELDS.values() if relation is not Relation.PROFILE))
"""The relations whose facts are judged."""

FEATURES = (
    "relation", "sure",
    "label", "other label", "no label", "label in evidence", "no label in evidence", "label around", "no label around",
    "facts of relation", "rivals",
    "values", "start or year", "end", "role", "degree",
    "words", "characters", "capitals", "digits", "unspaced script", "same name", "same name anywhere",
    "place", "facts", "words of line", "kind of line", "headings", "label in line", "before name", "behind name",
)  # fmt: skip
"""What the judge looks at, in the order of the columns of :func:`features`."""

_AROUND = 60  # units around its name
_COLUMNS = np.zeros((len(TAGS), len(RELATIONS)), np.float32)
for _number, _tag in enumerate(TAGS):
    if _number and FIELDS[_tag[2:]] in RELATIONS:
        _COLUMNS[_number, RELATIONS.index(FIELDS[_tag[2:]])] = 1


def features(facts: Sequence[PrintedFact], tagged: Tagged) -> NDArray[np.float32]:
    """Return what the judge looks at: a row for each fact of a document, a column for each of ``FEATURES``."""
    if not facts:
        return np.zeros((0, len(FEATURES)), np.float32)
    units, labels = tagged.units, tagged.shares @ _COLUMNS
    sums = np.concatenate([np.zeros((1, labels.shape[1])), labels.cumsum(0)])

    def mean(first: int, last: int) -> NDArray[np.float64]:
        return np.asarray((sums[last] - sums[first]) / max(1, last - first))

    def units_in(starts: NDArray[np.int64], ends: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        first, last = np.searchsorted(units.ends, starts + 1), np.searchsorted(units.starts, ends)
        return first, np.maximum(first, last)

    starts, ends = (np.array([getattr(f.name.span, side) for f in facts]) for side in ("start", "end"))
    name_units = units_in(starts, ends)
    evidence_units = units_in(*(np.array([getattr(f.evidence, side) for f in facts]) for side in ("start", "end")))
    of_relation = Counter(f.relation for f in facts)
    same = Counter((f.relation, f.name.text.casefold()) for f in facts)
    anywhere = Counter(f.name.text.casefold() for f in facts)
    rivals = _rivals(facts, np.argsort(starts, kind="stable").tolist())
    rows = []
    for n, fact in enumerate(facts):
        own, printed, span = RELATIONS.index(fact.relation), fact.name.text, fact.name.span
        (a, b), (c0, c1) = (int(side[n]) for side in name_units), (int(side[n]) for side in evidence_units)
        name, evidence = mean(a, b), mean(c0, c1)
        around = mean(max(0, a - _AROUND), min(len(labels), b + _AROUND))
        line = units.text_lines[units.lines[a]] if a < len(units.lines) and units.text_lines else None
        in_line = np.searchsorted(units.lines, [units.lines[a], units.lines[a] + 1]) if line else (0, 0)
        words, values = printed.split(), fact.values
        rows.append((
            own, log_odds(fact.sure),
            name[own], np.delete(name, own).max(), 1 - name.sum(), evidence[own], 1 - evidence.sum(),
            around[own], 1 - around.sum(),
            of_relation[fact.relation], rivals[n],
            sum(bool(value) for value in values.values()), bool(values.get("start") or values.get("year")),
            bool(values.get("end")), bool(values.get("role")), bool(values.get("degree")),
            len(words), len(printed), sum(w[:1].isupper() for w in words) / max(1, len(words)),
            sum(letter.isdigit() for letter in printed), any(letter > "\u2e80" for letter in printed),
            same[fact.relation, printed.casefold()], anywhere[printed.casefold()],
            span.start / max(1, units.end), math.log1p(len(facts)),
            len(line.words) if line else 0, line.kind if line else -1, len(line.headings) if line else -1,
            mean(int(in_line[0]), int(in_line[1]))[own], span.start - fact.evidence.start, fact.evidence.end - span.end,
        ))  # fmt: skip
    return np.array(rows, np.float32)


def _rivals(facts: Sequence[PrintedFact], order: Sequence[int]) -> list[int]:
    """Return, for each fact, how many of other relations name some of the same words."""
    rivals = [0] * len(facts)
    open_names: list[int] = []
    for n in order:
        span = facts[n].name.span
        open_names = [m for m in open_names if facts[m].name.span.end > span.start]
        for m in open_names:
            if facts[m].relation is not facts[n].relation:
                rivals[n] += 1
                rivals[m] += 1
        open_names.append(n)
    return rivals


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
