"""Publication lists in many layouts, as people of many professions print them."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_builder.extract import extract
from graph_builder.model import Claim, EntityKind, Relation, SourceFacts
from graph_builder.model.bibtex import bib_entries
from graph_builder.model.tex import plain_tex
from graph_builder.read import read_bytes, read_file

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


def _read(text: str, name: str = "cv.md") -> SourceFacts:
    return extract(read_bytes(text.encode(), name, f"x/{name}"))


@pytest.mark.parametrize(("name", "works"), EXPECTED)
def test_layout(name: str, works: list[tuple[str, ...]]) -> None:
    facts = extract(read_file(CASES / name, f"x/{name}"))
    assert sorted(_works(facts)) == sorted(works)


def test_every_layout_is_expected() -> None:
    files = {p.name for p in CASES.iterdir()} - {"expected.tsv"}
    assert files == set(_expected())


@pytest.mark.parametrize("name", sorted(_expected()))
def test_evidence_is_in_the_text(name: str) -> None:
    document = read_file(CASES / name, f"x/{name}")
    for claim in extract(document).claims:
        assert claim.evidence.span.of(document.text) == claim.evidence.quote


def test_identifiers_behind_links() -> None:
    facts = extract(read_file(CASES / "years.html", "x/years.html"))
    found = {i.value for m in facts.mentions if m.kind is EntityKind.WORK for i in m.identifiers}
    assert found == {"2301.00001", "10.1000/abc"}


@pytest.mark.parametrize(
    "text",
    [
        "# Mira Tolvanen\n\n## Awards\n\n- Mira Tolvanen, Wei Lin. Best Paper Award, CEX 2020\n",
        "# Mira Tolvanen\n\n## Talks\n\n- Pauses and Prosody, Example Society Meeting, 2020\n",
        "# Mira Tolvanen\n\n## Publications\n\nSee my Google Scholar profile for a full list of my papers.\n",
        "# Mira Tolvanen\n\n## Experience\n\n- Built data pipelines for NeurIPS 2020 competitions with the core team\n",
        "# Mira Tolvanen\n\n## Conferences and Workshops\n\nPond Week (PW), 7th Pond Week, Ghent (2019)\n\n"
        "11th Summer School, on “Frogs and How They Jump”, Ghent, Belgium\n",
        "# Mira Tolvanen\n\n## Publications\n\nIt is paid for by Germany, France, Norway, Spain and Switzerland.\n",
        "# Mira Tolvanen\n\n## Patents\n\n- Mira Tolvanen, Wei Lin. A folding antenna. US Patent 1,234,567, 2019.\n",
    ],
)
def test_no_publication(text: str) -> None:
    assert _works(_read(text)) == []


def test_the_same_paper_in_another_year_and_venue_is_kept() -> None:
    text = (
        "# Mira Tolvanen\n\n## Publications\n\n"
        "- Mira Tolvanen, Wei Lin. Whale Songs as Sequences of Notes. Journal of Machine Learning Research, 2024.\n"
        "- Mira Tolvanen, Wei Lin. Whale Songs as Sequences of Notes. ICML 2023.\n"
    )
    assert {w[3] for w in _works(_read(text))} == {"2023", "2024"}


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
