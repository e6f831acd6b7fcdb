"""Publication lists in many layouts, as people of many professions print them."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.extract import extract
from graph_builder.model import Claim, EntityKind, Relation, SourceFacts
from graph_builder.model.bibtex import bib_entries
from graph_builder.model.tex import plain_tex
from graph_builder.read import read_file

CASES = Path(__file__).parent / "publication_cases"


def _expected() -> dict[str, list[tuple[str, ...]]]:
    rows: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for line in (CASES / "expected.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, *fields = line.split("\t")
            rows[name].append(tuple(fields))
    return rows


EXPECTED = sorted(_expected().items())


def _position(claim: Claim) -> int:
    return int(claim.values["position"])


def _works(facts: SourceFacts) -> list[tuple[str, ...]]:
    names = {m.id: m.name for m in facts.mentions}
    authored: dict[str, list[Claim]] = defaultdict(list)
    for claim in facts.claims:
        if claim.relation is Relation.AUTHORSHIP:
            authored[claim.roles["work"]].append(claim)
    works: list[tuple[str, ...]] = []
    for claim in facts.claims:
        if claim.relation is Relation.PUBLICATION:
            work = claim.roles["work"]
            authors = "; ".join(names[a.roles["author"]] for a in sorted(authored[work], key=_position))
            venue = names[claim.roles["venue"]] if "venue" in claim.roles else ""
            works.append((names[work], authors, venue, claim.values.get("year", "")))
    return works


@pytest.fixture(scope="module")
def read(tagger_on: None) -> dict[str, SourceFacts]:
    """Return what rules and tagger find in each case."""
    return {name: extract(read_file(CASES / name, f"x/{name}")) for name, _ in EXPECTED}


FLOORS = {"title": 0.8, "authors": 0.65, "venue": 0.7, "year": 0.7}


@pytest.mark.parametrize("field", FLOORS)
def test_publications_of_all_layouts_are_found(read: dict[str, SourceFacts], field: str) -> None:
    """F1 over all layouts; authors, venue and year count with the title that they are of."""
    column = list(FLOORS).index(field)
    found = Counter(_field(name, work, column) for name, facts in read.items() for work in _works(facts))
    expected = Counter(_field(name, work, column) for name, works in EXPECTED for work in works)
    right = (found & expected).total()
    assert 2 * right / (found.total() + expected.total()) >= FLOORS[field]


def _field(name: str, work: tuple[str, ...], column: int) -> tuple[str, str, str]:
    title = "".join(filter(str.isalnum, work[0].casefold()))
    return name, title, work[column] if column else ""


def test_every_layout_is_expected() -> None:
    files = {p.name for p in CASES.iterdir()} - {"expected.tsv"}
    assert files == set(_expected())


def test_evidence_is_in_the_text(read: dict[str, SourceFacts]) -> None:
    for name, facts in read.items():
        document = read_file(CASES / name, f"x/{name}")
        assert all(claim.evidence.span.of(document.text) == claim.evidence.quote for claim in facts.claims)


def test_identifiers_behind_links(read: dict[str, SourceFacts]) -> None:
    found = {i.value for m in read["years.html"].mentions if m.kind is EntityKind.WORK for i in m.identifiers}
    assert found == {"2301.00001", "10.1000/abc"}


def test_bibtex_survives_what_is_broken() -> None:
    text = (
        '@article{a, title={On {x}}, year=2020} @misc{b, title={never closed @book(c, title="q") @misc{d, title = "e"}'
    )
    assert [e.kind for e in bib_entries(text) if e.is_closed] == ["article", "misc"]


@given(st.text(alphabet='@{}",=\\ abtitle\n', max_size=200))
@settings(max_examples=100, deadline=None)
def test_bibtex_places_lie_in_the_text(text: str) -> None:
    for entry in bib_entries(text):
        assert 0 <= entry.span.start <= entry.span.end <= len(text)
        for place in (part.span for parts in entry.fields.values() for part in parts):
            assert 0 <= place.start <= place.end <= len(text)
            assert isinstance(plain_tex(place.of(text)), str)
