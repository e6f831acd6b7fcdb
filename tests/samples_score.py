"""Compares what a graph says of the samples with their gold facts, as whole facts: a wrong date makes a wrong job.

Gold is in ``samples_gold/``: one file a document, in the form of a JSON object with the lists of ``RELATIONS``.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GOLD = Path(__file__).parent / "samples_gold"
Row = Mapping[str, str | None]
Gold = dict[str, Any]
Same = Callable[[Row, Any], bool]


@dataclass
class Tally:
    """Facts right, made up and missed of one relation."""

    right: int = 0
    extra: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        wrong = len(self.extra) + len(self.missed)
        return 2 * self.right / (2 * self.right + wrong) if self.right or wrong else 1.0


def plain(text: str | None) -> str:
    """Return a text without case, accents and punctuation."""
    letters = unicodedata.normalize("NFKD", text or "").casefold().replace("&", " and ")
    return " ".join(re.findall(r"\w+", "".join(c for c in letters if not unicodedata.combining(c))))


def one_of(text: str | None, names: Sequence[str | None]) -> bool:
    return plain(text) in {plain(name) for name in names} - {""}


def same_person(one: str | None, other: str | None) -> bool:
    """Return whether each word of the shorter of two names is a word of the longer one, or an initial."""
    short, long = sorted((plain(one).split(), plain(other).split()), key=len)
    for word in sorted(short, key=len, reverse=True):
        fit = next((w for w in long if w == word or (1 in (len(w), len(word)) and w[0] == word[0])), None)
        if fit is None:
            return False
        long = [w for w in long if w is not fit]
    return bool(short)


def same_dates(row: Row, gold: Gold) -> bool:
    return row["start"] == gold["start"] and row["end"] == gold["end"]


def same_degree(row: Row, gold: Gold) -> bool:
    place = one_of(row["institution"], [gold["institution"], *gold["also"]])
    return place and row["degree"] == gold["degree"] and same_dates(row, gold)


def same_job(row: Row, gold: Gold) -> bool:
    place = one_of(row["organization"], [gold["organization"], *gold["also"]])
    return place and plain(row["role"]).startswith(plain(gold["role"])) and same_dates(row, gold)


def same_paper(row: Row, gold: Gold) -> bool:
    if optional(gold):  # a thesis that stands beside a degree: its school may be its venue, and its year the degree's
        return one_of(row["title"], [gold["title"]])
    venue = one_of(row["venue"], [gold["venue"], *gold["venue_also"]]) if gold["venue"] else not row["venue"]
    return one_of(row["title"], [gold["title"]]) and venue and row["year"] == gold["year"]


def same_authorship(row: Row, gold: Gold) -> bool:
    rank, name = gold["rank"], gold["name"]
    return one_of(row["title"], [gold["title"]]) and row["position"] == rank and same_person(row["authorName"], name)


def same_award(row: Row, gold: Gold) -> bool:
    return one_of(row["award"], [gold["name"], *gold["also"]]) and row["year"] == gold["year"]


def same_service(row: Row, gold: Gold) -> bool:
    venue = one_of(row["venue"], [gold["venue"], *gold["also"]])
    return venue and row["role"] == gold["role"] and row["year"] == gold["year"]


def authorships(gold: Gold) -> list[Gold]:
    papers = gold["publications"]
    return [{"name": a, "rank": str(k), **paper} for paper in papers for k, a in enumerate(paper["authors"], 1)]


# Relation: its query, the gold facts in a gold file, and whether a row says what a gold fact says.
RELATIONS: dict[str, tuple[str, Callable[[Gold], Sequence[Any]], Same]] = {
    "profile": ("profiles", lambda g: [g["person"]], lambda r, g: optional(g) or same_person(r["name"], g["name"])),
    "education": ("education", lambda g: g["education"], same_degree),
    "employment": ("employment", lambda g: g["employment"], same_job),
    "advisor": ("advising", lambda g: g["advisors"], lambda r, g: same_person(r["advisorName"], g["name"])),
    "student": ("advising", lambda g: g["advisees"], lambda r, g: same_person(r["studentName"], g["name"])),
    "publication": ("publications", lambda g: g["publications"], same_paper),
    "authorship": ("authorship", authorships, same_authorship),
    "topic": ("topics", lambda g: g["topics"], lambda r, g: one_of(r["topic"], g)),
    "award": ("awards", lambda g: g["awards"], same_award),
    "service": ("service", lambda g: g["service"], same_service),
}


def gold_of(document: str) -> Gold:
    """Return the gold facts of a sample, by its file name."""
    gold: Gold = json.loads((GOLD / f"{Path(document).stem}.json").read_text("utf-8"))
    return gold


def compare(tally: Tally, document: str, rows: Sequence[Row], gold: Sequence[Any], same: Same) -> None:
    """Pair rows with gold facts and count. Optional gold costs nothing, found or not."""
    left = list(gold)
    for row in rows:
        fits = [g for g in left if same(row, g)]
        if fits:
            left.remove(fits[0])
            tally.right += not optional(fits[0])
        elif not any(optional(g) and same(row, g) for g in gold):
            tally.extra.append(f"{document}: {row}")
    tally.missed += [f"{document}: {g}" for g in left if not optional(g)]


def optional(gold: Any) -> bool:
    return isinstance(gold, dict) and bool(gold.get("optional"))


def rows_of(relation: str, rows: Sequence[Row], person: str) -> list[Row]:
    """Return the rows that tell of a document's subject in the role that the relation has for it."""
    role = {"advisor": "student", "student": "advisor"}.get(relation)
    return [row for row in rows if row[role] == person] if role else list(rows)


def score(answers: Mapping[str, Sequence[Row]], documents: Mapping[str, str]) -> dict[str, Tally]:
    """Return a tally of each relation, given each query's rows and each source's file name."""
    tallies = {relation: Tally() for relation in RELATIONS}
    people = {row["source"]: row["person"] for row in answers["profiles"]}
    for source, document in documents.items():
        gold = gold_of(document)
        for relation, (query, facts, same) in RELATIONS.items():
            rows = [row for row in answers[query] if row["source"] == source]
            own = rows_of(relation, rows, people.get(source) or "")
            compare(tallies[relation], document, own, facts(gold), same)
    return tallies
