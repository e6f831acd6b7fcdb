"""Documents of the corpus as the rows that the standard queries would give, without building a store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

from graph_builder.extract import extract
from graph_builder.gazetteer import load
from graph_builder.model import Claim, Document, Mention, Relation, SourceFacts
from graph_builder.read import read_file

CORPUS = Path(__file__).parent.parent / "corpus"
DOCUMENTS = sorted((CORPUS / "docs").iterdir())
Rows = dict[str, list[dict[str, str | None]]]


def facts_of(path: Path) -> tuple[Document, SourceFacts]:
    """Return a document of the corpus with what is extracted from it."""
    document = read_file(path, f"corpus/{path.name}")
    return document, extract(document)


def organization(name: str) -> str:
    """Return the preferred name of an organization; of a unit, that of the organization it belongs to."""
    entry = load().organization(name)
    while entry is not None and entry.kind == "unit" and entry.parent:
        entry = load().organization_by_id(entry.parent)
    return entry.name if entry else name


def venue(name: str) -> str:
    """Return the preferred name of a venue."""
    entry = load().venue(name)
    return entry.name if entry else name


# Relation: its query, and the columns with the role, and what its name goes through, or the value behind each.
_AS_PRINTED: Callable[[str], str] = str
_COLUMNS: dict[Relation, tuple[str, dict[str, tuple[str, Callable[[str], str]]], tuple[str, ...]]] = {
    Relation.PROFILE: ("profiles", {"name": ("person", _AS_PRINTED)}, ()),
    Relation.EDUCATION: ("education", {"institution": ("organization", organization)}, ("degree", "start", "end")),
    Relation.EMPLOYMENT: ("employment", {"organization": ("organization", organization)}, ("role", "start", "end")),
    Relation.ADVISING: ("advising", {"studentName": ("student", _AS_PRINTED), "advisorName": ("advisor", str)}, ()),
    Relation.PUBLICATION: ("publications", {"title": ("work", _AS_PRINTED), "venue": ("venue", venue)}, ("year",)),
    Relation.AUTHORSHIP: ("authorship", {"title": ("work", str), "authorName": ("author", str)}, ("position",)),
    Relation.INTEREST: ("topics", {"topic": ("topic", _AS_PRINTED)}, ()),
    Relation.AWARD: ("awards", {}, ("award", "year")),
    Relation.SERVICE: ("service", {"venue": ("venue", venue)}, ("role", "year")),
}


def rows_of_facts(facts: SourceFacts) -> Rows:
    """Return what *facts* state as rows of the standard queries; people are mentions."""
    mentions = {mention.id: mention for mention in facts.mentions}
    rows: Rows = defaultdict(list)
    for claim in facts.claims:
        query, _, _ = _COLUMNS[claim.relation]
        row = _row(claim, mentions)
        if row not in rows[query]:
            rows[query].append(row)
    return rows


def _row(claim: Claim, mentions: Mapping[str, Mention]) -> dict[str, str | None]:
    _, roles, values = _COLUMNS[claim.relation]
    row: dict[str, str | None] = {
        role: claim.roles[role] for role in ("person", "student", "advisor") if role in claim.roles
    }
    for column, (role, preferred) in roles.items():
        row[column] = preferred(mentions[claim.roles[role]].name) if role in claim.roles else None
    return row | {value: claim.values.get(value) or None for value in values}
