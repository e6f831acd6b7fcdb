"""The facts of a small page, as lines of text that a test can list."""

from __future__ import annotations

from graph_builder.extract import extract
from graph_builder.model import Relation
from graph_builder.read import read_bytes

KEYS = ("degree", "role", "award", "start", "end", "year")


def subject_of(text: str, name: str = "page.md") -> str:
    """Return the name of the person whom a page is about."""
    facts = extract(read_bytes(text.encode(), name, f"docs/{name}"))
    (profile,) = [c for c in facts.claims if c.relation is Relation.PROFILE]
    return next(m.name for m in facts.mentions if m.id == profile.roles["person"])
