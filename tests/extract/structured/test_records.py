"""What records say becomes claims with the lines of the listing as evidence and the record's key."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_builder.extract import extract
from graph_builder.model import SCHEMA, Claim, EntityKind, Identifier, Relation, SourceFacts
from graph_builder.read import read_file

SAMPLES = Path(__file__).parents[2] / "read" / "records" / "samples"
ALL = sorted(p for p in SAMPLES.iterdir() if p.suffix not in (".expected", ".toml"))


def facts(name: str) -> SourceFacts:
    return extract(read_file(SAMPLES / name, f"s/{name}"))


def rows(found: SourceFacts, relation: Relation) -> list[tuple[str, ...]]:
    names = {m.id: m.name for m in found.mentions}
    claims = [c for c in found.claims if c.relation is relation]
    return [(*(names[m] for m in c.roles.values()), *(f"{k}={v}" for k, v in sorted(c.values.items()))) for c in claims]


def test_a_list_of_papers_has_authors_in_order_affiliations_and_topics() -> None:
    found = facts("toyconf2021.json")
    title = "Sparse Graphs at Scale"
    assert (title, "TOYCONF", "type=paper", "year=2021") in rows(found, Relation.PUBLICATION)
    authorships = [row for row in rows(found, Relation.AUTHORSHIP) if row[0] == title]
    assert authorships == [
        (title, name, f"position={i}") for i, name in enumerate(("Mira Holt", "Jun Wei", "Zoë Ek"), 1)
    ]
    jobs = rows(found, Relation.EMPLOYMENT)
    assert ("Mira Holt", "Example University", "role=PhD student", "year=2021") in jobs
    assert ("Jun Wei", "Acme", "role=Researcher", "year=2021") in jobs
    assert not [job for job in jobs if job[0] in ("Zoë Ek", "A. One", "B. Two", "C. Three")]
    assert (title, "graphs") in rows(found, Relation.ABOUT)
    assert ("Not Accepted", "status=rejected", "type=paper", "year=2021") in rows(found, Relation.PUBLICATION)
    assert not rows(found, Relation.PROFILE)


def test_each_author_of_each_record_is_a_mention_of_its_own() -> None:
    people = [m for m in facts("toyconf2021.json").mentions if m.name == "M. Holt"]
    assert len(people) == 2
    assert all(m.identifiers == (Identifier("ieee", "37001"),) for m in people)
    assert {value for m in people for key, value in m.context if key == "record"} == {"845295", "4"}


def test_a_person_has_education_employment_awards_interests_and_works() -> None:
    found = facts("orcid.json")
    assert rows(found, Relation.EDUCATION) == [
        ("Mira Holt", "University of Nordhaven", "degree=doctorate", "end=2019", "start=2015-09")
    ]
    assert rows(found, Relation.EMPLOYMENT) == [("Mira Holt", "Brightloom Labs", "role=Engineer", "start=2019")]
    assert rows(found, Relation.AWARD) == [("Mira Holt", "University of Nordhaven", "award=Best Thesis", "year=2020")]
    assert rows(found, Relation.INTEREST) == [("Mira Holt", "graphs")]
    assert rows(found, Relation.PUBLICATION) == [
        ("Sparse Graphs at Scale", "Mira Holt", "Toy Conference", "type=paper", "year=2021")
    ]
    school = next(m for m in found.mentions if m.name == "University of Nordhaven")
    assert school.unit == ("Computing",)


def test_things_that_no_claim_uses_stay() -> None:
    found = facts("ror.jsonl")
    assert [(m.kind, m.name) for m in found.mentions] == [
        (EntityKind.ORGANIZATION, "Example University"),
        (EntityKind.ORGANIZATION, "Example System"),
    ]
    assert ("parent", "ror:05dxps055") in found.mentions[0].context


@pytest.mark.parametrize("sample", ALL, ids=lambda path: path.name)
def test_claims_fit_the_model_and_their_evidence(sample: Path) -> None:
    document = read_file(sample, "s")
    found = extract(document)
    keys = {block.label for block in document.blocks}
    kinds = {m.id: m.kind for m in found.mentions}
    for item in (*found.mentions, *found.claims):
        assert item.evidence is not None
        assert item.evidence.span.of(document.text) == item.evidence.quote
        assert item.evidence.record in keys
    for claim in found.claims:
        assert_fits(claim, kinds)


def assert_fits(claim: Claim, kinds: dict[str, EntityKind]) -> None:
    schema = SCHEMA[claim.relation]
    roles = dict(schema.roles)
    assert set(schema.required) <= set(claim.roles) <= set(roles)
    assert all(kinds[mention] is roles[role] for role, mention in claim.roles.items())
    assert set(claim.values) <= set(schema.values)
    assert claim.extractor == "records"
