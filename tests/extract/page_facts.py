"""The facts of a small page, as lines of text that a test can list."""

from __future__ import annotations

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_bytes

KEYS = ("degree", "role", "award", "start", "end", "year")


def facts_of_page(text: str, name: str, keys: tuple[str, ...] = KEYS) -> set[str]:
    """Return the facts of a page, each as its relation, the names of its parts but the subject, and values by *keys*.

    Profiles and authorship are left out; no extractor may fail.
    """
    facts = extract(read_bytes(text.encode(), name, f"docs/{name}"))
    assert not facts.problems
    names = {m.id: m.name for m in facts.mentions}
    found = set()
    for claim in facts.claims:
        parts = [names[v] for k, v in claim.roles.items() if k != "person"]
        values = [claim.values[k] for k in keys if claim.values.get(k)]
        if claim.relation not in {Relation.PROFILE, Relation.AUTHORSHIP}:
            found.add(" | ".join([claim.relation.value, *parts, *values]))
    return found


def subject_of(text: str, name: str = "page.md") -> str:
    """Return the name of the person whom a page is about."""
    facts = extract(read_bytes(text.encode(), name, f"docs/{name}"))
    (profile,) = [c for c in facts.claims if c.relation is Relation.PROFILE]
    return next(m.name for m in facts.mentions if m.id == profile.roles["person"])
