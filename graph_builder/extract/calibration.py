"""Calibration: from the confidence that a rule gives its claims to a probability that they are right.

The table is fitted by ``tests/benchmarks/reliability.py`` on documents whose facts are known. It has steps of ascending
confidence for each relation, and for each rule of which enough facts were seen.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

from graph_builder.model import Claim, SourceFacts

Table = Mapping[str, Sequence[Sequence[float]]]


@cache
def shipped_table() -> Table:
    """Return the table that ships with the package, loaded once."""
    found: Table = json.loads(files("graph_builder.extract").joinpath("data", "calibration.json").read_text("utf-8"))
    return found


def calibrate(facts: SourceFacts) -> SourceFacts:
    """Return facts with the probability that each is right as its confidence."""
    table = shipped_table()
    return replace(facts, claims=tuple(calibrated(claim, table) for claim in facts.claims))


def calibrated(claim: Claim, table: Table) -> Claim:
    """Return a claim with its confidence looked up under its rule, or else its relation; unknown ones stay.

    What the user says (``subject/stated``) is not for us to doubt, and of a language model nothing was measured. What
    the labelling model adds has the share of right ones in documents that it was not trained on as its confidence.
    """
    steps = table.get(key_of(claim)) or table.get(claim.relation.value)
    if not steps or claim.extractor == "subject/stated" or claim.extractor.startswith(("llm/", "labels/")):
        return claim
    sure = round(between(claim.confidence, steps), 3)
    if sure == claim.confidence:
        return claim
    return Claim(  # each claim of each document comes by: "replace" takes three times as long
        claim.source, claim.relation, claim.roles, claim.evidence, claim.values, claim.extractor, sure
    )


def key_of(claim: Claim) -> str:
    """Return the key of a claim's rule in the table.

    >>> from graph_builder.model import Evidence, Relation, Span
    >>> key_of(Claim("a", Relation.AWARD, {}, Evidence("a", Span(0, 1), "x"), extractor="awards/list"))
    'award/awards/list'
    """
    return f"{claim.relation.value}/{claim.extractor}"


def between(confidence: float, steps: Sequence[Sequence[float]]) -> float:
    """Return the probability at a confidence, on the line between the steps beside it.

    >>> between(0.75, [(0.7, 0.6), (0.8, 0.9)]), between(0.1, [(0.7, 0.6)]), between(0.9, [(0.7, 0.6)])
    (0.75, 0.6, 0.6)
    """
    at = bisect_left(steps, confidence, key=lambda step: step[0])
    if at == 0:
        return steps[0][1]
    if at == len(steps):
        return steps[-1][1]
    (low, below), (high, above) = steps[at - 1], steps[at]
    part = (confidence - low) / (high - low) if high > low else 1.0
    return below + part * (above - below)
