"""A toy CV, facts that a model gives of it, and ways to read them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from graph_builder.extract import extract
from graph_builder.extract.llm import (
    ModelReading,
    Question,
    questions,
    read_with_model,
)
from graph_builder.extract.llm.answer import parse
from graph_builder.extract.llm.verify import verify
from graph_builder.extract.printed import Findings, PrintedFact
from graph_builder.model import (
    Claim,
    Document,
    Evidence,
    Relation,
    SourceFacts,
    Span,
)
from graph_builder.read import read_bytes

CV = """# Mira Holt

## Experience

### 2019 - today

- Senior Weaver, Loom Lab, Quillmark AG

### 2015-19

- Scientist, Tarnau University

## Education

- PhD in Physics, University of Nettle, 2012 - 2015

## Publications

- M. Holt, K. Oak: Looms that dream. Proceedings of the Weavers Forum, 2021. doi:10.1234/abc.5

## Awards

- Golden Shuttle, 2018
"""


def mira(text: str, name: str = "mira.md") -> Document:
    return read_bytes(text.encode(), name, f"x/{name}")


DOCUMENT = mira(CV)


def _with_award(facts: SourceFacts) -> SourceFacts:
    """Return facts with the award of the toy CV, as a rule would find it."""
    line = "Golden Shuttle, 2018"
    at = DOCUMENT.text.index(line)
    evidence = Evidence(DOCUMENT.source, Span(at, at + len(line)), line)
    person = next(claim.roles["person"] for claim in facts.claims if claim.relation is Relation.PROFILE)
    values = {"award": "Golden Shuttle", "year": "2018"}
    award = Claim(DOCUMENT.source, Relation.AWARD, {"person": person}, evidence, values, "sections/awards", 0.8)
    return replace(facts, claims=(*facts.claims, award))


RULES = _with_award(extract(DOCUMENT))

Fact = tuple[str, dict[str, Any]]  # the list that it stands in, and its values; its lines are found by words in them

WEAVER: Fact = (
    "employment",
    {
        "lines": ["2019 - today", "Quillmark AG"],
        "organization": "Quillmark AG",
        "unit": "Loom Lab",
        "role": "Senior Weaver",
        "start": "2019",
        "end": "today",
    },
)
SCIENTIST: Fact = (
    "employment",
    {
        "lines": ["2015-19", "Tarnau University"],
        "organization": "Tarnau University",
        "unit": None,
        "role": "Scientist",
        "start": "2015",
        "end": "19",
    },
)
DOCTOR: Fact = (
    "education",
    {
        "lines": ["University of Nettle"],
        "organization": "University of Nettle",
        "degree": "PhD",
        "level": "doctorate",
        "field": "Physics",
        "start": "2012",
        "end": "2015",
    },
)
PAPER: Fact = (
    "publications",
    {
        "lines": ["Looms that dream"],
        "title": "Looms that dream",
        "authors": ["M. Holt", "K. Oak"],
        "venue": "Weavers Forum",
        "year": "2021",
    },
)
AWARD: Fact = ("awards", {"lines": ["Golden Shuttle"], "award": "Golden Shuttle", "year": "2018"})
ALL = (WEAVER, SCIENTIST, DOCTOR, PAPER, AWARD)


def model(*facts: Fact, subject: str = "Mira Holt") -> Callable[[Question], str]:
    """Return a model that gives facts where it is asked about the last of their lines."""

    def answer_of(question: Question) -> str:
        found: dict[str, Any] = {"subject": {"name": subject, "also": [], "line": 1} if subject else None}
        seen = [*question.context, *question.lines]
        for relation, values in facts:
            if any(values["lines"][-1] in line.shown for line in question.lines):
                cited = [line.number for words in values["lines"] for line in seen if words in line.shown]
                found.setdefault(relation, []).append({**values, "lines": cited})
        return json.dumps(found)

    return answer_of


def reading(*facts: Fact, document: Document = DOCUMENT, add: bool = False, size: int = 16_000) -> ModelReading:
    rules = RULES if document is DOCUMENT else extract(document)
    return read_with_model(document, rules, "toy", model(*facts), size=size, add=add)


def of(facts: SourceFacts, relation: Relation) -> list[Claim]:
    return [claim for claim in facts.claims if claim.relation is relation]


def only(facts: SourceFacts, relation: Relation) -> Claim:
    (claim,) = of(facts, relation)
    return claim


def named(facts: SourceFacts, claim: Claim) -> dict[str, str]:
    names = {mention.id: mention.name for mention in facts.mentions}
    return {role: names[mention] for role, mention in claim.roles.items()}


def checked(text: str, relation: str = "", *, file: str = "mira.md", subject: Any = None, **values: Any) -> Findings:
    """Return what the lines of a document bear out of one fact, or of a subject."""
    document = mira(text, file)
    (question,) = questions(document)
    answer = {"subject": subject} | ({relation: [values]} if relation else {})
    return verify(parse(json.dumps(answer)), question, document.text)


def one(verified: Findings) -> PrintedFact:
    (fact,) = verified.facts
    return fact


SHUTTLE = '{"awards": [{"lines": [3], "award": "Golden Shuttle", "year": null}]}'
