"""Calibration: from the confidence that a rule gives its claims to a probability that they are right.

The table is fitted by ``benchmarks/reliability.py`` on documents whose facts are known, as read by the version of
the rules that met them first. It has steps of ascending confidence for each relation, for each rule of which enough
facts were seen, and for what speaks for a rule's claim beside the rule: that the employer is a known organization, say.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files

import numpy as np

from graph_builder.gazetteer import load
from graph_builder.model import Claim, Relation, SourceFacts

Table = Mapping[str, Sequence[Sequence[float]]]


@cache
def shipped_table() -> Table:
    """Return the table that ships with the package, loaded once."""
    found: Table = json.loads(files("graph_builder.extract").joinpath("data", "calibration.json").read_text("utf-8"))
    return found


def calibrate(facts: SourceFacts) -> SourceFacts:
    """Return facts with the probability that each is right as its confidence."""
    table = shipped_table()
    names = {mention.id: mention.name for mention in facts.mentions}
    return replace(facts, claims=tuple(calibrated(claim, table, sign_of(claim, names)) for claim in facts.claims))


def calibrated(claim: Claim, table: Table, sign: str = "") -> Claim:
    """Return a claim with its confidence looked up under its rule and *sign*, its rule, or its relation; others stay.

    What the user says (``subject/stated``) is not for us to doubt, and of a language model nothing was measured.
    """
    rule = key_of(claim)
    steps = table.get(f"{rule}/{sign}") or table.get(rule) or table.get(claim.relation.value)
    if not steps or claim.extractor == "subject/stated" or claim.extractor.startswith("llm/"):
        return claim
    sure = round(float(np.interp(claim.confidence, *np.transpose(steps))), 3)
    if sure == claim.confidence:
        return claim
    return Claim(  # each claim of each document comes by: "replace" takes three times as long
        claim.source, claim.relation, claim.roles, claim.evidence, claim.values, claim.extractor, sure
    )


def sign_of(claim: Claim, names: Mapping[str, str]) -> str:
    """Return the context of a claim that its confidence uses, or nothing. *names* are those of mentions, by identifier.

    >>> from graph_builder.model import Evidence, Span
    >>> evidence = Evidence("a", Span(0, 1), "x")
    >>> sign_of(Claim("a", Relation.EMPLOYMENT, {"organization": "o"}, evidence), {"o": "Rice University"})
    'known'
    """
    if claim.relation is Relation.EMPLOYMENT or claim.relation is Relation.EDUCATION:
        return "known" if load().organization(names[claim.roles["organization"]]) else "unknown"
    return ""


def key_of(claim: Claim) -> str:
    """Return the key of a claim's rule in the table.

    >>> from graph_builder.model import Evidence, Relation, Span
    >>> key_of(Claim("a", Relation.AWARD, {}, Evidence("a", Span(0, 1), "x"), extractor="awards/list"))
    'award/awards/list'
    """
    return f"{claim.relation.value}/{claim.extractor}"


def log_odds(share: float) -> float:
    """Return the log-odds of a share, which is taken for no less than 0.01 and no more than 0.99."""
    share = min(max(share, 0.01), 0.99)
    return math.log(share / (1 - share))
