"""What is found of a written page, beside what it was written from."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from corpus_rows import rows_of_facts
from samples_score import RELATIONS, Tally, compare, one_of, rows_of

from graph_builder.extract import extract
from graph_builder.read import read_bytes
from rendering.page import Gold

_ABOUT: dict[str, tuple[str, ...]] = {
    "head": ("profile",),
    "about": ("profile", "advisor", "employment", "education", "topic"),
    "schools": ("education",),
    "posts": ("employment",),
    "papers": ("publication", "authorship"),
    "awards": ("award",),
    "service": ("service",),
    "topics": ("topic",),
    "students": ("student",),
}
"""The relations that a part of a page bears on; of other parts (news, noise, the frame), all."""


def _is_topic(row: Any, gold: Any) -> bool:
    return one_of(row["topic"], gold["names"] if isinstance(gold, dict) else gold)


COMPARED = RELATIONS | {"topic": ("topics", lambda g: g["topics"], _is_topic)}


class Figures:
    """Tallies of whole facts by relation."""

    def __init__(self, tallies: dict[str, Tally] | None = None) -> None:
        self.tallies: dict[str, Tally] = defaultdict(Tally, tallies or {})

    def __iadd__(self, other: Figures) -> Figures:
        for relation, tally in other.tallies.items():
            mine = self.tallies[relation]
            mine.right += tally.right
            mine.extra += tally.extra
            mine.missed += tally.missed
        return self

    def about(self, part: str) -> Figures:
        """Return the tallies of the relations that a part of a page bears on."""
        return Figures({r: self.tallies[r] for r in _ABOUT.get(part, RELATIONS)})

    @property
    def right(self) -> int:
        return sum(tally.right for tally in self.tallies.values())

    @property
    def wrong(self) -> int:
        return sum(len(tally.extra) + len(tally.missed) for tally in self.tallies.values())

    @property
    def f1(self) -> float:
        return 2 * self.right / (2 * self.right + self.wrong) if self.right or self.wrong else 1.0

    def errors(self) -> dict[str, list[str]]:
        """Return by relation what was missed and what was made up."""
        return {
            relation: [f"missed {e}" for e in tally.missed] + [f"extra  {e}" for e in tally.extra]
            for relation, tally in self.tallies.items()
        }

    def table(self) -> str:
        lines = [f"{r:12} {t.f1:.3f}  right {t.right:5}" for r, t in sorted(self.tallies.items())]
        macro = sum(t.f1 for t in self.tallies.values()) / max(1, len(self.tallies))
        return "\n".join([*lines, f"{'macro':12} {macro:.3f}"])


def score_page(name: str, text: str, gold: Gold) -> Figures:
    """Read and extract a page, and compare what is found with its gold."""
    rows = rows_of_facts(extract(read_bytes(text.encode(), name, f"rendered/{name}")))
    subject = rows["profiles"][0]["person"] if rows["profiles"] else None
    found: dict[str, Tally] = {}
    for relation, (query, facts, same) in COMPARED.items():
        found[relation] = Tally()
        compare(found[relation], name, rows_of(relation, rows[query], subject or ""), facts(gold), same)
    return Figures(found)
